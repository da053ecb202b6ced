"""Pairing a round at least cost: one exact matching decides opponents, floats, byes and colours together.

The cost of a pair is a tuple of criteria, the weightiest first (`CRITERIA`). All tuples of a round are packed into one
integer each, with fields wide enough that no sum of a lower criterion reaches the next higher one; a minimum-cost
perfect matching over those integers (networkx, exact with big integers) is then optimal in the order of the
criteria. Players are named by their position in the order given, so neither names nor the order of a file matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType

from engine.errors import EventError, NoPairingError
from engine.tournament.draw import ticket
from engine.wording import extra

BLACK, WHITE = 1, 2
BYE = -1

CRITERIA = (
    "rematch",  # meetings between the two before
    "oldest rematch",  # where a rematch must be, the one longest ago
    "second bye",  # byes that the one without opponent has had
    "house",  # team-mates, club-mates, same author
    "bye from above",  # distance of the bye from the lowest score
    "score",  # difference of score, squared: many small floats beat a large one
    "float above",  # the same floats lower down rather than at the top
    "float again",  # floated in the round before too
    "colour",  # balance beyond one, or a third colour running
    "colour wish",  # both due the same colour
    "within",  # place inside the score group: fold, slip, adjacent, random
)


@dataclass(frozen=True)
class Seat:
    """One side to be paired. `score` is in whole units of the system (points, MMS in points, minus losses).

    `met` maps an opponent to (times met, last round met); `colours` are its colours so far in order; `floated` is -1
    after a float down, +1 after one up in the round before, else 0; `house` has those to be kept away from.
    """

    side: int
    score: int
    met: dict[int, tuple[int, int]] = field(default_factory=dict)
    byes: int = 0
    colours: tuple[int, ...] = ()
    floated: int = 0
    house: frozenset[int] = frozenset()

    @property
    def balance(self) -> int:
        """Return games with Black minus games with White."""
        return self.colours.count(BLACK) - self.colours.count(WHITE)

    @property
    def running(self) -> int:
        """Return the colour of the last two games when they are equal, else 0."""
        return self.colours[-1] if len(self.colours) > 1 and self.colours[-1] == self.colours[-2] else 0


@dataclass(frozen=True)
class Pairing:
    """The pairs of a round from the top, the side without an opponent, and whether rematches were unavoidable."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    rematches: int


Cost = tuple[int, ...]


def pair(
    seats: Sequence[Seat],
    seed: int,
    number: int,
    within: str = "fold",
    forbid: bool = False,
    first: tuple[str, ...] = (),
) -> Pairing:
    """Pair the seats of round `number`; an odd count leaves one bye.

    `seats` come in the order of the draw; they are ranked by score here. With `forbid` a rematch or a second bye is
    refused (NoPairingError) instead of admitted as the last resort. `first` names criteria that outweigh the rest,
    such as "score" where equal losses must meet. Uses networkx; about 2 CPU-seconds for 200 sides.
    """
    ranked = sorted(seats, key=lambda seat: -seat.score)  # stable: the order of the draw inside a group
    if len({seat.side for seat in ranked}) != len(ranked):
        raise EventError("a side stands twice in one round")
    costs = cost_table(ranked, seed, number, within)
    lead = [CRITERIA.index(name) for name in first]
    sequence = [*lead, *(k for k in range(len(CRITERIA)) if k not in lead)]
    matched = _match(len(ranked), pack({pair: tuple(cost[k] for k in sequence) for pair, cost in costs.items()}))
    chosen = sorted((min(pair), max(pair)) for pair in matched)
    bye = next((ranked[high].side for low, high in chosen if low == BYE), None)
    found = [costs[pair] for pair in chosen]
    rematches = sum(cost[0] > 0 for cost in found)
    if forbid and any(cost[0] or cost[2] for cost in found):
        raise NoPairingError(f"round {number}: no pairing without a rematch or a second bye is left")
    pairs = tuple((ranked[low].side, ranked[high].side) for low, high in chosen if low != BYE)
    return Pairing(pairs, bye, rematches)


def cost_table(ranked: Sequence[Seat], seed: int, number: int, within: str) -> dict[tuple[int, int], Cost]:
    """Return the cost of every possible pair of positions; BYE stands for no opponent when the count is odd."""
    place = _places(ranked)
    lowest = min((seat.score for seat in ranked), default=0)
    wish = _within(within, ranked, place, seed, number)
    table: dict[tuple[int, int], Cost] = {}
    for low, upper in enumerate(ranked):
        for high in range(low + 1, len(ranked)):
            table[low, high] = _pair_cost(upper, ranked[high], wish(low, high), lowest)
        if len(ranked) % 2:
            above = (upper.score - lowest) ** 2
            table[BYE, low] = (0, 0, upper.byes, 0, above, 0, 0, 0, 0, 0, len(ranked) - 1 - low)
    return table


