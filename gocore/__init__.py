"""The compiled core of Tianyuan: an exact and fast Go board, its history, scores, playouts and search.

    from gocore import BLACK, Position
    pos = Position(9)
    pos.play(40)                # Black plays tengen
    pos.legal()                 # every point where White may play, superko included

Points are y * width + x from the top left, a pass is width * height; colours are EMPTY 0, BLACK 1, WHITE 2.
"""

from gocore.board import Board
from gocore.errors import GoError, IllegalMove
from gocore.history import History
from gocore.position import Position
from gocore.rules import Rules

EMPTY, BLACK, WHITE = 0, 1, 2
MAX_SIDE = 25

__all__ = [
    "BLACK",
    "EMPTY",
    "MAX_SIDE",
    "WHITE",
    "Board",
    "GoError",
    "History",
    "IllegalMove",
    "Position",
    "Rules",
]
