"""Who met whom and with what result: the one reading of a tournament that pairing and ranking share.

`sheet(state)` lists the encounters of every side, with annulled results left out (Article 29.2). It counts the games
decided so far; a team match counts once all its boards are decided (Article 28.II).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.tournament.model import DRAW, LOSS, WIN, Game, Meeting, Outcome, Round
from engine.tournament.state import State

BLACK, WHITE = 1, 2


@dataclass(frozen=True)
class Encounter:
    """One meeting seen from one side.

    `points` and `against` are what the meeting is worth to the two sides: 2/1/0 a game for players, 2/1/0 a match for
    teams. `board_points` are a side's points board by board (players: game by game), `colours` the colours of a
    player's games (1 Black, 2 White; even games only). `kind`: "played", "forfeit" (nobody played), "walkover",
    "bye", "rest", "absent". `opponent` is None for the last three.
    """

    round: int
    opponent: int | None
    points: int
    against: int
    kind: str
    board_points: tuple[int, ...] = ()
    colours: tuple[int, ...] = ()
    games: int = 1

    @property
    def game_points(self) -> int:
        """Return the points of all boards together."""
        return sum(self.board_points)


Sheet = dict[int, list[Encounter]]


def sheet(state: State, stage: str = "main") -> Sheet:
    """Return the encounters of every side in order of play; empty lists for who has none."""
    result: Sheet = {side: [] for side in state.sides}
    gone = annulled(state)
    for published in state.rounds_of(stage):
        seen: set[int] = set()
        for meeting in published.meetings:
            seen.update(meeting.sides)
            if gone.isdisjoint(meeting.sides):
                _enter(state, published, meeting, result)
        for side in result:
            if (side, published.number) in state.absent and side not in seen:
                result[side].append(Encounter(published.number, None, 0, 0, "absent", games=0))
    return result


def _enter(state: State, published: Round, meeting: Meeting, result: Sheet) -> None:
    """Add one meeting to the sheet, once for each side."""
    number, system = published.number, state.event.system
    if meeting.kind == "bye":
        points = state.event.ranking.bye_points * (1 if state.event.by_teams else system.games)
        result[meeting.first].append(Encounter(number, None, points, 0, "bye", games=system.games))
    elif meeting.kind == "rest":
        result[meeting.first].append(Encounter(number, None, 0, 0, "rest", games=0))
    elif meeting.second is not None and meeting.kind == "walkover":
        boards = _walkover_boards(state)
        points = WIN if state.event.by_teams else sum(boards)
        none = tuple(LOSS for _ in boards)
        result[meeting.first].append(Encounter(number, meeting.second, points, 0, "walkover", boards))
        result[meeting.second].append(Encounter(number, meeting.first, 0, points, "walkover", none))
    elif meeting.second is not None:
        for side, other in ((meeting.first, meeting.second), (meeting.second, meeting.first)):
            encounter = seen_by(state, number, meeting, side, other)
            if encounter is not None:
                result[side].append(encounter)


def _walkover_boards(state: State) -> tuple[int, ...]:
    boards = state.event.system.boards if state.event.by_teams else state.event.system.games
    return (WIN,) * boards


def seen_by(state: State, number: int, meeting: Meeting, side: int, other: int) -> Encounter | None:
    """Return a meeting as `side` sees it, or None while nothing of it counts yet."""
    decided = [(game, state.outcomes[game.key]) for game in meeting.games if game.key in state.outcomes]
    teams = state.event.by_teams
    if not decided or (teams and len(decided) < len(meeting.games)):
        return None
    own = tuple(_points(state, game, result, side) for game, result in decided)
    theirs = tuple(_points(state, game, result, other) for game, result in decided)
    kind = "played" if any(result.played for _, result in decided) else "forfeit"
    points, against = match_points(sum(own), sum(theirs)) if teams else (sum(own), sum(theirs))
    colours = () if teams else _colours(meeting, side)
    return Encounter(number, other, points, against, kind, own, colours, len(decided))


def _points(state: State, game: Game, result: Outcome, side: int) -> int:
    return result.black if state.side_of(game.black) == side else result.white


def _colours(meeting: Meeting, player: int) -> tuple[int, ...]:
    return tuple(BLACK if game.black == player else WHITE for game in meeting.games if game.handicap == 0)


def match_points(own: int, theirs: int) -> tuple[int, int]:
    """Return the match points of two teams with so many game points: more 2, fewer 0, equal 1 each (28.II)."""
    if own == theirs:
        return DRAW, DRAW
    return (WIN, LOSS) if own > theirs else (LOSS, WIN)


def scheduled(state: State, side: int) -> int:
    """Return how many games a side of a round robin has on its card."""
    system = state.event.system
    return (len(state.order) - 1) * system.cycles * system.games


def annulled(state: State) -> set[int]:
    """Return the players whose results all fall away (Article 29.2).

    Individual round robin only: who withdrew with less than half of the games played. In every other system, and
    between teams, results stand.
    """
    if state.event.system.kind != "round-robin" or state.event.by_teams:
        return set()
    return {side for side in state.withdrawn if 2 * games_played(state, side) < scheduled(state, side)}


def games_played(state: State, side: int) -> int:
    """Return how many games of the main rounds a side has really played."""
    games = (game for published in state.rounds_of("main") for game in published.games)
    return sum(
        state.outcomes[game.key].played
        for game in games
        if game.key in state.outcomes and side in (state.side_of(game.black), state.side_of(game.white))
    )


def points(encounters: list[Encounter]) -> int:
    """Return the points of a side so far."""
    return sum(encounter.points for encounter in encounters)


def rounds_counted(state: State) -> int:
    """Return the number of main rounds in which something is decided: the R of the formulas of Article 28."""
    return sum(
        any(m.kind == "walkover" for m in published.meetings)
        or any(game.key in state.outcomes for game in published.games)
        for published in state.rounds_of("main")
    )


def withdrawal_credit(score: int, played: int, rounds: int) -> Fraction:
    """Return what a withdrawn player counts in his opponents' sums (Article 29.3).

    His points, and for each of the games not played the mean of those played, at most 1: p + min(1, p/g)(R - g).
    """
    if played == 0:
        return Fraction(0)
    return score + min(Fraction(1), Fraction(score, played)) * max(0, rounds - played)


def values(state: State, book: Mapping[int, list[Encounter]]) -> dict[int, Fraction]:
    """Return what each side counts in its opponents' sums: its points, or the credit of who has withdrawn."""
    rounds = rounds_counted(state)
    per_round = 1 if state.event.by_teams else state.event.system.games
    result = {}
    for side, encounters in book.items():
        score = points(encounters)
        if side in state.withdrawn and state.event.system.kind in ("swiss", "macmahon"):
            played = sum(e.games if per_round > 1 else 1 for e in encounters if e.kind not in ("absent", "rest"))
            result[side] = withdrawal_credit(score, played, rounds * per_round)
        else:
            result[side] = Fraction(score)
    return result


def opponents(encounters: list[Encounter]) -> list[int]:
    """Return the opponents met in order of play, a walkover not counted as a meeting."""
    return [e.opponent for e in encounters if e.opponent is not None and e.kind != "walkover"]
