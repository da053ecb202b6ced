"""Team matches in the forms of Article 26.II: who sits at which board, and the games that follow.

fixed: the order handed in at registration, never changed. substitutes: reserves may take boards until the match begins,
the regulars keep theirs, at most `max_changes` a match. on-the-spot: both captains hand in a sealed order, opened when
both are in. rotation: everybody meets everybody of the other team. (total: no team matches; members' points are
summed.)
Board 1 has the colours of the draw, odd boards the same, even boards the opposite (Article 10).
"""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import EventError
from engine.game.first import board_colours
from engine.tournament.draw import sealed
from engine.tournament.model import Game, Key, Meeting
from engine.tournament.state import State
from gocore import BLACK, WHITE


def scheveningen_rounds(size: int) -> list[list[tuple[int, int]]]:
    """Return the rounds in which two teams of `size` all meet (Article 27.V).

    Pairs (i, j) count from 0: in turn r, from 0, A_i meets B_((i + r) mod size).
    """
    return [[(i, (i + turn) % size) for i in range(size)] for turn in range(size)]


def lineup(state: State, team: int, number: int) -> tuple[int, ...] | None:
    """Return the players of a team by board in round `number`, or None while its sealed order is not open."""
    system = state.event.system
    given = state.lineups.get((number, team))
    if system.team_form == "on-the-spot":
        return given
    return given or state.roster(team)[: system.boards]


def check_lineup(
    state: State, team: int, number: int, players: tuple[int, ...], nonce: str, begun: Collection[Key] = ()
) -> None:
    """Refuse a line-up that the form of the event does not allow (EventError says why).

    begun: games without a result that have been given out. Substitutes are announced before the match: until then
    also for a round that is published.
    """
    form, boards = state.event.system.team_form, state.event.system.boards
    roster, name = state.roster(team), state.name(team)
    if form not in ("substitutes", "on-the-spot"):
        raise EventError(f"{name}: the order of the boards cannot be changed in the form {form!r} (Article 26.II)")
    if len(players) != boards or len(set(players)) != boards or not set(players) <= set(roster):
        raise EventError(f"{name}: a line-up names {boards} different players of the team, one for each board")
    published = number <= len(state.rounds)
    if form == "on-the-spot":
        commits = [state.commits.get((number, side)) for side in _opponents(state, team, number)]
        if not published or None in commits:
            raise EventError(f"{name}: round {number}: both sealed line-ups must be in before one is opened")
        if sealed(state.event.header.name, number, team, players, nonce) != state.commits[number, team]:
            raise EventError(f"{name}: round {number}: the line-up is not the one that was sealed")
        return
    games = [game for m in _meetings(state, number) if team in m.sides for game in m.games]
    if any(game.key in state.outcomes or game.key in begun for game in games):
        raise EventError(f"{name}: the match of round {number} has begun; substitutes are announced before it")
    regulars, reserves = roster[:boards], set(roster[boards:])
    changes = [board for board in range(boards) if players[board] != regulars[board]]
    if any(players[board] not in reserves for board in changes):
        raise EventError(f"{name}: regular players keep their boards; only a reserve may take one")
    if len(changes) > state.event.system.max_changes:
        raise EventError(f"{name}: {len(changes)} changes, at most {state.event.system.max_changes} are allowed")


def _opponents(state: State, team: int, number: int) -> tuple[int, ...]:
    """Return both sides of the meeting that a team has in a published round."""
    return next((m.sides for m in _meetings(state, number) if team in m.sides), (team,))


def _meetings(state: State, number: int) -> tuple[Meeting, ...]:
    return state.rounds[number - 1].meetings if number <= len(state.rounds) else ()


def board_games(state: State, number: int, table: int, first: int, second: int, first_black: bool) -> tuple[Game, ...]:
    """Return the games of a team match, none while a sealed line-up is missing."""
    ours, theirs = lineup(state, first, number), lineup(state, second, number)
    if ours is None or theirs is None:
        return ()
    if state.event.system.team_form == "rotation":
        turns = scheveningen_rounds(len(ours))
    else:
        turns = [[(board, board) for board in range(len(ours))]]
    colours = board_colours(BLACK if first_black else WHITE, len(ours))
    games: list[Game] = []
    for turn, pairs in enumerate(turns):
        for i, j in pairs:
            # Boards alternate; in a rotation every player's colour alternates from turn to turn instead.
            ours_black = colours[turn if len(turns) > 1 else i] == BLACK
            black, white = (ours[i], theirs[j]) if ours_black else (theirs[j], ours[i])
            key = Key(number, table, len(games) + 1)
            games.append(Game(key, black, white, komi2=state.event.play.komi2))
    return tuple(games)


def pending_games(state: State, meeting: Meeting, number: int) -> tuple[Game, ...]:
    """Return the games of a published team match whose line-ups have been opened since."""
    waits = state.event.by_teams and meeting.kind == "games" and not meeting.games
    if not waits or meeting.second is None:
        return ()
    return board_games(state, number, meeting.table, meeting.first, meeting.second, meeting.black == meeting.first)
