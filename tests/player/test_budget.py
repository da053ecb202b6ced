"""The time manager: never over the clock, and no time left lying about. Times are injected; nothing
sleeps.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.clock import Bank
from engine.game.timespec import TimeSpec
from engine.player.budget import MIN_MS, Budget, LagMeter, moves_left, plan

LAG = 100


def bank(text: str, **changes: int) -> Bank:
    from dataclasses import replace

    return replace(Bank.full(TimeSpec.parse(text)), **changes)


def test_no_clock_no_limit() -> None:
    assert plan(bank("none"), 81, 0, LAG) == Budget()
    assert plan(bank("none"), 81, 0, LAG, visits=50) == Budget(visits=50)


@pytest.mark.parametrize("text", ["0+1x5", "5s/move"])
def test_a_lone_period_is_used_up(text: str) -> None:
    budget = plan(bank(text), 361, 10, LAG)
    assert budget.target_ms == budget.max_ms
    assert 4_500 < budget.max_ms < 5_000 - LAG
    assert not budget.saves


def test_main_time_and_one_period_are_at_hand_at_the_change() -> None:
    budget = plan(bank("300+3x10", main_ms=2_000), 361, 100, LAG)
    assert 11_000 < (budget.target_ms or 0) < 12_000 - LAG


def test_with_main_time_a_move_gets_more_than_a_period() -> None:
    budget = plan(bank("300+5x30"), 361, 20, LAG)
    assert 30_000 < (budget.target_ms or 0) < 60_000


def test_absolute_time_is_spread() -> None:
    early = plan(bank("600"), 361, 0, LAG)
    late = plan(bank("600", main_ms=60_000), 361, 200, LAG)
    assert 3_000 < (early.target_ms or 0) < 8_000
    assert 1_000 < (late.target_ms or 0) < 3_000


@pytest.mark.parametrize("text", ["300", "60+10f", "0+5/30"])
def test_no_time_left_means_a_move_at_once(text: str) -> None:
    for left in (0, 1, 50):
        empty = bank(text, main_ms=left, stones=1 if "/" in text else 0, period_left_ms=left if "/" in text else 0)
        budget = plan(empty, 81, 10, LAG)
        assert budget.max_ms == MIN_MS


def test_canadian_time_is_shared_by_its_stones() -> None:
    budget = plan(bank("0+25/600", main_ms=0, stones=10, period_left_ms=100_000), 361, 50, LAG)
    assert 8_000 < (budget.target_ms or 0) < 10_000
    one = plan(bank("0+1/10", main_ms=0, stones=1, period_left_ms=10_000), 361, 50, LAG)
    assert 9_000 < (one.max_ms or 0) < 10_000 - LAG


SPECS = st.sampled_from(
    ["1", "300", "5+3x1", "300+5x30", "0+1x1", "60+25/600", "0+1/5", "10+1f", "300c5", "120+10f300"]
)


@given(SPECS, st.integers(0, 400), st.integers(0, 2_000), st.data())
def test_the_budget_never_loses_on_time(text: str, plies: int, lag: int, data: st.DataObject) -> None:
    left = data.draw(st.integers(0, TimeSpec.parse(text).main_ms))
    part = bank(text, main_ms=left)
    limit = part.budget()
    budget = plan(part, 361, plies, lag)
    assert limit is not None and budget.max_ms is not None and budget.target_ms is not None
    assert MIN_MS <= budget.target_ms <= budget.max_ms
    assert budget.max_ms <= max(MIN_MS, limit - lag)


@given(SPECS, st.integers(0, 300))
def test_a_game_of_two_hundred_moves_keeps_its_flag_up(text: str, lag: int) -> None:
    now = bank(text)
    for ply in range(0, 400, 2):
        budget = plan(now, 361, ply, LAG + lag)
        used = (budget.max_ms if ply % 6 == 0 else budget.target_ms) or 0
        if used > MIN_MS:
            assert not now.lost(used + lag), (ply, now)
        now = now.after(min(used + lag, (now.budget() or 1) - 1))


def test_five_seconds_and_three_periods_on_nine_lines() -> None:
    now, shares = bank("5+3x1"), []
    for ply in range(0, 60, 2):
        budget = plan(now, 81, ply, LAG)
        used = budget.target_ms or 0
        if now.main_ms == 0:
            shares.append(used / 1000)
        now = now.after(used + 20)
    assert now.main_ms == 0
    assert now.periods == 3
    assert sum(shares) / len(shares) > 0.7


def test_visits_go_along() -> None:
    assert plan(bank("300"), 81, 0, LAG, visits=7).visits == 7


def test_a_cap_lowers_both() -> None:
    assert Budget(500, 900).capped(700) == Budget(500, 700)
    assert Budget(800, 900).capped(700) == Budget(700, 700)
    assert Budget().capped(700) == Budget(700, 700)


@given(st.integers(1, 625), st.integers(0, 1000))
def test_there_are_always_moves_left(area: int, plies: int) -> None:
    assert moves_left(area, plies) >= 5


def test_lag_is_learnt_at_once_and_forgotten_slowly() -> None:
    meter = LagMeter()
    meter.observe(10_000, 9_200)  # rounding explains this
    assert meter.learnt_ms == 0
    meter.observe(10_000, 8_500)
    assert meter.learnt_ms == 500
    meter.observe(10_000, 12_000)
    assert meter.learnt_ms == 400
    for _ in range(20):
        meter.observe(10_000, 10_000)
    assert meter.learnt_ms < 10
    meter.observe(100_000, 0)
    assert meter.learnt_ms == LagMeter.MOST_MS
