"""Counting: area and territory with dead stones given (Article 9), and unconditional life (Benson 1976)."""

from libc.string cimport memcpy, memset

from gocore.board cimport Board, check_color
from gocore.types cimport BLACK, EMPTY, MAX_AREA, WALL, WHITE

from typing import NamedTuple

from gocore.errors import GoError


class AreaCount(NamedTuple):
    """An area count. black, white: living stones and points that only they touch; shared: the rest.

    owner: one byte a point, 0 shared, 1 Black, 2 White. black + white + shared is the board's area.
    """

    black: int
    white: int
    shared: int
    owner: bytes


class TerritoryCount(NamedTuple):
    """A territory count, prisoners left out. black, white: empty points that only this colour's living stones touch.

    A dead stone's point counts as empty here; the stone itself is a prisoner besides, which the caller adds.
    owner: one byte a point: 1, 2 for territory, else 0. seki: the points of stones whose eyes were not counted.
    """

    black: int
    white: int
    owner: bytes
    seki: frozenset


class PassAlive(NamedTuple):
    """Unconditional life of one colour: masks of one byte a point, 1 where true."""

    stones: bytes
    territory: bytes


# ---- without the GIL -----------------------------------------------------------------------------------------------

cdef void find_regions(const BoardState *s, const uint8_t *dead, Regions *out) noexcept nogil:
    cdef int16_t stack[MAX_AREA]
    cdef int p, q, n, k, c, top
    memcpy(out.color, s.color, s.geo.cells)
    if dead != NULL:
        for p in range(s.geo.area):
            q = s.geo.cell_of[p]
            if dead[q]:
                out.color[q] = EMPTY
    for q in range(s.geo.cells):
        out.region[q] = -1
    out.count = 0
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if out.color[q] != EMPTY or out.region[q] >= 0:
            continue
        out.border[out.count] = 0
        out.region[q] = out.count
        stack[0], top = q, 1
        while top > 0:
            top -= 1
            q = stack[top]
            for k in range(4):
                n = q + s.geo.step[k]
                c = out.color[n]
                if c == BLACK or c == WHITE:
                    out.border[out.count] |= c
                elif c == EMPTY and out.region[n] < 0:
                    out.region[n] = out.count
                    stack[top] = n
                    top += 1
        out.count += 1


cdef void area_owner(const BoardState *s, const uint8_t *dead, uint8_t *owner) noexcept nogil:
    cdef Regions r
    cdef int p, q
    find_regions(s, dead, &r)
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        owner[q] = r.color[q]
        if r.color[q] == EMPTY and r.border[r.region[q]] != 3:
            owner[q] = r.border[r.region[q]]


cdef struct Benson:
    int32_t regions
    int32_t pairs
    int16_t region[MAX_CELLS]           # of each cell not of the colour; -1 elsewhere
    int16_t pair_end[MAX_AREA + 1]      # pairs of region r: pair_end[r] .. pair_end[r + 1] - 1
    int16_t pair_slot[4 * MAX_AREA]     # a chain on the region's border
    uint8_t pair_vital[4 * MAX_AREA]    # 1: every empty point of the region is a liberty of that chain
    uint8_t enclosed[MAX_AREA]          # 1: no chain on its border has been found wanting
    uint8_t alive[MAX_AREA + 2]         # per chain slot


cdef void _survey_region(const BoardState *s, int color, bint suicide, int start, Benson *b) noexcept nogil:
    # Flood one region of points that are not `color` and note its border chains.
    cdef int16_t stack[MAX_AREA]
    cdef int16_t touches[MAX_AREA]      # per border chain: empty points of the region next to it
    cdef int slots[4]
    cdef int q, n, k, j, top = 1, empties = 0, first = b.pairs, near, slot
    b.region[start] = b.regions
    stack[0] = start
    while top > 0:
        top -= 1
        q = stack[top]
        empties += suicide or s.color[q] == EMPTY
        near = 0
        for k in range(4):
            n = q + s.geo.step[k]
            if s.color[n] == color:
                slots[near] = s.chain[n]
                near += 1
            elif s.color[n] != WALL and b.region[n] < 0:
                b.region[n] = b.regions
                stack[top] = n
                top += 1
        for k in range(near):
            slot = slots[k]
            for j in range(k):
                if slots[j] == slot:
                    break
            else:
                for j in range(first, b.pairs):
                    if b.pair_slot[j] == slot:
                        break
                else:
                    j = b.pairs
                    b.pair_slot[j] = slot
                    touches[j - first] = 0
                    b.pairs += 1
                touches[j - first] += suicide or s.color[q] == EMPTY
    for j in range(first, b.pairs):
        b.pair_vital[j] = touches[j - first] == empties
    b.enclosed[b.regions] = 1
    b.regions += 1
    b.pair_end[b.regions] = b.pairs


