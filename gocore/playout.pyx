"""Random games: uniform moves that are legal under simple ko, commit no suicide and fill no own eye."""

from libc.limits cimport INT_MAX
from libc.stdint cimport int8_t, int16_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from gocore.empties cimport empties_list
from gocore.geometry cimport Geometry
from gocore.kernel cimport Kernel, kernel_allows, kernel_copy, kernel_load, kernel_owner, kernel_playout
from gocore.position cimport Position
from gocore.rng cimport rng_below, rng_start
from gocore.state cimport hidden, lives_alone, play_on, popcount64, state_copy
from gocore.types cimport BLACK, EMPTY, MAX_CELLS, WALL, WHITE

from typing import NamedTuple

cdef extern from *:
    """
    #ifndef GOCORE_BUILD
    #define GOCORE_BUILD "portable"
    #endif
    """
    const char *GOCORE_BUILD

BUILD = GOCORE_BUILD.decode()
"""How the core was compiled: portable, native, debug or sanitized."""


class PlayoutStats(NamedTuple):
    """What a number of playouts gave.

    moves: plays and passes of all of them. ownership: one a point, how often it ended Black's less how often White's
    as a share, -1 to 1.
    """

    black_wins: int
    white_wins: int
    draws: int
    moves: int
    ownership: list[float]


class RandomGame(NamedTuple):
    """One playout.

    moves: points in order, the first by the side to move; the area is a pass. margin: Black's points less White's, komi
    left out. owner: one a point at the end, 0 nobody, 1 Black, 2 White.
    """

    moves: list[int]
    margin: int
    owner: bytes


cdef inline bint _is_eye(const BoardState *s, size_t q, int color, size_t stride) noexcept nogil:
    # Of a cell without an empty neighbour: are its sides own or wall, and the enemies on its diagonals few enough?
    cdef const int8_t *enemy = s.mine[3 - color] + (q - stride - 1)     # from the upper left on
    cdef int enemies = enemy[1] | enemy[stride] | enemy[stride + 2] | enemy[2 * stride + 1]
    enemies = 4 * enemies + enemy[0] + enemy[2] + enemy[2 * stride] + enemy[2 * stride + 2]
    return -enemies < s.geo.eye_limit[q]


cdef bint is_own_eye(const BoardState *s, int q, int color) noexcept nogil:
    # All four sides own or wall, and at most one enemy on the diagonals, none at the edge.
    return s.open[q] == 0 and _is_eye(s, q, color, s.geo.stride)


cdef int point_owner(const BoardState *s, int q) noexcept nogil:
    cdef int k, seen = 0
    if s.color[q] != EMPTY:
        return s.color[q]
    for k in range(4):
        if s.color[q + s.geo.step[k]] != WALL:
            seen |= s.color[q + s.geo.step[k]]
    return seen if seen != 3 else 0


cdef inline uint64_t _beside(const uint64_t *w, int r) noexcept nogil:
    # The bits of a word of a bit set that are left or right of, above or below one of its own. The words before and
    # after are read too: they are zero, or hold bits that no point of this word is next to.
    return (w[0] << 1 | (w - 1)[0] >> 63 | w[0] >> 1 | w[1] << 63
            | w[0] << r | (w - 1)[0] >> (64 - r) | w[0] >> r | w[1] << (64 - r))


cdef int area_difference(const BoardState *s) noexcept nogil:
    cdef const uint64_t *black = s.stones[BLACK]
    cdef const uint64_t *white = s.stones[WHITE]
    cdef uint64_t empty, by_black, by_white
    cdef int w, difference = s.count[BLACK] - s.count[WHITE]
    for w in range(s.geo.words):
        empty = s.geo.on_board[w] & ~(black[w] | white[w])
        by_black, by_white = _beside(black + w, s.geo.stride), _beside(white + w, s.geo.stride)
        difference += popcount64(empty & by_black & ~by_white) - popcount64(empty & by_white & ~by_black)
    return difference


cdef inline void _take_ko(BoardState *s, int to_move) noexcept nogil:
    # In a playout a ko always bars the side to move.
    if s.ko_color != to_move:
        s.ko = 0


cdef inline bint _allows(const BoardState *s, size_t q, int color, size_t stride) noexcept nogil:
    # Is an empty cell without an empty neighbour neither ko nor suicide nor an own eye? One answer, so one branch.
    return (hidden(lives_alone(s, q, color, False, stride)) & hidden(not _is_eye(s, q, color, stride))
            & hidden(q != s.ko))


