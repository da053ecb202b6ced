"""Tables of a tournament as plain text: standings, a round, a replay's differences."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.tournament.check import Difference
from engine.tournament.export import letter
from engine.tournament.model import Meeting, Outcome, Round
from engine.tournament.standings import show, standings
from engine.tournament.state import State
from engine.tournament.team_table import heading, team_standings


def width(text: str) -> int:
    """Return how many columns a text takes on a terminal (Chinese, Japanese and Korean signs take two)."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def table(rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Lay out rows in columns, the first row as the heading; columns named in `numbers` are set to the right."""
    widths = [max(width(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for k, cell in enumerate(row):
            pad = " " * (widths[k] - width(cell))
            cells.append(pad + cell if k in numbers else cell + pad)
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(lines) + "\n"


def teams_text(state: State) -> str:
    """Return the table of the teams of an event that pairs their members one by one; empty for any other."""
    lines = team_standings(state)
    if not lines:
        return ""
    rows = [["", "Team", heading(state), "Players"]]
    for line in lines:
        members = ", ".join(f"{state.players[player].name} {won}" for player, won in line.members.items())
        rows.append([f"{line.place}{'=' if line.shared else ''}", line.name, str(line.value), members])
    won = next((f"{line.name} has won.\n" for line in lines if line.won), "")
    return table(rows, numbers=[0, 2]) + won


def standings_text(state: State) -> str:
    """Return the standings with every criterion and its number, the teams first where the teams decide."""
    teams = teams_text(state)
    return f"{teams}\n{players_text(state)}" if teams else players_text(state)


def players_text(state: State) -> str:
    """Return the standings of the sides that the system pairs."""
    ranking = standings(state)
    columns = [*ranking.criteria, *(name for name in ranking.extra if name == "points")]
    rows = [["", "Name", *(ranking.labels[c] for c in columns), "W", "D", "L"]]
    for line in ranking.lines:
        place = f"{line.place}=" if line.shared else str(line.place)
        name = f"{line.name} (withdrew)" if line.withdrawn else line.name
        cells = [cell_text(line.cells[c].value, c, line.cells[c].working) if c in line.cells else "" for c in columns]
        rows.append([place, name, *cells, str(line.wins), str(line.draws), str(line.losses)])
    return table(rows, numbers=[0, *range(2, len(rows[0]))])


def cell_text(value: object, name: str, working: str) -> str:
    """Return the number of a criterion as a table shows it: warnings and lots by their own count."""
    from fractions import Fraction

    assert isinstance(value, Fraction)
    return working if name in ("warnings", "lots", "reached") else show(value)


def round_text(state: State, published: Round) -> str:
    """Return a round sheet: tables, players with their colours, results."""
    rows = [["Table", "Black", "White", "Result", ""]]
    for meeting in published.meetings:
        rows += _meeting_rows(state, meeting)
    name = f", {published.name}" if published.name else ""
    return f"Round {published.number}{name}\n" + table(rows, numbers=[0])


def _meeting_rows(state: State, meeting: Meeting) -> list[list[str]]:
    if not meeting.games:
        other = state.name(meeting.second) if meeting.second is not None else "-"
        return [[str(meeting.table), state.name(meeting.first), other, meeting.kind, meeting.note]]
    rows = []
    for game in meeting.games:
        number = str(meeting.table) if len(meeting.games) == 1 else f"{meeting.table}.{game.key.game}"
        result = state.outcomes.get(game.key)
        note = meeting.note if game is meeting.games[0] else ""
        if game.handicap:
            note = f"{game.handicap} stones"
        rows.append([number, state.players[game.black].name, state.players[game.white].name, result_text(result), note])
    return rows


def result_text(result: Outcome | None) -> str:
    """Return a result as a sheet shows it: the text entered, or the side that won, with an unusual reason."""
    if result is None:
        return ""
    said = result.text or letter(result)
    return said if result.reason in ("score", "resign", "time") else f"{said} ({result.reason.replace('_', ' ')})"


def differences_text(found: Sequence[Difference]) -> str:
    """Return both columns of a replay where they differ."""
    rows = [["Round", "Table", "Published", "Paired again"]]
    rows += [[str(d.round), str(d.table), d.published, d.computed] for d in found]
    return table(rows, numbers=[0, 1])
