"""Elimination at the k-th loss (Article 27.I): a bracket for k = 1, pairing of equal losses for k > 1.

With n entrants k(n - 1) games and the winner's losses are played. A drawn game is replayed with colours swapped; a
meeting of best_of games ends when it is decided. After four more games than that the recorded seed decides. Teams
with equal game points are parted by the first board where they differ.
"""

from __future__ import annotations

from dataclasses import replace

from engine.tournament.draw import lots
from engine.tournament.formats.base import System, black_of, games_between, meet, seats
from engine.tournament.model import Game, Meeting, Round
from engine.tournament.pairing import pair
from engine.tournament.scores import seen_by, sheet
from engine.tournament.state import State

EXTRA_GAMES = 4


def winner(state: State, meeting: Meeting) -> int | None:
    """Return the side that goes on from a decided meeting; None while it is open, or when both sides failed."""
    if meeting.kind in ("bye", "walkover"):
        return meeting.first
    if meeting.second is None or not decided(state, meeting):
        return None
    own, theirs = tally(state, meeting)
    if own == theirs and state.event.by_teams:
        own, theirs = _first_difference(state, meeting)
    if own != theirs:
        return meeting.first if own > theirs else meeting.second
    if all(not state.outcomes[game.key].played for game in meeting.games):
        return None
    number = meeting.games[0].key.round
    return lots(state.seed, f"round {number} table {meeting.table} level", meeting.sides)[0]


def tally(state: State, meeting: Meeting) -> tuple[int, int]:
    """Return the points of the two sides of a meeting in the games decided so far."""
    assert meeting.second is not None
    seen = seen_by(state, meeting.games[0].key.round, meeting, meeting.first, meeting.second) if meeting.games else None
    if seen is None:
        return 0, 0
    return (seen.game_points, 2 * seen.games - seen.game_points) if not _both_lost(state, meeting) else (0, 0)


def _first_difference(state: State, meeting: Meeting) -> tuple[int, int]:
    """Return the points of two level teams on the first board where they differ (the order of Article 28.II)."""
    results = [(game, state.outcomes[game.key]) for game in meeting.games]
    boards = ((r.black, r.white) if state.side_of(g.black) == meeting.first else (r.white, r.black) for g, r in results)
    return next((board for board in boards if board[0] != board[1]), (0, 0))


def _both_lost(state: State, meeting: Meeting) -> bool:
    """Return whether nobody played any of the games decided and nobody got anything from them (a double forfeit)."""
    results = [state.outcomes[game.key] for game in meeting.games if game.key in state.outcomes]
    return bool(results) and all(result.black + result.white == 0 and not result.played for result in results)


def decided(state: State, meeting: Meeting) -> bool:
    """Return whether a meeting has its winner, or can get none."""
    if any(game.key not in state.outcomes for game in meeting.games) or not meeting.games:
        return meeting.kind != "games"
    own, theirs = tally(state, meeting)
    if _both_lost(state, meeting):
        return True
    count = len(meeting.games)
    if state.event.by_teams:
        return True
    most = max(state.event.system.best_of, state.event.system.games)
    if (count <= most and max(own, theirs) > most) or (count >= most and own != theirs):
        return True
    return count >= most + EXTRA_GAMES


def lost(state: State, side: int) -> int:
    """Return how many meetings a side has lost."""
    meetings = (m for published in state.rounds_of("main") for m in published.meetings if side in m.sides)
    return sum(_lost(state, meeting, side) for meeting in meetings)


def _lost(state: State, meeting: Meeting, side: int) -> bool:
    return meeting.second is not None and decided(state, meeting) and winner(state, meeting) != side


def last_round(state: State, side: int) -> int:
    """Return the round in which a side was put out, 0 while it is in."""
    limit, losses = state.event.system.losses, 0
    for published in state.rounds_of("main"):
        for meeting in published.meetings:
            if side in meeting.sides and not for_third(state, published, meeting):
                losses += _lost(state, meeting, side)
        if losses >= limit:
            return published.number
    return state.withdrawn[side] + 1 if side in state.withdrawn else 0


def third(state: State) -> int | None:
    """Return who won the game for the third place, None where there was none."""
    games = ((r, m) for r in state.rounds_of("main")[-1:] for m in r.meetings)
    return next((winner(state, meeting) for last, meeting in games if for_third(state, last, meeting)), None)