cdef inline size_t _move(Playout *p, int color, Rng *rng, size_t words, size_t stride) noexcept nogil:
    # Draw without putting back until a move is allowed; play it and return its cell, or 0 for a pass. Which place a
    # cell has in the list is not kept: only what is drawn is played.
    cdef BoardState *s = &p.board
    cdef uint16_t *cell = p.empty.cell
    cdef uint32_t left = p.empty.count, i
    cdef size_t q
    while left > 0:
        i = rng_below(rng, left)
        q = cell[i]
        left -= 1
        if s.open[q] or _allows(s, q, color, stride):
            p.empty.count -= 1
            cell[i] = cell[p.empty.count]
            p.empty.count += play_on(s, q, color, words, stride, <int16_t *>&cell[p.empty.count])
            return q
        cell[i] = cell[left]
        cell[left] = q
    s.ko = 0
    return 0


cdef inline void _game(Playout *p, int to_move, Rng *rng, int max_moves, size_t words, size_t stride) noexcept nogil:
    # One copy of the loop a colour, so that the colour is a constant in it.
    cdef size_t black = 1, white = 1
    p.moves = 0
    if to_move == WHITE:
        white = _move(p, WHITE, rng, words, stride)
        p.record[0] = white
        p.moves = 1
    while p.moves < max_moves:
        black = _move(p, BLACK, rng, words, stride)
        p.record[p.moves] = black
        p.moves += 1
        if black + white == 0 or p.moves == max_moves:
            break
        white = _move(p, WHITE, rng, words, stride)
        p.record[p.moves] = white
        p.moves += 1
        if black + white == 0:
            break


cdef int playout_light(Playout *p, int to_move, Rng *rng, int max_moves) noexcept nogil:
    cdef const Geometry *g = p.board.geo
    empties_list(&p.empty, &p.board)
    _take_ko(&p.board, to_move)
    if g.stride == 20 and g.words == 6:        # constants gain on the usual boards
        _game(p, to_move, rng, max_moves, 6, 20)
    elif g.stride == 14 and g.words == 3:
        _game(p, to_move, rng, max_moves, 3, 14)
    elif g.stride == 10 and g.words == 2:
        _game(p, to_move, rng, max_moves, 2, 10)
    else:
        _game(p, to_move, rng, max_moves, g.words, g.stride)
    return area_difference(&p.board)


# ---- from Python ---------------------------------------------------------------------------------------------------

cdef struct Counts:
    long long moves
    int wins[3]
    int owned[MAX_CELLS]        # how often it ended Black's less how often White's


cdef inline void _count(Counts *c, const Geometry *g, int margin, int moves) noexcept nogil:
    c.wins[BLACK if margin > 0 else WHITE if margin < 0 else 0] += 1
    c.moves += moves


cdef struct Start:
    # What games are played from: taken while the GIL is held, for other threads may move on in the position after that.
    const Geometry *geo
    BoardState board
    int to_move
    int komi2


cdef void _run_kernel(const Start *start, Kernel *both, int n, Rng *rng, int limit, Counts *c) noexcept nogil:
    cdef Kernel *k = both + 1
    cdef const Geometry *g = start.geo
    cdef int _, i, q, margin, owner
    kernel_load(both, &start.board, start.to_move)
    for _ in range(n):
        kernel_copy(k, both)
        margin = 2 * kernel_playout(k, start.to_move, rng, limit) - start.komi2
        _count(c, g, margin, k.moves)
        for q in range(g.cells):
            c.owned[q] += k.mine[WHITE][q] - k.mine[BLACK][q]
        for i in range(k.empties):
            owner = kernel_owner(k, k.empty[i])
            c.owned[k.empty[i]] += (owner == BLACK) - (owner == WHITE)


cdef void _run_board(const Start *start, Playout *p, int n, Rng *rng, int limit, Counts *c) noexcept nogil:
    cdef const Geometry *g = start.geo
    cdef int _, i, q, margin, owner
    for _ in range(n):
        state_copy(&p.board, &start.board)
        margin = 2 * playout_light(p, start.to_move, rng, limit) - start.komi2
        _count(c, g, margin, p.moves)
        for q in range(g.cells):
            c.owned[q] += p.board.mine[WHITE][q] - p.board.mine[BLACK][q]
        for i in range(<int>p.empty.count):
            q = p.empty.cell[i]
            owner = point_owner(&p.board, q)
            c.owned[q] += (owner == BLACK) - (owner == WHITE)


