"""Time systems as data: the SPEC of flags and event files, and the time commands of GTP, KGS and KataGo, both
ways.

    300         absolute: 300 seconds            300+25/600  Canadian: then 25 stones in each 600 seconds
    300+5x30    byo-yomi: then 5 periods of 30   300+10f     Fischer: 10 more after each move; 300+10f600: at
    most 600 300c5       the text's countdown: 300 seconds of which the last 5 minutes are counted out
    (Article 12) 1s/move     one second for each move         v500        500 visits for each move
    none   no limit

Numbers are seconds and may have up to three decimals; inside there are only integer milliseconds.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.errors import ClockError
from engine.wording import whole_number

System = Literal["none", "absolute", "byoyomi", "canadian", "fischer", "countdown", "visits"]

_NUM = r"([0-9]{1,9}(?:\.[0-9]{1,3})?)"
_INT = r"([0-9]{1,9})"
_FORMS: tuple[tuple[System, re.Pattern[str]], ...] = (
    ("absolute", re.compile(_NUM)),
    ("byoyomi", re.compile(rf"{_NUM}\+{_INT}x{_NUM}")),
    ("canadian", re.compile(rf"{_NUM}\+{_INT}/{_NUM}")),
    ("fischer", re.compile(rf"{_NUM}\+{_NUM}f{_NUM}?")),
    ("countdown", re.compile(rf"{_NUM}c{_INT}")),
)
_PER_MOVE = re.compile(rf"{_NUM}s?/move")
_VISITS = re.compile(rf"v{_INT}")
_MINUTE = 60_000
MOST = 10**9 - 1
"""The most periods or stones of a system; more are taken for as many."""


def ms(seconds: str | int | float) -> int:
    """Turn seconds into integer milliseconds, to the nearest one.

    Raises ClockError when the text is no finite number or too large for a clock.
    """
    try:
        value = float(seconds)
    except ValueError as error:
        raise ClockError(f"not a time in seconds: {seconds!r}") from error
    if not abs(value) <= 1e9:
        raise ClockError(f"not a time in seconds: {seconds!r}")
    return round(value * 1000)


def seconds_text(milliseconds: int) -> str:
    """Write milliseconds as seconds without needless zeros: 300000 -> `300`, 1500 -> `1.5`."""
    whole, rest = divmod(abs(milliseconds), 1000)
    decimals = f".{rest:03d}".rstrip("0") if rest else ""
    return f"{'-' if milliseconds < 0 else ''}{whole}{decimals}"


@dataclass(frozen=True, slots=True)
class TimeSpec:
    """One side's time system. Times in ms; a field that the system does not use is 0.

    main_ms: the time before any overtime (of `countdown`: without the reserved minutes).
    periods, period_ms: byo-yomi and countdown: how many, how long; Canadian: period_ms for `stones` moves.
    increment_ms, cap_ms: Fischer: what a move brings, and the most that may be held (0: no cap).
    last_period_ms: countdown: the length of the last period (70 000 for the literal reading of Article 12,
    else 0). visits: search visits a move; no clock runs. move_cap_ms: the most that one move may take (KataGo's
    fischer-capped; 0: no such limit); a SPEC in text does not say it.
    """

    system: System
    main_ms: int = 0
    periods: int = 0
    period_ms: int = 0
    stones: int = 0
    increment_ms: int = 0
    cap_ms: int = 0
    last_period_ms: int = 0
    visits: int = 0
    move_cap_ms: int = 0

    def __post_init__(self) -> None:
        """Refuse a system that could never be played by (ClockError)."""
        if min(self.main_ms, self.periods, self.period_ms, self.stones, self.increment_ms, self.cap_ms) < 0:
            raise ClockError("a time system has no negative times")
        if self.system in ("byoyomi", "countdown") and not (self.periods and self.period_ms):
            raise ClockError(f"{self.system} needs periods and their length")
        if self.system == "canadian" and not (self.stones and self.period_ms):
            raise ClockError("canadian overtime needs stones and a time for them")
        if self.system == "visits" and self.visits < 1:
            raise ClockError("visits must be 1 or more")
        if self.cap_ms and self.cap_ms < self.main_ms:
            raise ClockError("the cap is below the main time")

    @classmethod
    def parse(cls, text: str) -> "TimeSpec":
        """Read a SPEC (see the module's head). Raises ClockError with the text when it is none, or leaves no time for
        the first move.
        """
        text = text.strip()
        spec = cls._read(text)
        if spec.timed and not (spec.main_ms or spec.period_ms):
            raise ClockError(f"{text!r}: there is no time for the first move")
        return spec

    @classmethod
    def _read(cls, text: str) -> "TimeSpec":
        if text == "none":
            return cls("none")
        if match := _VISITS.fullmatch(text):
            return cls("visits", visits=int(match[1]))
        if match := _PER_MOVE.fullmatch(text):
            return cls("byoyomi", periods=1, period_ms=ms(match[1]))
        for system, form in _FORMS:
            if match := form.fullmatch(text):
                return cls._of(system, match.groups(), text)
        raise ClockError(f"not a time control: {text!r} (try 300, 300+5x30, 300+25/600, 300+10f, 300c5, 1s/move, v500)")

    @classmethod
    def _of(cls, system: System, words: Sequence[str | None], text: str) -> "TimeSpec":
        main = ms(words[0] or "0")
        one, two = (words[1] if len(words) > 1 else None), (words[2] if len(words) > 2 else None)
        if system == "byoyomi":
            return cls(system, main, periods=int(one or 0), period_ms=ms(two or "0"))
        if system == "canadian":
            return cls(system, main, stones=int(one or 0), period_ms=ms(two or "0"))
        if system == "fischer":
            return cls(system, main, increment_ms=ms(one or "0"), cap_ms=ms(two or "0"))
        if system == "countdown":
            minutes = int(one or 0)
            if main < minutes * _MINUTE:
                raise ClockError(f"{text!r}: the {minutes} reserved minutes are part of the time, which is shorter")
            return cls(system, main - minutes * _MINUTE, periods=minutes, period_ms=_MINUTE)
        return cls(system, main)

    def __str__(self) -> str:
        """Write the SPEC so that `parse` reads it back."""
        main = seconds_text(self.main_ms)
        period = seconds_text(self.period_ms)
        if self.system == "absolute":
            return main
        if self.system == "byoyomi":
            per_move = self.periods == 1 and not self.main_ms
            return f"{period}s/move" if per_move else f"{main}+{self.periods}x{period}"
        if self.system == "canadian":
            return f"{main}+{self.stones}/{period}"
        if self.system == "fischer":
            cap = seconds_text(self.cap_ms) if self.cap_ms else ""
            return f"{main}+{seconds_text(self.increment_ms)}f{cap}"
        if self.system == "countdown":
            return f"{seconds_text(self.main_ms + self.periods * self.period_ms)}c{self.periods}"
        return f"v{self.visits}" if self.system == "visits" else "none"

    @property
    def timed(self) -> bool:
        """Whether a clock runs at all."""
        return self.system not in ("none", "visits")

    @property
    def per_move_ms(self) -> int:
        """The time of each move where that is all there is (`1s/move`), else 0."""
        return self.period_ms if self.system == "byoyomi" and self.periods == 1 and not self.main_ms else 0

    def with_last_period(self, milliseconds: int) -> "TimeSpec":
        """The countdown with another length of its last minute (Article 12: 70 000 is the literal
        reading)."""
        return replace(self, last_period_ms=milliseconds)

    # GTP draft 2: time_settings main byo_yomi_time byo_yomi_stones

    @classmethod
    def from_time_settings(cls, main: int, byoyomi: int, stones: int) -> "TimeSpec":
        """Read GTP's `time_settings`, seconds and stones.

        byoyomi > 0 with stones 0 means no limit; byoyomi 0 absolute time. Raises ClockError for negative
        numbers.
        """
        if min(main, byoyomi, stones) < 0:
            raise ClockError("time_settings: no number may be negative")
        if byoyomi > 0 and stones == 0:
            return cls("none")
        if byoyomi == 0:
            return cls("absolute", ms(main))
        return cls("canadian", ms(main), stones=stones, period_ms=ms(byoyomi))

    def to_time_settings(self) -> tuple[int, int, int]:
        """Say this system in GTP's three numbers, the nearest that never promises more time than there is.

        Byo-yomi and countdown become one stone a period (spare periods are left unsaid); Fischer becomes its
        main time less one increment, and one stone an increment. Times are cut to whole seconds, but not to
        none.
        """
        main, period = self.main_ms // 1000, max(1, self.period_ms // 1000)
        if self.system == "absolute":
            return max(1, main) if self.main_ms else 0, 0, 0
        if self.system == "canadian":
            return main, period, self.stones
        if self.system in ("byoyomi", "countdown"):
            return main, period, 1
        if self.system == "fischer":
            if self.increment_ms < 1000:
                return max(1, main), 0, 0
            return max(0, self.main_ms - self.increment_ms) // 1000, self.increment_ms // 1000, 1
        return 0, 1, 0

    # kgs-time_settings and kata-time_settings: a word and its numbers

    @classmethod
    def from_words(cls, words: Sequence[str]) -> "TimeSpec":
        """Read the words of `kgs-time_settings` or `kata-time_settings`.

        `none`, `absolute M`, `byoyomi M P N`, `canadian M P S`, `fischer M I`, `fischer-capped M I CAP MOVE`
        (CAP the most that may be held, MOVE the most that one move may take; 0 or less for no limit). Raises
        ClockError for anything else.
        """
        kind, numbers = (words[0].lower() if words else ""), list(words[1:])
        arity = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2, "fischer-capped": 4}
        if kind not in arity:
            raise ClockError(f"unknown time system {kind!r}; known: {', '.join(arity)}")
        if len(numbers) != arity[kind]:
            raise ClockError(f"{kind} takes {arity[kind]} numbers, not {len(numbers)}")
        counted = kind in ("byoyomi", "canadian")
        times = [ms(number) for number in (numbers[:2] if counted else numbers)]
        if kind == "none":
            return cls("none")
        if kind == "absolute":
            return cls("absolute", times[0])
        if counted:
            return cls._overtime(kind, times[0], times[1], numbers[2])
        cap, move_cap = (max(limit, 0) for limit in times[2:]) if kind == "fischer-capped" else (0, 0)
        cap = max(cap, times[0]) if cap else 0
        return cls("fischer", times[0], increment_ms=times[1], cap_ms=cap, move_cap_ms=move_cap)

    @classmethod
    def _overtime(cls, kind: str, main: int, period: int, count: str) -> "TimeSpec":
        number = whole_number(count)
        if number is None or number < 0:
            raise ClockError(f"{kind}: not a count: {count!r}")
        number = min(number, MOST)
        if kind == "canadian" and period > 0 and number == 0:
            return cls("none")
        if period == 0 or number == 0:
            return cls("absolute", main)
        if kind == "canadian":
            return cls("canadian", main, stones=number, period_ms=period)
        return cls("byoyomi", main, periods=number, period_ms=period)

    def to_words(self, kata: bool = False) -> list[str]:
        """Say this system as `kgs-time_settings` (or, with kata, `kata-time_settings`) words.

        KGS knows no Fischer time: it is said as the Canadian approximation of `to_time_settings`.
        """
        main, period = seconds_text(self.main_ms), seconds_text(self.period_ms)
        if self.system == "absolute":
            return ["absolute", main]
        if self.system in ("byoyomi", "countdown"):
            return ["byoyomi", main, period, str(self.periods)]
        if self.system == "canadian":
            return ["canadian", main, period, str(self.stones)]
        if self.system == "fischer" and kata:
            limits = (self.cap_ms, self.move_cap_ms)
            cap = [seconds_text(limit) if limit else "-1" for limit in limits] if any(limits) else []
            return ["fischer-capped" if cap else "fischer", main, seconds_text(self.increment_ms), *cap]
        if self.system == "fischer":
            return ["canadian", *(str(number) for number in self.to_time_settings())]
        return ["none"]
