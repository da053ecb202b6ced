"""The search behind one small face, so that the player need not know which one it drives."""

import math
import random
import time
from typing import Protocol

from engine.player.report import MoveReport, Report
from gocore import EMPTY, Position, playout


class Searcher(Protocol):
    """A search over one position at a time.

    `run` blocks until a limit is met or `stop` is called from another thread; `snapshot` may be called from
    any thread while it runs and afterwards. The tree of the previous position is reused where it can be.
    """

    def run(
        self,
        position: Position,
        color: int,
        visits: int | None,
        max_ms: int | None,
        only: frozenset[int] = frozenset(),
    ) -> None:
        """Search for `color`. visits, max_ms: limits, None for none. only: where it may begin, empty for
        anywhere.
        """

    def stop(self) -> None:
        """End `run` soon. Heard by a run that is under way only."""

    def snapshot(self, moves: int = 40, ownership: bool = False) -> Report:
        """Say what is known so far about the best `moves` candidates."""


class FlatSearcher:
    """Random games from every candidate, no tree: the stand-in where no search is built in."""

    BATCH = 8

    def __init__(self, seed: int, threads: int = 1) -> None:
        self._random = random.Random(seed)
        self._stopped = False
        self._color = EMPTY
        self._area = 0
        self._started = 0.0
        self._stats: dict[int, list[float]] = {}  # point -> [visits, wins]
        self._owner: list[float] = []

    def stop(self) -> None:
        """End `run` after the batch under way."""
        self._stopped = True

    def run(
        self,
        position: Position,
        color: int,
        visits: int | None,
        max_ms: int | None,
        only: frozenset[int] = frozenset(),
    ) -> None:
        """Play random games, more of them from the better moves."""
        self._stopped = False
        self._color, self._area, self._started = color, position.area, time.monotonic()
        points = [p for p in position.legal(color) if not fills_eye(position, p, color)]
        starts = [point for point in [*points, position.area] if not only or point in only]
        self._stats = {point: [0.0, 0.0] for point in starts or [position.area]}
        self._owner = [0.0] * position.area
        end = math.inf if max_ms is None else self._started + max_ms / 1000
        most = math.inf if visits is None else visits
        done = 0
        while not self._stopped and done < most and (time.monotonic() < end or done == 0):
            point = max(self._stats, key=lambda p: self._bound(p, done))
            child = position.copy()
            child.play(point, color)
            games = playout.light(child, self.BATCH, self._random.getrandbits(60))
            wins = games.black_wins if color == 1 else games.white_wins
            stat = self._stats[point]
            stat[0] += self.BATCH
            stat[1] += wins + games.draws / 2
            self._owner = [a + b * self.BATCH for a, b in zip(self._owner, games.ownership, strict=True)]
            done += self.BATCH

    def _bound(self, point: int, done: int) -> float:
        visits, wins = self._stats[point]
        if visits == 0:
            return math.inf if point != self._area else 2.0
        return wins / visits + math.sqrt(math.log(done + 1) / visits)

    def snapshot(self, moves: int = 40, ownership: bool = False) -> Report:
        """Say what is known so far."""
        stats = [(point, v, w) for point, (v, w) in list(self._stats.items()) if v]
        stats.sort(key=lambda row: (-row[1], -row[2]))
        total = sum(v for _, v, _ in stats)
        rows = tuple(
            MoveReport(point, int(v), w / v, max(0.0, w / v - 1 / math.sqrt(v)), 1 / len(self._stats), i, (point,))
            for i, (point, v, w) in enumerate(stats[:moves])
        )
        winrate = sum(w for _, _, w in stats) / total if total else 0.5
        owner = tuple(o / total for o in self._owner) if ownership and total else ()
        elapsed = int((time.monotonic() - self._started) * 1000)
        return Report(self._color, int(total), winrate, rows, ownership=owner, elapsed_ms=elapsed)


def fills_eye(position: Position, point: int, color: int) -> bool:
    """Whether all neighbours and all but one diagonal are the mover's own."""
    y, x = divmod(point, position.width)
    foreign = 0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            b, a = y + dy, x + dx
            if (dx, dy) == (0, 0) or not (0 <= a < position.width and 0 <= b < position.height):
                continue
            if position[b * position.width + a] != color:
                if 0 in (dx, dy):
                    return False
                foreign += 1
    edge = x in (0, position.width - 1) or y in (0, position.height - 1)
    return foreign == 0 if edge else foreign <= 1
