"""Replay a finished event: forget its pairings, pair again from the same facts, and show where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.tournament.event import Event
from engine.tournament.formats.registry import More, Publish, format_of, next_step
from engine.tournament.model import Game, Meeting, Round, Row
from engine.tournament.state import State


@dataclass(frozen=True)
class Difference:
    """One table of one round: what was published and what the facts before it give."""

    round: int
    table: int
    published: str
    computed: str


def replay(event: Event, rows: Sequence[Row]) -> list[Difference]:
    """Return every table whose published pairing is not the one that the rows before it lead to."""
    state = State(event)
    found: list[Difference] = []
    for row in rows:
        if row.kind in ("round", "games"):
            step = next_step(state, ahead=format_of(state).fixed)
            if row.kind == "round":
                published = Round.from_row(row.body)
                computed = step.round if isinstance(step, Publish) else None
                found += _compare(state, published, computed)
            else:
                found += _compare_games(state, row, step.games if isinstance(step, More) else ())
        state.apply(row)
    return found


def _compare(state: State, published: Round, computed: Round | None) -> Iterable[Difference]:
    ours = {m.table: m for m in computed.meetings} if computed else {}
    theirs = {m.table: m for m in published.meetings}
    for table in sorted(ours.keys() | theirs.keys()):
        one, other = theirs.get(table), ours.get(table)
        if one != other:
            yield Difference(published.number, table, _say(state, one), _say(state, other))


def _compare_games(state: State, row: Row, computed: tuple[Game, ...]) -> Iterable[Difference]:
    published = tuple(Game.from_row(game) for game in row.body["games"])
    if published != computed:
        yield Difference(
            row.body["round"], row.body["table"], _say_games(state, published), _say_games(state, computed)
        )


def _say(state: State, meeting: Meeting | None) -> str:
    if meeting is None:
        return "-"
    names = " - ".join(state.name(side) for side in meeting.sides)
    kind = "" if meeting.kind == "games" else f" ({meeting.kind})"
    games = _say_games(state, meeting.games)
    return f"{names}{kind}: {games}" if games else f"{names}{kind}"


def _say_games(state: State, games: tuple[Game, ...]) -> str:
    return ", ".join(
        f"{state.players[g.black].name} (B) {state.players[g.white].name} (W)"
        + (f" handicap {g.handicap}" if g.handicap else "")
        for g in games
    )
