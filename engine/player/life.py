"""Which stones are dead, alive or in seki, from who ends up owning the points."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.scoring import seki_stones
from gocore import BLACK, EMPTY, Position

DEAD_BELOW = -0.35
"""A chain whose points end up, on average, this much the opponent's counts as dead (-1 always, +1 never)."""


@dataclass(frozen=True, slots=True)
class Statuses:
    """Every chain of a position as alive, dead or in seki; each chain is a sorted tuple of points."""

    alive: tuple[tuple[int, ...], ...]
    dead: tuple[tuple[int, ...], ...]
    seki: tuple[tuple[int, ...], ...]

    @property
    def dead_points(self) -> list[int]:
        """All dead stones, ascending."""
        return sorted(point for chain in self.dead for point in chain)


def chains(position: Position) -> list[tuple[int, ...]]:
    """List the chains of a position, each sorted, in the order of their first points."""
    seen = [False] * position.area
    found = []
    for point in range(position.area):
        if position[point] != EMPTY and not seen[point]:
            chain = tuple(sorted(position.chain(point)))
            found.append(chain)
            for stone in chain:
                seen[stone] = True
    return found


def judge(position: Position, ownership: Sequence[float]) -> Statuses:
    """Sort the chains by the ownership of their points.

    ownership: +1 where a point ends as Black's, -1 as White's. Chains of one colour that share a region live
    and die together as far as their numbers say so; no reading is done here.
    """
    alive: list[tuple[int, ...]] = []
    dead: list[tuple[int, ...]] = []
    for chain in chains(position):
        sign = 1 if position[chain[0]] == BLACK else -1
        mean = sign * sum(ownership[point] for point in chain) / len(chain)
        (dead if mean < DEAD_BELOW else alive).append(chain)
    gone = [point for chain in dead for point in chain]
    held = set(seki_stones(position, gone))
    seki = tuple(chain for chain in alive if chain[0] in held)
    return Statuses(tuple(chain for chain in alive if chain[0] not in held), tuple(dead), seki)
