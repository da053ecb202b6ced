"""GoGui's live graphics: what the search looks at, on stderr."""

import sys

from engine.coords import format_vertex
from engine.gtp.door import Door
from engine.player.report import Report, ReportHandler


def text(report: Report, width: int, height: int) -> str:
    """Write a report in GoGui's graphics words: the main line, and the share of visits of each candidate."""
    lines = []
    if report.best is not None:
        colors = "bw" if report.color == 1 else "wb"
        moves = [f"{colors[i % 2]} {format_vertex(point, width, height)}" for i, point in enumerate(report.best.pv)]
        lines.append("VAR " + " ".join(moves))
        rows = [row for row in report.moves if row.point < width * height and row.visits]
        shares = [f"{format_vertex(row.point, width, height)} {row.visits / report.visits:.3f}" for row in rows]
        lines.append("INFLUENCE " + " ".join(shares))
    lines.append(f"TEXT {report.visits} visits, {report.winrate:.1%}")
    return "\n".join(lines)


def handler(door: Door) -> ReportHandler:
    """Make what draws each report on GoGui's board."""
    game = door.session.game

    def show(report: Report) -> None:
        _write("gogui-gfx:\n" + text(report, game.width, game.height) + "\n\n")

    return show


def clear() -> None:
    """Take the drawing off the board, before the answer."""
    _write("gogui-gfx: CLEAR\n")


def _write(words: str) -> None:
    try:
        sys.stderr.write(words)
        sys.stderr.flush()
    except (OSError, ValueError):
        pass
