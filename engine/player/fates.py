"""Which stones are dead, in a player's opinion: by games and reading, and with a network, by the score that it sees.

Local reading looks at one chain at a time and random games at none for long, so that both may miss the outcome of a
race, or of a large eye. A network misses small things, but it knows by how much it leads.
"""

from engine.game.status import Statuses, bare, judge, opinion, owned
from engine.net.evaluator import NetEvaluator
from gocore import BLACK, Position
from gocore import score as core
from gocore.search import Search

PLAYOUTS = 1000
LEAST_PLAYOUTS = 100
READING = 40_000
"""Games that decide which stones are dead, and positions read to confirm it."""

VISITS = 100
LEAST_VISITS = 10
"""Visits of the network's search."""

SEARCH_MB = 16

FAR = 8.0
"""Points between the count and the network's lead from which on the count is doubted; docs/counting.md says why."""


class Fates:
    """The judge of a player. Calls may come from one thread at a time."""

    def __init__(self, net: NetEvaluator | None) -> None:
        """Take a network, or None for games and reading alone."""
        self._net = net
        self._search: Search | None = None  # kept, for opening a network takes longer than a look through it

    def __call__(self, position: Position, effort: float = 1.0) -> Statuses:
        """Say which chains are alive, dead or in seki; the side to move has what hangs on the turn.

        effort: share of the usual work, 0 .. 1. The count is by games and reading unless it is far from the network's
        lead: then it is by what comes nearest to that, the same reading on the network's ownership, or that alone. The
        same questions in the same order give the same answers.
        """
        reading = round(effort * READING)
        first = opinion(position, max(LEAST_PLAYOUTS, round(effort * PLAYOUTS)), reading)
        if self._net is None or not self._net.allows(position.width, position.height):
            return first
        lead, ownership = self._seen(position, max(LEAST_VISITS, round(effort * VISITS)))
        if abs(_margin(position, first) - lead) <= FAR:
            return first
        found = (first, judge(position, ownership, reading), owned(position, ownership))
        return min(found, key=lambda each: abs(_margin(position, each) - lead))

    def _seen(self, position: Position, visits: int) -> tuple[float, list[float]]:
        """Black's lead in points and who owns each point, by a search with the network."""
        if self._search is None:
            self._search = Search(memory_mb=SEARCH_MB, judge=self._net)
        self._search.clear()
        report = self._search.run(bare(position), visits=visits)
        lead = report.lead if position.to_move == BLACK else -report.lead
        return lead, list(report.ownership)


def _margin(position: Position, statuses: Statuses) -> float:
    """Black's lead by area in points, these stones being dead."""
    found = core.area(position, statuses.dead_points)
    return found.black - found.white - position.rules.komi2 / 2
