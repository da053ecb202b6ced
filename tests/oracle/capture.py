"""A slow reader: can a stone be captured for good, no board on a line coming again? The judge of gocore.local.

It keeps an answer only when no board on the way to it barred a move, so that what is kept holds whatever came before.
"""

from dataclasses import dataclass, field

from tests.oracle.board import Size, Stones, after_play, liberties

NEVER = 10**6
"""The ply of no board."""


class TooMuch(Exception):
    """The budget of boards is used up."""


@dataclass
class Hunt:
    """One question: the colour that is not the prey's hunts the stone at `prey` on the whole board."""

    size: Size
    prey: int
    hunter: int
    budget: int
    known: dict[tuple[Stones, int], bool] = field(default_factory=dict)

    def caught(self, stones: Stones) -> bool:
        """Whether the prey is off the board, and what took it cannot be taken at once."""
        if stones[self.prey] == 3 - self.hunter:
            return False
        around = [p for p in self.size.beside(self.prey) if stones[p] == self.hunter]
        return bool(stones[self.prey]) or all(len(liberties(self.size, stones, p)) > 1 for p in around)

    def own_eye(self, stones: Stones, point: int, color: int) -> bool:
        """Whether all sides are own or the edge, and at most one enemy is on the diagonals, none at the edge."""
        diagonal = list(self.size.diagonal(point))
        enemies = sum(stones[p] == 3 - color for p in diagonal) + (len(diagonal) < 4)
        return all(stones[p] == color for p in self.size.beside(point)) and enemies < 2

    def moves(self, path: list[Stones], color: int) -> tuple[list[Stones], int]:
        """The boards a play can make, and the earliest ply whose board barred one (its latest coming counts)."""
        stones, found, barred = path[-1], [], NEVER
        for point in range(self.size.area):
            if stones[point] or self.own_eye(stones, point, color):
                continue
            after, _, suicide = after_play(self.size, stones, point, color)
            if suicide:
                continue
            if after in path:
                barred = min(barred, max(ply for ply, board in enumerate(path) if board == after))
            else:
                found.append(after)
        return found, barred

    def forced(self, path: list[Stones], color: int) -> tuple[bool, int]:
        """Whether the prey falls with this colour to move, and the earliest ply above that the answer hangs on."""
        stones, ply = path[-1], len(path) - 1
        self.budget -= 1
        if self.budget < 0:
            raise TooMuch
        if self.caught(stones):
            return True, NEVER
        if (stones, color) in self.known:
            return self.known[stones, color], NEVER
        boards, barred = self.moves(path, color)
        if color != self.hunter:
            boards.insert(0, stones)  # the hunted side may pass
        answer = color != self.hunter
        for board in boards:
            result, hangs_on = self.forced([*path, board], 3 - color)
            barred = min(barred, hangs_on)
            if result == (color == self.hunter):
                answer = result
                break
        if barred >= ply:
            self.known[stones, color] = answer
        return answer, barred if barred < ply else NEVER


def can_capture(size: Size, stones: Stones, prey: int, first: int, budget: int) -> bool | None:
    """Answer the question with `first` to move; None when it would take more than `budget` boards."""
    try:
        return Hunt(size, prey, 3 - stones[prey], budget).forced([stones], first)[0]
    except TooMuch:
        return None
