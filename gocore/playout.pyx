"""Random games: uniform moves that are legal under simple ko, commit no suicide and fill no own eye."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from gocore.position cimport Position
from gocore.rng cimport rng_below
from gocore.state cimport play, state_copy, verdict
from gocore.types cimport BLACK, EMPTY, LEGAL, WALL, WHITE

from typing import NamedTuple


class PlayoutStats(NamedTuple):
    """What a number of playouts gave."""

    black_wins: int
    white_wins: int
    draws: int
    moves: int
    """Plays and passes of all playouts together."""
    ownership: list[float]
    """One a point: how often it ended Black's less how often White's, -1 to 1."""


cdef bint is_own_eye(const BoardState *s, int q, int color) noexcept nogil:
    # All four sides own or wall, and at most one enemy on the diagonals, none at the edge.
    cdef int k, c, enemies = 0, walls = 0
    for k in range(4):
        c = s.color[q + s.geo.step[k]]
        if c != color and c != WALL:
            return False
    for k in range(4):
        c = s.color[q + s.geo.diagonal[k]]
        enemies += c == 3 - color
        walls += c == WALL
    return enemies + (walls > 0) < 2


cdef int point_owner(const BoardState *s, int q) noexcept nogil:
    cdef int k, seen = 0
    if s.color[q] != EMPTY:
        return s.color[q]
    for k in range(4):
        if s.color[q + s.geo.step[k]] != WALL:
            seen |= s.color[q + s.geo.step[k]]
    return seen if seen != 3 else 0


cdef int area_difference(const BoardState *s) noexcept nogil:
    cdef int p, owner, difference = 0
    for p in range(s.geo.area):
        owner = point_owner(s, s.geo.cell_of[p])
        difference += (owner == BLACK) - (owner == WHITE)
    return difference


cdef void _list_empties(Playout *p) noexcept nogil:
    cdef int point, q
    p.empties = 0
    for point in range(p.board.geo.area):
        q = p.board.geo.cell_of[point]
        if p.board.color[q] == EMPTY:
            p.place[q] = p.empties
            p.empty[p.empties] = q
            p.empties += 1


cdef inline void _swap(Playout *p, int i, int j) noexcept nogil:
    cdef int a = p.empty[i], b = p.empty[j]
    p.empty[i], p.empty[j] = b, a
    p.place[a], p.place[b] = j, i


cdef int playout_light(Playout *p, int to_move, Rng *rng, int max_moves) noexcept nogil:
    cdef BoardState *s = &p.board
    cdef int16_t removed[MAX_AREA]
    cdef int color = to_move, passes = 0, candidates, i, q, taken, words = s.geo.words
    _list_empties(p)
    p.moves = 0
    while passes < 2 and p.moves < max_moves:
        candidates = p.empties
        q = 0
        while candidates > 0:   # draw without putting back: each move that is allowed is equally likely
            i = rng_below(rng, candidates)
            q = p.empty[i]
            if verdict(s, q, color, False) == LEGAL and not is_own_eye(s, q, color):
                break
            candidates -= 1
            _swap(p, i, candidates)
        p.record[p.moves] = q if candidates else 0
        if candidates == 0:
            s.ko = 0
            passes += 1
        else:
            passes = 0
            _swap(p, p.place[q], p.empties - 1)
            p.empties -= 1
            taken = play(s, q, color, words, removed)
            for i in range(taken):
                p.place[removed[i]] = p.empties
                p.empty[p.empties] = removed[i]
                p.empties += 1
        p.moves += 1
        color = 3 - color
    return area_difference(s)


def light(Position pos not None, int n, uint64_t seed, *, int max_moves=0):
    """Play n random games from a position and count.

    seed: the same seed gives the same games. max_moves: limit of one game, by default three times the board's area.
    Counts by area with the position's komi, whatever its scoring. Returns PlayoutStats. Releases the GIL. Superko is
    not kept inside a playout.
    """
    cdef Playout *p = <Playout *>calloc(1, sizeof(Playout))
    cdef int wins[3]
    cdef int owned[MAX_AREA]
    cdef int i, point, margin, owner, limit = max_moves if max_moves > 0 else 3 * pos.state.geo.area
    cdef long long moves = 0
    cdef Rng rng
    cdef const BoardState *start = pos.state
    if p == NULL:
        raise MemoryError("no memory for a playout")
    rng.state = seed
    wins[0] = wins[1] = wins[2] = 0
    for point in range(start.geo.area):
        owned[point] = 0
    with nogil:
        for i in range(n):
            state_copy(&p.board, start)
            margin = 2 * playout_light(p, pos.to_move, &rng, limit) - pos.rules.c.komi2
            wins[BLACK if margin > 0 else WHITE if margin < 0 else 0] += 1
            moves += p.moves
            for point in range(start.geo.area):
                owner = point_owner(&p.board, start.geo.cell_of[point])
                owned[point] += (owner == BLACK) - (owner == WHITE)
    free(p)
    return PlayoutStats(wins[BLACK], wins[WHITE], wins[0], moves,
                        [<double>owned[point] / max(n, 1) for point in range(start.geo.area)])
