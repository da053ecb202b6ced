"""A slow board that shares nothing with the core: flood fill, sets and whole positions compared.

It is written from the articles, one rule a function, and is the judge in every property test of gocore.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

Stones = tuple[int, ...]
"""Colours, one a point, row by row from the top: 0 empty, 1 Black, 2 White."""


@dataclass(frozen=True)
class Size:
    """Columns and rows."""

    width: int
    height: int

    @property
    def area(self) -> int:
        return self.width * self.height

    def beside(self, point: int) -> Iterator[int]:
        """Yield the orthogonal neighbours of a point."""
        y, x = divmod(point, self.width)
        for dy, dx in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            if 0 <= y + dy < self.height and 0 <= x + dx < self.width:
                yield point + dy * self.width + dx

    def diagonal(self, point: int) -> Iterator[int]:
        """Yield the diagonal neighbours of a point."""
        y, x = divmod(point, self.width)
        for dy, dx in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            if 0 <= y + dy < self.height and 0 <= x + dx < self.width:
                yield point + dy * self.width + dx


@cache
def neighbours(size: Size) -> tuple[tuple[int, ...], ...]:
    """Return the orthogonal neighbours of every point."""
    return tuple(tuple(size.beside(point)) for point in range(size.area))


def flood(size: Size, stones: Sequence[int], start: int) -> tuple[set[int], set[int]]:
    """Return the connected points of start's colour, and all points of other colours next to them."""
    beside, color = neighbours(size), stones[start]
    inside, edge, todo = {start}, set(), [start]
    while todo:
        for n in beside[todo.pop()]:
            if stones[n] != color:
                edge.add(n)
            elif n not in inside:
                inside.add(n)
                todo.append(n)
    return inside, edge


def liberties(size: Size, stones: Sequence[int], point: int) -> set[int]:
    """Return the liberties of the chain at a point (Article 3)."""
    return {n for n in flood(size, stones, point)[1] if stones[n] == 0}


def after_play(size: Size, stones: Stones, point: int, color: int) -> tuple[Stones, set[int], bool]:
    """Play without asking whether it is legal (Article 4: the opponent's stones go first).

    Returns the position, the points cleared, and whether the mover's own chain went off.
    """
    new = list(stones)
    new[point] = color
    removed: set[int] = set()
    for n in size.beside(point):
        if new[n] == 3 - color and not liberties(size, new, n):
            chain = flood(size, new, n)[0]
            removed |= chain
            for p in chain:
                new[p] = 0
    if liberties(size, new, point):
        return tuple(new), removed, False
    chain = flood(size, new, point)[0]
    for p in chain:
        new[p] = 0
    return tuple(new), chain, True


@dataclass
class OracleGame:
    """A game with everything it has seen: one (stones, to_move) an entry, the start first."""

    size: Size
    ko: str = "positional"
    suicide: bool = False
    to_move: int = 1
    seen: list[tuple[Stones, int]] = field(default_factory=list)
    barred: list[tuple[int, int] | None] = field(default_factory=list)
    """Per entry the simple ko: (point, colour that may not play there), or None."""
    prisoners: list[tuple[int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.seen:
            self.seen.append(((0,) * self.size.area, self.to_move))
            self.barred.append(None)
            self.prisoners.append((0, 0, 0))

    @property
    def stones(self) -> Stones:
        return self.seen[-1][0]

    def why_not(self, point: int, color: int) -> str | None:
        """Return why a move is refused ("occupied", "suicide", "ko", "superko"), or None."""
        if self.stones[point]:
            return "occupied"
        if self.barred[-1] == (point, color):
            return "ko"
        after, removed, suicide = after_play(self.size, self.stones, point, color)
        if suicide and (not self.suicide or removed == {point}):
            return "suicide"
        if self.ko == "positional" and any(stones == after for stones, _ in self.seen):
            return "superko"
        if self.ko == "situational" and (after, 3 - color) in self.seen:
            return "superko"
        return None

    def legal(self, color: int) -> list[int]:
        """Return the points where this colour may play."""
        return [p for p in range(self.size.area) if self.why_not(p, color) is None]

    def play(self, point: int, color: int) -> int:
        """Play a legal move; return the number of stones removed."""
        after, removed, suicide = after_play(self.size, self.stones, point, color)
        lone = flood(self.size, after, point)[0] == {point} if not suicide else False
        is_ko = lone and len(removed) == 1 and liberties(self.size, after, point) == removed
        lost = color if suicide else 3 - color
        counts = list(self.prisoners[-1])
        counts[lost] += len(removed)
        self._enter(after, 3 - color, (min(removed), 3 - color) if is_ko else None, (0, counts[1], counts[2]))
        return len(removed)

    def pass_(self, color: int) -> None:
        """Pass."""
        self._enter(self.stones, 3 - color, None, self.prisoners[-1])

    def setup(self, changes: dict[int, int], to_move: int) -> None:
        """Put stones down or pick them up."""
        stones = tuple(changes.get(p, c) for p, c in enumerate(self.stones))
        self._enter(stones, to_move, None, self.prisoners[-1])

    def undo(self) -> None:
        """Take back the last entry."""
        for entries in (self.seen, self.barred, self.prisoners):
            entries.pop()  # type: ignore[attr-defined]
        self.to_move = self.seen[-1][1]

    def copy(self) -> "OracleGame":
        return OracleGame(
            self.size, self.ko, self.suicide, self.to_move, list(self.seen), list(self.barred), list(self.prisoners)
        )

    def _enter(
        self, stones: Stones, to_move: int, barred: tuple[int, int] | None, prisoners: tuple[int, int, int]
    ) -> None:
        self.seen.append((stones, to_move))
        self.barred.append(barred)
        self.prisoners.append(prisoners)
        self.to_move = to_move


def all_breathe(size: Size, stones: Stones) -> bool:
    """Say whether every chain has a liberty."""
    return all(liberties(size, stones, p) for p in range(size.area) if stones[p])


def area_owner(size: Size, stones: Stones, dead: Iterable[int] = ()) -> list[int]:
    """Return whose each point is by area counting (Article 9); 0 is shared. `dead` names all the dead stones."""
    lifted = set(dead)
    left = tuple(0 if p in lifted else c for p, c in enumerate(stones))
    owner = list(left)
    for p in range(size.area):
        if left[p] == 0:
            colors = {left[n] for n in flood(size, left, p)[1]}
            owner[p] = colors.pop() if len(colors) == 1 else 0
    return owner


def is_own_eye(size: Size, stones: Stones, point: int, color: int) -> bool:
    """Say whether playouts keep a point as their own eye: own stones at all sides, and at most one enemy stone at the
    diagonals, none when the point lies on the edge."""
    if any(stones[n] != color for n in size.beside(point)):
        return False
    corners = list(size.diagonal(point))
    enemies = sum(stones[n] == 3 - color for n in corners)
    return enemies == 0 if len(corners) < 4 else enemies < 2
