"""Who stands where (Article 28), in exact fractions, every tie-break with the numbers behind it.

A ranking is a list of criteria. Sides level on all earlier ones are a group; the next criterion is computed for the
group (which is what "direct encounter" needs) and splits it. Who is level at the end shares the place, unless the
event file asks for lots or a play-off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from engine.tournament.draw import lots
from engine.tournament.ranks import grade
from engine.tournament.scores import (
    Encounter,
    Sheet,
    annulled,
    points,
    rounds_counted,
    sheet,
    values,
)  # fmt: skip
from engine.tournament.state import State


@dataclass(frozen=True)
class Cell:
    """One number of a ranking and how it came about, such as 9/2 and "4 + 1/2*1"."""

    value: Fraction
    working: str = ""


@dataclass(frozen=True)
class Line:
    """One side in the standings. `cells` holds a Cell for each criterion computed for it, in order."""

    place: int
    side: int
    name: str
    shared: bool
    cells: dict[str, Cell]
    wins: int
    draws: int
    losses: int
    withdrawn: bool = False


@dataclass(frozen=True)
class Standings:
    """A whole ranking: the criteria used, in order, and the lines from the top."""

    criteria: tuple[str, ...]
    lines: tuple[Line, ...]
    extra: tuple[str, ...] = ()
    labels: dict[str, str] = field(default_factory=dict)


Criterion = Callable[["Tables", list[int]], dict[int, Cell]]

LABELS = {
    "points": "Points", "total": "Total score", "mms": "MMS", "average": "Points a game", "reached": "Reached",
    "sodos": "SODOS", "sos": "SOS", "sosos": "SOSOS", "direct": "Direct encounter", "wins": "Wins",
    "warnings": "Warnings", "game-points": "Game points", "credit-sum": "Opponents", "lots": "Lot",
    "playoff": "Play-off", "team-won": "Team won",
}  # fmt: skip


class Tables:
    """The numbers that the criteria share, computed once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.book: Sheet = sheet(state)
        self.values = values(state, self.book)
        self.rounds = rounds_counted(state)
        self.start = starting_scores(state) if state.event.system.kind == "macmahon" else {}

    def sums(self, side: int) -> list[Fraction]:
        """Return what each round adds to a side's opponents' sum; a bye adds what the event file says."""
        result = []
        for encounter in self.book[side]:
            if encounter.opponent is not None:
                met = encounter.opponent
                result.append(self.values[met] + self.start.get(met, 0))
            elif encounter.kind == "bye" and self.state.event.ranking.bye_opponent == "practice":
                result.append(Fraction(self.rounds - encounter.round + 1) + self.start.get(side, 0))
        return result


def starting_scores(state: State) -> dict[int, Fraction]:
    """Return the MacMahon starting score of every side in points: two points a rank, floor 0, level from the bar up."""
    system = state.event.system
    low, high = grade(system.floor), grade(system.bar)
    return {side: Fraction(2 * (min(max(grade(state.players[side].rank), low), high) - low)) for side in state.sides}


# ---- criteria: each returns a cell for every side of a group ----


def _points(tables: Tables, group: list[int]) -> dict[int, Cell]:
    return {
        side: Cell(Fraction(points(tables.book[side])), _plus(e.points for e in tables.book[side])) for side in group
    }


def _mms(tables: Tables, group: list[int]) -> dict[int, Cell]:
    cells = {}
    for side in group:
        start, won = tables.start[side], points(tables.book[side])
        cells[side] = Cell(start + won, f"{start} + {won}")
    return cells


def _average(tables: Tables, group: list[int]) -> dict[int, Cell]:
    cells = {}
    for side in group:
        won, games = points(tables.book[side]), sum(e.games for e in tables.book[side])
        cells[side] = Cell(Fraction(won, games) if games else Fraction(0), f"{won}/{games}")
    return cells


def total_score(own: int, opponents: Fraction, rounds: int, most: Fraction) -> Fraction:
    """Return own + (opponents / (most/2) - rounds), the total of points arrangement (Article 28.I).

    `most` is the greatest score possible, 2 a round; with nothing played the total is the score itself.
    """
    if rounds == 0 or most == 0:
        return Fraction(own)
    return own + opponents / (most / 2) - rounds


def _total(tables: Tables, group: list[int]) -> dict[int, Cell]:
    event = tables.state.event
    per_round = 1 if event.by_teams else event.system.games
    most = Fraction(2 * tables.rounds * per_round)
    if event.ranking.max_points == "achieved":
        most = Fraction(max((points(book) for book in tables.book.values()), default=0))
    cells = {}
    for side in group:
        own, summed = points(tables.book[side]), sum(tables.sums(side), Fraction(0))
        working = f"{own} + ({_plus(tables.sums(side))})/{most / 2} - {tables.rounds}"
        cells[side] = Cell(total_score(own, summed, tables.rounds, most), working)
    return cells


