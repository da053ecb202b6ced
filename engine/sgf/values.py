"""Values of properties: points, sizes, numbers and komi as FF[4] writes them, and as files really have them."""

import re
from functools import lru_cache
from typing import NamedTuple

from engine.errors import SgfError
from engine.game.rules import MAX_KOMI2

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Point letters: a-z are 1 to 26, A-Z are 27 to 52 (FF[4], Go)."""

_REAL = re.compile(r"\s*([+-]?\d{1,9}(?:[.,]\d{0,9})?|[+-]?[.,]\d{1,9})\s*")

_FOX = re.compile(r"fox|yuanyu", re.IGNORECASE)
"""Programs that write komi in hundredths, and in zi under Chinese rules."""


class Komi(NamedTuple):
    """Komi in half points, None where the file gives none that can be used; a warning where it was repaired."""

    half_points: int | None
    warning: str | None


@lru_cache(maxsize=8192)
def parse_point(text: str, width: int, height: int) -> int:
    """Read a point or a pass: column letter, row letter from the top.

    A pass is empty, or `tt` on boards of at most 19x19 (FF[3]). Returns p = y * width + x, width * height for a
    pass. Raises SgfError for anything else, naming it.
    """
    text = text.strip()
    if not text or (text == "tt" and width <= 19 and height <= 19):
        return width * height
    x, y = (_LETTERS.find(letter) for letter in text) if len(text) == 2 else (-1, -1)
    if x < 0 or y < 0:
        raise SgfError(f"not a point: [{text}]")
    if x >= width or y >= height:
        raise SgfError(f"point [{text}] is not on a {width}x{height} board")
    return y * width + x


def parse_points(values: list[str], width: int, height: int) -> list[int]:
    """Read a list of points, rectangles `aa:cc` among them. Raises SgfError for a pass or what is off the board."""
    points: dict[int, None] = {}
    for value in values:
        first, _, last = value.partition(":")
        corners = [parse_point(corner, width, height) for corner in (first, last or first)]
        if width * height in corners:
            raise SgfError(f"not a point: [{value}]")
        (y1, x1), (y2, x2) = (divmod(corner, width) for corner in corners)
        for y in range(min(y1, y2), max(y1, y2) + 1):
            for x in range(min(x1, x2), max(x1, x2) + 1):
                points[y * width + x] = None
    return list(points)


def format_point(point: int, width: int, height: int) -> str:
    """Write a point; a pass is the empty value (FF[4])."""
    if point == width * height:
        return ""
    row, column = divmod(point, width)
    return _LETTERS[column] + _LETTERS[row]


def parse_size(text: str | None) -> tuple[int, int]:
    """Read SZ: one number, or columns:rows; 19x19 where there is none. Raises SgfError when it is no size."""
    if text is None or not text.strip():
        return 19, 19
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:[:xX*]\s*(\d{1,3})\s*)?", text)
    width, height = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not (1 <= width <= 52 and 1 <= height <= 52):
        raise SgfError(f"not a board size: SZ[{text}]")
    return width, height


def format_size(width: int, height: int) -> str:
    """Write SZ; a square board has one number (FF[4])."""
    return str(width) if width == height else f"{width}:{height}"


def parse_number(text: str | None) -> float | None:
    """Read a Real, with a decimal comma too; None where there is none, or no number."""
    match = _REAL.fullmatch(text) if text else None
    return float(match[1].replace(",", ".")) if match else None


def parse_komi(text: str | None, application: str = "") -> Komi:
    """Read KM.

    application: AP, since what some programs write can be mended only when it is known to be theirs: Fox gives
    hundredths (650 for 6.5), and counts in zi, half a side's points, under Chinese rules (375 for 3 3/4 zi = 7.5).
    Quarters elsewhere can only be zi too. Never raises, and never returns what is not a number.
    """
    value = parse_number(text)
    if text is None or not text.strip():
        return Komi(None, None)
    if value is None:
        return Komi(None, f"KM[{text}] is no number; komi taken as not given")
    given, note = value, None
    if _FOX.search(application) and value.is_integer() and abs(value) >= 50:
        value /= 100
    if not (value * 2).is_integer() and (value * 4).is_integer():
        value *= 2
    half_points = round(value * 2)
    if abs(half_points) > MAX_KOMI2:
        return Komi(None, f"KM[{text}] cannot be meant; komi taken as not given")
    if half_points / 2 != given or "," in text:
        note = f"KM[{text}] read as {half_points / 2:g}"
    elif abs(value) >= 50:
        note = f"KM[{text}] is an unlikely komi"
    return Komi(half_points, note)
