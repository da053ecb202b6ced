"""Patterns of 3x3 and vital points."""

import pytest

from gocore import BLACK, WHITE, Board
from gocore.shape import pattern_here, vital_here

CUT = """
    . . . . .
    . X O . .
    . O . . .
    . . . . .
    . . . . .
"""


def test_a_cut_is_a_pattern_for_both_colours_in_every_turn_and_an_empty_neighbourhood_is_none() -> None:
    rows = CUT.split("\n")[1:6]
    grid = [row.split() for row in rows]
    for _ in range(4):
        board = Board.from_diagram("\n".join(" ".join(row) for row in grid))
        assert pattern_here(board, 12, BLACK) and pattern_here(board, 12, WHITE)
        grid = [list(row)[::-1] for row in zip(*grid, strict=True)]
    assert not pattern_here(Board(5), 12, BLACK)


def test_the_corner_points_see_the_wall_on_both_sides() -> None:
    board = Board.from_diagram("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
    """)
    assert not any(pattern_here(board, point, color) for point in (0, 4, 20, 24) for color in (BLACK, WHITE))


@pytest.mark.parametrize(
    ("diagram", "point", "vital"),
    [
        (". . . X O\nX X X X O\nO O O O O\n. . . . .\n. . . . .", 0, 1),  # three in a row
        (". . X O .\n. X X O .\nX X O O .\nO O O . .\n. . . . .", 1, 0),  # bent three
        (". . X O .\n. . X O .\nX X X O .\nO O O O .\n. . . . .", 0, None),  # the square has none
        (". . . X O\nX . X X O\nX X X O O\nO O O O .\n. . . . .", 6, 1),  # pyramid
        (". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .", 0, None),
        (". . . X O\nX X O X O\nX X X X O\nO O O O O\n. . . . .", 0, None),  # touched by both
    ],
)
def test_vital_points(diagram: str, point: int, vital: int | None) -> None:
    assert vital_here(Board.from_diagram(diagram), point) == vital
