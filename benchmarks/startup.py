"""Measure what a GUI waits for when it starts the engine, and the memory that stands behind it.

    python -m benchmarks.startup [--rounds 15] [-- ENGINE OPTIONS]

After a first start that does not count, each round starts `tianyuan gtp --visits 1` anew over pipes and asks at once,
as a client does, for `name`, then for `boardsize 19` and a `genmove`; then, when all is loaded, for both again. Two
engines are raced in turn, with the net of the package and without a net, and beside them a bare Python that does
nothing, whose time no engine can go below. Prints one JSON object: medians and the worst, in ms of wall time; memory is
the largest resident set in MiB, after a search of 5 s.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from engine.protocol.client import Client

ENGINES = {"net": [], "no net": ["--net", "none"]}


def one_round(options: list[str], found: dict[str, list[float]], label: str) -> None:
    """Start an engine and note every wait, in ms, under `label`."""

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


def memory(options: list[str]) -> int:
    """Resident MiB at its largest, after 5 s of thinking on 19x19 at default settings."""
    with Client([sys.executable, "-m", "engine", "gtp", "--time-per-move", "5", *options]) as engine:
        engine.ask("boardsize", 19, timeout=60)
        engine.ask("genmove", "b", timeout=60)
        status = Path(f"/proc/{engine.pid}/status").read_text()
    return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("options", nargs="*", help="passed to every engine")
    chosen = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a start without its compiled files is no warm one
    for options in ENGINES.values():
        one_round([*options, *chosen.options], defaultdict(list), "")
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(chosen.rounds):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", ""], check=True)
        found["bare python"].append(1000 * (time.perf_counter() - began))
        for label, options in ENGINES.items():
            one_round([*options, *chosen.options], found, label)
    table: dict[str, object] = {
        name: {"median_ms": round(statistics.median(times), 1), "worst_ms": round(max(times), 1)}
        for name, times in found.items()
    }
    if Path("/proc/self/status").exists():
        table |= {f"{label}: memory_mib": memory([*options, *chosen.options]) for label, options in ENGINES.items()}
    print(json.dumps({"rounds": chosen.rounds, "load": os.getloadavg()[0], **table}, indent=1))


if __name__ == "__main__":
    main()
