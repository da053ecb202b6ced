"""What a tournament consists of: games, meetings, rounds, results, and the rows of its log.

A *side* is what the system pairs: a player, or a team in a team event. Numbers are starting numbers; players and
teams are numbered apart. Points are whole: 2 a win, 1 a draw, 0 a loss (Article 28).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.errors import EventError

WIN, DRAW, LOSS = 2, 1, 0

# Reasons of a game that nobody played; every other reason ends a game that was begun.
UNPLAYED = ("forfeit", "forfeit_late", "forfeit_absent", "double_forfeit", "withdrawn")
_KEY = re.compile(r"r(\d+)t(\d+)g(\d+)")


class Key(NamedTuple):
    """The identity of a game in its event: it never changes and sorts in order of play."""

    round: int
    table: int
    game: int

    def __str__(self) -> str:
        return f"r{self.round:03d}t{self.table:03d}g{self.game:02d}"

    @classmethod
    def parse(cls, text: str) -> Key:
        """Read "r001t002g01" or "1.2" (round.table) or "1.2.3"; raise EventError for anything else."""
        match = _KEY.fullmatch(text.strip())
        parts = list(match.groups()) if match else text.strip().split(".")
        if len(parts) == 2:
            parts.append("1")
        if len(parts) != 3 or not all(re.fullmatch("0*[1-9][0-9]{0,5}", part) for part in parts):
            raise EventError(f"{text!r} names no game (write round.table or round.table.game, such as 1.2)")
        return cls(*map(int, parts))


@dataclass(frozen=True)
class Game:
    """One game to be played: `black` and `white` are players' numbers."""

    key: Key
    black: int
    white: int
    handicap: int = 0
    komi2: int = 0

    def to_row(self) -> list[int]:
        """Return round, table, game, black, white, handicap, komi2, as a row keeps them."""
        return [*self.key, self.black, self.white, self.handicap, self.komi2]

    @classmethod
    def from_row(cls, row: list[int]) -> Game:
        """Read what `to_row` wrote."""
        return cls(Key(*row[:3]), *row[3:])


@dataclass(frozen=True)
class Meeting:
    """Two sides at one table of a round, or one side without an opponent.

    `kind` is "games"; "bye" (points, nobody to meet); "rest" (no points: nobody to meet in this system's
    schedule); "walkover" (`first` wins, `second` has left). `note` is said on the round sheet. `black` is the side
    that has Black in the first game, 0 where there is none.
    """

    table: int
    first: int
    second: int | None
    kind: str = "games"
    games: tuple[Game, ...] = ()
    note: str = ""
    black: int = 0

    @property
    def sides(self) -> tuple[int, ...]:
        """Return the one or two sides that sit at the table."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def to_row(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        row: dict[str, Any] = {"table": self.table, "first": self.first, "second": self.second, "kind": self.kind}
        return row | {"games": [game.to_row() for game in self.games], "note": self.note, "black": self.black}

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Meeting:
        """Read what `to_row` wrote."""
        games = tuple(Game.from_row(game) for game in row["games"])
        return cls(row["table"], row["first"], row["second"], row["kind"], games, row["note"], row["black"])


@dataclass(frozen=True)
class Round:
    """One round as published. `stage` is "main" or "playoff"."""

    number: int
    meetings: tuple[Meeting, ...]
    stage: str = "main"
    name: str = ""

    @property
    def games(self) -> tuple[Game, ...]:
        """Return the games of all meetings, table by table."""
        return tuple(game for meeting in self.meetings for game in meeting.games)

    def to_row(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        meetings = [meeting.to_row() for meeting in self.meetings]
        return {"number": self.number, "stage": self.stage, "name": self.name, "meetings": meetings}

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Round:
        """Read what `to_row` wrote."""
        meetings = tuple(Meeting.from_row(meeting) for meeting in row["meetings"])
        return cls(row["number"], meetings, row["stage"], row["name"])


@dataclass(frozen=True)
class Outcome:
    """The result of a game in points, and why (`reason` as the match runner or the referee names it)."""

    black: int
    white: int
    reason: str = "score"
    text: str = ""

    @property
    def played(self) -> bool:
        """Return whether the game was begun: a forfeit was not."""
        return self.reason not in UNPLAYED


@dataclass(frozen=True)
class Warned:
    """A warning given in a game to a player (a number); those of the whole event part ties (Articles 25.2, 28.I B)."""

    player: int
    article: str
    text: str


RESULTS = {
    "B": (WIN, LOSS), "W": (LOSS, WIN), "=": (DRAW, DRAW), "0:0": (LOSS, LOSS),
}  # fmt: skip


FORFEITS = (
    "forfeit", "forfeit_late", "forfeit_absent", "foul", "foul_double_move", "foul_two_warnings", "foul_moved_stone",
    "foul_scattered", "illegal", "ruling",
)  # fmt: skip
"""Why a game is lost that was neither counted, resigned nor lost on time (Articles 13.1, 17 to 25)."""
REASONS: dict[str, tuple[str, ...]] = {
    "count": ("score", "ruling"), "R": ("resign",), "T": ("time",), "F": FORFEITS,
    "": ("score", "resign", "time", *FORFEITS), "=": ("score", "ruling"), "0:0": ("double_forfeit", *FORFEITS),
}  # fmt: skip
"""The reasons that go with each kind of result, first the one that is meant where none is given."""
_HEADS = {"0": "=", "DRAW": "=", "JIGO": "=", "1-0": "B", "0-1": "W", "0-0": "0:0"}
_TAILS = {"R": "R", "RESIGN": "R", "T": "T", "TIME": "T", "F": "F", "FORFEIT": "F"}


def outcome(result: str, reason: str = "") -> Outcome:
    """Read a result as entered by hand or written in a record.

    "B", "W", "=" (draw, also "0" and "jigo"), "0:0" (both lose); with a margin or a letter as in SGF: "B+3.5",
    "W+R" (resignation), "B+T" (time), "W+F" (forfeit). Raises EventError for anything else, and for a reason that is
    none or does not go with the result. Whether the game can end by such a margin is asked elsewhere (entries).
    """
    text = result.strip()
    head, plus, tail = text.upper().partition("+")
    head = _HEADS.get(head, head)
    number = re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", tail) is not None
    said = tail if number else _TAILS.get(tail, "")
    if head not in RESULTS or (plus and (head not in ("B", "W") or not said)):
        raise EventError(f"{result!r} is no result (write B+3.5, W+R, B+T, W+F, =, or 0:0 for a double forfeit)")
    shown = f"{head}+{said}" if plus else head
    known = REASONS["count" if number else said if plus else "" if head in ("B", "W") else head]
    if reason and reason not in known:
        raise EventError(f"{reason!r} is no reason of {shown} (one of {', '.join(known)})")
    return Outcome(*RESULTS[head], reason or known[0], shown)


@dataclass(frozen=True)
class Row:
    """One line of the append-only log: what happened, in the order it happened."""

    kind: str
    body: dict[str, Any] = field(default_factory=dict)
