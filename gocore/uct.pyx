"""Upper confidence bounds on a tree: priors, rapid action values, virtual losses."""

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t

from gocore.atomic cimport (
    atomic_add32, atomic_add64, atomic_get32, atomic_get64, atomic_get_float, atomic_set_float,
)
from gocore.state cimport hidden
from gocore.tree cimport LANES, LEAD_UNIT, UNIT, Rows, mover_value, row_width, rows_of
from gocore.types cimport BLACK, MAX_AREA


cdef float NOTHING = 1e-9       # of visits: keeps what is not known at all from a division by zero
cdef float NOT_THIS = -1e9      # below the value of any child


cdef Node *select_child(Arena *a, Node *parent, const Params *k, int color, const int16_t *barred,
                        int depth) noexcept nogil:
    # Value of a child: its mean (own and AMAF, weighted by how much either knows) and a bonus that grows with its
    # prior and shrinks with its visits (PUCT). A pending visit counts as a loss, which keeps threads apart.
    cdef int visits = atomic_get32(&parent.visits)
    cdef double total = max(visits + atomic_get32(&parent.pending), 1)
    cdef double bonus = k.exploration * sqrt(total)
    cdef double sign = 0.5 if color == BLACK else -0.5
    cdef double start = 0.5
    if visits > 0:
        start += sign * (atomic_get64(&parent.utility) / (UNIT * visits))
    if k.growth > 0:
        bonus *= 1 + k.growth * log((total + 500) / 500)
    if k.amaf_weight > 0:
        return _best_of_all(a, parent, k, bonus, start - k.first_play, barred, depth)
    return _best_of_known(a, parent, k, sign, bonus, start, barred, depth)


cdef Node *_best_of_known(Arena *a, Node *parent, const Params *k, double sign, double bonus, double start,
                          const int16_t *barred, int depth) noexcept nogil:
    # Without AMAF. Where children are sorted by prior, one look at an unvisited one is enough.
    cdef double value, mass = 0, best_value = -1e9
    cdef Node *child = &a.nodes[parent.children] - 1
    cdef Node *best = NULL
    cdef int visits, n, _i
    for _i in range(parent.count):
        child += 1
        if barred != NULL and barred[child.cell] > depth:
            continue
        visits = atomic_get32(&child.visits)
        n = visits + atomic_get32(&child.pending)
        if n == 0:
            value = start - k.first_play * (sqrt(mass) if k.by_mass else 1) + bonus * child.prior
        else:
            mass += child.prior
            value = (0.5 * visits + sign * (atomic_get64(&child.utility) / UNIT)) / n + bonus * child.prior / (1 + n)
        if value > best_value:
            best_value = value
            best = child
        if n == 0 and k.by_mass and barred == NULL:
            break       # all that follow are less likely and as unknown
    return best


cdef Node *_best_of_all(Arena *a, Node *parent, const Params *k, double bonus, double start, const int16_t *barred,
                        int depth) noexcept nogil:
    # With AMAF every child is looked at; single precision is far finer than what the sums can tell.
    cdef float value[MAX_AREA + 1 + LANES]
    cdef Rows rows = rows_of(a, parent)
    cdef int i, count = parent.count
    _mix(&rows, value, row_width(count), <float>k.amaf_weight, <float>k.amaf_prior + NOTHING, <float>start, <float>bonus)
    if barred != NULL:
        for i in range(count):
            if barred[rows.cells[i]] > depth:
                value[i] = NOT_THIS
    i = _greatest(value, count)
    return NULL if i < 0 else &a.nodes[parent.children + i]


