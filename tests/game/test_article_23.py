"""Article 23: lateness, captures and time, overtime, leave."""

import pytest

from engine.errors import ClockError, RefereeError
from engine.game.clock import Clock
from engine.game.referee import EventRules, Referee, events
from engine.game.timespec import TimeSpec
from gocore import BLACK, WHITE
from tests.game.boards import FIVE, game, play

LIMIT = 15 * 60_000


def late(black: int, white: int, spec: str = "3600c5", **laid_down: int) -> Referee:
    """A game begun with these latenesses in ms."""
    ref = Referee(game(FIVE), Clock(TimeSpec.parse(spec)), EventRules(**laid_down))  # type: ignore[arg-type]
    ref.handle(events.Start(0, black, white))
    return ref


@pytest.mark.article(23, "1")
@pytest.mark.parametrize(
    ("black", "white", "sgf"), [(LIMIT + 1, 0, "W+F"), (0, LIMIT + 1, "B+F"), (LIMIT, LIMIT, None)]
)
def test_more_than_the_limit_forfeits(black: int, white: int, sgf: str | None) -> None:
    """The limit itself is still in time; one millisecond more is not."""
    ref = late(black, white)
    assert (ref.result.sgf() if ref.result is not None else None) == sgf


@pytest.mark.article(23, "2")
def test_both_beyond_the_limit_forfeit_both() -> None:
    """0:0."""
    ref = late(LIMIT + 1, LIMIT + 5)
    assert ref.result is not None
    assert (ref.result.kind, ref.result.winner, ref.phase) == ("double_forfeit", 0, "over")


@pytest.mark.article(23, "3")
@pytest.mark.parametrize(
    ("late_s", "main_s", "reserve"), [(0, 3300, 5), (7 * 60, 2880, 5), (57 * 60, 0, 3), (56 * 60 + 59, 0, 4)]
)
def test_ones_own_lateness_is_deducted(late_s: int, main_s: int, reserve: int) -> None:
    """T=60/N=5: 7:00 late leaves 48:00; 57:00 late leaves no main time and three reserved minutes."""
    ref = late(late_s * 1000, 0, late_limit_ms=3_600_000)
    assert ref.clock is not None
    assert (ref.clock.banks[BLACK].main_ms, ref.clock.banks[BLACK].periods) == (main_s * 1000, reserve)
    assert ref.clock.banks[WHITE].main_ms == 3_300_000


@pytest.mark.article(23, "3")
def test_both_late_each_loses_his_own() -> None:
    """Five minutes each; in 2002 twice that."""
    for factor, left in ((1, 3_000_000), (2, 2_700_000)):
        ref = late(300_000, 300_000, late_factor=factor)
        assert ref.clock is not None
        assert [bank.main_ms for bank in ref.clock.banks.values()] == [left, left]


@pytest.mark.article(23, "3")
def test_nobody_is_late_by_less_than_nothing() -> None:
    """Refused, and the game is still to begin."""
    with pytest.raises(RefereeError, match="less than nothing"):
        late(-1, 0)
    with pytest.raises(ClockError, match="less than nothing"):
        Clock(TimeSpec.parse("60")).arrive(0, -1, 5)


@pytest.mark.article(23, "4")
@pytest.mark.parametrize(("capture_time", "left"), [("free", 5), ("counted", 3)])
def test_removing_captures_costs_no_countdown_time(capture_time: str, left: int) -> None:
    """1988: the countdown stops when the stone is down; 2002: it goes on until the captures are off."""
    clock = Clock(TimeSpec.parse("300c5"), capture_time=capture_time)  # type: ignore[arg-type]
    clock.start(BLACK, 0)
    clock.stone_placed(50_000)
    clock.press(130_000)
    assert clock.banks[BLACK].periods == left


@pytest.mark.article(23, "4")
def test_main_time_runs_until_the_clock_is_pressed() -> None:
    """Only the countdown is spared; where main time ends during the removal nothing more is taken."""
    clock = Clock(TimeSpec.parse("360c5"))
    clock.start(BLACK, 0)
    clock.stone_placed(50_000)
    assert clock.press(55_000) == []
    assert (clock.banks[BLACK].main_ms, clock.banks[BLACK].periods) == (5_000, 5)
    clock.start(BLACK, 100_000)
    clock.stone_placed(101_000)
    clock.press(300_000)
    assert (clock.banks[BLACK].main_ms, clock.banks[BLACK].periods) == (0, 5)


@pytest.mark.article(23, "5")
def test_overtime_is_a_loss() -> None:
    """Countdown included; a move that comes too late is not played."""
    ref = late(0, 0, "60c1")
    verdict = ref.handle(events.Play(60_000, BLACK, 0))
    assert verdict.result is not None
    assert (verdict.article, verdict.result.sgf(), ref.game.moves) == ("23.5", "W+T", [])


@pytest.mark.article(23, "3")
@pytest.mark.article(23, "5")
@pytest.mark.parametrize(
    ("spec", "black", "white", "sgf"),
    [
        ("60", 60_000, 0, "W+T"),
        ("60", 0, 60_000, "B+T"),
        ("60", 60_000, 99_000, "Void"),
        ("60+10f", 0, 60_000, "B+T"),
        ("300c5", 300_000, 0, "W+T"),
        ("300c5", 299_999, 0, None),
        ("60+3x10", 89_999, 0, None),
        ("60+25/600", 60_000, 0, None),
    ],
)
def test_who_comes_too_late_to_have_any_time_has_lost(spec: str, black: int, white: int, sgf: str | None) -> None:
    """Lateness within the limit may take all the time; a Canadian or last period is still time."""
    ref = late(black, white, spec, late_limit_ms=10**7)
    assert (ref.result.sgf() if ref.result is not None else None) == sgf
    assert ref.phase == ("playing" if sgf is None else "over")


@pytest.mark.article(12, "I")
@pytest.mark.article(23, "5")
def test_a_flag_that_falls_as_the_clock_starts_is_a_loss() -> None:
    """A side set to no time at all loses when its turn comes; the move before it stands, the clock says so."""
    ref = late(0, 0, "60")
    assert ref.clock is not None
    ref.clock.set_left(WHITE, 0, 0, 0)
    verdict = ref.handle(events.Play(1_000, BLACK, 3))
    assert (verdict.outcome, verdict.article, [call.kind for call in verdict.calls]) == ("over", "23.5", ["flag"])
    assert ref.result is not None
    assert (ref.result.sgf(), len(ref.game.moves)) == ("B+T", 1)


@pytest.mark.article(23, "6")
def test_leave_is_granted_once_while_the_opponent_thinks() -> None:
    """In one's own turn it is refused, and the second time; no clock stops for it."""
    ref = late(0, 0)
    assert ref.handle(events.LeaveAsked(0, BLACK)).outcome == "denied"
    assert ref.handle(events.LeaveAsked(0, WHITE)).outcome == "granted"
    assert ref.handle(events.LeaveAsked(0, WHITE)).outcome == "denied"
    play(ref, "C3", start_at=1_000)
    assert ref.handle(events.LeaveAsked(1_000, BLACK)).outcome == "granted"
    assert ref.clock is not None
    assert ref.clock.left(WHITE, 2_000).main_ms == 3_300_000 - 1_000
    assert [entry.article for entry in ref.ledger] == ["23.6"] * 4
