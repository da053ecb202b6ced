"""Which system an event plays, and what its next step is."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tournament.formats import playoff
from engine.tournament.formats.base import Format
from engine.tournament.formats.duels import BestOf, Gauntlet, Scheveningen, WinStay
from engine.tournament.formats.elimination import Elimination
from engine.tournament.formats.roundrobin import RoundRobin
from engine.tournament.formats.swiss import MacMahon, Swiss
from engine.tournament.model import Game, Round
from engine.tournament.state import State

FORMATS: dict[str, type[Format]] = {
    "round-robin": RoundRobin, "swiss": Swiss, "macmahon": MacMahon, "elimination": Elimination, "best-of": BestOf,
    "gauntlet": Gauntlet, "scheveningen": Scheveningen, "win-stay": WinStay,
}  # fmt: skip


@dataclass(frozen=True)
class Publish:
    """The next round is to be published."""

    round: Round


@dataclass(frozen=True)
class More:
    """A published meeting needs further games."""

    round: int
    table: int
    games: tuple[Game, ...]


@dataclass(frozen=True)
class Wait:
    """Something has to be handed in first; `why` says what."""

    why: str


@dataclass(frozen=True)
class Done:
    """The event is over."""


Step = Publish | More | Wait | Done


def format_of(state: State) -> Format:
    """Return the system of the event."""
    return FORMATS[state.event.system.kind]()


def next_step(state: State, ahead: bool = False) -> Step:
    """Return what comes next in a tournament that has been drawn.

    With `ahead` a system whose schedule does not depend on results gives its next round while games are still open.
    Pure: the same state gives the same step.
    """
    system = format_of(state)
    for published in state.rounds:
        for meeting in published.meetings:
            games = system.more_games(state, meeting, published)
            if games:
                return More(published.number, meeting.table, games)
    still = _open(state)
    if still and not (ahead and system.fixed):
        return Wait(still)
    number = system.next_round(state) if not state.rounds_of("playoff") else None
    if number is not None:
        return Publish(number)
    if still:
        return Wait(still)
    extra = playoff.next_round(state)
    return Done() if extra is None else Publish(extra)


def over(state: State) -> bool:
    """Return whether nothing is left to play: the event is closed, or only waits for being closed."""
    if state.closed or not state.started or state.open_games():
        return state.closed
    system = state.event.system
    if system.kind in ("swiss", "macmahon") and len(state.rounds_of("main")) < system.rounds:
        return len(state.present(len(state.rounds) + 1)) < 2  # no need to pair for knowing that
    return isinstance(next_step(state, ahead=False), Done)


def _open(state: State) -> str:
    """Return what the published rounds still lack, in one line; empty when nothing."""
    for published in state.rounds:
        for meeting in published.meetings:
            if meeting.kind == "games" and not meeting.games:
                teams = " and ".join(
                    state.name(side) for side in meeting.sides if (published.number, side) not in state.lineups
                )
                return f"round {published.number} table {meeting.table}: the line-up of {teams} is not in"
    games = state.open_games()
    if not games:
        return ""
    first = games[0]
    names = f"{state.players[first.black].name} - {state.players[first.white].name}"
    rest = f" and {len(games) - 1} more" if len(games) > 1 else ""
    return f"game {first.key.round}.{first.key.table}.{first.key.game} ({names}){rest} has no result"
