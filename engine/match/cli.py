"""The verb `match`: flags to a spec, a spec to a played match.

Exit status: 0 the match is over, 1 it was stopped before (resume it), 2 it cannot be played as asked.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.errors import SpecError, TianyuanError
from engine.flags import Parser, real, whole
from engine.game.rules import parse, parse_komi
from engine.game.timespec import TimeSpec
from engine.match.event import Match, check
from engine.match.live import view
from engine.match.runner import check_load
from engine.match.spec import MOST_GAMES, EngineSpec, GameSettings, MatchSpec, SprtSpec, distinct
from engine.match.workers import ClusterWorkers, LocalWorkers, Workers
from engine.wording import plain

GAMES = 10
EPILOG = """
An ENGINE is a command line, or NAME=COMMAND LINE; {seed} in it becomes the game's seed. A NAME has letters, digits
and _ . : + -, and no space.
A time SPEC: 300 absolute seconds, 300+5x30 byo-yomi, 300+25/600 Canadian, 300+10f Fischer, 300c5 the countdown of the
rules with 5 reserve minutes, 1s/move, v500 visits, none.

  tianyuan match 'tianyuan gtp' 'gnugo --mode gtp --seed {seed}' --size 9 --games 20 --time 1s/move --out first-match
  tianyuan match --resume --out first-match
