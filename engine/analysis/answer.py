"""Put a report into the words of the analysis protocol."""

from typing import Any

from engine.analysis.query import Query
from engine.coords import format_vertex
from engine.game.game import Game
from engine.player.report import MoveReport, Report


def answer(query: Query, turn: int, report: Report, during: bool) -> dict[str, Any]:
    """Describe a report of one position of a query. Chances are those of the side that the query asked for."""
    game = query.games[turn]
    view = report.color if query.view is None else query.view
    writer = _Writer(query, game, same=view == report.color, black=view == 1)
    found: dict[str, Any] = {
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": turn,
        "moveInfos": [writer.move(row) for row in report.moves if row.visits],
        "rootInfo": writer.root(report),
    }
    if query.ownership and report.ownership:
        found["ownership"] = writer.owners(report.ownership)
    if query.ownership_stdev and report.ownership_stdev:
        found["ownershipStdev"] = [round(value, 4) for value in report.ownership_stdev]
    if query.policy:
        found["policy"] = writer.policy(report)
    return found


class _Writer:
    """same: chances are told as the report has them; black: ownership is told as Black sees it."""

    def __init__(self, query: Query, game: Game, same: bool, black: bool) -> None:
        self._query, self._game, self._same, self._black = query, game, same, black

    def owners(self, values: tuple[float, ...]) -> list[float]:
        """A number a point, for the side whose chances are told."""
        return [round(value if self._black else 0.0 - value, 4) for value in values]

    def _chance(self, chance: float) -> float:
        return round(chance if self._same else 1 - chance, 6)

    def _score(self, score: float | None) -> float:
        return round((score or 0.0) * (1 if self._same else -1), 4)

    def _name(self, point: int) -> str:
        return format_vertex(point, self._game.width, self._game.height)

    def move(self, row: MoveReport) -> dict[str, Any]:
        """One candidate."""
        info: dict[str, Any] = {
            "move": self._name(row.point),
            "visits": row.visits,
            "edgeVisits": row.visits,
            "winrate": self._chance(row.winrate),
            "lcb": self._chance(row.lcb),
            "scoreLead": self._score(row.score),
            "scoreMean": self._score(row.score),
            "scoreSelfplay": self._score(row.score),
            "scoreStdev": round(row.stdev or 0.0, 4),
            "utility": round(2 * self._chance(row.winrate) - 1, 6),
            "utilityLcb": round(2 * self._chance(row.lcb) - 1, 6),
            "prior": round(row.prior, 6),
            "order": row.order,
            "pv": [self._name(point) for point in row.pv],
        }
        if self._query.pv_visits:
            info["pvVisits"] = info["pvEdgeVisits"] = list(row.pv_visits)
        if self._query.moves_ownership and row.ownership:
            info["ownership"] = self.owners(row.ownership)
        if self._query.moves_ownership_stdev and row.ownership_stdev:
            info["ownershipStdev"] = [round(value, 4) for value in row.ownership_stdev]
        return info

    def root(self, report: Report) -> dict[str, Any]:
        """The position as a whole."""
        return {
            "currentPlayer": "B" if report.color == 1 else "W",
            "visits": report.visits,
            "winrate": self._chance(report.winrate),
            "scoreLead": self._score(report.score),
            "scoreSelfplay": self._score(report.score),
            "scoreStdev": round(report.stdev or 0.0, 4),
            "utility": round(2 * self._chance(report.winrate) - 1, 6),
            "thisHash": f"{self._game.position.hash & (2**64 - 1):032X}",
        }

    def policy(self, report: Report) -> list[float]:
        """What the judge thought of each point before the search, the pass last; -1 where no move is legal."""
        position = self._game.position
        values = [0.0 if legal else -1.0 for legal in position.legal_mask(report.color)]
        for row in report.moves:
            values[row.point] = round(row.prior, 6)
        return values
