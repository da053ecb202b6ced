"""Diagrams: a position as rows of characters, the form that tests and documents use."""

from collections.abc import Sequence

_COLORS = {".": 0, "+": 0, "X": 1, "x": 1, "#": 1, "O": 2, "o": 2}


def read_diagram(text: str) -> tuple[int, int, list[int], list[int]]:
    """Read a diagram: the top row first, `.` or `+` empty, `X` or `#` Black, `O` White; spaces do not count.

    Row numbers at either end of a row and a line of column letters, as `gocore.Board.diagram` does not write them but
    books do, are skipped. Returns (width, height, black points, white points). Raises ValueError for rows of unequal
    length or other characters.
    """
    rows = []
    for line in text.splitlines():
        words = line.split()
        if words and words[0].isdigit():
            words = words[1:]
        if words and words[-1].isdigit():
            words = words[:-1]
        row = "".join(words)
        if row and row != "ABCDEFGHJKLMNOPQRSTUVWXYZ"[: len(row)]:
            rows.append(row)
    if not rows:
        raise ValueError("the diagram is empty")
    width = len(rows[0])
    black: list[int] = []
    white: list[int] = []
    for y, row in enumerate(rows):
        if len(row) != width:
            raise ValueError(f"row {y + 1} of the diagram has {len(row)} points, the first {width}")
        for x, char in enumerate(row):
            color = _COLORS.get(char)
            if color is None:
                raise ValueError(f"row {y + 1} of the diagram: {char!r} is neither '.', 'X' nor 'O'")
            if color:
                (black if color == 1 else white).append(y * width + x)
    return width, len(rows), black, white


def write_diagram(width: int, height: int, colors: Sequence[int]) -> str:
    """Write colours (one a point, row by row) as rows of `.`, `X` and `O`, points separated by spaces."""
    return "\n".join(" ".join(".XO"[c] for c in colors[y * width : (y + 1) * width]) for y in range(height))
