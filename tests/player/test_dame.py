"""The last neutral points: filled where that gains a point, left alone where it gains none or kills."""

import pytest

from engine.player.dame import fillable
from gocore import BLACK, WHITE, Position, Rules

# Two walls with two eyes each; E5 lies between them (x Black, o White).
DAME = """
. x . x . o . o .
x x x x . o o o o
. x . x x o . o .
x x x x x o o o o
. x x x . o o o .
x x x x x o o o o
. x . x x o . o .
x x x x x o o o o
. x . x x o . o .
"""

# Two groups with an eye each, A1 and E1, share the liberty C1: whoever fills it is taken.
SEKI = """
. x . x . x . x .
x x x x x x x x x
x x x x x x x x x
o o o o o o o o o
. o . o . o o o o
o o o o o o . o o
x x x o o o o o o
o o x x x x o o .
. o . x . x o o o
"""


def position(diagram: str, **rules: object) -> Position:
    rows = diagram.split()
    made = Position(9, rules=Rules(**rules))  # type: ignore[arg-type]
    stones = {mark: [p for p, cell in enumerate(rows) if cell == mark] for mark in "xo"}
    made.setup(stones["x"], stones["o"])
    return made


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_every_neutral_point_is_filled_by_either_side(color: int) -> None:
    board = position(DAME)
    filled = set()
    while (point := fillable(board, color)) is not None:
        board.play(point, color)
        filled.add(point)
    assert filled == {4, 13, 40}  # E9, E8, E5


def test_under_territory_a_neutral_point_gains_nothing() -> None:
    assert fillable(position(DAME, scoring="territory"), BLACK) is None


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_liberties_shared_in_seki_are_left(color: int) -> None:
    assert position(SEKI).is_legal(74, color)  # C1
    assert fillable(position(SEKI), color) is None


def test_an_empty_board_has_nothing_to_fill() -> None:
    assert fillable(Position(9), BLACK) is None