cdef int _limit(Position pos, int max_moves) except -1:
    cdef int most = 3 * pos.state.geo.area
    if max_moves < 0:
        raise ValueError(f"max_moves must not be negative, not {max_moves}")
    return min(max_moves, most) if max_moves else most


def light(Position pos not None, Py_ssize_t n, seed, *, int max_moves=0, bint exact=False):
    """Play n random games from a position and count.

    n: 0 to 2**31 - 1. seed: 0 to 2**64 - 1; the same seed gives the same games, in every build, another one games that
    have nothing to do with them. max_moves: limit of one game, at most and by default three times the board's area.
    exact: play on the board that everyone uses, with exact liberties and hash, instead of the playout kernel; the same
    rules and odds, other games.

    Moves are uniform among those that are legal under simple ko, commit no suicide and fill no own eye; a side without
    one passes; two passes end a game. Counts by area with the position's komi, whatever its scoring. Superko is not
    kept inside a playout. Returns PlayoutStats. Releases the GIL: several threads may call it at once, and play on in
    the position meanwhile.
    """
    cdef const Geometry *g = pos.state.geo
    cdef int limit = _limit(pos, max_moves), p
    cdef Rng rng
    cdef Counts c
    cdef Start *start
    cdef void *room
    if not 0 <= n <= INT_MAX:
        raise ValueError(f"n must be 0 to {INT_MAX}, not {n}")
    rng_start(&rng, seed)
    start = <Start *>calloc(1, sizeof(Start) + (sizeof(Playout) if exact else 2 * sizeof(Kernel)))
    room = start + 1
    if start == NULL:
        raise MemoryError("no memory for a playout")
    start.geo, start.to_move, start.komi2 = g, pos.to_move, pos.rules.c.komi2
    state_copy(&start.board, pos.state)
    memset(&c, 0, sizeof(c))
    with nogil:
        if exact:
            _run_board(start, <Playout *>room, <int>n, &rng, limit, &c)
        else:
            _run_kernel(start, <Kernel *>room, <int>n, &rng, limit, &c)
    free(start)
    return PlayoutStats(c.wins[BLACK], c.wins[WHITE], c.wins[0], c.moves,
                        [c.owned[g.cell_of[p]] / <double>max(n, 1) for p in range(g.area)])


def game(Position pos not None, seed, *, int max_moves=0, bint exact=False):
    """Play one random game and tell it whole: what `light` with n = 1 would count. Returns RandomGame."""
    cdef const Geometry *g = pos.state.geo
    cdef int limit = _limit(pos, max_moves), p, margin, moves
    cdef Rng rng
    cdef Playout *board = NULL
    cdef Kernel *k = NULL
    cdef const int16_t *record
    rng_start(&rng, seed)
    if exact:
        board = <Playout *>calloc(1, sizeof(Playout))
    else:
        k = <Kernel *>calloc(1, sizeof(Kernel))
    if board == NULL and k == NULL:
        raise MemoryError("no memory for a playout")
    if exact:
        state_copy(&board.board, pos.state)
        margin = playout_light(board, pos.to_move, &rng, limit)
        record, moves = board.record, board.moves
        owner = bytes([point_owner(&board.board, g.cell_of[p]) for p in range(g.area)])
    else:
        kernel_load(k, pos.state, pos.to_move)
        margin = kernel_playout(k, pos.to_move, &rng, limit)
        record, moves = k.record, k.moves
        owner = bytes([kernel_owner(k, g.cell_of[p]) for p in range(g.area)])
    played = [g.point_of[record[p]] if record[p] else g.area for p in range(moves)]
    free(board)
    free(k)
    return RandomGame(played, margin, owner)


def candidates(Position pos not None, *, bint exact=False):
    """Return the points that a playout chooses its first move from, ascending; none means that it passes."""
    cdef const Geometry *g = pos.state.geo
    cdef Playout *board = <Playout *>calloc(1, sizeof(Playout))
    cdef Kernel *k = <Kernel *>calloc(1, sizeof(Kernel))
    cdef int p, q
    found = []
    if board != NULL and k != NULL:
        state_copy(&board.board, pos.state)
        _take_ko(&board.board, pos.to_move)
        kernel_load(k, pos.state, pos.to_move)
        for p in range(g.area):
            q = g.cell_of[p]
            if pos.state.color[q] == EMPTY and (pos.state.open[q] or _allows(&board.board, q, pos.to_move, g.stride)
                                                if exact else kernel_allows(k, q, pos.to_move)):
                found.append(p)
    free(board)
    free(k)
    return found