def for_third(state: State, published: Round, meeting: Meeting) -> bool:
    """Return whether a meeting is the one for the third place: the second table of a final."""
    return state.event.system.third_place and published.name == FINAL and meeting.table == 2


FINAL = "Final"


class Elimination(System):
    """Knock-out: who has lost k meetings is out, the last one wins."""

    def next_round(self, state: State) -> Round | None:
        """Return the next round of the bracket, or of equal losses; None when one is left."""
        if state.event.system.losses == 1:
            return self._bracket(state)
        number = len(state.rounds) + 1
        alive = [s for s in state.order if s not in state.withdrawn and lost(state, s) < state.event.system.losses]
        if len(alive) < 2:
            return None
        standing = lots(state.seed, f"round {number} order", alive)
        table = [replace(s, score=-lost(state, s.side)) for s in seats(state, sheet(state), standing, number)]
        drawn = pair(table, state.seed, number, "random", first=("score", "float above"))
        seat = {s.side: s for s in table}
        meetings = [
            meet(state, number, index, one, other, black_of(seat[one], seat[other]))
            for index, (one, other) in enumerate(drawn.pairs, 1)
        ]
        if drawn.bye is not None:
            meetings.append(Meeting(len(meetings) + 1, drawn.bye, None, "bye", note="bye by lot"))
        return Round(number, tuple(meetings))

    def _bracket(self, state: State) -> Round | None:
        slots, previous = bracket(state), state.rounds_of("main")
        if len(slots) < 2:
            return None
        number = len(state.rounds) + 1
        meetings = []
        for table, (one, other) in enumerate(zip(slots[::2], slots[1::2], strict=True), 1):
            if one is not None and other is not None:
                meetings.append(meet(state, number, table, one, other))
            elif one is not None or other is not None:
                stays = one if one is not None else other
                assert stays is not None
                meetings.append(Meeting(table, stays, None, "bye", note="no opponent"))
        if len(slots) == 2 and state.event.system.third_place and previous:
            beaten = (side for m in previous[-1].meetings for side in m.sides if side != winner(state, m))
            losers = [side for side in beaten if side not in state.withdrawn]
            if len(losers) == 2:
                small = meet(state, number, 2, losers[0], losers[1])
                meetings.append(replace(small, note=f"for the third place; {small.note}".removesuffix("; ")))
        if not meetings:
            return None
        name = {2: FINAL, 4: "Semi-finals", 8: "Quarter-finals"}.get(len(slots), "")
        return Round(number, tuple(meetings), name=name)

    def more_games(self, state: State, meeting: Meeting, published: Round) -> tuple[Game, ...]:
        """Return the next game of a meeting that is not decided, colours swapped."""
        if meeting.kind != "games" or not meeting.games or decided(state, meeting):
            return super().more_games(state, meeting, published)
        if any(game.key not in state.outcomes for game in meeting.games):
            return ()
        last = meeting.games[-1]
        games = games_between(state, published.number, meeting.table, last.black, last.white, len(meeting.games) + 1)
        nxt = games[-1]
        return (Game(nxt.key, last.white, last.black, komi2=nxt.komi2),)


def seeded(size: int) -> list[int]:
    """Return the places of a bracket of `size`, a power of two, from the top: 1 and 2 can meet only in the final."""
    places = [1]
    while len(places) < size:
        both = 2 * len(places) + 1
        places = [each for place in places for each in (place, both - place)]
    return places


def bracket(state: State) -> list[int | None]:
    """Return the slots of the next round: sides still in, None where nobody is left.

    The first round has byes = 2^ceil(log2 n) - n, for the first sides of the order (which is by lot unless the event
    file asks for ratings). Later the winners of tables 2i - 1 and 2i meet at table i.
    """
    count = len(state.order)
    size = 1 << max(0, count - 1).bit_length()
    slots: list[int | None] = [state.order[p - 1] if p <= count else None for p in seeded(size)]
    for published in state.rounds_of("main"):
        best = {m.table: winner(state, m) for m in published.meetings}
        slots = [best.get(table) for table in range(1, len(slots) // 2 + 1)]
    return [side if side not in state.withdrawn else None for side in slots]
