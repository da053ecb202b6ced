"""One thread of a search: walk down the tree, judge the leaf, walk back up."""

from libc.math cimport atan, sqrt
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from gocore.atomic cimport atomic_acquire8, atomic_add32, atomic_get32, atomic_release8, atomic_set32
from gocore.board cimport state_free, state_new
from gocore.cache cimport cache_get, cache_put
from gocore.expand cimport expand_claim, expand_judged, expand_known
from gocore.geometry cimport Geometry
from gocore.judge cimport Desktop, seat_ask, seat_encode, seat_read, symmetries
from gocore.kernel cimport kernel_load, kernel_owner, kernel_playout
from gocore.line cimport (
    line_abandon, line_begin, line_board, line_key, line_legal, line_return, line_scene, line_step, mover,
)
from gocore.policy cimport roll_out
from gocore.rng cimport rng_below, rng_next
from gocore.score cimport area_owner
from gocore.tree cimport NODE_ENDED, NODE_EXPANDED, NODE_LEAF, Node, root_of
from gocore.types cimport BLACK, EMPTY, MAX_CELLS, MAX_WORDS, SCORE_AREA, WALL, WHITE
from gocore.uct cimport Sums, add_amaf, add_begun, add_result, select_child, sums_add, sums_clear, sums_join
from gocore.state cimport BoardState
from gocore.tally cimport NO_MOVE, OWNER_UNIT, tally_free, tally_note
from gocore.ladder cimport LadderReader
from gocore.features cimport Scene
from gocore.workspace cimport DONE, FAILED, GO_ON, Line, MAX_DEPTH

cdef extern from "<time.h>" nogil:
    struct timespec:
        long tv_sec
        long tv_nsec
    int CLOCK_MONOTONIC
    int clock_gettime(int clock, timespec *now) noexcept

cdef extern from "<sched.h>" nogil:
    int sched_yield() noexcept

# What a walk down the tree came to
cdef enum:
    AT_LEAF = 0         # a leaf to judge
    AT_CLAIM = 1        # a leaf to judge whose children are this thread's to make
    AT_END = 2          # the game is over
    AT_BUSY = 3         # another thread, or another line of this batch, is judging this leaf

# All threads pass through a node of many visits, and each would write to all its children: one round in so many is enough
# for the all-moves-as-first sums of those
cdef enum:
    WELL_KNOWN = 512
    ONE_IN = 8

# From a node of so many visits so many simulations are begun in a row; which way the first went down to it is, for the
# others, as good as the way they would have taken. Those of the lesser kind are done in the midst of the greater's
cdef enum:
    KINDS = 3
cdef int BUSY[KINDS]
cdef int IN_A_ROW[KINDS]
BUSY[:] = [1024, 128, 32]
IN_A_ROW[:] = [16, 4, 2]


cdef int64_t monotonic_ns() noexcept nogil:
    cdef timespec now
    clock_gettime(CLOCK_MONOTONIC, &now)
    return <int64_t>now.tv_sec * 1000000000 + now.tv_nsec


# ---- memory --------------------------------------------------------------------------------------------------------

cdef Worker *worker_new(Shared *shared) except NULL:
    cdef Worker *w = <Worker *>calloc(1, sizeof(Worker))
    if w != NULL:
        w.shared = shared
        w.reader = <LadderReader *>calloc(1, sizeof(LadderReader))
        if w.reader != NULL:
            return w
    free(w)
    raise MemoryError("no memory for a search thread")


cdef int worker_fit(Worker *w, Desktop *judge, int width, int height) except -1:
    # Make what a board size and a judge (or NULL) need.
    cdef int batch = 1 if judge == NULL else judge.batch, i
    for i in range(2):
        state_free(w.past[i])
        w.past[i] = NULL
    w.judge = judge
    if judge != NULL:
        for i in range(2):
            w.past[i] = state_new(width, height)
    if w.batch != batch:
        free(w.lines)
        w.batch = 0
        w.lines = <Line *>calloc(batch, sizeof(Line))
        if w.lines == NULL:
            raise MemoryError("no memory for the lines of a search thread")
        w.batch = batch
    return 0


