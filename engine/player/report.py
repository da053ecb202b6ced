"""What a search says about a position, as values. Chances and scores are those of the side that was to move."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One candidate move.

    point: width * height for a pass. winrate, lcb (its lower confidence bound), prior: 0 to 1. score: expected lead in
    points, stdev its deviation; None where the judge has no opinion. order: 0 for the best. pv: the expected line,
    this move first; pv_visits: visits of each of its moves. ownership, ownership_stdev: as in Report, after this move.
    """

    point: int
    visits: int
    winrate: float
    lcb: float
    prior: float
    order: int
    pv: tuple[int, ...]
    score: float | None = None
    stdev: float | None = None
    pv_visits: tuple[int, ...] = ()
    ownership: tuple[float, ...] = ()
    ownership_stdev: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A search so far. color: the side to move at its root; visits: at the root; winrate, score: of the root.

    moves: candidates, the best first. ownership: a number a point, +1 where it ends as Black's, -1 White's; empty when
    it was not asked for; ownership_stdev: the deviation of each. elapsed_ms: time the search took. point: the move that
    it would play, None where it has none.
    """

    color: int
    visits: int
    winrate: float
    moves: tuple[MoveReport, ...] = ()
    score: float | None = None
    stdev: float | None = None
    ownership: tuple[float, ...] = ()
    ownership_stdev: tuple[float, ...] = ()
    elapsed_ms: int = 0
    point: int | None = None

    @property
    def best(self) -> MoveReport | None:
        """The best candidate, None before there is any."""
        return self.moves[0] if self.moves else None


@dataclass(frozen=True, slots=True)
class Choice:
    """A move chosen. point: width * height for a pass; with `resigns` the move that would be played otherwise."""

    color: int
    point: int
    resigns: bool
    report: Report
    used_ms: int

    @property
    def line(self) -> tuple[int, ...]:
        """The moves expected from the chosen one on, itself the first; empty where the search knows none, as for the
        mirror image of a move that it looked at.
        """
        return next((row.pv for row in self.report.moves if row.point == self.point), ())


ReportHandler = Callable[[Report], None]
