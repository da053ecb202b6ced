"""The playout kernel: random games on a lean state, the fastest way from a position to its end.

How it gets there (figures in benchmarks/NOTES.md): the four neighbours are handled without branches, because a
mispredicted one costs as much as thirty instructions; every cell is its own chain until a stone makes it part of one,
so that no neighbour's colour is asked before its count is changed; the next move is drawn from a list, so that the
draw need not wait for the last play to be finished.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from gocore.rng cimport rng_below
from gocore.state cimport greatest, is_third, least, mask_if, hidden
from gocore.types cimport BLACK, EMPTY, WHITE

# ---- loading -------------------------------------------------------------------------------------------------------

cdef void kernel_load(Kernel *k, const BoardState *s, int to_move) noexcept nogil:
    cdef const Geometry *g = s.geo
    cdef int p, q, i, n
    k.geo = g
    k.empties = k.lead = k.moves = 0
    k.ko = s.ko if s.ko_color == to_move else 0
    memset(k.mine, 0, sizeof(k.mine))
    for q in range(g.cells):
        k.label[q] = k.next[q] = q
        k.libs[q] = 2 * SPARE
    for p in range(g.area):
        q = g.cell_of[p]
        if s.color[q] == EMPTY:
            k.libs[q] = SPARE
            k.place[q] = k.empties
            k.empty[k.empties] = q
            k.empties += 1
        else:
            k.label[q] = s.info[s.chain[q]].head
            k.libs[q] = 0
            k.next[q] = s.next[q]
            k.mine[s.color[q]][q] = -1
            k.lead += 1 if s.color[q] == BLACK else -1
    for i in range(k.empties):
        for n in range(4):
            k.libs[k.label[k.empty[i] + g.step[n]]] += 1


cdef void kernel_copy(Kernel *to, const Kernel *k) noexcept nogil:
    cdef size_t cells = k.geo.cells
    memcpy(to, k, <const char *>k.label - <const char *>k)
    memcpy(to.label, k.label, 2 * cells)
    memcpy(to.libs, k.libs, 2 * cells)
    memcpy(to.next, k.next, 2 * cells)
    memcpy(to.place, k.place, 2 * cells)
    memcpy(to.empty, k.empty, 2 * k.empties)
    memset(to.mine[0], 0, cells)
    memcpy(to.mine[BLACK], k.mine[BLACK], MAX_CELLS)    # whole: the cell before the first is read, and must be 0
    memcpy(to.mine[WHITE], k.mine[WHITE], MAX_CELLS)


# ---- playing -------------------------------------------------------------------------------------------------------

cdef int _capture(Kernel *k, Py_ssize_t head, int color, Py_ssize_t stride) noexcept nogil:
    # Take a chain off the board; return its size.
    cdef int8_t *mine = k.mine[color]
    cdef Py_ssize_t q = head, after
    cdef int n = k.empties, taken
    while True:
        mine[q] = 0
        k.label[q] = q
        k.libs[q] = SPARE
        k.place[q] = n
        k.empty[n] = q
        n += 1
        q = k.next[q]
        if q == head:
            break
    while True:
        k.libs[k.label[q - stride]] += 1
        k.libs[k.label[q - 1]] += 1
        k.libs[k.label[q + 1]] += 1
        k.libs[k.label[q + stride]] += 1
        after = k.next[q]
        k.next[q] = q
        q = after
        if q == head:
            break
    taken = n - k.empties
    k.empties = n
    return taken


cdef inline void _leave_list(Kernel *k, Py_ssize_t q) noexcept nogil:
    cdef uint32_t i = k.place[q], moved
    k.empties -= 1
    moved = k.empty[k.empties]
    k.empty[i] = moved
    k.place[moved] = i


cdef inline uint32_t _join(Kernel *k, uint32_t a, uint32_t b) noexcept nogil:
    # Make one chain of two, given and returned by label; relabel that with fewer pseudo-liberties.
    cdef uint32_t la = k.libs[a], lb = k.libs[b], swap = (a ^ b) & mask_if(lb > la), q
    a ^= swap
    b ^= swap
    k.libs[a] = la + lb
    q = b
    while True:
        k.label[q] = a
        q = k.next[q]
        if q == b:
            break
    q = k.next[a]
    k.next[a] = k.next[b]
    k.next[b] = q
    return a


cdef uint32_t _join_rest(Kernel *k, uint32_t chain, int q, int color) noexcept nogil:
    # Join the third and fourth chain beside a stone, which are rare.
    cdef int i, n
    for i in range(4):
        n = q + k.geo.step[i]
        if k.mine[color][n] and k.label[n] != chain:
            chain = _join(k, chain, k.label[n])
    return chain


cdef int _capture_rest(Kernel *k, Py_ssize_t q, int enemy, Py_ssize_t stride) noexcept nogil:
    # Take off the other chains beside a stone that it left without a liberty.
    cdef const int8_t *mine = k.mine[enemy]
    cdef int taken = 0
    if mine[q - stride] and k.libs[k.label[q - stride]] == 0:
        taken += _capture(k, q - stride, enemy, stride)
    if mine[q - 1] and k.libs[k.label[q - 1]] == 0:
        taken += _capture(k, q - 1, enemy, stride)
    if mine[q + 1] and k.libs[k.label[q + 1]] == 0:
        taken += _capture(k, q + 1, enemy, stride)
    if mine[q + stride] and k.libs[k.label[q + stride]] == 0:
        taken += _capture(k, q + stride, enemy, stride)
    return taken


cdef inline void _play(Kernel *k, Py_ssize_t q, int color, Py_ssize_t stride) noexcept nogil:
    cdef const int8_t *mine = k.mine[color]
    cdef uint16_t *libs = k.libs
    cdef uint32_t up = k.label[q - stride], left = k.label[q - 1], right = k.label[q + 1], down = k.label[q + stride]
    # Masks: all ones where the neighbour is an own stone; and the labels of own neighbours, else 0.
    cdef uint32_t m_up = mine[q - stride], m_left = mine[q - 1], m_right = mine[q + 1], m_down = mine[q + stride]
    cdef uint32_t o_up = up & m_up, o_left = left & m_left, o_right = right & m_right, o_down = down & m_down
    cdef uint32_t first = greatest(o_up, o_left, o_right, o_down)
    cdef uint32_t second = least(o_up - 1, o_left - 1, o_right - 1, o_down - 1) + 1     # 0 counts as the greatest
    cdef uint32_t chain = first | (<uint32_t>q & ~mask_if(first != 0)), last
    cdef int taken
    _leave_list(k, q)
    k.mine[color][q] = -1
    libs[up] -= 1
    libs[left] -= 1
    libs[right] -= 1
    libs[down] -= 1
    last = libs[q] - SPARE      # its empty neighbours become the chain's pseudo-liberties
    libs[q] = 0
    libs[chain] += last
    k.label[q] = chain
    k.next[q] = k.next[chain]
    k.next[chain] = q
    k.ko = 0
    k.lead += 3 - 2 * color
    if second != first:
        chain = _join(k, first, second)
        if (is_third(o_up, first, second) | is_third(o_left, first, second)
                | is_third(o_right, first, second) | is_third(o_down, first, second)):
            chain = _join_rest(k, chain, q, color)
    # Own neighbours become all ones, so that only an enemy's count can be zero.
    m_up |= libs[up]
    m_left |= libs[left]
    m_right |= libs[right]
    m_down |= libs[down]
    if (m_up == 0) | (m_left == 0) | (m_right == 0) | (m_down == 0):
        last = greatest(up & mask_if(m_up == 0), left & mask_if(m_left == 0), right & mask_if(m_right == 0),
                        down & mask_if(m_down == 0))
        taken = _capture(k, last, 3 - color, stride)
        if (((up ^ last) & mask_if(m_up == 0)) | ((left ^ last) & mask_if(m_left == 0))
                | ((right ^ last) & mask_if(m_right == 0)) | ((down ^ last) & mask_if(m_down == 0))):
            taken += _capture_rest(k, q, 3 - color, stride)
        k.lead += (3 - 2 * color) * taken
        if taken == 1 and first == 0 and libs[chain] == 1:
            k.ko = last


cdef inline bint _allows(Kernel *k, Py_ssize_t q, int color, Py_ssize_t stride) noexcept nogil:
    # The point has no empty neighbour. Is it neither ko nor suicide nor an own eye? One answer, so one branch.
    cdef const int8_t *own = k.mine[color]
    cdef const int8_t *enemy = k.mine[3 - color]
    cdef uint16_t *libs = k.libs
    cdef uint32_t up = k.label[q - stride], left = k.label[q - 1], right = k.label[q + 1], down = k.label[q + stride]
    cdef uint32_t alive, open
    open = hidden(-(enemy[q - stride - 1] + enemy[q - stride + 1] + enemy[q + stride - 1] + enemy[q + stride + 1]
                    + 4 * (enemy[q - stride] | enemy[q - 1] | enemy[q + 1] | enemy[q + stride])) >= k.geo.eye_limit[q])
    libs[up] -= 1
    libs[left] -= 1
    libs[right] -= 1
    libs[down] -= 1
    # An own chain that keeps a liberty (-1 + 0), or an enemy chain that lost its last (0 + 1)
    alive = ((own[q - stride] + (libs[up] == 0)) | (own[q - 1] + (libs[left] == 0))
             | (own[q + 1] + (libs[right] == 0)) | (own[q + stride] + (libs[down] == 0)))
    libs[up] += 1
    libs[left] += 1
    libs[right] += 1
    libs[down] += 1
    return (alive != 0) & open & (q != k.ko)


cdef inline Py_ssize_t _move(Kernel *k, int color, Rng *rng, Py_ssize_t stride) noexcept nogil:
    # Draw without putting back until a move is allowed; play it and return its cell, or 0 for a pass.
    cdef uint32_t left = k.empties, i, other
    cdef Py_ssize_t q
    while left > 0:
        i = rng_below(rng, left)
        q = k.empty[i]
        if k.libs[q] != SPARE or _allows(k, q, color, stride):
            _play(k, q, color, stride)
            return q
        left -= 1
        other = k.empty[left]
        k.empty[i] = other
        k.place[other] = i
        k.empty[left] = q
        k.place[q] = left
    k.ko = 0
    return 0


cdef inline void _game(Kernel *k, int to_move, Rng *rng, int max_moves, Py_ssize_t stride) noexcept nogil:
    # One copy of the loop a colour, so that the colour is a constant in it.
    cdef Py_ssize_t black = 1, white = 1
    cdef int moves = 0
    if to_move == WHITE:
        white = _move(k, WHITE, rng, stride)
        k.record[0] = white
        moves = 1
    while moves < max_moves:
        black = _move(k, BLACK, rng, stride)
        k.record[moves] = black
        moves += 1
        if black + white == 0 or moves == max_moves:
            break
        white = _move(k, WHITE, rng, stride)
        k.record[moves] = white
        moves += 1
        if black + white == 0:
            break
    k.moves = moves


cdef int kernel_playout(Kernel *k, int to_move, Rng *rng, int max_moves) noexcept nogil:
    cdef Py_ssize_t stride = k.geo.stride
    cdef int i, owner, margin
    if stride == 20:        # a constant stride gains a few per cent on the usual boards
        _game(k, to_move, rng, max_moves, 20)
    elif stride == 14:
        _game(k, to_move, rng, max_moves, 14)
    elif stride == 10:
        _game(k, to_move, rng, max_moves, 10)
    else:
        _game(k, to_move, rng, max_moves, stride)
    margin = k.lead
    for i in range(k.empties):
        owner = kernel_owner(k, k.empty[i])
        margin += (owner == BLACK) - (owner == WHITE)
    return margin


cdef bint kernel_allows(Kernel *k, int q, int color) noexcept nogil:
    if k.libs[q] != SPARE:
        return True
    return _allows(k, q, color, k.geo.stride)


cdef void kernel_play(Kernel *k, int q, int color) noexcept nogil:
    _play(k, q, color, k.geo.stride)


cdef int kernel_owner(const Kernel *k, int q) noexcept nogil:
    cdef int stride = k.geo.stride, seen
    if k.mine[BLACK][q]:
        return BLACK
    if k.mine[WHITE][q]:
        return WHITE
    seen = -(k.mine[BLACK][q - stride] | k.mine[BLACK][q - 1] | k.mine[BLACK][q + 1] | k.mine[BLACK][q + stride])
    seen -= 2 * (k.mine[WHITE][q - stride] | k.mine[WHITE][q - 1] | k.mine[WHITE][q + 1] | k.mine[WHITE][q + stride])
    return seen if seen != 3 else 0
