"""Levels: the higher looks at more and chooses less freely; nobody throws a good game away."""

import random

import pytest

from engine.player.budget import Budget
from engine.player.levels import FULL, is_opening, level, limit, pick, vary
from engine.player.report import MoveReport


def row(point: int, visits: int, winrate: float) -> MoveReport:
    return MoveReport(point, visits, winrate, winrate, 0.1, 0, (point,))


ROWS = [row(0, 100, 0.6), row(1, 80, 0.58), row(2, 60, 0.1), row(3, 0, 0.9)]


def test_each_level_sees_more_and_is_surer_than_the_one_below() -> None:
    levels = [level(number) for number in range(1, FULL)]
    visits = [one.visits or 0 for one in levels]
    assert visits == sorted(set(visits))
    freedom = [one.temperature for one in levels]
    assert freedom == sorted(freedom, reverse=True)
    assert [one.margin for one in levels] == sorted((one.margin for one in levels), reverse=True)
    assert level(FULL) == level(None)
    assert level(None).visits is None


@pytest.mark.parametrize("number", [0, -1, 21])
def test_there_are_no_others(number: int) -> None:
    with pytest.raises(ValueError, match="1 to 20"):
        level(number)


def test_a_level_only_lowers_a_limit() -> None:
    assert limit(Budget(1, 2), level(None)) == Budget(1, 2)
    assert limit(Budget(visits=10**9), level(3)).visits == level(3).visits
    assert limit(Budget(visits=2), level(3)).visits == 2


def test_full_strength_plays_the_best() -> None:
    rng = random.Random(1)
    assert {pick(ROWS, level(None), rng).point for _ in range(50)} == {0}
    assert {pick(ROWS, level(19), rng).point for _ in range(50)} == {0}


def test_a_beginner_varies_but_leaves_blunders_and_the_unseen_alone() -> None:
    rng = random.Random(1)
    assert {pick(ROWS, level(1), rng).point for _ in range(200)} == {0, 1}
    assert pick([row(7, 0, 0.5)], level(1), rng).point == 7


OPENING = [row(0, 1600, 0.5), row(1, 800, 0.495), row(2, 900, 0.486), row(3, 150, 0.5), row(4, 0, 0.9)]


def test_variety_takes_any_move_that_is_as_good_as_the_best() -> None:
    rng = random.Random(1)
    taken = [vary(OPENING, 0.5, rng).point for _ in range(400)]
    assert set(taken) == {0, 1}  # 2 is worse, 3 and 4 were hardly looked at
    assert taken.count(0) > taken.count(1) > 40


def test_few_visits_leave_more_in_doubt() -> None:
    rows = [row(0, 16, 0.5), row(1, 9, 0.465), row(2, 9, 0.44), row(3, 1, 0.5)]
    rng = random.Random(1)
    assert {vary(rows, 1.0, rng).point for _ in range(200)} == {0, 1}


def test_without_variety_or_a_second_look_the_best_is_played() -> None:
    rng = random.Random(1)
    assert {vary(OPENING, 0.0, rng).point for _ in range(50)} == {0}
    assert vary([row(7, 0, 0.5), row(8, 0, 0.5)], 1.0, rng).point == 7


def test_the_opening_is_the_first_sixth_of_the_board() -> None:
    assert is_opening(13, 81)
    assert not is_opening(14, 81)
    assert is_opening(60, 361)
    assert not is_opening(61, 361)
