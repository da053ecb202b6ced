"""Read the words of a command. What cannot be read is refused in the standard's words; words too many are
left alone.
"""

import re

from engine import coords
from engine.errors import CommandRefused, VertexError
from engine.gtp.door import Args, Door
from engine.wording import whole_number

BLACK, WHITE = 1, 2
_COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_NUMBER = re.compile(r"[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?", re.ASCII)


def syntax_error(why: str) -> CommandRefused:
    """Make the standard's `syntax error`, with the reason for the log."""
    refusal = CommandRefused("syntax error")
    refusal.__cause__ = ValueError(why)
    return refusal


def word(args: Args, index: int, what: str) -> str:
    """Return a word that must be there."""
    if len(args) <= index:
        raise syntax_error(f"{what} is missing")
    return args[index]


def color(text: str) -> int:
    """Read a colour, in any case."""
    found = _COLORS.get(text.lower())
    if found is None:
        raise syntax_error(f"not a colour: {text[:40]!r}")
    return found


def is_color(text: str) -> bool:
    """Whether a word is a colour."""
    return text.lower() in _COLORS


def vertex(door: Door, text: str) -> int:
    """Read a vertex of the present board, or a pass, in any case."""
    game = door.session.game
    try:
        return coords.parse_vertex(text, game.width, game.height)
    except VertexError as error:
        raise CommandRefused("syntax error") from error


def point(door: Door, text: str) -> int:
    """Read a vertex that is no pass."""
    found = vertex(door, text)
    if found == door.session.position.area:
        raise syntax_error("a pass is no point")
    return found


def name(door: Door, found: int) -> str:
    """Write a point of the present board, or a pass."""
    game = door.session.game
    return coords.format_vertex(found, game.width, game.height)


def names(door: Door, points: "list[int] | tuple[int, ...]") -> str:
    """Write points one after another."""
    return " ".join(name(door, found) for found in points)


def integer(text: str) -> int:
    """Read a whole number of either sign."""
    value = whole_number(text)
    if value is None:
        raise syntax_error(f"not a whole number: {text[:40]!r}")
    return value


def seconds(text: str, negative: bool = True) -> int:
    """Read seconds, whole or not, and return milliseconds; a century is enough.

    negative: what is less than none is taken as none, as controllers say what a late side has left; else refused.
    """
    if not _NUMBER.fullmatch(text) or (not negative and float(text) < 0):
        raise syntax_error(f"not a number of seconds: {text[:40]!r}")
    return round(min(max(float(text), 0.0), 3e9) * 1000)


def pairs(door: Door, args: Args, passes: bool = True) -> list[tuple[int, int]]:
    """Read `colour vertex colour vertex …`."""
    if len(args) % 2:
        raise syntax_error("a vertex is missing after the last colour")
    read = vertex if passes else point
    return [(color(c), read(door, v)) for c, v in zip(args[::2], args[1::2], strict=True)]
