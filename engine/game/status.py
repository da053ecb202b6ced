"""Life and death at the end, by the engine's own opinion (Articles 8 and 20.2): which chains are alive, dead, in seki.

Three witnesses: unconditional life; who owned each point in many games played on from here, at random and by search;
and, where these leave a doubt, local reading (gocore.local), which sees sekis, nakade, bent four and double kos. It
reads without ko threats from elsewhere, as the text asks for false life.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.game.scoring import neighbours, seki_stones
from gocore import BLACK, EMPTY, WHITE, Position, Rules, local, playout
from gocore import score as core
from gocore.search import Search

SURE = 0.7
"""From this ownership on a chain's fate is taken as known without reading."""

DEAD_BELOW = -0.3
"""A chain that could not be read is dead when its points end up this much the opponent's."""

STRAY_BELOW = -0.15
"""A chain whose points end up this much the opponent's is taken off before the games are played again."""

DOUBT = 0.3
"""Chains with few liberties that random games leave as undecided as this are not taken off."""

CLEANINGS = 4
"""How often the games are played at most."""

SEARCHED = 0.3
"""Visits of each search for every playout asked for."""

SEARCH_MB = 32
"""Limit of a search tree, MiB."""

RACE = 3
"""A chain with more liberties than this is not in a race."""

TIGHT = 8
"""In a part with so few empty points a capture that reading does not find is believed not to be there."""

MOST_POINTS = 96
MOST_EMPTY = 18
"""The largest part that is read, in points and in empty points."""

Chain = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Statuses:
    """Every chain of a position as alive, dead or in seki (alive, but by shared liberties); chains are sorted
    points."""

    alive: tuple[Chain, ...]
    dead: tuple[Chain, ...]
    seki: tuple[Chain, ...]

    @property
    def dead_points(self) -> list[int]:
        """All dead stones, ascending."""
        return sorted(point for chain in self.dead for point in chain)

    @property
    def seki_points(self) -> list[int]:
        """All stones in seki, ascending."""
        return sorted(point for chain in self.seki for point in chain)


@dataclass(slots=True)
class _Board:
    """A position with what is known about its chains. fate: 1 alive, -1 dead, 0 in seki; undecided ones are absent.

    read: chains that local reading was asked about; firm: those of which its answer is sure. locked: those that hold
    each other by kos. settled: points that no play can change.
    """

    position: Position
    chains: list[Chain]
    chain_of: dict[int, int]
    mean: list[float]
    fate: dict[int, int] = field(default_factory=dict)
    read: list[int] = field(default_factory=list)
    firm: set[int] = field(default_factory=set)
    locked: set[int] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)

    def color(self, index: int) -> int:
        """A chain's colour."""
        return self.position[self.chains[index][0]]

    def near(self, point: int) -> list[int]:
        """The points next to one."""
        return neighbours(point, self.position.width, self.position.height)


def chains_of(position: Position) -> list[Chain]:
    """List the chains of a position, each sorted, in the order of their first points."""
    seen = [False] * position.area
    found = []
    for point in range(position.area):
        if position[point] != EMPTY and not seen[point]:
            chain = tuple(sorted(position.chain(point)))
            found.append(chain)
            for stone in chain:
                seen[stone] = True
    return found


def opinion(position: Position, playouts: int = 1000, effort: int = 40_000) -> Statuses:
    """Say of every chain whether it is alive, dead or in seki, without a network: from games and local reading.

    What reading settles at first sight stays settled; for the rest the games are played again on a board cleaned of
    strays (`foresee`). playouts: games each time. effort: as of `judge`. The same position gives the same answer.
    """
    first = _investigate(position, _played_on(bare(position), playouts, position.hash), effort)
    first.read = [chain for chain in first.read if chain in first.firm or _in_doubt(first, chain)]
    held = [p for chain in first.read if first.fate[chain] == 1 for p in first.chains[chain]]
    return _decide(_investigate(position, foresee(position, playouts, held), effort, first))


