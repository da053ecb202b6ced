"""The verb `svg`: a position or a figure of a record as a picture."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import sgf
from engine.errors import SgfError
from engine.flags import Parser, whole
from engine.game.game import Game
from engine.render.figure import figure
from engine.render.svg import svg_board
from gocore import BLACK, WHITE


def run(argv: Sequence[str]) -> int:
    """Draw what the command line asks for. Returns 0, or 1 after saying on stderr what is wrong."""
    options = _parser().parse_args(argv)
    try:
        picture = _picture(options)
        if options.out is not None:
            Path(options.out).write_text(picture, encoding="utf-8")
    except (SgfError, ValueError, OSError) as error:
        print(f"tianyuan svg: {error}", file=sys.stderr)
        return 1
    if options.out is None:
        print(picture, end="")
    return 0


def _parser() -> Parser:
    parser = Parser(prog="tianyuan svg", description="Draw a position of a game record as SVG.")
    parser.add_argument("file", help="an SGF file; - reads standard input")
    parser.add_argument("--game", type=whole(1, 10**9), default=1, metavar="N", help="which game of a collection (1)")
    parser.add_argument("--move", type=whole(0, 10**6), metavar="N", help="the position after move N (the last)")
    parser.add_argument("--numbers", metavar="A-B", help="number the moves A to B, as a book does; A- goes to the end")
    parser.add_argument("--no-coordinates", action="store_true", help="leave the letters and numbers at the edge out")
    parser.add_argument("--width", type=whole(1, 100_000), metavar="PX", help="how wide it is shown")
    parser.add_argument("--out", metavar="FILE", help="where to write it (standard output)")
    return parser


def _picture(options: argparse.Namespace) -> str:
    records = sgf.loads(sys.stdin.buffer.read()) if options.file == "-" else sgf.load(options.file)
    if not 1 <= options.game <= len(records):
        raise ValueError(f"game {options.game} of {len(records)} in {options.file}")
    record = records[options.game - 1]
    game = record.main_line(None if options.move is None else options.move + 1, execute_illegal=True)
    for warning in record.warnings:
        print(f"tianyuan svg: {warning}", file=sys.stderr)
    look = {"coordinates": not options.no_coordinates, "title": _title(game), "width_px": options.width}
    if options.numbers is None:
        return svg_board(game.position, last=game.position.last_move, **look)
    span = re.fullmatch(r"(\d{1,6})(?:(-)(\d{1,6})?)?", options.numbers)
    if span is None:
        raise ValueError(f"not a span of moves: {options.numbers!r}")
    first, last = int(span[1]), span[3] or (None if span[2] else span[1])
    made = figure(game, first, None if last is None else int(last))
    for note in made.notes:
        print(note, file=sys.stderr)
    return made.svg(**look)


def _title(game: Game) -> str:
    """Return who plays, and how many moves there are."""
    names = [game.players.get(color, name) for color, name in ((BLACK, "Black"), (WHITE, "White"))]
    return f"{names[0]} (Black) - {names[1]} (White), {len(game.moves)} moves"