def _pair_cost(upper: Seat, lower: Seat, within: int, lowest: int) -> Cost:
    times, last = upper.met.get(lower.side, (0, 0))
    gap = upper.score - lower.score
    again = int(gap > 0 and upper.floated < 0) + int(gap > 0 and lower.floated > 0)
    return (
        times,
        last,
        0,
        int(lower.side in upper.house),
        0,
        gap * gap,
        gap * gap * (upper.score - lowest),
        again,
        colour_fault(upper, lower),
        int(upper.balance * lower.balance > 0),
        within,
    )


def colour_fault(one: Seat, other: Seat) -> int:
    """Return the least number of broken colour rules over both ways to share the colours of one game.

    The rules: at most one more game with one colour than with the other, and no third equal colour running.
    """
    return min(_faults(one, BLACK) + _faults(other, WHITE), _faults(one, WHITE) + _faults(other, BLACK))


def _faults(seat: Seat, colour: int) -> int:
    balance = seat.balance + (1 if colour == BLACK else -1)
    return int(abs(balance) > 1 and abs(balance) > abs(seat.balance)) + int(seat.running == colour)


def _places(ranked: Sequence[Seat]) -> list[tuple[int, int]]:
    """Return for every position its place inside its score group and the size of the group."""
    groups: dict[int, list[int]] = {}
    for position, seat in enumerate(ranked):
        groups.setdefault(seat.score, []).append(position)
    return [(groups[seat.score].index(position), len(groups[seat.score])) for position, seat in enumerate(ranked)]


Wish = Callable[[int, int], int]


def _within(kind: str, ranked: Sequence[Seat], place: list[tuple[int, int]], seed: int, number: int) -> Wish:
    """Return the wish for pairs of one score group.

    fold: first of the group against the first of its lower half; slip: first against last; adjacent: neighbours;
    random: by lot. Between groups the lower one's best place is preferred.
    """

    def wish(low: int, high: int) -> int:
        if ranked[low].score != ranked[high].score:
            return place[high][0] + place[low][1] - 1 - place[low][0]
        (one, size), (other, _) = place[low], place[high]
        if kind == "fold":
            return (other - one - size // 2) ** 2
        if kind == "slip":
            return (one + other - size + 1) ** 2
        if kind == "adjacent":
            return (other - one - 1) ** 2
        names = sorted((ranked[low].side, ranked[high].side))
        return ticket(seed, f"round {number} pair {names[0]}", names[1]) % 997

    return wish


def pack(costs: dict[tuple[int, int], Cost]) -> dict[tuple[int, int], int]:
    """Pack cost tuples into integers that add up without a carry between fields.

    Field k is as wide as the largest sum that a whole matching can reach in the lower fields.
    """
    if not costs:
        return {}
    pairs = (max(high for _, high in costs) + 2) // 2
    width = len(next(iter(costs.values())))
    units = [1] * width
    for index in range(width - 2, -1, -1):
        units[index] = units[index + 1] * (pairs * max(cost[index + 1] for cost in costs.values()) + 1)
    return {pair: sum(c * u for c, u in zip(cost, units, strict=True)) for pair, cost in costs.items()}


def _match(count: int, weights: dict[tuple[int, int], int]) -> set[tuple[int, int]]:
    """Return a perfect matching of least weight over the positions, with BYE as one more when the count is odd."""
    if count == 0:
        return set()
    if count == 1:
        return {(BYE, 0)}
    networkx = matcher()
    most = max(weights.values())
    graph = networkx.Graph()
    graph.add_nodes_from(range(BYE if count % 2 else 0, count))
    graph.add_weighted_edges_from((low, high, most - weight) for (low, high), weight in weights.items())
    matching: set[tuple[int, int]] = networkx.max_weight_matching(graph, maxcardinality=True)
    return matching


def matcher() -> ModuleType:
    """Return networkx; raise EventError that says what brings it where it is missing."""
    try:
        import networkx
    except ImportError:
        raise EventError(f"pairing needs networkx: {extra('events')}") from None
    module: ModuleType = networkx  # what a checker knows of it depends on whether its stubs are installed
    return module


def share_colours(one: Seat, other: Seat) -> tuple[int, int] | None:
    """Return (black, white) for a game of two seats, or None when nothing speaks and lots must decide.

    Fewest broken colour rules first, then the better balance, then another colour than last time; level in all of
    it, the upper seat `one` changes its colour.
    """
    first, second = _colour_cost(one, other), _colour_cost(other, one)
    if first == second:
        if not one.colours:
            return None
        return (one.side, other.side) if one.colours[-1] == WHITE else (other.side, one.side)
    return (one.side, other.side) if first < second else (other.side, one.side)


def _colour_cost(black: Seat, white: Seat) -> tuple[int, int, int]:
    balance = abs(black.balance + 1) + abs(white.balance - 1)
    same = (black.colours[-1:] == (BLACK,)) + (white.colours[-1:] == (WHITE,))
    return _faults(black, BLACK) + _faults(white, WHITE), balance, same
