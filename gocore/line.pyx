"""Lines of play in the tree: made on a board of the thread's own, superko kept exactly."""

from libc.string cimport memcpy

from gocore.features cimport RECENT
from gocore.history cimport NEVER, history_find
from gocore.kernel cimport kernel_copy, kernel_play
from gocore.state cimport BoardState, hash_after, legal_set, lowest_bit, play, state_copy
from gocore.tree cimport root_of
from gocore.types cimport BLACK, CRules, KO_SIMPLE, KO_SITUATIONAL, SCORE_TERRITORY
from gocore.uct cimport add_begun
from gocore.workspace cimport Shared


cdef void _begin_board(Worker *w, Line *line) noexcept nogil:
    state_copy(&w.playout.board, w.shared.start)
    memcpy(line.ever, w.shared.seen.ever, sizeof(line.ever))


cdef void _step_board(Worker *w, Line *line, int depth, int cell) noexcept nogil:
    # Play the move at this depth.
    cdef BoardState *s = &w.playout.board
    cdef int color = 3 - w.shared.to_move if depth & 1 else w.shared.to_move, bit = cell - s.geo.stride
    if cell == 0:
        s.ko = 0
    else:
        play(s, cell, color, s.geo.words, NULL)
        line.ever[color][bit >> 6] |= <uint64_t>1 << (bit & 63)
    line.hashes[depth] = s.hash


cdef void line_board(Worker *w, Line *line) noexcept nogil:
    cdef int depth
    _begin_board(w, line)
    for depth in range(line.depth):
        _step_board(w, line, depth, line.cells[depth])


cdef void line_begin(Worker *w, Line *line) noexcept nogil:
    line.path[0] = root_of(&w.shared.arena)
    line_return(w, line, 0)


cdef void line_return(Worker *w, Line *line, int depth) noexcept nogil:
    cdef Shared *sh = w.shared
    cdef int d
    if sh.lean:
        kernel_copy(&w.game, &sh.game)
    else:
        _begin_board(w, line)
    line.depth = 0
    line.passes = sh.passes
    line.ended = False
    line.noted = True
    line.moves = 0
    for d in range(depth):
        _play(w, line, line.cells[d])


cdef void _play(Worker *w, Line *line, int cell) noexcept nogil:
    if not w.shared.lean:
        _step_board(w, line, line.depth, cell)
    elif cell == 0:
        w.game.ko = 0
    else:
        kernel_play(&w.game, cell, mover(w, line))
    line.passes = line.passes + 1 if cell == 0 else 0
    line.depth += 1


cdef void line_step(Worker *w, Line *line, Node *child) noexcept nogil:
    add_begun(&w.shared.arena, line.path[line.depth], child, 1)
    if w.judge != NULL:
        state_copy(w.past[line.depth & 1], &w.playout.board)
    line.cells[line.depth] = child.cell
    line.path[line.depth + 1] = child
    _play(w, line, child.cell)


cdef void line_abandon(Worker *w, Line *line) noexcept nogil:
    cdef int d
    for d in range(line.depth):
        add_begun(&w.shared.arena, line.path[d], line.path[d + 1], -1)


cdef bint _repeats(const Worker *w, const Line *line, int cell, int color) noexcept nogil:
    # Would this move bring back a position of the game or of the line?
    cdef const Shared *sh = w.shared
    cdef uint64_t hash = hash_after(&w.playout.board, cell, color)
    cdef int i, ko = sh.rules.ko
    if history_find(&sh.seen, hash, ko, 3 - color) != NEVER:
        return True
    for i in range(line.depth):     # the side to move after move i is that after this one when depth - i is even
        if line.hashes[i] == hash and (ko != KO_SITUATIONAL or ((line.depth - i) & 1) == 0):
            return True
    return False


cdef void line_legal(const Worker *w, const Line *line, uint64_t *moves, uint64_t *banned) noexcept nogil:
    cdef const BoardState *s = &w.playout.board
    cdef uint64_t doubtful, one
    cdef int i, bit, color = mover(w, line)
    legal_set(s, color, w.shared.rules.suicide, moves)
    for i in range(s.geo.words):
        if banned != NULL:
            banned[i] = 0
        if w.shared.rules.ko == KO_SIMPLE:
            continue
        doubtful = moves[i] if w.shared.rules.suicide else moves[i] & line.ever[color][i]
        while doubtful:
            bit = lowest_bit(doubtful)
            doubtful &= doubtful - 1
            if _repeats(w, line, i * 64 + bit + s.geo.stride, color):
                one = <uint64_t>1 << bit
                moves[i] &= ~one
                if banned != NULL:
                    banned[i] |= one


cdef void line_scene(const Worker *w, const Line *line, const uint64_t *banned, Scene *out) noexcept nogil:
    cdef const Shared *sh = w.shared
    cdef int i, k = 0, sign, depth = line.depth
    memcpy(out, &sh.scene, sizeof(Scene))
    out.boards[0] = &w.playout.board
    out.banned = banned
    if depth == 0:
        return
    out.to_move = mover(w, line)
    out.pass_ends = line.passes >= 1
    out.boards[1] = w.past[(depth - 1) & 1]
    out.boards[2] = sh.scene.boards[1]
    if depth > 1:
        out.boards[2] = w.past[depth & 1]
    out.recent = 0
    for i in range(min(depth, <int>RECENT)):
        out.moves[out.recent] = line.cells[depth - 1 - i]
        out.recent += 1
    while out.recent < RECENT and k < sh.scene.recent:
        out.moves[out.recent] = sh.scene.moves[k]
        out.recent += 1
        k += 1
    for i in range(depth):
        sign = 1 if (sh.to_move == BLACK) == ((i & 1) == 0) else -1
        if line.cells[i] and sh.rules.scoring == SCORE_TERRITORY:
            out.bonus2 += 2 * sign
        elif line.cells[i] == 0 and out.button:
            out.button = False
            out.bonus2 -= sign


cdef uint64_t line_key(const Worker *w, const Line *line, const Scene *scene) noexcept nogil:
    cdef const BoardState *s = scene.boards[0]
    cdef uint64_t key = s.hash + <uint64_t>(s.ko * 4 + scene.to_move) * <uint64_t>0x9E3779B97F4A7C15ULL
    cdef const CRules *r = &scene.rules
    cdef int i, rules = ((((r.komi2 * 3 + r.ko) * 2 + r.suicide) * 2 + r.scoring) * 3 + r.tax) * 2 + r.button
    key ^= <uint64_t>rules * <uint64_t>0xC2B2AE3D27D4EB4FULL
    key ^= <uint64_t>(scene.bonus2 * 4 + scene.button * 2 + scene.pass_ends) * <uint64_t>0xD1B54A32D192ED03ULL
    for i in range(s.geo.words):
        key ^= scene.banned[i] * <uint64_t>0xABC98388FB8FAC03ULL
    return key | 1
