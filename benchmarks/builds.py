"""Prove that builds agree: the same seed, the same playouts; and the portable build nearly as fast as the native.

    python -m benchmarks.builds [--debug]

Copies the sources of the core aside, builds them portable, native and, if asked, debug, plays the same games with each,
and compares their speeds in turn. Status 1 where games differ or the portable build falls behind by more than a tenth.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.cli import guarded
from engine.flags import Parser

ROOT = Path(__file__).resolve().parent.parent
SWITCHES = {"portable": {}, "native": {"GOCORE_NATIVE": "1"}, "debug": {"GOCORE_DEBUG": "1"}}
ROUNDS = 5
SLOWER = 0.9
PLAY = """
import json, time, zlib
from gocore import Position, playout
played, speeds = 0, {}
for exact in (False, True):
    for size in (9, 13, 19):
        for seed in range(20):
            played = zlib.crc32(repr(playout.game(Position(size), seed, exact=exact)).encode(), played)
        start = time.process_time()
        playout.light(Position(size), 20000 // size, 5, exact=exact)
        speeds[f"{'board' if exact else 'kernel'} {size}"] = 20000 // size / (time.process_time() - start)
print(json.dumps({"build": playout.BUILD, "played": played, "speeds": speeds}))
"""


def build(name: str, folder: Path) -> None:
    """Build the core in a folder of its own. Raises CalledProcessError when the compiler refuses it."""
    shutil.copytree(ROOT / "gocore", folder / "gocore", ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    shutil.copy(ROOT / "setup.py", folder)
    words = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(words, cwd=folder, env={**os.environ, **SWITCHES[name]}, check=True, capture_output=True, text=True)


def play(folder: Path) -> dict[str, Any]:
    """Play the games with the build in a folder: what was played as a checksum, and playouts a second by work load."""
    told = subprocess.run([sys.executable, "-c", PLAY], cwd=folder, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Build, play and compare. Returns 1 where games or speeds are not as they should be, or a build fails."""
    parser = Parser(prog="python -m benchmarks.builds", description="Compare the games and speeds of builds.")
    parser.add_argument("--debug", action="store_true", help="compare the debug build's games, too")
    names = ["portable", "native", *(["debug"] if parser.parse_args(words).debug else [])]
    with tempfile.TemporaryDirectory() as top:
        folders = {name: Path(top) / name for name in names}
        try:
            for name, folder in folders.items():
                build(name, folder)
        except subprocess.CalledProcessError as error:
            print(f"python -m benchmarks.builds: cannot build {name}:\n{error.stderr}", file=sys.stderr)
            return 1
        rounds = [{name: play(folder) for name, folder in folders.items()} for _ in range(ROUNDS)]
    assert [rounds[0][name]["build"] for name in names] == names
    agree = len({one["played"] for each in rounds for one in each.values()}) == 1
    print("the same games" if agree else "DIFFERENT GAMES")
    slow = False
    for load in rounds[0]["portable"]["speeds"]:
        ratio = statistics.median(each["portable"]["speeds"][load] / each["native"]["speeds"][load] for each in rounds)
        slow = slow or ratio < SLOWER
        print(f"{load:10} portable at {ratio:.2f} of native")
    return 0 if agree and not slow else 1


if __name__ == "__main__":
    raise SystemExit(guarded(main, "python -m benchmarks.builds"))
