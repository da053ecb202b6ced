"""Whole-board repetition as a referee sees it (Articles 6 and 20): situations, cycles, and which of them is
excused.

Superko (the default) needs none of this: the core refuses the repeating play. The other policies play with
the simple ko and look at situations, that is, the board and the side to move, compared stone by stone and not
by hash.
"""

from dataclasses import dataclass, replace
from typing import Literal

from engine.game.rules import RuleSet
from engine.game.scoring import neighbours
from gocore import BLACK, EMPTY, WHITE, Position

Policy = Literal["superko", "draw", "replay", "ask", "no-result"]
"""superko: every repeating play is void. draw, replay, ask: what the third occurrence of an excused cycle brings, all
others being void. no-result: the third occurrence of any situation (the custom of territory counting)."""

Label = Literal["eternal life", "triple ko", "quadruple ko", "double two-stone capture", "cycle"]

THIRD = 3
"""At this occurrence of a situation neither side has given way for two full rounds (Article 20.3)."""


def played_under(rules: RuleSet, policy: Policy) -> RuleSet:
    """The rule set with the ko rule that a policy needs.

    Superko keeps the rule set's own, or takes the text's (positional) where that is the simple ko; every other policy
    plays with the simple ko, and the referee looks at the cycles.
    """
    if policy != "superko":
        return replace(rules, core=rules.core.replace(ko="simple"))
    return strict(rules) if rules.core.ko == "simple" else rules


def strict(rules: RuleSet) -> RuleSet:
    """The rule set with positional superko, as a dispute is played out (section A.2)."""
    return replace(rules, core=rules.core.replace(ko="positional"))


@dataclass(frozen=True, slots=True)
class Ply:
    """One step of play as the cycles see it: who moved, whether it was a pass, and the stones that it
    took."""

    color: int
    passed: bool
    captured: int


@dataclass(frozen=True, slots=True)
class Cycle:
    """The plies since the latest earlier occurrence of a situation.

    occurrence: how often the situation has now been on the board. kos: single-stone ko shapes on the board.
    """

    plies: tuple[Ply, ...]
    occurrence: int
    kos: int

    def taken(self, color: int) -> int:
        """Stones that a colour took in the cycle."""
        return sum(ply.captured for ply in self.plies if ply.color == color)

    @property
    def excused(self) -> bool:
        """Whether it is one of the rare exceptions of Article 20.3: no pass, and as many stones taken by each
        side.

        What is not excused (Article 20.4) may not keep a game from ending: the repeating play is void.
        """
        return not any(ply.passed for ply in self.plies) and self.taken(BLACK) == self.taken(WHITE)

    @property
    def label(self) -> Label:
        """The name that Article 20.3 gives the cycle, as far as the cycle itself shows it.

        False life cannot be told from triple ko by its cycle: the referee sees it only at the end.
        """
        takes = sorted(ply.captured for ply in self.plies)
        if len(takes) == 4 and takes == [0, 0, 2, 2]:
            return "eternal life"
        if len(takes) == 6 and takes == [0, 0, 1, 1, 2, 2]:
            return "double two-stone capture"
        if set(takes) == {1} and len(takes) in (6, 8):
            return "quadruple ko" if len(takes) == 8 or self.kos >= 4 else "triple ko"
        return "cycle"


class Situations:
    """The situations of a game in order, from its start (or from the last change of the board by hand).

    Only grows and shrinks at its end; it takes what the position shows and never plays itself.
    """

    def __init__(self, position: Position) -> None:
        self._keys = [_situation(position)]
        self._plies: list[Ply] = []
        self._counted_from = 0

    def push(self, position: Position, color: int, passed: bool, captured: int) -> Cycle | None:
        """Note the situation after a move or pass; position is the one after it.

        Returns the cycle that the move closed, None when the situation is new.
        """
        key = _situation(position)
        counted = enumerate(self._keys[self._counted_from :], self._counted_from)
        earlier = [index for index, old in counted if old == key]
        self._keys.append(key)
        self._plies.append(Ply(color, passed, captured))
        if not earlier:
            return None
        return Cycle(tuple(self._plies[earlier[-1] :]), len(earlier) + 1, count_kos(position))

    def pop(self) -> None:
        """Forget the last situation (the move was void or taken back)."""
        self._keys.pop()
        self._plies.pop()
        self._counted_from = min(self._counted_from, len(self._keys) - 1)

    def count_anew(self) -> None:
        """Let the present situation be the first of those that count: the referee has let the cycle go on."""
        self._counted_from = len(self._keys) - 1

    def restart(self, position: Position) -> None:
        """Forget all situations: the board was changed by hand, no cycle reaches across that."""
        self._keys, self._plies, self._counted_from = [_situation(position)], [], 0


def _situation(position: Position) -> bytes:
    return bytes(position[p] for p in range(position.area)) + bytes([position.to_move])


def count_kos(position: Position) -> int:
    """Count the single-stone kos on the board: an empty point where a lone stone would take a lone stone, and
    be in atari to it.
    """
    return sum(position[p] == EMPTY and _is_ko(position, p) for p in range(position.area))


def _is_ko(position: Position, point: int) -> bool:
    """Whether playing here takes exactly one stone, and that stone could retake at once but for the rule."""
    near = neighbours(point, position.width, position.height)
    for taker in (BLACK, WHITE):
        if any(position[q] != BLACK + WHITE - taker for q in near):
            continue
        lone = [q for q in near if position.liberties(q) == [point] and len(position.chain(q)) == 1]
        if len(lone) == 1:
            return True
    return False
