"""The lines that analysis commands stream, in Leela Zero's words and in KataGo's.

Their readers are strict: nothing may follow `pv` but what was asked for; Leela's numbers are whole (ten
thousandths), KataGo's have a point; chances are those of the side named in the command; `order` begins at 0.
"""

from dataclasses import dataclass, field

from engine.coords import format_vertex
from engine.errors import CommandRefused
from engine.gtp.commands.words import color, integer, is_color, syntax_error, vertex
from engine.gtp.door import Args, Door
from engine.player.report import MoveReport, Report


@dataclass(slots=True)
class Request:
    """The words of an analysis command. interval_cs: hundredths of a second between reports."""

    color: int | None = None
    interval_cs: int = 100
    min_moves: int = 0
    max_moves: int = 40
    avoid: dict[int, set[int]] = field(default_factory=dict)
    allow: dict[int, set[int]] = field(default_factory=dict)
    root_info: bool = False
    ownership: bool = False
    pv_visits: bool = False

    @property
    def interval_ms(self) -> int:
        """Milliseconds between reports, at least ten."""
        return max(10, self.interval_cs * 10)

    def only(self, side: int, area: int) -> frozenset[int]:
        """The points that the search may begin with, none for all."""
        if side not in self.avoid and side not in self.allow:
            return frozenset()
        points = self.allow.get(side) or set(range(area + 1))
        return frozenset(points - self.avoid.get(side, set()))


_FLAGS = {"rootinfo": "root_info", "ownership": "ownership", "pvvisits": "pv_visits", "movesownership": ""}
_NUMBERS = {"interval": "interval_cs", "minmoves": "min_moves", "maxmoves": "max_moves"}


def parse_request(door: Door, args: Args) -> Request:
    """Read `[colour] [interval] {key value …}` in any order. Raises CommandRefused for what is none of
    these.
    """
    request = Request()
    words = list(args)
    while words:
        word = words.pop(0)
        key = word.lower()
        if is_color(word):
            request.color = color(word)
        elif word[:1].isdigit():
            request.interval_cs = _count(word)
        elif key in _NUMBERS and words:
            setattr(request, _NUMBERS[key], _count(words.pop(0)))
        elif key in _FLAGS and words:
            value = words.pop(0).lower()
            if value not in ("true", "false"):
                raise syntax_error(f"{word} is true or false, not {value[:40]!r}")
            if _FLAGS[key]:
                setattr(request, _FLAGS[key], value == "true")
        elif key in ("avoid", "allow") and len(words) >= 3:
            side, points = color(words.pop(0)), {vertex(door, text) for text in words.pop(0).split(",")}
            _count(words.pop(0))  # how deep the restriction goes: the root is what candidates are shown for
            getattr(request, key).setdefault(side, set()).update(points)
        else:
            raise CommandRefused(f"syntax error: {word[:40]!r} is no key of an analysis, or has no value")
    return request


def _count(text: str) -> int:
    try:
        return max(0, min(integer(text), 10**6))
    except CommandRefused:
        return max(0, min(int(float(text)), 10**6)) if text.replace(".", "", 1).isdigit() else _bad(text)


def _bad(text: str) -> int:
    raise syntax_error(f"not a number: {text[:40]!r}")


class InfoLines:
    """Write reports of a board of one size as info lines."""

    def __init__(self, width: int, height: int, request: Request, kata: bool) -> None:
        self._width, self._height = width, height
        self._request = request
        self._kata = kata

    def line(self, report: Report) -> str:
        """Write one report; nothing for one that knows no move yet."""
        write = self._kata_move if self._kata else self._lz_move
        parts = [write(row) for row in report.moves[: max(1, self._request.max_moves)]]
        if parts and self._kata:
            parts += self._kata_rest(report)
        return " ".join(parts)

    def _pv(self, row: MoveReport) -> str:
        line = " ".join(format_vertex(point, self._width, self._height) for point in row.pv or (row.point,))
        if self._request.pv_visits and row.pv_visits:
            line += " pvVisits " + " ".join(map(str, row.pv_visits))
        return line

    def _vertex(self, row: MoveReport) -> str:
        return format_vertex(row.point, self._width, self._height)

    def _lz_move(self, row: MoveReport) -> str:
        return (
            f"info move {self._vertex(row)} visits {row.visits} winrate {_whole(row.winrate)}"
            f" prior {_whole(row.prior)} lcb {_whole(row.lcb)} order {row.order} pv {self._pv(row)}"
        )

    def _kata_move(self, row: MoveReport) -> str:
        score, stdev = row.score or 0.0, row.stdev or 0.0
        return (
            f"info move {self._vertex(row)} visits {row.visits} winrate {row.winrate:.6f}"
            f" scoreMean {score:.3f} scoreStdev {stdev:.3f} scoreLead {score:.3f}"
            f" prior {row.prior:.6f} lcb {row.lcb:.6f} order {row.order} pv {self._pv(row)}"
        )

    def _kata_rest(self, report: Report) -> list[str]:
        parts = []
        if self._request.root_info:
            score, stdev = report.score or 0.0, report.stdev or 0.0
            parts.append(
                f"rootInfo visits {report.visits} winrate {report.winrate:.6f}"
                f" scoreMean {score:.3f} scoreStdev {stdev:.3f} scoreLead {score:.3f}"
            )
        if self._request.ownership and report.ownership:
            sign = 1 if report.color == 1 else -1
            parts.append("ownership " + " ".join(f"{sign * owner:.4f}" for owner in report.ownership))
        return parts


def _whole(chance: float) -> int:
    return min(10000, max(0, round(chance * 10000)))
