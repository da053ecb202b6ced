"""The verb `bench`: measure the speed of one part by itself."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import TianyuanError


def run(argv: Sequence[str]) -> int:
    """Measure what the command line names and print it. Returns 0, or 1 after saying on stderr what is wrong."""
    options = _parser().parse_args(argv)
    try:
        return int(options.measure(options))
    except (TianyuanError, OSError) as error:
        print(f"tianyuan bench: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tianyuan bench", description="Measure the speed of one part by itself.")
    parts = parser.add_subparsers(required=True, metavar="PART")
    net = parts.add_parser("net", help="a network: evaluations a second, without a search")
    net.add_argument("--net", type=Path, required=True, metavar="FILE", help="a network file, ours or KataGo's")
    net.add_argument("--size", type=_count, default=19, metavar="N", help="lines of the square board (19)")
    net.add_argument("--threads", type=_count, default=1, metavar="T", help="each with a session of its own (1)")
    net.add_argument("--seconds", type=_seconds, default=5.0, metavar="S", help="by the clock (5)")
    net.add_argument("--precision", default="int8", help="int8 (usual), float32 or bf16")
    net.add_argument("--batch", type=_count, default=1, metavar="N", help="positions a call (1)")
    net.add_argument("--json", action="store_true", help="print one JSON object")
    net.set_defaults(measure=_net)
    from engine.bench.core import PARTS

    for name, (_, counts) in PARTS.items():
        part = parts.add_parser(name, help=counts)
        part.add_argument("--size", type=_count, default=19, metavar="N", help="lines of the square board (19)")
        part.add_argument("--threads", type=_count, default=1, metavar="T", help="threads, where the part has several")
        part.add_argument("--seconds", type=_seconds, default=2.0, metavar="S", help="of processor time (2)")
        part.add_argument("--seed", type=int, default=1, metavar="N", help="of the random generator (1)")
        part.add_argument("--json", action="store_true", help="print one JSON object")
        part.set_defaults(measure=_core, part=name)
    return parser


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text}: at least 1 is due")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < 86400:
        raise argparse.ArgumentTypeError(f"{text}: seconds above 0 are due")
    return value


def _core(options: argparse.Namespace) -> int:
    from engine.bench.core import PARTS

    measure, counts = PARTS[options.part]
    found = measure(options.size, options.seconds, options.threads, options.seed)
    if options.json:
        print(json.dumps(found.as_json()))
    else:
        print(f"{counts}: {found.per_cpu_s:,.0f} a second of processor time, {found.size}x{found.size}")
    return 0


def _net(options: argparse.Namespace) -> int:
    from engine.net.bench import measure

    found = measure(
        options.net,
        size=options.size,
        threads=options.threads,
        seconds=options.seconds,
        precision=options.precision,
        batch=options.batch,
    )
    if options.json:
        print(json.dumps(found.as_json()))
        return 0
    print(f"{found.net}, {found.precision}, {found.size}x{found.size}, {found.threads} thread(s), batch {found.batch}")
    print(
        f"{found.per_wall_second:,.1f} evaluations a second by the clock, {found.per_cpu_second:,.1f} of processor time"
    )
    return 0
