"""Counting (Article 9): area in zi and quarter zi, territory with prisoners, taxes, handicap, button, komi.

Everything is exact in integers. Under area counting a quarter of a zi on the benchmark of half the board is
half a point of difference, so that one integer, `margin2`, is both: 4B + 2S - 2n*n - 4*komi(zi) = 2(B - W) -
2*komi(points).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.coords import format_vertex
from engine.errors import ScoreError
from engine.game.handicap import compensation
from engine.game.result import Result, number_of
from engine.game.rules import RuleSet
from gocore import BLACK, EMPTY, WHITE, Position
from gocore import score as core


@dataclass(frozen=True, slots=True)
class Score:
    """A count that can be shown point by point (Article 16.3).

    area: area counting (else territory). black, white: points of the board that count for a side, dead stones
    removed: stones and surrounded points under area counting, surrounded points alone under territory
    counting. shared: empty points between living stones of both. owner: one byte a point, 0 shared or
    nobody's, 1 Black, 2 White. dead: the stones taken as dead, in order. taken: prisoners that Black and
    White hold, the dead included (territory only counts them). tax: points that a tax takes from Black and
    White. bonus: points to White for a handicap. button: colour that holds the half point, or 0. komi2: half
    points.
    """

    width: int
    height: int
    area: bool
    black: int
    white: int
    shared: int
    owner: bytes
    dead: tuple[int, ...]
    taken: tuple[int, int]
    tax: tuple[int, int]
    bonus: int
    button: int
    komi2: int

    @property
    def margin2(self) -> int:
        """Black's lead in half points of difference; under area counting also in quarter zi over the
        benchmark."""
        difference = self.black - self.white - self.tax[0] + self.tax[1] - self.bonus
        if not self.area:
            difference += self.taken[0] - self.taken[1]
        button = {BLACK: 1, WHITE: -1}.get(self.button, 0)
        return 2 * difference + button - self.komi2

    def zi(self, color: int) -> Fraction:
        """A side's count in zi, shared points halved (Article 9; area counting, before komi)."""
        own = self.black if color == BLACK else self.white
        return Fraction(2 * own + self.shared, 2)

    @property
    def benchmark(self) -> Fraction:
        """Half of the board: who has more zi than this (komi aside) has won."""
        return Fraction(self.width * self.height, 2)

    @property
    def margin_zi(self) -> Fraction:
        """Black's lead over the benchmark in zi, komi taken off."""
        return Fraction(self.margin2, 4)

    def result(self) -> Result:
        """The result that this count gives."""
        return Result.counted(self.margin2, self.area)

    def lines(self) -> list[str]:
        """The count in words, a line for each thing counted, the result last."""
        if self.area:
            both = [f"{name} {_mixed(self.zi(color))} zi" for color, name in ((BLACK, "Black"), (WHITE, "White"))]
            counted = f"{', '.join(both)}; half of the board is {_mixed(self.benchmark)}"
            counted += f"; {number_of(self.shared, 'shared point')} halved" if self.shared else ""
        else:
            counted = (
                f"Black {number_of(self.black, 'point')} and {number_of(self.taken[0], 'prisoner')}, "
                f"White {number_of(self.white, 'point')} and {number_of(self.taken[1], 'prisoner')}"
            )
        extras = [f"{what} {amount}" for what, amount in self._extras() if amount]
        return [counted, *extras, self.result().said()]

    def _extras(self) -> list[tuple[str, str]]:
        komi = Fraction(self.komi2, 4 if self.area else 2)
        button = {BLACK: "Black", WHITE: "White"}.get(self.button, "")
        return [
            ("tax (Black, White):", f"{self.tax[0]}, {self.tax[1]}" if any(self.tax) else ""),
            ("to White for the handicap:", str(self.bonus or "")),
            ("half a point for the button:", button),
            ("komi:", f"{_mixed(komi)} {'zi' if self.area else 'points'}" if komi else ""),
        ]


def _mixed(value: Fraction) -> str:
    """Write a fraction as people do: `2 3/4`, `-1/2`, `7`."""
    whole, part = divmod(abs(value), 1)
    words = ([str(whole)] if whole or not part else []) + ([str(part)] if part else [])
    return ("-" if value < 0 else "") + " ".join(words)


def whole_chains(position: Position, dead: Sequence[int]) -> tuple[int, ...]:
    """The stones of every chain that one of these points belongs to, in order (Article 8: chains die whole).

    Raises ScoreError when a point is empty or off the board.
    """
    stones: set[int] = set()
    for point in dead:
        if not 0 <= point < position.area:
            raise ScoreError(f"dead stone at {point}: not on the board")
        if position[point] == EMPTY:
            vertex = format_vertex(point, position.width, position.height)
            raise ScoreError(f"dead stone at {vertex}: the point is empty")
        if point not in stones:
            stones.update(position.chain(point))
    return tuple(sorted(stones))


