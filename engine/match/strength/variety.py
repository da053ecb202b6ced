"""The kind `variety`: openings of an engine with itself, and how many of them are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.match.strength.proof import Shelf, count
from engine.match.strength.series import Line, Series
from engine.match.strength.table import OwnGames, Table


class VarietyProof(OwnGames):
    """Games that are cut off after `moves` moves; at most `equal` of them may be the same as another."""

    heading = "Variety"
    intro = (
        "The first moves of games of the engine with itself. A game is equal to another when all these moves are the "
        "same as they stand;\nturned or mirrored ones are not counted as the same."
    )
    columns = ("proof", "what", "bar", "games", "different", "equal to another", "faults", "verdict", "commits")
    keys = OwnGames.keys | {"moves", "equal"}
    counted = (*OwnGames.counted, "moves")

    def __init__(self, name: str, plan: Mapping[str, Any]) -> None:
        """Take a plan. Raises SpecError."""
        super().__init__(name, plan)
        self.moves, self.equal = count(plan, "moves"), count(plan, "equal")

    def play(self, table: Table, line: Line) -> None:
        """Play an opening."""
        for _ in range(self.moves):
            table.move()

    def words(self, line: Line) -> str:
        """The opening."""
        return f"game {line['game']}: {line['moves']} {line['fault']}".rstrip()

    def score(self, series: Series) -> str:
        """Games that are the same as another."""
        return f"{_equal(series)} equal to another"

    def cells(self, series: Series, shelf: Shelf) -> list[str]:
        """Bar, games, different ones, equal ones, faults."""
        lines = series.lines
        different, faults = len({line["moves"] for line in lines}), sum(bool(line["fault"]) for line in lines)
        bar = f"at most {self.equal} of {self.wanted} equal up to move {self.moves}"
        return [bar, *map(str, (len(lines), different, _equal(series), faults))]

    def met(self, series: Series, shelf: Shelf) -> bool:
        """Whether few enough are equal, and none has a fault."""
        return not self.failed(series)

    def failed(self, series: Series) -> bool:
        """Whether too many are equal already, or one has a fault."""
        return _equal(series) > self.equal or any(line["fault"] for line in series.lines)


def _equal(series: Series) -> int:
    """Games whose moves another game has too."""
    return sum(n for n in Counter(line["moves"] for line in series.lines).values() if n > 1)
