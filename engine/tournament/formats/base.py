"""What the systems share: the interface, meetings and their games, and the seats of a matching."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from engine.game.first import Nigiri
from engine.tournament.draw import ticket
from engine.tournament.formats import teams
from engine.tournament.model import Game, Key, Meeting, Round
from engine.tournament.pairing import Seat, share_colours
from engine.tournament.scores import Encounter, Sheet, annulled, opponents, points
from engine.tournament.state import State
from gocore import BLACK


class Format(Protocol):
    """A system of play. `fixed`: the schedule does not depend on results, so all rounds can be published at once."""

    fixed: bool

    def next_round(self, state: State) -> Round | None:
        """Return the next round to publish, or None when the main rounds are over."""

    def more_games(self, state: State, meeting: Meeting, published: Round) -> tuple[Game, ...]:
        """Return the further games that a published meeting needs, none in most systems."""


class System:
    """A system whose meetings have all their games from the start."""

    fixed = False

    def next_round(self, state: State) -> Round | None:
        """Return the next round to publish, or None when the event is over."""
        raise NotImplementedError

    def more_games(self, state: State, meeting: Meeting, published: Round) -> tuple[Game, ...]:
        """Return the further games of a published meeting: here those of line-ups handed in since."""
        return teams.pending_games(state, meeting, published.number)


def main_number(state: State) -> int:
    """Return the number of the next main round."""
    return len(state.rounds_of("main")) + 1


def games_between(state: State, number: int, table: int, black: int, white: int, count: int) -> tuple[Game, ...]:
    """Return `count` games of two players, colours swapped from game to game."""
    komi2 = state.event.play.komi2
    pairs = ((black, white), (white, black))
    return tuple(Game(Key(number, table, n + 1), *pairs[n % 2], komi2=komi2) for n in range(count))


def meet(
    state: State, number: int, table: int, first: int, second: int, black: int | None = None, count: int | None = None
) -> Meeting:
    """Return the meeting of two sides with its games.

    `black` is the player (team: the side whose first board) that has Black in the first game; None asks nigiri, which
    the note of the meeting records (Article 10). `count` games instead of those the event file says. A side that has
    withdrawn or stays away loses without play.
    """
    gone = [side for side in (first, second) if _missing(state, side, number)]
    if gone:
        stays = [side for side in (first, second) if side not in gone]
        why = "; ".join(f"{state.name(side)} {_missing(state, side, number)}" for side in gone)
        if not stays:
            return Meeting(table, first, None, "rest", note=why)
        if not annulled(state).isdisjoint(gone):
            return Meeting(table, stays[0], None, "rest", note=f"{why}; results annulled")
        return Meeting(table, stays[0], gone[0], "walkover", note=why)
    note = ""
    if black is None:
        guess = Nigiri.drawn(state.name(first), state.name(second), ticket(state.seed, f"round {number} table {table}"))
        black = first if guess.colours()[BLACK] == state.name(first) else second
        said = f"{guess.holder} held {guess.stones}, {guess.guesser} said {'odd' if guess.odd else 'even'}"
        note = f"nigiri: {said}; {state.name(black)} takes Black"
    if state.event.by_teams:
        games = teams.board_games(state, number, table, first, second, black == first)
    else:
        white = second if black == first else first
        games = games_between(state, number, table, black, white, count or state.event.system.games)
    return Meeting(table, first, second, "games", games, note, black)


def _missing(state: State, side: int, number: int) -> str:
    if side in state.withdrawn:
        return "has withdrawn"
    return "is absent" if (side, number) in state.absent else ""


def seats(
    state: State, book: Sheet, sides: Sequence[int], number: int, start: dict[int, int] | None = None
) -> list[Seat]:
    """Return the seats of `sides` for a matching; `start` adds starting scores (MacMahon)."""
    base = start or {}
    running = {side: _running(book[side]) for side in book}
    apart = number <= state.event.system.apart_rounds
    return [
        Seat(
            side,
            points(book[side]) + base.get(side, 0),
            _met(book[side]),
            sum(e.kind == "bye" for e in book[side]),
            tuple(colour for e in book[side] for colour in e.colours),
            _float(side, book, running, base),
            frozenset(other for other in sides if state.same_house(side, other)) if apart else frozenset(),
        )
        for side in sides
    ]


def _met(encounters: Iterable[Encounter]) -> dict[int, tuple[int, int]]:
    met: dict[int, tuple[int, int]] = {}
    for encounter in encounters:
        for other in opponents([encounter]):
            met[other] = (met.get(other, (0, 0))[0] + 1, encounter.round)
    return met


def _running(encounters: Iterable[Encounter]) -> dict[int, int]:
    """Return a side's points before each of its rounds."""
    before, total = {}, 0
    for encounter in encounters:
        before[encounter.round] = total
        total += encounter.points
    return before


def _float(side: int, book: Sheet, running: dict[int, dict[int, int]], base: dict[int, int]) -> int:
    """Return -1 when the side met a lower score in its last round, 1 when a higher one, else 0."""
    last = book[side][-1] if book[side] else None
    if last is None or last.opponent is None:
        return 0
    own = running[side][last.round] + base.get(side, 0)
    other = running[last.opponent].get(last.round, 0) + base.get(last.opponent, 0)
    return (other > own) - (other < own)


def black_of(one: Seat, other: Seat) -> int | None:
    """Return which of two seats has Black by their history of colours, or None for nigiri."""
    colours = share_colours(one, other)
    return None if colours is None else colours[0]
