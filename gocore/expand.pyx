"""Children for leaves of the tree."""

from libc.math cimport exp
from libc.stdint cimport int16_t, uint32_t

from gocore.atomic cimport atomic_release8, atomic_swap_if8
from gocore.line cimport mover
from gocore.prior cimport Reading, fills_safe_eye, move_weight, read_position
from gocore.state cimport BoardState, lowest_bit
from gocore.tree cimport GROUP, NODE_EXPANDED, NODE_EXPANDING, NODE_LEAF, Group, arena_take, group_of
from gocore.types cimport MAX_AREA
from gocore.workspace cimport Shared

cdef enum:
    ALWAYS_KEPT = 12        # children of a judged node however unlikely

cdef double PASS_SHARE = 0.02           # of all other moves' weights, without a judge
cdef double PASS_AFTER_PASS = 0.1
cdef double NEGLIGIBLE = 0.0001         # children of a judged node below the root that are likelier get a node


cdef bint expand_claim(Node *node) noexcept nogil:
    return atomic_swap_if8(&node.state, NODE_LEAF, NODE_EXPANDING)


cdef int _candidates(const Worker *w, const Line *line, bint keep_eyes, int16_t *cells) noexcept nogil:
    # The moves worth a node, the pass first; where moves are restricted, those that are left, worth it or not. The root
    # has a node for each, so that it can be told that they were left out. Return their number.
    cdef const BoardState *s = &w.playout.board
    cdef const Shared *sh = w.shared
    cdef int i, q, count = 1, color = mover(w, line)
    cdef bint restricted = line.depth < sh.barring
    cdef uint64_t moves
    cells[0] = 0
    for i in range(s.geo.words):
        moves = line.legal[i]
        while moves:
            q = i * 64 + lowest_bit(moves) + s.geo.stride
            moves &= moves - 1
            if restricted:
                if line.depth > 0 and sh.barred[color][q] > line.depth:
                    continue
            elif sh.settled[color][q] or (not keep_eyes and fills_safe_eye(s, q, color)):
                continue
            cells[count] = q
            count += 1
    return count


cdef void _make_children(Worker *w, Line *line, const int16_t *cells, const float *priors, int count) noexcept nogil:
    cdef Node *node = line.path[line.depth]
    cdef uint32_t block = 0 if line.depth == 0 else line.path[line.depth - 1].children - 1
    cdef uint32_t first = arena_take(&w.shared.arena, node, block, count)
    cdef int i, k, color = mover(w, line)
    cdef Node *child
    cdef Group *group
    if first == 0:
        atomic_release8(&node.state, NODE_LEAF)
        return
    node.children = first
    node.count = count
    for i in range(count):
        child = &w.shared.arena.nodes[first + i]
        group, k = group_of(&w.shared.arena, node, i), i % GROUP
        child.cell = group.cells[k] = cells[i]
        child.color = color
        child.prior = group.priors[k] = priors[i]
    atomic_release8(&node.state, NODE_EXPANDED)


cdef void expand_known(Worker *w, Line *line) noexcept nogil:
    cdef int16_t cells[MAX_AREA + 1]
    cdef float priors[MAX_AREA + 1]
    cdef const Shared *sh = w.shared
    cdef int count = _candidates(w, line, False, cells), i, depth = line.depth
    cdef int last = line.cells[depth - 1] if depth > 0 else sh.last
    cdef int before = line.cells[depth - 2] if depth > 1 else sh.last if depth == 1 else sh.before
    cdef double total = 0
    cdef Reading reading
    read_position(w.reader, &w.playout.board, &reading)
    for i in range(1, count):
        priors[i] = <float>move_weight(&w.playout.board, &reading, cells[i], mover(w, line), last, before)
        total += priors[i]
    priors[0] = <float>(1 if total == 0 else total * (PASS_AFTER_PASS if line.passes else PASS_SHARE))
    total += priors[0]
    for i in range(count):
        priors[i] = <float>(priors[i] / total)
    _make_children(w, line, cells, priors, count)


cdef void _sort(int16_t *cells, float *priors, int count) noexcept nogil:
    # Likeliest first (shell sort; equal ones keep no order but the same input gives the same output).
    cdef int gap = count // 2, i, j, cell
    cdef float prior
    while gap > 0:
        for i in range(gap, count):
            prior, cell, j = priors[i], cells[i], i
            while j >= gap and priors[j - gap] < prior:
                priors[j], cells[j] = priors[j - gap], cells[j - gap]
                j -= gap
            priors[j], cells[j] = prior, cell
        gap //= 2


cdef void expand_judged(Worker *w, Line *line, const Opinion *opinion) noexcept nogil:
    # The softmax of the opinion's logits over the candidates, the likeliest child first.
    cdef int16_t cells[MAX_AREA + 1]
    cdef float priors[MAX_AREA + 1]
    cdef const BoardState *s = &w.playout.board
    cdef int count = _candidates(w, line, True, cells), i, area = s.geo.area
    cdef double total = 0, heat = 1 / w.shared.params.temperature
    cdef float top = -1e30
    for i in range(count):
        priors[i] = opinion.policy[s.geo.point_of[cells[i]] if cells[i] else area]
        top = max(top, priors[i])
    for i in range(count):
        priors[i] = <float>exp((priors[i] - top) * heat)
        total += priors[i]
    for i in range(count):
        priors[i] = <float>(priors[i] / total)
    _sort(cells, priors, count)
    if line.depth > 0:
        while count > ALWAYS_KEPT and priors[count - 1] < NEGLIGIBLE:
            count -= 1
    _make_children(w, line, cells, priors, count)
