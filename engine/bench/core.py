"""Measure the core by itself: playouts, the search, and what a program in Python asks of a position."""

import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from gocore import IllegalMove, Position, playout
from gocore.search import Search


@dataclass(frozen=True, slots=True)
class CoreSpeed:
    """What a measurement gave. `per_cpu_s` is per second of processor time of all threads together."""

    part: str
    size: int
    threads: int
    build: str
    """How the core was compiled: portable, native, debug or sanitized."""
    count: int
    """Playouts, plays, lists, copies or simulations, whichever the part counts."""
    mean_moves: float
    """Moves a playout or a game, for the parts in PLAYED; 0 for all others, the search too, which counts none."""
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
    return CoreSpeed(part, size, threads, playout.BUILD, count, mean, late, now, count / now, count / late)


GAMES = 20
"""Recorded games that a measurement replays."""


def record(size: int, games: int, seed: int) -> list[list[int]]:
    """Record random games that no superko cuts short: the same work for every board that replays them."""
    state, found = random.Random(seed), list[list[int]]()
    while len(found) < games:
        moves = playout.game(Position(size), state.getrandbits(63)).moves
        try:
            Position(size).play_moves(moves)
        except IllegalMove:
            continue
        found.append(moves)
    return found


def middle(size: int, seed: int) -> Position:
    """Return the position after three moves for every seven points: 150 moves on 19x19."""
    position = Position(size)
    position.play_moves(record(size, 1, seed)[0][: 3 * size * size // 7])
    return position


def _played(size: int, seconds: float, threads: int, seed: int, *, exact: bool) -> CoreSpeed:
    start, state = Position(size), random.Random(seed)

    def step() -> tuple[int, int]:
        stats = playout.light(start, 100, state.getrandbits(63), exact=exact)
        return 100, stats.moves

    return _time("playouts" if exact else "kernel", size, 1, seconds, step)


def playouts(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure light playouts from the empty board on the exact board, on one thread."""
    return _played(size, seconds, threads, seed, exact=True)


def kernel(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure light playouts from the empty board by the kernel, on one thread."""
    return _played(size, seconds, threads, seed, exact=False)


SEARCHES = ("search", "sense")
"""The parts that run on several threads where asked to, for so many seconds by the clock."""
PLAYED = ("playouts", "kernel", "api")
"""The parts that count the moves of what they play."""


def search(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure simulations of the search with light playouts, from the empty board; the tree grows with the time."""
    return _searched("search", "light", size, seconds, threads, seed)


def sense(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure simulations of the search with the usual playouts."""
    return _searched("sense", "sense", size, seconds, threads, seed)


def _searched(part: str, policy: str, size: int, seconds: float, threads: int, seed: int) -> CoreSpeed:
    engine = Search(threads, seed=seed, policy=policy)
    start = Position(size)
    wall, cpu = time.perf_counter(), time.process_time()
    found = engine.run(start, seconds=seconds).playouts
    now, late = time.process_time() - cpu, time.perf_counter() - wall
    return CoreSpeed(part, size, threads, playout.BUILD, found, 0.0, late, now, found / now, found / late)


def _asked(part: str, size: int, seconds: float, ask: Callable[[], object]) -> CoreSpeed:
    def step() -> tuple[int, int]:
        for _ in range(1000):
            ask()
        return 1000, 0

    return _time(part, size, 1, seconds, step)


def legal(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure whole legal lists, superko included, in a middle game."""
    return _asked("legal", size, seconds, middle(size, seed).legal)


def mask(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure whole legal masks, superko included, in a middle game."""
    return _asked("mask", size, seconds, middle(size, seed).legal_mask)


def copies(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure copies of a position in a middle game, history and undo included."""
    return _asked("copies", size, seconds, middle(size, seed).copy)


def plays(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure single plays of recorded random games, with full legality and history."""
    games = record(size, GAMES, seed)

    def step() -> tuple[int, int]:
        for moves in games:
            play = Position(size).play
            for move in moves:
                play(move)
        return sum(map(len, games)), 0

    return _time("plays", size, 1, seconds, step)


def api(size: int, seconds: float, threads: int = 1, seed: int = 1) -> CoreSpeed:
    """Measure recorded random games replayed with the whole legal list, superko included, asked at every ply."""
    games = record(size, GAMES, seed)

    def step() -> tuple[int, int]:
        for moves in games:
            position = Position(size)
            play, ask = position.play, position.legal
            for move in moves:
                ask()
                play(move)
        return len(games), sum(map(len, games))

    return _time("api", size, 1, seconds, step)


PARTS: dict[str, tuple[Callable[[int, float, int, int], CoreSpeed], str]] = {
    "playouts": (playouts, "light playouts from the empty board on the exact board"),
    "kernel": (kernel, "light playouts from the empty board by the kernel"),
    "search": (search, "simulations of the search with light playouts"),
    "sense": (sense, "simulations of the search with the usual playouts"),
    "legal": (legal, "whole legal lists through Python, superko included"),
    "mask": (mask, "whole legal masks through Python, superko included"),
    "copies": (copies, "copies of a position through Python"),
    "plays": (plays, "plays through Python, with full legality and history"),
    "api": (api, "recorded random games through Python, the legal list asked at every ply"),
}
"""What can be measured: the function and what it counts."""
