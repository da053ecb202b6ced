"""The time manager: never over the clock, and no time left lying about. Times are injected; nothing
sleeps.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.clock import Bank, Clock
from engine.game.timespec import TimeSpec
from engine.player.budget import MIN_MS, Budget, LagMeter, moves_left, plan
from gocore import BLACK

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


def after_a_move(meter: LagMeter, before: int, cost: int, told: int) -> int:
    meter.told(before)
    meter.moved(cost)
    meter.told(told)
    return meter.learnt_ms


def test_lag_is_learnt_at_once_and_forgotten_slowly() -> None:
    meter = LagMeter()
    assert after_a_move(meter, 15_000, 5_000, 9_200) == 0  # rounding explains this
    assert after_a_move(meter, 15_000, 5_000, 8_500) == 500
    assert after_a_move(meter, 15_000, 5_000, 12_000) == 400
    for _ in range(20):
        after_a_move(meter, 15_000, 5_000, 10_000)
    assert meter.learnt_ms < 10
    assert after_a_move(meter, 200_000, 1_000, 0) == LagMeter.MOST_MS


def test_lag_shows_only_around_moves_of_our_own() -> None:
    """A clock that was set back without one is an adjourned game, or the first word of a bridge that starts anew."""
    meter = LagMeter()
    meter.told(60_000)
    meter.told(30_000)
    assert meter.learnt_ms == 0
    meter.moved(1_000)
    meter.disown()
    meter.told(5_000)
    assert meter.learnt_ms == 0


def test_lag_is_forgotten_in_overtime_too_and_an_increment_is_no_gift() -> None:
    meter = LagMeter()
    assert after_a_move(meter, 15_000, 5_000, 7_000) == 2_000
    for _ in range(3):
        meter.moved(0)
        meter.told(None)
    assert meter.learnt_ms == 1_024
    assert after_a_move(LagMeter(), 10_000, -5_000, 12_000) == 2_000


def running(text: str, left_ms: int, count: int) -> Bank:
    """The bank that `time_left` makes."""
    clock = Clock(TimeSpec.parse(text))
    clock.set_left(BLACK, left_ms, count, 0)
    return clock.banks[BLACK]


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("left_ms", "least", "most"), [(0, MIN_MS, MIN_MS), (1_000, 700, 900), (10_000, 9_000, 9_900)])
def test_no_thought_goes_beyond_the_period_that_runs(left_ms: int, count: int, least: int, most: int) -> None:
    budget = plan(running("60+3x10", left_ms, count), 361, 50, LAG)
    assert budget.max_ms is not None and least <= budget.max_ms <= most
    assert budget.target_ms == budget.max_ms


def test_no_time_and_no_period_named_means_at_once() -> None:
    assert plan(running("60+3x10", 0, 0), 361, 50, LAG).max_ms == MIN_MS


def test_a_move_has_the_limit_that_kata_go_sets_it() -> None:
    spec = TimeSpec.from_words(["fischer-capped", "60", "10", "120", "1"])
    budget = plan(Bank.full(spec), 81, 0, LAG)
    assert budget.max_ms is not None and 700 < budget.max_ms < 900
    free = plan(Bank.full(TimeSpec.from_words(["fischer-capped", "60", "10", "120", "-1"])), 81, 0, LAG)
    assert (free.max_ms or 0) > 3_000


def test_what_a_clock_leaves_after_a_part() -> None:
    granted = plan(Bank.full(TimeSpec.parse("1s/move")), 81, 10, 100)
    assert granted.clocked
    assert granted.max_ms is not None
    assert granted.left(100) == granted.max_ms - 100
    assert granted.left(10_000) == 0
    assert granted.after(300).max_ms == granted.max_ms - 300
    assert granted.after(10_000).max_ms == granted.after(10_000).target_ms == MIN_MS
    free = Budget(500, 500)
    assert free.left(100) is None
    assert free.after(10_000) == free
