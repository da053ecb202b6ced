"""Measure what superko costs a checked play in a loop without Python: random games of 400 plays on 19x19.

    python -m benchmarks.superko [--rounds N]

Three loops in any order, new games each round:

    plays      whether a play is legal under simple ko, and the play: gocore.state's verdict and play
    board      what Board.play does once it has a cell: the same, and the move log for undo, with hash and numbers of
               stones of each position
    position   what Position.play does once it has a cell: the same, superko of every play, and whose turn it is

So what superko adds is position less board: the bit of each position, set and tested, and what a set one asks for.
Hash, numbers of stones and who moves next stand in the log of a board only for superko's sake, and are counted as the
board's here; the share of the bare play tells the whole price of log and superko. Prints the best and the median time
of each loop and, as medians of the rounds' ratios, these shares, for whole games and for their plays from the 250th
on, when there are many captures. Making a board is not measured. Then, through Python, the whole legal list at every
play, with superko and without. Needs Cython and a C compiler.
"""

import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.cli import guarded
from engine.flags import Parser, whole
from gocore import Board, IllegalMove, Position, Rules, playout

SOURCE = Path(__file__).with_suffix(".pyx")
ROOT = SOURCE.parent.parent
GAMES, PLAYS = 20, 400
LOOPS: dict[str, Callable[[], Board]] = {"plays": lambda: Board(19), "board": lambda: Board(19), "position": Position}


def build(folder: Path) -> Any:
    """Compile the loops into a folder and return them as a module. Raises CalledProcessError when that fails."""
    c = folder / "superko.c"
    module = folder / f"superko{sysconfig.get_config_var('EXT_SUFFIX')}"
    cython = [sys.executable, "-m", "cython", "-3", "-I", str(ROOT), str(SOURCE), "-o", str(c)]
    subprocess.run(cython, check=True, cwd=ROOT)
    flags = ["-O3", "-shared", "-fPIC", "-fno-tree-vectorize", "-DCYTHON_INLINE=inline __attribute__((always_inline))"]
    compiler = ["cc", *flags, f"-I{sysconfig.get_path('include')}", str(c), "-o", str(module)]
    subprocess.run(compiler, check=True)
    sys.path.insert(0, str(folder))
    import superko

    return superko


def games(seed: int) -> list[list[int]]:
    """Return the first 400 moves of random games, all of them plays that no superko forbids."""
    state, found = random.Random(seed), list[list[int]]()
    while len(found) < GAMES:
        moves = playout.game(Position(19), state.getrandbits(63)).moves[:PLAYS]
        try:
            Position(19).play_moves(moves)
        except IllegalMove:
            continue
        if len(moves) == PLAYS and 19 * 19 not in moves:
            found.append(moves)
    return found


def measure(replay: Any, rounds: int, first: int) -> None:
    """Time the plays from the given one on, and print."""
    times: dict[str, list[float]] = {name: [] for name in LOOPS}
    state = random.Random(1)
    for seed in range(rounds):
        played = games(seed)
        order = list(LOOPS)
        state.shuffle(order)  # the first to play a game pays for its branches
        for name in order:
            seconds = sum(replay(LOOPS[name](), moves, first, name == "plays") for moves in played)
            times[name].append(1e9 * seconds / (GAMES * (PLAYS - first)))
    print(f"plays {first} to {PLAYS}")
    for name, measured in times.items():
        print(f"  {name:9}{min(measured):6.1f} ns at best, median {statistics.median(measured):6.1f}")
    plays, board, position = times.values()
    added = statistics.median(p / b for p, b in zip(position, board, strict=True)) - 1
    bare = statistics.median((p - b) / s for p, b, s in zip(position, board, plays, strict=True))
    both = statistics.median(p / s for p, s in zip(position, plays, strict=True)) - 1
    print(f"  superko: {added:+.1%} of the checked play with its log, {bare:+.1%} of the bare play")
    print(f"  log and superko: {both:+.1%} of the bare play")


def lists(rounds: int) -> None:
    """Time the whole legal list at every play of the games, with positional superko and under simple ko, and print.

    A replay that asks less one that does not: what a list costs in a game that goes on, its summaries of the past too.
    """
    cases = [(ko, asks) for ko in ("positional", "simple") for asks in (True, False)]
    costs: dict[str, list[float]] = {"positional": [], "simple": []}
    state = random.Random(2)
    for seed in range(rounds):
        played, took = games(seed), dict[tuple[str, bool], float]()
        state.shuffle(cases)
        for ko, asks in cases:
            took[ko, asks] = sum(_replayed(moves, Rules(ko=ko), asks) for moves in played)
        for ko, measured in costs.items():
            measured.append(1e9 * (took[ko, True] - took[ko, False]) / (GAMES * PLAYS))
    print("whole legal lists, one at every play")
    for ko, measured in costs.items():
        print(f"  {ko:11}{min(measured):6.1f} ns at best, median {statistics.median(measured):6.1f}")
    pairs = zip(costs["positional"], costs["simple"], strict=True)
    print(f"  with superko {statistics.median(p / s for p, s in pairs):.2f} x without")


def _replayed(moves: list[int], rules: Rules, asks: bool) -> float:
    position = Position(19, rules=rules)
    play, ask = position.play, position.legal
    start = time.process_time()
    if asks:
        for move in moves:
            ask()
            play(move)
    else:
        for move in moves:
            play(move)
    return time.process_time() - start


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print. Returns 1 where the loops cannot be compiled."""
    parser = Parser(prog="python -m benchmarks.superko", description="Time what superko costs a play.")
    parser.add_argument("--rounds", type=whole(1, 10_000), default=60, metavar="N", help="interleaved rounds (60)")
    rounds = parser.parse_args(words).rounds
    with tempfile.TemporaryDirectory() as folder:
        try:
            replay = build(Path(folder)).replay
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"python -m benchmarks.superko: cannot compile the loops: {error}", file=sys.stderr)
            return 1
        for first in (0, 250):
            measure(replay, rounds, first)
    lists(rounds)
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main, "python -m benchmarks.superko"))
