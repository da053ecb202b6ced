"""The clock: every time system by hand, bad calls, saving, and time that is never made or lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ClockError
from engine.game.clock import Bank, Clock
from engine.game.timespec import TimeSpec
from gocore import BLACK, WHITE

# (spec, [(thinking time in ms, main left, periods or stones left, ms of the period left)]); None: lost on time
BY_HAND = [
    ("10+3x5", [(4000, 6000, 3, 0), (7000, 0, 3, 0), (4900, 0, 3, 0), (7000, 0, 2, 0), (12000, None, 0, 0)]),
    ("10+3/20", [(15000, 0, 2, 15000), (10000, 0, 1, 5000), (4000, 0, 3, 20000), (21000, None, 0, 0)]),
    ("10", [(6000, 4000, 0, 0), (4500, None, 0, 0)]),
    ("10+5f", [(6000, 9000, 0, 0), (8000, 6000, 0, 0), (6100, None, 0, 0)]),
    ("10+5f12", [(1000, 12000, 0, 0), (0, 12000, 0, 0), (11999, 5001, 0, 0)]),
    ("0+2/5", [(0, 0, 1, 5000), (4999, 0, 2, 5000)]),
]


@pytest.mark.parametrize(("text", "moves"), BY_HAND)
def test_each_system_move_by_move(text: str, moves: list[tuple[int, int | None, int, int]]) -> None:
    """Main time, whole periods eaten by an overrun, renewal, increments and caps."""
    clock, now = Clock(TimeSpec.parse(text)), 0
    for used, main, count, period in moves:
        clock.start(BLACK, now)
        now += used
        clock.press(now)
        assert (clock.flagged == BLACK) == (main is None)
        bank = clock.banks[BLACK]
        if main is not None:
            assert (bank.main_ms, bank.periods or bank.stones, bank.period_left_ms) == (main, count, period)


@pytest.mark.parametrize(("spec", "used", "told"), [
    ("10", 9_600, (1, 0)), ("10+3x5", 10_400, (4, 3)), ("10+3x5", 9_700, (1, 0)), ("0+3/20", 19_500, (1, 3)),
    ("60", 0, (60, 0)),
])  # fmt: skip
def test_what_gtp_is_told_is_never_nothing(spec: str, used: int, told: tuple[int, int]) -> None:
    """`time_left`: whole seconds cut down, but one while there is any."""
    clock = Clock(TimeSpec.parse(spec))
    clock.start(BLACK, 0)
    assert clock.left(BLACK, used).gtp() == told


def test_time_left_replaces_the_time_and_its_moment() -> None:
    """Settings 0 120 5, ten seconds gone, `time_left b 100 5`: asked at once 100 s are left, not 90."""
    clock = Clock(TimeSpec.from_time_settings(0, 120, 5))
    clock.start(BLACK, 0)
    clock.set_left(BLACK, 100_000, 5, 10_000)
    left = clock.left(BLACK, 10_000)
    assert (left.period_ms, left.count, left.budget_ms) == (100_000, 5, 100_000)


@pytest.mark.parametrize(("spec", "given_ms", "count", "budget"), [
    ("none", 30_000, 0, 30_000), ("none", 0, 0, 0), ("300", -1_000, 0, 0), ("60+3x10", 10_000, 2, 20_000),
    ("60+3x10", 4_000, 3, 24_000), ("60+5f", 7_000, 0, 7_000), ("60+5f", 7_000, 2, 7_000), ("none", 20_000, 4, 20_000),
    ("60+1/30", 0, 0, 0), ("60+1/30", 5_000, 0, 35_000), ("60+1/30", 5_000, 1, 5_000),
])  # fmt: skip
def test_odd_time_left(spec: str, given_ms: int, count: int, budget: int) -> None:
    """Before any settings, `0 0`, negative, periods left, and stones where there are none."""
    clock = Clock(TimeSpec.parse(spec))
    clock.set_left(WHITE, given_ms, count, 0)
    assert clock.left(WHITE, 0).budget_ms == budget


def test_the_flag_falls_late_by_the_allowance() -> None:
    """Lag L: lost only after L more; the time left is never negative."""
    clock = Clock(TimeSpec.parse("10"), lag_ms=500)
    clock.start(BLACK, 0)
    assert clock.due(10_499) == []
    assert clock.due(10_500)[0].kind == "flag"
    clock.press(10_400)
    assert clock.flagged is None
    assert 0 <= clock.banks[BLACK].main_ms <= 1


def test_each_side_has_its_own_system() -> None:
    """Black with a time, White without a limit."""
    clock = Clock(TimeSpec.parse("10"), TimeSpec.parse("none"))
    clock.start(WHITE, 0)
    assert clock.switch(10**9) == []
    assert clock.running == BLACK
    assert clock.left(WHITE, 10**9).budget_ms is None


BAD_CALLS = {
    "not running": lambda clock: clock.press(5),
    "nothing to pause": lambda clock: clock.pause(5),
    "nothing paused": lambda clock: clock.resume(5),
    "no stone": lambda clock: clock.stone_placed(5),
    "fraction": lambda clock: clock.start(BLACK, 0.5),
    "truth": lambda clock: clock.left(BLACK, True),
    "no side": lambda clock: clock.start(3, 0),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_calls_out_of_order_are_refused_and_change_nothing(name: str) -> None:
    """One line each."""
    clock = Clock(TimeSpec.parse("10+3x5"))
    before = clock.save()
    with pytest.raises(ClockError):
        BAD_CALLS[name](clock)
    assert clock.save() == before


def test_time_does_not_run_backwards_and_starts_once() -> None:
    """Nor does a second move begin while one runs, or after a flag."""
    clock = Clock(TimeSpec.parse("10"))
    clock.start(BLACK, 100)
    before = clock.save()
    for call in (lambda: clock.press(99), lambda: clock.start(WHITE, 200), lambda: clock.arrive(0, 0, 5)):
        with pytest.raises(ClockError):
            call()
    assert clock.save() == before
    clock.press(20_000)
    with pytest.raises(ClockError, match="already lost"):
        clock.start(WHITE, 20_001)


@pytest.mark.parametrize(
    "damage", [{}, {"banks": {}}, {"banks": 3}, {"banks": {"1": {"spec": {"system": "x", "y": 1}}}}]
)
def test_a_damaged_clock_is_refused(damage: dict[str, object]) -> None:
    """One line."""
    with pytest.raises(ClockError, match="damaged clock"):
        Clock.restore(damage)


SPEC_TEXTS = st.sampled_from(["10", "10+3x5", "10+3/20", "10+5f", "10+5f12", "180c2", "none", "2s/move"])


@settings(max_examples=60, deadline=None)
@given(SPEC_TEXTS, st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 3)), max_size=25))
def test_saving_at_any_point_changes_nothing_that_follows(text: str, steps: list[tuple[int, int]]) -> None:
    """A restored clock says the same words and shows the same times."""
    clock, now = Clock(TimeSpec.parse(text)), 0
    clock.start(BLACK, 0)
    for wait, what in steps:
        now += wait
        other = Clock.restore(clock.save())
        assert other.save() == clock.save()
        said = [_step(c, what, now) for c in (clock, other)]
        assert said[0] == said[1]
        assert other.save() == clock.save()
        for color in (BLACK, WHITE):
            left = clock.left(color, now)
            assert left.budget_ms is None or left.budget_ms >= 0


def _step(clock: Clock, what: int, now: int) -> list[str]:
    if clock.paused:
        clock.resume(now)
    if clock.running is None:
        return []
    call = (clock.switch, clock.poll, clock.pause, lambda at: clock.stone_placed(at) or clock.poll(at))[what]
    return [event.text for event in call(now)]


@settings(max_examples=60, deadline=None)
@given(SPEC_TEXTS, st.integers(0, 400_000))
def test_what_is_lost_is_exactly_what_exceeds_the_budget(text: str, used: int) -> None:
    """budget, lost, the flag among the milestones and the view while thinking agree."""
    bank = Bank.full(TimeSpec.parse(text))
    budget = bank.budget()
    assert bank.lost(used) == (budget is not None and used >= budget)
    flags = [at for at, kind, _ in bank.milestones() if kind == "flag"]
    assert flags == ([] if budget is None else [budget])
    clock = Clock(bank.spec)
    clock.start(BLACK, 0)
    left = clock.left(BLACK, used)
    assert left.budget_ms == (None if budget is None else max(0, budget - used))


def test_the_rest_of_a_period_comes_back_with_the_move_made_in_it() -> None:
    """`time_left b 4 3` of 60+3x10: 4 s of the first of three periods; beyond them that one is gone."""
    clock = Clock(TimeSpec.parse("60+3x10"))
    clock.set_left(BLACK, 4_000, 3, 0)
    bank = clock.banks[BLACK]
    assert clock.left(BLACK, 0).gtp() == (4, 3)
    assert (bank.after(3_000).main_ms, bank.after(3_000).periods) == (0, 3)
    assert (bank.after(5_000).main_ms, bank.after(5_000).periods) == (0, 2)
    halfway = bank.after(3_000, move_done=False)
    assert (halfway.main_ms, halfway.periods, halfway.in_period) == (1_000, 2, True)
    assert not bank.after(5_000, move_done=False).in_period


def test_a_limit_for_one_move_ends_the_move() -> None:
    clock = Clock(TimeSpec.from_words(["fischer-capped", "60", "10", "0", "5"]))
    assert clock.left(BLACK, 0).budget_ms == 5_000
    assert clock.banks[BLACK].lost(5_000)
    assert clock.banks[BLACK].after(4_000).main_ms == 66_000


@given(st.integers(0, 5), st.integers(1, 4), st.sampled_from([0, 7]), st.integers(0, 40), st.booleans())
def test_periods_are_counted_as_one_by_one(main: int, periods: int, last: int, used: int, done: bool) -> None:
    """Against a walk from period to period."""
    spec = TimeSpec("countdown", main, periods=periods, period_ms=5, last_period_ms=last)
    bank = Bank.full(spec)
    lengths = [5] * (periods - 1) + [last or 5]
    assert bank.budget() == main + sum(lengths)
    if used < main + sum(lengths):
        over, gone = max(0, used - main), 0
        while gone < periods and over >= lengths[gone]:
            over -= lengths[gone]
            gone += 1
        assert bank.after(used, done).periods == periods - gone


def test_any_number_of_periods_costs_no_time() -> None:
    spec = TimeSpec.from_words(["byoyomi", "60", "10", "9" * 5000])
    clock = Clock(spec)
    assert clock.banks[BLACK].budget() == 60_000 + spec.periods * 10_000
    clock.start(BLACK, 0)
    assert [event.kind for event in clock.poll(70_000)][-1] == "period"
    clock.press(75_000)
    assert clock.banks[BLACK].periods == spec.periods - 1
    clock.set_left(WHITE, 30_000, 3_000_000_000, 0)
    clock.start(WHITE, 80_000)
    clock.press(115_000)
    assert clock.banks[WHITE].periods == 3_000_000_000 - 3
