"""The search behind one small face, so that the player need not know which one it drives."""

from typing import Any, Protocol

from engine.player.report import MoveReport, Report
from engine.player.wish import NO_WISH, Wish
from gocore import Position
from gocore.report import MoveReport as CoreMove
from gocore.search import Search

MOST_VISITS = 2**31 - 1
"""What the core counts to; a search has no time for as many."""


class Searcher(Protocol):
    """A search over one position at a time.

    `run` blocks until a limit is met or `stop` is called from another thread; `snapshot` may be called from any thread
    while it runs and afterwards. What is known of earlier positions is kept where it can be.
    """

    def run(
        self,
        position: Position,
        color: int,
        visits: int | None,
        max_ms: int | None,
        wish: Wish = NO_WISH,
        bonus2: int = 0,
    ) -> None:
        """Search for `color`. visits, max_ms: limits, None for none. bonus2: half points White gets besides komi."""

    def stop(self) -> None:
        """End `run` soon. Heard only by a run that is under way."""

    def snapshot(self, moves: int | None = None, wish: Wish = NO_WISH) -> Report:
        """Say what is known so far about the best `moves` candidates, None for all that were tried."""


class CoreSearcher:
    """The tree search of the core."""

    def __init__(self, seed: int, threads: int, memory_mb: int, judge: Any = None) -> None:
        """Make a search with an empty tree. memory_mb: MiB that its tree may take. judge: a network, None for
        playouts.
        """
        self._search = Search(threads, memory_mb, seed, judge=judge)
        self._ready = False  # whether the search's report is about the position last asked for
        self._color = 0

    def run(
        self,
        position: Position,
        color: int,
        visits: int | None,
        max_ms: int | None,
        wish: Wish = NO_WISH,
        bonus2: int = 0,
    ) -> None:
        """Search; a colour that is out of turn is searched as if the turn had been set up."""
        self._ready, self._color = False, color
        if position.to_move != color:
            position = position.copy()
            position.setup(to_move=color)
        self._search.bonus2 = bonus2
        self._search.moves_ownership = wish.moves_ownership
        self._search.run(
            position,
            visits=min(visits or 0, MOST_VISITS),
            seconds=(max_ms or 0) / 1000,
            allow=wish.only or None,
            later=wish.later,
        )
        self._ready = True

    def stop(self) -> None:
        """End the run under way, within milliseconds."""
        self._search.stop()

    def snapshot(self, moves: int | None = None, wish: Wish = NO_WISH) -> Report:
        """Say what is known; nothing yet in the moment before a run has begun."""
        if not (self._ready or self._search.running):
            return Report(self._color, 0, 0.5)
        found = self._search.report(moves, wish.pv_length, deviations=wish.deviations, least=wish.least)
        rows = tuple(_row(move, order) for order, move in enumerate(_best_first(found.moves, found.point)))
        return Report(
            self._color,
            found.visits,
            found.winrate,
            rows,
            score=found.lead,
            stdev=found.lead_stdev,
            ownership=found.ownership if wish.ownership else (),
            ownership_stdev=found.ownership_stdev,
            elapsed_ms=round(found.seconds * 1000),
            point=found.point,
        )


def _best_first(moves: tuple[CoreMove, ...], point: int) -> list[CoreMove]:
    """Put the move that would be played in front; the others stay as they are, the most visited first."""
    return sorted(moves, key=lambda move: move.point != point)


def _row(move: CoreMove, order: int) -> MoveReport:
    lcb = min(1.0, max(0.0, move.lcb))
    return MoveReport(
        move.point,
        move.visits,
        move.winrate,
        lcb,
        move.prior,
        order,
        move.pv,
        score=move.lead,
        stdev=move.lead_stdev,
        pv_visits=move.pv_visits,
        ownership=move.ownership,
        ownership_stdev=move.ownership_stdev,
    )
