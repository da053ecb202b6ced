"""Measure what comes on top of bare work: the core's import, a second thread on one tree, the tree above its playouts.

    python -m benchmarks.overheads [--parts import threads tree] [--rounds N] [--seconds S] [--sizes N ...]

    import     a Python that imports gocore less a Python that does nothing, started in turn with the same flags
    threads    simulations a second of one search on two threads, to those that two processes with a thread each do
               together, begun at the same moment; light playouts, from the empty board
    tree       simulations a second of processor time with light playouts, to playouts of the kernel from the same
               position, one thread; what is missing to 1 is the tree's

All is interleaved, the order drawn anew; what is compared takes turns of a tenth of its seconds each, for a shared
machine is now fast, now slow. Prints medians of the rounds' differences or ratios with the least and the greatest.
`threads` needs two idle cores to mean what it says by the clock; beside it stands the same ratio by processor time,
which a busy machine hurts less; its one tree is twice as large as the others at the end. A simulation plays moves in
the tree first, so that its playout is the shorter for them; a tree that has grown for longer costs more a simulation.
"""

import argparse
import itertools
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.bench.core import middle
from engine.cli import guarded
from engine.flags import Parser, real, whole
from gocore import Position, playout
from gocore.search import Search

NAME = "python -m benchmarks.overheads"
ROOT = Path(__file__).resolve().parent.parent
STARTS = {"bare": "pass", "gocore": "import gocore"}
TURNS = 10
GROWN = """
import json, sys, time
from gocore import Position
from gocore.search import Search
size, threads, seed = json.loads(sys.argv[1])
search, position = Search(threads, seed=seed, policy="light"), Position(size)
print("ready", flush=True)
for line in sys.stdin:
    wall, cpu = time.perf_counter(), time.process_time()
    done = search.run(position, seconds=float(line)).playouts
    print(json.dumps([done, time.perf_counter() - wall, time.process_time() - cpu]), flush=True)
"""
"""A search that goes on for as long as each line says and answers with its simulations, its wall and processor time."""

Figures = dict[str, list[float]]
"""What each round gave, by the name of the row."""
Case = TypeVar("Case")


def imports(rounds: int) -> Figures:
    """Return the ms of wall and processor time that the import adds to a start, of each round."""
    found: Figures = defaultdict(list)
    for code in STARTS.values():
        started(code)  # the first writes the compiled files and finds nothing in the file cache
    for names in _orders(list(STARTS), rounds):
        took = {name: started(STARTS[name]) for name in names}
        for k, clock in enumerate(("by the clock", "of processor time")):
            found[f"import gocore, ms {clock}"].append(took["gocore"][k] - took["bare"][k])
    return found


def started(code: str) -> tuple[float, float]:
    """Run a Python on some code, and return its ms of wall and of processor time. Raises CalledProcessError."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * wall, 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def threads(rounds: int, seconds: float, sizes: Sequence[int]) -> Figures:
    """Return, of each round, the speed of two threads on one tree as a share of two processes' with a thread each."""
    found: Figures = defaultdict(list)
    for k, drawn in enumerate(_orders(list(sizes), rounds)):
        for size in drawn:
            (one,), two = searches(size, seconds, [[2], [1, 1]], 2 * k)
            by_clock = one.per_wall_s / sum(each.per_wall_s for each in two)
            by_processor = one.per_cpu_s / statistics.fmean(each.per_cpu_s for each in two)
            found[f"2 threads to 2 processes, {size}x{size}, by the clock"].append(by_clock)
            found[f"2 threads to 2 processes, {size}x{size}, by processor time"].append(by_processor)
    return found


@dataclass
class Done:
    """Work done so far: how much, in seconds of wall and of processor time."""

    count: float = 0
    wall: float = 0
    cpu: float = 0

    def add(self, count: float, wall: float, cpu: float) -> None:
        """Add a turn."""
        self.count, self.wall, self.cpu = self.count + count, self.wall + wall, self.cpu + cpu

    @property
    def per_wall_s(self) -> float:
        """How much in a second by the clock."""
        return self.count / self.wall

    @property
    def per_cpu_s(self) -> float:
        """How much in a second of processor time."""
        return self.count / self.cpu