def _in_doubt(board: _Board, chain: int) -> bool:
    """Whether a chain that could not be read out looks like a seki: few liberties, and owned by nobody for sure."""
    few = board.position.liberty_count(board.chains[chain][0]) <= RACE
    return few and board.mean[chain] > -DOUBT


def judge(position: Position, ownership: Sequence[float], effort: int = 40_000) -> Statuses:
    """Say of every chain whether it is alive, dead or in seki, by an ownership that somebody else has found.

    ownership: one number a point, +1 where it ends as Black's, -1 White's. effort: positions that local reading may
    look at for each question. The same input gives the same answer. Where a fate hangs on who moves next, the side to
    move has it.
    """
    return _decide(_investigate(position, ownership, effort))


def owned(position: Position, ownership: Sequence[float]) -> Statuses:
    """Say the same by an ownership alone, without reading, but for what no play can change."""
    board = _survey(position, ownership)
    _unconditional(board)
    return _decide(board)


def _investigate(position: Position, ownership: Sequence[float], effort: int, before: "_Board | None" = None) -> _Board:
    """Settle what can be settled, and read; before: an earlier look whose readings stand."""
    board = _survey(position, ownership)
    _unconditional(board)
    if before is not None:
        board.read, board.locked = list(before.read), before.locked.intersection(before.read)
        board.fate.update((chain, before.fate[chain]) for chain in before.read)
    _walls(board)
    for part in _parts(board, _open, MOST_EMPTY):
        _keep(board, _read(board, part, effort))
    for part in _parts(board, _short, TIGHT):
        asked = _read(board, part, effort)
        if all(board.fate[chain] == 1 for chain in asked):
            _keep(board, asked)
        else:  # the walls were only taken for walls: no proof of a capture
            _forget(board, asked)
    return board


def _keep(board: _Board, asked: Sequence[int]) -> None:
    """Let what reading has found of these chains stand."""
    board.read += asked
    board.locked |= _locked(board, asked)


def _forget(board: _Board, asked: Sequence[int]) -> None:
    """Leave these chains undecided again."""
    for chain in asked:
        del board.fate[chain]
    board.firm.difference_update(asked)


def _decide(board: _Board) -> Statuses:
    """Give a fate to what is left over, make the fates agree, and find the sekis."""
    for chain, mean in enumerate(board.mean):
        board.fate.setdefault(chain, -1 if mean < DEAD_BELOW else 1)
    _agree(board)
    dead = [p for chain, stones in enumerate(board.chains) if board.fate[chain] == -1 for p in stones]
    in_seki = set(seki_stones(board.position, dead))
    for chain in board.read:
        if board.fate[chain] == 1 and (chain in board.locked or board.chains[chain][0] in in_seki):
            board.fate[chain] = 0
    groups: dict[int, list[Chain]] = {1: [], -1: [], 0: []}
    for index, stones in enumerate(board.chains):
        groups[board.fate[index]].append(stones)
    return Statuses(tuple(groups[1]), tuple(groups[-1]), tuple(groups[0]))


def foresee(position: Position, playouts: int = 1000, held: Iterable[int] = ()) -> list[float]:
    """Say who will own each point, +1 Black to -1 White, by games on a board that is cleaned step by step.

    Random games let stray stones live in territory too often, which shakes all that stands around them; so whatever
    looks dead is taken off and the games are played again. held: stones that stay, whatever they look like. The same
    position gives the same numbers. Its history and rules of ko are left aside; the position is not changed.
    """
    work = bare(position)
    staying = set(held)
    owned: list[float] = []
    for turn in range(CLEANINGS):
        owned = _played_on(work, playouts, position.hash ^ turn)
        stray = [c for c in chains_of(work) if _mean(work, c, owned) < STRAY_BELOW and c[0] not in staying]
        if not stray:
            break
        work.setup(empty=[p for chain in stray for p in chain])
    return owned


