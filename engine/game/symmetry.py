"""The symmetries of a board, and moves that are the same but for how it is turned."""

import itertools
from collections.abc import Iterable, Sequence
from functools import cache

from gocore import Position

Turn = Sequence[int]
"""A symmetry as a list: point -> its image."""


@cache
def symmetries(width: int, height: int) -> tuple[Turn, ...]:
    """The board's symmetries, the one that moves nothing first. Eight on a square board, four on any other."""
    maps = []
    for flip_x, flip_y, swap in itertools.product((False, True), repeat=3):
        if swap and width != height:
            continue
        image = []
        for y, x in itertools.product(range(height), range(width)):
            a, b = (width - 1 - x if flip_x else x), (height - 1 - y if flip_y else y)
            image.append(a * width + b if swap else b * width + a)
        maps.append(tuple(image))
    return tuple(maps)


def canonical(position: Position, among: Iterable[Turn]) -> bytes:
    """A key that positions share when a symmetry turns one into the other with the same colour to move.

    among: the board's symmetries.
    """
    cells = bytes(position[point] for point in range(position.area))
    return min(bytes(map(cells.__getitem__, turn)) for turn in among) + bytes([position.to_move])


def turns(position: Position) -> list[Turn]:
    """The symmetries that leave all stones in place; while a ko is fought only the one that moves nothing.

    Looks at no history.
    """
    found = symmetries(position.width, position.height)
    if position.ko_point >= 0:
        return [found[0]]
    cells = [position[point] for point in range(position.area)]
    return [turn for turn in found if all(cells[image] == cell for cell, image in zip(cells, turn, strict=True))]


def images(position: Position, point: int, color: int, among: Sequence[Turn]) -> list[int]:
    """The points where a move would be the same.

    point: a legal move, the pass is only itself. among: `turns` of the position. Returns each once, in order, the point
    among them; no image that is not legal.
    """
    if point >= position.area:
        return [point]
    moved = {turn[point] for turn in among}
    return sorted(one for one in moved if one == point or position.is_legal(one, color))


def distinct(position: Position, points: Iterable[int], color: int, among: Sequence[Turn]) -> list[int]:
    """The points without those that are images of one before. among: `turns` of the position."""
    kept, seen = list[int](), set[int]()
    for point in points:
        if point not in seen:
            seen.update(images(position, point, color, among))
            kept.append(point)
    return kept