def _sos(tables: Tables, group: list[int]) -> dict[int, Cell]:
    cells = {}
    for side in group:
        met = [tables.values[o] + tables.start.get(o, 0) for o in _met(tables.book[side])]
        cells[side] = Cell(sum(met, Fraction(0)), _plus(met))
    return cells


def _credit_sum(tables: Tables, group: list[int]) -> dict[int, Cell]:
    return {side: Cell(sum(tables.sums(side), Fraction(0)), _plus(tables.sums(side))) for side in group}


def _sosos(tables: Tables, group: list[int]) -> dict[int, Cell]:
    sos = _sos(tables, list(tables.book))
    cells = {}
    for side in group:
        met = [sos[o].value for o in _met(tables.book[side])]
        cells[side] = Cell(sum(met, Fraction(0)), _plus(met))
    return cells


def _sodos(tables: Tables, group: list[int]) -> dict[int, Cell]:
    """Points of the opponents beaten and half the points of those drawn with (28.I A)."""
    cells = {}
    for side in group:
        parts = []
        for e in tables.book[side]:
            if e.opponent is not None:
                # Game by game, so that 1:1 of a two-game meeting is one beaten and one lost to.
                won = Fraction(sum(e.board_points), 2) if not tables.state.event.by_teams else Fraction(e.points, 2)
                if won:
                    parts.append((won, tables.values[e.opponent]))
        working = " + ".join(str(v) if w == 1 else f"{w}*{v}" for w, v in parts)
        cells[side] = Cell(sum((w * v for w, v in parts), Fraction(0)), working)
    return cells


def _direct(tables: Tables, group: list[int]) -> dict[int, Cell]:
    cells = {}
    for side in group:
        among = [e.points for e in tables.book[side] if e.opponent in group]
        cells[side] = Cell(Fraction(sum(among)), _plus(among))
    return cells


def _wins(tables: Tables, group: list[int]) -> dict[int, Cell]:
    return {side: Cell(Fraction(record(tables.book[side], tables.state.event.by_teams)[0])) for side in group}


def _warnings(tables: Tables, group: list[int]) -> dict[int, Cell]:
    """Fewer warnings in the whole event stand higher (28.I B); the value is the count with a minus sign."""
    state = tables.state
    count = {
        side: sum(state.warnings[p] for p in (state.roster(side) if state.event.by_teams else (side,)))
        for side in group
    }
    return {side: Cell(Fraction(-count[side]), str(count[side])) for side in group}


def _game_points(tables: Tables, group: list[int]) -> dict[int, Cell]:
    won = {side: [e.game_points for e in tables.book[side]] for side in group}
    return {side: Cell(Fraction(sum(won[side])), _plus(won[side])) for side in group}


def _board(index: int) -> Criterion:
    def board(tables: Tables, group: list[int]) -> dict[int, Cell]:
        cells = {}
        for side in group:
            on_board = [e.board_points[index] for e in tables.book[side] if index < len(e.board_points)]
            cells[side] = Cell(Fraction(sum(on_board)), _plus(on_board))
        return cells

    return board


def _reached(tables: Tables, group: list[int]) -> dict[int, Cell]:
    """Elimination: who stayed in longer stands higher; the winner counts one round more than the last loser."""
    # Not at the head: the systems import this module for their play-offs.
    from engine.tournament.formats.elimination import last_round, lost, third

    cells = {}
    for side in group:
        out = last_round(tables.state, side)
        working = f"out in round {out}" if out else "undefeated" if not lost(tables.state, side) else "still in"
        won_third = Fraction(1, 2) if side == third(tables.state) else 0
        working += ", won the game for the third place" if won_third else ""
        cells[side] = Cell(Fraction(out or len(tables.state.rounds) + 1) + won_third, working)
    return cells


def _team_won(tables: Tables, group: list[int]) -> dict[int, Cell]:
    """Win-stay: the players of the team that has won stand above those of the other (27.VI)."""
    from engine.tournament.team_table import winning_team  # which asks the systems

    state = tables.state
    winner = winning_team(state)
    won = {side: winner is not None and state.team_of(side) == winner for side in group}
    return {side: Cell(Fraction(won[side]), "won" if won[side] else "") for side in group}


def _lots(tables: Tables, group: list[int]) -> dict[int, Cell]:
    drawn = lots(tables.state.seed, "lots for places", group)
    return {side: Cell(Fraction(-drawn.index(side)), str(drawn.index(side) + 1)) for side in group}


def _playoff(tables: Tables, group: list[int]) -> dict[int, Cell]:
    book = sheet(tables.state, "playoff")
    cells = {}
    for side in group:
        among = [e.points for e in book[side] if e.opponent in group]
        cells[side] = Cell(Fraction(sum(among)), _plus(among))
    return cells


