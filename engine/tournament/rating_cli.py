"""Ratings over the games of several event folders, as text and as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EventError
from engine.match.store import write_once
from engine.tournament.event import RATING
from engine.tournament.plots import elo_text, history_svg, ratings_svg, standalone
from engine.tournament.ratings import Played, bradley_terry, whole_history
from engine.tournament.report_data import anchors_of, rated_games
from engine.tournament.text import table
from engine.tournament.venue import Venue
from engine.wording import composed


def print_ratings(folders: Sequence[Path], anchors: Sequence[str], history: bool, svg: Path | None = None) -> None:
    """Print one list over all folders, or with `history` the steps of each player, a folder a step.

    Anchors are "NAME=ELO" and go before those of the event files. Players of the same name are the same player.
    `svg` is a file to draw the ratings in. Raises EventError for a folder given twice, an anchor that is no player of
    any event, and a player whose anchor is not the same in all of them.
    """
    given = dict(_anchor(text) for text in anchors)
    games: list[tuple[int, Played]] = []
    known: set[str] = set()
    fixed: dict[str, float] = {}
    seen: set[Path] = set()
    for step, folder in enumerate(folders, 1):
        if folder.resolve() in seen:
            raise EventError(f"{folder} is given twice: its games would count twice")
        seen.add(folder.resolve())
        with Venue.read(folder) as venue:
            state = venue.director.state
            games += [(step, game) for game in rated_games(state)]
            known |= {player.name for player in state.players.values()}
            for name, elo in anchors_of(state).items():
                if name not in given and fixed.setdefault(name, elo) != elo:
                    raise EventError(f"{name} is anchored at {fixed[name]:g} and at {elo:g}: say --anchor {name}=ELO")
    if unknown := sorted(given.keys() - known):
        raise EventError(f"--anchor {unknown[0]}: no event has a player of this name")
    fixed |= given
    rows, picture = _history(games, fixed) if history else _list([game for _, game in games], fixed)
    print(table(rows, numbers=[1, 2, 3, 4]), end="")
    if svg is not None and not picture:
        raise EventError("no game counts for ratings yet: there is nothing to draw")
    if svg is not None:
        write_once(svg, standalone(picture))


Page = tuple[list[list[str]], str]


def _list(games: Sequence[Played], fixed: dict[str, float]) -> Page:
    rows = [["Name", "Elo", "+- 95 %", "Points", "Games"]]
    ratings = bradley_terry(games, fixed)
    for r in ratings:
        rows.append(
            [r.name, elo_text(r.elo), "fixed" if r.anchored else f"{r.error:.0f}", f"{r.points:g}", str(r.games)]
        )
    return rows, ratings_svg(ratings)


def _history(games: Sequence[tuple[int, Played]], fixed: dict[str, float]) -> Page:
    if len(fixed) > 1:
        names = ", ".join(sorted(fixed))
        raise EventError(f"a history has one anchor at most, here are {len(fixed)}: {names}")
    rows = [["Name", "Step", "Elo", "+- 95 %"]]
    history = whole_history(games, next(iter(fixed.items()), None))
    for name, steps in history.items():
        rows += [[name, str(step.time), elo_text(step.elo), f"{step.error:.0f}"] for step in steps]
    return rows, history_svg(history)


def _anchor(text: str) -> tuple[str, float]:
    name, _, elo = text.rpartition("=")
    try:
        value = float(elo)
    except ValueError:
        value = math.nan
    if not name or not -RATING <= value <= RATING:
        raise EventError(f"--anchor {text}: write NAME=ELO, with ELO from -{RATING} to {RATING}")
    return composed(name), value
