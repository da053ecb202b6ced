"""Diagrams in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gocore import Board
from gocore.diagram import read_diagram, write_diagram


def test_books_and_our_own_form_read_alike() -> None:
    plain = read_diagram(".X.\nO.X")
    assert plain == (3, 2, [1, 5], [3])
    assert plain == read_diagram("""
        2 . X . 2

        1 O . # 1
          A B C
    """)


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "empty"), ("..\n...", "row 2 of the diagram has 3 points, the first 2"), (".?", "row 1 of the diagram: '.'")],
)
def test_bad_diagrams(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_diagram(text)


@given(st.integers(1, 6), st.lists(st.sampled_from([0, 1, 2]), min_size=36, max_size=36))
def test_round_trip(width: int, colors: list[int]) -> None:
    text = write_diagram(width, 36 // width, colors)
    read = read_diagram(text)
    area = width * (36 // width)
    assert read[2] == [p for p in range(area) if colors[p] == 1]
    assert read[3] == [p for p in range(area) if colors[p] == 2]


def test_a_board_from_a_diagram_has_nothing_to_undo() -> None:
    board = Board.from_diagram("X.\n.O")
    assert board.plies == 0
    assert board.diagram() == "X .\n. O"
    assert "2x2" in repr(board)
