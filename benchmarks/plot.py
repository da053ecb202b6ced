"""Draw a table of speeds that `python -m benchmarks --json FILE` wrote: `python -m benchmarks.plot FILE OUT.svg`.

How many times as fast as each peer, part by part, on a logarithmic scale. Needs the extra [plot].
"""

import io
import itertools
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.cli import guarded
from engine.files import write_whole
from engine.flags import Parser
from engine.wording import extra

SHAPES = {9: "o", 13: "s", 19: "D"}
OTHERS = "^vP*X<>p"


def ratios(report: Path) -> list[dict[str, Any]]:
    """Return the rows of a table that say how fast we are beside a peer. Raises ValueError when there are none."""
    try:
        rows = json.loads(report.read_text(encoding="utf-8"))["rows"]
        found = [row for row in rows if row.get("ratio", 0) > 0 and row["size"] and row["part"] and row["whose"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"{report}: not a table that python -m benchmarks --json has written") from None
    if not found:
        raise ValueError(f"{report}: no row of it has a ratio to another board")
    return found


def draw(rows: Sequence[dict[str, Any]]) -> str:
    """Draw the ratios of a report as points: a line for each part and peer, a shape for each size. Returns SVG."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "tianyuan"
    from matplotlib import pyplot

    names = list(dict.fromkeys(f"{row['part']}: {row['whose']}" for row in rows))
    figure, axes = pyplot.subplots(figsize=(8, 0.9 + 0.32 * len(names)))
    others = itertools.cycle(OTHERS)
    for size in sorted({row["size"] for row in rows}):
        mine = [row for row in rows if row["size"] == size]
        axes.scatter(
            [row["ratio"] for row in mine],
            [names.index(f"{row['part']}: {row['whose']}") for row in mine],
            marker=SHAPES.get(size) or next(others),
            s=28,
            alpha=0.8,
            label=f"{size}x{size}",
        )
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("times as fast as the other board, per second of processor time")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="best")
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)
    return drawn.getvalue()


def main(words: Sequence[str] | None = None) -> int:
    """Draw the table that the command line names. Returns 1 after saying on stderr what is wrong."""
    parser = Parser(prog="python -m benchmarks.plot", description="Draw a table of speeds.")
    parser.add_argument("table", type=Path, metavar="FILE", help="what python -m benchmarks --json FILE wrote")
    parser.add_argument("out", type=Path, metavar="OUT.svg", help="where to draw it")
    options = parser.parse_args(words)
    try:
        write_whole(options.out, draw(ratios(options.table)))
    except ImportError:
        said = f"matplotlib is not installed: {extra('plot')}"
    except OSError as error:
        said = f"{error.filename}: {error.strerror}"
    except ValueError as error:
        said = str(error)
    else:
        return 0
    print(f"python -m benchmarks.plot: {said}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(guarded(main, "python -m benchmarks.plot"))
