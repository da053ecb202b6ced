"""Levels: the higher looks at more and chooses less freely; nobody throws a good game away."""

import random

import pytest

from engine.player.budget import Budget
from engine.player.levels import FULL, level, limit, pick
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
