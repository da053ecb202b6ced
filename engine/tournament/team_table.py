"""Which team stands where, in events whose players are paired one by one: players' total, all-play-all, win-stay.

    for line in team_standings(state): print(line.place, line.name, line.value, line.said)

Players' total (Article 26.II) and all-play-all (27.V): the sum of the members' points as the standings of the players
have them, byes and walkovers among them. Win-stay (27.VI): the team with a player left has won. Level teams share the
place, unless the event file asks for lots. Team matches have no table here: there the teams are the sides.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.tournament.draw import lots
from engine.tournament.event import Team
from engine.tournament.formats.duels import standing_players
from engine.tournament.formats.registry import over
from engine.tournament.scores import points, sheet
from engine.tournament.state import State


@dataclass(frozen=True)
class TeamLine:
    """A team in the table. `value` ranks it: points, or in win-stay the players left; `members` are points by player.

    `won`: this team has won the match of two teams.
    """

    place: int
    number: int
    name: str
    shared: bool
    value: int
    members: dict[int, int]
    won: bool = False

    @property
    def working(self) -> str:
        """Return the members' points as a sum, such as "4 + 0 + 6"."""
        return " + ".join(map(str, self.members.values()))


def ranks_teams(state: State) -> bool:
    """Return whether the event has teams whose members are ranked one by one."""
    return bool(state.event.teams) and not state.event.by_teams


def heading(state: State) -> str:
    """Return what the teams are ranked by."""
    return "Players left" if state.event.system.kind == "win-stay" else "Points"


def team_standings(state: State) -> list[TeamLine]:
    """Return the table of the teams, best first; empty where the event has none, or its teams are the sides."""
    if not ranks_teams(state):
        return []
    book = sheet(state)
    rows = []
    for team in state.event.teams:
        members = {player: points(book.get(player, [])) for player in state.roster(team.number)}
        rows.append((team, _value(state, team, members), members))
    winner = winning_team(state)
    drawn = lots(state.seed, "lots for places of teams", (team.number for team, _, _ in rows))
    by_lot = state.event.ranking.tie == "lots"
    rows.sort(key=lambda row: (-row[1], drawn.index(row[0].number) if by_lot else row[0].number))
    lines = []
    for index, (team, value, members) in enumerate(rows):
        level = [n for n, row in enumerate(rows) if row[1] == value]
        place, shared = (index, False) if by_lot else (level[0], len(level) > 1)
        lines.append(TeamLine(place + 1, team.number, team.name, shared, value, members, team.number == winner))
    return lines


def _value(state: State, team: Team, members: dict[int, int]) -> int:
    return sum(members.values()) if state.event.system.kind != "win-stay" else len(_left(state, team))


def _left(state: State, team: Team) -> list[int]:
    """Return the players of a team that have not lost their bout, nor left (27.VI)."""
    queue = standing_players(state)[state.event.teams.index(team)]
    return [player for player in queue if player not in state.withdrawn]


def winning_team(state: State) -> int | None:
    """Return the team that has won a match of two teams; None while it goes on, and where it is level."""
    kind = state.event.system.kind
    if kind == "win-stay":
        left = [team.number for team in state.event.teams if _left(state, team)]
        return left[0] if len(left) == 1 else None
    if kind != "scheveningen" or not over(state):
        return None
    book = sheet(state)
    totals = {team.number: sum(points(book[p]) for p in state.roster(team.number)) for team in state.event.teams}
    best = [number for number, total in totals.items() if total == max(totals.values())]
    return best[0] if len(best) == 1 else None
