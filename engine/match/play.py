"""One game between two engines, refereed: moves asked for and judged, clocks kept, the end agreed and
counted.

The referee (engine.game.referee) alone decides; engines are told. The game's clock advances by what each
engine took, measured at its pipe, so a busy harness costs nobody time. `play_game` never raises: whatever
goes wrong is a record with its reason, and what is no engine's fault is void.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.coords import format_vertex, parse_vertex
from engine.errors import EngineFault, HarnessFault, VertexError
from engine.game.clock import Clock
from engine.game.cycles import Policy, played_under
from engine.game.game import Game
from engine.game.handicap import free_points
from engine.game.referee import EventRules, Referee, Verdict, events
from engine.game.result import Result
from engine.game.rules import RuleSet, parse
from engine.game.timespec import TimeSpec
from engine.match.record import GameRecord, MovePlayed, Outcome, Reason, Warned
from engine.match.seat import Answer, Seat
from engine.match.spec import GameJob, GameSettings
from engine.match.store import now
from engine.protocol.transcript import Transcript
from gocore import BLACK, EMPTY, WHITE, GoError

SIDE = {BLACK: "Black", WHITE: "White"}
SLACK_MS = 50
"""How much longer than the clock allows an answer is awaited, so that a late one is seen to be late."""

_KINDS = {
    "count": Reason.SCORE,
    "resign": Reason.RESIGN,
    "time": Reason.TIME,
    "foul_two_warnings": Reason.ILLEGAL,
    "ruling_draw": Reason.RULING,
    "replay": Reason.NO_RESULT,
    "no_result": Reason.NO_RESULT,
}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; `detail` is one line for people."""

    outcome: Outcome
    reason: Reason
    detail: str = ""
    margin2: int | None = None
    dead: tuple[int, ...] = ()


def won_by(color: int, reason: Reason, detail: str) -> Ending:
    """A win without a count."""
    return Ending(Outcome.BLACK if color == BLACK else Outcome.WHITE, reason, detail)


def lost_by(color: int, reason: Reason, detail: str) -> Ending:
    """A loss without a count; `detail` is put after the loser's side."""
    return won_by(BLACK + WHITE - color, reason, f"{SIDE[color]}: {detail}")


def play_game(job: GameJob, on_start: Callable[[int], None] | None = None) -> GameRecord:
    """Play a job's game to its end and return the record; a fault of the harness comes back as a void record.

    on_start: gets the process id of each engine, which is also its process group.
    """
    started = now()
    table: _Table | None = None
    try:
        with contextlib.ExitStack() as stack:
            table = _Table(job, stack, on_start)
            ending = table.play()
    except (HarnessFault, GoError, OSError) as error:
        ending = Ending(Outcome.VOID, Reason.HARNESS, str(error))
    except Exception as error:  # a fault of ours must not end an event
        ending = Ending(Outcome.VOID, Reason.HARNESS, f"{type(error).__name__}: {error}")
    record = GameRecord(
        id=job.id,
        black=job.black.name,
        white=job.white.name,
        outcome=ending.outcome,
        reason=ending.reason,
        detail=ending.detail,
        margin2=ending.margin2,
        dead=ending.dead,
        width=job.settings.width,
        height=job.settings.height,
        rules=job.settings.rules,
        komi2=job.settings.komi2,
        handicap=job.handicap,
        seed=job.seed,
        opening=job.opening.name,
        lag_ms=job.settings.lag_ms,
        black_time=job.black.time or job.settings.time,
        white_time=job.white.time or job.settings.time,
        started=started,
        finished=now(),
    )
    return record if table is None else table.fill(record)


def ruled_by(settings: GameSettings) -> tuple[RuleSet, Policy]:
    """The rule set of a game, and what a repetition brings.

    A rule set that wants a ruling gets the draw that Article 20.3 allows, because nobody is there to rule.
    """
    rules = parse(settings.rules).with_komi2(settings.komi2)
    policy: Policy = rules.cycle if settings.cycles == "rules" else settings.cycles
    return played_under(rules, policy), "draw" if policy == "ask" else policy


@dataclass(slots=True)
class _Views:
    """What both engines said of their own chances, move by move, for adjudication."""

    below: float
    moves: int
    seen: dict[int, list[float | None]] = field(default_factory=lambda: {BLACK: [], WHITE: []})

    def loser(self) -> int | None:
        """The side that both engines have seen below the threshold for long enough."""
        recent = {color: views[-self.moves :] for color, views in self.seen.items()}
        if not self.below or any(len(views) < self.moves or None in views for views in recent.values()):
            return None
        for color in (BLACK, WHITE):
            own, other = recent[color], recent[BLACK + WHITE - color]
            if all((v or 0) < self.below for v in own) and all((v or 0) > 1 - self.below for v in other):
                return color
        return None


