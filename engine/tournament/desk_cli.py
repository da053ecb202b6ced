"""The verbs of the director's desk: publish a round, enter results, entries, withdrawals, line-ups, rulings."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EventError
from engine.flags import real, whole
from engine.match.store import write_once
from engine.tournament import entries
from engine.tournament.director import Director
from engine.tournament.draw import sealed
from engine.tournament.event import RATING, Entrant, Event
from engine.tournament.formats.registry import Done, Wait
from engine.tournament.model import REASONS, Key, outcome
from engine.tournament.text import round_text, standings_text
from engine.wording import composed, whole_number

if TYPE_CHECKING:
    from engine.match.workers import Workers
    from engine.tournament.venue import Venue

OK, STOPPED, REFUSED, WAITING = range(4)
SIDE = "starting number or name"


def add_verbs(verbs: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Add the verbs of the desk."""
    _add(verbs, "pair", "publish the next round and print its sheet", _pair)
    result = _add(verbs, "result", "enter the result of a game, or correct it by a new row", _result)
    result.add_argument("game", metavar="GAME", help="round.table or round.table.game, such as 1.2")
    result.add_argument("result", metavar="RESULT", help="B+3.5, W+R, B+T, W+F, =, 0:0")
    result.add_argument("--correct", action="store_true", help="the game has a result, which is wrong")
    result.add_argument("--sgf", type=Path, metavar="FILE", help="the game's record, for the report")
    words = ", ".join(REASONS["F"])
    result.add_argument("--reason", default="", metavar="WORD", help=f"why, where the result does not say it: {words}")
    void = _add(verbs, "void", "declare a game void: it is played again", _void)
    void.add_argument("game", metavar="GAME", help="round.table or round.table.game, such as 1.2")
    enter = _add(verbs, "enter", "enter a player, from the next round on", _enter)
    enter.add_argument("name", metavar="NAME", help="unique in the event")
    enter.add_argument("--rank", default="", metavar="RANK", help="such as 3d or 12k; macmahon needs it")
    enter.add_argument("--rating", type=real(-RATING, RATING), metavar="ELO", help="in Elo points")
    enter.add_argument("--club", default="", metavar="NAME", help="club, family or author, kept apart at first")
    withdraw = _add(verbs, "withdraw", "take a player or team out (Article 29)", _withdraw)
    withdraw.add_argument("side", metavar="NUMBER|NAME", help=SIDE)
    absent = _add(verbs, "absent", "note that a player or team stays away from a round", _absent)
    absent.add_argument("side", metavar="NUMBER|NAME", help=SIDE)
    absent.add_argument("round", type=whole(1, 999), metavar="ROUND", help="not published yet")
    warn = _add(verbs, "warn", "record a warning", _warn)
    warn.add_argument("player", metavar="NUMBER|NAME", help=SIDE)
    note = _add(verbs, "note", "record an incident, a ruling or an appeal", _note)
    note.add_argument("kind", choices=("incident", "ruling", "appeal"), help="what it is")
    for made in (warn, note):
        made.add_argument("article", metavar="ARTICLE", help="such as 17.2")
        made.add_argument("text", metavar="TEXT", help="what happened, for the ledger")
    _lineup_verbs(verbs)


