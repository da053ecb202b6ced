"""The kind `suite`: reading cases, asking an engine, what counts as passed, suite by suite."""

from pathlib import Path
from typing import Any

import pytest

from engine.errors import SpecError
from engine.match.strength import page
from engine.match.strength.__main__ import play
from engine.match.strength.suite import Case, SuiteProof, read_cases
from tests.match.strength.helpers import Patient, lines, reader, rows, write_plan

TEXT = """\
# a comment
loadsgf games/one.sgf 12
10 reg_genmove black
#? [D4]
20 reg_genmove white  # the same place
#? [!C3|c4]*

loadsgf games/two.sgf
play black A1
play white B2
undo
reg_genmove black
#? [PASS|D4]
30 attack A1
#? [1 B2]
40 reg_genmove white
# no answer follows
50 reg_genmove black
loadsgf games/three.sgf 3
#60 reg_genmove black
#? [E5]
"""


def test_cases_are_read_with_their_positions_and_answers() -> None:
    first, second, third = read_cases(TEXT, "a.tst")
    assert first == Case("a.tst:3", (("loadsgf", "games/one.sgf", "12"),), "black", frozenset({"D4"}))
    assert second.name == "a.tst:5"
    assert (second.color, second.answers, second.negated) == ("white", frozenset({"C3", "C4"}), True)
    assert second.position == first.position
    assert third.position == (("loadsgf", "games/two.sgf"), ("play", "black", "A1")), "what was undone is left out"


@pytest.mark.parametrize(
    ("form", "answers", "negated"),
    [
        ("#? [A1]", {"A1"}, False),
        ("#?[A1|B2]*", {"A1", "B2"}, False),
        ("#? [!A1]", {"A1"}, True),
        ("#? [!(A1|PASS)]*", {"A1", "PASS"}, True),
        ("#? [(A1|B2|C3)]", {"A1", "B2", "C3"}, False),
    ],
)
def test_forms_of_answers(form: str, answers: set[str], negated: bool) -> None:
    (case,) = read_cases(f"loadsgf a.sgf\n1 reg_genmove black\n{form}\n", "a.tst")
    assert (case.answers, case.negated) == (frozenset(answers), negated)


@pytest.mark.parametrize(
    ("commands", "position"),
    [
        ("loadsgf a.sgf\nblack S16\nwhite A1", ["loadsgf a.sgf", "play black S16", "play white A1"]),
        ("loadsgf a.sgf\ntrymove black S16\n7 owl_attack A1\npopgo", ["loadsgf a.sgf"]),
        ("loadsgf a.sgf 9\nundo\nplay white B2", ["loadsgf a.sgf 9", "undo", "play white B2"]),
        ("loadsgf a.sgf\nboardsize 9\nkomi 0.5\nincrease_depths", ["boardsize 9", "komi 0.5"]),
    ],
)
def test_what_makes_a_position(commands: str, position: list[str]) -> None:
    (case,) = read_cases(f"{commands}\n1 reg_genmove black\n#? [A1]\n", "a.tst")
    assert [" ".join(words) for words in case.position] == position


def test_what_passes() -> None:
    right, wrong = (Case("n", (), "black", frozenset({"A1", "PASS"}), negated) for negated in (False, True))
    assert [right.passes(said) for said in ("a1", "pass", "B2", "resign", "")] == [True, True, False, False, False]
    assert [wrong.passes(said) for said in ("A1", "PASS", "B2", "resign")] == [False, False, True, False]


RECORD = "(;GM[1]SZ[5];B[cc];W[cb])"


def plan(root: Path, engine: str, name: str = "suite", **changes: object) -> SuiteProof:
    values: dict[str, object] = {
        "version": 1, "kind": "suite", "title": "tiny", "engine": engine, "folder": str(root / "suites"), "cases": 3,
        "bar": 0.6, "concurrency": 1,
    } | changes  # fmt: skip
    (root / "suites" / "games").mkdir(parents=True, exist_ok=True)
    for record in ("one.sgf", "two.sgf"):
        (root / "suites" / "games" / record).write_text(RECORD)
    (root / "suites" / "a.tst").write_text(TEXT)
    write_plan(root, name, **values)
    proof = page.named(root, name)
    assert isinstance(proof, SuiteProof)
    return proof


def test_a_suite_is_done_in_pieces_by_one_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = plan(tmp_path, reader(reg_genmove=["D4"]))
    assert sorted(map(str, proof.units())) == ["a.tst:12", "a.tst:3", "a.tst:5"]
    assert not play(tmp_path, "suite", games=2)
    assert "open (3 cases wanted)" in rows(tmp_path)[1]
    assert play(tmp_path, "suite")
    head, *found = lines(tmp_path, "suite")
    assert head["engine"].startswith("{python}")
    assert {line["case"]: line["passed"] for line in found} == {"a.tst:3": True, "a.tst:5": True, "a.tst:12": True}
    assert all(line["answer"] == "D4" and line["commit"] and "fault" not in line for line in found)
    assert rows(tmp_path)[1][2:9] == ["60 %", "3", "3", "100.0 %", "43.9–100.0 %", "0", "met"]
    assert rows(tmp_path)[-1] == ["a.tst", "3 of 3, 100 %"]
    assert "passed | 3 of 3, 100 %" in capsys.readouterr().out


