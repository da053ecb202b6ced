"""Searches that say what they are told, and a clock of our own, for the tests of the player."""

import threading

from engine.player.report import MoveReport, Report
from engine.player.wish import NO_WISH, Wish
from gocore import BLACK, Position
from tests.patience import PATIENCE


def row(point: int, visits: int, winrate: float = 0.5, order: int = 0) -> MoveReport:
    return MoveReport(point, visits, winrate, winrate, 0.1, order, (point,))


class Clock:
    """Stands for the module `time`: a look at the clock takes `step` seconds, and nothing else any.

    It stands still while `search` is not under way, so that no thread that starts or ends late makes a difference.
    """

    def __init__(self) -> None:
        self.now, self.step = 0.0, 1.0
        self.search: Scripted | None = None

    def monotonic(self) -> float:
        if self.search is not None and self.search.running.is_set() and not self.search.halt.is_set():
            self.now += self.step
        return self.now

    def monotonic_ns(self) -> int:
        return round(self.now * 1e9)


class Scripted:
    """A search that does nothing until it is stopped or its time is up, and always says the same."""

    def __init__(self, report: Report, fault: Exception | None = None) -> None:
        self.report, self.fault = report, fault
        self.stopped: list[bool] = []
        self.halt = threading.Event()
        self.running = threading.Event()
        self.seen: list[tuple[int, int | None, int | None, frozenset[int]]] = []

    def run(
        self,
        position: Position,
        color: int,
        visits: int | None,
        max_ms: int | None,
        wish: Wish = NO_WISH,
        bonus2: int = 0,
    ) -> None:
        self.bonus2 = bonus2
        self.seen.append((color, visits, max_ms, wish.only))
        if self.fault is not None:
            raise self.fault
        self.halt.clear()
        self.running.set()
        self.stopped.append(self.halt.wait(PATIENCE if max_ms is None else min(PATIENCE, max_ms / 1000)))
        self.running.clear()

    def stop(self) -> None:
        if self.running.is_set():
            self.halt.set()

    def snapshot(self, moves: int | None = None, wish: Wish = NO_WISH) -> Report:
        return self.report


CLEAR = Report(BLACK, 1000, 0.6, (row(40, 990), row(41, 10, order=1)), point=40)
CLOSE = Report(BLACK, 1000, 0.5, (row(40, 500), row(41, 499, 0.55, order=1)), point=40)


class Choices(Scripted):
    """A search that finds different things when it may only pass, may only play, or may do both."""

    def __init__(self, both: Report, playing: Report, passing: Report) -> None:
        super().__init__(both)
        self.playing, self.passing = playing, passing

    def snapshot(self, moves: int | None = None, wish: Wish = NO_WISH) -> Report:
        only = self.seen[-1][3] if self.seen else frozenset()
        if not only:
            return self.report
        return self.passing if only == {81} else self.playing
