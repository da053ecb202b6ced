"""`make bench`: the table of speeds, ours and other boards'. Rounds are interleaved: a busy machine slows all alike.

    python -m benchmarks [--parts PART ...] [--sizes N ...] [--rounds N] [--seconds S] [--json FILE]
                         [--peer NAME=COMMAND ...] [--alone]

benchmarks/peers.py says which boards are raced where they are installed, and how any program joins as a peer.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import Peer, installed, program
from engine.bench.core import PARTS
from gocore import playout

OURS = "tianyuan"
Row = tuple[str, int, int, str]
"""Part, size, threads, whose."""


def rows(parts: Sequence[str], sizes: Sequence[int], peers: Sequence[str]) -> list[Row]:
    """Return every row to measure: ours with one thread, the searches with two as well, and each peer's."""
    table: list[Row] = []
    for part in parts:
        for size in sizes:
            table.append((part, size, 1, OURS))
            if part in ("search", "sense"):
                table.append((part, size, 2, OURS))
            table += [(part, size, 1, peer) for peer in peers]
    return table


def measure(table: Sequence[Row], peers: dict[str, Peer], rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Measure every row once a round and return the rows that gave figures, with medians over the rounds.

    spread is (most - least) / median; ratio is ours to the peer's, the median of the rounds' ratios.
    """
    rates: dict[Row, list[float]] = {}
    moves: dict[Row, float] = {}
    for turn in range(1, rounds + 1):
        for row in table:
            part, size, threads, whose = row
            if whose == OURS:
                speed = PARTS[part][0](size, seconds, threads, turn)
                rate, moves[row] = speed.per_cpu_s, speed.mean_moves
            else:
                found = peers[whose](part, size, seconds, turn) if turn == 1 or row in rates else None
                if found is None:
                    continue
                rate, moves[row] = found
            rates.setdefault(row, []).append(rate)
    lines = []
    for row, measured in rates.items():
        part, size, threads, whose = row
        median = statistics.median(measured)
        line = {
            "part": part,
            "size": size,
            "threads": threads,
            "whose": whose,
            "per_cpu_s": round(median, 1),
            "spread": round((max(measured) - min(measured)) / median, 3),
            "mean_moves": round(moves[row], 1),
        }
        if whose != OURS:
            pairs = zip(rates[part, size, 1, OURS], measured, strict=True)
            line["ratio"] = round(statistics.median(ours / theirs for ours, theirs in pairs), 2)
        lines.append(line)
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what the command line names, print the table, and write it as JSON where that is asked for."""
    options = _parser().parse_args(argv)
    peers = {} if options.alone else installed()
    for text in options.peer:
        name, _, command = text.partition("=")
        name, _, only = name.partition("@")
        if not name or not command or (only and only not in PARTS):
            print(f"python -m benchmarks: {text}: NAME=COMMAND or NAME@PART=COMMAND is due", file=sys.stderr)
            return 2
        peers[name] = program(command, only or None)
    table = rows(options.parts, options.sizes, list(peers))
    try:
        lines = measure(table, peers, max(1, options.rounds), options.seconds)
    except (RuntimeError, OSError) as error:
        print(f"python -m benchmarks: {error}", file=sys.stderr)
        return 1
    report = {
        "commit": _commit(),
        "build": playout.BUILD,
        "machine": f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": round(os.getloadavg()[0], 1),
        "rounds": max(1, options.rounds),
        "seconds": options.seconds,
        "rows": lines,
    }
    print(_table(report))
    if options.json:
        written = options.json.with_name(options.json.name + ".new")
        written.write_text(json.dumps(report, indent=1) + "\n")
        written.replace(options.json)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Print the table of speeds.")
    parser.add_argument("--parts", nargs="+", choices=list(PARTS), default=list(PARTS), metavar="PART", help="(all)")
    parser.add_argument("--sizes", nargs="+", type=int, default=[9, 13, 19], metavar="N", help="boards (9 13 19)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="interleaved rounds (3)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="of each measurement (0.5)")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND", help="a program to race")
    parser.add_argument("--alone", action="store_true", help="measure no installed peers")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table as JSON, too")
    return parser


def _table(report: dict[str, Any]) -> str:
    lines = [f"commit {report['commit']}, {report['build']} build, {report['machine']}, load {report['load']}"]
    lines.append(f"medians of {report['rounds']} rounds of {report['seconds']} s; ratio: ours to theirs")
    lines += ["", "part      size thr whose             per CPU-second  spread  moves  ratio"]
    for row in report["rows"]:
        lines.append(
            f"{row['part']:9} {row['size']:>4} {row['threads']:>3} {row['whose']:16} {row['per_cpu_s']:>15,.0f} "
            f"{row['spread']:>6.0%} {row['mean_moves'] or '':>6} {row.get('ratio', ''):>6}"
        )
    return "\n".join(line.rstrip() for line in lines)


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()


def _commit() -> str:
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "unknown"


if __name__ == "__main__":
    raise SystemExit(main())
