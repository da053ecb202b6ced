"""Points arrangement (Article 27.III), which is Swiss, and MacMahon: pair equal or nearest scores."""

from __future__ import annotations

from dataclasses import replace

from engine.tournament.formats.base import System, black_of, main_number, meet, seats
from engine.tournament.model import Game, Key, Meeting, Round
from engine.tournament.pairing import Pairing, Seat, pair
from engine.tournament.scores import sheet
from engine.tournament.standings import starting_scores
from engine.tournament.state import State


class Swiss(System):
    """Pair by score over a fixed number of rounds; nobody twice while it can be avoided."""

    def next_round(self, state: State) -> Round | None:
        """Pair those present; None after the last round, or when fewer than two are left."""
        number = len(state.rounds) + 1
        present = state.present(number)
        if main_number(state) > state.event.system.rounds or len(present) < 2:
            return None
        table = seats(state, sheet(state), present, number, self.start(state))
        system = state.event.system
        drawn = pair(table, state.seed, number, system.within, forbid=system.rematches == "never")
        return Round(number, self.meetings(state, number, table, drawn))

    def start(self, state: State) -> dict[int, int]:
        """Return what each side has before the first round."""
        return {}

    def meetings(self, state: State, number: int, table: list[Seat], drawn: Pairing) -> tuple[Meeting, ...]:
        """Return the meetings of a pairing, the top table first, the bye last."""
        seat = {s.side: s for s in table}
        meetings = []
        for index, (upper, lower) in enumerate(drawn.pairs, 1):
            meeting = self.meeting(state, number, index, seat[upper], seat[lower])
            if lower in seat[upper].met:
                meeting = _noted(meeting, f"rematch of round {seat[upper].met[lower][1]}: no pairing without one")
            meetings.append(meeting)
        if drawn.bye is not None:
            meetings.append(Meeting(len(meetings) + 1, drawn.bye, None, "bye", note="bye"))
        return tuple(meetings)

    def meeting(self, state: State, number: int, table: int, upper: Seat, lower: Seat) -> Meeting:
        """Return the meeting of two seats, colours by what they have had."""
        return meet(state, number, table, upper.side, lower.side, black_of(upper, lower))


def _noted(meeting: Meeting, text: str) -> Meeting:
    return replace(meeting, note=f"{meeting.note}; {text}" if meeting.note else text)


class MacMahon(Swiss):
    """Swiss from starting scores by rank, with handicap stones for what difference remains."""

    def start(self, state: State) -> dict[int, int]:
        """Return the starting scores by rank, in points."""
        return {side: int(score) for side, score in starting_scores(state).items()}

    def meeting(self, state: State, number: int, table: int, upper: Seat, lower: Seat) -> Meeting:
        """Return the meeting of two seats, with stones for their difference of score."""
        system = state.event.system
        stones = handicap(upper.score - lower.score, system.handicap_less, system.handicap_most)
        if not system.handicap or stones == 0:
            return super().meeting(state, number, table, upper, lower)
        count = system.games
        games = tuple(
            Game(Key(number, table, n + 1), lower.side, upper.side, stones if stones > 1 else 0, komi2=1)
            for n in range(count)
        )
        note = f"handicap {stones}: komi 0.5" if stones > 1 else "no komi but half a point"
        return Meeting(table, upper.side, lower.side, "games", games, note, lower.side)


def handicap(difference: int, less: int, most: int) -> int:
    """Return the handicap for a difference of MacMahon points (two a win): half of it rounded down, less, at most.

    1 means Black without komi; from 2 on stones are placed.
    """
    return max(0, min(most, difference // 2 - less))
