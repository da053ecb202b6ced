"""Priors without a network: captures, escapes, ladders, self-atari, distance to the last moves, height on the board.

The weights are of the kind that Coulom (2007) fitted to games of strong players: a move's chance is the product of
the weights of its features, divided by the sum over all moves.
"""

from gocore.ladder cimport ladders_read
from gocore.playout cimport is_own_eye
from gocore.shape cimport is_pattern, liberties_after, vital_point
from gocore.types cimport EMPTY, MAX_WORDS

cdef double NEAR[18]            # weight by distance to the last move
cdef double NEAR_BEFORE[18]     # and to the one before
cdef double HEIGHT[5]           # line 1, 2, ... with no stone near

NEAR[:] = [1, 1, 4.0, 3.4, 2.4, 1.9, 1.6, 1.4, 1.3, 1.2, 1.1, 1.1, 1, 1, 1, 1, 1, 1]
NEAR_BEFORE[:] = [1, 1, 2.6, 2.3, 1.8, 1.5, 1.35, 1.25, 1.2, 1.1, 1.05, 1.05, 1, 1, 1, 1, 1, 1]
HEIGHT[:] = [0.05, 0.25, 1.5, 1.3, 1.0]


cdef bint fills_safe_eye(const BoardState *s, int q, int color) noexcept nogil:
    cdef int k, n
    if not is_own_eye(s, q, color):
        return False
    for k in range(4):
        n = q + s.geo.step[k]
        if s.color[n] == color and s.info[s.chain[n]].liberties == 1:
            return False
    return True


cdef int _distance(const BoardState *s, int q, int other) noexcept nogil:
    # dx + dy + max(dx, dy), at most 17: 2 next to it, 3 on the diagonal.
    cdef int stride = s.geo.stride
    cdef int dx = (q - 1) % stride - (other - 1) % stride, dy = (q - 1) // stride - (other - 1) // stride
    dx = -dx if dx < 0 else dx
    dy = -dy if dy < 0 else dy
    return min(17, dx + dy + max(dx, dy))


cdef inline bint _has(const uint64_t *bits, const BoardState *s, int q) noexcept nogil:
    return (bits[(q - s.geo.stride) >> 6] >> ((q - s.geo.stride) & 63)) & 1


cdef void read_position(LadderReader *reader, const BoardState *s, Reading *out) noexcept nogil:
    ladders_read(reader, s, out.caught, out.working)


cdef double _against(const BoardState *s, const Reading *r, int q, int n, int color, int liberties) noexcept nogil:
    # The weight that an enemy chain at `n`, next to the move, gives it.
    cdef int slot = s.chain[n], stones = s.info[slot].size
    cdef double weight = 1
    if s.info[slot].liberties == 1:
        weight = 6 + 2 * min(stones, 10)
        if _rescues(s, slot, color):
            weight *= 4
    elif s.info[slot].liberties == 2:
        if _has(&r.working[(3 - color) * MAX_WORDS], s, q):
            weight = 3 + min(stones, 10)
        elif liberties > 1:
            weight = 1.7
    return weight


cdef double _tactics(const BoardState *s, const Reading *r, int q, int color) noexcept nogil:
    # Captures, escapes from atari, ataris and ladders, self-atari.
    cdef int k, n, c, own, liberties = liberties_after(s, q, color)
    cdef double weight = 1, saved = 0
    cdef bint captures = False
    for k in range(4):
        n = q + s.geo.step[k]
        c = s.color[n]
        if c == 3 - color:
            captures = captures or s.info[s.chain[n]].liberties == 1
            weight *= _against(s, r, q, n, color, liberties)
        elif c == color and s.info[s.chain[n]].liberties <= 2:
            own = s.chain[n]
            if s.info[own].liberties == 1:      # running from a ladder that works is for those who must
                saved = max(saved, 0.3 if _has(r.caught, s, n) else 10 + 2 * min(<int>s.info[own].size, 10))
            elif _has(r.caught, s, n):
                saved = max(saved, 2.5)
    if liberties == 1 and not captures:
        return weight * 0.05
    if liberties == 1:
        return weight * 0.6
    return weight * saved if saved > 0 else weight


cdef bint _rescues(const BoardState *s, int slot, int color) noexcept nogil:
    # Does a chain of this colour in atari touch the enemy chain `slot`?
    cdef int head = s.info[slot].head, q = head, k, n
    while True:
        for k in range(4):
            n = q + s.geo.step[k]
            if s.color[n] == color and s.info[s.chain[n]].liberties == 1:
                return True
        q = s.next[q]
        if q == head:
            return False


cdef double _placement(const BoardState *s, int q) noexcept nogil:
    # Height on an empty part of the board: the first two lines are for later.
    cdef int stride = s.geo.stride, x = (q - 1) % stride, y = (q - 1) // stride - 1, dx, dy, n, line
    line = min(min(x, s.geo.width - 1 - x), min(y, s.geo.height - 1 - y))
    if line > 4:
        line = 4
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            if 0 <= x + dx < s.geo.width and 0 <= y + dy < s.geo.height:
                n = q + dy * stride + dx
                if s.color[n] != EMPTY:
                    return 1
    return HEIGHT[line]


cdef double move_weight(const BoardState *s, const Reading *r, int q, int color, int last, int before) noexcept nogil:
    cdef double weight = _tactics(s, r, q, color) * _placement(s, q)
    if is_pattern(s, q, color):
        weight *= 2.5
    if vital_point(s, q) == q:
        weight *= 4
    if last:
        weight *= NEAR[_distance(s, q, last)]
    if before:
        weight *= NEAR_BEFORE[_distance(s, q, before)]
    return weight