"""


def parser() -> Parser:
    """The flags of the verb."""
    p = Parser(
        prog="tianyuan match",
        description="Play two GTP engines against each other, refereed by our own board, rules and clock.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("engines", nargs="*", metavar="ENGINE", help="two engines")
    p.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder of the match: database, records, report"
    )
    on = "go on with the match in DIR: engines and flags may be left out; --games and --sprt may change it"
    p.add_argument("--resume", action="store_true", help=on)
    _game_flags(p.add_argument_group("the game"))
    _match_flags(p.add_argument_group("the match"))
    return p


def _game_flags(g: argparse._ArgumentGroup) -> None:
    g.add_argument("--size", default="19", metavar="S", help="lines, or COLUMNSxROWS (19)")
    g.add_argument("--komi", metavar="K", help="points (the rule set's own)")
    g.add_argument("--rules", default="chinese-1988", metavar="NAME", help="rule set (chinese-1988)")
    g.add_argument("--handicap", type=whole(0, 625), default=0, metavar="N", help="stones for Black, by turns (0)")
    g.add_argument("--time", default="", metavar="SPEC", help="time of both engines; none is no clock (none)")
    g.add_argument("--time1", default="", metavar="SPEC", help="time of the first engine alone")
    g.add_argument("--time2", default="", metavar="SPEC", help="time of the second engine alone")
    g.add_argument("--visits", type=whole(1, 10**9), metavar="N", help="the same as --time vN")
    g.add_argument("--lag", type=real(0, 3600), default=0.1, metavar="S", help="seconds forgiven per move (0.1)")
    waits = "longest wait for a move, whatever the clock (300)"
    g.add_argument("--stall", type=real(0.001, 604_800), default=300, metavar="S", help=waits)
    start = "longest wait for an engine's first answer (60)"
    g.add_argument("--start", type=real(0.001, 604_800), default=60, metavar="S", help=start)
    g.add_argument(
        "--score", default="agree", metavar="HOW", help="agree: engines name dead stones; tromp-taylor: all alive"
    )
    g.add_argument("--illegal", default="loss", metavar="HOW", help="loss, or void-pass as Article 19 says (loss)")
    g.add_argument(
        "--cycles",
        default="rules",
        metavar="HOW",
        help="repetition: rules (the rule set's), superko, draw, replay, no-result",
    )
    g.add_argument(
        "--resign", default="0", metavar="P[:N]", help="end when both engines see a side below P %% for N moves"
    )
    longest = "moves (twice the points of the board)"
    g.add_argument("--move-limit", type=whole(0, 10**6), default=0, metavar="N", help=longest)
    g.add_argument(
        "--at-limit", default="score", metavar="HOW", help="score the board then, or none: no result (score)"
    )


def _match_flags(g: argparse._ArgumentGroup) -> None:
    g.add_argument("--games", type=whole(1, MOST_GAMES), metavar="N", help="games (10)")
    g.add_argument(
        "--openings",
        default="builtin",
        metavar="WHERE",
        help="builtin, balanced, none, random:K, SGF file or folder",
    )
    g.add_argument("--opening-moves", type=whole(0, 1000), default=8, metavar="N", help="moves taken from records (8)")
    g.add_argument(
        "--single", action="store_true", help="a new opening for every game instead of pairs with colours swapped"
    )
    g.add_argument("--seed", type=whole(-(2**53), 2**53), default=1, metavar="N", help="of openings and games (1)")
    g.add_argument(
        "--sprt", metavar="E0,E1[,A,B[,MODEL]]", help="stop when elo E0 or E1 of the first engine is accepted"
    )
    g.add_argument("--concurrency", type=whole(1, 10_000), default=1, metavar="N", help="games at a time (1)")
    g.add_argument("--cluster", metavar="ADDRESS", help="play on the workers of this dask scheduler (tcp://host:8786)")
    g.add_argument("--ssh", type=Path, metavar="FILE", help="start a dask cluster over ssh on the hosts of this file")
    g.add_argument("--event", metavar="NAME", help="name of the match in game ids (the folder's name)")
    g.add_argument(
        "--transcripts", action="store_true", help="keep what was said to and by the engines, in DIR/transcripts"
    )
    g.add_argument("--plain", action="store_true", help="plain lines also on a terminal")


def run(argv: Sequence[str]) -> int:
    """Play a match as the flags say; returns the exit status."""
    flags = parser().parse_args(argv)
    try:
        return _run(flags, given(argv))
    except TianyuanError as error:
        print(f"tianyuan match: {plain(str(error))}", file=sys.stderr)
        return 2
    except (OSError, sqlite3.Error) as error:
        where, what = getattr(error, "filename", None) or flags.out, getattr(error, "strerror", None) or error
        print(f"tianyuan match: {plain(f'{where}: {what}')}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1


def given(argv: Sequence[str]) -> set[str]:
    """Return the names of the flags that the words hold; the others have their defaults."""
    names, unset = vars(parser().parse_args(["--out", "."])), object()
    flags = parser().parse_args(argv, argparse.Namespace(**dict.fromkeys(names, unset)))
    return {name for name, value in vars(flags).items() if value is not unset} - {"engines"}


MAY_CHANGE = {"out", "resume", "games", "sprt", "concurrency", "cluster", "ssh", "plain"}
"""The flags that say something to a match that goes on; all others belong to what it is."""


def continued(flags: argparse.Namespace, said: set[str]) -> MatchSpec:
    """Return what the match in the folder becomes by the flags said: longer, or with another test.

    With the engines said as well, the whole match must be the one in the folder. Raises SpecError for a flag that
    would make it another match, StoreError where there is none.
    """
    known = Match.known(flags.out)
    if not flags.engines and (other := sorted(said - MAY_CHANGE)):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in other)
        raise SpecError(f"{names}: a match that goes on keeps what it is; only --games and --sprt may change it")
    games = flags.games if "games" in said else known.games
    test = known.sprt if "sprt" not in said else SprtSpec.from_text(flags.sprt)
    asked = known if not flags.engines else spec_of(flags)
    if flags.engines and "event" not in said:  # the folder may have been renamed
        asked = replace(asked, event=known.event)
    if games < known.games:
        raise SpecError(f"--games {games}: the match has {known.games} already; it can only become longer")
    return replace(asked, games=games, sprt=test)


def _run(flags: argparse.Namespace, said: set[str]) -> int:
    spec = continued(flags, said) if flags.resume else spec_of(flags)
    elsewhere = bool(flags.cluster or flags.ssh)  # the engines need not be on this machine
    odd = [] if elsewhere else check_load(flags.concurrency)
    if not elsewhere and (flags.engines or not flags.resume):
        check(spec)
    with (
        contextlib.closing(_workers(flags)) as workers,
        Match.resume(flags.out, spec) if flags.resume else Match.begin(spec, flags.out) as match,
    ):
        for line in odd + match.warnings():
            print(f"tianyuan match: {line}", file=sys.stderr)
        with view(sys.stdout, match.spec.games, flags.plain) as watch:
            over = match.play(workers, watch, _say_interrupted)
        for line in match.table(duplicates=True).lines():
            print(line)
        for pairing, cause in match.stopped.items():
            print(f"tianyuan match: {' v '.join(pairing)} stopped: {cause}", file=sys.stderr)
        if not over:
            print(
                f"tianyuan match: not finished; go on with: tianyuan match --resume --out {flags.out}", file=sys.stderr
            )
    return 0 if over else 1


def _say_interrupted() -> None:
    print("tianyuan match: letting the games under way end; Ctrl-C again gives them up", file=sys.stderr)


def _workers(flags: argparse.Namespace) -> Workers:
    if flags.cluster or flags.ssh:
        return ClusterWorkers(flags.cluster or "", flags.ssh)
    return LocalWorkers(flags.concurrency)


def spec_of(flags: argparse.Namespace) -> MatchSpec:
    """Read a match from its flags. Raises SpecError, RulesError or ClockError naming the first that is wrong."""
    if len(flags.engines) != 2:
        raise SpecError(f"two engines are needed, not {len(flags.engines)}")
    first = EngineSpec.from_text(flags.engines[0], flags.time1)
    second = EngineSpec.from_text(flags.engines[1], flags.time2)
    event = flags.event or re.sub(r"[^A-Za-z0-9._]+", "-", flags.out.resolve().name).strip("-._") or "match"
    return MatchSpec(
        event=event[:60],
        engines=distinct(first, second),
        games=GAMES if flags.games is None else flags.games,
        settings=settings_of(flags),
        openings=flags.openings,
        opening_moves=flags.opening_moves,
        paired=not flags.single,
        seed=flags.seed,
        handicap=flags.handicap,
        sprt=SprtSpec.from_text(flags.sprt) if flags.sprt else None,
        transcripts=flags.transcripts,
    )


def settings_of(flags: argparse.Namespace) -> GameSettings:
    """Read the settings of a game from flags."""
    width, height = size_of(flags.size)
    rules = parse(flags.rules)
    komi2 = rules.komi2 if flags.komi is None else parse_komi(flags.komi)
    if flags.visits is not None and flags.time:
        raise SpecError("--visits and --time cannot both be given")
    time = f"v{flags.visits}" if flags.visits is not None else flags.time
    for text in (time, flags.time1, flags.time2):
        TimeSpec.parse(text or "none")
    below, _, moves = flags.resign.partition(":")
    try:
        resign_below, resign_moves = float(below), int(moves or 3)
    except ValueError:
        raise SpecError(f"--resign {flags.resign}: write PER CENT or PER CENT:MOVES") from None
    return GameSettings(
        width=width,
        height=height,
        rules=flags.rules,
        komi2=komi2,
        time=time,
        score=flags.score,
        illegal=flags.illegal,
        cycles=flags.cycles,
        resign_below=resign_below,
        resign_moves=resign_moves,
        move_limit=flags.move_limit,
        at_limit=flags.at_limit,
        lag_ms=round(flags.lag * 1000),
        stall_ms=round(flags.stall * 1000),
        startup_ms=round(flags.start * 1000),
    )


def size_of(text: str) -> tuple[int, int]:
    """Read `9` or `9x7`. Raises SpecError for anything else."""
    match = re.fullmatch(r"([0-9]{1,3})(?:[x:]([0-9]{1,3}))?", text)
    if match is None:
        raise SpecError(f"--size {text}: write a number or COLUMNSxROWS")
    return int(match[1]), int(match[2] or match[1])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
