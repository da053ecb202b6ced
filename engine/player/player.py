"""The player: choose a move within a budget, analyse until stopped, say which stones are dead."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.config import Settings
from engine.game.game import Game
from engine.game.handicap import compensation
from engine.game.status import Statuses
from engine.player import judges
from engine.player.budget import Budget
from engine.player.dame import fillable
from engine.player.ending import Ending
from engine.player.fates import FAR, Fates
from engine.player.levels import Level, level, limit, pick
from engine.player.priority import give_way
from engine.player.report import Choice, Report, ReportHandler
from engine.player.searcher import CoreSearcher, Searcher
from engine.player.stop import StopSignal
from engine.player.variety import in_opening, vary
from engine.player.wish import NO_WISH, Wish
from gocore import Position, playout
from gocore.report import NOTHING

if TYPE_CHECKING:
    from engine.net.evaluator import NetEvaluator

POLL_S = 0.02
"""How often a search under way is looked at to see whether it may end."""
HASTE_S = 0.001
"""How often a search that must end is told so: before it is under way it does not hear."""
OPENING_S = 5.0
"""The longest wait for a network before a game; making a foreign one for the first time takes longer."""
DECIDED = 0.7
"""A pass while less than this share of the points is decided is an accident of a short search."""
SECOND_LOOK = Budget(200, 200, 64)
"""What is spent to find a move after all."""
MOST_TRIED = 4
"""Moves found in a second look of which the count afterwards is made."""
LOST = 0.1
"""Chance to win that a play to settle a fate must not cost."""
LEAST_ENDING_MS = 1000
"""Less than this of a clock's time, or than twice what the last count took, is too little to count the game again."""
UNHURRIED_MS = 4000
"""With less than this of a clock's time for a move the counts are done with less work."""
LEAST_LOOK_MS = 60
"""Less than this of a clock's time is left alone."""
SURE = 0.6
TINY = 25
OPEN_PLAYOUTS = 100
LEAST_MEMORY = 16
"""MiB of the smallest search tree."""
OWNER_PLAYOUTS = 1000