def bare(position: Position, to_move: int | None = None) -> Position:
    """The stones alone, under area counting and superko, to be played on by a side, else by that to move."""
    made = Position(position.width, position.height, Rules(komi2=position.rules.komi2))
    made.setup(position.stones(BLACK), position.stones(WHITE), to_move=to_move or position.to_move)
    return made


def _played_on(position: Position, playouts: int, seed: int) -> list[float]:
    """Who owns each point at the end, +1 Black to -1 White: half by random games, half by two searches.

    Random games say little of large groups, whose life hangs on an answer; a search answers, but builds on what it
    happened to look at. Their errors differ. Each side moves first in half of both, so that whose turn it is makes no
    difference.
    """
    owned = [0.0] * position.area
    for color in (BLACK, WHITE):
        start = bare(position, color)
        games = playout.light(start, max(1, playouts // 4), seed).ownership
        search = Search(memory_mb=SEARCH_MB, seed=seed & 0xFFFFFFFF)
        found = search.run(start, visits=max(1, int(playouts * SEARCHED))).ownership
        owned = [each + (one + two) / 4 for each, one, two in zip(owned, games, found, strict=True)]
    return owned


def _mean(position: Position, chain: Chain, owned: Sequence[float]) -> float:
    """How far a chain's points end up its own, -1 to 1."""
    sign = 1 if position[chain[0]] == BLACK else -1
    return sign * sum(owned[p] for p in chain) / len(chain)


def _survey(position: Position, ownership: Sequence[float]) -> _Board:
    chains = chains_of(position)
    mean = [_mean(position, chain, ownership) for chain in chains]
    return _Board(position, chains, {p: index for index, chain in enumerate(chains) for p in chain}, mean)


def _unconditional(board: _Board) -> None:
    """Settle what no play can change: unconditionally alive chains, and stones in unconditional territory."""
    for color in (BLACK, WHITE):
        life = core.unconditional(board.position, color)
        for index, chain in enumerate(board.chains):
            if life.stones[chain[0]]:
                board.fate[index] = 1
            elif life.territory[chain[0]] and board.color(index) != color:
                board.fate[index] = -1
        board.settled.update(p for p in range(board.position.area) if life.stones[p] or life.territory[p])


def _walls(board: _Board) -> None:
    """Take the chains that the numbers are sure of for alive, but those in a race: these are read.

    Random games err where a side has no other move left than one that kills itself.
    """
    sure = {chain for chain, mean in enumerate(board.mean) if mean >= SURE and chain not in board.fate}
    position = board.position
    for chain in sure:
        stone = board.chains[chain][0]
        race = position.liberty_count(stone) <= RACE and any(
            q in board.chain_of
            and board.color(board.chain_of[q]) != board.color(chain)
            and board.chain_of[q] not in board.fate
            and board.mean[board.chain_of[q]] < SURE
            for liberty in position.liberties(stone)
            for q in board.near(liberty)
        )
        if not race:
            board.fate[chain] = 1


def _parts(board: _Board, is_open: Callable[[_Board, int], bool], most_empty: int) -> list[list[int]]:
    """The parts of the board to read: undecided chains, with the empty points and dead stones they hang together by.

    Whatever is not open is a wall. A part that is too large is left out.
    """
    inside = {p for p in range(board.position.area) if p not in board.settled and is_open(board, p)}
    undecided = {p for p in inside if board.position[p] != EMPTY and board.chain_of[p] not in board.fate}
    parts = []
    while undecided:
        start = undecided.pop()
        inside.discard(start)
        part = [start]
        for p in part:
            for q in board.near(p):
                if q in inside:
                    inside.discard(q)
                    undecided.discard(q)
                    part.append(q)
        empty = sum(board.position[p] == EMPTY for p in part)
        if len(part) <= MOST_POINTS and empty <= most_empty:
            parts.append(sorted(part))
    return parts


def _open(board: _Board, point: int) -> bool:
    """Whether a point may change hands: empty, undecided, or a stone taken for dead."""
    return board.position[point] == EMPTY or board.fate.get(board.chain_of[point]) != 1


def _short(board: _Board, point: int) -> bool:
    """Whether a point is open, chains with more liberties than a race has being walls too: what is left is a race in
    a tight place, whatever hangs on its winner; only a seki is believed there.
    """
    short = board.position[point] == EMPTY or board.position.liberty_count(point) <= RACE
    return short and _open(board, point)


def _read(board: _Board, part: list[int], effort: int) -> list[int]:
    """Ask of each undecided chain of a part whether it can be captured; returns the chains asked about."""
    asked = sorted({board.chain_of[p] for p in part if board.position[p] != EMPTY} - set(board.fate))
    kos = {chain: friend for chain in asked if (friend := _ko_friend(board, chain)) is not None}
    for chain in asked:
        if chain not in kos:
            board.fate[chain] = -1 if _captured(board, part, chain, effort) else 1
    for chain, friend in kos.items():
        board.fate[chain] = board.fate.get(friend, 1)
        board.firm.update({chain} if friend in board.firm else ())
    return asked


def _captured(board: _Board, part: list[int], chain: int, effort: int) -> bool:
    """Whether a chain falls: with its enemy moving first and also with its owner, or when it is the enemy's turn."""
    stone, color = board.chains[chain][0], board.color(chain)
    hunter = BLACK + WHITE - color
    found = local.captures(board.position, part, stone, hunter, limit=effort)
    if found.forced and board.position.to_move != hunter:
        found = local.captures(board.position, part, stone, color, limit=effort)
    tight = sum(board.position[p] == EMPTY for p in part) <= TIGHT
    if found.forced or found.sure or tight:
        board.firm.add(chain)
        return found.forced
    return board.mean[chain] <= -SURE


def _ko_friend(board: _Board, chain: int) -> int | None:
    """The chain that a lone stone in a ko belongs to, whose fate it shares; None for any other chain.

    That chain may itself be in atari, where the other side has taken every ko: one play takes both.
    """
    position, color = board.position, board.color(chain)
    if len(board.chains[chain]) != 1 or position.liberty_count(board.chains[chain][0]) != 1:
        return None
    liberty = position.liberties(board.chains[chain][0])[0]
    near = [q for q in board.near(liberty) if q != board.chains[chain][0]]
    if any(position[q] != color for q in near):
        return None
    friend = max((board.chain_of[q] for q in near), key=lambda c: len(board.chains[c]), default=None)
    if friend is None or len(board.chains[friend]) > 1 or position.liberty_count(near[0]) > 1:
        return friend
    return None  # two lone stones around one liberty


def _locked(board: _Board, asked: Sequence[int]) -> set[int]:
    """The chains of a part that hold each other by two kos or more, whoever has just taken which: a double-ko seki."""
    kos: dict[tuple[int, ...], list[int]] = {}
    for chain in asked:
        friend = _ko_friend(board, chain)
        if friend is None or friend not in asked:
            continue
        foes = {board.chain_of[q] for q in board.near(board.chains[chain][0]) if board.position[q] != EMPTY}
        for foe in foes.intersection(asked):
            kos.setdefault((min(friend, foe), max(friend, foe)), []).append(chain)
    locked = [{*pair, *stones} for pair, stones in kos.items() if len(stones) > 1]
    return {chain for group in locked if all(board.fate[one] == 1 for one in group) for chain in group}


def _agree(board: _Board) -> None:
    """Let stones be dead only where a living enemy takes them: what is caught between dead stones lives."""
    dead = [chain for chain in range(len(board.chains)) if board.fate[chain] == -1]
    for chain in sorted(dead, key=lambda c: (board.mean[c], c), reverse=True):
        around = {board.chain_of[q] for p in board.chains[chain] for q in board.near(p) if q in board.chain_of}
        enemies = [other for other in around if board.color(other) != board.color(chain)]
        if enemies and all(board.fate[other] == -1 for other in enemies):
            board.fate[chain] = 1
