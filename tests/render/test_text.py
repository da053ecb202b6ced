"""Boards in characters."""

import re

from engine.render.text import color_board, text_board
from gocore import Board

NINE = """\
    A B C D E F G H J
 9  X . . . . . . . .  9
 8  . . . . . . . . .  8
 7  . . + . . . + . .  7
 6  . . . . . . . . .  6
 5  . . . .(O). . . .  5
 4  . . . . . . . . .  4
 3  . . + . . . X . .  3
 2  . . . . . . . . .  2
 1  . . . . . . . . .  1
    A B C D E F G H J"""


def nine() -> Board:
    board = Board(9)
    board.setup(black=[0, 60], white=[40])
    return board


def test_a_board_as_people_know_it() -> None:
    assert text_board(nine(), last=40) == NINE


def test_the_last_move_may_stand_at_an_edge_or_not_be_shown() -> None:
    board = Board(3, 2)
    board.setup(black=[0], white=[5])
    assert text_board(board, last=0).splitlines()[1] == " 2 (X). .  2"
    assert text_board(board, last=5).splitlines()[2] == " 1  . .(O) 1"
    for none in (None, -1, 6):
        assert "(" not in text_board(board, last=none)


def test_notes_stand_beside_the_rows() -> None:
    lines = text_board(Board(2), notes=("Black to move", "komi 5.5", "too many")).splitlines()
    assert lines[1].endswith(" 2    Black to move")
    assert lines[2].endswith(" 1    komi 5.5")
    assert "too many" not in "".join(lines)


def test_no_line_is_empty_or_ends_in_space_on_any_board() -> None:
    for width in (1, 9, 25):
        for height in (1, 10, 25):
            lines = text_board(Board(width, height)).splitlines()
            assert len(lines) == height + 2
            assert all(line and line == line.rstrip() for line in lines)


def test_the_coloured_board_shows_the_same_stones() -> None:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", color_board(nine(), last=40))
    shape = NINE.replace(".", "·").replace("X", "●").replace("O", "●").splitlines()
    assert [line.split() for line in plain.splitlines()] == [line.split() for line in shape]
    black, white = color_board(nine()).count("16m●"), color_board(nine()).count("231m●")
    assert (black, white) == (2, 1)
    assert color_board(Board(2), last=3).splitlines()[2].count(")") == 1
