"""Systems of few sides: best of n, gauntlet, all-play-all of two teams, win-stay (Article 27.IV to VI)."""

from __future__ import annotations

from engine.tournament.formats.base import System, games_between, main_number, meet
from engine.tournament.formats.teams import scheveningen_rounds
from engine.tournament.model import Game, Meeting, Round
from engine.tournament.scores import points, sheet
from engine.tournament.state import State


def match_over(own: int, theirs: int, played: int, length: int) -> bool:
    """Return whether a match of `length` games is over (Article 27.IV).

    One side has more than half of the 2 x length points, or all games are played: AA of 3 ends 2:0 after two games.
    """
    return own > length or theirs > length or played >= length


class BestOf(System):
    """One match of up to n games; colours alternate from game to game, the first by nigiri."""

    def next_round(self, state: State) -> Round | None:
        """Return the next game, None when the match is decided or one has left."""
        one, other = state.order[:2]
        book, done = sheet(state), state.rounds_of("main")
        if match_over(points(book[one]), points(book[other]), len(done), state.event.system.best_of):
            return None
        if state.withdrawn:
            return None
        black = None
        if done and done[-1].meetings[0].games:
            black = done[-1].meetings[0].games[-1].white
        number = len(state.rounds) + 1
        return Round(number, (meet(state, number, 1, one, other, black, count=1),), name=f"Game {number}")


class Gauntlet(System):
    """One challenger meets everybody else in turn; the first colour alternates from meeting to meeting."""

    fixed = True

    def next_round(self, state: State) -> Round | None:
        """Return the meeting with the next opponent, None when all have been met."""
        challenger = state.event.number_of(state.event.system.challenger)
        others = [side for side in state.order if side != challenger]
        index = main_number(state) - 1
        if index >= len(others):
            return None
        other = others[index]
        black = challenger if index % 2 == 0 else other
        number = len(state.rounds) + 1
        return Round(number, (meet(state, number, 1, challenger, other, black),))


class Scheveningen(System):
    """Two teams of k: in round r player i of the one meets player i + r - 1 of the other; colours alternate by round.

    Colours go by rounds only: boards that alternated too would give a player of the second team one colour for ever.
    """

    fixed = True

    def next_round(self, state: State) -> Round | None:
        """Return the next of the k rounds, None after the last."""
        ours, theirs = (state.roster(team.number) for team in state.event.teams)
        turns = scheveningen_rounds(len(ours))
        index = main_number(state) - 1
        if index >= len(turns):
            return None
        number = len(state.rounds) + 1
        meetings = []
        for table, (i, j) in enumerate(turns[index], 1):
            black = ours[i] if index % 2 == 0 else theirs[j]
            meetings.append(meet(state, number, table, ours[i], theirs[j], black))
        return Round(number, tuple(meetings))


def standing_players(state: State) -> tuple[list[int], list[int]]:
    """Return the players of the two teams that have not lost a bout yet, in order of appearance (27.VI)."""
    queues = [list(state.roster(team.number)) for team in state.event.teams]
    for published in state.rounds_of("main"):
        for side in losers(state, published.meetings[0]):
            for queue in queues:
                if side in queue:
                    queue.remove(side)
    return queues[0], queues[1]


def losers(state: State, meeting: Meeting) -> list[int]:
    """Return who is out after a bout: nobody while it is open or drawn, both after a double forfeit."""
    if meeting.kind == "walkover" and meeting.second is not None:
        return [meeting.second]
    if meeting.kind == "rest":
        return list(meeting.sides)
    last = state.outcomes.get(meeting.games[-1].key) if meeting.games else None
    if last is None or (last.black == last.white and last.played):
        return []
    game = meeting.games[-1]
    return [side for side, won in ((game.black, last.black), (game.white, last.white)) if won == 0]


class WinStay(System):
    """擂台赛: one game at a time, the loser is out, the winner stays and meets the next; a draw is replayed."""

    def next_round(self, state: State) -> Round | None:
        """Return the next bout, None when a team has no player left."""
        ours, theirs = standing_players(state)
        if not ours or not theirs:
            return None
        number = len(state.rounds) + 1
        meeting = meet(state, number, 1, ours[0], theirs[0], count=1)
        if meeting.kind == "rest":
            meeting = Meeting(1, ours[0], None, "rest", note=f"{meeting.note}; both turns are lost")
        return Round(number, (meeting,), name=f"Bout {number}")

    def more_games(self, state: State, meeting: Meeting, published: Round) -> tuple[Game, ...]:
        """Return the replay of a drawn bout."""
        last = state.outcomes.get(meeting.games[-1].key) if meeting.games else None
        if last is None or last.black != last.white or not last.played:
            return ()
        before = meeting.games[-1]
        count = len(meeting.games) + 1
        key = games_between(state, published.number, meeting.table, before.white, before.black, count)[-1].key
        return (Game(key, before.white, before.black, komi2=before.komi2),)
