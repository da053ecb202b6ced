"""A board as SVG: one file that needs no script, font file or style sheet, and scales to any size."""

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from engine.coords import COLUMNS, format_vertex
from engine.render.grid import Stones, star_points

_CELL = 32
"""The distance of two lines, in the units of the view box."""

_MARGIN = 40
"""From the outermost line to the edge of the picture, with coordinates."""

_BARE = 24
"""The same without coordinates."""

_DEFS = (
    '<defs><linearGradient id="wood" x2="1" y2="1"><stop stop-color="#ecc37c"/><stop offset="1" stop-color="#d9a658"/>'
    '</linearGradient><radialGradient id="black" cx=".35" cy=".3" r=".75"><stop stop-color="#6a6a6a"/>'
    '<stop offset=".5" stop-color="#232323"/><stop offset="1" stop-color="#060606"/></radialGradient>'
    '<radialGradient id="white" cx=".35" cy=".3" r=".8"><stop stop-color="#fff"/><stop offset=".6" '
    'stop-color="#f0efec"/><stop offset="1" stop-color="#bdbab3"/></radialGradient></defs>'
)


def svg_board(
    stones: Stones,
    *,
    last: int | None = None,
    labels: Mapping[int, str] | None = None,
    ownership: Mapping[int, float] | None = None,
    coordinates: bool = True,
    title: str = "",
    width_px: int | None = None,
) -> str:
    """Draw a position.

    last: the point to mark as the last move; None, -1 or the pass mark none. labels: short texts on points (move
    numbers, letters), in a colour that stands out from what is there. ownership: -1.0 .. 1.0 a point, +1 where it is
    Black's, drawn as a square that is larger the surer it is. title: read out by screen readers, shown as a tooltip.
    width_px: the size at which a browser shows it; None: as large as its frame.

    Returns the SVG document. Raises VertexError for a label or an owner off the board.
    """
    width, height = stones.width, stones.height
    for point in {**(labels or {}), **(ownership or {})}:
        format_vertex(point, width, height)
    margin = _MARGIN if coordinates else _BARE
    picture = _Picture(stones, margin)
    size = (2 * margin + (width - 1) * _CELL, 2 * margin + (height - 1) * _CELL)
    shown = f' width="{width_px}" height="{round(width_px * size[1] / size[0])}"' if width_px else ""
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}"{shown} role="img"',
            f" aria-label={quoteattr(title or f'{width}x{height} board')}>",
            f"<title>{escape(title)}</title>" if title else "",
            _DEFS,
            f'<rect width="{size[0]}" height="{size[1]}" rx="4" fill="url(#wood)"/>',
            picture.grid(),
            picture.coordinates() if coordinates else "",
            picture.stones(),
            picture.owners(ownership or {}),
            picture.labels(labels or {}),
            picture.last(last) if last is not None and not (labels and last in labels) else "",
            "</svg>\n",
        ]
    )


class _Picture:
    """The parts of one drawing, each a piece of SVG."""

    def __init__(self, stones: Stones, margin: int) -> None:
        self.board = stones
        self.margin = margin
        self.occupied = [p for p in range(stones.width * stones.height) if stones[p]]

    def at(self, point: int) -> tuple[int, int]:
        """Return the centre of a point."""
        y, x = divmod(point, self.board.width)
        return self.margin + x * _CELL, self.margin + y * _CELL

    def grid(self) -> str:
        """Draw lines and star points."""
        left, top = self.at(0)
        right, bottom = self.at(self.board.width * self.board.height - 1)
        lines = [f"M{left} {top + y * _CELL}H{right}" for y in range(self.board.height)]
        lines += [f"M{left + x * _CELL} {top}V{bottom}" for x in range(self.board.width)]
        stars = "".join(
            '<circle cx="{}" cy="{}" r="3.4"/>'.format(*self.at(p))
            for p in sorted(star_points(self.board.width, self.board.height))
        )
        path = "".join(lines)
        return (
            f'<path d="{path}" stroke="#5a3d16" stroke-width="1.2" stroke-linecap="square"/>'
            f'<g fill="#5a3d16">{stars}</g>'
        )

    def coordinates(self) -> str:
        """Write letters above and below, numbers at both sides."""
        width, height = self.board.width, self.board.height
        far_x, far_y = self.at(width * height - 1)
        texts = []
        for x in range(width):
            centre = self.margin + x * _CELL
            texts += [(centre, self.margin - 23, COLUMNS[x]), (centre, far_y + 23, COLUMNS[x])]
        for y in range(height):
            centre = self.margin + y * _CELL
            texts += [(self.margin - 25, centre, str(height - y)), (far_x + 25, centre, str(height - y))]
        body = "".join(f'<text x="{x}" y="{y + 4}">{text}</text>' for x, y, text in texts)
        return f'<g fill="#5a3d16" font-family="sans-serif" font-size="13" text-anchor="middle">{body}</g>'

    def stones(self) -> str:
        """Draw the stones, each with a shadow under it."""
        disc = {p: '<circle cx="{}" cy="{}" r="15"/>'.format(*self.at(p)) for p in self.occupied}
        black, white = ("".join(disc[p] for p in self.occupied if self.board[p] == side) for side in (1, 2))
        return (
            f'<g fill="#000" fill-opacity=".28" transform="translate(1.6 2.4)">{black}{white}</g>'
            f'<g fill="url(#black)">{black}</g>'
            f'<g fill="url(#white)" stroke="#8d8a83" stroke-width=".6">{white}</g>'
        )

    def owners(self, ownership: Mapping[int, float]) -> str:
        """Draw a square on each point that somebody owns more than a little."""
        squares = []
        for point, value in sorted(ownership.items()):
            side = round(12 * min(abs(value), 1.0), 1)
            if side >= 1:
                x, y = self.at(point)
                fill = "#000" if value > 0 else "#fff"
                corner = f'x="{x - side / 2:g}" y="{y - side / 2:g}"'
                squares.append(f'<rect {corner} width="{side:g}" height="{side:g}" fill="{fill}"/>')
        return f'<g stroke="#777" stroke-width=".5">{"".join(squares)}</g>' if squares else ""

    def labels(self, labels: Mapping[int, str]) -> str:
        """Write the labels; on an empty point the lines behind one are wiped out."""
        parts = []
        for point, text in sorted(labels.items()):
            x, y = self.at(point)
            color = self.board[point]
            if not color:
                parts.append(f'<circle cx="{x}" cy="{y}" r="11" fill="#e3b56c"/>')
            size = 15 if len(text) < 3 else 12
            fill = "#fff" if color == 1 else "#111"
            parts.append(f'<text x="{x}" y="{y + size / 3:g}" font-size="{size}" fill="{fill}">{escape(text)}</text>')
        return f'<g font-family="sans-serif" text-anchor="middle">{"".join(parts)}</g>' if parts else ""

    def last(self, point: int) -> str:
        """Draw a ring on the last move, where a stone still stands there."""
        if not 0 <= point < self.board.width * self.board.height or not self.board[point]:
            return ""
        x, y = self.at(point)
        stroke = "#fff" if self.board[point] == 1 else "#111"
        return f'<circle cx="{x}" cy="{y}" r="7" fill="none" stroke="{stroke}" stroke-width="2"/>'