cdef bint _benson_step(const BoardState *s, Benson *b) noexcept nogil:
    # Drop chains with fewer than two vital regions, then regions next to a dropped chain. Return whether any fell.
    cdef int16_t vital[MAX_AREA + 2]
    cdef int r, j, slot
    cdef bint changed = False
    memset(vital, 0, s.slots * sizeof(int16_t))
    for r in range(b.regions):
        if b.enclosed[r]:
            for j in range(b.pair_end[r], b.pair_end[r + 1]):
                vital[b.pair_slot[j]] += b.pair_vital[j]
    for slot in range(s.slots):
        if b.alive[slot] and vital[slot] < 2:
            b.alive[slot] = 0
            changed = True
    for r in range(b.regions):
        for j in range(b.pair_end[r], b.pair_end[r + 1]):
            if b.enclosed[r] and not b.alive[b.pair_slot[j]]:
                b.enclosed[r] = 0
    return changed


cdef void pass_alive(const BoardState *s, int color, bint suicide, uint8_t *stones, uint8_t *territory) noexcept nogil:
    cdef Benson b
    cdef int16_t inner[MAX_AREA]        # per region: points out of reach of the living chains
    cdef int p, q, k, n, slot
    cdef bint beside
    b.regions = b.pairs = 0
    b.pair_end[0] = 0
    for q in range(s.geo.cells):
        b.region[q] = -1
    for slot in range(s.slots):
        b.alive[slot] = s.info[slot].size > 0 and s.info[slot].color == color
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if s.color[q] != color and b.region[q] < 0:
            _survey_region(s, color, suicide, q, &b)
    while _benson_step(s, &b):
        pass
    memset(stones, 0, s.geo.cells)
    memset(territory, 0, s.geo.cells)
    memset(inner, 0, sizeof(inner))
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if s.color[q] == color:
            stones[q] = b.alive[s.chain[q]]
            continue
        beside = False
        for k in range(4):
            n = q + s.geo.step[k]
            if s.color[n] == color and b.alive[s.chain[n]]:
                beside = True
        inner[b.region[q]] += not beside
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        n = b.region[q]
        # an eye needs a point that the surrounding stones do not touch; with one such point there are no two
        if n >= 0 and b.enclosed[n] and b.pair_end[n] < b.pair_end[n + 1] and inner[n] < 2:
            territory[q] = 1


# ---- Python --------------------------------------------------------------------------------------------------------

cdef int _mark(Board board, object points, uint8_t *cells, str what) except -1:
    # Mark the whole chains of the given stones.
    cdef BoardState *s = board.state
    cdef Py_ssize_t p       # as an argument: an index, no float
    cdef int q, head
    memset(cells, 0, s.geo.cells)
    for p in points:
        q = head = board.to_cell(p)
        if s.color[q] == EMPTY:
            raise GoError(f"{what} stone at point {p}: there is no stone")
        while not cells[q]:
            cells[q] = 1
            q = s.next[q]
    return 0


cdef bytes _by_point(const BoardState *s, const uint8_t *cells):
    cdef uint8_t points[MAX_AREA]
    cdef int p
    for p in range(s.geo.area):
        points[p] = cells[s.geo.cell_of[p]]
    return (<char *>points)[:s.geo.area]


def area(Board board not None, dead=()):
    """Count by area (Article 9): stones, and empty points that only one colour touches.

    dead: points of dead stones; naming one stone of a chain lifts the whole chain. Returns AreaCount. Raises GoError
    when there is no stone at a point of `dead`, IndexError off the board. Komi is not applied.
    """
    cdef uint8_t lifted[MAX_CELLS]
    cdef uint8_t owner[MAX_CELLS]
    _mark(board, dead, lifted, "dead")
    area_owner(board.state, lifted, owner)
    points = _by_point(board.state, owner)
    black, white = points.count(b"\x01"), points.count(b"\x02")
    return AreaCount(black, white, len(points) - black - white, points)


