"""A player: a game and a time budget in, a move and reports out. No text, no pipes.

stop.py      a signal that any thread may give, heard even when it came too early
report.py    what a search says about a position
wish.py      what is asked of it besides its limits
budget.py    what the clock says about the next move
judges.py    which judge it thinks with: a net or playouts
levels.py    strength below full
variety.py   openings that differ from game to game
book.py      good openings of 9x9
dame.py      the last neutral points
searcher.py  the search behind one small face
player.py    the player
"""
