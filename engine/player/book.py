"""The openings of 9x9 that are known to be good, so that games differ without either side losing by it."""

from functools import cache
from pathlib import Path

from engine.coords import parse_vertex
from engine.game.symmetry import canonical, symmetries
from gocore import BLACK, WHITE, Position

SIDE = 9
LIST = Path(__file__).with_name("book9.txt")
"""Lines and Black's lead in points before komi if both go on by the book. tools/openings.py made it."""


def good_moves(position: Position, loss: float) -> list[int]:
    """The moves of the side to move that give away no more than this.

    loss: in points, of what the book holds for the best. Returns points, every image of a move among them, in order;
    none where the book ends or the position is not in it. Knows stones and whose turn it is, but no komi.
    """
    if (position.width, position.height) != (SIDE, SIDE):
        return []
    maps, ply = symmetries(SIDE, SIDE), sum(len(position.stones(color)) for color in (BLACK, WHITE))
    if ply and canonical(position, maps) not in _leads(ply):
        return []  # a mistake of the other side is to be answered, not to be led back
    known, found = _leads(ply + 1), dict[int, float]()
    for point in position.legal() if known else ():
        after = position.copy()
        after.play(point)
        lead = known.get(canonical(after, maps))
        if lead is not None:
            found[point] = lead if position.to_move == BLACK else -lead
    return [point for point, lead in found.items() if lead >= max(found.values()) - loss]


@cache
def _leads(ply: int) -> dict[bytes, float]:
    """The book's positions after so many moves, whatever way they are turned."""
    maps, leads = symmetries(SIDE, SIDE), dict[bytes, float]()
    for line in LIST.read_text(encoding="utf-8").splitlines():
        *names, lead = line.split()
        if len(names) == ply and not line.startswith("#"):
            position = Position(SIDE)
            position.play_moves([parse_vertex(name, SIDE, SIDE) for name in names])
            leads[canonical(position, maps)] = float(lead)
    return leads
