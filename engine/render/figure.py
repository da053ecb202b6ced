"""Figures as books print them: a position, the moves from there as numbers, and notes for what could not be drawn."""

from dataclasses import dataclass

from engine.coords import format_vertex
from engine.game.game import Game
from engine.render.svg import svg_board


@dataclass(frozen=True, slots=True)
class Figure:
    """Stones that can be drawn, a number on each that was played in the figure, and the notes under it.

    Stones taken in the course of the figure stay in it, as in print. A move onto a point where one stands is a note,
    `12 at 5`, and so is a pass.
    """

    width: int
    height: int
    cells: tuple[int, ...]
    labels: dict[int, str]
    notes: tuple[str, ...]

    def __getitem__(self, point: int) -> int:
        """Return the colour shown on a point."""
        return self.cells[point]

    def svg(self, *, coordinates: bool = True, title: str = "", width_px: int | None = None) -> str:
        """Draw the figure; the parameters are those of `svg_board`."""
        return svg_board(self, labels=self.labels, coordinates=coordinates, title=title, width_px=width_px)


def figure(game: Game, first: int, last: int | None = None) -> Figure:
    """Make the figure of moves `first` to `last` of a game (from 1, both included; None: to the end).

    Raises ValueError when there are no such moves.
    """
    moves = game.moves
    end = len(moves) if last is None else min(last, len(moves))
    if not 1 <= first <= end:
        raise ValueError(f"no moves {first} to {end} in a game of {len(moves)}")
    start = game.replay(first - 1).position
    cells = [start[point] for point in range(start.area)]
    labels: dict[int, str] = {}
    notes = []
    for number in range(first, end + 1):
        move = moves[number - 1]
        if move.point == game.pass_point:
            notes.append(f"{number} pass")
        elif cells[move.point]:
            at = labels.get(move.point) or format_vertex(move.point, game.width, game.height)
            notes.append(f"{number} at {at}")
        else:
            cells[move.point] = move.color
            labels[move.point] = str(number)
    return Figure(game.width, game.height, tuple(cells), labels, tuple(notes))
