"""Local reading against a slow reader on small boards, and the repetitions that decide it."""

import random

import pytest

from gocore import Position, Rules, local
from tests.oracle.board import Size, all_breathe
from tests.oracle.capture import can_capture

SIZES = {(3, 2): 150, (4, 2): 60, (3, 3): 12, (5, 2): 8}
"""Columns and rows, and how many questions are asked there: the slow reader needs long on the larger ones."""


def position(size: Size, stones: tuple[int, ...]) -> Position:
    """The board with these stones."""
    made = Position(size.width, size.height, rules=Rules())
    made.setup(*([p for p, c in enumerate(stones) if c == color] for color in (1, 2)))
    return made


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_agrees_with_the_slow_reader(columns: int, rows: int) -> None:
    """Stones strewn at random; what either leaves open is not compared."""
    size, rng, compared, captured = Size(columns, rows), random.Random(11), 0, 0
    while compared < SIZES[columns, rows]:
        stones = tuple(rng.choice((0, 1, 2)) for _ in range(size.area))
        if not any(stones) or not all_breathe(size, stones):
            continue
        prey, first = rng.choice([p for p, c in enumerate(stones) if c]), rng.choice((1, 2))
        found = local.captures(position(size, stones), range(size.area), prey, first, limit=200_000, depth=60)
        wanted = can_capture(size, stones, prey, first, 3000)
        if wanted is None or not (found.forced or found.sure):
            continue
        assert found.forced == wanted, f"{stones} {prey} {first}"
        compared, captured = compared + 1, captured + wanted
    assert 0 < captured < compared


@pytest.mark.parametrize(
    ("diagram", "prey", "first"),
    [
        (". X .\nX O O\n. . .", 5, 1),
        ("O O . X\nX X . .\nX . O O", 10, 2),
    ],
)  # fmt: skip
def test_lines_that_run_into_earlier_boards_are_read_to_the_end(diagram: str, prey: int, first: int) -> None:
    """Answers that hang on the way to a board must not be taken for answers about the board: then nothing is sure."""
    pos = Position.from_diagram(diagram)
    found = local.captures(pos, range(pos.area), prey, first, limit=100_000, depth=60)
    assert found.forced and found.sure
