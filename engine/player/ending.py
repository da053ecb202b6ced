"""The end of a game: what is left to play before a pass, by the stones that both sides would call dead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.game.game import Game
from engine.game.scoring import Score
from engine.game.status import Statuses
from engine.player.fates import FAR
from gocore import BLACK, EMPTY, WHITE, Position

A_POINT = 2
"""In half points."""

REPLIES = 2
"""Replies to a pass that are looked at."""

Judge = Callable[[Position], Statuses]
"""Says which chains are dead when the side to move moves next."""

Seek = Callable[[Game, int, frozenset[int]], list[int]]
"""Names the plays that a short search likes best for a colour among some points, the best first."""


@dataclass
class Ending:
    """A game that a side would end, counted with the stones that are dead if it moves next and if its opponent does.

    A pass lets the opponent move. Where that changes the count by more than a point, or the opponent's next play does,
    something is left to play. game: as it stands; it is not changed. in_time: whether there is time for another count.
    """

    game: Game
    color: int
    judge: Judge
    seek: Seek
    in_time: Callable[[], bool]

    def last(self, lead: float | None = None) -> int | None:
        """What to play instead of a pass, None where nothing is left, or no time.

        lead: points that the side is thought to lead by; a count that is far from it cannot be trusted.
        """
        if not self.in_time():
            return None
        if self._gained2(self._moving) > A_POINT:
            point = self._best(self._points(self._moving), A_POINT)
        elif lead is not None and abs(lead - self._own2(self._passing) / 2) > FAR:
            point = self._played_on()
        else:
            point = self._defence()
        return self._best(self._neutral(), A_POINT) if point is None else point

    def kept(self, point: int) -> int:
        """The play itself, or another where it would lose more than a point against the count as it is."""
        if not self.in_time():
            return point
        least2 = self._gained2(self._moving) - A_POINT
        if point == self.game.pass_point or self._gained2(self._after(point)) >= least2:
            return point
        other = self._best(frozenset(self.game.position.legal(self.color)), least2)
        return point if other is None else other

    @cached_property
    def _moving(self) -> Score:
        """The count if the side moves next."""
        return self._count(self.game, self.color)

    @cached_property
    def _passing(self) -> Score:
        """The count if it passes."""
        return self._count(self.game, BLACK + WHITE - self.color)

    def _played_on(self) -> int | None:
        """A play where the count cannot be trusted: what the search likes best, if a play costs nothing by itself."""
        legal = frozenset(self.game.position.legal(self.color))
        if not self._passing.area:
            return self._best(legal, -A_POINT)
        return next(iter(self._tried(legal)), None)

    def _defence(self) -> int | None:
        """A play against what the opponent would most like to play after a pass, None where that takes nothing."""
        after = self.game.copy()
        after.play(after.pass_point, self.color)
        opponent = BLACK + WHITE - self.color
        for reply in self.seek(after, opponent, frozenset(after.position.legal(opponent)))[:REPLIES]:
            if self.in_time() and self._gained2(count := self._after(self.game.pass_point, reply)) < -A_POINT:
                return self._best(self._points(count) | {reply}, -A_POINT)
        return None

    def _points(self, other: Score) -> frozenset[int]:
        """The empty points that decide between the count after a pass and another: those whose owner differs, and the
        liberties of such chains.
        """
        position = self.game.position
        undecided = {p for p in range(position.area) if other.owner[p] != self._passing.owner[p]}
        found = {p for p in undecided if position[p] == EMPTY}
        for stone in undecided - found:
            found.update(position.liberties(stone))
        return frozenset(found)

    def _neutral(self) -> frozenset[int]:
        """The empty points that are nobody's after a pass, where they count."""
        position, score = self.game.position, self._passing
        if not score.area:
            return frozenset()
        return frozenset(p for p in range(position.area) if position[p] == EMPTY and score.owner[p] == EMPTY)

    def _best(self, points: frozenset[int], least2: int) -> int | None:
        """The play among some points with the best count, None where none gains so many half points against a pass."""
        best, most2 = None, least2 - 1
        for point in self._tried(points):
            if self.in_time() and (gained2 := self._gained2(self._after(point))) > most2:
                best, most2 = point, gained2
        return best

    def _tried(self, points: frozenset[int]) -> Iterable[int]:
        legal = points.intersection(self.game.position.legal(self.color))
        return self.seek(self.game, self.color, legal) if legal else ()

    def _after(self, point: int, reply: int | None = None) -> Score:
        """The count after a play of the side, or a pass, and a reply."""
        game = self.game.copy()
        game.play(point, self.color)
        if reply is not None:
            game.play(reply, BLACK + WHITE - self.color)
        return self._count(game, game.position.to_move)

    def _gained2(self, score: Score) -> int:
        """By how many half points a count is better for the side than that after a pass."""
        return self._own2(score) - self._own2(self._passing)

    def _own2(self, score: Score) -> int:
        return score.margin2 if self.color == BLACK else -score.margin2

    def _count(self, game: Game, turn: int) -> Score:
        position = game.position
        if position.to_move != turn:
            position = position.copy()
            position.setup(to_move=turn)
        return game.score(self.judge(position).dead_points)
