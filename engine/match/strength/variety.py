"""The kind `variety`: openings of an engine with itself, and how many of them are the same."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.errors import PeerError
from engine.match.spec import derive_seed
from engine.match.strength.alone import Alone, Desk
from engine.match.strength.proof import Shelf, count
from engine.match.strength.series import Line, Name, Series
from engine.match.strength.table import SEED, Fault, Table
from engine.wording import plain


class VarietyProof(Alone[int]):
    """Games of an engine with itself, cut off after `moves` moves; at most `equal` of them may be the same as another.

    size: lines of the board. games: how many.
    """

    heading = "Variety"
    intro = (
        "The first moves of games of the engine with itself. A game is equal to another when all these moves are the "
        "same as they stand;\nturned or mirrored ones are not counted as the same."
    )
    columns = ("proof", "what", "bar", "games", "different", "equal to another", "faults", "verdict", "commits")
    keys = frozenset({"engine", "size", "games", "moves", "equal"})
    counted = ("engine", "size", "moves")

    def __init__(self, name: str, plan: Mapping[str, Any]) -> None:
        """Take a plan. Raises SpecError."""
        super().__init__(name, plan)
        self.size, self.wanted = count(plan, "size"), count(plan, "games")
        self.moves, self.equal = count(plan, "moves"), count(plan, "equal")

    def units(self) -> dict[Name, int]:
        """The games, by number."""
        return {number: number for number in range(1, self.wanted + 1)}

    def do(self, desk: Desk, unit: int) -> Line:
        """Play an opening."""
        seed = derive_seed(SEED, "game", unit)
        line: Line = {"game": unit, "seed": seed, "moves": "", "fault": ""}
        began = time.monotonic()
        try:
            table = Table(desk, self.size, seed)
            try:
                for _ in range(self.moves):
                    table.move()
            except Fault as fault:
                line["fault"] = str(fault)
            line["moves"] = table.text(table.played())
        except PeerError as error:
            line |= {"fault": f"engine: {plain(str(error))[:200]}", "broke": True}
        return line | {"seconds": round(time.monotonic() - began, 2)}

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
