"""`tianyuan play`: flags, a new game or one that was left, the table.

Exit status: 0 the game is over, 1 it was left and saved, 2 it cannot be played as asked.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import config
from engine.config import Settings
from engine.errors import ConfigError, TianyuanError
from engine.flags import Parser, whole
from engine.game import handicap, rules
from engine.game.clock import Clock
from engine.game.game import Game
from engine.game.referee import EventRules, Referee
from engine.game.timespec import TimeSpec
from gocore import BLACK, WHITE

if TYPE_CHECKING:
    from engine.play.seats import EngineSeat

SIDES = {"human": False, "engine": True}
PLAY_OUTS = 3
"""How often people may dispute dead stones before all count as alive."""

KEPT = ("size", "rules", "komi", "time", "handicap")
"""What a game that was left keeps, so that its flags are for new games only."""

EPILOG = """
  tianyuan play --size 9                      you take Black, the engine White
  tianyuan play --black engine --white human --time 600c5 --level 8
  tianyuan play --black human --white human   two people at one keyboard

Ctrl-C saves the game; --resume goes on with it. `help` at the prompt shows what can be typed.
"""


def run(argv: Sequence[str]) -> int:
    """Run the verb and return its exit status."""
    words = vars(parser().parse_args(list(argv)))
    try:
        ref, settings, record = _game(words)
        table_arguments = _seats(words, ref, settings)
    except TianyuanError as error:
        print(f"tianyuan play: {error}", file=sys.stderr)
        return 2
    from engine.play.screen import Terminal
    from engine.play.table import Table

    origin = time.monotonic_ns() // 1_000_000 - ref.state.last_at
    table = Table(
        ref,
        table_arguments,
        Terminal(words["plain"]),
        lambda: time.monotonic_ns() // 1_000_000 - origin,
        record,
        words["strict"],
    )
    try:
        return table.run()
    except (TianyuanError, OSError) as error:
        print(f"tianyuan play: {error}", file=sys.stderr)
        return 2
    finally:
        for seat in set(table_arguments.values()):
            seat.player.close()


def parser() -> Parser:
    """The flags of the verb: its own, and those of the engine."""
    p = Parser(
        prog="tianyuan play",
        description="Play a refereed game on this terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    own = p.add_argument_group("the table")
    own.add_argument("--black", choices=sorted(SIDES), help="who plays Black (human)")
    own.add_argument("--white", choices=sorted(SIDES), help="who plays White (engine)")
    own.add_argument("--handicap", type=whole(0, 625), default=0, metavar="N", help="handicap stones for Black (0)")
    own.add_argument("--out", type=Path, metavar="FILE.sgf", help="where the record goes (tianyuan-play.sgf)")
    own.add_argument("--resume", type=Path, metavar="FILE", help="go on with a game that was left")
    own.add_argument("--strict", action="store_true", help="an illegal move is void and a pass, as the rules say")
    own.add_argument("--plain", action="store_true", help="draw boards without colour")
    config.add_flags(p)
    return p


def _game(words: Mapping[str, object]) -> tuple[Referee, Settings, Path]:
    """The referee of a new game or of one that was left, the settings, and where the record goes."""
    own = ("black", "white", "handicap", "out", "resume", "strict", "plain", "config")
    flags = {name: value for name, value in words.items() if name not in own and value is not None}
    file = words["config"]
    settings = config.resolve(flags, file if isinstance(file, str) else None)
    from engine.play import saved

    left = words["resume"]
    if isinstance(left, Path):
        fixed = [f"--{name}" for name in KEPT if words[name]]
        if fixed:
            raise ConfigError(f"--resume: the game keeps what it was begun with; {fixed[0]} is for a new one")
        ref = saved.resume(left)
        return ref, settings, _record(words, left.with_suffix(".sgf"))
    count = words["handicap"]
    record = _record(words, Path("tianyuan-play.sgf"))
    return _new(words, settings, count if isinstance(count, int) else 0), settings, record


def _record(words: Mapping[str, object], default: Path) -> Path:
    """Where the record goes: a file in a folder that is there."""
    out = words["out"]
    record = out if isinstance(out, Path) else default
    if not record.parent.is_dir():
        raise ConfigError(f"--out: there is no folder {record.parent}")
    if record.is_dir():
        raise ConfigError(f"--out: {record} is a folder, not a file")
    return record


def _new(words: Mapping[str, object], settings: Settings, stones: int) -> Referee:
    chosen = rules.parse(settings.rules)
    width, height = settings.board_size
    komi2 = rules.parse_komi(settings.komi) if settings.komi is not None else None
    game = Game.new(width, height, chosen, komi2)
    if stones:
        fixed = stones <= handicap.max_fixed(width, height)
        game.place_handicap((handicap.fixed_points if fixed else handicap.free_points)(width, height, stones))
    black, white = words["black"] or "human", words["white"] or "engine"
    game.players = {BLACK: _name(str(black), settings), WHITE: _name(str(white), settings)}
    clock = Clock(TimeSpec.parse(settings.time)) if settings.time else None
    return Referee(game, clock, EventRules(max_resumptions=PLAY_OUTS, undo=True), "play")


def _name(kind: str, settings: Settings) -> str:
    return settings.name if SIDES[kind] else "Human"


def _seats(words: Mapping[str, object], ref: Referee, settings: Settings) -> Mapping[int, "EngineSeat"]:
    """The engine's seats: as the flags say, else as the game that was left had them."""
    from engine.play.seats import EngineSeat
    from engine.player.player import Player

    engines = []
    for color, name in ((BLACK, "black"), (WHITE, "white")):
        said = words[name]
        is_engine = SIDES[str(said)] if said else ref.game.players.get(color) != "Human"
        if is_engine:
            engines.append(color)
    if not engines:
        return {}
    seat = EngineSeat(Player(settings), settings.visits)
    return dict.fromkeys(engines, seat)
