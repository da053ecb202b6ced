"""What can happen at a board, as values: the referee takes one event after another and gives a verdict on each.

Every event has `at`, ms on the referee's clock, and most a player; an event that adds nothing to these is a name.
Events are plain data: `to_json` and `from_json` carry them to a file and back. Points are the core's numbers, width *
height being the pass; players are colours.
"""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Literal

from engine.errors import RefereeError
from engine.game.referee.facts import misfit

Sanction = Literal["note", "advice", "warning", "loss"]
Cause = Literal["force_majeure", "inadvertent", "deliberate"]
Effect = Literal["note", "continue", "restore", "accept", "draw", "replay", "loss", "both_lose", "dismiss"]

RESIGNATION = -1
"""The sealed point that means a resignation (Article 14.2: it may be sealed, as a pass may)."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events. at: ms, never less than that of the event before.

    An event whose facts are not of the declared types is not made: RefereeError.
    """

    at: int

    def __post_init__(self) -> None:
        """Refuse what is no fact of this kind of event."""
        if (wrong := misfit(self)) is not None:
            raise RefereeError(f"{type(self).__name__}: {wrong}")


@dataclass(frozen=True, slots=True)
class ByPlayer(Event):
    """Base of what one side does, or what is done to it. player: its colour."""

    player: int


@dataclass(frozen=True, slots=True)
class Start(Event):
    """The round begins: who came late, by how much (Article 23.1-3); Black's clock starts."""

    black_late_ms: int = 0
    white_late_ms: int = 0


class Absent(ByPlayer):
    """A player does not appear at all, 0: neither does (Article 13.1)."""


@dataclass(frozen=True, slots=True)
class Play(ByPlayer):
    """A stone is played. point: any number; what is no point of the board is judged as a foul, not
    refused."""

    point: int


class Pass(ByPlayer):
    """A pass, which also says that there is nothing left to play (Articles 2.4, 7.1, 13.2)."""


class Resign(ByPlayer):
    """A resignation (Article 7.2)."""


class StonePlaced(ByPlayer):
    """The stone is on the board, its captures are still being removed (Article 23.4)."""


class Tick(Event):
    """Time goes by; the clock may have something to say."""


class TimeAsked(ByPlayer):
    """A player asks how much of his own time is left (Article 16.1)."""


class LeaveAsked(ByPlayer):
    """A player asks leave from the board (Article 23.6)."""


@dataclass(frozen=True, slots=True)
class DeadStones(ByPlayer):
    """A side's list of dead stones; one stone stands for its chain (Articles 8, 21.3; section A)."""

    stones: tuple[int, ...]


class NoAnswer(ByPlayer):
    """A side refuses to say which stones are dead: its answer is that all are alive (section A.4)."""


class PlayOn(ByPlayer):
    """A side disputes and wants to play on (Article 21.3)."""


class Recount(ByPlayer):
    """A player demands that the count be shown again (Article 16.3)."""


class Sign(ByPlayer):
    """A player signs the result."""


@dataclass(frozen=True, slots=True)
class Takeback(ByPlayer):
    """A player lifts the stone he has just placed (Article 17.2). dropped: it had really slipped from his
    hand."""

    dropped: bool = False
    consent: bool = False


@dataclass(frozen=True, slots=True)
class Undo(ByPlayer):
    """Both sides take back so many moves (friendly games only; the text knows no such thing)."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class BoardSubmitted(ByPlayer):
    """The board as it stands on the table after a player's move, colours in point order (Article 18)."""

    board: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StonesMoved(Event):
    """Stones were moved (Article 17.3). agreed: what both sides want, `back` or `valid`, or nothing.

    board: the board as it now stands, needed where it may become valid.
    """

    player: int
    deliberate: bool = False
    agreed: Literal["back", "valid", ""] = ""
    board: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scattered(ByPlayer):
    """The position was scattered (Article 17.4). player: who did it, 0 for force majeure."""

    cause: Cause
    reconstructible: bool = True


class Halt(Event):
    """The game is suspended, its time stands still (Article 14.1)."""


class GoOn(Event):
    """The suspended game goes on (Article 14.1)."""


class Adjourn(Event):
    """The appointed hour has come: the player on move is to seal a move (Article 14.2)."""


@dataclass(frozen=True, slots=True)
class Seal(ByPlayer):
    """The player on move hands in his sealed move; commitment: its hash
    (engine.game.referee.adjournment.commit)."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Unseal(Event):
    """The referee opens the sealed move at the resumption (Articles 14.2, 22)."""

    point: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Warn(ByPlayer):
    """The referee warns a player (Article 25.2: two in one game lose it)."""

    article: str
    text: str


@dataclass(frozen=True, slots=True)
class Incident(ByPlayer):
    """Something that a human must judge: it is written down and changes nothing by itself (Articles 15,
    24)."""

    article: str
    text: str
    sanction: Sanction = "note"
    signed_by: str = ""


@dataclass(frozen=True, slots=True)
class Complaint(ByPlayer):
    """A player objects to something (Article 16.2): in his own time, unless urgent."""

    text: str
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Appeal(ByPlayer):
    """A player appeals against a ruling (Article 16.4); the result stays provisional while it is open."""

    entry: int
    text: str


@dataclass(frozen=True, slots=True)
class Ruling(Event):
    """The referee decides (Articles 17, 20.3, 25.1).

    by: who signs. player: who loses, with `loss`. appeal: the ledger entry of the appeal that this closes, or
    -1.
    """

    by: str
    effect: Effect
    text: str
    player: int = 0
    article: str = "25.1"
    appeal: int = -1


KINDS: dict[str, type[Event]] = {
    name: kind
    for name, kind in list(globals().items())
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, ByPlayer)
}
"""Every kind of event by its name, as it stands in files."""


def to_json(event: Event) -> dict[str, Any]:
    """An event as plain data, its kind under `event`."""
    facts = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(event).items()}
    return {"event": type(event).__name__, **facts}


def from_json(data: Mapping[str, Any]) -> Event:
    """Read an event back. Raises RefereeError for an unknown kind, or facts that do not fit it."""
    if not isinstance(data, Mapping):
        raise RefereeError("an event must be a JSON object")
    kind = KINDS.get(str(data.get("event")))
    if kind is None:
        raise RefereeError(f"unknown event {str(data.get('event'))[:40]!r}")
    facts: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in data.items() if key != "event"}
    known = {field.name for field in fields(kind)}
    if not set(facts) <= known:
        raise RefereeError(f"event {kind.__name__}: unknown fact {str(min(set(facts) - known, key=str))[:40]!r}")
    needed = {field.name for field in fields(kind) if field.default is MISSING}
    if not needed <= set(facts):
        raise RefereeError(f"event {kind.__name__}: without {min(needed - set(facts))!r}")
    return kind(**facts)
