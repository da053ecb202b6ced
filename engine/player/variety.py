"""Variety: an opening differs from game to game, among moves that are as good as the best one and their images.

What is as good the book of openings says, where it knows the position, else the search.
"""

import math
import random
from collections.abc import Sequence

from engine.game.game import Game
from engine.game.symmetry import Turn, distinct, images, turns
from engine.player.book import good_moves
from engine.player.report import MoveReport
from gocore import BLACK, WHITE, Position

OPENING = 12
"""Moves of a game after which variety ends, a sixth of the board's points at most."""
GIVEN_AWAY = 0.3
"""Points that a move of the book may lose: as many as any in it does, BOOK_LOSS of tools/openings.py."""
LOOKED_AT = 4
EQUAL = 0.01
DOUBT = 0.05
"""A move is as good as the best when it was visited a quarter as often at least and is less likely to win by no more
than EQUAL and what its visits leave in doubt, DOUBT by the root of their number."""


def in_opening(game: Game) -> bool:
    """Whether so few moves have been played, or stones set up, that variety may have its way."""
    position = game.position
    stones = sum(len(position.stones(color)) for color in (BLACK, WHITE))
    return max(len(game.moves), stones) < min(OPENING, position.area / 6)


def vary(
    position: Position,
    color: int,
    rows: Sequence[MoveReport],
    variety: float,
    rng: random.Random,
    only: frozenset[int] = frozenset(),
) -> int:
    """Choose a point among the moves that are as good as the best, and among their images.

    rows: candidates, the best first, at least one. variety: 1 takes every line of the book as often as any other, or
    each candidate as often as it was visited, but none more often than the best; less prefers the best, towards 0 it is
    the only one. only: points that the choice must be among, empty for all. What turns into one another counts once, so
    that four moves that are the same crowd out no other.
    """
    among = turns(position)
    book = good_moves(position, GIVEN_AWAY * variety) if color == position.to_move else {}
    known = distinct(position, (point for point in book if not only or point in only), color, among)
    if known:
        point = rng.choices(known, [book[point] for point in known])[0]
    else:
        point = _among_candidates(position, color, rows, variety, rng, among)
    return rng.choice([one for one in images(position, point, color, among) if not only or one in only] or [point])


def _among_candidates(
    position: Position,
    color: int,
    rows: Sequence[MoveReport],
    variety: float,
    rng: random.Random,
    among: Sequence[Turn],
) -> int:
    """Choose one of what the search found."""
    equals = _equals(rows)
    first = distinct(position, (row.point for row in equals), color, among)
    equals = [row for row in equals if row.point in first]
    most = rows[0].visits
    weights = [min(1.0, row.visits / most) ** (1 / variety) for row in equals] if most else None
    return rng.choices(equals, weights)[0].point


def _equals(rows: Sequence[MoveReport]) -> Sequence[MoveReport]:
    """The candidates that are as good as the first."""
    best = rows[0]
    return [best] + [
        row
        for row in rows[1:]
        if row.visits * LOOKED_AT >= max(best.visits, LOOKED_AT)
        and row.winrate >= best.winrate - EQUAL - DOUBT / math.sqrt(row.visits)
    ]
