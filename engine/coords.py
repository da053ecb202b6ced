"""Vertices as people write them ("Q16") and points as the core counts them; the one place that skips I.

Point p = y * width + x with y = 0 the top line, so A19 of a 19x19 board is 0; a pass is width * height.
"""

import re

from engine.errors import VertexError

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Column letters from the left, without I (GTP draft 2, section 2.11)."""

_VERTEX = re.compile(r"([A-Za-z])([0-9]{1,3})")


def format_vertex(point: int, width: int, height: int) -> str:
    """Write a point as a vertex: upper-case letter and row number from the bottom, or `pass`.

    point: 0 .. width * height, the last being the pass. Raises VertexError for any other number.
    """
    if point == width * height:
        return "pass"
    if not 0 <= point < width * height:
        raise VertexError(f"point {point} is not on a {width}x{height} board")
    row, column = divmod(point, width)
    return f"{COLUMNS[column]}{height - row}"


def parse_vertex(text: str, width: int, height: int) -> int:
    """Read a vertex in any case, or `pass`.

    Returns the point, width * height for a pass. Raises VertexError when the text is no vertex (column I among
    them) or lies off the board. Does not accept `resign`, SGF coordinates or spaces.
    """
    if text.lower() == "pass":
        return width * height
    match = _VERTEX.fullmatch(text)
    column = COLUMNS.find(match[1].upper()) if match else -1
    if match is None or column < 0:
        raise VertexError(f"not a vertex: {text!r}")
    row = int(match[2])
    if column >= width or not 1 <= row <= height:
        raise VertexError(f"vertex {text.upper()} is not on a {width}x{height} board")
    return (height - row) * width + column


def name_points(text: str, width: int, height: int) -> str:
    """Put vertices for the numbers of points in a message of the core: `point 72` becomes `A1` on nine lines."""
    return re.sub(r"\bpoint (\d+)", lambda found: format_vertex(int(found[1]), width, height), text)
