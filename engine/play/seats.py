"""Who sits at the table: the engine, thinking in a thread of its own so that clock and keyboard are heard."""

import threading
from collections.abc import Callable

from engine.game.game import Game
from engine.game.referee import Referee
from engine.player.budget import Budget, plan
from engine.player.player import Player
from engine.player.report import Choice
from engine.player.stop import StopSignal

LAG_MS = 50
"""What a move costs beyond the thinking at this table."""


class EngineSeat:
    """The engine at one or both sides of a table. visits: the most of a search, None for no such limit."""

    def __init__(self, player: Player, visits: int | None = None) -> None:
        self.player = player
        self.visits = visits

    def choose(self, ref: Referee, wait: Callable[[], None]) -> Choice:
        """Choose a move for the side to move. wait: called again and again meanwhile; what it raises stops the
        thinking and is passed on.
        """
        game, budget = ref.game.copy(), self._budget(ref)
        stop, found = StopSignal(), list[Choice | BaseException]()

        def think() -> None:
            try:
                found.append(self.player.choose(game, budget, stop=stop))
            except BaseException as error:
                found.append(error)

        thread = threading.Thread(target=think, name="engine", daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                wait()
                thread.join(0.05)
        finally:
            stop.set()
            thread.join()
        result = found[0]
        if isinstance(result, BaseException):
            raise result
        return result

    def dead(self, game: Game) -> tuple[int, ...]:
        """The stones that the engine takes for dead."""
        return tuple(self.player.statuses(game).dead_points)

    def _budget(self, ref: Referee) -> Budget | None:
        """What the clock leaves for this move; None where no clock says anything."""
        if ref.clock is None:
            return None
        game = ref.game
        bank = ref.clock.banks[game.position.to_move]
        if not bank.spec.timed:
            return Budget(visits=bank.spec.visits) if bank.spec.visits else None
        return plan(bank, game.position.area, len(game.moves), LAG_MS, self.visits)