def count(
    position: Position,
    rules: RuleSet,
    dead: Sequence[int] = (),
    handicap: int = 0,
    button: int = 0,
    seki: Sequence[int] | None = None,
) -> Score:
    """Count a position by a rule set, these stones taken as dead.

    dead: points; any stone of a chain stands for it. handicap: stones given (for White's compensation). button: who
    holds it. seki: stones in seki, for rules that tax their eyes; None finds them by their shape (`seki_stones`).
    Returns the Score; komi is the rule set's. Raises ScoreError for a dead stone on an empty point.
    Does not judge life and death (engine.game.status does).
    """
    stones = whole_chains(position, dead)
    rule = rules.core
    in_seki: Sequence[int] = ()
    if rule.tax != "none":
        in_seki = seki_stones(position, stones) if seki is None else whole_chains(position, seki)
    area = rule.scoring == "area"
    if area:
        found = core.area(position, stones)
        black, white, shared, owner = found.black, found.white, found.shared, found.owner
    else:
        ground = core.territory(position, stones, seki=in_seki)
        black, white, shared, owner = ground.black, ground.white, 0, ground.owner
    tax = (0, 0)
    if rule.tax != "none":
        tax = _tax(position, rule.tax, core.area(position, stones).owner, stones, in_seki, area)
    return Score(
        width=position.width,
        height=position.height,
        area=area,
        black=black,
        white=white,
        shared=shared,
        owner=owner,
        dead=stones,
        taken=_prisoners(position, stones),
        tax=tax,
        bonus=compensation(rules, handicap) if area else 0,
        button=button if rule.button else 0,
        komi2=rules.komi2,
    )


def _prisoners(position: Position, dead: Sequence[int]) -> tuple[int, int]:
    """Stones that Black and White hold prisoner: taken in play, and dead."""
    white_dead = sum(position[p] == WHITE for p in dead)
    return position.captured(WHITE) + white_dead, position.captured(BLACK) + len(dead) - white_dead


def _tax(
    position: Position, tax: str, owner: bytes, dead: Sequence[int], seki: Sequence[int], area: bool
) -> tuple[int, int]:
    """What each side pays: two points for each group (`all`), and its eyes in seki.

    owner: by area. Territory counting leaves the eyes of a seki out by itself, so that they are not taxed again.
    """
    owed = {BLACK: 0, WHITE: 0}
    gone, held = set(dead), set(seki)
    for color, group in _groups(position, owner):
        eyes = sum(position[p] == EMPTY or p in gone for p in group)
        if held.intersection(group):
            owed[color] += eyes if area else 0
        elif tax == "all":
            owed[color] += min(2, eyes)
    return owed[BLACK], owed[WHITE]


_EYE_ROOM = 4
"""A group whose only eye has this many points or more is taken to live by it, and not to be in seki."""


def seki_stones(position: Position, dead: Sequence[int]) -> tuple[int, ...]:
    """The living stones that are in seki as far as shapes show it.

    Groups of both colours that have no two eyes hold each other by a shared region. A group is what hangs together by
    stones and its own regions; one eye of four points or more, or one that holds dead stones, is taken for two. A group
    that merely has dame to connect over is none. dead: whole chains. Does not read: engine.game.status does.
    """
    owner = core.area(position, dead).owner
    gone = set(dead)
    short: dict[int, tuple[int, int]] = {}
    groups = _groups(position, owner)
    for number, (color, group) in enumerate(groups):
        eyes = _eyes(position, group, gone)
        if len(eyes) < 2 and not any(len(eye) >= _EYE_ROOM or gone.intersection(eye) for eye in eyes):
            short.update((p, (number, color)) for p in group)
    found: set[int] = set()
    for region in _shared_regions(position, owner):
        beside = {short[q] for p in region for q in neighbours(p, position.width, position.height) if q in short}
        if {color for _, color in beside} == {BLACK, WHITE}:
            found.update(number for number, _ in beside)
    stones = (p for number in found for p in groups[number][1] if position[p] != EMPTY and p not in gone)
    return tuple(sorted(stones))


def _shared_regions(position: Position, owner: bytes) -> list[list[int]]:
    """The connected sets of points that nobody owns."""
    return _connected({p for p in range(position.area) if owner[p] == EMPTY}, position)


def _eyes(position: Position, group: Sequence[int], gone: set[int]) -> list[list[int]]:
    """The connected empty parts of a group, dead stones being empty."""
    return _connected({p for p in group if position[p] == EMPTY or p in gone}, position)


def _connected(points: set[int], position: Position) -> list[list[int]]:
    """Split points into those that hang together."""
    left, parts = set(points), []
    while left:
        part = [left.pop()]
        for p in part:
            for q in neighbours(p, position.width, position.height):
                if q in left:
                    left.remove(q)
                    part.append(q)
        parts.append(part)
    return parts


def _groups(position: Position, owner: bytes) -> list[tuple[int, list[int]]]:
    """The connected sets of points with one owner, as (colour, points)."""
    return [
        (color, part)
        for color in (BLACK, WHITE)
        for part in _connected({p for p in range(position.area) if owner[p] == color}, position)
    ]


def neighbours(point: int, width: int, height: int) -> list[int]:
    """The points next to a point along the lines (Article 3)."""
    y, x = divmod(point, width)
    near = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return [b * width + a for b, a in near if 0 <= b < height and 0 <= a < width]
