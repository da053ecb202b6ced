"""The page of a match: complete in itself, safe, every game on its board."""

import json
import re
from pathlib import Path

import pytest

from engine.match import report
from engine.match.record import GameId, Outcome, Reason
from engine.match.spec import EngineSpec, GameSettings, MatchSpec
from engine.match.store import Result
from engine.match.table import tabulate

SGF = "(;GM[1]SZ[9];B[ee];W[dd]C[a </script> in a comment])"
ENGINES = (EngineSpec("A <b>", ("a",)), EngineSpec("B", ("b",)))
SPEC = MatchSpec(event="ev", engines=ENGINES, games=2, settings=GameSettings())


def result(number: int, sgf: str = "") -> Result:
    """A game of two that Black won by 3.5."""
    id = GameId("ev", 1, 1, number)
    return Result(id, "A <b>", "B", Outcome.BLACK, Reason.SCORE, 7, 40, 1500, 2500, "runner", "", sgf)


def page(results: list[Result], records: dict[GameId, str] | None = None) -> str:
    """The page of these games."""
    return report.html_report(SPEC, tabulate(results, ("A <b>", "B"), paired=False), results, records)


def replayed(text: str) -> list[dict[str, str]]:
    """The games that the page's board holds."""
    found = re.search(r'<script type="application/json" id="records">(.*?)</script>', text)
    assert found is not None
    games: list[dict[str, str]] = json.loads(found[1])
    return games


def test_every_game_with_a_record_opens_on_the_board() -> None:
    results = [result(1, "games/ev-1-1-1.sgf"), result(2)]
    text = page(results, {results[0].id: SGF})
    assert 'data-game="r1t1g1"' in text
    assert 'data-game="r1t1g2"' not in text
    assert replayed(text) == [
        {"key": "r1t1g1", "title": "ev-1-1-1", "black": "A <b>", "white": "B", "result": "B+3.5 (score)", "sgf": SGF}
    ]
    assert "1 games without a board here" in text


def test_the_page_asks_the_network_for_nothing_and_names_cannot_break_out() -> None:
    text = page([result(1)], {GameId("ev", 1, 1, 1): SGF})
    assert "default-src 'none'" in text
    assert "<b>" not in text
    assert text.count("</script>") == 2
    addresses = set(re.findall(r"https?://[^\"' ]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}, "a name space, not fetched"
    assert not re.search(r"<(link|img|iframe)\b", text)


def test_records_are_read_from_the_folder_and_a_missing_one_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.sgf").write_text(SGF, encoding="utf-8")
    results = [result(1, "games/one.sgf"), result(2, "games/two.sgf"), result(3)]
    assert report.records_of(tmp_path, results) == {results[0].id: SGF}


def test_a_long_match_puts_its_last_games_on_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "ON_THE_BOARD", 2)
    (tmp_path / "games").mkdir()
    for number in range(1, 5):
        (tmp_path / "games" / f"{number}.sgf").write_text(SGF, encoding="utf-8")
    results = [result(number, f"games/{number}.sgf") for number in range(1, 5)]
    found = report.records_of(tmp_path, results)
    assert [id.number for id in found] == [3, 4]
    text = page(results, found)
    assert "2 games without a board here are in games/" in text
    assert 'href="games/1.sgf"' in text
