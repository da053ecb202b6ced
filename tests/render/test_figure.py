"""Figures with numbered moves."""

import pytest

from engine.render.figure import figure
from engine.sgf import loads

KO = "(;SZ[5]RU[Japanese]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[dd];B[ee];W[bb];B[];W[aa])"


def test_numbers_stand_where_the_moves_were_played() -> None:
    made = figure(loads("(;SZ[9];B[ee];W[cc];B[gg];W[gc])")[0].main_line(), 2, 3)
    assert made.labels == {20: "2", 60: "3"}
    assert [made[point] for point in (40, 20, 60, 24)] == [1, 2, 1, 0]
    assert made.notes == ()


def test_captured_stones_stay_and_moves_onto_them_become_notes() -> None:
    made = figure(loads(KO)[0].main_line(), 1)
    assert made.labels == {7: "1", 18: "2", 24: "3", 0: "6"}
    assert made.notes == ("4 at B4", "5 pass")
    assert made[6] == 2


def test_a_note_names_the_number_that_stands_there() -> None:
    text = "(;SZ[5]RU[Japanese]AB[ba][ab][bc]AW[ca][db][cc]PL[W];W[bb];B[cb];W[dd];B[ee];W[bb])"
    assert figure(loads(text)[0].main_line(), 1).notes == ("5 at 1",)


@pytest.mark.parametrize(("first", "last"), [(0, 2), (5, None), (3, 2)])
def test_moves_that_are_not_there_are_refused(first: int, last: int | None) -> None:
    with pytest.raises(ValueError, match="no moves"):
        figure(loads("(;SZ[9];B[ee];W[cc];B[gg];W[gc])")[0].main_line(), first, last)


def test_a_figure_can_be_drawn() -> None:
    svg = figure(loads(KO)[0].main_line(), 1).svg(coordinates=False)
    assert svg.count("<text") == 4