cdef void worker_free(Worker *w) noexcept:
    if w != NULL:
        state_free(w.past[0])
        state_free(w.past[1])
        tally_free(&w.tally)
        free(w.lines)
        free(w.reader)
        free(w)


# ---- down ----------------------------------------------------------------------------------------------------------

cdef int _walk(Worker *w, Line *line) noexcept nogil:
    # Go down from the end of the line to a leaf, or to the end of the game.
    cdef Shared *sh = w.shared
    cdef Node *node
    cdef Node *child
    cdef int state
    cdef int wait = 0 if w.judge != NULL else sh.params.expand_at
    node = line.path[line.depth]
    while True:
        state = atomic_acquire8(&node.state)
        if state != NODE_EXPANDED:
            break
        child = select_child(&sh.arena, node, &sh.params, mover(w, line),
                             sh.barred[mover(w, line)] if line.depth < sh.barring else NULL, line.depth)
        if child == NULL:
            return AT_LEAF      # every move from here is barred
        node = child
        line_step(w, line, node)
        if line.passes >= 2:
            atomic_release8(&node.state, NODE_ENDED)
            line.ended = sh.rules.scoring == SCORE_AREA     # territory needs dead stones: the leaf is judged
            return AT_END if line.ended else AT_LEAF
    if line.depth >= MAX_DEPTH or (line.depth > 0 and atomic_get32(&node.visits) < wait):
        return AT_LEAF
    if state == NODE_LEAF and expand_claim(node):
        return AT_CLAIM
    return AT_BUSY


# ---- judging -------------------------------------------------------------------------------------------------------

cdef int _count_area(Worker *w) noexcept nogil:
    # Black's points less White's as the board stands, stones and surrounded regions (Article 9); notes their owners.
    cdef uint8_t owner[MAX_CELLS]
    cdef const BoardState *s = &w.playout.board
    cdef int p, side, difference = 0
    area_owner(s, NULL, owner)
    for p in range(s.geo.area):
        side = owner[s.geo.cell_of[p]]
        side = (side == BLACK) - (side == WHITE)
        difference += side
        w.tally.owner[p] = <int8_t>(OWNER_UNIT * side)
    return difference


cdef double _as_territory(const BoardState *s, int to_move) noexcept nogil:
    # What to add to the area difference of a game played out from here to have territory and prisoners. Each stone
    # placed so far is a point less; those of the playout are taken to alternate, the last by either side alike.
    cdef int i, size, placed = s.prisoners[BLACK] - s.prisoners[WHITE]
    for i in range(s.slots):
        size = s.info[i].size
        if size:
            placed += size if s.info[i].color == BLACK else -size
    return (-0.5 if to_move == BLACK else 0.5) - placed


cdef void _note_playout(Worker *w) noexcept nogil:
    # Owners at the end of a playout: stones, and empty points by the colours next to them.
    cdef const BoardState *s = &w.playout.board
    cdef int p, q, k, n, seen
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        seen = s.color[q]
        if seen == EMPTY:
            for k in range(4):
                n = s.color[q + s.geo.step[k]]
                seen |= n if n != WALL else 0
        w.tally.owner[p] = <int8_t>(OWNER_UNIT * ((seen == BLACK) - (seen == WHITE)))


cdef void _note_game(Worker *w, Line *line) noexcept nogil:
    # The same at the end of a playout of the kernel. One game in four is noted: those are more than enough.
    cdef const Geometry *g = w.shared.start.geo
    cdef int p, owner
    line.noted = rng_next(&w.rng) & 3 == 0
    if line.noted:
        for p in range(g.area):
            owner = kernel_owner(&w.game, g.cell_of[p])
            w.tally.owner[p] = <int8_t>(OWNER_UNIT * ((owner == BLACK) - (owner == WHITE)))


