"""What people enter by hand is checked here: margins, records, articles, remarks.

A result must be one that the game can have. Whatever is refused names what would do.
"""

from __future__ import annotations

import re
from fractions import Fraction

from engine import sgf
from engine.errors import EventError
from engine.game.rules import by_name
from engine.tournament.event import Event
from engine.tournament.model import Game, Outcome
from engine.wording import unfit
from gocore import BLACK, WHITE

_ARTICLE = re.compile(r"([0-9]{1,2})(?:\.[0-9IVX]{1,4})*(?: ?[A-E])?")
ARTICLES = 31
"""So many articles has the text."""


def margin2_of(found: Outcome) -> Fraction | None:
    """Return by how many half points a result says that the game was won; None where it was not counted."""
    margin = re.fullmatch(r"[BW]\+([0-9.]+)", found.text)
    return None if margin is None else 2 * Fraction(margin[1])


def check_margin(event: Event, game: Game, found: Outcome) -> None:
    """Refuse a margin that no count of this board and komi gives (Article 9): EventError says why."""
    margin2 = margin2_of(found)
    if margin2 is None:
        return
    if margin2 == 0 or margin2.denominator != 1:
        why = "a count goes by half points (two for each zi)" if margin2 else "a draw is ="
        raise EventError(f"{found.text}: {why}")
    core, area = by_name(event.play.edition).core, event.play.size**2
    # By territory prisoners add to what the board has; a handicap may be given back in whole points.
    most2 = 2 * area * (1 if core.scoring == "area" else 2) + abs(game.komi2) + 2 * game.handicap
    if margin2 > most2:
        raise EventError(f"{found.text}: more than {most2 / 2:g}, all that {area} points and the komi give")
    if not core.button and (int(margin2) + game.komi2) % 2:
        ends = "a half number" if game.komi2 % 2 else "a whole number"
        raise EventError(f"{found.text}: with komi {game.komi2 / 2:g} a game is won by {ends} of points")


def check_record(event: Event, found: Outcome, data: bytes) -> str:
    """Return a game's record as text, once our reader has understood it and it is of this game.

    Raises SgfError for what is no record, EventError for one of another board or with another result.
    """
    record = next(iter(sgf.loads(data)))
    size = event.play.size
    if record.size != (size, size):
        raise EventError(f"the record is of a {record.size[0]}x{record.size[1]} board, the event's is {size}x{size}")
    said = record.main_line().result
    if said is not None and not said.void:
        winner = BLACK if found.black > found.white else WHITE if found.white > found.black else 0
        margin2 = margin2_of(found)
        if said.winner != winner or (said.kind == "count" and margin2 is not None and said.margin2 != margin2):
            raise EventError(f"the record says {said.sgf()}, not {found.text}")
    return data.decode("utf-8", errors="replace")


def check_article(text: str) -> None:
    """Refuse what names no article of the text, such as 17.2 or 28.I B (EventError)."""
    found = _ARTICLE.fullmatch(text)
    if found is None or not 1 <= int(found[1]) <= ARTICLES:
        raise EventError(f"{text!r} is no article (write 17.2 or 28.I B; the text has {ARTICLES})")


def check_words(text: str, what: str) -> None:
    """Refuse words that are empty or that no line can show (EventError)."""
    if not text.strip():
        raise EventError(f"{what} is empty")
    if bad := unfit(text):
        raise EventError(f"{what} holds the character {bad}, which no line can show")
