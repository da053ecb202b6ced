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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import Given, Peer, PeerFault, Rate, given, installed, programs
from engine.bench.core import PARTS
from engine.cli import guarded
from engine.files import write_whole
from engine.flags import Parser, real, whole
from engine.wording import plain
from gocore import playout

NAME, OURS = "python -m benchmarks", "tianyuan"
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


def measure(
    table: Sequence[Row], peers: dict[str, Peer], rounds: int, seconds: float, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Measure every row once a round and return the rows that gave figures, with medians over the rounds.

    spread is (most - least) / median; ratio is ours to the peer's, the median of the rounds' ratios. A peer's row that
    fails in any round is left out, and `say` is told why.
    """
    rates: dict[Row, list[Rate]] = {row: [] for row in table}
    for turn in range(1, rounds + 1):
        for row in [row for row in table if row in rates]:
            part, size, threads, whose = row
            if whose == OURS:
                speed = PARTS[part][0](size, seconds, threads, turn)
                rates[row].append(Rate(speed.per_cpu_s, speed.mean_moves))
                continue
            try:
                found = peers[whose](part, size, seconds, turn)
                if found is None and turn > 1:
                    raise PeerFault(f"no figure in round {turn}")
            except Exception as error:  # of whatever kind another board's are
                say(f"{part} {size}, {whose}: left out: {plain(str(error) or type(error).__name__)}")
                found = None
            if found is None:
                del rates[row]
            else:
                rates[row].append(found)
    return [_line(row, rates) for row in rates]


def _line(row: Row, rates: dict[Row, list[Rate]]) -> dict[str, Any]:
    part, size, threads, whose = row
    measured = [rate.per_cpu_s for rate in rates[row]]
    median = statistics.median(measured)
    line = {
        "part": part,
        "size": size,
        "threads": threads,
        "whose": whose,
        "per_cpu_s": round(median, 1),
        "spread": round((max(measured) - min(measured)) / median, 3),
        "mean_moves": round(statistics.fmean(rate.mean_moves for rate in rates[row]), 1),
    }
    if whose != OURS:
        pairs = zip(rates[part, size, 1, OURS], measured, strict=True)
        line["ratio"] = round(statistics.median(ours.per_cpu_s / theirs for ours, theirs in pairs), 2)
    return line


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what the command line names, print the table, and write it as JSON where that is asked for.

    Returns 1 when a peer had to be left out or the file cannot be written.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        peers = {} if options.alone else installed()
        peers |= programs(options.peer)
    except ValueError as error:
        parser.error(f"argument --peer: {error}")
    parts, sizes = list(dict.fromkeys(options.parts)), list(dict.fromkeys(options.sizes))
    wrong: list[str] = []

    def say(text: str) -> None:
        wrong.append(text)
        print(f"{NAME}: {text}", file=sys.stderr, flush=True)

    lines = measure(rows(parts, sizes, list(peers)), peers, options.rounds, options.seconds, say)
    report = {
        "commit": _commit(),
        "build": playout.BUILD,
        "machine": f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": round(os.getloadavg()[0], 1),
        "rounds": options.rounds,
        "seconds": options.seconds,
        "rows": lines,
    }
    try:
        if options.json:  # first: who reads the table may have enough of it
            write_whole(options.json, json.dumps(report, indent=1) + "\n")
    except OSError as error:
        say(f"{options.json}: {error.strerror}")
    print(_table(report))
    return 1 if wrong else 0


def _file(text: str) -> Path:
    # Before hours are measured: is there a place for the file?
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{path} is a folder: a file is wanted")
    if not path.exists() and not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise argparse.ArgumentTypeError(f"{path} cannot be written: there is no such folder, or it is not yours")
    return path


def _peer(text: str) -> Given:
    try:
        return given(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from None


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=NAME, description="Print the table of speeds.")
    parser.add_argument("--parts", nargs="+", choices=list(PARTS), default=list(PARTS), metavar="PART", help="(all)")
    parser.add_argument(
        "--sizes", nargs="+", type=whole(1, 25), default=[9, 13, 19], metavar="N", help="boards (9 13 19)"
    )
    parser.add_argument("--rounds", type=whole(1, 10_000), default=3, metavar="N", help="interleaved rounds (3)")
    parser.add_argument("--seconds", type=real(0.001, 3600), default=0.5, metavar="S", help="of each measurement (0.5)")
    parser.add_argument(
        "--peer", type=_peer, action="append", default=[], metavar="NAME=COMMAND", help="a program to race"
    )
    parser.add_argument("--alone", action="store_true", help="measure no installed peers")
    parser.add_argument("--json", type=_file, metavar="FILE", help="write the table as JSON, too")
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
    # With `-dirty` where the sources are not that commit's.
    words = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    try:
        asked = subprocess.run(words, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return asked.stdout.strip() or "unknown"


if __name__ == "__main__":
    raise SystemExit(guarded(main, NAME))
