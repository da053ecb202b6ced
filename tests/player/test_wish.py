"""Restrictions as KataGo writes them, and what they leave to the search."""

import pytest

from engine.player.wish import Rule, restrict
from gocore import BLACK, WHITE

ALL = frozenset(range(10))  # the points of a board of three lines, and the pass


def points(*found: int) -> frozenset[int]:
    return frozenset(found)


def test_nothing_asked_leaves_everything() -> None:
    assert restrict([], BLACK, 9) == (frozenset(), frozenset())
    assert restrict([Rule(BLACK, points(1), 0)], BLACK, 9) == (frozenset(), frozenset())


def test_moves_to_avoid_at_the_root_and_later() -> None:
    rules = [Rule(BLACK, points(1, 2), 1), Rule(WHITE, points(3), 4), Rule(BLACK, points(2), 5)]
    later = {(WHITE, 3, 4), (BLACK, 2, 5)}
    assert restrict(rules, BLACK, 9) == (ALL - {1, 2}, later)
    assert restrict(rules, WHITE, 9) == (ALL - {3}, later)


def test_moves_to_allow_add_up_and_forbidding_wins() -> None:
    rules = [Rule(BLACK, points(1), 2, True), Rule(BLACK, points(2, 3), 2, True), Rule(BLACK, points(3), 1)]
    only, later = restrict(rules, BLACK, 9)
    assert only == points(1, 2)
    assert later == {(BLACK, point, 2) for point in ALL - {1, 2, 3}}
    assert restrict(rules, WHITE, 9)[0] == frozenset()


def test_nothing_left_is_said() -> None:
    with pytest.raises(ValueError, match="no move is left"):
        restrict([Rule(BLACK, points(1), 1, True), Rule(BLACK, points(1), 1)], BLACK, 9)
    with pytest.raises(ValueError, match="no move is left"):
        restrict([Rule(WHITE, ALL, 3)], WHITE, 9)