def test_right_answers_are_not_kept(tmp_path: Path) -> None:
    plan(tmp_path, reader(reg_genmove=["J9"]))
    assert play(tmp_path, "suite")
    assert not any(word in str(lines(tmp_path, "suite")) for word in ("D4", "C3", "games/"))
    assert rows(tmp_path)[1][-2] == "not met"


def do(root: Path, engine: str, number: int = 0) -> dict[str, Any]:
    proof = plan(root, engine)
    desk = Patient(engine, **({"reg_genmove": 1} if "..." in engine else {}))
    try:
        return proof.do(desk, read_cases(TEXT, "a.tst")[number])
    finally:
        desk.close()


@pytest.mark.parametrize(
    ("script", "fault", "broke"),
    [
        ({"loadsgf": ["?cannot load file"]}, "refused loadsgf games/one.sgf 12: cannot load file", False),
        ({"reg_genmove": ["?unknown command"]}, "refused reg_genmove black: unknown command", False),
        ({"reg_genmove": ["!"]}, "ended with status 1 when the answer to 'reg_genmove' was due", True),
        ({"reg_genmove": ["..."]}, "no answer to 'reg_genmove' within 1 s", True),
        ({"reg_genmove": ["garble"]}, "wrote 'thinking'", True),
    ],
)
def test_what_goes_wrong_has_failed_and_says_why(
    tmp_path: Path, script: dict[str, list[str]], fault: str, broke: bool
) -> None:
    line = do(tmp_path, reader(**script))
    assert not line["passed"]
    assert line["answer"] == ""
    assert fault in line["fault"]
    assert str(tmp_path) not in line["fault"], "no machine's paths in the lines"
    assert line.get("broke", False) == broke


def test_faults_are_counted_on_the_page(tmp_path: Path) -> None:
    plan(tmp_path, reader(loadsgf=["?no", ""], reg_genmove=["D4"]), bar=1)
    assert play(tmp_path, "suite")
    assert rows(tmp_path)[1][3:9] == ["3", "2", "66.7 %", "20.8–93.9 %", "1", "not met"]


def test_a_bar_above_another_proof(tmp_path: Path) -> None:
    plan(tmp_path, reader(reg_genmove=["C3"]), "base")
    plan(tmp_path, reader(reg_genmove=["D4"]), "better", bar=None, above="base")
    plan(tmp_path, reader(reg_genmove=["C3"]), "same", bar=None, above="base")
    assert play(tmp_path, "better")
    assert play(tmp_path, "same")
    assert rows(tmp_path)[2][2:4] == ["above base", "3"]
    assert rows(tmp_path)[2][-2] == "open (base first)"
    assert play(tmp_path, "base")
    assert rows(tmp_path)[2][2] == "above base (0 of 3, 0 %; here 3 of 3, 100 %)"
    assert [rows(tmp_path)[n][-2] for n in (2, 3)] == ["met", "not met"]
    assert rows(tmp_path)[-1] == ["a.tst", "0 of 3, 0 %", "3 of 3, 100 %", "0 of 3, 0 %"]


def test_our_own_engine_answers_a_suite(tmp_path: Path) -> None:
    engine = "{python} -m engine gtp --net none --threads 1 --visits 20 --resign 0"
    plan(tmp_path, engine)
    (tmp_path / "suites" / "games" / "two.sgf").write_text("no record")
    assert play(tmp_path, "suite")
    found = {line["case"]: line for line in lines(tmp_path, "suite")[1:]}
    assert found["a.tst:3"]["answer"], "twelve is beyond the end: the last position"
    assert found["a.tst:12"]["fault"] == "refused loadsgf games/two.sgf: cannot load file"


def test_a_case_whose_record_is_not_there_is_none(tmp_path: Path) -> None:
    proof = plan(tmp_path, "engine", cases=2)
    (tmp_path / "suites" / "games" / "two.sgf").unlink()
    assert sorted(map(str, proof.units())) == ["a.tst:3", "a.tst:5"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cases": 2}, "has 3 cases, the plan says 2"),
        ({"folder": "/no/such/folder"}, "no suites"),
        ({"bar": None}, "either bar or above"),
        ({"above": "other"}, "either bar or above"),
    ],
)
def test_plans_and_folders_that_are_wrong(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        plan(tmp_path, "engine", **changes).units()