cdef int _greatest(float *value, int count) noexcept nogil:
    # The first of the greatest values, or -1 where all are NOT_THIS. Looked for in LANES columns side by side, without
    # a branch that could be mispredicted; there is room for as many values more.
    cdef float top[LANES]
    cdef float best = NOT_THIS
    cdef int i, j
    for j in range(LANES):
        value[count + j] = top[j] = NOT_THIS
    for i in range((count + LANES - 1) // LANES):
        for j in range(LANES):
            top[j] = value[LANES * i + j] if value[LANES * i + j] > top[j] else top[j]
    for j in range(LANES):
        best = max(best, top[j])
    for i in range(count if best > NOT_THIS else 0):
        if value[i] == best:
            return i
    return -1


cdef void _mix(const Rows *rows, float *value, int width, float weight, float doubt, float start,
               float bonus) noexcept nogil:
    # Write each child's value: of its own mean own / n, of its AMAF mean first / m, which has `doubt` visits' worth of
    # `start` in it and counts m * weight / ((m + n) * weight + m * n) beside the former, each by what it knows, and of its
    # bonus. All is one fraction, for divisions are dear. Other threads write to the rows meanwhile; any mixture of old
    # and new will do.
    cdef const float *n = rows.visits
    cdef const float *m = rows.amaf_visits
    cdef float total, below, least = NOTHING * weight, one = 1  # a bare 1 would be of double precision
    cdef int i
    for i in range(width):
        below = ((m[i] + n[i]) * weight + m[i] * n[i] + least) * (m[i] + doubt)
        total = (((weight + m[i]) * rows.values[i] + least * start) * (m[i] + doubt)
                 + m[i] * weight * (rows.amaf_values[i] + doubt * start))
        value[i] = (total * (n[i] + one) + bonus * rows.priors[i] * below) / (below * (n[i] + one))


cdef inline Py_ssize_t _place(const Arena *a, const Node *parent, const Node *child) noexcept nogil:
    return child - &a.nodes[parent.children]


cdef inline void _note_visits(const Rows *rows, Py_ssize_t i, const Node *child) noexcept nogil:
    atomic_set_float(&rows.visits[i], <float>(atomic_get32(&child.visits) + atomic_get32(&child.pending)))


cdef void add_pending(Arena *a, const Node *parent, Node *node, int number) noexcept nogil:
    cdef Rows rows
    atomic_add32(&node.pending, number)
    if parent != NULL:
        rows = rows_of(a, parent)
        _note_visits(&rows, _place(a, parent, node), node)


cdef void set_prior(Arena *a, const Node *parent, Node *child, float prior) noexcept nogil:
    child.prior = rows_of(a, parent).priors[_place(a, parent, child)] = prior


cdef void add_result(Arena *a, const Node *parent, Node *node, double utility, double win, double lead) noexcept nogil:
    cdef Rows rows
    cdef Py_ssize_t i
    cdef int visits = atomic_add32(&node.visits, 1) + 1
    cdef int64_t sum = atomic_add64(&node.utility, <int64_t>(utility * UNIT)) + <int64_t>(utility * UNIT)
    atomic_add64(&node.wins, <int64_t>(win * UNIT))
    atomic_add64(&node.leads, <int64_t>(lead * LEAD_UNIT))
    atomic_set_float(&node.squares, atomic_get_float(&node.squares) + <float>(utility * utility))
    atomic_add32(&node.pending, -1)
    if parent != NULL:
        rows, i = rows_of(a, parent), _place(a, parent, node)
        _note_visits(&rows, i, node)
        atomic_set_float(&rows.values[i], mover_value(node, visits, sum))


cdef void add_amaf(Arena *a, Node *parent, int color, const uint8_t *first, double value) noexcept nogil:
    # Two threads may lose one of two additions here; the counts stay near enough and no lock is needed.
    # Nothing is added to the others, rather than branching: which is which cannot be predicted.
    cdef int i
    cdef float won = <float>(value if color == BLACK else 1 - value), hit
    cdef Rows rows = rows_of(a, parent)
    for i in range(parent.count):
        hit = <float><int32_t>hidden(first[rows.cells[i]] == color)
        atomic_set_float(&rows.amaf_visits[i], atomic_get_float(&rows.amaf_visits[i]) + hit)
        atomic_set_float(&rows.amaf_values[i], atomic_get_float(&rows.amaf_values[i]) + hit * won)
