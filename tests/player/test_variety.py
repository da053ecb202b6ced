"""Variety: among moves as good as the best and their images; nothing worse, nothing after the opening."""

import random
from collections import Counter

import pytest

from engine.game.game import Game
from engine.game.symmetry import Turn
from engine.player import variety
from engine.player.report import MoveReport
from engine.player.variety import in_opening, vary
from gocore import BLACK, Position

POINTS = 40, 22, 21, 20, 30
"""On an empty 9x9 board five moves of which none is another's image."""


def row(place: int, visits: int, winrate: float) -> MoveReport:
    return MoveReport(POINTS[place], visits, winrate, winrate, 0.1, 0, (POINTS[place],))


def taken(rows: list[MoveReport], freedom: float, position: Position | None = None, times: int = 400) -> Counter[int]:
    """How often each row is chosen; on a board with stones in place, where a move is only itself."""
    rng, board = random.Random(1), position or asymmetric()
    return Counter(vary(board, BLACK, rows, freedom, rng) for _ in range(times))


def asymmetric() -> Position:
    position = Position(9)
    position.setup(black=[0, 1], white=[3])
    return position


def symmetric() -> Position:
    """A board that looks the same however it is turned, and is in no book."""
    position = Position(9)
    position.setup(black=[0, 8, 72, 80], to_move=BLACK)
    return position


OPENING = [row(0, 1600, 0.5), row(1, 800, 0.495), row(2, 900, 0.48), row(3, 150, 0.5), row(4, 0, 0.9)]


def test_any_move_that_is_as_good_as_the_best_is_taken() -> None:
    found = taken(OPENING, 1.0)
    assert set(found) == {40, 22}  # 21 is worse, 20 and 30 were hardly looked at
    assert found[40] > found[22] > 80


def test_the_best_is_never_less_likely_than_what_was_visited_more() -> None:
    found = taken([row(0, 100, 0.5), row(1, 900, 0.495)], 1.0)
    assert abs(found[40] - found[22]) < 80


def test_the_less_variety_the_more_often_the_best() -> None:
    shares = [taken(OPENING, freedom)[40] for freedom in (1.0, 0.5, 0.3, 0.1)]
    assert shares == sorted(shares)
    assert shares[-1] > 390


def test_few_visits_leave_more_in_doubt() -> None:
    rows = [row(0, 16, 0.5), row(1, 9, 0.48), row(2, 9, 0.465), row(3, 1, 0.5)]
    assert set(taken(rows, 1.0)) == {40, 22}


def test_where_nothing_was_looked_at_the_first_is_played() -> None:
    assert set(taken([row(0, 0, 0.5), row(1, 0, 0.5)], 1.0)) == {40}


def test_what_turns_into_one_another_counts_once_and_is_played_anywhere() -> None:
    """The four points beside the centre are one move: it is chosen as often as the centre."""
    sides = (31, 39, 41, 49)
    rows = [MoveReport(p, 100, 0.5, 0.5, 0.1, 0, (p,)) for p in (40, *sides)]
    found = taken(rows, 1.0, symmetric(), 800)
    assert set(found) == {40, *sides}
    assert 300 < found[40] < 500
    assert all(found[p] > 50 for p in sides)


def test_a_restriction_holds_for_images_too() -> None:
    rng, rows = random.Random(1), [MoveReport(31, 100, 0.5, 0.5, 0.1, 0, (31,))]
    only = frozenset({31, 39, 60})
    assert {vary(symmetric(), BLACK, rows, 1.0, rng, only) for _ in range(60)} == {31, 39}


@pytest.mark.parametrize(("side", "last"), [(7, 8), (9, 11), (19, 11)])
def test_the_opening_is_twelve_moves_or_a_sixth_of_the_board(side: int, last: int) -> None:
    game = Game.new(side)
    for point in range(last):
        game.play(point)
    assert in_opening(game)
    game.play(last)
    assert not in_opening(game)


def test_a_problem_that_was_set_up_is_no_opening() -> None:
    game = Game.new(9)
    game.setup(black=range(6), white=range(70, 76))
    assert not in_opening(game)


def test_the_board_is_turned_once_however_many_candidates_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock runs while a move is chosen."""
    turned: list[object] = []
    real = variety.turns

    def counted(position: Position) -> list[Turn]:
        turned.append(position)
        return real(position)

    monkeypatch.setattr(variety, "turns", counted)
    rows = [MoveReport(p, 100, 0.5, 0.5, 0.1, 0, (p,)) for p in range(361)]
    vary(Position(19), BLACK, rows, 1.0, random.Random(1))
    assert len(turned) == 1
