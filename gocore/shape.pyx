"""Local shape: liberties after a move, 3x3 patterns, vital points of small eye spaces."""

from libc.stdint cimport int8_t, uint16_t, uint64_t

from gocore.board cimport Board, check_color
from gocore.state cimport lowest_bit, popcount64
from gocore.types cimport BLACK, EMPTY, MAX_WORDS, WALL, WHITE

cdef uint8_t PLAYABLE[3][65536]     # by colour and code: two bits a neighbour, in the order of _NEIGHBOURS

PATTERNS = (
    # X the mover, O the opponent, . empty, # off the board, o anything but the opponent, ? anything;
    # the middle is the move. Gelly et al. (2006) describe the kinds; each holds for both colours and all turns.
    ("XOX", ". .", "???"),      # hane between two
    ("XO.", ". .", "?.?"),      # hane
    ("XO?", "X .", "?.?"),      # turn
    ("XOO", ". .", "?.?"),      # hane at the head of two
    ("XO?", "O o", "?o?"),      # cut that nothing protects
    ("XO?", "O X", "???"),      # cut with help
    ("?X?", "O O", "ooo"),      # cut between
    ("X.?", "O ?", "###"),      # along the edge
    ("OX?", "X O", "###"),      # cut at the edge
    ("?X?", "o O", "###"),      # block at the edge
    ("?XO", "o o", "###"),      # descent
    ("?OX", "X O", "###"),      # capture at the edge
)


cdef int liberties_after(const BoardState *s, int q, int color) noexcept nogil:
    cdef uint64_t union[MAX_WORDS]
    cdef int k, n, w, slot, words = s.geo.words, stride = s.geo.stride, empties = 0, own = 0, taken = 0
    for k in range(4):
        n = s.color[q + s.geo.step[k]]
        empties += n == EMPTY
        own += n == color
        taken += n == 3 - color and s.info[s.chain[q + s.geo.step[k]]].liberties == 1
    if own == 0:
        return empties + taken
    for w in range(words):
        union[w] = 0
    for k in range(4):
        n = q + s.geo.step[k]
        if s.color[n] == EMPTY:
            union[(n - stride) >> 6] |= <uint64_t>1 << ((n - stride) & 63)
        elif s.color[n] == color:
            slot = s.chain[n]
            for w in range(words):
                union[w] |= s.libs[slot * words + w]
    union[(q - stride) >> 6] &= ~(<uint64_t>1 << ((q - stride) & 63))
    for w in range(words):
        taken += popcount64(union[w])
    return taken


cdef inline int _bits_of_four(int x) noexcept nogil:
    # How many of four bits are set: one digit for each of the sixteen sets.
    return <int>(<uint64_t>0x4332322132212110 >> (4 * x) & 15)


cdef bint two_liberties_after(const BoardState *s, size_t q, int color) noexcept nogil:
    # Two empty neighbours, or an own chain that keeps two, nearly always tell.
    cdef size_t r = s.geo.stride
    cdef const int8_t *own = s.mine[color] + (q - r)
    cdef const uint16_t *chain = s.chain + (q - r)
    cdef int keeps = own[0] & -(s.info[chain[0]].liberties > 2)
    keeps |= own[r - 1] & -(s.info[chain[r - 1]].liberties > 2)
    keeps |= own[r + 1] & -(s.info[chain[r + 1]].liberties > 2)
    keeps |= own[2 * r] & -(s.info[chain[2 * r]].liberties > 2)
    return (keeps != 0) | (_bits_of_four(s.open[q]) > 1) or liberties_after(s, q, color) > 1


cdef int last_liberty(const BoardState *s, int slot) noexcept nogil:
    cdef int w, words = s.geo.words
    for w in range(words):
        if s.libs[slot * words + w]:
            return w * 64 + lowest_bit(s.libs[slot * words + w]) + s.geo.stride
    return 0


cdef bint is_pattern(const BoardState *s, int q, int color) noexcept nogil:
    cdef int r = s.geo.stride
    cdef const uint8_t *c = s.color + q - r - 1
    return PLAYABLE[color][
        c[0] | c[1] << 2 | c[2] << 4 | c[r] << 6 | c[r + 2] << 8 | c[2 * r] << 10 | c[2 * r + 1] << 12 | c[2 * r + 2] << 14
    ]


