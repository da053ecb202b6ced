"""The state machine of a refereed game: it takes events, changes the game, the clocks and the ledger, and
answers.

An event that is out of order raises RefereeError and changes nothing. All that happens is a function of the
start and of the accepted events, so that saving them saves everything (engine.game.referee.saving).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import RefereeError
from engine.game.clock import Clock, ClockEvent
from engine.game.cycles import Policy, Situations, played_under
from engine.game.game import Game
from engine.game.referee import adjournment, conduct, ending, events, playing
from engine.game.referee.events import Event
from engine.game.referee.ledger import EntryKind, Ledger
from engine.game.referee.state import EventRules, Pending, Phase, State, Verdict
from engine.game.result import Result
from engine.game.scoring import Score
from gocore import BLACK, WHITE

ALL: frozenset[Phase] = frozenset(
    ("waiting", "playing", "stopped", "counted", "halted", "adjourning", "adjourned", "suspended", "over")
)
UNDER_WAY = ALL - {"waiting", "over"}

Handler = Callable[["Referee", Any], Verdict]

TABLE: dict[type[Event], tuple[frozenset[Phase], Handler]] = {
    events.Start: (frozenset({"waiting"}), playing.start),
    events.Absent: (frozenset({"waiting"}), playing.absent),
    events.Play: (frozenset({"playing"}), playing.play),
    events.Pass: (frozenset({"playing"}), playing.pass_),
    events.Resign: (UNDER_WAY - {"counted"}, playing.resign),
    events.StonePlaced: (frozenset({"playing"}), playing.stone_placed),
    events.Tick: (ALL, playing.tick),
    events.TimeAsked: (frozenset({"playing", "adjourning"}), playing.time_asked),
    events.LeaveAsked: (frozenset({"playing"}), playing.leave_asked),
    events.DeadStones: (frozenset({"stopped"}), ending.dead_stones),
    events.NoAnswer: (frozenset({"stopped"}), ending.no_answer),
    events.PlayOn: (frozenset({"stopped"}), ending.play_on),
    events.Recount: (frozenset({"counted"}), ending.recount),
    events.Sign: (frozenset({"counted"}), ending.sign),
    events.Takeback: (frozenset({"playing"}), conduct.takeback),
    events.Undo: (frozenset({"playing", "stopped"}), conduct.undo),
    events.BoardSubmitted: (frozenset({"playing", "stopped"}), conduct.board_submitted),
    events.StonesMoved: (frozenset({"playing", "stopped"}), conduct.stones_moved),
    events.Scattered: (frozenset({"playing", "stopped"}), conduct.scattered),
    events.Warn: (UNDER_WAY, conduct.warn),
    events.Incident: (ALL, conduct.incident),
    events.Complaint: (ALL - {"over"}, conduct.complaint),
    events.Appeal: (ALL, conduct.appeal),
    events.Ruling: (ALL - {"waiting"}, conduct.ruling),
    events.Halt: (frozenset({"playing"}), adjournment.halt),
    events.GoOn: (frozenset({"halted"}), adjournment.go_on),
    events.Adjourn: (frozenset({"playing"}), adjournment.adjourn),
    events.Seal: (frozenset({"adjourning"}), adjournment.seal),
    events.Unseal: (frozenset({"adjourned"}), adjournment.unseal),
}
"""Each kind of event: the phases in which it may come, and what deals with it."""


class Referee:
    """The referee of one game.

    game: its position may hold set-up stones and earlier moves. clock: None for an untimed game. rules: what
    the event lays down. game_id: goes into the hash of a sealed move. The referee owns game and clock from
    here on.
    """

    def __init__(
        self, game: Game, clock: Clock | None = None, rules: EventRules | None = None, game_id: str = ""
    ) -> None:
        self.event_rules = rules or EventRules()
        self.start_of_game = game.copy()
        self.start_of_clock = clock.save() if clock is not None else None
        self.game = game
        self.clock = clock
        self.game_id = game_id
        self.ledger = Ledger()
        self.log: list[Event] = []
        self.state = State(counted_from=len(game.moves))
        self.score: Score | None = None
        game.set_rules(played_under(game.rules, self.policy))
        self.situations = Situations(game.position)

    @property
    def policy(self) -> Policy:
        """What happens to repetition: the event's word, else the rule set's."""
        return self.event_rules.policy or self.game.rules.cycle

    @property
    def phase(self) -> Phase:
        """Where the game is."""
        return self.state.phase

    @property
    def result(self) -> Result | None:
        """The result, provisional or final; None before the end."""
        return self.game.result

    @property
    def provisional(self) -> bool:
        """Whether a result may still change: not signed by both, or an appeal is open (Articles 16.3,
        16.4)."""
        return self.result is not None and (self.phase == "counted" or bool(self.state.appeals))

    @property
    def passes(self) -> int:
        """Consecutive passes up to now that count for the stop: those since the start, or since play was resumed."""
        since = self.game.moves[self.state.counted_from :]
        stones = [index for index, move in enumerate(since) if move.point != self.game.pass_point]
        return len(since) - (stones[-1] + 1 if stones else 0)

    @property
    def move_number(self) -> int:
        """How many moves and passes have been made."""
        return self.game.position.move_number

    def handle(self, event: Event) -> Verdict:
        """Take an event and judge it.

        Returns the verdict. Raises RefereeError, and changes nothing, when the event is of no known kind,
        comes in the wrong phase, from the wrong side, or before the last one.
        """
        handler = self._check(event)
        calls = self.clock.due(event.at) if self.clock is not None else []
        verdict = self._flag(event.at) if _flagged(calls) else handler(self, event)
        if self.clock is not None and self.clock.running is not None:
            said = self.clock.poll(event.at)
            if _flagged(said):  # the handler has started the clock of a side that has no time at all
                verdict, calls = self._flag(event.at), [*calls, said[-1]]
        if calls or not isinstance(event, events.Tick):
            self.log.append(event)
            self.state.last_at = event.at
        return replace(verdict, calls=tuple(calls))

    def _check(self, event: Event) -> Handler:
        """Refuse what is out of order; returns the handler of the event."""
        row = TABLE.get(type(event))
        name = type(event).__name__
        if row is None:
            raise RefereeError(f"unknown event {name}")
        if event.at < self.state.last_at:
            raise RefereeError(f"{name}: at {event.at} ms, but it is already {self.state.last_at} ms")
        phases, handler = row
        if self.state.phase not in phases:
            raise RefereeError(f"{name}: not while the game is {self.state.phase}")
        player = getattr(event, "player", BLACK)
        nobody = isinstance(event, events.Scattered | events.Ruling | events.Incident | events.Absent)
        if player not in ((0, BLACK, WHITE) if nobody else (BLACK, WHITE)):
            raise RefereeError(f"{name}: no such player: {player!r}")
        return handler

    def _flag(self, at: int) -> Verdict:
        """The running side has used up its time (Article 23.5)."""
        assert self.clock is not None and self.clock.running is not None
        loser = self.clock.running
        self.clock.poll(at)
        return self.end(at, Result.lost_by(loser, "time"), "23.5", loser, "time used up")

    # What the handlers use

    def note(self, at: int, kind: EntryKind, article: str, player: int, text: str, effect: str = "none") -> int:
        """Write a ledger entry; returns its number."""
        return self.ledger.add(at, self.move_number, kind, article, player, text, effect).number

    def end(self, at: int, result: Result, article: str, player: int, text: str) -> Verdict:
        """End the game with a result that stands unless a ruling changes it."""
        self.game.result = result
        self.state.phase, self.state.pending = "over", None
        if self.clock is not None:
            self.clock.stop()
        words = f"{text}: {result.said()}"
        entry = self.note(at, "result", article, player, words, result.sgf())
        return Verdict(article, "over", words, result=result, entry=entry)

    def warn(self, at: int, player: int, article: str, text: str) -> Verdict:
        """Enter a warning; the second one in a game loses it (Article 25.2)."""
        entry = self.note(at, "warning", article, player, text, "warning")
        self.state.warnings[player] += 1
        if self.state.warnings[player] >= 2:
            return self.end(at, Result.lost_by(player, "foul_two_warnings"), "25.2", player, "second warning")
        return Verdict(article, "warned", text, entry=entry)

    def hold(self, at: int, pending: Pending) -> None:
        """Stop time and wait for a ruling."""
        pending.back_to = self.state.phase
        self.state.phase, self.state.pending = "suspended", pending
        self.hold_clock(at)

    def hold_clock(self, at: int) -> None:
        """Stop the running clock, if one runs."""
        if self.clock is not None and self.clock.running is not None and not self.clock.paused:
            self.clock.pause(at)

    def release_clock(self, at: int) -> None:
        """Let a held clock run on."""
        if self.clock is not None and self.clock.paused:
            self.clock.resume(at)

    def next_clock(self, at: int, move_done: bool = True) -> None:
        """End the running time and start that of the side to move, or stop both when the game has stopped.

        move_done False: the running side has made no move, its time brings no renewal.
        """
        if self.clock is None:
            return
        if self.clock.running is not None:
            self.clock.press(at, move_done)
        if self.state.phase == "playing" and self.clock.flagged is None:
            self.clock.start(self.game.position.to_move, at)


def _flagged(calls: Sequence[ClockEvent]) -> bool:
    """Whether a flag is among what the clock says."""
    return any(call.kind == "flag" for call in calls)
