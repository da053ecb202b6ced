"""What a search found, as plain values, and the move it would play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One move at the root; every value is from the side to move's view."""

    point: int
    """y * width + x; the board's area is the pass."""
    visits: int
    winrate: float
    """0 .. 1; 0.5 without visits."""
    lead: float
    """Expected lead in points, komi included; 0 without visits."""
    prior: float
    """Probability before the search, 0 .. 1."""
    lcb: float
    """Lower confidence bound of the win rate; may be below 0 for moves that were hardly tried."""
    utility: float
    """What the search maximises, -1 .. 1."""
    pv: tuple[int, ...]
    """The line expected, this move first."""
    pv_visits: tuple[int, ...] = ()
    """Visits of each move of it."""
    lead_stdev: float = 0.0
    """Standard deviation of the leads that simulations since the root became one have come to."""
    ownership: tuple[float, ...] = ()
    """As in Report, after this move; empty unless the search keeps it."""
    ownership_stdev: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a search; values are from the side to move's view unless they say otherwise."""

    point: int
    """The move to play; the board's area is the pass. Always legal."""
    to_move: int
    visits: int
    """Simulations in the tree below the root, those of earlier searches that were kept included."""
    playouts: int
    """Simulations of this run."""
    judged: int
    """Positions shown to the judge in this run; the others were playouts, ends of the game or remembered."""
    winrate: float
    lead: float
    moves: tuple[MoveReport, ...]
    """Moves that were tried, the most visited first."""
    ownership: tuple[float, ...]
    """One a point: 1 where it ends Black's, -1 White's."""
    nodes: int
    memory: int
    """Bytes of the tree."""
    full: bool
    """Is the tree at its memory limit? It then goes on without growing."""
    seconds: float
    """Time of this run."""
    lead_stdev: float = 0.0
    ownership_stdev: tuple[float, ...] = ()
    """Standard deviation of each number of `ownership` over the simulations; empty unless asked for."""


SETTLED = 0.8
"""How sure of its owner a point must be to count as decided."""
HOPELESS = 0.05
"""Below this win rate nothing is lost by passing."""
TRIED = 3
"""Visits that passing needs to be trusted."""
NOTHING = 0.03
"""A loss of win rate that counts as none."""
FEW = 0.15
"""A move needs this share of the most visited move's visits to be chosen for its lower confidence bound."""


def choose(moves: Sequence[MoveReport]) -> MoveReport:
    """Return the move with the best lower confidence bound among those that were searched well.

    moves: at least one, the most visited first; without any visit the likeliest.
    """
    if moves[0].visits == 0:
        return max(moves, key=lambda move: move.prior)
    enough = FEW * moves[0].visits
    return max((move for move in moves if move.visits >= enough), key=lambda move: move.lcb)


def is_settled(ownership: Sequence[float], count: Sequence[int]) -> bool:
    """Does every point end as it stands, were the game counted now?

    ownership: one a point, Black 1; count: owner of each point if the game ended here, 0 shared, 1 Black, 2 White.
    """
    return all(
        sure >= SETTLED if owner == 1 else sure <= -SETTLED if owner == 2 else abs(sure) < SETTLED
        for sure, owner in zip(ownership, count, strict=True)
    )


def decide(
    moves: Sequence[MoveReport],
    ownership: Sequence[float],
    count: Sequence[int],
    *,
    to_move: int,
    komi: float,
    passed: bool,
) -> int:
    """Return the point to play, or the pass (the number of points): what was found best, and sense about passing.

    moves: of the root, the most visited first. ownership, count: as for `is_settled`. komi: what White gets in all;
    passed: has the opponent just passed? Passes without being told to by the search when passing ends a game that is
    won as it stands and as it would be played out, and when every point is decided, nothing is lost by passing, and the
    game is won as it stands or lost anyway.
    """
    area = len(ownership)
    if not moves:
        return area
    best = choose(moves)
    if best.point == area or all(move.point != area for move in moves):
        return best.point
    sign = 1 if to_move == 1 else -1
    now = sign * (count.count(1) - count.count(2) - komi)
    expected = sign * (sum(ownership) - komi)
    if passed and now > 0 and expected > 0:
        return area
    given_up = next(move for move in moves if move.point == area)
    safe = given_up.visits >= TRIED and given_up.winrate >= best.winrate - NOTHING and given_up.lead >= best.lead - 1
    if safe and is_settled(ownership, count) and (now > 0 or best.winrate < HOPELESS):
        return area
    return best.point
