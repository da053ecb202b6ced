"""Games by the clock, refereed by the match runner: nobody loses on time, and nobody leaves time lying about.

The soak keeps to the clock as it is, on a quiet machine. Elsewhere the referee forgives what the machine takes.
"""

import json
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gtp.driver import command, environment

MAIN_MS, PERIOD_MS = 5000, 1000


def play(folder: Path, games: int, size: int, spec: str, lag: str = "0.1") -> list[dict[str, object]]:
    """Let the engine play itself, two games at a time; return the records."""
    engine = shlex.join(command("gtp", "--net", "none", "--threads", "1", "--resign", "0"))
    words = [f"a={engine}", f"b={engine}", "--games", str(games), "--size", str(size), "--time", spec]
    flags = ["--lag", lag, "--openings", "none", "--concurrency", "2", "--plain", "--out", str(folder)]
    subprocess.run(
        [sys.executable, "-m", "engine", "match", *words, *flags], env=environment(), check=True, capture_output=True
    )
    with sqlite3.connect(folder / "event.db") as store:
        return [json.loads(row[0]) for row in store.execute("select record from result")]


def times(record: dict[str, object], color: int) -> list[int]:
    """Milliseconds of each move of a colour."""
    moves = record["moves"]
    assert isinstance(moves, list)
    rows = [
        move if isinstance(move, dict) else dict(zip(("color", "point", "ms"), move, strict=False)) for move in moves
    ]
    return [row["ms"] for row in rows if row["color"] == color]


def check(record: dict[str, object]) -> None:
    """Main time is used up in a long game, and then most of each period, on average."""
    assert record["reason"] != "time"
    for color in (1, 2):
        main, over = MAIN_MS, []
        for used in times(record, color):
            if main > 0:
                main -= used
            else:
                over.append(used)
        if len(times(record, color)) > 30:
            assert main <= 0
            assert sum(over) / len(over) > 0.7 * PERIOD_MS


def test_two_short_games_by_the_period(tmp_path: Path) -> None:
    records = play(tmp_path / "event", 2, 5, "0.5+3x0.5", lag="3600")
    assert len(records) == 2
    assert all(record["reason"] == "score" for record in records)


@pytest.mark.soak
def test_sixty_games_of_five_seconds_and_three_periods_of_one(tmp_path: Path) -> None:
    records = play(tmp_path / "event", 60, 9, "5+3x1")
    assert len(records) == 60
    for record in records:
        check(record)
