"""What a watcher sees of games being played: a table that redraws itself on a terminal, one line a game elsewhere."""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TextIO

from engine.match.record import GameRecord, Outcome
from engine.match.spec import GameJob
from engine.match.table import MatchTable
from engine.wording import plain

LAST_GAMES = 6


def game_line(record: GameRecord) -> str:
    """One finished game in words."""
    result = "void" if record.outcome is Outcome.VOID else record.result
    seconds = (record.black_ms + record.white_ms) / 1000
    detail = f" ({record.detail})" if record.reason not in ("score", "resign") and record.detail else ""
    return plain(
        f"{record.id}: {record.black} (B) v {record.white} (W) {result} by {record.reason}{detail}, "
        f"{len(record.moves)} moves, {seconds:.1f} s"
    )


class PlainView:
    """Lines for a pipe or a file: each game as it ends, with the score so far."""

    def __init__(self, stream: TextIO, games: int) -> None:
        self._stream, self._games = stream, games

    def __enter__(self) -> PlainView:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def __call__(self, table: MatchTable, jobs: list[GameJob], record: GameRecord | None) -> None:
        """Write a line where a game has ended."""
        if record is not None:
            test = f"; {table.test}" if table.test is not None else ""
            print(
                f"[{table.games}/{self._games}] {game_line(record)} | {table.first} {table.score}, {table.elo}{test}",
                file=self._stream,
                flush=True,
            )


class Redrawn:
    """A table on a terminal that is drawn again where something has changed (extra `events`: rich)."""

    def __init__(self, stream: TextIO) -> None:
        """Raises ImportError where rich is not installed."""
        self.rich: dict[str, Any] = {
            name: importlib.import_module(f"rich.{name}") for name in ("console", "live", "table", "progress_bar")
        }
        self.last: deque[str] = deque(maxlen=LAST_GAMES)
        self._shown: object = None
        console = self.rich["console"].Console(file=stream, markup=False, emoji=False)  # names are no markup
        self._live: Any = self.rich["live"].Live(console=console, auto_refresh=False)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def redraw(self, draw: Callable[[], Any], jobs: list[GameJob], record: GameRecord | None) -> None:
        """Show what `draw` makes, where a game has ended or other games are under way."""
        if record is not None:
            self.last.append(game_line(record))
        shown = [job.id for job in jobs]
        if record is not None or shown != self._shown:
            self._shown = shown
            self._live.update(draw(), refresh=True)

    def grid(self, title: str, done: int, games: int) -> Any:
        """A table of two columns that begins with how many games are done."""
        grid = self.rich["table"].Table(title=title, show_header=False, min_width=60)
        grid.add_column(style="bold")
        grid.add_column(overflow="fold")
        grid.add_row("games", f"{done} of {games}")
        grid.add_row("", self.rich["progress_bar"].ProgressBar(total=games, completed=done, width=50))
        return grid

    def finish(self, grid: Any, jobs: list[GameJob]) -> Any:
        """Add to a table what is played, and what has ended last."""
        now = ", ".join(f"{job.black.name} v {job.white.name} ({job.id.number})" for job in jobs)
        grid.add_row("playing", now or "-")
        for line in self.last:
            grid.add_row("ended", line)
        return grid


class TerminalView(Redrawn):
    """How a match stands, on a terminal."""

    def __init__(self, stream: TextIO, games: int) -> None:
        """Raises ImportError where rich is not installed."""
        super().__init__(stream)
        self._games = games

    def __call__(self, table: MatchTable, jobs: list[GameJob], record: GameRecord | None) -> None:
        """Redraw where something has changed."""
        self.redraw(lambda: self.draw(table, jobs), jobs, record)

    def draw(self, table: MatchTable, jobs: list[GameJob]) -> Any:
        """The table as rich draws it."""
        grid = self.grid(f"{table.first} v {table.second}", table.games, self._games)
        for line in table.lines():
            head, _, rest = line.partition(":") if ":" in line else ("", "", line)
            grid.add_row(head, rest.strip())
        return self.finish(grid, jobs)


def view(stream: TextIO, games: int, plain: bool = False) -> PlainView | TerminalView:
    """The view that fits: redrawn on a terminal with rich installed, plain lines else."""
    if not plain and stream.isatty():
        try:
            return TerminalView(stream, games)
        except ImportError:
            pass
    return PlainView(stream, games)
