"""Play-offs between sides that are level at the end (Article 28.III), as the event file fixed them in advance."""

from __future__ import annotations

from engine.tournament.formats.base import meet
from engine.tournament.formats.duels import match_over
from engine.tournament.formats.roundrobin import circle
from engine.tournament.model import Meeting, Round
from engine.tournament.scores import points, sheet
from engine.tournament.standings import standings
from engine.tournament.state import State

LAST_PLACE = {"first": 1, "podium": 3, "all": 10**9}


def level_groups(state: State) -> list[list[int]]:
    """Return the groups of sides that have to play off, the highest place first."""
    rule = state.event.playoff
    if state.event.ranking.tie != "playoff" or rule is None:
        return []
    groups: dict[int, list[int]] = {}
    for line in standings(state, upto="playoff").lines:
        if line.side not in state.withdrawn:
            groups.setdefault(line.place, []).append(line.side)
    last = LAST_PLACE[rule.who]
    return [group for place, group in groups.items() if len(group) > 1 and place <= last]


def next_round(state: State) -> Round | None:
    """Return the next round of play-offs, or None when none is left.

    Two play up to `games`, colours swapped, and stop when it is decided; more play a round robin of single games. Who
    is level even then stays level.
    """
    rule = state.event.playoff
    if rule is None:
        return None
    book = sheet(state, "playoff")
    index = len(state.rounds_of("playoff"))
    number = len(state.rounds) + 1
    meetings: list[Meeting] = []
    for group in level_groups(state):
        if len(group) == 2:
            one, other = group
            among = [points([e for e in book[side] if e.opponent in group]) for side in group]
            if not match_over(among[0], among[1], index, rule.games):
                black = None if index == 0 else _white_before(state, group)
                meetings.append(meet(state, number, len(meetings) + 1, one, other, black, count=1))
        elif index < len(rounds := circle(len(group))):
            for pair in rounds[index]:
                black, white = group[pair[0] - 1], group[pair[1] - 1]
                meetings.append(meet(state, number, len(meetings) + 1, black, white, black, count=1))
    return Round(number, tuple(meetings), "playoff", f"Play-off {index + 1}") if meetings else None


def _white_before(state: State, group: list[int]) -> int | None:
    """Return the side that had White in the last play-off game of two: it has Black now."""
    for published in reversed(state.rounds_of("playoff")):
        for meeting in published.meetings:
            if set(meeting.sides) == set(group) and meeting.black:
                return next(side for side in meeting.sides if side != meeting.black)
    return None
