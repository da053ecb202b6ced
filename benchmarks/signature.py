"""The search signature: one number that changes when play changes. `python -m benchmarks.signature` prints it.

A few positions are searched with one thread, a seed and a number of visits; the number is a checksum of every root
move's visits. It is the same on every machine and build.
"""

import random
import zlib

from engine.cli import guarded
from engine.flags import Parser
from gocore import Position
from gocore.search import Search

VISITS = 400


def positions() -> list[Position]:
    """Return the positions searched: empty boards and random middle games of three sizes."""
    state = random.Random(1988)
    found = []
    for size in (9, 13, 19):
        for plies in (0, size * 2, size * 4):
            position = Position(size)
            while position.move_number < plies:
                position.play(state.choice(position.legal()))
            found.append(position)
    return found


def signature() -> int:
    """Return the signature."""
    checksum = 0
    for position in positions():
        report = Search(threads=1, memory_mb=32, seed=7).run(position, visits=VISITS)
        seen = ",".join(f"{move.point}:{move.visits}" for move in sorted(report.moves, key=lambda move: move.point))
        checksum = zlib.crc32(f"{report.point} {seen};".encode(), checksum)
    return checksum


def main() -> int:
    """Print the signature as commits carry it."""
    Parser(prog="python -m benchmarks.signature", description="Print the search signature.").parse_args()
    print(f"Bench: {signature()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main, "python -m benchmarks.signature"))
