"""What a caller asks of a search besides its limits: moves to leave out, and what the reports shall hold."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a search besides its limits.

    only: points that it may begin with, empty for all. later: (colour, point, depth) for a move that the colour must
    not play among the first `depth` of any line. ownership, deviations (of it), moves_ownership (after each candidate,
    with deviations): what reports shall hold. pv_length: moves of an expected line at most. least: candidates at least,
    moves that were never tried among them.
    """

    only: frozenset[int] = frozenset()
    later: frozenset[tuple[int, int, int]] = frozenset()
    ownership: bool = False
    deviations: bool = False
    moves_ownership: bool = False
    pv_length: int = 15
    least: int = 0


NO_WISH = Wish()


@dataclass(frozen=True, slots=True)
class Rule:
    """One restriction as KataGo's protocols write it: a side, its moves, and how many moves deep it holds.

    allow: nothing but these moves; else anything but these.
    """

    color: int
    points: frozenset[int]
    depth: int
    allow: bool = False


def restrict(rules: Iterable[Rule], mover: int, area: int) -> tuple[frozenset[int], frozenset[tuple[int, int, int]]]:
    """Work out what several restrictions leave: `only` and `later` of a Wish, for the side to move first.

    area: points of the board, the pass being the next number. Rules that allow add up; those that forbid take away.
    Raises ValueError where no first move is left.
    """
    rules = [rule for rule in rules if rule.depth > 0]
    barred: dict[tuple[int, int], int] = {}
    for color in {rule.color for rule in rules}:
        allowing = [rule for rule in rules if rule.color == color and rule.allow]
        allowed = frozenset[int]().union(*(rule.points for rule in allowing))
        depth = max((rule.depth for rule in allowing), default=0)
        barred |= {(color, point): depth for point in range(area + 1) if depth and point not in allowed}
    for rule in rules:
        for point in () if rule.allow else rule.points:
            barred[rule.color, point] = max(rule.depth, barred.get((rule.color, point), 0))
    first = {point for color, point in barred if color == mover}
    only = frozenset(point for point in range(area + 1) if point not in first) if first else frozenset[int]()
    if first and not only:
        raise ValueError("no move is left to search")
    return only, frozenset((*move, depth) for move, depth in barred.items() if depth > 1)
