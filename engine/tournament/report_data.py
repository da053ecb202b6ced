"""What the report shows, as plain values: everything is worked out here, the templates only lay it out."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.errors import EventError
from engine.match.store import Result
from engine.tournament.export import letter
from engine.tournament.formats.registry import over
from engine.tournament.model import Game, Key, Meeting, Outcome
from engine.tournament.plots import ratings_svg, shares_svg
from engine.tournament.ratings import Played, Rating, bradley_terry
from engine.tournament.scores import BLACK, annulled, seen_by, sheet
from engine.tournament.standings import Line, Standings, show, standings
from engine.tournament.state import State
from engine.tournament.team_table import heading, team_standings
from engine.tournament.text import cell_text, result_text
from engine.tournament.venue import Venue

MATRIX_AT_MOST = 24
REASONS = {
    "score": "counted", "resign": "resignation", "time": "time", "illegal": "illegal move", "crash": "crash",
    "stall": "no answer", "protocol": "protocol fault", "adjudicated": "adjudicated", "move-limit": "move limit",
    "no-result": "no result", "forfeit": "forfeit", "ruling": "ruling", "withdrawn": "withdrawal",
    "double_forfeit": "double forfeit",
}  # fmt: skip


@dataclass(frozen=True)
class Records:
    """What the store knows of the games beside their results: facts and SGF text by key."""

    facts: dict[Key, Result] = field(default_factory=dict)
    sgf: dict[Key, str] = field(default_factory=dict)


def records_of(venue: Venue) -> Records:
    """Read what an event's folder holds of its games, those of people that were handed in among them."""
    found = Records()
    for result in venue.store.results():
        found.facts[Key(result.id.round, result.id.table, result.id.number)] = result
    for key in venue.director.state.outcomes:
        path = venue.record_path(key)
        if path.is_file():
            found.sgf[key] = path.read_text(encoding="utf-8", errors="replace")
    return found


def report_data(state: State, records: Records) -> dict[str, Any]:
    """Return everything that the report's template asks for."""
    ranking = standings(state)
    ratings = rating_list(state)
    return {
        "event": state.event,
        "state": {"seed": state.seed, "closed": over(state)},
        "progress": _progress(state),
        "columns": [*ranking.criteria, *ranking.extra],
        "used": set(ranking.criteria),
        "labels": ranking.labels,
        "lines": [_line(state, line, ranking) for line in ranking.lines],
        "teams": _teams(state),
        "teams_by": heading(state),
        "matrix": _matrix(state, ranking, records),
        "progress_table": _progress_table(state, ranking),
        "rounds": [_round(state, number, records) for number in range(len(state.rounds))],
        "ratings": ratings,
        "ratings_svg": ratings_svg(ratings),
        "reasons_svg": shares_svg(_reasons(state)),
        "reasons": _reasons_by_player(state),
        "time": _time_use(state, records),
        "ledger": state.notes,
        "corrected": sum(state.corrected.values()),
        "games": _games(state, records),
        "show": show,
    }


def _progress(state: State) -> str:
    played, given = len(state.outcomes), sum(len(published.games) for published in state.rounds)
    if over(state):
        return f"finished, {played} games"
    return f"round {len(state.rounds)}, {played} of {given} games" if state.rounds else "drawn, not begun"


def _line(state: State, line: Line, ranking: Standings) -> dict[str, Any]:
    cells = []
    for name in (*ranking.criteria, *ranking.extra):
        cell = line.cells.get(name)
        shown = cell_text(cell.value, name, cell.working) if cell else ""
        cells.append({"value": shown, "working": cell.working if cell and cell.working != shown else "", "name": name})
    player = None if state.event.by_teams else state.players[line.side]
    team = None if player is None else state.team_of(line.side)
    return {
        "place": line.place, "shared": line.shared, "name": line.name, "side": line.side, "cells": cells,
        "wins": line.wins, "draws": line.draws, "losses": line.losses, "withdrawn": line.withdrawn,
        "rank": player.rank if player else "", "engine": bool(player and player.engine),
        "team": next((t.name for t in state.event.teams if t.number == team), ""),
    }  # fmt: skip


def _teams(state: State) -> list[dict[str, Any]]:
    """Return the table of teams where the players are ranked one by one."""
    return [
        {
            "place": line.place, "shared": line.shared, "name": line.name, "value": line.value, "won": line.won,
            "members": [(state.players[player].name, won) for player, won in line.members.items()],
        }
        for line in team_standings(state)
    ]  # fmt: skip


