"""Boards as SVG: well formed, complete, safe, small."""

import xml.etree.ElementTree as ET

import pytest

from engine.errors import VertexError
from engine.render.svg import svg_board
from gocore import Board

SVG = "{http://www.w3.org/2000/svg}"


def nine() -> Board:
    board = Board(9)
    board.setup(black=[0, 60], white=[40])
    return board


def texts(svg: str) -> list[str | None]:
    return [element.text for element in ET.fromstring(svg).iter(f"{SVG}text")]


def discs(svg: str, radius: str) -> list[tuple[str | None, str | None]]:
    return [(e.get("cx"), e.get("cy")) for e in ET.fromstring(svg).iter(f"{SVG}circle") if e.get("r") == radius]


def test_each_stone_and_its_shadow_stand_on_their_point() -> None:
    drawn = discs(svg_board(nine()), "15")
    assert sorted(drawn) == sorted([("40", "40"), ("232", "232"), ("168", "168")] * 2)


def test_star_points_lines_and_coordinates() -> None:
    svg = svg_board(Board(9, 13))
    assert len(discs(svg, "3.4")) == 5
    path = next(ET.fromstring(svg).iter(f"{SVG}path")).get("d") or ""
    assert (path.count("H"), path.count("V")) == (13, 9)
    assert texts(svg)[:4] == ["A", "A", "B", "B"]
    assert "J" in texts(svg)
    assert "I" not in texts(svg)
    assert texts(svg)[-1] == "1"
    assert texts(svg_board(Board(9), coordinates=False)) == []


def test_the_last_move_is_ringed_where_its_stone_stands() -> None:
    assert discs(svg_board(nine(), last=40), "7") == [("168", "168")]
    for none in (None, -1, 81, 1):
        assert discs(svg_board(nine(), last=none), "7") == []


def test_labels_stand_in_a_colour_that_can_be_read_and_replace_the_ring() -> None:
    svg = svg_board(nine(), last=40, labels={0: "12", 40: "100", 41: "<A&B>"}, coordinates=False)
    labels = {e.text: (e.get("fill"), e.get("font-size")) for e in ET.fromstring(svg).iter(f"{SVG}text")}
    assert labels == {"12": ("#fff", "15"), "100": ("#111", "12"), "<A&B>": ("#111", "12")}
    assert discs(svg, "7") == []


def test_ownership_is_a_square_as_large_as_it_is_sure() -> None:
    svg = svg_board(Board(9), ownership={0: 1.0, 1: -0.5, 2: 0.02, 3: -7.0})
    squares = [(e.get("fill"), e.get("width")) for e in ET.fromstring(svg).iter(f"{SVG}rect")][1:]
    assert squares == [("#000", "12"), ("#fff", "6"), ("#fff", "12")]


def test_marks_off_the_board_are_refused() -> None:
    with pytest.raises(VertexError):
        svg_board(Board(9), labels={82: "x"})
    with pytest.raises(VertexError):
        svg_board(Board(9), ownership={-1: 0.5})


def test_the_title_is_escaped_and_the_size_follows_the_shape() -> None:
    root = ET.fromstring(svg_board(Board(9, 13), title='Black & "White" <1>', width_px=300))
    assert next(root.iter(f"{SVG}title")).text == 'Black & "White" <1>'
    assert root.get("aria-label") == 'Black & "White" <1>'
    _, _, width, height = (float(number) for number in (root.get("viewBox") or "").split())
    assert root.get("width") == "300"
    assert root.get("height") == str(round(300 * height / width))


def test_a_full_board_stays_small() -> None:
    board = Board(19)
    board.setup(black=[p for p in range(361) if p % 19 < 9], white=[p for p in range(361) if p % 19 > 9])
    assert len(svg_board(board)) < 40_000
