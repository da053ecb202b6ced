"""The verb `bench`: measure the speed of one part by itself."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import TianyuanError
from engine.flags import Parser, real, whole
from engine.wording import plain


def run(argv: Sequence[str]) -> int:
    """Measure what the command line names and print it. Returns 0, or 1 after saying on stderr what is wrong."""
    options = _parser().parse_args(argv)
    try:
        return int(options.measure(options))
    except TianyuanError as error:
        said = str(error)
    except OSError as error:
        if error.filename is None:  # the output's, which the command line answers for
            raise
        said = f"{error.filename}: {error.strerror}"
    print(f"tianyuan bench: {plain(said)}", file=sys.stderr)
    return 1


def _parser() -> Parser:
    parser = Parser(prog="tianyuan bench", description="Measure the speed of one part by itself.")
    parts = parser.add_subparsers(required=True, metavar="PART")
    net = parts.add_parser("net", help="a network: evaluations a second, without a search")
    net.add_argument("--net", type=Path, required=True, metavar="FILE", help="a network file, ours or KataGo's")
    net.add_argument("--size", type=whole(1, 25), default=19, metavar="N", help="lines of the square board (19)")
    net.add_argument("--threads", type=whole(1, 256), default=1, metavar="T", help="each with a session of its own (1)")
    net.add_argument("--seconds", type=real(0.001, 86400), default=5.0, metavar="S", help="by the clock (5)")
    net.add_argument("--precision", default="int8", help="int8 (usual), float32 or bf16")
    net.add_argument("--batch", type=whole(1, 4096), default=1, metavar="N", help="positions a call (1)")
    net.add_argument("--json", action="store_true", help="print one JSON object")
    net.set_defaults(measure=_net)
    from engine.bench.core import PARTS, PLAYED, SEARCHES

    for name, (_, counts) in PARTS.items():
        part = parts.add_parser(name, help=counts)
        part.add_argument("--size", type=whole(1, 25), default=19, metavar="N", help="lines of the square board (19)")
        most, note = (256, "threads of the search (1)") if name in SEARCHES else (1, "this part has one")
        part.add_argument("--threads", type=whole(1, most), default=1, metavar="T", help=note)
        measured = "by the clock (2)" if name in SEARCHES else "of processor time (2)"
        part.add_argument("--seconds", type=real(0.001, 86400), default=2.0, metavar="S", help=measured)
        part.add_argument("--seed", type=whole(0, 2**53), default=1, metavar="N", help="of the random generator (1)")
        moves = "the moves of a game" if name in PLAYED else "0: moves are not counted here"
        part.add_argument("--json", action="store_true", help=f"print one JSON object; its mean_moves: {moves}")
        part.set_defaults(measure=_core, part=name)
    return parser


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
