"""What a referee remembers and answers, and what an event lays down beforehand (its supplementary regulations)."""

from dataclasses import dataclass, field
from typing import Literal

from engine.errors import RefereeError
from engine.game.clock import ClockEvent, TimeLeft
from engine.game.cycles import Policy
from engine.game.referee.facts import misfit
from engine.game.result import Result
from engine.game.scoring import Score
from gocore import BLACK, WHITE

Phase = Literal["waiting", "playing", "stopped", "counted", "halted", "adjourning", "adjourned", "suspended", "over"]
"""Where a game is: before its start; in play; both confirmed its end; counted but not signed; time stands
still
(Article 14.1); to be sealed; sealed; awaiting a ruling; over."""

Outcome = Literal[
    "noted",
    "started",
    "played",
    "passed",
    "void",
    "stopped",
    "resumed",
    "counted",
    "signed",
    "warned",
    "granted",
    "denied",
    "restored",
    "taken_back",
    "accepted",
    "suspended",
    "halted",
    "adjourned",
    "sealed",
    "over",
]


@dataclass(frozen=True, slots=True)
class EventRules:
    """What an event lays down (section D of the specification).

    policy: cycles; None takes what the rule set says. double_move: two moves running lose (1988), or the
    second is void and costs a warning (2002). max_resumptions: how often a dispute over dead stones is played
    out before all stones count as alive. late_limit_ms, late_factor: Article 23. top_up: a side with less than a minute
    gets one for the play-out. dropped_needs_consent, both_may_lose: the 2002 wording of Articles 17.2 and 17.3. undo:
    moves may be taken back by agreement (friendly games).
    """

    policy: Policy | None = None
    double_move: Literal["loss", "void"] = "loss"
    max_resumptions: int = 1
    late_limit_ms: int = 15 * 60_000
    late_factor: int = 1
    top_up: bool = True
    dropped_needs_consent: bool = False
    both_may_lose: bool = False
    undo: bool = False

    def __post_init__(self) -> None:
        """Refuse what no event can lay down (RefereeError)."""
        if (wrong := misfit(self)) is not None:
            raise RefereeError(f"event rules: {wrong}")
        if min(self.max_resumptions, self.late_limit_ms, self.late_factor) < 0:
            raise RefereeError("event rules: no limit or factor is below 0")

    @classmethod
    def edition(cls, year: int) -> "EventRules":
        """What the text of a year says: 1988 (the default everywhere) or 2002."""
        if year == 2002:
            return cls(
                double_move="void",
                late_limit_ms=3_600_000,
                late_factor=2,
                dropped_needs_consent=True,
                both_may_lose=True,
            )
        return cls()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer to an event.

    article: of the text, as `17.1`, or `A.2` for the agreement protocol. outcome: what it came to. text: one
    line in words. result: set when the event ended the game. score: the count, when there is one to show.
    calls: what the clock said. left: a player's time, when he asked. entry: number of the ledger entry made,
    or None.
    """

    article: str
    outcome: Outcome
    text: str
    result: Result | None = None
    score: Score | None = None
    calls: tuple[ClockEvent, ...] = ()
    left: TimeLeft | None = None
    entry: int | None = None


@dataclass(slots=True)
class Pending:
    """What awaits a ruling. kind: `cycle`, `moved`, `scattered` or `seal`; board: the one that might become
    valid."""

    kind: str
    player: int = 0
    board: tuple[int, ...] = ()
    back_to: Phase = "playing"


@dataclass(slots=True)
class State:
    """What a referee remembers besides game, clock and ledger; every field is part of what is saved.

    counted_from: moves made when passes began to count (at the start, and where play was resumed). answers: lists of
    dead stones given so far. strict: a play-out is on, where superko holds without exception. signed: who has signed.
    seal: the sealed move's commitment.
    """

    phase: Phase = "waiting"
    last_at: int = 0
    counted_from: int = 0
    resumptions: int = 0
    strict: bool = False
    warnings: dict[int, int] = field(default_factory=lambda: {BLACK: 0, WHITE: 0})
    answers: dict[int, tuple[int, ...]] = field(default_factory=dict)
    signed: set[int] = field(default_factory=set)
    appeals: set[int] = field(default_factory=set)
    seal: str = ""
    pending: Pending | None = None
