"""Vertices and points: the letter I is skipped, rows count from the bottom, nothing off the board is let
in.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coords import COLUMNS, format_vertex, name_points, parse_vertex
from engine.errors import VertexError

SIDES = st.integers(1, 25)


@pytest.mark.parametrize(
    ("text", "width", "height", "point"),
    [
        ("A19", 19, 19, 0),
        ("T1", 19, 19, 360),
        ("j9", 9, 9, 8),
        ("K10", 19, 19, 180),
        ("Z25", 25, 25, 24),
        ("N1", 13, 9, 116),
        ("pass", 9, 9, 81),
        ("PASS", 19, 13, 247),
        ("a01", 9, 9, 72),
    ],
)
def test_known_vertices(text: str, width: int, height: int, point: int) -> None:
    assert parse_vertex(text, width, height) == point


@pytest.mark.parametrize(
    "text",
    ["", "A", "5", "I5", "i5", "A0", "A10", "K1", "@1", "AA1", "A-1", "A1 ", "resign", "A1.0", "Ａ1", "A１", "tt"],
)
def test_what_is_no_vertex_of_nine_lines(text: str) -> None:
    with pytest.raises(VertexError):
        parse_vertex(text, 9, 9)


@pytest.mark.parametrize("point", [-1, 82, 1000])
def test_what_is_no_point(point: int) -> None:
    with pytest.raises(VertexError):
        format_vertex(point, 9, 9)


@given(SIDES, SIDES, st.data())
def test_there_and_back(width: int, height: int, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, width * height))
    text = format_vertex(point, width, height)
    assert parse_vertex(text, width, height) == point
    assert parse_vertex(text.swapcase(), width, height) == point
    assert "I" not in text


def test_the_columns() -> None:
    assert len(COLUMNS) == 25
    assert "I" not in COLUMNS


def test_points_in_a_message_get_their_names() -> None:
    assert name_points("point 72 and point 8, not 5", 9, 9) == "A1 and J9, not 5"
