"""What every picture of a board has in common: the stones it shows, its star points, its marks."""

from typing import Protocol


class Stones(Protocol):
    """What can be drawn: any gocore Board or Position, or a stand-in of the caller's."""

    @property
    def width(self) -> int:
        """Columns, 1 .. 25."""

    @property
    def height(self) -> int:
        """Rows, 1 .. 25."""

    def __getitem__(self, point: int, /) -> int:
        """Return 0 for an empty point, 1 for Black, 2 for White; point = y * width + x, y = 0 the top line."""


def star_points(width: int, height: int) -> frozenset[int]:
    """Return the points marked on a board of this size: nine on 19x19 (Article 1, figure 1), five on 13x13 and 9x9.

    The corner stars stand on the fourth line from 13 lines on, on the third below; a side of fewer than 7 lines has
    none of its own. A middle line exists on odd sides only, and side stars only from 15 lines on both sides.
    """

    def corners(side: int) -> tuple[int, ...]:
        edge = 3 if side >= 13 else 2
        return (edge, side - 1 - edge) if side >= 7 else ()

    def middle(side: int) -> tuple[int, ...]:
        return (side // 2,) if side % 2 and side >= 3 else ()

    pairs = [(x, y) for x in corners(width) for y in corners(height)]
    pairs += [(x, y) for x in middle(width) for y in middle(height)]
    if min(width, height) >= 15:
        pairs += [(x, y) for x in middle(width) for y in corners(height)]
        pairs += [(x, y) for x in corners(width) for y in middle(height)]
    return frozenset(y * width + x for x, y in pairs)