def searches(size: int, seconds: float, sides: Sequence[Sequence[int]], seed: int) -> list[list[Done]]:
    """Grow trees, each in a process of its own with the given number of threads; those of a side run at the same time,
    the sides take turns.

    Seeds count up from the one given. Raises CalledProcessError when one of them fails.
    """
    seeds = itertools.count(seed)
    with ExitStack() as kept:
        started = [[kept.enter_context(_Grown(size, threads, next(seeds))) for threads in side] for side in sides]
        for turn in _orders(started, TURNS):
            for side in turn:
                for each in side:
                    each.begin(seconds / TURNS)
                for each in side:
                    each.end()
        return [[each.done for each in side] for side in started]


class _Grown:
    """A process with a tree that grows when told to."""

    def __init__(self, size: int, threads: int, seed: int) -> None:
        words = [sys.executable, "-c", GROWN, json.dumps([size, threads, seed])]
        self.done = Done()
        self._process = subprocess.Popen(words, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._hear()

    def begin(self, seconds: float) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()

    def end(self) -> None:
        self.done.add(*json.loads(self._hear()))

    def _hear(self) -> str:
        assert self._process.stdout
        if line := self._process.stdout.readline():
            return line
        raise subprocess.CalledProcessError(self._process.wait() or 1, "a search")

    def __enter__(self) -> "_Grown":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


def tree(rounds: int, seconds: float, sizes: Sequence[int]) -> Figures:
    """Return, of each round, simulations as a share of the kernel's playouts a second of processor time."""
    found: Figures = defaultdict(list)
    for seed in range(rounds):
        for size in sizes:
            for where, position in (("empty", Position(size)), ("middle game", middle(size, seed))):
                sides = [(simulated(position, seed), Done()), (played(position, seed), Done())]
                for turn in _orders(sides, TURNS):
                    for work, done in turn:
                        began = time.process_time()
                        done.add(work(seconds / TURNS), seconds / TURNS, time.process_time() - began)
                search, kernel = (done for _, done in sides)
                found[f"simulations to playouts, {size}x{size}, {where}"].append(search.per_cpu_s / kernel.per_cpu_s)
    return found


def simulated(position: Position, seed: int) -> Callable[[float], int]:
    """Return what lets a new search with light playouts and one thread go on for seconds, and counts simulations."""
    search = Search(seed=seed, policy="light")
    return lambda seconds: search.run(position, seconds=seconds).playouts


def played(position: Position, seed: int) -> Callable[[float], int]:
    """Return what plays the kernel's light playouts for seconds, on one thread, and counts them."""
    state = random.Random(seed)

    def work(seconds: float) -> int:
        count, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            playout.light(position, 100, state.getrandbits(63))
            count += 100
        return count

    return work


def _orders(cases: list[Case], rounds: int) -> list[list[Case]]:
    state = random.Random(1)
    return [state.sample(cases, len(cases)) for _ in range(rounds)]


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print. Returns 1 where a process that is measured fails."""
    chosen = _parser().parse_args(words)
    parts: dict[str, Callable[[], Figures]] = {
        "import": lambda: imports(chosen.rounds),
        "threads": lambda: threads(chosen.rounds, chosen.seconds, chosen.sizes),
        "tree": lambda: tree(chosen.rounds, chosen.seconds, chosen.sizes),
    }
    print(f"medians of {chosen.rounds} rounds, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    for part in dict.fromkeys(chosen.parts):
        try:
            found = parts[part]()
        except subprocess.CalledProcessError as error:
            print(f"{NAME}: {part}: a process ended with status {error.returncode}", file=sys.stderr)
            return 1
        for row, figures in found.items():
            print(f"{row:48}{statistics.median(figures):8.2f}  ({min(figures):.2f} .. {max(figures):.2f})", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = ["import", "threads", "tree"]
    parser.add_argument("--parts", nargs="+", choices=parts, default=parts, metavar="PART", help="(all)")
    parser.add_argument("--rounds", type=whole(1, 10_000), default=15, metavar="N", help="interleaved rounds (15)")
    parser.add_argument("--seconds", type=real(0.001, 3600), default=1.0, metavar="S", help="of each measurement (1)")
    parser.add_argument("--sizes", nargs="+", type=whole(1, 25), default=[9, 19], metavar="N", help="boards (9 19)")
    return parser


if __name__ == "__main__":
    raise SystemExit(guarded(main, NAME))