CRITERIA: dict[str, Criterion] = {
    "points": _points, "mms": _mms, "average": _average, "total": _total, "sos": _sos, "credit-sum": _credit_sum,
    "sosos": _sosos, "sodos": _sodos, "direct": _direct, "wins": _wins, "warnings": _warnings,
    "game-points": _game_points, "reached": _reached, "team-won": _team_won, "lots": _lots, "playoff": _playoff,
}  # fmt: skip


def criteria(state: State) -> tuple[str, ...]:
    """Return the criteria that the event file asks for, in order (Article 28)."""
    event = state.event
    first, default = _defaults(state)
    names = [*first, *(event.ranking.tiebreaks or default)]
    boards = [f"board-{n}" for n in range(1, event.system.boards + 1)]
    names = [each for name in names for each in (boards if name == "boards" else [name])]
    closing = {"shared": [], "lots": ["lots"], "playoff": ["playoff"]}[event.ranking.tie]
    return tuple(dict.fromkeys([*names, *closing]))


def _defaults(state: State) -> tuple[list[str], list[str]]:
    event, kind = state.event, state.event.system.kind
    level = ["game-points", "boards"] if event.by_teams else ["warnings"]
    if kind == "swiss":
        if event.ranking.swiss_rank == "total":
            return ["total"], level
        return ["points"], ["credit-sum", *level]
    return {
        "macmahon": (["mms"], ["sos", "sosos", "warnings"]),
        "elimination": (["reached"], []),
        "gauntlet": (["average"], ["warnings"]),
        "scheveningen": (["points"], ["sodos", "warnings"]),
        "win-stay": (["team-won", "wins"], ["warnings"]),
        "best-of": (["points"], []),
    }.get(kind, (["points"], level if event.by_teams else ["sodos", *level]))


def standings(state: State, upto: str = "") -> Standings:
    """Rank all sides. `upto` leaves out the named criterion and all after it (a play-off ranks without itself)."""
    tables = Tables(state)
    names = criteria(state)
    if upto in names:
        names = names[: names.index(upto)]
    fell_away = annulled(state)  # their results fell away: behind all others, whose places they do not share (29.2)
    parts = ([side for side in state.sides if (side in fell_away) == fell] for fell in (False, True))
    groups: list[list[int]] = [part for part in parts if part]
    cells: dict[int, dict[str, Cell]] = {side: {} for side in state.sides}
    for name in names:
        groups = [part for group in groups for part in _split(tables, name, group, cells)]
    lines: list[Line] = []
    for group in groups:
        place = len(lines) + 1
        for side in sorted(group):
            won, drawn, lost = record(tables.book[side], state.event.by_teams)
            gone = side in state.withdrawn
            lines.append(Line(place, side, state.name(side), len(group) > 1, cells[side], won, drawn, lost, gone))
    # In points arrangement the sum that the total is made of, byes among it; elsewhere the plain one.
    opponents = "credit-sum" if state.event.system.kind == "swiss" else "sos"
    extra = tuple(name for name in ("points", opponents, "sodos") if name not in names)
    for name in extra:
        for side, cell in CRITERIA[name](tables, list(state.sides)).items():
            cells[side][name] = cell
    return Standings(names, tuple(lines), extra, {name: label(name) for name in (*names, *extra)})


def _split(tables: Tables, name: str, group: list[int], cells: dict[int, dict[str, Cell]]) -> Iterable[list[int]]:
    """Split a group of level sides by one more criterion. A lone side keeps its number only where it says something."""
    if len(group) == 1 and name in ("direct", "lots", "playoff"):
        return [group]
    function = _board(int(name.removeprefix("board-")) - 1) if name.startswith("board-") else CRITERIA[name]
    found = function(tables, group)
    parts: dict[Fraction, list[int]] = {}
    for side in group:
        cells[side][name] = found[side]
        parts.setdefault(found[side].value, []).append(side)
    return [parts[value] for value in sorted(parts, reverse=True)]


def record(encounters: list[Encounter], by_match: bool = False) -> tuple[int, int, int]:
    """Return wins, draws and losses: of games, or `by_match` of team matches. A bye counts as none of them."""
    pairs = [(e.points, e.against) for e in encounters if e.opponent is not None]
    if not by_match:
        pairs = [(own, 2 - own) for e in encounters if e.opponent is not None for own in e.board_points]
    return (
        sum(own > theirs for own, theirs in pairs),
        sum(own == theirs for own, theirs in pairs),
        sum(own < theirs for own, theirs in pairs),
    )


def _met(encounters: list[Encounter]) -> list[int]:
    return [e.opponent for e in encounters if e.opponent is not None]


def _plus(numbers: Iterable[Fraction | int]) -> str:
    return " + ".join(str(Fraction(number)) for number in numbers)


def show(value: Fraction) -> str:
    """Return a number of a table: whole numbers plain, anything else with four decimals."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.4f}"


def label(name: str) -> str:
    """Return the printed heading of a criterion."""
    return LABELS.get(name) or f"Board {name.removeprefix('board-')}"
