"""Handicap stones: the fixed points of the GTP draft, free placement, and what White gets for them."""

from collections.abc import Sequence

from engine.errors import HandicapError
from engine.game.rules import RuleSet

MAX_FREE_SHARE = 2
"""At most one point in this many may hold a free handicap stone: a board needs room to play."""


def _lines(side: int) -> tuple[int, int, int]:
    """The near, middle and far handicap line of a side, counted from its first line (0)."""
    edge = 2 if side < 13 else 3
    return edge, side // 2, side - 1 - edge


def max_fixed(width: int, height: int) -> int:
    """The most fixed handicap stones a board takes (GTP draft 2, section 4.1.1); 0 where there are none.

    Square boards are the draft's: 4 on even sizes and on 7x7, 9 on odd ones from 9. A rectangle takes 9 only
    when both sides would.
    """
    if min(width, height) < 7:
        return 0
    return 9 if all(side % 2 and side >= 9 for side in (width, height)) else 4


def fixed_points(width: int, height: int, count: int) -> list[int]:
    """The points of a fixed handicap, in the draft's order.

    Raises HandicapError when the board does not take that many. Article 1's nine star points are those of
    19x19.
    """
    most = max_fixed(width, height)
    if not 2 <= count <= most:
        allowed = f"2 to {most}" if most else "no"
        raise HandicapError(f"a {width}x{height} board takes {allowed} fixed handicap stones, not {count}")
    left, middle, right = _lines(width)
    top, centre, bottom = _lines(height)
    corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
    points = corners[:count]
    if count >= 6:
        points += [(left, centre), (right, centre)]
    if count >= 8:
        points += [(middle, bottom), (middle, top)]
    if count in (5, 7, 9):
        points.append((middle, centre))
    return [y * width + x for x, y in points]


def free_points(width: int, height: int, count: int) -> list[int]:
    """A sound placement of free handicap stones: the fixed points where they suffice, then points far from
    all others.

    Raises HandicapError for fewer than 2 stones, or more than half of the board.
    """
    area = width * height
    if not 2 <= count <= area // MAX_FREE_SHARE:
        raise HandicapError(
            f"a {width}x{height} board takes 2 to {area // MAX_FREE_SHARE} handicap stones, not {count}"
        )
    most = max_fixed(width, height)
    points = fixed_points(width, height, min(count, most)) if most else []
    while len(points) < count:
        taken = set(points)
        points.append(max((p for p in range(area) if p not in taken), key=lambda p: _spread(p, points, width, height)))
    return points


def _spread(point: int, points: Sequence[int], width: int, height: int) -> tuple[int, int, int]:
    """How good a point is for one more stone: off the edge first, then far from the others, then near the
    centre."""
    y, x = divmod(point, width)
    edge = min(x, y, width - 1 - x, height - 1 - y)
    gaps = [(x - p % width) ** 2 + (y - p // width) ** 2 for p in points]
    centre = abs(2 * x - width + 1) + abs(2 * y - height + 1)
    return min(edge, 2), min(gaps, default=0), -centre


def check_free(points: Sequence[int], width: int, height: int) -> None:
    """Check the stones of `set_free_handicap`. Raises HandicapError: fewer than 2, one twice, off the board,
    a pass."""
    area = width * height
    if len(points) < 2:
        raise HandicapError(f"a handicap needs 2 stones or more, not {len(points)}")
    if len(set(points)) != len(points):
        raise HandicapError("a handicap stone is named twice")
    if any(not 0 <= point < area for point in points):
        raise HandicapError(f"a handicap stone is not on the {width}x{height} board")
    if len(points) >= area:
        raise HandicapError("the handicap stones fill the board")


def compensation(rules: RuleSet, stones: int) -> int:
    """Points that White gets for a handicap under area counting: none, N or N - 1 by the rule set; 0 without
    one.

    stones: the handicap stones. Article 11 is silent on it; the rule set or the event says it.
    """
    if stones < 2 or rules.core.bonus == "none":
        return 0
    return stones if rules.core.bonus == "N" else stones - 1
