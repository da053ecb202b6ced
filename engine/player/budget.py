"""From the clock to the next move: how long to think at best, how long at most, and what delays cost.

Pure arithmetic in whole milliseconds; nobody looks at a clock here. Principles: never lose on time; time that comes
back every move (a byo-yomi period) is used up; time that does not is spread over the moves still expected.
"""

from dataclasses import dataclass, replace

from engine.game.clock import Bank

MIN_MS = 5
"""The shortest thought worth the name: what is used when there is no time at all."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one move may take.

    target_ms: stop here when the best move is clear. max_ms: stop here in any case. Both None: no limit in time.
    visits: the limit of visits, None for none. saves: whether unused time is kept for later moves, so that it is worth
    stopping early. clocked: whether max_ms is what a clock grants, so that not even a second look may go beyond it.
    """

    target_ms: int | None = None
    max_ms: int | None = None
    visits: int | None = None
    saves: bool = True
    clocked: bool = False

    def capped(self, limit_ms: int) -> "Budget":
        """The same, but never over `limit_ms`."""
        target = limit_ms if self.target_ms is None else min(self.target_ms, limit_ms)
        most = limit_ms if self.max_ms is None else min(self.max_ms, limit_ms)
        return replace(self, target_ms=target, max_ms=most)

    def left(self, used_ms: int) -> int | None:
        """What a clock leaves after a part of the time; None where no clock runs."""
        return max(0, (self.max_ms or 0) - used_ms) if self.clocked else None

    def after(self, used_ms: int) -> "Budget":
        """What is left to think in when a clock has already run for the move; the same where none runs."""
        left = self.left(used_ms)
        return self if left is None else self.capped(max(MIN_MS, left))


def moves_left(area: int, plies: int) -> int:
    """Expect how many moves one side still has to make, never too few to be safe.

    Games end after about 0.7 of the points have been played; late in the game a tenth of the board is kept in hand.
    """
    return max((area * 7 // 10 - plies) // 2, area // 10, 5)


def plan(bank: Bank, area: int, plies: int, lag_ms: int, visits: int | None = None) -> Budget:
    """Divide the time of one side.

    bank: its clock now. area: points of the board; plies: moves played. lag_ms: what a move costs beyond thinking.
    A side without a time system gets no limit in time.
    """
    limit = bank.budget()
    if limit is None:
        return Budget(visits=visits)
    spec = bank.spec
    margin = lag_ms + 20
    left = moves_left(area, plies)
    share = bank.main_ms // left
    saves = True
    if bank.in_period:
        # The rest of a period that runs: to think beyond it would cost the period, at the end of the last one the game.
        target = most = _usable(bank.main_ms, margin)
        saves = False
    elif spec.system in ("byoyomi", "countdown") and bank.periods:
        period = spec.period_ms
        usable = _usable(period, margin)
        # Main time and one period may be used in full: only a second whole period would be gone for good.
        most = bank.main_ms + usable
        if bank.main_ms <= usable:
            target, saves = most, False
        else:
            target = min(max(usable * 5 // 4, share), most)
            most = min(most, target * 3)
    elif spec.system == "canadian" and bank.stones:
        target = _usable(bank.period_left_ms, margin * bank.stones) // bank.stones
        most = min(target * 3, _usable(bank.period_left_ms, margin * bank.stones))
        saves = bank.stones > 1
    elif spec.system == "canadian":
        each = _usable(spec.period_ms, margin * spec.stones) // spec.stones
        most = bank.main_ms + each
        target = min(max(each * 5 // 4, share), most)
        most = min(most, target * 3)
        saves = bank.main_ms > each
    else:
        usable = _usable(bank.main_ms, margin)
        target = min(share + spec.increment_ms * 9 // 10, usable)
        most = min(target * 3, max(usable // 3, min(target, usable)))
        if spec.move_cap_ms:
            most = min(most, _usable(spec.move_cap_ms, margin))
    target = max(MIN_MS, min(target, most))
    return Budget(target, max(MIN_MS, most), visits, saves, clocked=True)


def _usable(milliseconds: int, margin: int) -> int:
    """What can be thought of a stretch of time that must not be exceeded: less the margin, less 3 in 100 for noise."""
    return max(0, milliseconds - margin - milliseconds * 3 // 100)


class LagMeter:
    """Learn what a move costs beyond the thinking, from what the controller says before and after moves of ours.

    Pipes, a slow machine and the network make the controller's clock run on after the engine has answered. `time_left`
    has whole seconds, so that only what exceeds one second of rounding is believed; and as clocks are also set back,
    for an adjourned game or by a bridge that starts anew, no more than MOST_MS.
    """

    ROUNDING_MS = 1000
    MOST_MS = 3_000

    def __init__(self) -> None:
        self.learnt_ms = 0
        self._expected_ms: int | None = None
        self._moved = False

    def told(self, left_ms: int | None) -> None:
        """Take the main time that the controller says is left; None in overtime, which tells nothing of lag."""
        if self._moved:
            excess = 0
            if left_ms is not None and self._expected_ms is not None and self._expected_ms > 0:
                excess = min(max(0, self._expected_ms - left_ms - self.ROUNDING_MS), self.MOST_MS)
            # Up at once, down slowly: one late packet is forgotten after some ten moves.
            self.learnt_ms = max(excess, self.learnt_ms * 4 // 5)
        self._expected_ms, self._moved = left_ms, False

    def moved(self, cost_ms: int) -> None:
        """Take what a move of ours cost the main time by our own reckoning; less than none for a gain (Fischer)."""
        if self._expected_ms is not None:
            self._expected_ms -= cost_ms
        self._moved = True

    def disown(self) -> None:
        """Compare nothing with the last report: the game went on otherwise than by our moves."""
        self._expected_ms, self._moved = None, False