def _lineup_verbs(verbs: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    seal = verbs.add_parser("seal", help="print the sealed form of a line-up, for the captain")
    seal.add_argument("event", metavar="EVENT", help="name of the event")
    seal.set_defaults(handler=_seal)
    commit = _add(verbs, "commit", "take in a sealed line-up", _commit)
    lineup = _add(verbs, "lineup", "open a sealed line-up, or announce substitutes", _lineup)
    for made in (seal, commit, lineup):
        made.add_argument("team", metavar="NUMBER|NAME" if made is not seal else "NUMBER", help="the team")
        made.add_argument("round", type=whole(1, 999), metavar="ROUND", help="the round that it is for")
    commit.add_argument("fingerprint", metavar="SEALED", help="what seal has printed")
    for made in (seal, lineup):
        made.add_argument("players", metavar="N,N,...", help="players' numbers by board")
        made.add_argument("--nonce", default="", metavar="WORD", help="the secret word of a sealed line-up")


Step = Callable[["Venue", argparse.Namespace], int]


def _add(verbs: argparse._SubParsersAction, name: str, text: str, step: Step) -> argparse.ArgumentParser:  # type: ignore[type-arg]
    made: argparse.ArgumentParser = verbs.add_parser(name, help=text, description=text)
    made.add_argument("folder", type=Path, metavar="DIR", help="folder of the event")

    def handler(flags: argparse.Namespace) -> int:
        from engine.tournament.venue import Venue

        with Venue.open(flags.folder) as venue:
            return step(venue, flags)

    made.set_defaults(handler=handler)
    return made


def side_number(director: Director, text: str, teams: bool) -> int:
    """Return the number of a player or team given by number or name; raise EventError when there is none."""
    rows = [(t.number, t.name) for t in director.event.teams] if teams else [
        (p.number, p.name) for p in director.state.players.values()
    ]  # fmt: skip
    for number, name in rows:
        if composed(text) == composed(name) or text == str(number):
            return number
    raise EventError(f"there is no {'team' if teams else 'player'} {text!r}")


def _side(venue: Venue, text: str) -> int:
    return side_number(venue.director, text, venue.event.by_teams)


def _pair(venue: Venue, flags: argparse.Namespace) -> int:
    director = venue.director
    before = len(director.state.rounds)
    step = director.advance()
    if isinstance(step, Wait):
        print(f"waiting: {step.why}")
        return WAITING
    if isinstance(step, Done):
        print(standings_text(director.state), end="")
        return OK
    print(round_text(director.state, director.state.rounds[max(before, len(director.state.rounds)) - 1]), end="")
    return OK


def _result(venue: Venue, flags: argparse.Namespace) -> int:
    director = venue.director
    key, found = Key.parse(flags.game), outcome(flags.result, flags.reason)
    if (game := director.state.game(key)) is not None:
        entries.check_margin(venue.event, game, found)
    record = entries.check_record(venue.event, found, flags.sgf.read_bytes()) if flags.sgf else ""
    rounds = len(director.state.rounds)
    if flags.correct:
        director.correct(key, found, venue.begun())
    else:
        director.result(key, found)
    if record:
        write_once(venue.record_path(key), record)
    assert game is not None
    names = [director.state.players[n].name for n in (game.black, game.white)]
    print(f"{key.round}.{key.table}.{key.game}: {names[0]} (B) - {names[1]} (W): {found.text}")
    return _say_recalled(director, rounds)


def _say_recalled(director: Director, rounds: int) -> int:
    """Say that rounds were taken back, so that nobody plays by an old sheet."""
    left = len(director.state.rounds)
    if left < rounds:
        print(f"round {left + 1} was paired on this result and is taken back: pair again")
    return OK


def _void(venue: Venue, flags: argparse.Namespace) -> int:
    rounds = len(venue.director.state.rounds)
    venue.director.void(Key.parse(flags.game), venue.begun())
    return _say_recalled(venue.director, rounds)


def _enter(venue: Venue, flags: argparse.Namespace) -> int:
    number = venue.director.enter(Entrant(flags.name, rank=flags.rank, rating=flags.rating, club=flags.club))
    print(f"{venue.director.state.players[number].name} has the starting number {number}")
    return OK


def _withdraw(venue: Venue, flags: argparse.Namespace) -> int:
    venue.director.withdraw(_side(venue, flags.side))
    return OK


def _absent(venue: Venue, flags: argparse.Namespace) -> int:
    venue.director.absent(_side(venue, flags.side), flags.round)
    return OK


def _warn(venue: Venue, flags: argparse.Namespace) -> int:
    venue.director.warn(side_number(venue.director, flags.player, teams=False), flags.article, flags.text)
    return OK


def _note(venue: Venue, flags: argparse.Namespace) -> int:
    venue.director.note(flags.kind, flags.article, flags.text)
    return OK


def _order(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise EventError(f"{text!r} is no line-up (write players' numbers by board, such as 3,1,2)") from None


def _seal(flags: argparse.Namespace) -> int:
    team = whole_number(flags.team)
    if team is None or not flags.nonce:
        raise EventError("a sealed line-up needs the team's number and a secret word (--nonce)")
    print(sealed(flags.event, flags.round, team, _order(flags.players), flags.nonce))
    return OK


def _commit(venue: Venue, flags: argparse.Namespace) -> int:
    venue.director.commit(side_number(venue.director, flags.team, teams=True), flags.round, flags.fingerprint)
    return OK


def _lineup(venue: Venue, flags: argparse.Namespace) -> int:
    team = side_number(venue.director, flags.team, teams=True)
    venue.director.lineup(team, flags.round, _order(flags.players), flags.nonce, venue.begun())
    state = venue.director.state
    if flags.round <= len(state.rounds) and state.rounds[flags.round - 1].games:
        print(round_text(state, state.rounds[flags.round - 1]), end="")
    return OK


# ---- run and resume ----


def show_draw(venue: Venue) -> int:
    """Print the order of the draw (Article 31.4); no round is published yet."""
    state = venue.director.state
    print(f"drawn from seed {state.seed}, no round is published yet:")
    for place, side in enumerate(state.order, 1):
        print(f"{place:4d}. {state.name(side)}")
    return OK


def play(venue: Venue, team: Workers, plain: bool) -> int:
    """Play what engines can play, print what people are asked for, and write the papers."""
    from engine.tournament import playing
    from engine.tournament.report import write_papers
    from engine.tournament.screen import view

    before = len(venue.director.state.rounds)
    with view(sys.stdout, plain) as watch:
        ended = playing.run(venue, team, watch)
    state = venue.director.state
    for published in state.rounds[before:] if ended.how == "waiting" else ():
        print(round_text(state, published))
    print(standings_text(state), end="")
    for path in write_papers(venue):
        if path.suffix == ".html":
            print(path)
    if ended.how == "finished":
        return OK
    print(f"tianyuan tournament: {ended.how}{': ' if ended.why else ''}{ended.why}", file=sys.stderr)
    return WAITING if ended.how == "waiting" else STOPPED


def check_extras(event: Event) -> None:
    """Look for what the event will need, so that it is missed now and not after the first round.

    Raises EventError that says what brings it, SpecError for openings that cannot be had.
    """
    from engine.tournament import pairing, playing, report

    if any(player.engine for player in event.players):
        playing.openings_of(event)
    if event.system.kind in ("swiss", "macmahon", "elimination"):
        pairing.matcher()
    report.environment()


def check_engines(event: Event, flags: argparse.Namespace) -> None:
    """Start every engine once before the first game, unless they are elsewhere or the flags say not to.

    Warns of more games at a time than the machine has cores. Raises EventError with a line for each engine that
    will not do.
    """
    from engine.match.runner import check_load
    from engine.tournament.playing import check

    if flags.cluster or flags.ssh:
        return
    for line in check_load(flags.concurrency):
        print(f"tianyuan tournament: {line}", file=sys.stderr)
    if not flags.no_check:
        problems = check(event)
        if problems:
            raise EventError(*problems)


@contextlib.contextmanager
def workers(flags: argparse.Namespace) -> Iterator[Workers]:
    """Hold those who play, as the flags say; a cluster that is not there is refused before anything is made."""
    from engine.match.workers import ClusterWorkers, LocalWorkers

    elsewhere = flags.cluster or flags.ssh
    team = ClusterWorkers(flags.cluster or "", flags.ssh) if elsewhere else LocalWorkers(flags.concurrency)
    with contextlib.closing(team):
        yield team
