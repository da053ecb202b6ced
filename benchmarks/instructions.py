"""Guard the core's speed where seconds are noisy: instructions a unit of work, counted by callgrind.

    python -m benchmarks.instructions            compare with instructions.json; status 1 beyond the tolerance
    python -m benchmarks.instructions --write    keep what is counted now

Each work load runs twice, short and long; the difference leaves the start of Python out. Without valgrind it says so
and passes. The counts belong to one compiler: another's are to be written anew before they are compared.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engine.cli import guarded
from engine.files import write_whole
from engine.flags import Parser

KEPT = Path(__file__).with_name("instructions.json")
TOLERANCE = 0.05
PLAYOUTS = "from gocore import Position, playout; playout.light(Position({size}), {n}, 7, exact={exact})"
ASKED = """
from engine.bench.core import record
from gocore import Position
for moves in record({size}, 4, 7):
    for _ in range({n}):
        position = Position({size})
        for move in moves:
            position.legal()
            position.play(move)
"""
COPIED = """
from engine.bench.core import middle
copy = middle({size}, 7).copy
for _ in range({n}): copy()
"""
LOADS: dict[str, tuple[str, int]] = {
    **{
        f"{board} playout 9": (PLAYOUTS.replace("{size}", "9").replace("{exact}", str(board == "exact")), 40)
        for board in ("kernel", "exact")
    },
    "4 games asked 19": (ASKED.replace("{size}", "19"), 2),
    "copy 19": (COPIED.replace("{size}", "19"), 500),
    **{
        f"{policy} simulation 9": (
            "from gocore import Position; from gocore.search import Search; "
            f"Search(1, 32, 7, policy='{policy}').run(Position(9), playouts={{n}})",
            400,
        )
        for policy in ("light", "sense")
    },
}
"""By name, a program in Python and the number of repetitions of its short run."""


def count(source: str) -> int:
    """Return the instructions of a Python program under callgrind. Raises RuntimeError when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", sys.executable, "-c", source]
        env = {**os.environ, "PYTHONHASHSEED": "0"}
        told = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    found = re.search(r"Collected : (\d+)", told.stderr)
    if told.returncode != 0 or found is None:
        raise RuntimeError(f"callgrind failed: {(told.stderr.strip().splitlines() or ['no word'])[-1]}")
    return int(found[1])


def main(words: Sequence[str] | None = None) -> int:
    """Count every work load and compare or keep the counts. Returns 1 where one grew, or cannot be counted."""
    parser = Parser(prog="python -m benchmarks.instructions", description="Count instructions under callgrind.")
    parser.add_argument("--write", action="store_true", help="keep what is counted now")
    write = parser.parse_args(words).write
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: instructions are not counted")
        return 0
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    found, worse = {}, 0
    for name, (source, short) in LOADS.items():
        try:
            both = [count(source.replace("{n}", str(n))) for n in (short, 3 * short)]
        except RuntimeError as error:
            print(f"python -m benchmarks.instructions: {name}: {error}", file=sys.stderr)
            return 1
        found[name] = round((both[1] - both[0]) / (2 * short))
        change = found[name] / kept[name] - 1 if name in kept else 0.0
        worse += change > TOLERANCE
        print(f"{name:22} {found[name]:>12,} {change:>+7.1%}{'  worse' if change > TOLERANCE else ''}", flush=True)
    if write:
        write_whole(KEPT, json.dumps(found, indent=1) + "\n")
        return 0
    return 1 if worse else 0


if __name__ == "__main__":
    raise SystemExit(guarded(main, "python -m benchmarks.instructions"))
