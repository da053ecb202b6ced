"""A match as one HTML page that needs nothing else: how it stands, how games ended, every game with its
record.

Events of more than two players have the tournament's report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from engine.game.rules import format_komi
from engine.match.record import Outcome
from engine.match.spec import MatchSpec
from engine.match.store import Result
from engine.match.table import MatchTable

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "body{color:#222;background:#fdfcf8}"
    "table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:left}"
    "td.n{text-align:right}.won{font-weight:600}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1b19}td,th{border-color:#444}a{color:#9bd}}"
)


def html_report(spec: MatchSpec, table: MatchTable, results: Sequence[Result]) -> str:
    """Write the page; links go to the records in `games/` beside it."""
    title = f"{table.first} v {table.second}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        "".join(f"<p>{escape(line)}</p>" for line in table.lines()),
        _facts(spec),
        _rows(("game", "Black", "White", "result", "reason", "moves", "Black s", "White s"), map(_game, results)),
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style>{''.join(parts)}</html>\n"
    )


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


def _game(result: Result) -> tuple[str, ...]:
    name = escape(str(result.id))
    black, white = (
        f'<td class="{"won" if result.outcome is outcome else ""}">{escape(player)}'
        for player, outcome in ((result.black, Outcome.BLACK), (result.white, Outcome.WHITE))
    )
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
    return "<table><tr>" + top + "".join("<tr>" + "".join(row) for row in rows) + "</table>"
