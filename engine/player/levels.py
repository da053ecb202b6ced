"""Playing strength by level: how much a level looks at, and how freely it chooses among what it found.

A weak level sees less and is less sure; it never throws a stone away on purpose. Level 20 is full strength.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.player.budget import Budget
from engine.player.report import MoveReport

FULL = 20
FIRST_VISITS = 12
GROWTH = 1.55
"""Visits of level 1, and by how much each level has more than the one below."""
FREE_BELOW = 14
"""From this level on the best move found is played."""


@dataclass(frozen=True, slots=True)
class Level:
    """visits: limit of a search, None for none. temperature: 0 plays the best move; 1 plays moves as often as they
    were visited. margin: how much less likely to win than the best a move may be, to be played at all."""

    visits: int | None
    temperature: float
    margin: float


def level(number: int | None) -> Level:
    """Say what a level does; None is full strength. Raises ValueError outside 1 to 20."""
    if number is None or number == FULL:
        return Level(None, 0.0, 0.0)
    if not 1 <= number < FULL:
        raise ValueError(f"level must be 1 to {FULL}, not {number}")
    freedom = max(0.0, (FREE_BELOW - number) / (FREE_BELOW - 1))
    return Level(round(FIRST_VISITS * GROWTH ** (number - 1)), freedom, 0.02 + 0.18 * freedom)


def limit(budget: Budget, one: Level) -> Budget:
    """Cut a budget down to what a level looks at."""
    if one.visits is None:
        return budget
    return replace(budget, visits=one.visits if budget.visits is None else min(budget.visits, one.visits))


def pick(rows: Sequence[MoveReport], one: Level, rng: random.Random) -> MoveReport:
    """Choose among candidates, the best first; at least one."""
    if one.temperature <= 0:
        return rows[0]
    fair = [row for row in rows if row.visits and row.winrate >= rows[0].winrate - one.margin] or [rows[0]]
    most = max(row.visits for row in fair)
    weights = [math.exp(math.log(max(row.visits, 1) / max(most, 1)) / one.temperature) for row in fair]
    return rng.choices(fair, weights)[0]
