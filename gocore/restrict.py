"""What a search is asked to leave out, checked and brought into one form."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gocore.position import Position

Late = tuple[int, int, int]
"""Colour, point, depth: the colour does not play the point among the first `depth` moves of a line."""


def barred(pos: "Position", allow: Iterable[int] | None, avoid: Iterable[int]) -> frozenset[int]:
    """Points, the area being the pass, with which no line begins: all but `allow`, and those of `avoid`.

    Raises ValueError for a point off the board, or when no legal move is left.
    """
    area = pos.area
    found = set(range(area + 1)) - set(allow) if allow is not None else set()
    found.update(avoid)
    for point in found:
        if not 0 <= point <= area:
            raise ValueError(f"point {point} is not on the board")
    if found.issuperset([*pos.legal(), area]):
        raise ValueError("no legal move is left to search")
    return frozenset(found)


def depths(pos: "Position", later: Iterable[Late]) -> frozenset[Late]:
    """The greatest depth of each colour and point. Raises ValueError for what is no such triple."""
    found: dict[tuple[int, int], int] = {}
    for color, point, depth in later:
        if color not in (1, 2) or not 0 <= point <= pos.area or depth < 0:
            raise ValueError(f"no colour, point and depth: {(color, point, depth)}")
        found[color, point] = max(found.get((color, point), 0), depth)
    return frozenset((*move, depth) for move, depth in found.items() if depth)
