"""Tables of a tournament as CSV, JSON, and text in the manner of FIDE's report file."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

from engine.tournament.model import RESULTS, Outcome
from engine.tournament.scores import BLACK, Encounter, points, sheet
from engine.tournament.standings import standings
from engine.tournament.state import State


def standings_csv(state: State) -> str:
    """Return the standings, one line a side, with every criterion as an exact fraction."""
    table = standings(state)
    columns = [*table.criteria, *table.extra]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["place", "number", "name", *columns, "wins", "draws", "losses"])
    for line in table.lines:
        cells = [str(line.cells[c].value) if c in line.cells else "" for c in columns]
        writer.writerow([line.place, line.side, line.name, *cells, line.wins, line.draws, line.losses])
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
        "finished": state.closed,
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


def report_file(state: State) -> str:
    """Return the event as a report file in the manner of FIDE's: a 001 line a side with its rounds.

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
