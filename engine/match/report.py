"""A match as one HTML page that needs nothing else: how it stands, how games ended, a board to replay them.

Events of more than two players have the tournament's report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from engine.game.rules import format_komi
from engine.match import page
from engine.match.record import GameId, Outcome
from engine.match.spec import MatchSpec
from engine.match.store import Result
from engine.match.table import MatchTable

ON_THE_BOARD = 1000
"""The page holds the records of so many games, the last ones; a longer match would make it too heavy to open."""

_KEYS = (
    "Click a game, or press <kbd>G</kbd> for the first. On the board: <kbd>←</kbd> <kbd>→</kbd> move, <kbd>Home</kbd> "
    "<kbd>End</kbd>, <kbd>N</kbd> <kbd>P</kbd> next and previous game; click a point to try a move; swipe on a touch "
    "screen."
)


def records_of(folder: Path, results: Sequence[Result]) -> dict[GameId, str]:
    """Read the records of a match's last games from its folder; what is not there is left out."""
    paths = {result.id: folder / result.sgf for result in results[-ON_THE_BOARD:] if result.sgf}
    return {id: path.read_text(encoding="utf-8") for id, path in paths.items() if path.is_file()}


def html_report(
    spec: MatchSpec, table: MatchTable, results: Sequence[Result], records: Mapping[GameId, str] | None = None
) -> str:
    """Write the page. records: SGF text of the games that can be replayed on it."""
    records = records or {}
    title = f"{table.first} v {table.second}"
    parts = [
        f'<header class="top"><h1>{escape(title)}</h1>',
        "".join(f'<p class="sub">{escape(line)}</p>' for line in table.lines()),
        "</header><main>",
        _section("The match", _facts(spec)),
        _section("Games", _games(results, records)),
        "</main>",
        page.board([_replay(result, records[result.id]) for result in results if result.id in records]),
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{page.POLICY}">'
        '<meta name="color-scheme" content="light dark">'
        f"<style>{page.part('report.css')}</style>{''.join(parts)}</html>\n"
    )


def _section(title: str, body: str) -> str:
    return f"<section><h2>{title}</h2>{body}</section>"


def _facts(spec: MatchSpec) -> str:
    settings = spec.settings
    facts = [
        ("board", f"{settings.width}x{settings.height}"),
        ("rules", f"{settings.rules}, komi {format_komi(settings.komi2)}, score {settings.score}"),
        ("time", settings.time or "none"),
        ("openings", f"{spec.openings}, {'pairs with colours swapped' if spec.paired else 'one a game'}"),
        ("seed", str(spec.seed)),
    ]
    for engine in spec.engines:
        facts.append((engine.name, " ".join(engine.command) + (f" (time {engine.time})" if engine.time else "")))
    return _rows(("", ""), ((f"<td>{escape(key)}", f"<td>{escape(value)}") for key, value in facts))


def _games(results: Sequence[Result], records: Mapping[GameId, str]) -> str:
    head = ("game", "Black", "White", "result", "reason", "moves", "Black s", "White s")
    left_out = len(results) - len(records)
    note = f" {left_out} games without a board here are in games/." if left_out and records else ""
    rows = _rows(head, (_game(result, result.id in records) for result in results))
    return f'<p class="note">{_KEYS}{note}</p>{rows}' if records else rows


def _replay(result: Result, sgf: str) -> dict[str, str]:
    return {
        "key": _key(result.id),
        "title": str(result.id),
        "black": result.black,
        "white": result.white,
        "result": f"{result.text} ({result.reason})",
        "sgf": sgf,
    }


def _key(id: GameId) -> str:
    return f"r{id.round}t{id.table}g{id.number}"


def _game(result: Result, on_board: bool) -> tuple[str, ...]:
    name = escape(str(result.id))
    black, white = (
        f'<td class="{"won" if result.outcome is outcome else ""}">{escape(player)}'
        for player, outcome in ((result.black, Outcome.BLACK), (result.white, Outcome.WHITE))
    )
    if on_board:
        link = f'<a href="#{_key(result.id)}" data-game="{_key(result.id)}">{name}</a>'
    else:
        link = f'<a href="{escape(result.sgf)}">{name}</a>' if result.sgf else name
    return (
        f"<td>{link}",
        black,
        white,
        f"<td>{escape(result.text)}" + (" (corrected)" if result.corrected else ""),
        f"<td>{escape(str(result.reason))}",
        f'<td class="n">{result.plies}',
        f'<td class="n">{result.black_ms / 1000:.1f}',
        f'<td class="n">{result.white_ms / 1000:.1f}',
    )


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    top = "".join(f"<th>{escape(cell)}" for cell in head)
    body = "".join("<tr>" + "".join(row) for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</thead><tbody>{body}</tbody></table></div>'
