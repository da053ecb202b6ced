"""Moves that are the same but for how the board is turned: an opening may begin in any corner at no cost."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from gocore import Position

Turn = Callable[[int, int], tuple[int, int]]


def symmetries(position: Position) -> list[Turn]:
    """The rotations and reflections that leave all stones in place, without the one that moves nothing.

    None while a ko is fought. Looks at no history.
    """
    if position.ko_point >= 0:
        return []
    return [turn for turn in _turns(position.width, position.height) if _same(position, turn)]


def images(position: Position, point: int, color: int, turns: Sequence[Turn]) -> list[int]:
    """The points where a move would be the same.

    point: a legal move, the pass is only itself. turns: `symmetries` of the position. Returns each once, in order, the
    point among them; no image that is not legal.
    """
    if point >= position.area:
        return [point]
    moved = {_moved(position, point, turn) for turn in turns}
    return sorted({point} | {one for one in moved if position.is_legal(one, color)})


def distinct(position: Position, points: Iterable[int], color: int, turns: Sequence[Turn]) -> list[int]:
    """The points without those that are images of one before."""
    kept, seen = list[int](), set[int]()
    for point in points:
        if point not in seen:
            seen.update(images(position, point, color, turns))
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