def territory(Board board not None, dead=(), *, seki=()):
    """Count by territory: empty points that only one colour's living stones touch, prisoners left out.

    dead: points of dead stones, whole chains; their points become territory. seki: points of living stones in seki,
    whole chains; a region that touches one of them counts for nobody (Japanese rules, article 8). Returns
    TerritoryCount. Raises GoError when a named point has no stone or a chain is both dead and in seki, IndexError off
    the board. Does not find dead stones or sekis; see seki_by_dame for the letter of the rule.
    """
    cdef uint8_t lifted[MAX_CELLS]
    cdef uint8_t in_seki[MAX_CELLS]
    cdef uint8_t owner[MAX_CELLS]
    cdef uint8_t untaxed[MAX_CELLS]     # per region: 1 when no seki stone touches it
    cdef Regions r
    cdef const BoardState *s = board.state
    cdef int p, q, k, n, region
    _mark(board, dead, lifted, "dead")
    _mark(board, seki, in_seki, "seki")
    for p in range(s.geo.area):
        if lifted[s.geo.cell_of[p]] and in_seki[s.geo.cell_of[p]]:
            raise GoError(f"the stone at point {p} cannot be both dead and in seki")
    find_regions(s, lifted, &r)
    memset(untaxed, 1, sizeof(untaxed))
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        region = r.region[q]
        if region < 0:
            continue
        for k in range(4):
            n = q + s.geo.step[k]
            if r.color[n] != WALL and in_seki[n]:
                untaxed[region] = 0
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        owner[q] = 0
        if r.region[q] >= 0 and r.border[r.region[q]] != 3 and untaxed[r.region[q]]:
            owner[q] = r.border[r.region[q]]
    points = _by_point(s, owner)
    return TerritoryCount(points.count(b"\x01"), points.count(b"\x02"), points,
                          frozenset(p for p in range(s.geo.area) if in_seki[s.geo.cell_of[p]]))


def seki_by_dame(Board board not None, dead=()):
    """Return the points of living stones in seki by the letter of the Japanese rules, article 8: those with dame.

    A chain is in seki when it touches an empty region that both colours touch, or shares a region of its own with a
    chain that does. So fill all dame first: a plain living group with an open dame counts as in seki here.
    dead: as for area.
    """
    cdef uint8_t lifted[MAX_CELLS]
    cdef uint8_t marked[MAX_CELLS]      # chains found so far, cell by cell
    cdef uint8_t tainted[MAX_CELLS]     # per region
    cdef Regions r
    cdef const BoardState *s = board.state
    cdef int p, q, k, n
    cdef bint changed = True
    _mark(board, dead, lifted, "dead")
    find_regions(s, lifted, &r)
    memset(marked, 0, sizeof(marked))
    for n in range(r.count):
        tainted[n] = r.border[n] == 3
    while changed:
        changed = False
        for p in range(s.geo.area):
            q = s.geo.cell_of[p]
            if r.region[q] < 0:
                continue
            for k in range(4):
                n = q + s.geo.step[k]
                if r.color[n] != BLACK and r.color[n] != WHITE:
                    continue
                if marked[n] and not tainted[r.region[q]]:
                    tainted[r.region[q]] = 1
                    changed = True
                if tainted[r.region[q]]:
                    while not marked[n]:
                        marked[n] = 1
                        n = s.next[n]
                        changed = True
    return frozenset(p for p in range(s.geo.area) if marked[s.geo.cell_of[p]])


def unconditional(Board board not None, Py_ssize_t color):
    """Find the chains that live although their owner always passes, and the territory they enclose (Benson 1976).

    Returns PassAlive. Opponent's stones inside that territory are dead whatever is played. Territory in which the
    opponent might still make two eyes is left out. The opponent may play on without end, and commit suicide where
    the board allows it: then each point of an eye's region must be a liberty, not only the empty ones.
    """
    cdef uint8_t stones[MAX_CELLS]
    cdef uint8_t inside[MAX_CELLS]
    pass_alive(board.state, check_color(color), board.suicide, stones, inside)
    return PassAlive(_by_point(board.state, stones), _by_point(board.state, inside))
