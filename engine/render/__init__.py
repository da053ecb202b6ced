"""Positions as pictures: rows of characters, colours on a terminal, SVG.

Nothing here knows a game or an engine: a picture is made of what `Stones` promises and of marks that are handed in.
"""

from engine.render.svg import svg_board
from engine.render.text import color_board, text_board

__all__ = ["color_board", "svg_board", "text_board"]