cdef inline bint _is_roomy(const BoardState *s, int q) noexcept nogil:
    # Does the region of an empty cell surely hold six points? Its neighbours at least; beyond them, each point is next
    # to two of those at most.
    cdef int k, beyond, all = 0, most = 0
    for k in range(4):
        beyond = (_bits_of_four(s.open[q + s.geo.step[k]]) - 1) & -(s.open[q] >> k & 1)
        all += beyond
        most = max(most, beyond)
    return 1 + _bits_of_four(s.open[q]) + max(most, (all + 1) >> 1) > 5


cdef int vital_point(const BoardState *s, int q) noexcept nogil:
    # Flood the empty region, giving up at the sixth point or when both colours touch it. Its vital point is the one
    # with the most neighbours inside, where that makes a shape that one move turns into two eyes or leaves with one:
    # three in a row, the pyramid, the bulky five, the cross.
    cdef int16_t cells[6]
    cdef int size = 1, at = 0, k, j, n, near, inside, seen = 0, links = 0, most = 0, vital = 0
    if _is_roomy(s, q):
        return 0
    cells[0] = q
    while at < size and seen != 3:
        near = s.open[cells[at]]
        inside = _bits_of_four(near)
        links += inside
        if inside > most:
            most, vital = inside, cells[at]
        for k in range(4):
            n = s.color[cells[at] + s.geo.step[k]]
            seen |= n & -<int>(n != WALL)
        while near:
            n = cells[at] + s.geo.step[lowest_bit(near)]
            near &= near - 1
            for j in range(size):
                if cells[j] == n:
                    break
            else:
                if size == 5:
                    return 0
                cells[size] = n
                size += 1
        at += 1
    if seen == 3 or size < 3:
        return 0
    if size == 3 or size == 4 and most == 3 or size == 5 and (most == 4 or (most == 3 and links == 10)):
        return vital
    return 0


# ---- the table of patterns -----------------------------------------------------------------------------------------

cdef void _fill(uint8_t *table, const uint8_t *allowed, int place, int code) noexcept:
    # Mark every code that takes an allowed value at each of the eight places; allowed[place] is a bit set.
    cdef int value
    if place == 8:
        table[code] = 1
        return
    for value in range(4):
        if allowed[place] >> value & 1:
            _fill(table, allowed, place + 1, code | value << 2 * place)


def _turns(pattern):
    # The eight symmetries of a pattern of three rows.
    for _ in range(4):
        yield pattern
        yield tuple(row[::-1] for row in pattern)
        pattern = tuple("".join(column)[::-1] for column in zip(*pattern, strict=True))


def _make_patterns():
    cdef uint8_t allowed[8]
    cdef int mover, place
    for mover in (BLACK, WHITE):
        for swap in (False, True):      # the same shape with colours exchanged is as urgent
            me = 3 - mover if swap else mover
            meaning = {"X": 1 << me, "O": 1 << (3 - me), ".": 1, "#": 8, "o": 15 ^ 1 << (3 - me), "?": 15}
            for pattern in PATTERNS:
                for rows in _turns((pattern[0], pattern[1], pattern[2])):
                    around = rows[0] + rows[1][0] + rows[1][2] + rows[2]
                    for place in range(8):
                        allowed[place] = meaning[around[place]]
                    _fill(PLAYABLE[mover], allowed, 0, 0)


_make_patterns()


def pattern_here(Board board not None, Py_ssize_t point, Py_ssize_t color):
    """Say whether a move on an empty point is the centre of a known 3x3 pattern; for tests and curiosity."""
    return is_pattern(board.state, board.to_cell(point), check_color(color))


def vital_here(Board board not None, Py_ssize_t point):
    """Return the vital point of the small eye space around an empty point, or None; for tests and curiosity."""
    cdef int q = vital_point(board.state, board.to_cell(point))
    return board.state.geo.point_of[q] if q else None
