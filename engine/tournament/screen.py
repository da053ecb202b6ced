"""What a watcher of a tournament's engine games sees: standings that redraw themselves on a terminal, else lines."""

from __future__ import annotations

from types import TracebackType
from typing import Any, TextIO

from engine.match.live import Redrawn, game_line
from engine.match.record import GameRecord
from engine.match.spec import GameJob
from engine.tournament.standings import show, standings
from engine.tournament.team_table import heading, team_standings
from engine.tournament.venue import Venue

MOST_LINES = 20
"""So many places of the standings are shown while games run."""


def done(venue: Venue) -> tuple[int, int]:
    """Return how many games have a result, and how many are published."""
    state = venue.director.state
    return len(state.outcomes), sum(len(published.games) for published in state.rounds)


class PlainView:
    """Lines for a pipe or a file: each game as it ends."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __enter__(self) -> PlainView:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def __call__(self, venue: Venue, jobs: list[GameJob], record: GameRecord | None) -> None:
        """Write a line where a game has ended."""
        if record is not None:
            have, games = done(venue)
            print(f"[{have}/{games}] {game_line(record)}", file=self._stream, flush=True)


class TerminalView(Redrawn):
    """The standings on a terminal, what is played and what has ended."""

    def __call__(self, venue: Venue, jobs: list[GameJob], record: GameRecord | None) -> None:
        """Redraw where something has changed."""
        self.redraw(lambda: self.draw(venue, jobs), jobs, record)

    def draw(self, venue: Venue, jobs: list[GameJob]) -> Any:
        """Return the table as rich draws it."""
        state = venue.director.state
        ranking = standings(state)
        grid = self.grid(venue.event.header.name, *done(venue))
        for team in team_standings(state):
            grid.add_row(f"{team.place}{'=' if team.shared else ''}", f"{team.name}  {heading(state)} {team.value}")
        for line in ranking.lines[:MOST_LINES]:
            numbers = "  ".join(f"{ranking.labels[c]} {show(line.cells[c].value)}" for c in ranking.criteria[:1])
            place = f"{line.place}{'=' if line.shared else ''}"
            grid.add_row(place, f"{line.name}  {numbers}  {line.wins}-{line.draws}-{line.losses}")
        if len(ranking.lines) > MOST_LINES:
            grid.add_row("", f"and {len(ranking.lines) - MOST_LINES} more")
        return self.finish(grid, jobs)


def view(stream: TextIO, plain: bool = False) -> PlainView | TerminalView:
    """Return the view that fits: redrawn on a terminal with rich installed, plain lines else."""
    if not plain and stream.isatty():
        try:
            return TerminalView(stream)
        except ImportError:
            pass
    return PlainView(stream)
