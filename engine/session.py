"""One controller's state: a game, its clock and a player. Values in, values out; every refusal leaves all as
it was.

GTP's handlers, the JSON server and a person's terminal all talk to this; none of them holds state of its own.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.config import Settings
from engine.game import handicap, rules
from engine.game.clock import Clock
from engine.game.game import Game, Move
from engine.game.rules import RuleSet
from engine.game.scoring import Score
from engine.game.status import Statuses
from engine.game.timespec import TimeSpec
from engine.player.budget import Budget, LagMeter, plan
from engine.player.player import Player, since_ms
from engine.player.report import Choice, Report, ReportHandler
from engine.player.stop import StopSignal
from engine.player.wish import NO_WISH, Wish
from gocore import BLACK, EMPTY, WHITE, Position

SearchNote = Callable[[Choice], None]

UNHURRIED_MS = 2000
"""With less time for a move than this, which stones are dead is judged with less work."""


class Session:
    """The state behind one door.

    Komi and rules survive a new board; players, moves, handicap and the clocks do not. Not for several
    threads at once: only a StopSignal may come from elsewhere.
    """

    def __init__(self, settings: Settings, player: Player | None = None) -> None:
        """Set up the start position of the settings. Raises ConfigError, RulesError or ClockError for bad
        ones.
        """
        self.settings = settings
        chosen = rules.parse(settings.rules)
        komi2 = chosen.komi2 if settings.komi is None else rules.parse_komi(settings.komi)
        self.game = Game.new(*settings.board_size, chosen, komi2)
        self.chosen, self.chosen_komi2 = chosen, komi2
        """What the settings and the controller chose: in force for records that say nothing of their own."""
        self.spec = TimeSpec.parse(settings.time) if settings.time is not None else TimeSpec("none")
        self.player = player or Player(settings)
        self.clock = Clock(self.spec)
        self.last: Choice | None = None
        self.on_search: SearchNote | None = None
        self.timed = False
        self._lag = {BLACK: LagMeter(), WHITE: LagMeter()}

    # --- the board ------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The present position; for reading only."""
        return self.game.position

    def new_board(self, width: int, height: int) -> None:
        """Start over on an empty board of this size; komi, rules and time system stay."""
        self.player.stop_pondering()
        self.player.settle()
        self.game = Game.new(width, height, self.game.rules)
        self._fresh_clock()

    def clear(self) -> None:
        """Start over on an empty board of the same size."""
        self.new_board(self.game.width, self.game.height)

    def set_komi2(self, komi2: int) -> None:
        """Change the komi, in half points."""
        self.player.stop_pondering()
        self.game.set_komi(komi2)
        self.chosen_komi2 = komi2

    def set_rules(self, chosen: RuleSet) -> None:
        """Change the rules; komi stays."""
        self.player.stop_pondering()
        self.game.set_rules(chosen)
        self.chosen = chosen

    def play(self, color: int, point: int) -> None:
        """Play a move, or pass with the pass point, for either colour. Raises IllegalMove."""
        self.player.stop_pondering()
        self.game.play(point, color)

    def play_sequence(self, moves: Sequence[tuple[int, int]]) -> None:
        """Play (colour, point) pairs, all or none. Raises IllegalMove."""
        self.player.stop_pondering()
        done = self.game.copy()
        for color, point in moves:
            done.play(point, color)
        self.game = done

    def undo(self, count: int = 1) -> None:
        """Take back moves, all or none. Raises GameError `cannot undo`."""
        self.player.stop_pondering()
        if count == 1:
            self.game.undo()
        else:
            done = self.game.copy()
            for _ in range(count):
                done.undo()
            self.game = done
        self.last = None
        for meter in self._lag.values():
            meter.disown()

    def setup(
        self,
        black: Sequence[int] = (),
        white: Sequence[int] = (),
        empty: Sequence[int] = (),
        to_move: int | None = None,
    ) -> None:
        """Put stones on the board and take some off. Raises GoError."""
        self.player.stop_pondering()
        self.game.setup(black, white, empty, to_move)

    def set_position(self, black: Sequence[int], white: Sequence[int]) -> None:
        """Start over from these stones, Black to move. Raises GoError."""
        self.player.stop_pondering()
        fresh = Game.new(self.game.width, self.game.height, self.game.rules)
        fresh.setup(black, white)
        self.game, self.last = fresh, None
        for meter in self._lag.values():
            meter.disown()

    def place_handicap(self, points: Sequence[int]) -> None:
        """Put Black's handicap stones on an empty board. Raises HandicapError, or GameError for a board with
        stones.
        """
        self.player.stop_pondering()
        self.game.place_handicap(points)

    def fixed_handicap(self, count: int) -> list[int]:
        """Place the fixed handicap of that many stones and return its points. Raises as `place_handicap`."""
        points = handicap.fixed_points(self.game.width, self.game.height, count)
        self.place_handicap(points)
        return points

    def free_handicap(self, count: int) -> list[int]:
        """Choose and place that many handicap stones, fewer where the board is too small for them."""
        most = max(0, self.game.position.area // handicap.MAX_FREE_SHARE)
        points = handicap.free_points(self.game.width, self.game.height, min(count, most))
        self.place_handicap(points)
        return points

    @property
    def empty(self) -> bool:
        """Whether no stone is on the board."""
        return all(self.position[point] == EMPTY for point in range(self.position.area))

    def take(self, game: Game) -> None:
        """Go on with another game, from a record; the time system stays."""
        self.player.stop_pondering()
        self.game = game
        self._fresh_clock()

    def _fresh_clock(self) -> None:
        """Begin a game: full clocks, nothing learnt, nothing said."""
        self.clock = Clock(self.spec)
        self._lag = {BLACK: LagMeter(), WHITE: LagMeter()}
        self.last = None

    # --- time -----------------------------------------------------------------------------------------------

    def set_time(self, spec: TimeSpec) -> None:
        """Give both sides a time system, full clocks; also in the middle of a game.

        The same one again, as some bridges send before each move, leaves what was learnt.
        """
        if spec != self.spec:
            self._lag = {BLACK: LagMeter(), WHITE: LagMeter()}
        self.spec = spec
        self.clock = Clock(spec)
        self.timed = True

    def set_left(self, color: int, left_ms: int, count: int) -> None:
        """Take over what the controller says a side has left, and learn from the difference."""
        self._lag[color].told(left_ms if count == 0 else None)
        self.clock.set_left(color, left_ms, count, 0)

    def budget(self, color: int) -> Budget:
        """What the clock, or where there is none the settings, grant for the next move of a side."""
        if self.spec.system == "visits":
            return Budget(visits=self.spec.visits)
        bank = self.clock.banks[color]
        if not bank.spec.timed:
            return self.player.default_budget()
        learnt = self._lag[color].learnt_ms
        if bank.periods:  # time that comes back: half of it is thought in, whatever has been learnt
            learnt = min(learnt, bank.spec.period_ms // 2)
        plies = len(self.game.moves)
        return plan(bank, self.position.area, plies, self.settings.lag + learnt, self.settings.visits)

    def _charge(self, color: int, used_ms: int) -> None:
        """Take the time of our own move off our own idea of the clock; the flag is the controller's to
        drop.
        """
        bank = self.clock.banks[color]
        if bank.spec.system == "fischer" and not bank.main_ms:
            bank = replace(bank, main_ms=1)  # a move without any time has its increment all the same
        limit = bank.budget()
        if limit is not None:
            after = self.clock.banks[color] = bank.after(max(0, min(used_ms, limit - 1)))
            self._lag[color].moved(bank.main_ms - after.main_ms)

    # --- thinking -------------------------------------------------------------------------------------------

    def choose(
        self,
        color: int,
        stop: StopSignal,
        *,
        commit: bool = True,
        cleanup: bool = False,
        on_report: ReportHandler | None = None,
        interval_ms: int = 1000,
        wish: Wish = NO_WISH,
        cap_ms: int | None = None,
    ) -> Choice:
        """Choose a move for a side and, with `commit`, play it; a resignation leaves the board as it is.

        cleanup: do not pass while dead stones of the opponent are on the board; once there are none only a stone of
        the opponent's is answered. cap_ms: a limit over that of the clock. Always gives a legal move, a pass, or
        (never without leave) a resignation.
        """
        started = time.monotonic_ns()
        budget = self.budget(color)
        if cap_ms is not None and budget.max_ms is not None:
            budget = budget.capped(cap_ms)
        may_pass = not (cleanup and self._to_clean(color, budget))
        budget = budget.after(since_ms(started))
        if cleanup and may_pass and not self._answers(color):
            choice = Choice(color, self.game.pass_point, False, Report(color, 0, 0.5), 0)
        else:
            choice = self.player.choose(
                self.game,
                budget,
                on_report,
                color=color,
                interval_ms=interval_ms,
                stop=stop,
                may_pass=may_pass,
                wish=wish,
            )
        choice = replace(choice, resigns=choice.resigns and not cleanup)
        if commit:
            used = since_ms(started)
            if not choice.resigns:
                self.game.play(choice.point, color, used_ms=used)
            self._charge(color, used)
            self.last = choice
        if self.on_search is not None:
            self.on_search(choice)
        return choice

    def stopgap(self, color: int, commit: bool) -> Choice:
        """Choose some legal move without any search: for when a fault of ours must not cost the game."""
        choice = self.player.stopgap(self.game, color)
        if commit:
            self.game.play(choice.point, color)
        return choice

    def _to_clean(self, color: int, budget: Budget) -> bool:
        """Whether the opponent has dead stones on the board; looks at fewer games where a clock leaves little time."""
        left = budget.left(0)
        effort = 1.0 if left is None else min(1.0, left / UNHURRIED_MS)
        enemy = BLACK + WHITE - color
        return any(self.position[point] == enemy for point in self.player.statuses(self.game, effort).dead_points)

    def _answers(self, color: int) -> bool:
        """Whether the opponent's last word was a stone, or nothing has been put down yet."""
        if not self.game.moves:
            return self.empty
        last = self.game.moves[-1]
        return last.color != color and last.point != self.game.pass_point

    def analyse(
        self,
        color: int,
        on_report: ReportHandler,
        stop: StopSignal,
        *,
        interval_ms: int = 1000,
        wish: Wish = NO_WISH,
    ) -> Report:
        """Search for a side until the signal; the board stays as it is."""
        return self.player.analyse(
            self.game,
            on_report,
            color=color,
            interval_ms=interval_ms,
            stop=stop,
            wish=wish,
        )

    def ownership(self) -> list[float]:
        """Who ends up owning each point, in the player's opinion: +1 Black, -1 White."""
        return self.player.ownership(self.game)

    def rest(self) -> None:
        """Think no more until asked; nothing else changes."""
        self.player.stop_pondering()

    def ponder(self) -> None:
        """Think in the opponent's time, where the settings say so."""
        if self.settings.ponder:
            self.player.ponder(self.game)

    # --- the end --------------------------------------------------------------------------------------------

    def statuses(self) -> Statuses:
        """Which chains are alive, dead or in seki, in the player's opinion; none is dead where the rules know no
        agreement upon it.
        """
        found = self.player.statuses(self.game)
        if self.game.rules.friendly_pass:
            return found
        return replace(found, alive=tuple(sorted((*found.alive, *found.dead))), dead=())

    def score(self) -> Score:
        """Count the game with the stones that the player thinks dead taken off."""
        found = self.statuses()
        return self.game.score(found.dead_points, found.seki_points)

    # --- options --------------------------------------------------------------------------------------------

    def configure(self, settings: Settings) -> None:
        """Take other settings for what follows; the game and the clocks stay."""
        self.player.stop_pondering()
        self.settings = settings
        self.player.configure(settings)

    def close(self) -> None:
        """End all thinking."""
        self.player.close()

    @property
    def last_move(self) -> Move | None:
        """The last move played, None at the start or after a set-up."""
        step = self.game.steps[-1] if self.game.steps else None
        return step if isinstance(step, Move) else None
