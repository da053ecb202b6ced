"""How many legal positions there are, reached by play: the numbers of Tromp and Farnebäck (2007)."""

import pytest

from gocore import Board

LEGAL_POSITIONS = [
    (1, 1, 1),
    (1, 2, 5),
    (1, 3, 15),
    (2, 2, 57),
    (2, 3, 489),
    (2, 4, 4_125),
    (3, 3, 12_675),
    (3, 4, 321_689),
]


def reachable(width: int, height: int) -> tuple[int, int]:
    """Count the positions and the hashes reached from the empty board when either colour may play at any time."""
    area = range(width * height)
    empty = Board(width, height)
    seen = {bytes(width * height)}
    hashes = {empty.hash}
    todo = list(seen)  # stones only: a board each would fill the memory, and its ko is not wanted
    while todo:
        stones = todo.pop()
        board = empty.copy()
        board.setup([p for p in area if stones[p] == 1], [p for p in area if stones[p] == 2])
        for color in (1, 2):
            for point in board.legal(color):
                after = board.copy()
                after.play(point, color)
                key = memoryview(after).tobytes()
                if key not in seen:
                    seen.add(key)
                    hashes.add(after.hash)
                    todo.append(key)
    return len(seen), len(hashes)


@pytest.mark.parametrize(("width", "height", "count"), LEGAL_POSITIONS)
def test_legal_positions(width: int, height: int, count: int) -> None:
    assert reachable(width, height) == (count, count)


def test_a_board_on_its_side_has_as_many() -> None:
    assert reachable(3, 2) == reachable(2, 3)


@pytest.mark.soak
def test_legal_positions_on_4x4() -> None:
    assert reachable(4, 4) == (24_318_165, 24_318_165)
