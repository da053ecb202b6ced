"""The verb `tournament`: an event from its file to its report, played by engines or by people.

Exit status: 0 done, 1 stopped or stuck (resume it), 2 refused with a line for each fault, 3 results or line-ups of
people are awaited, 4 no valid pairing is left, 5 `check` has found a difference.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.errors import NoPairingError, TianyuanError
from engine.flags import Parser, whole
from engine.tournament import desk_cli
from engine.tournament.event import documentation, load
from engine.wording import plain

OK, STOPPED, REFUSED, WAITING, NO_PAIRING, DIFFERENT = range(6)

EPILOG = """
An engine event:      tianyuan tournament run event.toml --out DIR
A club event:         tianyuan tournament run event.toml --out DIR   (draws it and publishes round 1)
                      tianyuan tournament result DIR 1.2 B+3.5       (round 1, table 2)
                      tianyuan tournament pair DIR                   (the next round)
What a file may hold: tianyuan tournament schema
"""

FORMATS = {
    "csv": "the standings", "teams": "the table of teams whose players are ranked one by one", "games": "every game",
    "json": "all of it", "fide": "a report file in the manner of FIDE's",
}  # fmt: skip
"""What `export` prints, and in which form (the default first)."""

Handler = Callable[[argparse.Namespace], int]


def parser() -> Parser:
    """The verbs under the verb, and their flags."""
    p = Parser(
        prog="tianyuan tournament",
        description="Run a tournament of engines or people from one event file.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = p.add_subparsers(dest="verb", required=True, metavar="VERB")
    _playing_verbs(verbs)
    _paper_verbs(verbs)
    desk_cli.add_verbs(verbs)
    return p


def _verb(verbs: argparse._SubParsersAction, name: str, text: str, handler: Handler) -> argparse.ArgumentParser:  # type: ignore[type-arg]
    made: argparse.ArgumentParser = verbs.add_parser(name, help=text, description=text)
    made.set_defaults(handler=handler)
    return made


def _playing_verbs(verbs: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    run = _verb(verbs, "run", "draw an event and play it, or publish its first round", _run)
    run.add_argument("event", type=Path, metavar="EVENT.toml", help="the event file; schema prints its keys")
    run.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder for the event")
    later = "draw only: entries, withdrawals and line-ups come first, then pair or resume"
    run.add_argument("--draw", action="store_true", help=later)
    resume = _verb(verbs, "resume", "go on with an event where it was stopped", _resume)
    resume.add_argument("folder", type=Path, metavar="DIR", help="folder of the event")
    for made in (run, resume):
        made.add_argument("--concurrency", type=whole(1, 10_000), default=1, metavar="N", help="games at a time (1)")
        made.add_argument("--cluster", metavar="ADDRESS", help="play on the workers of this dask scheduler")
        made.add_argument("--ssh", type=Path, metavar="FILE", help="start a dask cluster over ssh on these hosts")
        made.add_argument("--plain", action="store_true", help="a line a game, no table that redraws itself")
        made.add_argument("--no-check", action="store_true", help="do not start every engine once before the games")
    validate = _verb(verbs, "validate", "say what an event file lacks (Article 30)", _validate)
    validate.add_argument("event", type=Path, metavar="EVENT.toml", help="the event file")
    _verb(verbs, "schema", "print every key of an event file", lambda flags: _print(documentation()))
    plan = _verb(verbs, "plan", "propose a system for so many entries and days", _plan)
    plan.add_argument("--entries", type=whole(2, 10_000), required=True, metavar="N", help="players or teams")
    plan.add_argument("--days", type=whole(1, 1000), default=1, metavar="D", help="days of play (1)")
    plan.add_argument("--rounds-a-day", type=whole(1, 100), default=4, metavar="R", help="rounds a day (4)")
    plan.add_argument("--toml", action="store_true", help="print an event file for the first proposal, to fill in")


def _paper_verbs(verbs: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    check = _verb(verbs, "check", "forget the pairings, pair again, show where they differ", _check)
    table = _verb(verbs, "standings", "print the standings", _standings)
    report = _verb(verbs, "report", "write report.html, round sheets, regulations, summary.json", _report)
    watch = _verb(verbs, "watch", "serve the live page on this machine", _watch)
    watch.add_argument("--port", type=whole(0, 65_535), default=0, metavar="N", help="a free one by default")
    export = _verb(verbs, "export", "print games or standings for other programs", _export)
    forms = "; ".join(f"{name}: {what}" for name, what in FORMATS.items())
    export.add_argument("--format", choices=tuple(FORMATS), default="csv", help=f"{forms} (csv)")
    for made in (check, table, report, watch, export):
        made.add_argument("folder", type=Path, metavar="DIR", help="folder of the event")
    ratings = _verb(verbs, "ratings", "rate the players of one or several events", _ratings)
    ratings.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="folders of events, each once")
    ratings.add_argument("--history", action="store_true", help="each event is a step in time (whole-history rating)")
    ratings.add_argument("--svg", type=Path, metavar="FILE", help="draw them with their error bars")
    ratings.add_argument("--anchor", action="append", default=[], metavar="NAME=ELO", help="hold a rating fixed")


def run(argv: Sequence[str]) -> int:
    """Do what the words say; returns the exit status."""
    flags = parser().parse_args(argv)
    try:
        return int(flags.handler(flags))
    except NoPairingError as error:
        return _refuse(error, NO_PAIRING)
    except TianyuanError as error:
        return _refuse(error, REFUSED)
    except BrokenPipeError:
        return OK
    except (OSError, sqlite3.Error) as error:
        where, what = getattr(error, "filename", None) or "event.db", getattr(error, "strerror", None) or error
        print(f"tianyuan tournament: {plain(f'{where}: {what}')}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return STOPPED


def _refuse(error: TianyuanError, status: int) -> int:
    for line in str(error).split("\n"):
        print(f"tianyuan tournament: {plain(line)}", file=sys.stderr)
    return status


def _print(text: str) -> int:
    sys.stdout.write(text)
    return OK


# ---- playing ----


def _run(flags: argparse.Namespace) -> int:
    from engine.tournament.venue import Venue

    event = load(flags.event)
    desk_cli.check_extras(event)
    desk_cli.check_engines(event, flags)
    with desk_cli.workers(flags) as team, Venue.begin(flags.event, flags.out) as venue:
        if flags.draw:
            return desk_cli.show_draw(venue)
        return desk_cli.play(venue, team, flags.plain)


def _resume(flags: argparse.Namespace) -> int:
    from engine.tournament.venue import Venue

    with desk_cli.workers(flags) as team, Venue.open(flags.folder) as venue:
        desk_cli.check_engines(venue.event, flags)
        return desk_cli.play(venue, team, flags.plain)


def _validate(flags: argparse.Namespace) -> int:
    event = load(flags.event)
    what = f"{len(event.teams)} teams" if event.by_teams else f"{len(event.players)} players"
    return _print(f"{flags.event}: complete: {event.system.kind}, {what}\n")


def _plan(flags: argparse.Namespace) -> int:
    from engine.tournament.plan import propose, skeleton

    proposals = propose(flags.entries, flags.days, flags.rounds_a_day)
    if flags.toml:
        return _print(skeleton(proposals[0], flags.entries))
    for p in proposals:
        print(f"{p.system}: {p.rounds} rounds, {p.games} games: {p.why}")
    return OK


# ---- papers ----


def _check(flags: argparse.Namespace) -> int:
    from engine.tournament.check import replay
    from engine.tournament.journal import StoreJournal
    from engine.tournament.text import differences_text
    from engine.tournament.venue import Venue

    with Venue.read(flags.folder) as venue:
        rows = StoreJournal(venue.store).rows()
        found = replay(venue.event, rows)
        rounds = len(venue.director.state.rounds)
    if found:
        _print(differences_text(found))
        return DIFFERENT
    return _print(f"{rounds} rounds replayed from {len(rows)} rows: every pairing is the one that was published\n")


def _standings(flags: argparse.Namespace) -> int:
    from engine.tournament.text import standings_text
    from engine.tournament.venue import Venue

    with Venue.read(flags.folder) as venue:
        return _print(standings_text(venue.director.state))


def _report(flags: argparse.Namespace) -> int:
    from engine.tournament.report import write_papers
    from engine.tournament.venue import Venue

    with Venue.read(flags.folder) as venue:
        for path in write_papers(venue):
            print(path)
    return OK


def _watch(flags: argparse.Namespace) -> int:
    from engine.tournament.live import serve

    server = serve(flags.folder, flags.port)
    print(f"http://{server.server_address[0]!s}:{server.server_address[1]}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return OK
    finally:
        server.server_close()
    return OK


def _export(flags: argparse.Namespace) -> int:
    from engine.tournament import export
    from engine.tournament.venue import Venue

    makers = {
        "csv": export.standings_csv,
        "teams": export.teams_csv,
        "games": export.games_csv,
        "json": export.as_json,
        "fide": export.report_file,
    }
    with Venue.read(flags.folder) as venue:
        return _print(makers[flags.format](venue.director.state))


def _ratings(flags: argparse.Namespace) -> int:
    from engine.tournament.rating_cli import print_ratings

    print_ratings(flags.folders, flags.anchor, flags.history, flags.svg)
    return OK


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
