"""Article 12: time, and the countdown called out move by move."""

import pytest

from engine.game.clock import Clock
from engine.game.referee import events
from engine.game.timespec import TimeSpec
from gocore import BLACK, WHITE
from tests.game.boards import play, referee


def countdown(total_s: int, minutes: int) -> Clock:
    """A clock of the text for both sides."""
    return Clock(TimeSpec.parse(f"{total_s}c{minutes}"))


def think(clock: Clock, ms: int, now: int = 0) -> list[str]:
    """Let Black think for a move; returns the words spoken."""
    clock.start(BLACK, now)
    return [event.text for event in clock.press(now + ms)]


def reserve(clock: Clock) -> tuple[int, int]:
    """Black's main time in ms and reserved minutes."""
    bank = clock.banks[BLACK]
    return bank.main_ms, bank.periods


@pytest.mark.article(12, "I")
def test_the_limit_is_set_beforehand_and_may_not_be_exceeded() -> None:
    """Time used up to the limit is a loss at that moment; a game may also go without a clock."""
    ref = referee(spec="10")
    assert ref.handle(events.Tick(9_999)).outcome == "noted"
    verdict = ref.handle(events.Tick(10_000))
    assert verdict.result is not None
    assert (verdict.article, verdict.result.sgf(), verdict.calls[-1].text) == ("23.5", "W+T", "time is up")
    untimed = referee()
    assert play(untimed, "C3", start_at=10**9) == ["played"]


@pytest.mark.article(12, "II")
def test_the_reserved_minutes_are_part_of_the_limit() -> None:
    """T = 60 min with 5 reserved leaves 55 before the countdown."""
    assert reserve(countdown(3600, 5)) == (55 * 60_000, 5)


@pytest.mark.article(12, "II")
def test_worked_sequence_1_countdown_begins_in_mid_move() -> None:
    """54:30 and 0:20 leave 10 s; a move of 45 s begins the countdown at 10 s, one call at 40 s, nothing deducted."""
    clock = countdown(3600, 5)
    assert think(clock, (54 * 60 + 30) * 1000) == []
    assert think(clock, 20_000) == []
    assert reserve(clock) == (10_000, 5)
    clock.start(BLACK, 0)
    spoken = [(event.at, event.text) for event in clock.press(45_000)]
    assert spoken == [(10_000, "countdown begins"), (40_000, "30 seconds")]
    assert reserve(clock) == (0, 5)


MINUTE = ["30 seconds", "40 seconds", "50 seconds", "55 seconds", "58 seconds"]


@pytest.mark.article(12, "II")
@pytest.mark.parametrize(("ms", "left", "spoken"), [
    (59_999, 5, MINUTE),
    (60_000, 4, [*MINUTE, "1 minute, 4 minutes remain"]),
    (61_000, 4, [*MINUTE, "1 minute, 4 minutes remain"]),
    (29_999, 5, []),
    (125_000, 3, [*MINUTE, "1 minute, 4 minutes remain", *MINUTE, "1 minute, 3 minutes remain"]),
])  # fmt: skip
def test_worked_sequence_2_whole_minutes_only_are_deducted(ms: int, left: int, spoken: list[str]) -> None:
    """A move of less than a minute costs nothing; each full minute costs one."""
    clock = countdown(300, 5)
    assert think(clock, ms) == spoken
    assert reserve(clock) == (0, left)
    assert clock.flagged is None


@pytest.mark.article(12, "II")
def test_worked_sequence_3_with_three_left_185_seconds_lose_at_180() -> None:
    """2 remain at 60 s, 1 remains at 120 s, loss at 180 s."""
    clock = countdown(180, 3)
    clock.start(BLACK, 0)
    events_ = clock.press(185_000)
    remain = [(e.at, e.text) for e in events_ if "remain" in e.text]
    assert remain == [(60_000, "1 minute, 2 minutes remain"), (120_000, "1 minute, 1 minute remains")]
    assert (events_[-1].at, events_[-1].kind, events_[-1].text) == (180_000, "flag", "10, overtime: loss")
    assert clock.flagged == BLACK


@pytest.mark.article(12, "II")
def test_worked_sequence_4_one_move_of_eight_minutes_ten() -> None:
    """T=10/N=5: main 5:00 gone, three minutes deducted, two remain."""
    clock = countdown(600, 5)
    spoken = think(clock, 490_000)
    assert reserve(clock) == (0, 2)
    assert [text for text in spoken if "remain" in text][-1] == "1 minute, 2 minutes remain"


@pytest.mark.article(12, "II")
def test_worked_sequence_5_the_last_minute_is_counted_out() -> None:
    """T=2/N=1: 70 s cost the main time only; 59 s are safe with calls 30, 40, 50, 1 to 9; 60 s lose."""
    clock = countdown(120, 1)
    assert think(clock, 70_000) == ["countdown begins"]
    assert reserve(clock) == (0, 1)
    spoken = ["30 seconds", "40 seconds", "50 seconds", *map(str, range(1, 10))]
    assert think(clock, 59_000) == spoken
    assert reserve(clock) == (0, 1)
    assert think(clock, 60_000) == [*spoken, "10, overtime: loss"]
    assert clock.flagged == BLACK


@pytest.mark.article(12, "calls")
def test_the_last_minute_is_called_at_these_moments() -> None:
    """51 000 ms is `1`, 59 000 ms `9`, 60 000 ms the loss."""
    calls = {text: at for at, _, text in countdown(60, 1).banks[BLACK].milestones()}
    assert (calls["30 seconds"], calls["1"], calls["9"], calls["10, overtime: loss"]) == (
        30_000,
        51_000,
        59_000,
        60_000,
    )


@pytest.mark.article(12, "calls")
def test_the_literal_reading_of_the_last_minute_is_an_option() -> None:
    """With 70 s the 60 seconds are called too, and 1 to 10 follow them."""
    spec = TimeSpec.parse("60c1").with_last_period(70_000)
    calls = {text: at for at, _, text in Clock(spec).banks[BLACK].milestones()}
    assert (calls["60 seconds"], calls["1"], calls["10, overtime: loss"]) == (60_000, 61_000, 70_000)


@pytest.mark.article(12, "fast")
def test_fast_games_have_shorter_periods() -> None:
    """3 x 30 s: calls fit the period, and each period that is used up is said."""
    clock = Clock(TimeSpec.parse("0+3x30"))
    assert think(clock, 31_000) == [
        "10 seconds",
        "20 seconds",
        "25 seconds",
        "28 seconds",
        "1 period, 2 periods remain",
    ]
    assert clock.banks[BLACK].periods == 2


@pytest.mark.article(12, "calls")
def test_calls_are_said_once_and_to_the_side_that_thinks() -> None:
    """Polling twice says nothing twice; the referee hands the calls on with its verdicts."""
    ref = referee(spec="60c1")
    first = ref.handle(events.Tick(40_500)).calls
    assert [(call.color, call.text) for call in first] == [(BLACK, "30 seconds"), (BLACK, "40 seconds")]
    assert ref.handle(events.Tick(41_000)).calls == ()
    assert play(ref, "C3", start_at=41_500) == ["played"]
    assert ref.clock is not None
    assert ref.clock.running == WHITE
