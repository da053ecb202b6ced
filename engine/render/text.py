"""A board as rows of characters, for GTP's showboard, logs and terminals."""

from engine.coords import COLUMNS
from engine.render.grid import Stones, star_points

_STONES = ".XO"
_WOOD, _BLACK, _WHITE, _DIM, _OFF = "\x1b[48;5;179m", "\x1b[38;5;16m", "\x1b[38;5;231m", "\x1b[38;5;94m", "\x1b[0m"


def text_board(stones: Stones, last: int | None = None, notes: tuple[str, ...] = ()) -> str:
    """Draw a position in plain ASCII: X Black, O White, + a star point, brackets around the last move.

    last: a point; None, -1 or the pass draw none. notes: lines put at the right of the board, from its top row down
    (more than there are rows are left out). Rows end without spaces and no line is empty, as GTP wants it.
    """
    width, height = stones.width, stones.height
    stars = star_points(width, height)
    letters = "    " + " ".join(COLUMNS[:width])
    rows = [letters]
    for y in range(height):
        cells = [_cell(stones, y * width + x, stars) for x in range(width)]
        row = " " + " ".join(cells) + " "
        if last is not None and y * width <= last < (y + 1) * width:
            at = 1 + 2 * (last - y * width)
            row = f"{row[: at - 1]}({row[at]}){row[at + 2 :]}"
        name = str(height - y)
        note = "   " + notes[y] if y < len(notes) else ""
        rows.append(f"{name:>2} {row} {name:<2}{note}".rstrip())
    rows.append(letters)
    return "\n".join(rows)


def color_board(stones: Stones, last: int | None = None) -> str:
    """Draw a position for a terminal of 256 colours: round stones on wood, the last move in brackets.

    Needs UTF-8; whoever cannot be sure of it draws `text_board`.
    """
    width, height = stones.width, stones.height
    stars = star_points(width, height)
    letters = "    " + " ".join(COLUMNS[:width])
    rows = [letters]
    for y in range(height):
        row = []
        for x in range(width):
            p = y * width + x
            before = "(" if p == last else ")" if last is not None and p == last + 1 and x else " "
            mark = ("\u00b7+"[p in stars], "\u25cf", "\u25cf")[stones[p]]
            row.append(f"{_BLACK}{before}{(_DIM, _BLACK, _WHITE)[stones[p]]}{mark}")
        end = ")" if last == (y + 1) * width - 1 else " "
        name = str(height - y)
        rows.append(f"{name:>2} {_WOOD}{''.join(row)}{_BLACK}{end}{_OFF} {name}")
    rows.append(letters)
    return "\n".join(rows)


def _cell(stones: Stones, point: int, stars: frozenset[int]) -> str:
    color = stones[point]
    return "+" if not color and point in stars else _STONES[color]
