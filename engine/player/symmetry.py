"""Moves that are the same but for how the board is turned: an opening may begin in any corner at no cost."""

from collections.abc import Callable, Iterable, Iterator

from gocore import Position

Turn = Callable[[int, int], tuple[int, int]]


def images(position: Position, point: int, color: int) -> list[int]:
    """The points where this move would be the same, by rotations and reflections that leave all stones in place.

    point: a legal move, the pass is only itself. Returns each once, in order, the point among them; only itself while
    a ko is fought. Looks at no history but that of legality.
    """
    if point >= position.area or position.ko_point >= 0:
        return [point]
    found = {point}
    for turn in _turns(position.width, position.height):
        moved = _moved(position, point, turn)
        if moved not in found and _same(position, turn) and position.is_legal(moved, color):
            found.add(moved)
    return sorted(found)


def distinct(position: Position, points: Iterable[int], color: int) -> list[int]:
    """The points without those that are images of one before."""
    kept, seen = list[int](), set[int]()
    for point in points:
        if point not in seen:
            seen.update(images(position, point, color))
            kept.append(point)
    return kept


def _turns(width: int, height: int) -> Iterator[Turn]:
    """The rotations and reflections of a board, without the one that moves nothing."""
    right, low = width - 1, height - 1
    yield lambda x, y: (right - x, y)
    yield lambda x, y: (x, low - y)
    yield lambda x, y: (right - x, low - y)
    if width == height:
        yield lambda x, y: (y, x)
        yield lambda x, y: (low - y, x)
        yield lambda x, y: (y, right - x)
        yield lambda x, y: (low - y, right - x)


def _moved(position: Position, point: int, turn: Turn) -> int:
    x, y = turn(point % position.width, point // position.width)
    return y * position.width + x


def _same(position: Position, turn: Turn) -> bool:
    """Whether each stone lands on a stone of its colour, which it does for empty points then too."""
    return all(position[_moved(position, p, turn)] == position[p] for p in range(position.area))
