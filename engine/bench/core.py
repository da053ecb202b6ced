"""Measure the core by itself: playouts, plays and legal lists through Python, searches."""

import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from gocore import Position, playout
from gocore.search import Search


@dataclass(frozen=True, slots=True)
class CoreSpeed:
    """What a measurement gave. `per_cpu_s` is per second of processor time of all threads together."""

    part: str
    size: int
    threads: int
    count: int
    """Playouts, plays, lists or simulations, whichever the part counts."""
    mean_moves: float
    """Moves a playout or a game, 0 where there is none."""
    wall_s: float
    cpu_s: float
    per_cpu_s: float
    per_wall_s: float

    def as_json(self) -> dict[str, Any]:
        """Return the members by name."""
        return asdict(self)


Step = Callable[[], tuple[int, int]]
"""Do a piece of work of some milliseconds; return what it counts, and the moves in it."""


def _time(part: str, size: int, threads: int, seconds: float, step: Step) -> CoreSpeed:
    count = moves = 0
    wall, cpu = time.perf_counter(), time.process_time()
    while (now := time.process_time()) - cpu < seconds:
        done, played = step()
        count += done
        moves += played
    now, late = time.process_time() - cpu, time.perf_counter() - wall
    mean = moves / count if count and moves else 0.0
    return CoreSpeed(part, size, threads, count, mean, late, now, count / now, count / late)


def playouts(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure light playouts from the empty board, on one thread."""
    start, state = Position(size), random.Random(seed)

    def step() -> tuple[int, int]:
        stats = playout.light(start, 100, state.getrandbits(63))
        return 100, stats.moves

    return _time("playouts", size, 1, seconds, step)


def api(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure plays through Python: whole random games with the legal list, superko included, asked at every ply."""
    state = random.Random(seed)

    def step() -> tuple[int, int]:
        position = Position(size)
        limit = 2 * position.area
        while position.passes < 2 and position.move_number < limit:
            legal = position.legal()
            position.play(state.choice(legal) if legal else position.area)
        return position.move_number, 0

    return _time("api", size, 1, seconds, step)


def legal(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure whole legal lists, superko included, over the positions of random games."""
    state = random.Random(seed)
    positions: list[Position] = []
    position = Position(size)
    while len(positions) < 200:
        moves = position.legal()
        if not moves or position.move_number > position.area:
            position = Position(size)
            continue
        position.play(state.choice(moves))
        positions.append(position.copy())

    def step() -> tuple[int, int]:
        for each in positions:
            each.legal()
        return len(positions), 0

    return _time("legal", size, 1, seconds, step)


def search(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure simulations of the search with light playouts, from the empty board; the tree grows with the time."""
    engine = Search(threads, seed=seed)
    start = Position(size)
    wall, cpu = time.perf_counter(), time.process_time()
    found = engine.run(start, seconds=seconds)
    now, late = time.process_time() - cpu, time.perf_counter() - wall
    return CoreSpeed(
        "search", size, threads, found.playouts, 0.0, late, now, found.playouts / now, found.playouts / late
    )


PARTS: dict[str, tuple[Callable[[int, float, int, int], CoreSpeed], str]] = {
    "playouts": (playouts, "light playouts from the empty board"),
    "search": (search, "simulations of the search with light playouts"),
    "legal": (legal, "whole legal lists through Python, superko included"),
    "api": (api, "plays through Python, the legal list asked at every ply"),
}
"""What can be measured: the function and what it counts."""
