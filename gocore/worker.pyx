"""One thread of a search: walk down the tree, judge the leaf, walk back up."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from gocore.atomic cimport (
    atomic_acquire8, atomic_add32, atomic_get32, atomic_release8, atomic_set32, atomic_swap_if8,
)
from gocore.history cimport NEVER, history_find
from gocore.playout cimport playout_light
from gocore.prior cimport fills_safe_eye, move_weight
from gocore.score cimport area_owner
from gocore.state cimport hash_after, legal_set, lowest_bit, play, state_copy
from gocore.tree cimport (
    NODE_ENDED, NODE_EXPANDED, NODE_EXPANDING, NODE_LEAF, arena_take, root_of,
)
from gocore.types cimport BLACK, EMPTY, KO_SIMPLE, KO_SITUATIONAL, SCORE_AREA, WHITE
from gocore.uct cimport add_amaf, add_result, select_child

cdef extern from "<time.h>" nogil:
    struct timespec:
        long tv_sec
        long tv_nsec
    int CLOCK_MONOTONIC
    int clock_gettime(int clock, timespec *now) noexcept


cdef int64_t monotonic_ns() noexcept nogil:
    cdef timespec now
    clock_gettime(CLOCK_MONOTONIC, &now)
    return <int64_t>now.tv_sec * 1000000000 + now.tv_nsec


cdef Worker *worker_new(Shared *shared, uint64_t seed) except NULL:
    cdef Worker *w = <Worker *>calloc(1, sizeof(Worker))
    if w == NULL:
        raise MemoryError("no memory for a search thread")
    w.shared = shared
    w.rng.state = seed
    return w


cdef void worker_free(Worker *w) noexcept:
    free(w)


# ---- the line from the root ----------------------------------------------------------------------------------------

cdef void _begin_line(Worker *w) noexcept nogil:
    cdef Shared *sh = w.shared
    state_copy(&w.playout.board, sh.start)
    memcpy(w.ever, sh.seen.ever, sizeof(w.ever))
    w.depth = 0
    w.passes = sh.passes
    w.path[0] = root_of(&sh.arena)
    atomic_add32(&w.path[0].pending, 1)


cdef inline int _mover(const Worker *w) noexcept nogil:
    # Whose turn it is at the end of the line.
    return 3 - w.shared.to_move if w.depth & 1 else w.shared.to_move


cdef void _step(Worker *w, Node *child) noexcept nogil:
    # Go on to a child: its move on the board, its node on the line, one visit pending.
    cdef BoardState *s = &w.playout.board
    cdef int color = _mover(w), bit = child.cell - s.geo.stride
    atomic_add32(&child.pending, 1)
    if child.cell == 0:
        s.ko = 0
        w.passes += 1
    else:
        play(s, child.cell, color, s.geo.words, NULL)
        w.passes = 0
        w.ever[color][bit >> 6] |= <uint64_t>1 << (bit & 63)
    w.cells[w.depth] = child.cell
    w.hashes[w.depth] = s.hash
    w.depth += 1
    w.path[w.depth] = child


cdef bint _repeats(const Worker *w, int cell, int color) noexcept nogil:
    # Superko, exactly: would this move bring back a position of the game or of the line?
    cdef const Shared *sh = w.shared
    cdef uint64_t hash = hash_after(&w.playout.board, cell, color)
    cdef int i, ko = sh.rules.ko
    if history_find(&sh.seen, hash, ko, 3 - color) != NEVER:
        return True
    for i in range(w.depth):    # after move i of the line, who is to play
        if w.hashes[i] == hash and (ko != KO_SITUATIONAL or ((w.depth - i) & 1) == 0):
            return True
    return False


cdef void _legal(const Worker *w, int color, uint64_t *moves) noexcept nogil:
    # The bit set of legal plays at the end of the line, under the rules in force.
    cdef const BoardState *s = &w.playout.board
    cdef uint64_t doubtful
    cdef int i, bit
    legal_set(s, color, w.shared.rules.suicide, moves)
    if w.shared.rules.ko == KO_SIMPLE:
        return
    for i in range(s.geo.words):
        doubtful = moves[i] if w.shared.rules.suicide else moves[i] & w.ever[color][i]
        while doubtful:
            bit = lowest_bit(doubtful)
            if _repeats(w, i * 64 + bit + s.geo.stride, color):
                moves[i] &= ~(<uint64_t>1 << bit)
            doubtful &= doubtful - 1


# ---- new nodes -----------------------------------------------------------------------------------------------------

cdef int _candidates(Worker *w, int color, int16_t *cells, float *weights) noexcept nogil:
    # The moves worth a node, the pass first, with their weights (not normalised). Return their number.
    cdef const BoardState *s = &w.playout.board
    cdef const Shared *sh = w.shared
    cdef uint64_t moves[MAX_WORDS]
    cdef int i, q, count = 1
    cdef int last = w.cells[w.depth - 1] if w.depth > 0 else sh.last
    cdef int before = w.cells[w.depth - 2] if w.depth > 1 else sh.last if w.depth == 1 else sh.before
    cdef double total = 0
    _legal(w, color, moves)
    for i in range(s.geo.words):
        while moves[i]:
            q = i * 64 + lowest_bit(moves[i]) + s.geo.stride
            moves[i] &= moves[i] - 1
            if (sh.settled[color][q] or fills_safe_eye(s, q, color)) and not (w.depth == 0 and sh.barring):
                continue
            cells[count] = q
            weights[count] = move_weight(s, q, color, last, before)
            total += weights[count]
            count += 1
    cells[0] = 0
    weights[0] = 0.02 * total if w.passes == 0 else 0.1 * total
    if count == 1:
        weights[0] = 1
    return count


cdef void _expand(Worker *w, Node *node) noexcept nogil:
    # Give a leaf its children, unless another thread is at it or memory is out.
    cdef int16_t cells[MAX_AREA + 1]
    cdef float weights[MAX_AREA + 1]
    cdef int color = _mover(w), count, i
    cdef double total = 0
    cdef unsigned int first
    cdef Node *child
    cdef Shared *sh = w.shared
    if not atomic_swap_if8(&node.state, NODE_LEAF, NODE_EXPANDING):
        return
    count = _candidates(w, color, cells, weights)
    first = arena_take(&sh.arena, node, 0 if w.depth == 0 else w.path[w.depth - 1].children - 1, count)
    if first == 0:
        atomic_release8(&node.state, NODE_LEAF)
        return
    for i in range(count):
        total += weights[i]
    for i in range(count):
        child = &sh.arena.nodes[first + i]
        child.cell = cells[i]
        child.color = color
        child.prior = <float>(weights[i] / total)
    node.children = first
    node.count = count
    atomic_release8(&node.state, NODE_EXPANDED)


# ---- judging -------------------------------------------------------------------------------------------------------

cdef void _note_owners(Worker *w, const uint8_t *owner) noexcept nogil:
    cdef const BoardState *s = &w.playout.board
    cdef int p, q
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        w.owned[p] += (owner[q] == BLACK) - (owner[q] == WHITE)
    w.owned_count += 1


cdef int _count_area(Worker *w) noexcept nogil:
    # Black's points less White's as the board stands, stones and surrounded regions (Article 9).
    cdef uint8_t owner[MAX_CELLS]
    cdef const BoardState *s = &w.playout.board
    cdef int p, q, difference = 0
    area_owner(s, NULL, owner)
    _note_owners(w, owner)
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        difference += (owner[q] == BLACK) - (owner[q] == WHITE)
    return difference


cdef double _as_territory(const BoardState *before, int to_move, double area) noexcept nogil:
    # Turn the area difference of a game played out into one of territory and prisoners. Each stone placed before the
    # playout is a point less; what was played in it is taken to alternate, its last move by either side alike.
    cdef int i, placed = 0
    for i in range(before.slots):
        if before.info[i].size:
            placed += before.info[i].size if before.info[i].color == BLACK else -<int>before.info[i].size
    placed += before.prisoners[BLACK] - before.prisoners[WHITE]
    return area - placed - (0.5 if to_move == BLACK else -0.5)


cdef double _roll_out(Worker *w) noexcept nogil:
    # Play one game from the end of the line; return Black's lead in points, komi included.
    cdef BoardState *s = &w.playout.board
    cdef int color = _mover(w), p, q, k, seen
    cdef double correction = 0, area
    if w.shared.rules.scoring != SCORE_AREA:
        correction = _as_territory(s, color, 0)
    area = playout_light(&w.playout, color, &w.rng, 3 * s.geo.area)
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        seen = s.color[q]
        if seen == EMPTY:
            for k in range(4):
                seen |= s.color[q + s.geo.step[k]] if s.color[q + s.geo.step[k]] != 3 else 0
        w.owned[p] += (seen == BLACK) - (seen == WHITE)
    w.owned_count += 1
    return area + correction - 0.5 * w.shared.komi2


cdef void _back_up(Worker *w, double lead, bint played_out) noexcept nogil:
    # Carry a result from the end of the line to the root.
    cdef Shared *sh = w.shared
    cdef const BoardState *s = &w.playout.board
    cdef double win = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    cdef double span = s.geo.area, weight = sh.params.score_weight
    cdef double score = lead / span if lead < span and lead > -span else 1.0 if lead > 0 else -1.0
    cdef double utility = (1 - weight) * (2 * win - 1) + weight * score, value = 0.5 + 0.5 * utility
    cdef int d, color = _mover(w)
    cdef bint amaf = sh.params.amaf_weight > 0
    if amaf:
        memset(w.first, 0, s.geo.cells)
        if played_out:
            for d in range(w.playout.moves - 1, -1, -1):
                w.first[w.playout.record[d]] = 3 - color if d & 1 else color
    for d in range(w.depth, -1, -1):
        if amaf and d < w.depth:
            color = 3 - color
            w.first[w.cells[d]] = color
            w.first[0] = 0      # passing is not a move that can be played early
            add_amaf(&sh.arena, w.path[d], color, w.first, value)
        add_result(w.path[d], utility, win, lead)


cdef void _simulate(Worker *w) noexcept nogil:
    cdef Shared *sh = w.shared
    cdef Node *node
    cdef double lead
    cdef int state
    _begin_line(w)
    node = w.path[0]
    while True:
        state = atomic_acquire8(&node.state)
        if state == NODE_LEAF and (w.depth == 0 or atomic_get32(&node.visits) >= sh.params.expand_at):
            if w.depth < MAX_DEPTH:
                _expand(w, node)
                state = atomic_acquire8(&node.state)
        if state != NODE_EXPANDED:
            break
        node = select_child(&sh.arena, node, &sh.params, _mover(w), sh.barred if w.depth == 0 and sh.barring else NULL)
        _step(w, node)
        if w.passes >= 2:
            atomic_release8(&node.state, NODE_ENDED)
    if w.passes >= 2 and sh.rules.scoring == SCORE_AREA:
        lead = _count_area(w) - 0.5 * sh.komi2
        _back_up(w, lead, False)
    else:
        lead = _roll_out(w)
        _back_up(w, lead, True)
    atomic_add32(&sh.finished, 1)


cdef int worker_run(Worker *w, int64_t slice_end) noexcept nogil:
    cdef Shared *sh = w.shared
    cdef int64_t now
    while True:
        if atomic_get32(&sh.stop):
            return DONE
        now = monotonic_ns()
        if sh.deadline and now >= sh.deadline:
            atomic_set32(&sh.stop, 1)
            return DONE
        if now >= slice_end:
            return GO_ON
        if sh.budget and atomic_add32(&sh.begun, 1) >= sh.budget:
            return DONE
        _simulate(w)