cdef int _light_playout(Worker *w, Line *line, int color, int limit) noexcept nogil:
    # Black's points less White's of a game of the kernel from the end of the line.
    cdef int margin
    if not w.shared.lean:
        kernel_load(&w.game, &w.playout.board, color)
    margin = kernel_playout(&w.game, color, &w.rng, limit)
    if w.judge == NULL:
        _note_game(w, line)
    return margin


cdef int _sensible_playout(Worker *w, Line *line, int color, int limit) noexcept nogil:
    # The same of a playout with knowledge.
    cdef int last = line.cells[line.depth - 1] if line.depth > 0 else w.shared.last
    cdef int margin = roll_out(&w.playout, color, last, &w.rng, limit)
    if w.judge == NULL:
        _note_playout(w)
    return margin


cdef inline const int16_t *_record(Worker *w) noexcept nogil:
    # The moves of the last playout.
    cdef const int16_t *moves = w.playout.record
    if w.shared.light:
        moves = w.game.record
    return moves


cdef void _roll_out(Worker *w, Line *line) noexcept nogil:
    # Play one game from the end of the line; Black's result and the number of moves go into the line.
    cdef int color = mover(w, line), limit = 3 * w.shared.start.geo.area
    line.lead = -0.5 * w.shared.komi2
    if w.shared.rules.scoring != SCORE_AREA:
        line.lead += _as_territory(&w.playout.board, color)
    if w.shared.light:
        line.lead += _light_playout(w, line, color, limit)
        line.moves = w.game.moves
    else:
        line.lead += _sensible_playout(w, line, color, limit)
        line.moves = w.playout.moves
    line.win = 1.0 if line.lead > 0 else 0.0 if line.lead < 0 else 0.5


cdef void _note_opinion(Worker *w, int color) noexcept nogil:
    cdef int p, sign = 1 if color == BLACK else -1
    for p in range(w.playout.board.geo.area):
        w.tally.owner[p] = <int8_t>(sign * w.opinion.owner[p])


cdef void _take_opinion(Worker *w, Line *line) noexcept nogil:
    # Mix w.opinion into the line's result.
    cdef int color = mover(w, line)
    cdef double share = w.shared.playout_share if line.moves else 0.0
    cdef double win = w.opinion.value[0] + 0.5 * w.opinion.value[2], lead = w.opinion.value[3]
    if color != BLACK:
        win, lead = 1 - win, -lead
    line.win = share * line.win + (1 - share) * win
    line.lead = share * line.lead + (1 - share) * lead
    _note_opinion(w, color)


# ---- up ------------------------------------------------------------------------------------------------------------

cdef double _utility(const Shared *sh, double win, double lead) noexcept nogil:
    # -1 .. 1: the game, and as a small share the score: how far it is from even, and more steeply from what is expected.
    cdef double weight = sh.params.score_weight, root = sqrt(sh.start.geo.area)
    cdef double even = 0.6366197724 * atan(lead / (2 * root))
    cdef double local = 0.6366197724 * atan((lead - sh.center) / (0.75 * root))
    return (1 - weight) * (2 * win - 1) + weight * (0.25 * even + 0.75 * local)


cdef void _evaluate(Worker *w, Line *line, const int16_t *record) noexcept nogil:
    # What the line's result is worth; and who was first to play a cell in its playout.
    cdef int d, color = mover(w, line)
    line.utility = _utility(w.shared, line.win, line.lead)
    if line.noted:
        tally_note(&w.tally, line.cells[0] if line.depth > 0 else NO_MOVE, line.lead)
    if w.shared.params.amaf_weight > 0:
        memset(w.first, 0, w.shared.start.geo.cells)
        for d in range(line.moves - 1, -1, -1):
            w.first[record[d]] = 3 - color if d & 1 else color
        _spread_amaf(w, line)


cdef void _spread_amaf(Worker *w, Line *line) noexcept nogil:
    # Hand the line's result out to the children of all its nodes whose moves were played in it later.
    cdef Shared *sh = w.shared
    cdef int d, color
    cdef bint chosen = w.rounds % ONE_IN == 1
    for d in range(line.depth - 1, -1, -1):
        color = 3 - sh.to_move if d & 1 else sh.to_move
        w.first[line.cells[d]] = color
        w.first[0] = 0      # a pass cannot be played early
        if chosen or atomic_get32(&line.path[d].visits) < WELL_KNOWN:
            add_amaf(&sh.arena, line.path[d], color, w.first, 0.5 + 0.5 * line.utility)


