"""The openings of 9x9 that are known to be good, so that games differ without either side losing by it."""

from functools import cache
from pathlib import Path

from engine.coords import parse_vertex
from engine.game.symmetry import canonical, symmetries
from gocore import BLACK, WHITE, Position

SIDE = 9
LIST = Path(__file__).with_name("book9.txt")
"""Lines, Black's lead in points before komi if both go on by the book, and in how many ways it goes on from there.
tools/openings.py made it.
"""
ROUNDING = 1e-9


def good_moves(position: Position, loss: float) -> dict[int, int]:
    """The moves of the side to move that give away no more than this.

    loss: in points, of what the book holds for the best. Returns points, every image of a move among them, and in
    how many ways the book goes on after each; none where the book ends or the position is not in it. Knows stones and
    whose turn it is, but no komi.
    """
    if (position.width, position.height) != (SIDE, SIDE):
        return {}
    maps, ply = symmetries(SIDE, SIDE), sum(len(position.stones(color)) for color in (BLACK, WHITE))
    if ply and canonical(position, maps) not in _held(ply):
        return {}  # a mistake of the other side is to be answered, not to be led back
    known, leads, lines = _held(ply + 1), dict[int, float](), dict[int, int]()
    for point in position.legal() if known else ():
        after = position.copy()
        after.play(point)
        entry = known.get(canonical(after, maps))
        if entry is not None:
            leads[point], lines[point] = entry[0] if position.to_move == BLACK else -entry[0], entry[1]
    least = max(leads.values(), default=0.0) - loss - ROUNDING
    return {point: lines[point] for point, lead in leads.items() if lead >= least}


@cache
def _held(ply: int) -> dict[bytes, tuple[float, int]]:
    """The book's positions after so many moves, whatever way they are turned: lead and lines."""
    maps, held = symmetries(SIDE, SIDE), dict[bytes, tuple[float, int]]()
    for line in LIST.read_text(encoding="utf-8").splitlines():
        *names, lead, lines = line.split()
        if len(names) == ply and not line.startswith("#"):
            position = Position(SIDE)
            position.play_moves([parse_vertex(name, SIDE, SIDE) for name in names])
            held[canonical(position, maps)] = float(lead), int(lines)
    return held
