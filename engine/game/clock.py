"""The clock of a game: two banks of time, one of them running, and every sound it makes (Articles 12, 14,
23).

Time is handed in, as integer milliseconds from any origin that only grows; nothing here sleeps or looks at a
clock. A side loses on time at the very moment when all its time is used up.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from engine.errors import ClockError
from engine.game.timespec import TimeSpec
from gocore import BLACK, WHITE

CaptureTime = Literal["free", "counted"]
"""Article 23.4: whether taking captures off the board costs countdown time (1988: `free`; 2002:
`counted`)."""

_CALLS_MS = (30_000, 40_000, 50_000, 55_000, 58_000)
_LAST_CALLS_MS = (30_000, 40_000, 50_000)


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """What the clock says. at: ms after the move began; kind: `overtime`, `call`, `period` or `flag`; text:
    the words."""

    color: int
    at: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Bank:
    """One side's time between its moves (all of it in ms).

    main_ms: main time left. periods: byo-yomi periods left. stones: moves left in the Canadian period, of
    which period_left_ms remain; both 0 before that overtime. lag_ms: how late the flag falls. in_period: main_ms is
    the rest of a byo-yomi period that runs, which a move within it makes whole again; `periods` are those after it.
    """

    spec: TimeSpec
    main_ms: int
    periods: int = 0
    stones: int = 0
    period_left_ms: int = 0
    lag_ms: int = 0
    in_period: bool = False

    @classmethod
    def full(cls, spec: TimeSpec, lag_ms: int = 0) -> "Bank":
        """The bank of a side that has used no time."""
        return cls(spec, spec.main_ms, spec.periods, lag_ms=lag_ms)

    def _period_ms(self, index: int) -> int:
        """Length of the period with `index` periods before it in this move."""
        last = index == self.periods - 1
        return self.spec.last_period_ms if last and self.spec.last_period_ms else self.spec.period_ms

    def _overtime_ms(self) -> int:
        """All periods together."""
        return (self.periods - 1) * self.spec.period_ms + self._period_ms(self.periods - 1) if self.periods > 0 else 0

    def _canadian_left(self) -> int:
        return self.period_left_ms if self.stones else self.spec.period_ms

    def budget(self) -> int | None:
        """The thinking time of one move after which the side has lost; None where there is no limit."""
        if not self.spec.timed:
            return None
        if self.spec.system in ("byoyomi", "countdown"):
            return self.main_ms + self._overtime_ms()
        if self.spec.system == "canadian":
            return self.main_ms + self._canadian_left()
        return min(self.main_ms, self.spec.move_cap_ms or self.main_ms)

    def lost(self, used: int) -> bool:
        """Whether `used` ms of thinking on one move lose on time (lag allowance included)."""
        limit = self.budget()
        return limit is not None and used >= limit + self.lag_ms

    def after(self, used: int, move_done: bool = True) -> "Bank":
        """The bank after `used` ms on a move; move_done False: in the middle of it (no renewal, no
        increment)."""
        limit = self.budget()
        if limit is None:
            return self
        used = min(used, max(limit - 1, 0)) if not self.lost(used) else limit
        over = max(0, used - self.main_ms)
        main = max(0, self.main_ms - used)
        if self.in_period and main and move_done:
            return replace(self, main_ms=0, periods=self.periods + 1, in_period=False)
        if self.spec.system in ("byoyomi", "countdown"):
            periods = self.periods - self._whole_periods(over)
            return replace(self, main_ms=main, periods=periods, in_period=self.in_period and main > 0)
        if self.spec.system == "canadian" and used >= self.main_ms:
            return self._after_canadian(main, over, move_done)
        if self.spec.system == "fischer" and move_done and used < limit:
            main += self.spec.increment_ms
            main = min(main, max(self.spec.cap_ms, self.main_ms)) if self.spec.cap_ms else main
        return replace(self, main_ms=main)

    def _whole_periods(self, over: int) -> int:
        """How many periods are gone after `over` ms of overtime in one move."""
        if self.periods <= 0:
            return 0
        if over >= self._overtime_ms():
            return self.periods
        return min(over // self.spec.period_ms, self.periods - 1) if self.spec.period_ms else 0

    def _after_canadian(self, main: int, over: int, move_done: bool) -> "Bank":
        left = self._canadian_left() - over
        stones = (self.stones or self.spec.stones) - (1 if move_done else 0)
        if move_done and stones == 0:
            return replace(self, main_ms=main, stones=self.spec.stones, period_left_ms=self.spec.period_ms)
        return replace(self, main_ms=main, stones=stones, period_left_ms=left)

    def milestones(self) -> Iterator[tuple[int, str, str]]:
        """Yield (ms after the move began, kind, text) in order: everything the clock says in one long
        move."""
        limit = self.budget()
        if limit is None:
            return
        if self.spec.system in ("byoyomi", "countdown"):
            yield from self._period_calls()
        elif self.spec.system == "canadian" and self.main_ms:
            yield self.main_ms, "overtime", f"overtime: {self.spec.stones} moves"
        yield (
            limit + self.lag_ms,
            "flag",
            "10, overtime: loss" if self.spec.system == "countdown" else "time is up",
        )

    def _period_calls(self) -> Iterator[tuple[int, str, str]]:
        start = self.main_ms
        if start:
            yield start, "overtime", "countdown begins"
        for index in range(self.periods):
            length = self._period_ms(index)
            last = index == self.periods - 1
            for at, text in _calls(length, last):
                yield start + at, "call", text
            start += length
            if not last:
                left = self.periods - index - 1
                unit = "minute" if length == 60_000 else "period"
                text = f"1 {unit}, {left} {unit}{'s remain' if left > 1 else ' remains'}"
                yield start, "period", text

    def late(self, late_ms: int) -> "Bank":
        """The bank less a lateness: main time first, then the reserve in whole periods rounded down (Article
        23.3)."""
        over = max(0, late_ms - self.main_ms)
        return replace(self, main_ms=max(0, self.main_ms - late_ms), periods=self.periods - self._whole_periods(over))


def _calls(length: int, last: bool) -> Iterator[tuple[int, str]]:
    """The spoken seconds of one period: by the text for a minute; a shorter one keeps those that fit before
    its end."""
    if last:
        calls = _LAST_CALLS_MS if length <= 60_000 else (*_LAST_CALLS_MS, 60_000)
        yield from ((at, f"{at // 1000} seconds") for at in calls if at < length - 9_000)
        yield from ((length - 10_000 + 1_000 * n, str(n)) for n in range(1, 10) if length - 10_000 + 1_000 * n > 0)
        return
    shift = min(0, length - 60_000)
    for at in _CALLS_MS:
        if at + shift > 0:
            yield at + shift, f"{(at + shift) // 1000} seconds"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a side has: ms on the part of its clock that runs now, and the stones or periods that go with it.

    main_ms > 0: still main time, count is 0. Otherwise period_ms of the running period and `count`: stones
    left (Canadian) or periods left (byo-yomi, countdown). budget_ms: all that this move may take; None for no
    limit. increment_ms: what a move brings (Fischer).
    """

    main_ms: int
    period_ms: int
    count: int
    budget_ms: int | None
    increment_ms: int

    def gtp(self) -> tuple[int, int]:
        """GTP's `time_left` numbers: whole seconds, cut down but never `0 0` while there is time, and the
        count."""
        if self.main_ms > 0 or not self.count:
            return max(1, self.main_ms // 1000), 0
        return max(1, self.period_ms // 1000), self.count


@dataclass(frozen=True, slots=True)
class LateVerdict:
    """Article 23.1-3. forfeits: the colours that have lost by lateness (none, one or both)."""

    forfeits: tuple[int, ...]


class Clock:
    """Two banks of time and the move that runs, if one does.

    Every `now` is in ms and never goes back. A call out of order raises ClockError and changes nothing. The
    clock only speaks (ClockEvent, `flagged`); to end a game is the referee's work.
    """

    def __init__(
        self,
        black: TimeSpec,
        white: TimeSpec | None = None,
        lag_ms: int = 0,
        capture_time: CaptureTime = "free",
    ) -> None:
        """Set both sides' time systems; white None: as Black's. lag_ms: how late the flag falls."""
        self.banks = {BLACK: Bank.full(black, lag_ms), WHITE: Bank.full(white or black, lag_ms)}
        self.capture_time: CaptureTime = capture_time
        self.running: int | None = None
        self.flagged: int | None = None
        self.leave_used = {BLACK: 0, WHITE: 0}
        self._used = 0
        self._since: int | None = None
        self._said = -1
        self._placed: int | None = None

    @property
    def paused(self) -> bool:
        """Whether a move is under way and its clock is held."""
        return self.running is not None and self._since is None

    def _check(self, now: int) -> None:
        if isinstance(now, bool) or not isinstance(now, int):
            raise ClockError(f"time must be whole milliseconds, not {now!r}")
        if self._since is not None and now < self._since:
            raise ClockError(f"time runs backwards: {now} ms after {self._since} ms")

    def used(self, now: int) -> int:
        """Ms thought on the running move until `now` (0 when none runs); what a pause takes is not in it."""
        self._check(now)
        return self._used + (now - self._since if self._since is not None else 0)

    def start(self, color: int, now: int) -> None:
        """Start a side's move. Raises ClockError when a move already runs or a flag has fallen."""
        self._check(now)
        if self.running is not None:
            raise ClockError("a clock is already running")
        if self.flagged is not None:
            raise ClockError("a side has already lost on time")
        if color not in self.banks:
            raise ClockError(f"no such side: {color!r}")
        self.running, self._since, self._used, self._said, self._placed = color, now, 0, -1, None

    def due(self, now: int) -> list[ClockEvent]:
        """Tell what is due at `now` and not yet said, in order; changes nothing."""
        if self.running is None:
            self._check(now)
            return []
        used = self._counted(now)
        reached = itertools.takewhile(lambda one: one[0] <= used, self.banks[self.running].milestones())
        return [ClockEvent(self.running, at, kind, text) for at, kind, text in reached if at > self._said]

    def poll(self, now: int) -> list[ClockEvent]:
        """Say what became due since the last call, in order; sets `flagged` when the running side has
        lost."""
        events = self.due(now)
        if events:
            self._said = events[-1].at
            if events[-1].kind == "flag":
                self.flagged = self.running
        return events

    def _counted(self, now: int) -> int:
        """Ms of the running move that count, with what Article 23.4 does not count taken off."""
        used = self.used(now)
        if self.running is None or self._placed is None or self.capture_time == "counted":
            return used
        countdown = self.banks[self.running].main_ms
        return min(used, max(self._placed, countdown))

    def stone_placed(self, now: int) -> None:
        """Note that the stone is on the board while captures are still being removed (Article 23.4).

        In countdown the removing costs nothing (`capture_time` free); main time runs on until the clock is
        pressed.
        """
        if self.running is None or self.paused:
            raise ClockError("no clock is running")
        if self._placed is None:
            self._placed = self.used(now)

    def press(self, now: int, move_done: bool = True) -> list[ClockEvent]:
        """End the running move and stop the clock.

        move_done False takes the time but grants no renewal and no increment. Returns what became due until
        now; when a flag is among it, the side has lost and the bank is left empty. Does not start the other
        side.
        """
        if self.running is None or self.paused:
            raise ClockError("no clock is running")
        events = self.poll(now)
        color = self.running
        self.banks[color] = self.banks[color].after(self._counted(now), move_done)
        self.running, self._since, self._used, self._placed = None, None, 0, None
        return events

    def switch(self, now: int) -> list[ClockEvent]:
        """End the running move and start the other side's, unless the flag fell."""
        color = self.running
        events = self.press(now)
        if self.flagged is None and color is not None:
            self.start(BLACK + WHITE - color, now)
        return events

    def stop(self) -> None:
        """Forget the running move and its time (the game is over)."""
        self.running, self._since, self._used, self._placed = None, None, 0, None

    def pause(self, now: int) -> list[ClockEvent]:
        """Hold the running clock (Article 14.1). Returns what became due. Raises ClockError when none
        runs."""
        if self.running is None or self.paused:
            raise ClockError("no clock is running")
        events = self.poll(now)
        self._used, self._since = self.used(now), None
        return events

    def resume(self, now: int) -> None:
        """Let the held clock run on from `now`. Raises ClockError when none is held."""
        if not self.paused:
            raise ClockError("no clock is paused")
        self._since = now
        self._check(now)

    def left(self, color: int, now: int) -> TimeLeft:
        """Say what a side has at `now` (Article 16.1), the running move taken into account."""
        used = self._counted(now) if self.running == color else 0
        self._check(now)
        bank = self.banks[color]
        spec, limit = bank.spec, bank.budget()
        main = max(0, bank.main_ms - used)
        over = max(0, used - bank.main_ms)
        budget = None if limit is None else max(0, limit - used)
        if bank.in_period and main:
            return TimeLeft(0, main, bank.periods + 1, budget, 0)
        if spec.system in ("byoyomi", "countdown"):
            gone = bank._whole_periods(over)
            ran = sum(bank._period_ms(index) for index in range(gone))
            period = bank._period_ms(gone) - (over - ran) if gone < bank.periods else 0
            return TimeLeft(main, period, bank.periods - gone, budget, 0)
        if spec.system == "canadian":
            period = max(0, bank._canadian_left() - over)
            return TimeLeft(main, period, bank.stones or spec.stones, budget, 0)
        return TimeLeft(main, 0, 0, budget, spec.increment_ms)

    def set_left(self, color: int, left_ms: int, count: int, now: int) -> None:
        """Replace a side's time and its moment of reference, as GTP's `time_left` does.

        left_ms: of main time when count is 0, else of the running period; count: stones, or periods for
        byo-yomi. A negative time is taken as none. A part of a byo-yomi period is what is left of the one that runs;
        so is nothing at all, which under Canadian time is the end of a period: a side that has nothing must move at
        once. A side without a time system gets the one that the numbers describe.
        """
        self._check(now)
        bank, left_ms = self.banks[color], max(0, left_ms)
        if not bank.spec.timed:
            bank = Bank.full(TimeSpec("absolute") if not count else TimeSpec("canadian", 0, 0, max(1, left_ms), count))
        by_periods = bank.spec.system in ("byoyomi", "countdown")
        if count <= 0:
            stones = int(bank.spec.system == "canadian" and not left_ms)
            bank = replace(bank, main_ms=left_ms, stones=stones, period_left_ms=0, in_period=by_periods and not left_ms)
        elif bank.spec.system == "canadian":
            bank = replace(bank, main_ms=0, stones=count, period_left_ms=left_ms)
        elif by_periods:
            partly = left_ms < bank.spec.period_ms
            periods = count - 1 if partly else count
            bank = replace(bank, main_ms=left_ms if partly else 0, periods=periods, in_period=partly)
        else:
            bank = replace(bank, main_ms=left_ms)
        self.banks[color] = bank
        if self.running == color:
            self._used, self._said, self._placed = 0, -1, None
            self._since = None if self.paused else now

    def arrive(self, black_late_ms: int, white_late_ms: int, limit_ms: int, factor: int = 1) -> LateVerdict:
        """Deal with lateness before the first move (Article 23.1-3).

        More than limit_ms forfeits (both sides may); within it each loses factor times its own lateness.
        Raises ClockError once the clock has been started, or for a negative lateness.
        """
        lates = {BLACK: black_late_ms, WHITE: white_late_ms}
        if self.running is not None or self.flagged is not None:
            raise ClockError("lateness is settled before the clock starts")
        if min(black_late_ms, white_late_ms, limit_ms) < 0:
            raise ClockError("no one is late by less than nothing")
        forfeits = tuple(color for color, late in lates.items() if late > limit_ms)
        if not forfeits:
            for color, late in lates.items():
                self.banks[color] = self.banks[color].late(late * factor)
        return LateVerdict(forfeits)

    def leave_request(self, color: int) -> bool:
        """Ask leave from the board (Article 23.6): granted once a game, only while the opponent's clock
        runs."""
        granted = self.running == BLACK + WHITE - color and self.leave_used[color] == 0
        self.leave_used[color] += granted
        return granted

    def top_up(self, least_ms: int = 60_000) -> None:
        """Give each side that has less than this in all the rest as main time (a play-out after a dispute, A.2)."""
        for color, bank in self.banks.items():
            budget = bank.budget()
            if budget is not None and budget < least_ms:
                self.banks[color] = replace(bank, main_ms=bank.main_ms + least_ms - budget)

    def save(self) -> dict[str, Any]:
        """The whole state as plain data; `restore` brings it back equal."""
        banks = {str(color): {**asdict(bank), "spec": asdict(bank.spec)} for color, bank in self.banks.items()}
        state = {name: getattr(self, name) for name in _STATE}
        return {"banks": banks, "leave_used": {str(c): n for c, n in self.leave_used.items()}, **state}

    @classmethod
    def restore(cls, saved: Mapping[str, Any]) -> "Clock":
        """Bring back a saved clock. Raises ClockError when the data is no saved clock."""
        try:
            specs = {c: TimeSpec(**saved["banks"][str(c)]["spec"]) for c in (BLACK, WHITE)}
            clock = cls(specs[BLACK], specs[WHITE])
            names = [field.name for field in fields(Bank) if field.name != "spec"]
            for color, spec in specs.items():
                row = saved["banks"][str(color)]
                clock.banks[color] = Bank(spec, **{name: row[name] for name in names})
                clock.leave_used[color] = saved["leave_used"][str(color)]
            for name in _STATE:
                setattr(clock, name, saved[name])
        except (KeyError, TypeError, AttributeError) as error:
            raise ClockError(f"damaged clock: {error}") from error
        return clock


_STATE = ("capture_time", "running", "flagged", "_used", "_since", "_said", "_placed")