cdef void _back_up(Worker *w, Line *line, int start, int end, const Sums *sums) noexcept nogil:
    # Carry the sums of some simulations from one depth of the line up to a lesser one.
    cdef int d
    for d in range(start, end - 1, -1):
        add_result(&w.shared.arena, line.path[d - 1] if d > 0 else NULL, line.path[d], sums)


cdef void _finish(Worker *w, Line *line, const int16_t *record) noexcept nogil:
    # Carry the line's result to the root.
    cdef Sums sums
    _evaluate(w, line, record)
    sums_clear(&sums)
    sums_add(&sums, line.utility, line.win, line.lead)
    _back_up(w, line, line.depth, 0, &sums)


cdef void _take_count(Worker *w, Line *line) noexcept nogil:
    line.lead = _count_area(w) - 0.5 * w.shared.komi2
    line.win = 1.0 if line.lead > 0 else 0.0 if line.lead < 0 else 0.5


# ---- a simulation --------------------------------------------------------------------------------------------------

cdef void _play_out(Worker *w, Line *line) noexcept nogil:
    # Go down from the end of the line and have what is found there judged by a playout.
    cdef int at = _walk(w, line)
    if w.shared.lean and (at == AT_END or at == AT_CLAIM):
        line_board(w, line)
    if at == AT_END:
        _take_count(w, line)
    else:
        if at == AT_CLAIM:
            line_legal(w, line, line.legal, NULL)
            expand_known(w, line)
        _roll_out(w, line)
    _evaluate(w, line, _record(w))


cdef void _carry(Worker *w, Line *line, int top, int kind, Sums *sums) noexcept nogil:
    # The line has been played out: carry that to below the depth `top`. Where it comes through nodes of many visits, a
    # few more are begun at the last of those first, and all carried on at once: there all threads would write all the
    # time. `sums` becomes that of all of them.
    cdef Sums part
    cdef int d, turn = top
    sums_clear(sums)
    if kind == KINDS:
        sums_add(sums, line.utility, line.win, line.lead)
        _back_up(w, line, line.depth, top + 1, sums)
        return
    while turn + 1 < line.depth and atomic_get32(&line.path[turn + 1].visits) >= BUSY[kind]:
        turn += 1
    while True:
        _carry(w, line, turn, kind + 1, &part)
        sums_join(sums, &part)
        if turn == top or sums.count >= IN_A_ROW[kind] or not _may_begin(w.shared):
            break
        line_return(w, line, turn)
        _play_out(w, line)
    for d in range(max(top, 0), turn):
        add_begun(&w.shared.arena, line.path[d], line.path[d + 1], sums.count - 1)
    _back_up(w, line, turn, top + 1, sums)


cdef void _simulate(Worker *w) noexcept nogil:
    # One simulation judged by a playout, which has begun, and those in a row with it.
    cdef Sums sums
    line_begin(w, w.lines)
    _play_out(w, w.lines)
    _carry(w, w.lines, -1, 0, &sums)


cdef void _settle(Worker *w, Line *line) noexcept nogil:
    # Use w.opinion: children for a claimed leaf, and a result for the line.
    if line.claimed:
        expand_judged(w, line, &w.opinion)
    _take_opinion(w, line)
    _finish(w, line, line.record)


