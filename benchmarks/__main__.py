"""`make bench`: the table of speeds. Rounds are interleaved, so that a busy machine slows all rows alike."""

import argparse
import json
import os
import platform
import statistics
import subprocess
from collections.abc import Sequence

from engine.bench.core import PARTS

SIZES = (9, 13, 19)


def rows() -> list[tuple[str, int, int]]:
    """Return (part, size, threads) of every row."""
    table = [(part, size, 1) for part in ("playouts", "api", "legal") for size in SIZES]
    return table + [("search", size, threads) for size in SIZES for threads in (1, 2)]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure every row a few times in turn and print medians with their spread, (most - least) / median."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Print the table of speeds.")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="interleaved rounds (3)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="of each measurement (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(argv)
    found: dict[tuple[str, int, int], list[float]] = {row: [] for row in rows()}
    moves: dict[tuple[str, int, int], float] = {}
    for turn in range(max(1, options.rounds)):
        for row in found:
            part, size, threads = row
            speed = PARTS[part][0](size, options.seconds, threads, turn + 1)
            found[row].append(speed.per_cpu_s)
            moves[row] = speed.mean_moves
    report = {
        "commit": _commit(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": round(os.getloadavg()[0], 1),
        "rows": [
            {
                "part": part,
                "size": size,
                "threads": threads,
                "per_cpu_s": round(statistics.median(rates), 1),
                "spread": round((max(rates) - min(rates)) / statistics.median(rates), 3),
                "mean_moves": round(moves[part, size, threads], 1),
            }
            for (part, size, threads), rates in found.items()
        ],
    }
    print(json.dumps(report) if options.json else _table(report))
    return 0


def _table(report: dict[str, object]) -> str:
    lines = [f"commit {report['commit']}, {report['machine']}, load {report['load']}", ""]
    lines.append(f"{'part':10} {'size':>4} {'threads':>7} {'per CPU-second':>15} {'spread':>7} {'moves':>6}")
    measured = report["rows"]
    assert isinstance(measured, list)
    for row in measured:
        lines.append(
            f"{row['part']:10} {row['size']:>4} {row['threads']:>7} {row['per_cpu_s']:>15,.0f} "
            f"{row['spread']:>6.0%} {row['mean_moves'] or '':>6}"
        )
    return "\n".join(lines)


def _commit() -> str:
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "unknown"


if __name__ == "__main__":
    raise SystemExit(main())
