"""Where games begin: built-in sets, random legal openings, the first moves of a folder of records.

Each opening is played by a pair of players twice with colours swapped, so neither gains by it. Two openings
are the same when one of the board's symmetries turns one position into the other; only the first of them is
kept.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.coords import format_vertex, parse_vertex
from engine.errors import SpecError, TianyuanError
from engine.game.game import Game, Move, Setup
from engine.game.symmetry import canonical, symmetries
from engine.wording import plain, whole_number
from gocore import BLACK, WHITE, IllegalMove, Position, Rules

MAX_RANDOM_TRIES = 1000


@dataclass(frozen=True, slots=True)
class Opening:
    """A beginning: stones set up first, then moves as (colour, point), Black to move unless `moves` says
    otherwise.
    """

    name: str = ""
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    moves: tuple[tuple[int, int], ...] = ()

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Opening:
        """Read the fields of an opening from JSON's lists."""
        moves = tuple((int(color), int(point)) for color, point in values["moves"])
        return cls(values["name"], tuple(values["black"]), tuple(values["white"]), moves)

    def position(self, width: int, height: int, rules: Rules | None = None) -> Position:
        """Play the opening out. Raises gocore.GoError where a stone or a move is not legal."""
        position = Position(width, height, rules if rules is not None else Rules())
        if self.black or self.white:
            position.setup(black=self.black, white=self.white)
        for color, point in self.moves:
            position.play(point, color)
        return position


def load(source: str, width: int, height: int, *, count: int, seed: int, moves: int, komi2: int = 11) -> list[Opening]:
    """Return up to `count` different openings of a source, in an order that the seed decides.

    source: `none` (the empty board, once); `builtin`; `balanced` (fair at this komi, in half points); `random` or
    `random:K`, K random legal moves; else a folder of SGF files, or one file (a collection too), of which the first
    `moves` moves are taken. Fewer than `count` come back where the source holds no more; the caller starts again from
    the first. Raises SpecError where a source is unknown, empty, for another size, or holds an illegal move (named).
    """
    if source == "none":
        return [Opening("empty")]
    if source == "builtin":
        found: Iterable[Opening] = builtin(width, height, seed)
    elif source == "balanced":
        found = balanced(width, height, komi2, seed)
    elif source == "random" or source.startswith("random:"):
        found = random_openings(width, height, _random_length(source), seed)
    else:
        records = from_records(Path(source), width, height, moves)
        random.Random(seed).shuffle(records)
        found = records
    chosen = list(itertools.islice(different(found, width, height), count))
    if not chosen:
        raise SpecError(f"openings {source}: none for a {width}x{height} board")
    return chosen


def _random_length(source: str) -> int:
    text = source.partition(":")[2] or "4"
    length = whole_number(text)
    if length is None or not 0 <= length <= 100:
        raise SpecError(f"openings {source[:60]}: write random:K with K from 0 to 100")
    return length


# -- symmetry ------------------------------------------------------------------------------------------------


def different(openings: Iterable[Opening], width: int, height: int) -> Iterator[Opening]:
    """Pass on the openings whose positions are new up to symmetry. Raises SpecError at an illegal one, by
    name.
    """
    maps, seen = symmetries(width, height), set()
    for opening in openings:
        try:
            key = canonical(opening.position(width, height), maps)
        except IllegalMove as error:
            vertex = format_vertex(error.point, width, height)
            raise SpecError(f"opening {opening.name}: illegal move {vertex} ({error.reason})") from error
        if key not in seen:
            seen.add(key)
            yield opening


# -- built-in sets -------------------------------------------------------------------------------------------

_SMALL = ((4, 4), (3, 4), (4, 3), (3, 3))
_LARGE = (*_SMALL, (3, 5), (5, 3))
CORNERS: dict[int, tuple[tuple[int, int], ...]] = {13: _SMALL, 19: _LARGE}
"""First stones in a corner as (line from the side, line from the end): 4-4, 3-4, 3-3, and on 19x19 the 5-3
points.
"""


BALANCED = Path(__file__).with_name("balanced9.txt")
"""Openings of 9x9 and what Black is ahead by before komi."""
FAIR = 1.0


def builtin(width: int, height: int, seed: int) -> Iterator[Opening]:
    """The built-in set of a board, shuffled by the seed.

    13x13 and 19x19: a stone in each corner, Black's two side by side or across, every mix of usual corner
    moves. 9x9, and every other size from 7 up: three moves, from the third line (the second below 9x9) to the
    middle, none touching another. Raises SpecError for smaller boards, where no fair set is known.
    """
    if width == height and width in CORNERS:
        openings = list(_corner_openings(width))
    elif min(width, height) >= 7:
        openings = list(_middle_openings(width, height))
    else:
        raise SpecError(f"openings builtin: none for a {width}x{height} board; use none or random:K")
    random.Random(seed).shuffle(openings)
    yield from openings