class _Table:
    """A board with two seats and a referee, for one game."""

    def __init__(self, job: GameJob, stack: contextlib.ExitStack, on_start: Callable[[int], None] | None) -> None:
        self.job, self.settings = job, job.settings
        rules, policy = ruled_by(self.settings)
        self.game = Game.new(self.settings.width, self.settings.height, rules)
        self.times = {
            BLACK: TimeSpec.parse(job.black.time or self.settings.time or "none"),
            WHITE: TimeSpec.parse(job.white.time or self.settings.time or "none"),
        }
        self.handicap = self._place_opening()
        timed = any(spec.timed for spec in self.times.values())
        self.clock = Clock(self.times[BLACK], self.times[WHITE], self.settings.lag_ms) if timed else None
        event = EventRules(policy=policy, max_resumptions=self.settings.resumptions)
        self.referee = Referee(self.game, self.clock, event, str(job.id))
        named = self.game.rules.same_rules(parse(self.settings.rules))
        self.rules = self.settings.rules if named else self.game.rules.to_kata_json()
        self.moves = [MovePlayed(move.color, move.point) for move in self.game.moves]
        self.opening_moves = len(self.moves)
        self.at = 0
        self.spent = {BLACK: 0, WHITE: 0}
        self.views = _Views(self.settings.resign_below / 100, self.settings.resign_moves)
        self.notes: list[str] = []
        self.claims = {BLACK: "", WHITE: ""}
        self.longest = self.settings.longest
        self.transcript = ""
        self.seats: dict[int, Seat] = {}
        log = self._transcript(stack)
        for color, spec in ((BLACK, job.black), (WHITE, job.white)):
            note = None if log is None else _marked(log, SIDE[color][0])
            seat = Seat(spec, color, self.settings, seed=job.seed, transcript=note, on_start=on_start)
            self.seats[color] = stack.enter_context(seat)

    def _place_opening(self) -> tuple[int, ...]:
        """Put handicap or opening on the board; returns the handicap stones."""
        width, height, count = self.settings.width, self.settings.height, self.job.handicap
        if count:
            points = free_points(width, height, count)
            self.game.place_handicap(points)
            return tuple(points)
        opening = self.job.opening
        if opening.black or opening.white:
            self.game.setup(opening.black, opening.white)
        for color, point in opening.moves:
            self.game.play(point, color)
        return ()

    def _transcript(self, stack: contextlib.ExitStack) -> Transcript | None:
        if not self.job.transcripts:
            return None
        folder = Path(self.job.transcripts)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.job.id}.log"
        path.unlink(missing_ok=True)  # of an attempt that was cut off
        log = Transcript(path)
        stack.callback(log.close)
        self.transcript = f"{folder.name}/{path.name}"
        return log

    def fill(self, record: GameRecord) -> GameRecord:
        """Add to a record what was seen at the table."""
        return replace(
            record,
            rules=self.rules,
            opening_moves=self.opening_moves,
            setup_black=self.handicap or self.job.opening.black,
            setup_white=self.job.opening.white,
            moves=tuple(self.moves),
            black_engine=self.seats[BLACK].info if BLACK in self.seats else record.black_engine,
            white_engine=self.seats[WHITE].info if WHITE in self.seats else record.white_engine,
            black_ms=self.spent[BLACK],
            white_ms=self.spent[WHITE],
            claims=(self.claims[BLACK], self.claims[WHITE]),
            notes=tuple(self.notes),
            warnings=self._warnings(),
            transcript=self.transcript,
        )

    def _warnings(self) -> tuple[Warned, ...]:
        """The warnings of the referee's ledger; where the first illegal move loses, it is no warning."""
        if self.settings.illegal == "loss":
            return ()
        entries = (entry for entry in self.referee.ledger if entry.kind == "warning")
        return tuple(Warned(entry.player, entry.article, f"move {entry.move}: {entry.text}") for entry in entries)

    # -- the course of a game

    def play(self) -> Ending:
        """From the engines' greeting to the result."""
        if (spoilt := self._set_up()) is not None:
            return spoilt
        self.referee.handle(events.Start(self.at))
        while self.referee.phase != "over":
            ending = self._turn() if self.referee.phase == "playing" else self._agree()
            if ending is not None:
                return ending
        result = self.referee.result
        assert result is not None
        return self._of_result(result, self.referee.ledger[-1].text)

    def _set_up(self) -> Ending | None:
        """Start both engines and bring them to the opening position; an ending where one or both fail."""
        faults: dict[int, EngineFault] = {}
        for color, seat in self.seats.items():
            try:
                seat.greet()
                seat.prepare(self.game.rules, self.times[color])
                if self.handicap:
                    seat.place_handicap(self.handicap)
                for stones, side in ((self.job.opening.black, BLACK), (self.job.opening.white, WHITE)):
                    for point in stones:
                        seat.play(side, point)
                for move in self.moves:
                    seat.play(move.color, move.point)
            except EngineFault as fault:
                faults[color] = fault
        if len(faults) == 2:
            words = "; ".join(f"{SIDE[color]}: {fault}" for color, fault in faults.items())
            return Ending(Outcome.NONE, Reason(faults[BLACK].reason), words)
        return next((lost_by(color, Reason(f.reason), str(f)) for color, f in faults.items()), None)

    def _turn(self) -> Ending | None:
        """One move by the side to move; an ending where the game ends outside the referee's own rules."""
        color = self.game.position.to_move
        if len(self.moves) >= self.longest:
            return self._at_limit()
        try:
            answer = self._ask(color)
        except EngineFault as fault:
            return lost_by(color, Reason(fault.reason), f"{fault} (move {len(self.moves) + 1})")
        self.at += answer.ms
        self.spent[color] += answer.ms
        event = self._event(color, answer.text)
        verdict = self.referee.handle(event)
        if isinstance(event, events.Resign) or (verdict.outcome == "over" and verdict.article != "25.2"):
            return None
        if verdict.outcome in ("void", "warned", "over"):
            return self._void(color, answer, verdict, no_vertex=isinstance(event, events.Play) and event.point < 0)
        point = event.point if isinstance(event, events.Play) else self.game.pass_point
        self._note_move(color, point, answer)
        if (loser := self.views.loser()) is not None:
            return won_by(
                BLACK + WHITE - loser,
                Reason.ADJUDICATED,
                f"both engines saw {SIDE[loser]} below {self.settings.resign_below:g} % "
                f"for {self.settings.resign_moves} moves",
            )
        return self._tell(BLACK + WHITE - color, color, point)

    def _ask(self, color: int) -> Answer:
        """Get a move from an engine; what is missing at the deadline becomes a loss on time or a stall."""
        seat, limit = self.seats[color], None
        if self.clock is not None and (budget := self.clock.banks[color].budget()) is not None:
            if not _per_move(self.times[color]):
                seat.time_left(*self.clock.left(color, self.at).gtp())
            limit = budget + self.settings.lag_ms
        patience = self.settings.stall_ms if limit is None else min(limit + SLACK_MS, self.settings.stall_ms)
        try:
            return seat.genmove(patience, analyze=self.views.below > 0, cleanup=self.referee.state.resumptions > 0)
        except EngineFault as fault:
            if fault.reason == Reason.STALL and limit is not None and patience > limit:
                self.notes.append(f"{SIDE[color]}: no answer when its time was up")
                return Answer("pass", patience)  # the flag has fallen; what it would have played is no matter
            raise

    def _event(self, color: int, text: str) -> events.Event:
        """Read an engine's words: a move, a pass, a resignation; what is none of them is judged as a play off
        the board.
        """
        if text.lower() == "resign":
            return events.Resign(self.at, color)
        try:
            point = parse_vertex(text, self.settings.width, self.settings.height)
        except VertexError:
            self.notes.append(f"{SIDE[color]} answered {text[:40]!r} at move {len(self.moves) + 1}")
            return events.Play(self.at, color, -1)
        return events.Pass(self.at, color) if point == self.game.pass_point else events.Play(self.at, color, point)

    def _void(self, color: int, answer: Answer, verdict: Verdict, no_vertex: bool) -> Ending | None:
        """A move that is none: the loss of the game, or Article 19's pass, of which both engines are told."""
        if self.settings.illegal == "loss" or verdict.outcome == "over":
            second = " (second warning)" if verdict.outcome == "over" else ""
            reason = self.game.moves[-1].comment.removeprefix("void ") if self.game.moves else verdict.text
            number, said = len(self.moves) + 1, answer.text[:40]
            what = f"illegal move {said} at move {number}, {reason}"
            if no_vertex:
                what = f"answered {said!r} at move {number}, which is no point of the board"
            return lost_by(color, Reason.ILLEGAL, what + second)
        self.notes.append(f"move {len(self.moves) + 1}: {verdict.text}")
        self._note_move(color, self.game.pass_point, answer, verdict.text)
        try:
            self.seats[color].take_back_and_pass(self._played())
        except EngineFault as fault:
            return lost_by(color, Reason(fault.reason), f"could not be brought in step: {fault}")
        return self._tell(BLACK + WHITE - color, color, self.game.pass_point)

    def _note_move(self, color: int, point: int, answer: Answer, comment: str = "") -> None:
        left = None
        if self.clock is not None and self.times[color].timed:
            left = self.clock.left(color, self.at)
        shown = (None, None) if left is None else (left.main_ms or left.period_ms, left.count or None)
        self.moves.append(MovePlayed(color, point, answer.ms, comment, *shown))
        self.views.seen[color].append(answer.winrate)

    def _played(self) -> list[tuple[int, int]]:
        """All stones and moves since the empty board, for an engine that must replay them."""
        opening = self.job.opening
        stones = [(BLACK, p) for p in (self.handicap or opening.black)] + [(WHITE, p) for p in opening.white]
        return stones + [(move.color, move.point) for move in self.moves]

    def _tell(self, listener: int, color: int, point: int) -> Ending | None:
        """Tell the other engine of a move; refusing what the referee allowed loses."""
        try:
            self.seats[listener].play(color, point)
        except EngineFault as fault:
            vertex = format_vertex(point, self.settings.width, self.settings.height)
            return lost_by(listener, Reason(fault.reason), f"told of {vertex} at move {len(self.moves)}: {fault}")
        return None

    def _at_limit(self) -> Ending:
        text = f"{len(self.moves)} moves"
        if self.settings.at_limit == "none":
            return Ending(Outcome.NONE, Reason.MOVE_LIMIT, text)
        counted = self._of_result(self.game.finish(()), f"{text}, all stones counted as alive")
        return replace(counted, reason=Reason.MOVE_LIMIT)

    # -- the end

    def _agree(self) -> Ending | None:
        """Both have passed: ask for dead stones, let the referee count or send them back to play.

        Where the rules know no agreement he has counted already.
        """
        if self.referee.phase == "counted":
            return self._counted(self.referee.ledger[-1].text)
        lists = self._dead_lists()
        self.referee.handle(events.DeadStones(self.at, BLACK, lists[BLACK]))
        verdict = self.referee.handle(events.DeadStones(self.at, WHITE, lists[WHITE]))
        if verdict.outcome == "resumed":
            self.notes.append(f"move {len(self.moves)}: {verdict.text}")
            self.longest = max(self.longest, len(self.moves) + self.settings.area)
            return None
        return self._counted(verdict.text)

    def _counted(self, text: str) -> Ending:
        """The referee's count as an ending; what the engines counted is kept beside it."""
        score = self.referee.score
        assert score is not None
        ending = self._of_result(score.result(), text)
        self._compare_claims(ending)
        return replace(ending, dead=score.dead)

    def _dead_lists(self) -> dict[int, tuple[int, ...]]:
        """Either engine's dead stones; one that does not say accepts the other's, two that do not call all
        alive.
        """
        if self.settings.score == "tromp-taylor":
            return {BLACK: (), WHITE: ()}
        said: dict[int, tuple[int, ...] | None] = {}
        for color, seat in self.seats.items():
            try:
                said[color] = seat.dead()
            except EngineFault as fault:
                self.notes.append(f"{SIDE[color]} gave no list of dead stones: {fault}")
                said[color] = None
        lists = {}
        for color in (BLACK, WHITE):
            points = said[color] if said[color] is not None else said[BLACK + WHITE - color]
            stones = tuple(p for p in points or () if p < self.game.pass_point and self.game.position[p] != EMPTY)
            if points is not None and len(stones) < len(points):
                self.notes.append(f"{SIDE[color]} called empty points dead")
            lists[color] = stones
        return lists

    def _compare_claims(self, ending: Ending) -> None:
        """Keep what the engines themselves counted, and say where that differs from the referee's count."""
        ours = Result.counted(ending.margin2 or 0).sgf()
        for color, seat in self.seats.items():
            try:
                self.claims[color] = seat.final_score()
            except EngineFault as fault:
                self.notes.append(f"{SIDE[color]}: final_score: {fault}")
                continue
            claim = self.claims[color]
            if claim and Result.parse_sgf(claim.replace(",", ".")).sgf() != ours:
                self.notes.append(f"{SIDE[color]} counted {claim}, the referee {ours}")

    def _of_result(self, result: Result, detail: str) -> Ending:
        """A referee's result as an ending."""
        reason = _KINDS.get(result.kind, Reason.RULING)
        if result.kind == "replay":
            return Ending(Outcome.VOID, reason, detail)
        if result.void:
            return Ending(Outcome.NONE, reason, detail)
        margin2 = None
        if result.kind == "count":
            margin2 = result.margin2 if result.winner != WHITE else -result.margin2
        outcome = {BLACK: Outcome.BLACK, WHITE: Outcome.WHITE}.get(result.winner, Outcome.DRAW)
        return Ending(outcome, reason, detail, margin2)


def _per_move(time: TimeSpec) -> bool:
    """Whether every move has the same time, so that whole seconds of `time_left` would only mislead."""
    return not time.main_ms and (time.system, time.stones or time.periods) in (("canadian", 1), ("byoyomi", 1))


def _marked(log: Transcript, letter: str) -> Callable[[str, str], None]:
    """Write an engine's lines to the game's transcript under its side's letter."""
    return lambda mark, line: log.write(mark, f"{letter} {line}")
