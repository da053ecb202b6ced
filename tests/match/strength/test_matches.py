"""The kind `match`: plans, pieces, series, bars."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.errors import SpecError
from engine.match.strength import page
from engine.match.strength.__main__ import play
from engine.match.strength.matches import MatchProof
from tests.match.strength.helpers import FAKES, lines, rows
from tests.match.strength.helpers import write_plan as write_any

FAKE = (FAKES / "go_engine.py").as_posix()


def write_plan(root: Path, name: str = "fakes", **changes: object) -> MatchProof:
    values: dict[str, Any] = {
        "version": 1, "title": "a fake against one that gives up", "bar": 0.9, "games": 6, "concurrency": 2,
        "engine": f"A={{python}} '{FAKE}' --moves 3", "opponent": f"B={{python}} '{FAKE}' --mode resign --after 2",
        "flags": "--size 5 --openings random:2",
    } | changes  # fmt: skip
    write_any(root, name, **values)
    proof = page.named(root, name)
    assert isinstance(proof, MatchProof)
    return proof


def row(root: Path) -> list[str]:
    (root / page.PAGE).parent.mkdir(exist_ok=True)
    page.write_page(root)
    return rows(root)[-1]


def test_a_match_is_played_in_pieces_and_the_page_follows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_plan(tmp_path)
    assert not play(tmp_path, "fakes", games=3)
    assert "open (6 games wanted)" in (tmp_path / page.PAGE).read_text()
    assert play(tmp_path, "fakes")
    head, *games = lines(tmp_path, "fakes")
    assert head["title"] == "a fake against one that gives up"
    assert sys.executable not in json.dumps(head), "no machine's paths in the lines"
    assert sorted(g["game"] for g in games) == [1, 2, 3, 4, 5, 6]
    assert {g["reason"] for g in games} == {"resign"}
    assert all(g["commit"] and g["engines"] and g["settings"] == head["settings"] for g in games)
    assert rows(tmp_path)[-1][3:5] == ["6", "100.0 %"]
    assert rows(tmp_path)[-1][-2] == "met"
    assert "[6/6]" in capsys.readouterr().out
    assert play(tmp_path, "fakes"), "nothing is missing"
    assert len(lines(tmp_path, "fakes")) == 7


def test_the_key_of_a_plan_stays_what_it_was() -> None:
    """Else lines that are kept would no longer count."""
    proof = page.load(Path(__file__).parents[3] / page.PLANS / "random-9.toml")
    assert (proof.key, list(proof.said)) == ("ca03c211", ["engine", "opponent", "flags"])


def game(number: int, outcome: str, key: str, **more: object) -> str:
    black, white = ("A", "B") if number % 2 else ("B", "A")
    values = {"series": 1, "settings": key, "game": number, "black": black, "white": white, "outcome": outcome}
    rest = {"reason": "score", "moves": 9, "seconds": [1, 2], "commit": f"c{number % 5}", "date": "2026-01-01"}
    return json.dumps(values | rest | more) + "\n"


def put(root: Path, games: str) -> None:
    path = root / page.LINES / "fakes.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(games)


def test_a_bar_needs_its_score_and_an_interval_above_half(tmp_path: Path) -> None:
    key = write_plan(tmp_path, bar=0.6, games=20).key

    def verdict(outcomes: str) -> str:
        winner = {"w": {True: "black", False: "white"}, "l": {True: "white", False: "black"}}
        put(tmp_path, "".join(game(n, winner[o][n % 2 == 1], key) for n, o in enumerate(outcomes, 1)))
        return row(tmp_path)[-2]

    assert verdict("ww" * 10) == "met"
    assert verdict("ww" * 6 + "ll" * 4) == "not met", "60 % of 20 may be chance"
    assert verdict("wl" * 10) == "not met"
    assert verdict("ww" * 5) == "open (20 games wanted)"
    write_plan(tmp_path, bar=0.4, games=20)
    assert verdict("wl" * 10) == "met"
    assert row(tmp_path)[-1].endswith("…"), "many commits are cut short"


def test_one_side_may_have_black_in_every_game(tmp_path: Path) -> None:
    proof = write_plan(tmp_path, black="opponent", games=3, flags="--size 9 --handicap 4 --komi 0.5")
    jobs = proof.units()
    assert [(name, job.black.name, job.handicap) for name, job in jobs.items()] == [(n, "B", 4) for n in (2, 4, 6)]
    assert len({job.seed for job in jobs.values()}) == 3
    assert play(tmp_path, "fakes", games=3)
    assert [(line["black"], line["outcome"]) for line in lines(tmp_path, "fakes")[1:]] == [("B", "white")] * 3
    assert rows(tmp_path)[-1][3:5] == ["3", "100.0 %"]
    ours = write_plan(tmp_path, black="engine", games=3)
    assert [job.black.name for job in ours.units().values()] == ["A"] * 3
    assert ours.key != proof.key


def test_a_bar_against_resigning_early(tmp_path: Path) -> None:
    key = write_plan(tmp_path, bar=None, resigns_from=60, games=4).key

    def verdict(*games: str) -> str:
        put(tmp_path, "".join(games))
        return row(tmp_path)[-2]

    theirs, late = {"reason": "resign", "moves": 20}, {"reason": "resign", "moves": 60}
    fine = game(1, "black", key, **theirs), game(2, "black", key, **late), game(3, "white", key)
    assert verdict(*fine) == "open (4 games wanted)"
    assert verdict(*fine, game(4, "white", key, **theirs)) == "met", "it is the other that gives up early"
    assert row(tmp_path)[2:4] == ["no resignation before move 60", "4"]
    assert verdict(*fine, game(4, "black", key, reason="resign", moves=59)) == "not met"
    assert verdict(game(2, "black", key, **theirs)) == "not met", "one is enough, however many are missing"
    assert verdict() == "not played"


def test_a_test_that_has_decided_ends_a_match(tmp_path: Path) -> None:
    write_plan(tmp_path, games=60, flags="--size 5 --openings random:2 --sprt 0,400")
    assert play(tmp_path, "fakes")
    assert 4 <= len(lines(tmp_path, "fakes")) < 60
    assert rows(tmp_path)[-1][-2] == "met"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bar": 0}, "bar"),
        ({"bar": 1.5}, "bar"),
        ({"bar": True}, "bar"),
        ({"bar": None}, "either bar or resigns_from"),
        ({"resigns_from": 60}, "either bar or resigns_from"),
        ({"resigns_from": 0, "bar": None}, "resigns_from 0"),
        ({"version": 2}, "version"),
        ({"title": None}, "title"),
        ({"colour": "x"}, "colour"),
        ({"games": "many"}, "games 'many'"),
        ({"concurrency": 0}, "concurrency"),
        ({"black": "both"}, "engine or opponent"),
        ({"flags": "--size 99"}, "99x99"),
        ({"engine": "'"}, "quotation"),
        ({"kind": "mach"}, "one of match, suite"),
    ],
)
def test_plans_that_are_wrong(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    with pytest.raises(SpecError, match=rf"fakes.toml: .*{words}"):
        write_plan(tmp_path, **changes)


def test_an_engine_whose_variable_is_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH_NET", raising=False)
    proof = write_plan(tmp_path, opponent="B=engine --net $NO_SUCH_NET --other ${NO_SUCH_FILE}")
    with pytest.raises(SpecError, match=r"environment: NO_SUCH_FILE, NO_SUCH_NET$"):
        proof.check()
    monkeypatch.setenv("NO_SUCH_NET", "some/net")
    monkeypatch.setenv("NO_SUCH_FILE", "some/file")
    other = write_plan(tmp_path, opponent="B=engine --net $NO_SUCH_NET --other ${NO_SUCH_FILE}")
    assert other.spec.engines[1].command[-3:] == ("some/net", "--other", "some/file")
    assert other.key == proof.key, "what a machine has where is no part of the plan"
