"""What every report page is made of, a match's and a tournament's: style, the board that replays games, their records.

A page holds everything itself: it opens from disk and asks no network for anything.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PARTS = Path(__file__).parent / "templates"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""The content security policy of a page: nothing from outside."""


def part(name: str) -> str:
    """Return a part of a page as it stands: `report.css`, `viewer.html` (the board's frame), `board.js`."""
    return (PARTS / name).read_text(encoding="utf-8")


def plain_json(value: Any) -> str:
    """Return JSON that is safe inside a script element, whatever names and records hold."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e").replace("\u2028", "\\u2028")


def board(games: list[dict[str, str]]) -> str:
    """Return the end of a page with games to replay: the viewer, the records and the script.

    games: `key` (as `r1t1g1`, what links name in `data-game`), `title`, `black`, `white`, `result`, `sgf`.
    """
    records = f'<script type="application/json" id="records">{plain_json(games)}</script>'
    return f"{part('viewer.html')}{records}\n<script>{part('board.js')}</script>\n"
