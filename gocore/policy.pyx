"""Playouts that answer: captures, escapes, vital points and patterns next to the last move, else a move by chance."""

from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport calloc, free

from gocore.empties cimport empties_add, empties_list, empties_swap, empties_take
from gocore.geometry cimport Geometry
from gocore.playout cimport area_difference, is_own_eye, point_owner
from gocore.position cimport Position
from gocore.rng cimport rng_below, rng_next, rng_start
from gocore.shape cimport is_pattern, last_liberty, two_liberties_after, vital_point
from gocore.state cimport BoardState, lowest_bit, play, state_copy, verdict
from gocore.types cimport EMPTY, LEGAL, MAX_AREA

from gocore.playout import RandomGame

cdef enum:              # chances out of 256 to look for such a move at all
    CAPTURE = 230
    ESCAPE = 230
    VITAL = 200
    PATTERN = 240
    SELF_ATARI = 24     # and to play on although it is a self-atari
    CHOICES = 24


cdef inline int _add(const BoardState *s, int q, int color, int16_t *out, int n) noexcept nogil:
    # Add a move to a list if it is legal under simple ko; return the list's length.
    if n < CHOICES and verdict(s, q, color, False) == LEGAL:
        out[n] = q
        return n + 1
    return n


cdef int _saving(const BoardState *s, int slot, int16_t *out, int n) noexcept nogil:
    # Moves that save an own chain in atari: taking a neighbour in atari, or running out to two liberties or more.
    cdef int color = s.info[slot].color, head = s.info[slot].head, q = head, k, c, exit = last_liberty(s, slot)
    if two_liberties_after(s, exit, color):
        n = _add(s, exit, color, out, n)
    while True:
        for k in range(4):
            c = q + s.geo.step[k]
            if s.color[c] == 3 - color and s.info[s.chain[c]].liberties == 1:
                n = _add(s, last_liberty(s, s.chain[c]), color, out, n)
        q = s.next[q]
        if q == head:
            return n


# Which neighbours of the last move are meant goes into a bit set first, and then one branch a hit: each neighbour for
# itself could not be predicted.

cdef inline int _endangered(const BoardState *s, int last, int color) noexcept nogil:
    # Bit k: an own chain in atari at step k.
    cdef int k, q, found = 0
    for k in range(4):
        q = last + s.geo.step[k]
        found |= (s.mine[color][q] & (s.info[s.chain[q]].liberties == 1)) << k
    return found


cdef inline int _patterned(const BoardState *s, int last, int color) noexcept nogil:
    # Bit k: an empty cell that is the centre of a pattern, at step k, from bit 4 on at diagonal k - 4.
    cdef int k, q, empty = s.open[last], found = 0
    for k in range(4):
        empty |= (s.color[last + s.geo.diagonal[k]] == EMPTY) << (4 + k)
    while empty:
        k = lowest_bit(empty)
        empty &= empty - 1
        q = last + (s.geo.step[k] if k < 4 else s.geo.diagonal[k - 4])
        found |= is_pattern(s, q, color) << k
    return found


cdef int _answer(const BoardState *s, int color, int last, Rng *rng) noexcept nogil:
    # A move that answers the last one, or 0.
    cdef int16_t moves[CHOICES]
    cdef uint64_t dice = rng_next(rng)
    cdef int k, q, hits, n = 0
    if (dice & 255) < CAPTURE and s.color[last] == 3 - color and s.info[s.chain[last]].liberties == 1:
        n = _add(s, last_liberty(s, s.chain[last]), color, moves, n)
        if n:
            return moves[0]
    if (dice >> 8 & 255) < ESCAPE:
        hits = _endangered(s, last, color)
        while hits:
            n = _saving(s, s.chain[last + s.geo.step[lowest_bit(hits)]], moves, n)
            hits &= hits - 1
        if n:
            return moves[rng_below(rng, n)]
    if (dice >> 16 & 255) < VITAL:
        hits = s.open[last]
        while hits:
            q = vital_point(s, last + s.geo.step[lowest_bit(hits)])
            hits &= hits - 1
            if q:
                n = _add(s, q, color, moves, n)
        if n:
            return moves[0]
    if (dice >> 24 & 255) < PATTERN:
        hits = _patterned(s, last, color)
        while hits:
            k = lowest_bit(hits)
            hits &= hits - 1
            q = last + (s.geo.step[k] if k < 4 else s.geo.diagonal[k - 4])
            if two_liberties_after(s, q, color):
                n = _add(s, q, color, moves, n)
        if n:
            return moves[rng_below(rng, n)]
    return 0


cdef int _any(Playout *r, int color, Rng *rng) noexcept nogil:
    # A move drawn from all that fill no own eye, self-atari mostly drawn again; 0 when none is left.
    cdef BoardState *s = &r.board
    cdef int candidates = r.empty.count, i, q
    while candidates > 0:
        i = rng_below(rng, candidates)
        q = r.empty.cell[i]
        if verdict(s, q, color, False) == LEGAL and not is_own_eye(s, q, color):
            if two_liberties_after(s, q, color) or rng_below(rng, 256) < SELF_ATARI:
                return q
        candidates -= 1
        empties_swap(&r.empty, i, candidates)
    return 0


cdef int roll_out(Playout *r, int to_move, int last, Rng *rng, int max_moves) noexcept nogil:
    cdef BoardState *s = &r.board
    cdef int16_t removed[MAX_AREA]
    cdef int color = to_move, passes = 0, q, taken, words = s.geo.words
    empties_list(&r.empty, s)
    r.moves = 0
    while passes < 2 and r.moves < max_moves:
        q = _answer(s, color, last, rng) if last else 0
        if q == 0:
            q = _any(r, color, rng)
        r.record[r.moves] = q
        r.moves += 1
        if q == 0:
            s.ko = 0
            passes += 1
        else:
            passes = 0
            empties_take(&r.empty, q)
            taken = play(s, q, color, words, removed)
            empties_add(&r.empty, removed, taken)
        last = q
        color = 3 - color
    return area_difference(s)


def game(Position pos not None, seed):
    """Play one such game from a position and tell it whole, as `gocore.playout.game` tells a random one.

    The first move answers the last one of the position. The same seed gives the same game, in every build. Suicide and
    filling of own eyes are left out; superko is not kept. At most three times the board's area is played. Returns
    RandomGame.
    """
    cdef const Geometry *g = pos.state.geo
    cdef Playout *r
    cdef Rng rng
    cdef int last = pos.last_move, margin, p
    rng_start(&rng, seed)
    r = <Playout *>calloc(1, sizeof(Playout))
    if r == NULL:
        raise MemoryError("no memory for a playout")
    state_copy(&r.board, pos.state)
    margin = roll_out(r, pos.to_move, g.cell_of[last] if 0 <= last < g.area else 0, &rng, 3 * g.area)
    moves = [g.point_of[r.record[p]] if r.record[p] else g.area for p in range(r.moves)]
    owner = bytes([point_owner(&r.board, g.cell_of[p]) for p in range(g.area)])
    free(r)
    return RandomGame(moves, margin, owner)
