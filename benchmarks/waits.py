"""Measure what a GUI waits for: the start, the first move, each report of an analysis, the end; and the memory.

    python -m benchmarks.waits [--rounds 15] [-- ENGINE OPTIONS]

After a first start that does not count, each round starts `tianyuan gtp --visits 1` anew over pipes and asks at once,
as a client does, for `name`, then for `boardsize 19` and a `genmove`; then, when all is loaded, for both again. A
second engine is asked to analyse, a report each tenth of a second for two seconds, and told to quit while it thinks.
Engines with the net of the package and without a net are raced in turn, and beside them a bare Python that does
nothing, whose time no engine can go below. Prints one JSON object: medians, the worst, and the 95th percentile of the
reports, in ms of wall time; memory is the largest resident set in MiB, after a search of 5 s.
"""

import argparse
import itertools
import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from engine.cli import guarded
from engine.flags import Parser, whole
from engine.protocol.client import Client

ENGINES = {"net": [], "no net": ["--net", "none"]}
INTERVAL_MS = 100
REPORTS = 20

Times = dict[str, list[float]]


def start(options: list[str], found: Times, label: str) -> None:
    """Start an engine and note each wait up to its second move, in ms, under `label`."""

    def waited(name: str, since: float) -> None:
        found[f"{label}: {name}"].append(1000 * (time.perf_counter() - since))

    began = time.perf_counter()
    with Client([sys.executable, "-m", "engine", "gtp", "--visits", "1", *options]) as engine:
        engine.ask("name", timeout=60)
        waited("start to name", began)
        for when in ("at once", "loaded"):
            asked = time.perf_counter()
            engine.ask("boardsize", 19, timeout=60)
            engine.ask("clear_board", timeout=60)
            engine.ask("genmove", "b", timeout=60)
            waited(f"boardsize 19 to genmove, {when}", asked)
        waited("start to all", began)


def reports(options: list[str], found: Times, label: str) -> None:
    """Have an engine analyse at full speed; note how far each report is from its time, and how soon it quits."""
    came: list[float] = []

    def note(line: str) -> None:
        if line.startswith("info"):
            came.append(1000 * time.perf_counter())

    with Client([sys.executable, "-m", "engine", "gtp", *options]) as engine:
        engine.ask("boardsize", 9, timeout=60)
        engine.send("lz-analyze", "b", INTERVAL_MS // 10, timeout=60, on_line=note)
        while len(came) <= REPORTS and engine.alive:
            time.sleep(INTERVAL_MS / 1000)
        told = time.perf_counter()
        engine.close(grace=60)
        found[f"{label}: quit while thinking to the end"].append(1000 * (time.perf_counter() - told))
    found[f"{label}: a report off its time"] += [abs(b - a - INTERVAL_MS) for a, b in itertools.pairwise(came)]


def memory(options: list[str]) -> int:
    """Resident MiB at its largest, after 5 s of thinking on 19x19 at default settings."""
    with Client([sys.executable, "-m", "engine", "gtp", "--time-per-move", "5", *options]) as engine:
        engine.ask("boardsize", 19, timeout=60)
        engine.ask("genmove", "b", timeout=60)
        status = Path(f"/proc/{engine.pid}/status").read_text()
    return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def summary(times: list[float]) -> dict[str, float]:
    """Return what is printed of a wait: the median and the worst, and where there are many the 95th percentile."""
    row = {"median_ms": statistics.median(times), "worst_ms": max(times)}
    if len(times) >= 2 * REPORTS:
        row["p95_ms"] = statistics.quantiles(times, n=20)[-1]
    return {name: round(ms, 1) for name, ms in row.items()}


def main() -> int:
    """Measure and print."""
    parser = Parser(
        prog="python -m benchmarks.waits", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=whole(1, 10_000), default=15, metavar="N", help="of each (15)")
    parser.add_argument("options", nargs="*", help="passed to every engine")
    chosen = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a start without its compiled files is no warm one
    for options in ENGINES.values():
        start([*options, *chosen.options], defaultdict(list), "")
    found: Times = defaultdict(list)
    for _ in range(chosen.rounds):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", ""], check=True)
        found["bare python"].append(1000 * (time.perf_counter() - began))
        for label, options in ENGINES.items():
            start([*options, *chosen.options], found, label)
            reports([*options, *chosen.options], found, label)
    table: dict[str, object] = {name: summary(times) for name, times in found.items()}
    if Path("/proc/self/status").exists():
        table |= {f"{label}: memory_mib": memory([*options, *chosen.options]) for label, options in ENGINES.items()}
    print(json.dumps({"rounds": chosen.rounds, "load": os.getloadavg()[0], **table}, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main, "python -m benchmarks.waits"))
