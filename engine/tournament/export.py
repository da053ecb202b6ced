"""Tables of a tournament as CSV, JSON, and text in the manner of FIDE's report file."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

from engine.errors import EventError
from engine.tournament.formats.registry import over
from engine.tournament.model import RESULTS, Outcome
from engine.tournament.scores import BLACK, Encounter, points, sheet
from engine.tournament.standings import standings
from engine.tournament.state import State
from engine.tournament.team_table import heading, ranks_teams, team_standings


def standings_csv(state: State) -> str:
    """Return the standings, one line a side, with every criterion as an exact fraction.

    Where players are paired one by one and belong to teams, a column has their team.
    """
    table, teams = standings(state), {t.number: t.name for t in state.event.teams} if ranks_teams(state) else {}
    columns = [*table.criteria, *table.extra]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["place", "number", "name", *(["team"] if teams else []), *columns, "wins", "draws", "losses"])
    for line in table.lines:
        cells = [str(line.cells[c].value) if c in line.cells else "" for c in columns]
        team = [teams.get(state.team_of(line.side) or 0, "")] if teams else []
        writer.writerow([line.place, line.side, line.name, *team, *cells, line.wins, line.draws, line.losses])
    return out.getvalue()


def teams_csv(state: State) -> str:
    """Return the table of the teams, one line a team: place, number, name, what ranks them, the members' points.

    Raises EventError where teams are the sides, whose standings are the table, and where there are none.
    """
    if not ranks_teams(state):
        why = "the standings are those of the teams (--format csv)" if state.event.by_teams else "the event has none"
        raise EventError(f"no table of teams: {why}")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["place", "number", "name", heading(state).lower().replace(" ", "-"), "won", "members"])
    for line in team_standings(state):
        members = " + ".join(f"{state.players[player].name} {won}" for player, won in line.members.items())
        writer.writerow([line.place, line.number, line.name, line.value, "yes" if line.won else "", members])
    return out.getvalue()


def games_csv(state: State) -> str:
    """Return the games, one line each, in order of play; open games have no result."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["game", "stage", "black", "white", "handicap", "komi", "result", "reason", "corrected"])
    for published in state.rounds:
        for game in published.games:
            result = state.outcomes.get(game.key)
            names = (state.players[game.black].name, state.players[game.white].name)
            said = (letter(result), result.reason) if result else ("", "")
            writer.writerow(
                [game.key, published.stage, *names, game.handicap, game.komi2 / 2, *said, state.corrected[game.key]]
            )
    return out.getvalue()


def letter(result: Outcome) -> str:
    """Return "B", "W", "=" or "0:0"."""
    return next(text for text, score in RESULTS.items() if score == (result.black, result.white))


def as_json(state: State) -> str:
    """Return standings, rounds, results and ledger as JSON; fractions are strings such as "49/5"."""
    table = standings(state)
    value: dict[str, Any] = {
        "event": state.event.header.name,
        "seed": state.seed,
        "system": state.event.system.kind,
        "finished": over(state),
        "players": [_player(state, number) for number in sorted(state.players)],
        "teams": _teams(state),
        "criteria": list(table.criteria),
        "standings": [
            {
                "place": line.place,
                "number": line.side,
                "name": line.name,
                "withdrawn": line.withdrawn,
                "cells": {
                    name: {"value": str(cell.value), "working": cell.working} for name, cell in line.cells.items()
                },
            }
            for line in table.lines
        ],
        "rounds": [published.to_row() for published in state.rounds],
        "results": {
            str(key): {"black": r.black, "white": r.white, "reason": r.reason, "text": r.text}
            for key, r in sorted(state.outcomes.items())
        },
        "ledger": state.notes,
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _player(state: State, number: int) -> dict[str, Any]:
    player, team = state.players[number], state.team_of(number)
    name = next((t.name for t in state.event.teams if t.number == team), "")
    known = {"rank": player.rank, "rating": player.rating, "club": player.club, "team": name}
    return {"number": number, "name": player.name, **known, "engine": bool(player.engine)}


def _teams(state: State) -> list[dict[str, Any]]:
    """Return the teams with their players by number; with place and points where the players are ranked."""
    table = team_standings(state)
    if not table:
        teams = state.event.teams
        return [{"number": t.number, "name": t.name, "players": list(state.roster(t.number))} for t in teams]
    ranked_by = heading(state).lower()
    return [
        {
            "number": line.number, "name": line.name, "players": list(line.members), "place": line.place,
            ranked_by: line.value, "working": line.working, "won": line.won,
        }
        for line in table
    ]  # fmt: skip


def report_file(state: State) -> str:
    """Return the event as a report file in the manner of FIDE's: a 001 line a side with its rounds, a 013 line a team.

    Columns: number, name, rating, points (a win is 1), place, then for each round opponent, colour and result
    (1 = 0; + - for games not played, U a bye, Z absent). Round robin, swiss and the like; one game a meeting is shown.
    """
    book, table = sheet(state), standings(state)
    place = {line.side: line.place for line in table.lines}
    rounds = len(state.rounds_of("main"))
    lines = [f"012 {state.event.header.name}", f"022 {state.event.header.place}", f"062 {len(book)}"]
    lines.append(f"102 {state.event.officials.chief}")
    for side in state.sides:
        rating = "" if state.event.by_teams else f"{state.players[side].rating or 0:.0f}"
        score = float(Fraction(points(book[side]), 2))
        head = f"001 {side:4d}      {state.name(side):33.33} {rating:>4} {score:22.1f} {place[side]:4d}"
        met = {e.round: e for e in book[side]}
        lines.append(head + "".join(f"  {_cell(met.get(n))}" for n in range(1, rounds + 1)))
    for team in state.event.teams if not state.event.by_teams else ():
        lines.append(f"013 {team.name:32.32} " + "".join(f"{number:5d}" for number in state.roster(team.number)))
    return "\n".join(lines) + "\n"


def _cell(encounter: Encounter | None) -> str:
    if encounter is None or encounter.opponent is None:
        mark = {"bye": "U", "absent": "Z"}.get(encounter.kind if encounter else "", "-")
        return f"0000 - {mark}"
    colour = ("w", "b")[encounter.colours[0] == BLACK] if encounter.colours else "-"
    unplayed = encounter.kind in ("forfeit", "walkover")
    mark = "=" if encounter.points == encounter.against else "1" if encounter.points > encounter.against else "0"
    if unplayed:
        mark = "+" if encounter.points > encounter.against else "-"
    return f"{encounter.opponent:4d} {colour} {mark}"