def _matrix(state: State, ranking: Standings, records: Records) -> list[list[dict[str, Any]]]:
    """Return the crosstable in order of place; every cell holds the marks of the games of the two sides."""
    sides = [line.side for line in ranking.lines]
    if len(sides) > MATRIX_AT_MOST:
        return []
    marks: dict[tuple[int, int], list[dict[str, Any]]] = {}
    gone = annulled(state)
    for published in state.rounds_of("main"):
        for meeting in published.meetings:
            if meeting.second is None or not gone.isdisjoint(meeting.sides):
                continue
            for side, other in (meeting.sides, meeting.sides[::-1]):
                marks.setdefault((side, other), []).extend(_marks(state, meeting, side, records))
    return [[{"self": a == b, "marks": marks.get((a, b), [])} for b in sides] for a in sides]


def _marks(state: State, meeting: Meeting, side: int, records: Records) -> list[dict[str, Any]]:
    if meeting.kind == "walkover":
        return [{"mark": "+" if meeting.first == side else "−", "key": "", "title": meeting.note, "colour": ""}]
    if state.event.by_teams:
        other = next(each for each in meeting.sides if each != side)
        seen = seen_by(state, 0, meeting, side, other)
        text = f"{seen.game_points}:{2 * seen.games - seen.game_points}" if seen else "·"
        return [{"mark": text, "key": "", "title": "game points" if seen else "open", "colour": ""}]
    return [_mark(state, game, side, records) for game in meeting.games]


def _mark(state: State, game: Game, side: int, records: Records) -> dict[str, Any]:
    result, black = state.outcomes.get(game.key), game.black == side
    colour = "Black" if black else "White"
    if result is None:
        return {"mark": "·", "key": "", "title": f"round {game.key.round}, {colour}: open", "colour": colour.lower()}
    points = result.black if black else result.white
    return {
        "mark": "0½1"[points],
        "key": str(game.key) if game.key in records.sgf else "",
        "title": f"round {game.key.round}, {colour}: {result_text(result)}",
        "colour": colour.lower(),
    }


def _progress_table(state: State, ranking: Standings) -> list[dict[str, Any]]:
    """Return each side's rounds: opponent's place, colour and points, in order of place."""
    book, place = sheet(state), {line.side: n for n, line in enumerate(ranking.lines, 1)}
    rows = []
    for line in ranking.lines:
        met = {e.round: e for e in book[line.side]}
        cells = []
        for published in state.rounds_of("main"):
            e = met.get(published.number)
            if e is None:
                cells.append({"text": "", "kind": ""})
            elif e.opponent is None:
                cells.append({"text": e.kind, "kind": "idle"})
            else:
                mark = "+" if e.points > e.against else "−" if e.points < e.against else "="
                colour = ("○", "●")[e.colours[0] == BLACK] if e.colours else ""
                kind = {"+": "won", "−": "lost", "=": "drawn"}[mark]
                cells.append({"text": f"{place[e.opponent]}{mark}{colour}", "kind": kind})
        rows.append({"name": line.name, "cells": cells, "points": sum(e.points for e in book[line.side])})
    return rows


def _round(state: State, index: int, records: Records) -> dict[str, Any]:
    published = state.rounds[index]
    rows = [row for meeting in published.meetings for row in _round_rows(state, meeting, records)]
    return {"number": published.number, "name": published.name, "stage": published.stage, "rows": rows}


def _round_rows(state: State, meeting: Meeting, records: Records) -> list[dict[str, Any]]:
    if not meeting.games:
        second = state.name(meeting.second) if meeting.second is not None else ""
        return [
            {
                "table": meeting.table,
                "alone": state.name(meeting.first),
                "other": second,
                "note": meeting.note or meeting.kind,
            }
        ]
    rows = []
    for game in meeting.games:
        result, fact = state.outcomes.get(game.key), records.facts.get(game.key)
        rows.append({
            "table": meeting.table if len(meeting.games) == 1 else f"{meeting.table}.{game.key.game}",
            "key": str(game.key), "replay": game.key in records.sgf,
            "black": state.players[game.black].name, "white": state.players[game.white].name,
            "winner": "" if result is None or result.black == result.white else "black" if result.black else "white",
            "result": result_text(result), "reason": REASONS.get(result.reason, result.reason) if result else "",
            "moves": fact.plies if fact and fact.plies else "", "handicap": game.handicap,
            "note": meeting.note if game is meeting.games[0] else "",
            "corrected": state.corrected[game.key], "voided": state.voided[game.key],
        })  # fmt: skip
    return rows