class Player:
    """An engine without a protocol. Calls may come from one thread at a time; `stop` signals come from
    any.
    """

    def __init__(self, settings: Settings, searcher: Searcher | None = None) -> None:
        """Set the player up; the search is made at the first move. searcher: for tests, instead of the core's."""
        self.settings = settings
        self.say: judges.Say = lambda line: None
        self._scripted = searcher
        self._searchers: dict[bool, CoreSearcher] = {}
        self._judge: NetEvaluator | None = None
        self._judge_known = False
        self._opening: threading.Thread | None = None
        self._pondering: tuple[StopSignal, threading.Thread] | None = None
        self._fates: Fates | None = None
        self._random = random.Random(settings.seed)

    @classmethod
    def open(cls, **options: object) -> "Player":
        """Make a player from options by name (`net`, `visits`, `threads`, `memory`, `seed` …). Raises
        ConfigError.
        """
        return cls(Settings().with_(options))

    def searcher(self, game: Game) -> Searcher:
        """The search for a board of this size: with the network where that knows the size, else with playouts."""
        if self._scripted is not None:
            return self._scripted
        judge = self._open_judge()
        if judge is not None and not judge.allows(game.width, game.height):
            judge = None
        key = judge is not None
        if key not in self._searchers:
            self._searchers.clear()  # one tree at a time: both would take twice the memory that was granted
            self._searchers[key] = self._new_searcher(judge)
        return self._searchers[key]

    def _new_searcher(self, judge: "NetEvaluator | None") -> CoreSearcher:
        """Make a search; where the memory asked for cannot be had, with half, a quarter … of it, which is said."""
        seed, threads, memory = self._random.getrandbits(60), self.settings.search_threads, self.settings.memory
        while True:
            try:
                made = CoreSearcher(seed, threads, memory, judge)
            except MemoryError:
                if memory <= LEAST_MEMORY:
                    raise
                memory = max(LEAST_MEMORY, memory // 2)
            else:
                if memory < self.settings.memory:
                    self.say(f"memory: {self.settings.memory} MiB cannot be had; the search tree takes {memory} MiB")
                return made

    def warm(self) -> None:
        """Begin to open the network in the background, where one is asked for.

        The thread is no daemon: a process that ends while onnxruntime is being loaded would be aborted.
        """
        if self._scripted is None and judges.net_path(self.settings) is not None and self._opening is None:
            self._opening = threading.Thread(target=self._open_now, name="net")
            self._opening.start()

    def settle(self) -> None:
        """Wait until the network that `warm` opens is there, a few seconds at most: then no clock pays for it."""
        if self._opening is not None:
            self._opening.join(OPENING_S)

    def _open_now(self) -> None:
        self._judge = judges.open_judge(self.settings, self.say)
        self._judge_known = True
        self._prepare()

    def _prepare(self) -> None:
        """Open what each search thread needs of the network while no clock runs."""
        if self._judge is not None:
            self._judge.prepare(self.settings.search_threads)

    def _open_judge(self) -> "NetEvaluator | None":
        if self._opening is not None:
            self._opening.join()
            self._opening = None
        if not self._judge_known:
            self._open_now()
        return self._judge

    def configure(self, settings: Settings) -> None:
        """Take other settings; the search is made anew when one that it was built from has changed."""
        old, self.settings = self.settings, settings
        other_judge = judges.net_path(old) != judges.net_path(settings)
        if other_judge:
            self._open_judge()
            self._judge, self._judge_known = None, False
            self.warm()  # before any clock runs
            self.settle()
        if other_judge or any(getattr(old, name) != getattr(settings, name) for name in ("threads", "memory", "seed")):
            self.close()
            self._random = random.Random(settings.seed)
            if self._opening is None:
                self._prepare()

    # --- thinking -------------------------------------------------------------------------------------------

    def choose(
        self,
        game: Game,
        budget: Budget | None = None,
        on_report: ReportHandler | None = None,
        *,
        color: int | None = None,
        interval_ms: int = 1000,
        stop: StopSignal | None = None,
        may_pass: bool = True,
        wish: Wish = NO_WISH,
    ) -> Choice:
        """Choose a move for `color` (None: the side to move); the game is not changed.

        budget None: time_per_move or visits of the settings. on_report: called from this thread each
        interval_ms. may_pass False: pass only where nothing else is legal or sensible. Always returns a legal
        move or a pass.
        """
        self.stop_pondering()
        started = time.monotonic_ns()
        mover = game.position.to_move if color is None else color
        strength = level(self.settings.level)
        budget = limit(budget or self.default_budget(), strength)
        moves = [p for p in game.position.legal(mover) if not wish.only or p in wish.only]
        if not moves:
            return Choice(mover, game.pass_point, False, Report(mover, 0, 0.5), since_ms(started))
        if not may_pass:
            sensible = frozenset(moves).intersection(_sensible(game, mover))
            wish = replace(wish, only=sensible or frozenset([game.pass_point]))
        rest = budget.after(since_ms(started))  # the end of pondering took its time
        report = self._think(game, mover, rest, on_report, interval_ms, stop or StopSignal(), wish)
        look = _look(budget.left(since_ms(started)))
        if report.point in (None, game.pass_point) and may_pass and self._open(game):
            report, wish = self._instead(game, report, replace(wish, only=frozenset(moves)), wish, look)
        point = self._pick(game, report, strength, wish.only)
        ending = self._ending(game, report, lambda: budget.left(since_ms(started)))
        if not wish.only and _goes_round(game, mover, point):
            look = _look(budget.left(since_ms(started)))
            free = look is not None and self._pass_is_free(game, report, wish, look)
            point = game.pass_point if free else point  # such a fate hangs on whose turn it is for ever
        elif not wish.only and point == game.pass_point and strength.visits is None:
            point = self._last_point(game, report, ending)
        elif not may_pass or (not wish.only and strength.visits is None and _is_ending(game)):
            point = ending.kept(point)
        return Choice(mover, point, self._resigns(game, report), report, since_ms(started))

    def stopgap(self, game: Game, color: int) -> Choice:
        """Choose any legal move that fills no eye of its own, else pass; no search, no judge."""
        points = _sensible(game, color)
        point = self._random.choice(points) if points else game.pass_point
        return Choice(color, point, False, Report(color, 0, 0.5), 0)

    def analyse(
        self,
        game: Game,
        on_report: ReportHandler,
        *,
        color: int | None = None,
        interval_ms: int = 1000,
        stop: StopSignal | None = None,
        budget: Budget | None = None,
        wish: Wish = NO_WISH,
        first_ms: int | None = None,
    ) -> Report:
        """Search until the signal or the budget ends it, and report after first_ms (None: interval_ms), then each
        interval_ms. Returns the last report.

        budget: None is without end where there is a signal to end it, and what a move takes where there is none.
        """
        self.stop_pondering()
        mover = game.position.to_move if color is None else color
        if stop is None:
            stop, budget = StopSignal(), budget or self.default_budget()
        if stop.is_set:  # whoever asked has already asked for something else
            return Report(mover, 0, 0.5)
        return self._think(game, mover, budget or Budget(), on_report, interval_ms, stop, wish, first_ms)

    def default_budget(self) -> Budget:
        """What a move takes when no clock runs."""
        if self.settings.visits is not None:
            return Budget(visits=self.settings.visits)
        each = round(self.settings.time_per_move * 1000)
        return Budget(each, each)

    def _think(
        self,
        game: Game,
        color: int,
        budget: Budget,
        on_report: ReportHandler | None,
        interval_ms: int,
        stop: StopSignal,
        wish: Wish = NO_WISH,
        first_ms: int | None = None,
    ) -> Report:
        searcher = self.searcher(game)
        bonus2 = 2 * compensation(game.rules, game.given) if game.rules.core.scoring == "area" else 0
        finished = threading.Event()
        failure: list[BaseException] = []

        def run() -> None:
            if on_report is not None:
                give_way()
            try:
                searcher.run(game.position, color, budget.visits, budget.max_ms, wish, bonus2)
            except BaseException as error:
                failure.append(error)
            finally:
                finished.set()

        started = time.monotonic()
        worker = threading.Thread(target=run, name="search", daemon=True)
        worker.start()
        due = started + (interval_ms if first_ms is None else first_ms) / 1000
        stop.when_set(searcher.stop)
        try:
            while not finished.is_set():
                now = time.monotonic()
                wait = POLL_S if on_report is None else min(POLL_S, max(0.0, due - now))
                if finished.wait(wait):
                    break
                now = time.monotonic()
                if stop.is_set or self._may_end(budget, searcher, now - started):
                    searcher.stop()
                elif on_report is not None and now >= due:
                    on_report(searcher.snapshot(wish=wish))
                    due += interval_ms / 1000
        finally:  # also when a report finds nobody to read it: a search left running aborts the process at its end
            while not finished.wait(HASTE_S):
                searcher.stop()
            worker.join()
        if failure:
            raise failure[0]
        return searcher.snapshot(wish=wish)

    def _may_end(self, budget: Budget, searcher: Searcher, elapsed: float) -> bool:
        """Whether thinking on is worth nothing, or not worth its time."""
        if budget.target_ms is None or budget.max_ms is None:
            return False
        target, most = budget.target_ms / 1000, budget.max_ms / 1000
        if elapsed < min(0.1, target):
            return False
        report = searcher.snapshot(moves=8)
        if len(report.moves) < 2:
            return elapsed >= target
        first = max(report.moves, key=lambda row: row.visits)
        second = sorted(row.visits for row in report.moves)[-2]
        rate = report.visits / elapsed
        lead = first.visits - second
        best = max(report.moves, key=lambda row: row.winrate if row.visits * 10 >= first.visits else 0.0)
        decided = best.point == first.point or lead > rate * (most - elapsed)  # more time would be granted for nothing
        if elapsed < target:
            return budget.saves and decided and lead > rate * (target - elapsed)
        return decided

    def _pick(self, game: Game, report: Report, strength: Level, only: frozenset[int]) -> int:
        """The move to play: what the search would, or what a level or variety makes of its candidates."""
        if report.point is None or report.point == game.pass_point:
            return game.pass_point
        rows = [row for row in report.moves if row.point != game.pass_point]
        if not rows:  # one visit has looked at no move
            return report.point
        if self.settings.variety > 0 and strength.temperature <= 0 and in_opening(game):
            return vary(game.position, report.color, rows, self.settings.variety, self._random, only)
        return pick(rows, strength, self._random).point

    def _instead(
        self, game: Game, passing: Report, playing: Wish, wish: Wish, look: Budget | None
    ) -> tuple[Report, Wish]:
        """Find a move where a pass may be an accident, unless passing loses nothing against it; else it stands.

        look: for each of two short searches; None where there is no time for them, and the search that passed decides.
        """
        if look is None:
            rows = [row for row in passing.moves if row.point != game.pass_point]
            if rows and rows[0].winrate >= passing.winrate - NOTHING:
                return replace(passing, point=rows[0].point), playing
            return passing, wish
        found = self._think(game, passing.color, look, None, 1000, StopSignal(), playing)
        unasked = self._judge is None and not passing.moves  # after one visit without a net nothing speaks for it
        if unasked or not self._pass_is_free(game, found, wish, look):
            return found, playing
        return passing, wish

    def _last_point(self, game: Game, report: Report, ending: Ending) -> int:
        """What to play before passing: what settles a fate, or a neutral point; else the pass."""
        point = None
        if game.rules.friendly_pass:
            lead = None if report.score is None or self._judge is None else report.score
            point = ending.last(lead)
        if point is None:
            point = fillable(game.position, report.color)
        return game.pass_point if point is None else point

    def _ending(self, game: Game, report: Report, left: Callable[[], int | None]) -> Ending:
        """The end of a game after a search. left: milliseconds of its budget, None without a clock."""

        longest_ms = LEAST_ENDING_MS // 2

        def judge(position: Position) -> Statuses:
            nonlocal longest_ms
            began = time.monotonic_ns()
            found = self._dead(position, 1.0 if (most := left()) is None else min(1.0, most / UNHURRIED_MS))
            longest_ms = max(longest_ms, since_ms(began))
            return found

        def seek(game: Game, color: int, points: frozenset[int]) -> list[int]:
            look = SECOND_LOOK if (most := left()) is None else SECOND_LOOK.capped(most // 4)
            found = self._think(game, color, look, None, 1000, StopSignal(), Wish(only=points))
            if color == report.color and _loses(found, report):
                return []
            return [row.point for row in found.moves if row.point in points][:MOST_TRIED]

        return Ending(game, report.color, judge, seek, lambda: (most := left()) is None or most >= 2 * longest_ms)

    def _pass_is_free(self, game: Game, report: Report, wish: Wish, look: Budget) -> bool:
        """Whether a short search finds that passing loses nothing against what was found."""
        only = replace(wish, only=frozenset([game.pass_point]))
        passed = self._think(game, report.color, look, None, 1000, StopSignal(), only)
        points = (report.score or 0.0) - (passed.score or 0.0)
        return passed.winrate >= report.winrate - NOTHING and points <= 1

    def _open(self, game: Game) -> bool:
        """Whether so much is open that passing cannot be right, however little a short search has seen."""
        area = game.position.area
        if area <= TINY:
            return False
        owner = playout.light(game.position, OPEN_PLAYOUTS, game.position.hash).ownership
        return sum(abs(one) > SURE for one in owner) < DECIDED * area

    def _resigns(self, game: Game, report: Report) -> bool:
        """Whether the game is lost and old enough to say so."""
        area = game.position.area
        return (
            self.settings.resign > 0
            and report.visits >= 100
            and report.winrate < self.settings.resign
            and len(game.moves) >= area // 4
        )

    # --- the opponent's time --------------------------------------------------------------------------------

    def ponder(self, game: Game) -> None:
        """Think on in the background, for the side to move, until anything else is asked for."""
        self.stop_pondering()
        stop, copy = StopSignal(), game.copy()
        thread = threading.Thread(
            target=self._think,
            args=(copy, copy.position.to_move, Budget(), None, 1000, stop),
            name="ponder",
            daemon=True,
        )
        self._pondering = stop, thread
        thread.start()

    def stop_pondering(self) -> None:
        """End the thinking in the background, if there is any; its tree is kept."""
        if self._pondering is not None:
            stop, thread = self._pondering
            stop.set()
            thread.join()
            self._pondering = None

    # --- the end of the game --------------------------------------------------------------------------------

    def ownership(self, game: Game) -> list[float]:
        """Say who ends up owning each point: +1 Black, -1 White."""
        self.stop_pondering()
        return playout.light(game.position, OWNER_PLAYOUTS, game.position.hash).ownership

    def statuses(self, game: Game, effort: float = 1.0) -> Statuses:
        """Say which chains are alive, dead or in seki, whoever is to move. effort: share of the usual work, 0 .. 1."""
        self.stop_pondering()
        return self._dead(game.position, effort)

    def _dead(self, position: Position, effort: float = 1.0) -> Statuses:
        if self._fates is None:
            self._fates = Fates(None if self._scripted is not None else self._open_judge())
        return self._fates(position, effort)

    def close(self) -> None:
        """Give back what the search holds; the next move makes a new one."""
        self.stop_pondering()
        self._searchers.clear()
        self._fates = None


def _look(left_ms: int | None) -> Budget | None:
    """What each of two second looks may take of what a clock leaves; None where that is too little to see anything."""
    if left_ms is None:
        return SECOND_LOOK
    return SECOND_LOOK.capped(left_ms // 2) if left_ms >= LEAST_LOOK_MS else None


def _is_ending(game: Game) -> bool:
    """Whether somebody has passed, so that all that is left is to be counted."""
    return game.rules.friendly_pass and any(move.point == game.pass_point for move in game.moves)


def _loses(report: Report, against: Report) -> bool:
    """Whether a search sees the side so far behind what another has seen that nothing speaks for its moves."""
    points = (against.score or 0.0) - (report.score or 0.0)
    return report.winrate < against.winrate - LOST or points > FAR


def _goes_round(game: Game, color: int, point: int) -> bool:
    """Whether a play that simple ko allows brings back a board that has been there, as kos in a seki do for ever."""
    if game.position.rules.ko != "simple" or point == game.pass_point:
        return False
    return game.position.with_rules(game.position.rules.replace(ko="positional")).would_repeat(point, color)


def _sensible(game: Game, color: int) -> list[int]:
    """The legal moves that fill no eye of the mover's own, as playouts see eyes."""
    position = game.position
    if position.to_move != color:
        position = position.copy()
        position.setup(to_move=color)
    kept = frozenset(playout.candidates(position))
    return [point for point in position.legal() if point in kept]


def since_ms(started_ns: int) -> int:
    """Return the whole milliseconds since a moment of `time.monotonic_ns`."""
    return (time.monotonic_ns() - started_ns) // 1_000_000
