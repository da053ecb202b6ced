"""Pictures of the report as inline SVG: ratings with error bars, histories, shares. No library, no script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from engine.tournament.ratings import Rating, Step

TONES = ("#a8321c", "#2d6a8a", "#5d7d2f", "#8a5aa0", "#c08a1e", "#5a5a5a")
ROW, LEFT, RIGHT, TOP, BOTTOM, WIDE = 30, 170, 90, 12, 34, 760


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Return round numbers that divide a range into about so many steps."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / about))
    step = next(step * m for m in (1, 2, 5, 10) if span / (step * m) <= about)
    first = math.ceil(low / step) * step
    return [first + k * step for k in range(int((high - first) / step + 1e-9) + 1)]


def elo_text(elo: float) -> str:
    """Return a rating with its sign, and a bare 0 for what rounds to it."""
    return f"{elo:+.0f}" if round(elo) else "0"


def ratings_svg(rows: Sequence[Rating]) -> str:
    """Return ratings as points with 95 % bars, the best on top, on a common scale in Elo."""
    if not rows:
        return ""
    low = min(row.elo - row.error for row in rows) - 20
    high = max(row.elo + row.error for row in rows) + 20
    height = TOP + ROW * len(rows) + BOTTOM

    def x(elo: float) -> float:
        return LEFT + (elo - low) / (high - low) * (WIDE - LEFT - RIGHT)

    parts = [_open(WIDE, height, "Ratings with 95 % error bars")]
    for tick in ticks(low, high):
        parts.append(_line(x(tick), TOP, x(tick), TOP + ROW * len(rows), "grid"))
        parts.append(_text(x(tick), TOP + ROW * len(rows) + 20, elo_text(tick), "tick", "middle"))
    for index, row in enumerate(rows):
        y = TOP + ROW * (index + 0.5)
        parts.append(_text(LEFT - 14, y + 4.5, row.name, "name", "end"))
        if not row.anchored:
            one, other = x(row.elo - row.error), x(row.elo + row.error)
            parts.append(_line(one, y, other, y, "bar"))
            parts += [_line(end, y - 5, end, y + 5, "bar") for end in (one, other)]
        kind = "anchor" if row.anchored else "dot"
        tip = f"{row.name}: {elo_text(row.elo)} Elo, 95 % within {row.error:.0f}, {row.games} games"
        parts.append(
            f'<circle class="{kind}" cx="{x(row.elo):.1f}" cy="{y:.1f}" r="5.5"><title>{escape(tip)}</title></circle>'
        )
        error = "fixed" if row.anchored else f"±{row.error:.0f}"
        parts.append(_text(WIDE - RIGHT + 14, y + 4.5, f"{elo_text(row.elo)} {error}", "value", "start"))
    return "".join(parts) + "</svg>"


def history_svg(history: Mapping[str, Sequence[Step]]) -> str:
    """Return whole-history ratings as lines over time steps, each with its band of error bars."""
    steps = [step for line in history.values() for step in line]
    if not steps:
        return ""
    low, high = min(s.elo - s.error for s in steps) - 20, max(s.elo + s.error for s in steps) + 20
    first, last = min(s.time for s in steps), max(s.time for s in steps)
    height, left, right = 320, 60, 170

    def x(time: float) -> float:
        return left + (time - first) / max(last - first, 1) * (WIDE - left - right)

    def y(elo: float) -> float:
        return TOP + (high - elo) / (high - low) * (height - TOP - BOTTOM)

    parts = [_open(WIDE, height, "Ratings over time")]
    for tick in ticks(low, high):
        parts.append(_line(left, y(tick), WIDE - right, y(tick), "grid"))
        parts.append(_text(left - 8, y(tick) + 4, elo_text(tick), "tick", "end"))
    for time in sorted({s.time for s in steps}):
        parts.append(_text(x(time), height - 12, str(time), "tick", "middle"))
    for index, (name, line) in enumerate(sorted(history.items())):
        tone = f"tone{index % 6}"
        for s in line:
            parts.append(_line(x(s.time), y(s.elo - s.error), x(s.time), y(s.elo + s.error), f"bar {tone}"))
            parts.append(f'<circle class="{tone}" cx="{x(s.time):.1f}" cy="{y(s.elo):.1f}" r="4"/>')
        points = " ".join(f"{x(s.time):.1f},{y(s.elo):.1f}" for s in line)
        parts.append(f'<polyline class="line {tone}" points="{points}"/>')
        parts.append(_text(x(line[-1].time) + 10, y(line[-1].elo) + 4, name, "name", "start"))
    return "".join(parts) + "</svg>"


def shares_svg(shares: Sequence[tuple[str, int]]) -> str:
    """Return counts as one bar each, the label on the left and the count at the end."""
    if not shares:
        return ""
    most = max(count for _, count in shares)
    height = TOP + ROW * len(shares) + 4
    parts = [_open(WIDE, height, "How the games ended")]
    for index, (label, count) in enumerate(shares):
        y = TOP + ROW * index
        length = max(2.0, count / most * (WIDE - LEFT - RIGHT)) if most else 2.0
        parts.append(_text(LEFT - 14, y + ROW / 2 + 4.5, label, "name", "end"))
        parts.append(f'<rect class="share" x="{LEFT}" y="{y + 6}" width="{length:.1f}" height="{ROW - 12}" rx="2"/>')
        parts.append(_text(LEFT + length + 10, y + ROW / 2 + 4.5, str(count), "value", "start"))
    return "".join(parts) + "</svg>"


def _open(wide: int, high: int, title: str) -> str:
    return f'<svg class="plot" viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(title)}">'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str, anchor: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def standalone(svg: str) -> str:
    """Return a picture of this module as a file of its own, with the colours that the report's style gives it."""
    style = (
        "text{fill:#25211b;font:13.5px sans-serif}.tick,.value{fill:#766f63;font-size:12px}.grid{stroke:#e2dccd}"
        ".bar{stroke:#766f63;stroke-width:1.6}.dot,.share{fill:#a8321c}.anchor{fill:#fff;stroke:#a8321c;stroke-width:2}"
        ".line{fill:none!important;stroke-width:2}"
        + "".join(f".tone{k}{{fill:{tone};stroke:{tone}}}" for k, tone in enumerate(TONES))
    )
    head, _, body = svg.partition(">")
    ground = '<rect width="100%" height="100%" fill="#fbf9f3"/>'
    return f'{head} xmlns="http://www.w3.org/2000/svg">{ground}<style>{style}</style>{body}\n'