def rated_games(state: State) -> list[Played]:
    """Return the games that ratings count: really played, without handicap, with a result for somebody."""
    played = []
    for published in state.rounds:
        for game in published.games:
            result = state.outcomes.get(game.key)
            if result is not None and result.played and game.handicap == 0 and result.black + result.white == 2:
                names = (state.players[game.black].name, state.players[game.white].name)
                played.append(Played(*names, float(Fraction(result.black, 2))))
    return played


def anchors_of(state: State) -> dict[str, float]:
    """Return the ratings that the event file holds fixed, by name."""
    fixed = {player.name: player.anchor for player in state.players.values()}
    return {name: elo for name, elo in fixed.items() if elo is not None and math.isfinite(elo)}


def rating_list(state: State) -> list[Rating]:
    """Return the ratings of the players; empty before there is a game that counts."""
    played = rated_games(state)
    if not played:
        return []
    try:
        return bradley_terry(played, anchors_of(state))
    except EventError:  # the extra is missing: the report goes without
        return []


def _reasons(state: State) -> list[tuple[str, int]]:
    counts = Counter(REASONS.get(r.reason, r.reason.replace("_", " ")) for r in state.outcomes.values())
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _reasons_by_player(state: State) -> list[dict[str, Any]]:
    """Return how each player's games were won and lost, by reason."""
    rows: dict[int, tuple[Counter[str], Counter[str]]] = {}
    for key, result in sorted(state.outcomes.items()):
        game = state.game(key)
        if game is None:
            continue
        reason = REASONS.get(result.reason, result.reason)
        for player, points in ((game.black, result.black), (game.white, result.white)):
            won, lost = rows.setdefault(player, (Counter(), Counter()))
            if points == 2:
                won[reason] += 1
            elif points == 0:
                lost[reason] += 1
    return [
        {"name": state.players[p].name, "won": sorted(won.items()), "lost": sorted(lost.items())}
        for p, (won, lost) in sorted(rows.items())
    ]


def _time_use(state: State, records: Records) -> list[dict[str, Any]]:
    """Return each player's thinking time: in all, per move, the longest game; only what a clock has measured."""
    used: dict[int, list[tuple[int, int]]] = {}
    for key, fact in sorted(records.facts.items()):
        game = state.game(key)
        if game is not None and fact.plies:
            used.setdefault(game.black, []).append((fact.black_ms, (fact.plies + 1) // 2))
            used.setdefault(game.white, []).append((fact.white_ms, fact.plies // 2))
    totals = {player: sum(ms for ms, _ in games) for player, games in used.items()}
    most = max(totals.values(), default=0)
    rows = []
    for player, games in sorted(used.items()):
        moves = sum(n for _, n in games)
        rows.append({
            "name": state.players[player].name, "games": len(games), "total": seconds(totals[player]),
            "move": f"{totals[player] / moves / 1000:.2f} s" if moves else "",
            "longest": seconds(max(ms for ms, _ in games)),
            "share": round(100 * totals[player] / most, 1) if most else 0,
        })  # fmt: skip
    return rows


def seconds(ms: int) -> str:
    """Return a time as people read it: "12.3 s", "4:05", "1:02:03"."""
    if ms < 60_000:
        return f"{ms / 1000:.1f} s"
    whole = math.floor(ms / 1000)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _games(state: State, records: Records) -> list[dict[str, Any]]:
    """Return the games with a record, for the board of the report."""
    games = []
    for key, sgf in sorted(records.sgf.items()):
        game, result = state.game(key), state.outcomes.get(key)
        if game is not None:
            names = (state.players[game.black].name, state.players[game.white].name)
            said = _said(result)
            games.append({"key": str(key), "title": f"Round {key.round}, table {key.table}", "black": names[0],
                          "white": names[1], "result": said, "sgf": sgf})  # fmt: skip
    return games


def _said(result: Outcome | None) -> str:
    return "" if result is None else result.text or letter(result)
