"""What a game leaves behind: its id, its result with the reason, its moves with their times. Pure values.

A record travels between processes and machines (`to_json`, `from_json`) and holds all that the SGF needs, so
the one writer can write the file wherever the game was played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field
from enum import StrEnum
from typing import Any

from engine.errors import MatchError
from engine.game.result import Kind, Result
from gocore import BLACK, WHITE

EVENT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


@dataclass(frozen=True, order=True, slots=True)
class GameId:
    """The key of a game: event, round, table and number within the table's encounter; all numbers from 1."""

    event: str
    round: int
    table: int
    number: int

    def __post_init__(self) -> None:
        """Raise MatchError where the event's name could not be a file name or a number is below 1."""
        if not EVENT_NAME.fullmatch(self.event):
            raise MatchError(f"event name {self.event!r}: use letters, digits, '.', '_' and '-' (60 at most)")
        if min(self.round, self.table, self.number) < 1:
            raise MatchError(f"game id {self}: round, table and number count from 1")

    def __str__(self) -> str:
        return f"{self.event}-{self.round}-{self.table}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> GameId:
        """Read what `str` wrote. Raises MatchError for anything else."""
        parts = text.rsplit("-", 3)
        if len(parts) != 4 or not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts[1:]):
            raise MatchError(f"not a game id: {text!r} (EVENT-ROUND-TABLE-NUMBER)")
        return cls(parts[0], *(int(part) for part in parts[1:]))


class Outcome(StrEnum):
    """Who won. NONE counts for no one and is final; VOID is no result at all: the game is played again."""

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"
    NONE = "none"
    VOID = "void"


class Reason(StrEnum):
    """Why a game ended as it did (Article 13 for the referee's own)."""

    SCORE = "score"
    RESIGN = "resign"
    TIME = "time"
    ILLEGAL = "illegal"
    """An illegal move, or the second warning for moves that are none (Articles 19, 25.2)."""
    CRASH = "crash"
    """The engine's process ended, or never answered at the start."""
    STALL = "stall"
    """No answer within the deadline although the clock had not run out."""
    PROTOCOL = "protocol"
    """An answer that is no GTP, or an error where the game needs a success."""
    ADJUDICATED = "adjudicated"
    """Both engines agreed for several moves who has won."""
    MOVE_LIMIT = "move-limit"
    NO_RESULT = "no-result"
    """Repetition, both sides at fault, or a ruling that nobody wins."""
    FORFEIT = "forfeit"
    """A person did not come, came too late or withdrew (Articles 13.1, 23)."""
    RULING = "ruling"
    """The referee's decision, with its text in `detail`."""
    HARNESS = "harness"
    """A fault that is no player's; only with Outcome.VOID."""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """One move: colour 1 Black or 2 White, point (width * height passes), thinking time in ms, a remark.

    left_ms, left_count: what the clock then had left, with the stones or periods that go with it; None where
    no clock ran.
    """

    color: int
    point: int
    ms: int = 0
    comment: str = ""
    left_ms: int | None = None
    left_count: int | None = None


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning that the referee gave (Article 25.2): to which colour, under which article, for what."""

    color: int
    article: str
    text: str


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What an engine says of itself; empty for a person."""

    name: str = ""
    version: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A finished (or void) game.

    `margin2` is Black's lead in half points after komi, None unless the board was counted; `dead` the points
    whose stones were taken off as dead; `claims` each engine's own final_score ("" where it gave none);
    `notes` what the referee saw, one line each; `warnings` those that count (Article 25.2). Times are in ms, dates
    ISO 8601 in UTC. A result typed in by a person has no moves.
    """

    id: GameId
    black: str
    white: str
    outcome: Outcome
    reason: Reason
    detail: str = ""
    margin2: int | None = None
    width: int = 19
    height: int = 19
    rules: str = "chinese-1988"
    komi2: int = 11
    handicap: int = 0
    seed: int = 0
    opening: str = ""
    opening_moves: int = 0
    setup_black: tuple[int, ...] = ()
    setup_white: tuple[int, ...] = ()
    moves: tuple[MovePlayed, ...] = ()
    dead: tuple[int, ...] = ()
    black_engine: EngineInfo = field(default_factory=EngineInfo)
    white_engine: EngineInfo = field(default_factory=EngineInfo)
    black_time: str = ""
    white_time: str = ""
    black_ms: int = 0
    white_ms: int = 0
    lag_ms: int = 0
    claims: tuple[str, str] = ("", "")
    notes: tuple[str, ...] = ()
    warnings: tuple[Warned, ...] = ()
    started: str = ""
    finished: str = ""
    transcript: str = ""

    @property
    def winner(self) -> str | None:
        """The winning player's name, None for a draw, no result or a void game."""
        return {Outcome.BLACK: self.black, Outcome.WHITE: self.white}.get(self.outcome)

    @property
    def result(self) -> str:
        """The result as SGF writes it in RE: B+3.5, W+R, B+T, W+F, 0, Void."""
        return as_result(self.outcome, self.reason, self.margin2).sgf()

    def to_json(self) -> dict[str, Any]:
        """Plain lists, numbers and strings, for json.dumps."""
        values = asdict(self)
        values["id"] = str(self.id)
        values["moves"] = [list(astuple(move)) for move in self.moves]
        values["warnings"] = [list(astuple(warning)) for warning in self.warnings]
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> GameRecord:
        """Read what `to_json` wrote, older records without warnings too.

        Raises MatchError when a field is missing or of the wrong kind.
        """
        try:
            fields = dict(values)
            fields["id"] = GameId.parse(fields["id"])
            fields["outcome"], fields["reason"] = Outcome(fields["outcome"]), Reason(fields["reason"])
            fields["moves"] = tuple(MovePlayed(*move) for move in fields["moves"])
            fields["warnings"] = tuple(Warned(*warning) for warning in fields.get("warnings", ()))
            for key in ("setup_black", "setup_white", "dead", "notes", "claims"):
                fields[key] = tuple(fields[key])
            for key in ("black_engine", "white_engine"):
                fields[key] = EngineInfo(**fields[key])
            return cls(**fields)
        except (KeyError, TypeError, ValueError) as error:
            raise MatchError(f"not a game record: {error}") from error


def as_result(outcome: Outcome, reason: Reason, margin2: int | None = None) -> Result:
    """The result as the rules know it (engine.game.result); a crash or stall is a foul there."""
    if outcome in (Outcome.NONE, Outcome.VOID):
        return Result("replay" if outcome is Outcome.VOID else "no_result")
    if outcome is Outcome.DRAW:
        return Result("count" if margin2 == 0 else "ruling_draw")
    winner = BLACK if outcome is Outcome.BLACK else WHITE
    if reason in (Reason.SCORE, Reason.MOVE_LIMIT) and margin2 is not None:
        return Result("count", winner, abs(margin2))
    kinds: dict[Reason, Kind] = {
        Reason.RESIGN: "resign",
        Reason.ADJUDICATED: "resign",
        Reason.TIME: "time",
        Reason.RULING: "ruling",
        Reason.FORFEIT: "forfeit_absent",
    }
    return Result(kinds.get(reason, "foul"), winner)
