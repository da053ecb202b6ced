"""All plans together: the door, and the page that is made of them."""

import shutil
from pathlib import Path

import pytest

from engine.errors import SpecError
from engine.match.strength import page
from engine.match.strength.__main__ import main
from tests.match.strength.helpers import FAKES, reader, rows, write_plan

ROOT = Path(__file__).parents[3]
FAKE = (FAKES / "go_engine.py").as_posix()
COMMON = {"version": 1, "title": "two fakes", "concurrency": 1}


def match(root: Path, name: str = "fakes", **changes: object) -> None:
    engines = {"engine": f"A={{python}} '{FAKE}' --moves 3", "opponent": f"B={{python}} '{FAKE}' --mode resign"}
    values: dict[str, object] = {"bar": 0.5, "games": 2, "flags": "--size 5 --openings random:2"}
    write_plan(root, name, **COMMON | engines | values | changes)


def variety(root: Path, name: str = "varied", **changes: object) -> None:
    values: dict[str, object] = {"kind": "variety", "size": 5, "games": 2, "moves": 1, "equal": 2}
    write_plan(root, name, **COMMON | values | {"engine": reader(genmove=["C3"])} | changes)


def test_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    match(tmp_path)
    variety(tmp_path)
    assert main([]) == main(["--list"]) == 0
    assert capsys.readouterr().out == "fakes: two fakes\nvaried: two fakes\n" * 2
    assert main(["other"]) == 2
    assert "no proof 'other'; there are: fakes, varied" in capsys.readouterr().err
    (tmp_path / "docs").mkdir()
    assert main(["--report"]) == 0
    assert [row[-2] for row in rows(tmp_path)[1::2]] == ["not played", "not played"]
    assert [main(["varied", "--games", "1"]), main(["varied", "--concurrency", "2"])] == [1, 0]
    assert [row[-2] for row in rows(tmp_path)[1::2]] == ["not played", "met"]
    assert main(["varied", "--new", "--games", "1"]) == 1
    assert rows(tmp_path)[3][-2] == "open (2 games wanted)"


def test_a_run_that_cannot_go_on_leaves_the_page_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    variety(tmp_path, engine=reader(genmove=["!"]), games=9)
    assert main(["varied"]) == 2
    assert capsys.readouterr().err.startswith("strength: the engine broke 3 times in a row")
    assert rows(tmp_path)[1][3] == "3"
    match(tmp_path, "gone", engine="A=/no/such/engine")
    assert main(["gone"]) == 2
    assert not (tmp_path / page.LINES / "gone.jsonl").exists()


def test_another_plan_under_the_same_name_is_a_new_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    variety(tmp_path)
    first = page.named(tmp_path, "varied").key
    assert main(["varied"]) == 0
    variety(tmp_path, title="other words", games=4, equal=4)
    assert page.named(tmp_path, "varied").key == first, "more of the same"
    assert main(["varied"]) == 0
    variety(tmp_path, moves=2)
    assert page.named(tmp_path, "varied").key != first
    page.write_page(tmp_path)
    assert rows(tmp_path)[1][-2] == "not played"


def test_plans_that_cannot_be_read(tmp_path: Path) -> None:
    variety(tmp_path, kind="tournament")
    with pytest.raises(SpecError, match=r"varied.toml: kind 'tournament': one of match, suite, selfplay, variety"):
        page.page(tmp_path)
    (tmp_path / page.PLANS / "varied.toml").write_text("= 1")
    with pytest.raises(SpecError, match=r"varied.toml: "):
        page.named(tmp_path, "varied")


def test_the_repository_s_own_plans_load_and_its_page_is_fresh(tmp_path: Path) -> None:
    found = [page.named(ROOT, name) for name in page.names(ROOT)]
    assert {type(proof) for proof in found} == set(page.KINDS.values())
    assert all(proof.wanted >= 2 for proof in found)
    assert (ROOT / page.PAGE).read_text() == page.page(ROOT), "run: python -m engine.match.strength --report"


def test_the_page_needs_nothing_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (page.PLANS, page.LINES):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    before = page.page(tmp_path)
    for name in ("KATAGO", "KATAGO_B6", "GNUGO_REGRESSION"):
        monkeypatch.setenv(name, "/somewhere/else")
    assert page.page(tmp_path) == before
