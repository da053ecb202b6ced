"""The lines that analysis commands stream, in Leela Zero's words and in KataGo's.

Their readers are strict: nothing may follow `pv` but what was asked for; Leela's numbers are whole (ten
thousandths), KataGo's have a point; chances are those of the side named in the command; `order` begins at 0.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.coords import format_vertex
from engine.errors import CommandRefused
from engine.gtp.commands.words import color, is_color, syntax_error, vertex
from engine.gtp.door import Args, Door
from engine.player.report import MoveReport, Report
from engine.player.wish import Rule, Wish, restrict

MOST_MOVES = 40
"""Moves of a report where nobody says how many: more than any client shows."""


@dataclass(slots=True)
class Request:
    """The words of an analysis command. interval_cs: hundredths of a second between reports."""

    color: int | None = None
    interval_cs: int = 100
    min_moves: int = 0
    max_moves: int | None = None
    pv_length: int = 15
    rules: list[Rule] = field(default_factory=list)
    root_info: bool = False
    ownership: bool = False
    ownership_stdev: bool = False
    moves_ownership: bool = False
    moves_ownership_stdev: bool = False
    pv_visits: bool = False
    pv_edge_visits: bool = False

    @property
    def interval_ms(self) -> int:
        """Milliseconds between reports, at least ten."""
        return max(10, self.interval_cs * 10)

    @property
    def most_moves(self) -> int:
        """Moves of a report at most: what maxmoves says, else MOST_MOVES or as many as minmoves asks for."""
        return max(MOST_MOVES, self.min_moves) if self.max_moves is None else max(1, self.max_moves)

    def wish(self, side: int, area: int) -> Wish:
        """What to ask of the search of a side. Raises CommandRefused where no move is left to it."""
        try:
            only, later = restrict(self.rules, side, area)
        except ValueError as error:
            raise CommandRefused(str(error)) from error
        return Wish(
            only,
            later,
            ownership=self.ownership or self.ownership_stdev,
            deviations=self.ownership_stdev,
            moves_ownership=self.moves_ownership or self.moves_ownership_stdev,
            pv_length=max(1, self.pv_length),
            least=self.min_moves,
        )


_FLAGS = {
    "rootinfo": "root_info",
    "ownership": "ownership",
    "ownershipstdev": "ownership_stdev",
    "movesownership": "moves_ownership",
    "movesownershipstdev": "moves_ownership_stdev",
    "pvvisits": "pv_visits",
    "pvedgevisits": "pv_edge_visits",
    "noresultvalue": "",
}
_DIGITS = frozenset("0123456789")
_COUNT = re.compile(r"[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)", re.ASCII)
_NUMBERS = {"interval": "interval_cs", "minmoves": "min_moves", "maxmoves": "max_moves", "pvlen": "pv_length"}


def parse_request(door: Door, args: Args) -> Request:
    """Read `[colour] [interval] {key value …}` in any order. Raises CommandRefused for what is none of
    these.
    """
    request = Request()
    words = deque(args)
    while words:
        word = words.popleft()
        key = word.lower()
        if is_color(word):
            request.color = color(word)
        elif word[:1] in _DIGITS:
            request.interval_cs = _count(word)
        elif key in _NUMBERS and words:
            setattr(request, _NUMBERS[key], _count(words.popleft()))
        elif key in _FLAGS and words:
            value = words.popleft().lower()
            if value not in ("true", "false"):
                raise syntax_error(f"{word} is true or false, not {value[:40]!r}")
            if _FLAGS[key]:
                setattr(request, _FLAGS[key], value == "true")
        elif key in ("avoid", "allow") and len(words) >= 3:
            side, points = color(words.popleft()), frozenset(vertex(door, text) for text in words.popleft().split(","))
            request.rules.append(Rule(side, points, _count(words.popleft()), key == "allow"))
        else:
            raise CommandRefused(f"syntax error: {word[:40]!r} is no key of an analysis, or has no value")
    return request


def _count(text: str) -> int:
    """Read a number, cut down to a whole one and into the range 0 to 10**6."""
    if not _COUNT.fullmatch(text):
        raise syntax_error(f"not a number: {text[:40]!r}")
    return int(max(0.0, min(float(text), 1e6)))


class InfoLines:
    """Write reports of a board of one size as info lines.

    legal: points that minmoves may add, without a visit, to what the search looks at: it leaves out what only fills its
    own side's territory.
    """

    def __init__(self, width: int, height: int, request: Request, kata: bool, legal: Iterable[int] = ()) -> None:
        self._width, self._height, self._legal = width, height, tuple(legal)
        self._request = request
        self._kata = kata

    def line(self, report: Report) -> str:
        """Write one report; nothing for one that knows no move yet."""
        if not report.moves:
            return ""
        rows = (*report.moves, *self._unlooked_at(report))[: self._request.most_moves]
        if not self._kata:
            return " ".join(map(self._lz_move, rows))
        return " ".join(self._kata_move(row, report.color) for row in rows) + self._kata_rest(report)

    def _unlooked_at(self, report: Report) -> Iterator[MoveReport]:
        """Legal moves that the search has no opinion of: they are told as the position is."""
        listed = {row.point for row in report.moves}
        missing = max(0, self._request.min_moves - len(listed))
        others = [point for point in self._legal if point not in listed]
        for order, point in enumerate(others[:missing], len(listed)):
            yield MoveReport(point, 0, report.winrate, 0.0, 0.0, order, (point,), report.score, report.stdev, (0,))

    def _pv(self, row: MoveReport) -> str:
        line = " ".join(format_vertex(point, self._width, self._height) for point in row.pv or (row.point,))
        for asked, name in ((self._request.pv_visits, "pvVisits"), (self._request.pv_edge_visits, "pvEdgeVisits")):
            if asked and row.pv_visits:
                line += f" {name} " + " ".join(map(str, row.pv_visits))
        return line

    def _vertex(self, row: MoveReport) -> str:
        return format_vertex(row.point, self._width, self._height)

    def _lz_move(self, row: MoveReport) -> str:
        return (
            f"info move {self._vertex(row)} visits {row.visits} winrate {_whole(row.winrate)}"
            f" prior {_whole(row.prior)} lcb {_whole(row.lcb)} order {row.order} pv {self._pv(row)}"
        )

    def _kata_move(self, row: MoveReport, color: int) -> str:
        score, stdev = row.score or 0.0, row.stdev or 0.0
        return (
            f"info move {self._vertex(row)} visits {row.visits} winrate {row.winrate:.6f}"
            f" scoreMean {score:.3f} scoreStdev {stdev:.3f} scoreLead {score:.3f}"
            f" prior {row.prior:.6f} lcb {row.lcb:.6f} order {row.order} pv {self._pv(row)}"
            + _owners("movesOwnership", self._request.moves_ownership, row.ownership, color)
            + _owners("movesOwnershipStdev", self._request.moves_ownership_stdev, row.ownership_stdev)
        )

    def _kata_rest(self, report: Report) -> str:
        text = ""
        if self._request.root_info:
            score, stdev = report.score or 0.0, report.stdev or 0.0
            text = (
                f" rootInfo visits {report.visits} winrate {report.winrate:.6f}"
                f" scoreMean {score:.3f} scoreStdev {stdev:.3f} scoreLead {score:.3f}"
            )
        return (
            text
            + _owners("ownership", self._request.ownership, report.ownership, report.color)
            + _owners("ownershipStdev", self._request.ownership_stdev, report.ownership_stdev)
        )


def _owners(name: str, asked: bool, values: tuple[float, ...], color: int = 1) -> str:
    """A number a point, as seen by the side named; nothing where it was not asked for."""
    if not asked or not values:
        return ""
    sign = 1 if color == 1 else -1
    return f" {name} " + " ".join(f"{sign * value + 0.0:.4f}" for value in values)


def _whole(chance: float) -> int:
    return min(10000, max(0, round(chance * 10000)))
