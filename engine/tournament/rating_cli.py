"""Ratings over the games of several event folders, as text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.errors import EventError
from engine.tournament.plots import elo_text
from engine.tournament.ratings import Played, bradley_terry, whole_history
from engine.tournament.report_data import rated_games
from engine.tournament.text import table
from engine.tournament.venue import Venue


def print_ratings(folders: Sequence[Path], anchors: Sequence[str], history: bool) -> None:
    """Print one list over all folders, or with `history` the steps of each player, a folder a step.

    Anchors are "NAME=ELO". Players of the same name are the same player.
    """
    fixed = dict(_anchor(text) for text in anchors)
    games: list[tuple[int, Played]] = []
    for step, folder in enumerate(folders, 1):
        with Venue.read(folder) as venue:
            games += [(step, game) for game in rated_games(venue.director.state)]
    if not history:
        rows = [["Name", "Elo", "+- 95 %", "Points", "Games"]]
        for r in bradley_terry([game for _, game in games], fixed):
            error = "fixed" if r.anchored else f"{r.error:.0f}"
            rows.append([r.name, elo_text(r.elo), error, f"{r.points:g}", str(r.games)])
    else:
        if len(fixed) > 1:
            raise EventError("a history has one anchor at most")
        rows = [["Name", "Step", "Elo", "+- 95 %"]]
        for name, steps in whole_history(games, next(iter(fixed.items()), None)).items():
            rows += [[name, str(step.time), elo_text(step.elo), f"{step.error:.0f}"] for step in steps]
    print(table(rows, numbers=[1, 2, 3, 4]), end="")


def _anchor(text: str) -> tuple[str, float]:
    name, _, elo = text.rpartition("=")
    try:
        return name, float(elo)
    except ValueError:
        raise EventError(f"--anchor {text}: write NAME=ELO") from None
