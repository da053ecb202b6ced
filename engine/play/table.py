"""A game at one table, from its start to its signed result.

The referee is told what happens, people are told what he says.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from engine.coords import format_vertex, parse_vertex
from engine.errors import GameError, TianyuanError, VertexError
from engine.game.referee import Event, Referee, Verdict, events
from engine.play import agree, saved
from engine.play.screen import Screen
from engine.play.seats import EngineSeat
from gocore import BLACK, WHITE

SIDE = {BLACK: "Black", WHITE: "White"}
HELP = """\
  D4        play there (any point of the board)     pass      pass; two passes running end the game
  undo      take back your last move                resign    give the game up
  board     show the board again                    time      how much time is left
  score     what the engine thinks of the position  quit      save the game and leave it; Ctrl-C does the same"""


class Left(Exception):
    """A player leaves the table; the game is saved."""


class Table:
    """One game.

    seats: the engine for each side that it plays; the other sides are people at the screen. now: ms on a clock that
    only grows. record: where the game is saved. strict: an illegal move is void and a pass, by the text (Articles 19,
    20); otherwise it is merely refused.
    """

    def __init__(
        self,
        ref: Referee,
        seats: Mapping[int, EngineSeat],
        screen: Screen,
        now: Callable[[], int],
        record: Path,
        strict: bool = False,
    ) -> None:
        self.ref = ref
        self.seats = seats
        self.screen = screen
        self.now = now
        self.record = record
        self.strict = strict

    def run(self) -> int:
        """Play until the game is over (returns 0) or left (returns 1). Record and state are saved either way."""
        try:
            self._open()
            while self.ref.phase != "over":
                self._turn()
        except (Left, KeyboardInterrupt):
            self._leave()
            return 1
        saved.save(self.ref, self.record)
        saved.forget_state(self.record)
        self.screen.say(f"The record is in {self.record}.")
        return 0

    def _open(self) -> None:
        if self.ref.phase in ("adjourning", "adjourned"):
            raise GameError("the game is adjourned with a sealed move: a referee must open it, this table has none")
        if self.ref.phase == "waiting":
            self.tell(events.Start(self.now()))
        elif self.ref.phase == "halted":
            self.tell(events.GoOn(self.now()))
        if len(self.seats) < 2:
            self.screen.say("Type a point such as D4, or `help`. Ctrl-C saves the game and leaves it.")
        self.show()

    def _leave(self) -> None:
        if self.ref.phase == "playing":
            self.tell(events.Halt(self.now()))
        saved.save(self.ref, self.record)
        state = saved.state_path(self.record)
        self.screen.say(f"\nSaved. Go on with: tianyuan play --resume {state}")

    def _turn(self) -> None:
        if self.ref.phase == "stopped":
            agree.agree(self)
        elif self.ref.phase == "suspended":
            agree.repetition(self)
        elif self.ref.phase == "counted":
            self._sign()
        elif self.ref.game.position.to_move in self.seats:
            self._engine_moves()
        else:
            self._person_moves()

    # What the referee says

    def tell(self, event: Event) -> Verdict:
        """Tell the referee, and say aloud what the clock calls and what ends the game."""
        verdict = self.ref.handle(event)
        for call in verdict.calls:
            self.screen.say(f"  [{SIDE[call.color]}'s clock] {call.text}")
        if verdict.outcome in ("void", "warned", "over", "resumed", "counted", "taken_back"):
            self.screen.say(verdict.text)
        return verdict

    def tick(self) -> None:
        """Let time go by."""
        self.tell(events.Tick(self.now()))

    def show(self) -> None:
        """Show the board with the last move, the prisoners and the clocks."""
        game = self.ref.game
        last = game.moves[-1].point if game.moves else None
        self.screen.board(game.position, last)
        prisoners = f"prisoners: Black {game.position.captured(WHITE)}, White {game.position.captured(BLACK)}"
        self.screen.say("   ".join([prisoners, *self._times()]))

    def _times(self) -> list[str]:
        clock = self.ref.clock
        if clock is None:
            return []
        shown = []
        for color in (BLACK, WHITE):
            left = clock.left(color, self.now())
            if left.budget_ms is None:
                continue
            main = f"{left.main_ms // 60_000}:{left.main_ms // 1000 % 60:02}"
            extra = f"{left.period_ms // 1000} s x {left.count}" if left.count else ""
            parts = [main] * bool(left.main_ms or not extra) + [extra] * bool(extra)
            shown.append(f"{SIDE[color]} {' + '.join(parts)}")
        return shown

    # Moves

    def _engine_moves(self) -> None:
        color = self.ref.game.position.to_move
        choice = self.seats[color].choose(self.ref, self.tick)
        if self.ref.phase != "playing":
            return
        if choice.resigns:
            self.tell(events.Resign(self.now(), color))
            return
        self._move(color, choice.point)

    def _move(self, color: int, point: int) -> None:
        game = self.ref.game
        is_pass = point == game.pass_point
        name = format_vertex(point, game.width, game.height)
        self.screen.say(f"{SIDE[color]}: {name}")
        now = self.now()
        self.tell(events.Pass(now, color) if is_pass else events.Play(now, color, point))
        if not is_pass:
            self.show()

    def wait_for_line(self, prompt: str) -> str | None:
        """Ask, and let the clock run meanwhile; None when the game ended before an answer came. Raises Left at the end
        of the input.
        """
        phase = self.ref.phase
        self.screen.ask(prompt)
        while True:
            try:
                line = self.screen.line(0.1)
            except EOFError:
                raise Left from None
            self.tick()
            if self.ref.phase != phase:
                return None
            if line is not None:
                return line

    def _person_moves(self) -> None:
        color = self.ref.game.position.to_move
        line = self.wait_for_line(f"{SIDE[color]} to move: ")
        if line:
            self.obey(color, line)

    def obey(self, color: int, line: str) -> None:
        """Do what a person to move has typed; what cannot be done is said, and changes nothing."""
        word = line.split()[0].lower()
        does = {
            "help": lambda: self.screen.say(HELP),
            "?": lambda: self.screen.say(HELP),
            "board": self.show,
            "time": lambda: self.screen.say("   ".join(self._times()) or "this game has no clock"),
            "score": self._estimate,
            "undo": lambda: self._undo(color),
            "resign": lambda: self.tell(events.Resign(self.now(), color)),
            "quit": self.leave,
        }.get(word)
        try:
            if does is not None:
                does()
            else:
                self._person_plays(color, line)
        except TianyuanError as error:
            self.screen.say(f"  {error}")

    def leave(self) -> NoReturn:
        """Leave the table; the game is saved."""
        raise Left

    def _person_plays(self, color: int, text: str) -> None:
        game = self.ref.game
        try:
            point = parse_vertex(text, game.width, game.height)
        except VertexError as error:
            self.screen.say(f"  {error}; `help` shows what can be typed")
            return
        reason = None if point == game.pass_point else game.position.legality(point, color)
        if reason is not None and not self.strict:
            self.screen.say(f"  {text.upper()} is not allowed: {reason}")
            return
        self._move(color, point)

    def _undo(self, color: int) -> None:
        """Take back to the asking side's own last move: with an engine opposite that is two moves."""
        moves = self.ref.game.moves
        back = next((n for n, move in enumerate(reversed(moves), 1) if move.color == color), 0)
        if len(self.seats) == 0:
            back = 1 if moves else 0
        if not back:
            raise GameError("there is no move of yours to take back" if self.seats else "there is no move to take back")
        self.tell(events.Undo(self.now(), color, back))
        self.show()

    def _estimate(self) -> None:
        seat = next(iter(self.seats.values()), None)
        if seat is None:
            self.screen.say("  no engine sits at this table")
            return
        score = self.ref.game.score(seat.dead(self.ref.game))
        self.screen.say("  as it stands, by the engine: " + "; ".join(score.lines()))

    def _sign(self) -> None:
        """Show the count; people and engine sign it."""
        assert self.ref.score is not None
        for line in self.ref.score.lines():
            self.screen.say(f"  {line}")
        for color in (BLACK, WHITE):
            self.tell(events.Sign(self.now(), color))
