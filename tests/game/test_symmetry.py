"""Images of a move: every turn that leaves the stones in place, none that does not."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import symmetry
from engine.game.symmetry import symmetries, turns
from gocore import BLACK, WHITE, Position


@pytest.mark.parametrize(("width", "height", "count"), [(9, 9, 8), (5, 7, 4), (1, 1, 8), (1, 3, 4)])
def test_symmetries_are_permutations_that_keep_neighbours(width: int, height: int, count: int) -> None:
    maps = symmetries(width, height)
    assert len(maps) == count
    for image in maps:
        assert sorted(image) == list(range(width * height))
        for p, q in itertools.combinations(range(width * height), 2):
            near = abs(p % width - q % width) + abs(p // width - q // width)
            a, b = image[p], image[q]
            assert abs(a % width - b % width) + abs(a // width - b // width) == near
    if width > 1:
        assert len({tuple(image) for image in maps}) == count


def images(position: Position, point: int, color: int) -> list[int]:
    return symmetry.images(position, point, color, turns(position))


def distinct(position: Position, points: list[int], color: int) -> list[int]:
    return symmetry.distinct(position, points, color, turns(position))


@pytest.mark.parametrize(
    ("width", "height", "point", "expected"),
    [
        (9, 9, 40, [40]),  # the centre
        (9, 9, 81, [81]),  # the pass
        (9, 9, 20, [20, 24, 56, 60]),  # a diagonal
        (9, 9, 21, [21, 23, 29, 33, 47, 51, 57, 59]),
        (9, 9, 22, [22, 38, 42, 58]),  # the middle of a side
        (3, 2, 0, [0, 2, 3, 5]),  # a rectangle is not turned by a quarter
        (3, 2, 1, [1, 4]),
        (1, 1, 0, [0]),
    ],
)
def test_an_empty_board_can_be_turned_in_all_ways(width: int, height: int, point: int, expected: list[int]) -> None:
    assert images(Position(width, height), point, BLACK) == expected


def test_stones_leave_the_turns_that_keep_them() -> None:
    position = Position(9)
    position.play(40)
    assert len(images(position, 21, WHITE)) == 8
    position.play(20)
    assert images(position, 24, BLACK) == [24, 56], "the diagonal through 20 and 40 is left"
    assert images(position, 60, BLACK) == [60]
    position.play(23)
    assert images(position, 24, WHITE) == [24]


def test_colours_count() -> None:
    position = Position(5)
    position.setup(black=[6, 18], white=[8])
    assert images(position, 0, BLACK) == [0, 24]
    assert images(position, 16, BLACK) == [16]


def test_a_ko_is_a_place_of_its_own() -> None:
    position = Position(5)
    position.setup(black=[1, 5, 11], white=[2, 6, 8, 12], to_move=BLACK)
    position.play(7)
    assert position.ko_point >= 0
    assert images(position, 20, WHITE) == [20]


def test_of_images_the_first_is_kept() -> None:
    assert distinct(Position(9), [41, 40, 31, 81, 20, 60, 49, 21], BLACK) == [41, 40, 81, 20, 21]
    assert distinct(Position(9), [], BLACK) == []


@given(st.data())
def test_an_image_is_what_turning_the_whole_board_gives(data: st.DataObject) -> None:
    """Against numpy: the position after the move, turned, is the position after the image of the move."""
    side = data.draw(st.integers(2, 5))
    position = Position(side)
    for _ in range(data.draw(st.integers(0, 4))):
        legal = position.legal()
        if legal:
            position.play(data.draw(st.sampled_from(legal)))
    legal = position.legal()
    if not legal or position.ko_point >= 0:
        return
    point, color = data.draw(st.sampled_from(legal)), position.to_move

    def after(p: int) -> bytes:
        one = position.copy()
        one.play(p, color)
        return np.ascontiguousarray(one.to_numpy()).tobytes()

    here, board = position.to_numpy(), np.arange(side * side).reshape(side, side)
    expected = set()
    for flipped, numbers in ((here, board), (here[:, ::-1], board[:, ::-1])):
        for quarter in range(4):
            if (np.rot90(flipped, quarter) == here).all():
                turned = np.rot90(numbers, quarter)
                expected.add(int(np.flatnonzero(turned == point)[0]))
    legal_images = {p for p in expected if position.is_legal(p, color)}
    assert set(images(position, point, color)) == legal_images
    assert len({len(after(p)) for p in legal_images}) == 1