def balanced(width: int, height: int, komi2: int, seed: int) -> list[Opening]:
    """The openings of 9x9 after which neither side is ahead by more than FAIR points, shuffled by the seed.

    komi2: half points. They were judged once by a network's search (tools/openings.py). Raises SpecError for another
    board, and for a komi at which none is fair.
    """
    if (width, height) != (9, 9):
        raise SpecError(f"openings balanced: none for a {width}x{height} board, only for 9x9; use builtin")
    fair = []
    for line in BALANCED.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            *names, lead = line.split()
            if abs(float(lead) - komi2 / 2) <= FAIR:
                points = [parse_vertex(name, width, height) for name in names]
                fair.append(_named(_by_turns(points), width, height))
    if not fair:
        raise SpecError(f"openings balanced: none is fair at komi {komi2 / 2:g}")
    random.Random(seed).shuffle(fair)
    return fair


def _corner_openings(side: int) -> Iterator[Opening]:
    """Four corners taken in turn: Black and White alternate round the board, or Black takes two corners in a
    row.
    """
    spots = CORNERS[side]
    for order in ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3)):
        for choice in itertools.product(spots, repeat=4):
            moves = [_in_corner(side, corner, spot) for corner, spot in zip(order, choice, strict=True)]
            yield _named(_by_turns(moves), side, side)


def _in_corner(side: int, corner: int, spot: tuple[int, int]) -> int:
    """A point by its lines in a corner: 0 top right, 1 top left, 2 bottom left, 3 bottom right."""
    column, row = spot[0] - 1, spot[1] - 1
    x = column if corner in (1, 2) else side - 1 - column
    y = row if corner in (0, 1) else side - 1 - row
    return y * side + x


def _middle_openings(width: int, height: int) -> Iterator[Opening]:
    edge = _edge(width, height)
    inner = [y * width + x for y in range(edge, height - edge) for x in range(edge, width - edge)]
    first = [p for p in inner if p % width <= width // 2 and p // width <= height // 2]
    for b1, w2, b3 in itertools.product(first, inner, inner):
        if _apart(b1, w2, width) and _apart(b1, b3, width) and _apart(w2, b3, width):
            yield _named([(BLACK, b1), (WHITE, w2), (BLACK, b3)], width, height)


def _edge(width: int, height: int) -> int:
    """How many lines along the sides are left free."""
    side = min(width, height)
    return 2 if side >= 9 else 1 if side >= 7 else 0


def _apart(p: int, q: int, width: int) -> bool:
    """Whether two points neither coincide nor touch, corners included."""
    return abs(p % width - q % width) > 1 or abs(p // width - q // width) > 1


def _by_turns(points: Sequence[int]) -> list[tuple[int, int]]:
    """The points as moves, Black's first."""
    return [(BLACK if ply % 2 == 0 else WHITE, point) for ply, point in enumerate(points)]


def _named(moves: list[tuple[int, int]], width: int, height: int) -> Opening:
    return Opening("-".join(format_vertex(point, width, height) for _, point in moves), moves=tuple(moves))


# -- random and recorded -------------------------------------------------------------------------------------


def random_openings(width: int, height: int, length: int, seed: int) -> Iterator[Opening]:
    """Openings of random legal moves, on the third line and higher where the board has such; ends when
    nothing new comes.

    Each move is drawn evenly from the points allowed; moves in atari are not left out, fairness comes from
    the swap.
    """
    rng, maps, seen, tries = random.Random(seed), symmetries(width, height), set(), 0
    margin = _edge(width, height)
    while tries < MAX_RANDOM_TRIES:
        position, moves = Position(width, height), []
        for _ in range(length):
            choice = [p for p in position.legal() if _inside(p, width, height, margin)]
            if not choice:
                break
            point = rng.choice(choice)
            moves.append((position.to_move, point))
            position.play(point)
        tries += 1
        if len(moves) == length and (key := canonical(position, maps)) not in seen:
            seen.add(key)
            tries = 0
            yield _named(moves, width, height)


def _inside(point: int, width: int, height: int, margin: int) -> bool:
    y, x = divmod(point, width)
    return margin <= x < width - margin and margin <= y < height - margin


def from_records(path: Path, width: int, height: int, moves: int) -> list[Opening]:
    """Read the first moves of every record in a file or folder (sorted by name); set-up stones are kept.

    Records of another size and those with fewer moves are left out. Raises SpecError where there is no such
    path.
    """
    from engine import sgf

    if not path.exists():
        raise SpecError(f"openings {path}: no such file or folder (or write none, builtin, balanced, random:K)")
    files = sorted(path.rglob("*.sgf")) if path.is_dir() else [path]
    openings = []
    for file in files:
        try:
            for record in sgf.loads(file.read_bytes()):
                if record.size == (width, height):
                    game = record.main_line(before_move=moves + 1)
                    openings.append(_of_game(game, plain(f"{file.stem}#{record.number}"), moves))
        except (OSError, TianyuanError) as error:
            raise SpecError(f"openings {file}: {error}") from error
    return [opening for opening in openings if len(opening.moves) == moves]


def _of_game(game: Game, name: str, moves: int) -> Opening:
    """The set-up before the first move, and the moves up to a number or to the next set-up."""
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    played: list[tuple[int, int]] = []
    for step in game.steps:
        if isinstance(step, Move) and len(played) < moves:
            played.append((step.color, step.point))
        elif isinstance(step, Setup) and not played and not step.empty:
            black, white = (*black, *step.black), (*white, *step.white)
        else:
            break
    return Opening(name, black, white, tuple(played))
