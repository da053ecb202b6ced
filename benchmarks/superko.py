"""Measure what superko costs a checked play in a loop without Python: random games of 400 plays on 19x19.

    python -m benchmarks.superko [ROUNDS]

Four loops in any order, new games each round: whether a play is legal under simple ko, and the play; the same with
superko asked of every play; with every position kept instead; with both, so that there are up to 400 positions to be
asked of. Prints the best and the median time of each and, as the median of the rounds' ratios, what is added to the
first. Needs Cython and a C compiler.
"""

import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from gocore import IllegalMove, Position, playout

SOURCE = Path(__file__).with_suffix(".pyx")
ROOT = SOURCE.parent.parent
GAMES, PLAYS = 20, 400


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


def main(rounds: int) -> None:
    """Measure and print."""
    loops = {"plays": (False, False), "asked": (True, False), "kept": (False, True), "both": (True, True)}
    times: dict[str, list[float]] = {name: [] for name in loops}
    with tempfile.TemporaryDirectory() as folder:
        replay, state = build(Path(folder)).replay, random.Random(1)
        for seed in range(rounds):
            played = games(seed)
            order = list(loops)
            state.shuffle(order)  # the first to play a game pays for its branches
            for name in order:
                times[name].append(replay(Position(19), played, *loops[name]))
    for name, measured in times.items():
        added = statistics.median(t / plain for t, plain in zip(measured, times["plays"], strict=True)) - 1
        print(f"{name:6} {min(measured):5.1f} ns at best, median {statistics.median(measured):5.1f}, {added:+.1%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