cdef bint _await_judge(Worker *w, Line *line, int place, int at) noexcept nogil:
    # Prepare a leaf for the judge; False when the cache knows it and the line is done.
    cdef Shared *sh = w.shared
    cdef Scene scene
    cdef uint64_t banned[MAX_WORDS]
    cdef bint known
    line_legal(w, line, line.legal, banned)
    line_scene(w, line, banned, &scene)
    line.key = line_key(w, line, &scene)
    line.symmetry = rng_below(&w.rng, symmetries(sh.start.geo)) if sh.symmetric else 0
    line.claimed = at == AT_CLAIM
    known = cache_get(&sh.cache, line.key, &w.opinion)
    if not known:
        seat_encode(w.judge, place, &scene, line.symmetry)
    if sh.playout_share > 0:
        _roll_out(w, line)
        memcpy(line.record, _record(w), line.moves * sizeof(int16_t))
    if known:
        _settle(w, line)
    return not known


cdef bint _may_begin(Shared *sh) noexcept nogil:
    # Count one simulation as begun, unless all of this run have been.
    if not sh.budget or atomic_add32(&sh.begun, 1) < sh.budget:
        return True
    atomic_add32(&sh.begun, -1)
    return False


cdef bint _ask(Worker *w, int n) noexcept nogil:
    # Have the first n lines judged. False when the judge failed; the lines are given up then.
    cdef int i
    cdef Line *line
    if seat_ask(w.judge, n):
        atomic_add32(&w.shared.judged, n)
        for i in range(n):
            line = &w.lines[i]
            seat_read(w.judge, i, line.symmetry, &w.opinion)
            cache_put(&w.shared.cache, line.key, &w.opinion)
            _settle(w, line)
        return True
    for i in range(n):
        line = &w.lines[i]
        line_abandon(w, line)
        if line.claimed:
            atomic_release8(&line.path[line.depth].state, NODE_LEAF)
    return False


cdef bint _simulate_judged(Worker *w) noexcept nogil:
    # As many simulations as the judge takes at once, the first of which has begun. False when the judge failed.
    cdef Line *line
    cdef int i, at, n = 0
    for i in range(w.batch):
        if i > 0 and not _may_begin(w.shared):
            break
        line = &w.lines[n]
        line_begin(w, line)
        at = _walk(w, line)
        if at == AT_END:
            _take_count(w, line)
            _finish(w, line, _record(w))
        elif at == AT_BUSY:     # come back when its children are there
            line_abandon(w, line)
            atomic_add32(&w.shared.begun, -1)
            if n == 0:
                sched_yield()
            break
        elif _await_judge(w, line, n, at):
            n += 1
    return n == 0 or _ask(w, n)


cdef bint _is_decided(Shared *sh, int64_t now) noexcept nogil:
    # Can the most visited move no longer be overtaken in the time or the simulations left?
    cdef Node *root = root_of(&sh.arena)
    cdef Node *child
    cdef int i, visits, most = 0, second = 0
    cdef double left = 1e18, by_time
    if atomic_acquire8(&root.state) != NODE_EXPANDED:
        return False
    if sh.budget:
        left = sh.budget - atomic_get32(&sh.begun)
    if sh.deadline and now > sh.begun_at:
        by_time = <double>(sh.deadline - now) * (atomic_get32(&root.visits) - sh.known) / <double>(now - sh.begun_at)
        left = min(left, by_time)
    for i in range(root.count):
        child = &sh.arena.nodes[root.children + i]
        visits = atomic_get32(&child.visits)
        if sh.barred[sh.to_move][child.cell]:
            continue
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second > left


cdef bint worker_once(Worker *w) noexcept nogil:
    if w.judge != NULL:
        return _simulate_judged(w)
    _simulate(w)
    return True


cdef int worker_run(Worker *w, int64_t slice_end) noexcept nogil:
    cdef Shared *sh = w.shared
    cdef int64_t now
    cdef int look = 15 if w.judge != NULL else 31
    while True:
        if atomic_get32(&sh.stop):
            return DONE
        now = monotonic_ns()
        if sh.deadline and now >= sh.deadline:
            return DONE
        if now >= slice_end:
            return GO_ON
        w.rounds += 1
        if sh.early_stop and (w.rounds & look) == 0 and _is_decided(sh, now):
            atomic_set32(&sh.stop, 1)
            return DONE
        if not _may_begin(sh):
            return DONE
        if not worker_once(w):
            atomic_set32(&sh.stop, 1)
            return FAILED
