"""Measure what comes on top of bare work: the core's import, a second thread on one tree, the tree above its playouts.

    python -m benchmarks.overheads [--parts import threads tree] [--rounds N] [--seconds S] [--sizes N ...]

    import     a Python that imports gocore less a Python that does nothing, started in turn with the same flags
    threads    simulations a second of one search on two threads, to those that two processes with a thread each do
               together, begun at the same moment; light playouts, from the empty board
    tree       simulations a second of processor time with light playouts, to playouts of the kernel from the same
               position, one thread; what is missing to 1 is the tree's

All is interleaved, the order drawn anew each round; prints medians of the rounds' differences or ratios with the least
and the greatest. `threads` needs two idle cores to mean what it says by the clock; beside it stands the same ratio by
processor time, which a busy machine hurts less. A simulation plays moves in the tree first, so that its playout is the
shorter for them; a tree that has grown for longer costs more a simulation.
"""

import argparse
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
from pathlib import Path
from typing import Any, TypeVar

from engine.bench.core import middle
from engine.cli import guarded
from engine.flags import Parser, real, whole
from gocore import Position, playout
from gocore.search import Search

NAME = "python -m benchmarks.overheads"
ROOT = Path(__file__).resolve().parent.parent
STARTS = {"bare": "pass", "gocore": "import gocore"}
WAIT = """
import json, sys
from engine.bench.core import search
size, seconds, threads, seed = json.loads(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
print(json.dumps(search(size, seconds, threads, seed).as_json()))
"""

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
    for k, cases in enumerate(_orders([(size, together) for size in sizes for together in (True, False)], rounds)):
        ran = {}
        for size, together in cases:
            ran[size, together] = searches(size, seconds, [2] if together else [1, 1], 2 * k)
        for size in sizes:
            (one,), two = ran[size, True], ran[size, False]
            by_clock = one["per_wall_s"] / sum(each["per_wall_s"] for each in two)
            by_processor = one["per_cpu_s"] / statistics.fmean(each["per_cpu_s"] for each in two)
            found[f"2 threads to 2 processes, {size}x{size}, by the clock"].append(by_clock)
            found[f"2 threads to 2 processes, {size}x{size}, by processor time"].append(by_processor)
    return found


def searches(size: int, seconds: float, numbers: Sequence[int], seed: int) -> list[dict[str, Any]]:
    """Run a search in a process of its own for each number of threads, all begun at once; return what they measured.

    Seeds count up from the one given. Raises CalledProcessError when one of them fails.
    """
    words = [[size, seconds, number, seed + k] for k, number in enumerate(numbers)]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WAIT, json.dumps(each)], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for each in words
    ]  # fmt: skip
    try:
        ready = [process.stdout.readline() for process in processes if process.stdout]
        for process in processes:
            if process.stdin and all(ready):
                process.stdin.write("\n")
                process.stdin.flush()
        said = [process.communicate()[0] for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()
    for process in processes:
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, "a search")
    return [json.loads(text) for text in said]


def tree(rounds: int, seconds: float, sizes: Sequence[int]) -> Figures:
    """Return, of each round, simulations as a share of the kernel's playouts a second of processor time."""
    found: Figures = defaultdict(list)
    speeds: dict[str, Callable[[Position, float, int], float]] = {"search": simulated, "kernel": played}
    for seed, names in enumerate(_orders(list(speeds), rounds)):
        for size in sizes:
            for where, position in (("empty", Position(size)), ("middle game", middle(size, seed))):
                reached = {name: speeds[name](position, seconds, seed) for name in names}
                found[f"simulations to playouts, {size}x{size}, {where}"].append(reached["search"] / reached["kernel"])
    return found


def simulated(position: Position, seconds: float, seed: int) -> float:
    """Return the simulations a second of processor time of a new search with light playouts, one thread."""
    search = Search(seed=seed, policy="light")
    began = time.process_time()
    done = search.run(position, seconds=seconds).playouts
    return done / (time.process_time() - began)


def played(position: Position, seconds: float, seed: int) -> float:
    """Return the kernel's light playouts a second of processor time, one thread."""
    state, done, began = random.Random(seed), 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        playout.light(position, 100, state.getrandbits(63))
        done += 100
    return done / took


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
