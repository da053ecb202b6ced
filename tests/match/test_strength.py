"""Proofs of strength: plans, lines, pieces, series, and the page made from them."""

import json
import sys
from pathlib import Path

import pytest

from engine.errors import SpecError
from engine.match import strength
from engine.match.strength import Plan, Series, main, page, play

ROOT = Path(__file__).parents[2]
FAKE = (ROOT / "tests" / "fakes" / "go_engine.py").as_posix()


def write_plan(root: Path, name: str = "fakes", **changes: object) -> None:
    values = {
        "version": 1, "title": "a fake against one that gives up", "bar": 0.9, "games": 6, "concurrency": 2,
        "engine": f"A={{python}} '{FAKE}' --moves 3", "opponent": f"B={{python}} '{FAKE}' --mode resign --after 2",
        "flags": "--size 5 --openings random:2",
    } | changes  # fmt: skip
    folder = root / strength.PLANS
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{key} = {json.dumps(value)}" for key, value in values.items() if value is not None]
    (folder / f"{name}.toml").write_text("\n".join(lines))


def lines(root: Path, name: str = "fakes") -> list[dict[str, object]]:
    return [json.loads(line) for line in (root / strength.LINES / f"{name}.jsonl").read_text().splitlines()]


def test_a_match_is_played_in_pieces_and_the_page_follows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_plan(tmp_path)
    assert not play(tmp_path, "fakes", games=3)
    assert "open (6 games wanted)" in (tmp_path / strength.PAGE).read_text()
    assert play(tmp_path, "fakes")
    head, *games = lines(tmp_path)
    assert head["title"] == "a fake against one that gives up"
    assert sys.executable not in json.dumps(head), "no machine's paths in the lines"
    assert sorted(g["game"] for g in games) == [1, 2, 3, 4, 5, 6]  # type: ignore[type-var]
    assert {g["reason"] for g in games} == {"resign"}
    assert all(g["commit"] and g["engines"] and g["settings"] == head["settings"] for g in games)
    assert "| 6 | 100.0 % |" in (tmp_path / strength.PAGE).read_text()
    assert "| met |" in (tmp_path / strength.PAGE).read_text()
    assert "[6/6]" in capsys.readouterr().out
    assert play(tmp_path, "fakes"), "nothing is missing"
    assert len(lines(tmp_path)) == 7


def test_a_line_cut_off_in_mid_write_is_played_again(tmp_path: Path) -> None:
    write_plan(tmp_path, games=2)
    assert play(tmp_path, "fakes")
    path = tmp_path / strength.LINES / "fakes.jsonl"
    path.write_text(path.read_text()[:-20])
    assert "| 1 | 100.0 % |" in page(tmp_path)
    assert play(tmp_path, "fakes")
    assert len(lines(tmp_path)) == 3


def game(number: int, outcome: str, key: str, series: int = 1) -> str:
    black, white = ("A", "B") if number % 2 else ("B", "A")
    values = {"series": series, "settings": key, "game": number, "black": black, "white": white, "outcome": outcome}
    rest = {"reason": "score", "moves": 9, "seconds": [1, 2], "commit": f"c{number % 5}", "date": "2026-01-01"}
    return json.dumps(values | rest) + "\n"


def test_a_bar_needs_its_score_and_an_interval_above_half(tmp_path: Path) -> None:
    write_plan(tmp_path, bar=0.6, games=20)
    plan = Plan.load(tmp_path / strength.PLANS / "fakes.toml")
    path = tmp_path / strength.LINES / "fakes.jsonl"
    path.parent.mkdir(parents=True)

    def verdict(outcomes: str) -> str:
        winner = {"w": {True: "black", False: "white"}, "l": {True: "white", False: "black"}}
        text = (game(n, winner[o][n % 2 == 1], plan.key) for n, o in enumerate(outcomes, 1))
        path.write_text("".join(text))
        return page(tmp_path).splitlines()[-1].split("|")[8].strip()

    assert verdict("ww" * 10) == "met"
    assert verdict("ww" * 6 + "ll" * 4) == "not met", "60 % of 20 may be chance"
    assert verdict("wl" * 10) == "not met"
    assert verdict("ww" * 5) == "open (20 games wanted)"
    write_plan(tmp_path, bar=0.4, games=20)
    assert verdict("wl" * 10) == "met"
    assert page(tmp_path).count("…") == 1, "many commits are cut short"


def test_another_match_under_the_same_name_is_a_new_series(tmp_path: Path) -> None:
    write_plan(tmp_path, games=2)
    assert play(tmp_path, "fakes")
    write_plan(tmp_path, games=2, flags="--size 5 --openings random:3")
    assert "not played" in page(tmp_path)
    assert play(tmp_path, "fakes")
    assert [line["series"] for line in lines(tmp_path)] == [1, 1, 1, 2, 2, 2]
    assert play(tmp_path, "fakes", new=True)
    assert [line["series"] for line in lines(tmp_path)][-3:] == [3, 3, 3]


def test_more_games_of_the_same_match_are_the_same_series(tmp_path: Path) -> None:
    write_plan(tmp_path, games=2)
    first = Plan.load(tmp_path / strength.PLANS / "fakes.toml").key
    write_plan(tmp_path, games=4, bar=0.5, title="another title")
    assert Plan.load(tmp_path / strength.PLANS / "fakes.toml").key == first


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bar": 0}, "bar"),
        ({"version": 2}, "version"),
        ({"title": None}, "title"),
        ({"colour": "x"}, "colour"),
        ({"flags": "--size 99"}, "99x99"),
        ({"engine": "'"}, "quotation"),
    ],
)
def test_plans_that_are_wrong(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    write_plan(tmp_path, **changes)
    with pytest.raises(SpecError, match=words):
        Plan.load(tmp_path / strength.PLANS / "fakes.toml")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    write_plan(tmp_path)
    assert main([]) == main(["--list"]) == 0
    assert "fakes: a fake against" in capsys.readouterr().out
    assert main(["other"]) == 2
    assert "there are: fakes" in capsys.readouterr().err
    assert main(["--report"]) == 0
    assert "not played" in (tmp_path / strength.PAGE).read_text()
    write_plan(tmp_path, "gone", engine="A=/no/such/engine")
    assert main(["gone"]) == 2
    assert not (tmp_path / strength.LINES / "gone.jsonl").exists()


def test_series_of_nothing(tmp_path: Path) -> None:
    series = Series(tmp_path / "none.jsonl", "key")
    assert (series.number, series.games, series.played()) == (1, [], set())


def test_the_repository_s_own_plans_load_and_its_page_is_fresh() -> None:
    found = strength.names(ROOT)
    assert found
    for name in found:
        assert Plan.load(ROOT / strength.PLANS / f"{name}.toml").spec.games >= 2
    assert (ROOT / strength.PAGE).read_text() == page(ROOT), "run: python -m engine.match.strength --report"
