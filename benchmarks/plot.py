"""Draw a table of speeds that `python -m benchmarks --json FILE` wrote: `python -m benchmarks.plot FILE OUT.svg`.

How many times as fast as each peer, part by part, on a logarithmic scale. Needs the extra [plot].
"""

import json
import sys
from pathlib import Path

SHAPES = {9: "o", 13: "s", 19: "D"}


def draw(report: Path, out: Path) -> None:
    """Draw the ratios of a report as points: a line for each part and peer, a shape for each size."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "tianyuan"
    from matplotlib import pyplot

    rows = [row for row in json.loads(report.read_text())["rows"] if "ratio" in row]
    names = list(dict.fromkeys(f"{row['part']}: {row['whose']}" for row in rows))
    figure, axes = pyplot.subplots(figsize=(8, 0.9 + 0.32 * len(names)))
    for size, shape in SHAPES.items():
        mine = [row for row in rows if row["size"] == size]
        axes.scatter(
            [row["ratio"] for row in mine],
            [names.index(f"{row['part']}: {row['whose']}") for row in mine],
            marker=shape,
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
    figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: python -m benchmarks.plot FILE OUT.svg")
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
