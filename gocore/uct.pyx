"""Upper confidence bounds on a tree: priors, rapid action values, virtual losses."""

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t

from gocore.atomic cimport (
    atomic_add32, atomic_add64, atomic_get32, atomic_get64, atomic_get_float, atomic_set_float,
)
from gocore.state cimport hidden
from gocore.tree cimport GROUP, UNIT, Group, group_of, groups_of, mover_value
from gocore.types cimport BLACK, MAX_AREA


cdef float NOTHING = 1e-9       # of visits: keeps what is not known at all from a division by zero
cdef float NOT_THIS = -1e9      # below the value of any child


cdef Node *select_child(Arena *a, Node *parent, const Params *k, int color, const int16_t *barred,
                        int depth) noexcept nogil:
    # Value of a child: its mean (own and AMAF, weighted by how much either knows) and a bonus that grows with its
    # prior and shrinks with its visits (PUCT). A visit under way counts as a loss, which keeps threads apart.
    cdef int visits = atomic_get32(&parent.visits)
    cdef double total = visits + 1, start = 0.5     # this simulation is one more
    cdef double bonus = k.exploration * sqrt(total)
    cdef double sign = 0.5 if color == BLACK else -0.5
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
    cdef Node *child
    cdef Node *best = NULL
    cdef int i, n
    for i in range(parent.count):
        child = &a.nodes[parent.children + i]
        if barred != NULL and barred[child.cell] > depth:
            continue
        n = atomic_get32(&group_of(a, parent, i).begun[i % GROUP])
        if n == 0:
            value = start - k.first_play * (sqrt(mass) if k.by_mass else 1) + bonus * child.prior
        else:
            mass += child.prior
            value = 0.5 * atomic_get32(&child.visits) + sign * (atomic_get64(&child.utility) / UNIT)
            value = value / n + bonus * child.prior / (1 + n)
        if value > best_value:
            best_value = value
            best = child
        if n == 0 and k.by_mass and barred == NULL:
            break       # all that follow are less likely and as unknown
    return best


cdef Node *_best_of_all(Arena *a, Node *parent, const Params *k, double bonus, double start, const int16_t *barred,
                        int depth) noexcept nogil:
    # With AMAF every child is looked at; single precision is far finer than what the sums can tell.
    cdef float value[MAX_AREA + GROUP]
    cdef const Group *groups = group_of(a, parent, 0)
    cdef int i, count = parent.count, number = groups_of(count)
    for i in range(number):
        _mix(&groups[i], &value[GROUP * i], <float>k.amaf_weight, <float>k.amaf_prior + NOTHING, <float>start,
             <float>bonus)
    for i in range(count, GROUP * number):
        value[i] = NOT_THIS
    if barred != NULL:
        for i in range(count):
            if barred[groups[i // GROUP].cells[i % GROUP]] > depth:
                value[i] = NOT_THIS
    i = _greatest(value, number)
    return NULL if i < 0 else &a.nodes[parent.children + i]


cdef int _greatest(const float *value, int number) noexcept nogil:
    # The first of the greatest of so many groups of values, or -1 where all are NOT_THIS. Looked for in columns side by
    # side, without a branch that could be mispredicted.
    cdef float top[GROUP]
    cdef float best = NOT_THIS
    cdef int i, j
    for j in range(GROUP):
        top[j] = NOT_THIS
    for i in range(number):
        for j in range(GROUP):
            top[j] = value[GROUP * i + j] if value[GROUP * i + j] > top[j] else top[j]
    for j in range(GROUP):
        best = max(best, top[j])
    for i in range(GROUP * number if best > NOT_THIS else 0):
        if value[i] == best:
            return i
    return -1


cdef inline void _mix(const Group *g, float *value, float weight, float doubt, float start, float bonus) noexcept nogil:
    # Write each child's value: of its own mean own / n, of its AMAF mean first / m, which has `doubt` visits' worth of
    # `start` in it and counts m * weight / ((m + n) * weight + m * n) beside the former, each by what it knows, and of its
    # bonus. All is one fraction, for divisions are dear. Other threads write to the group meanwhile; any mixture of old
    # and new will do.
    cdef float n, m, total, below, least = NOTHING * weight, one = 1    # a bare 1 would be of double precision
    cdef int j
    for j in range(GROUP):
        n, m = <float>g.begun[j], g.amaf_visits[j]
        below = ((m + n) * weight + m * n + least) * (m + doubt)
        total = (((weight + m) * g.values[j] + least * start) * (m + doubt)
                 + m * weight * (g.amaf_values[j] + doubt * start))
        value[j] = (total * (n + one) + bonus * g.priors[j] * below) / (below * (n + one))


cdef inline uint32_t _place(const Arena *a, const Node *parent, const Node *child) noexcept nogil:
    return <uint32_t>(child - &a.nodes[parent.children])


cdef void add_begun(Arena *a, const Node *parent, const Node *child, int number) noexcept nogil:
    cdef uint32_t i = _place(a, parent, child)
    atomic_add32(&group_of(a, parent, i).begun[i % GROUP], number)


cdef void set_prior(Arena *a, const Node *parent, Node *child, float prior) noexcept nogil:
    cdef uint32_t i = _place(a, parent, child)
    child.prior = group_of(a, parent, i).priors[i % GROUP] = prior


cdef void add_result(Arena *a, const Node *parent, Node *node, const Sums *sums) noexcept nogil:
    cdef uint32_t i
    cdef int visits = atomic_add32(&node.visits, sums.count) + sums.count
    cdef int64_t utility = atomic_add64(&node.utility, sums.utility) + sums.utility
    atomic_add64(&node.wins, sums.wins)
    atomic_add64(&node.leads, sums.leads)
    atomic_set_float(&node.squares, atomic_get_float(&node.squares) + <float>sums.squares)
    if parent != NULL:
        i = _place(a, parent, node)
        atomic_set_float(&group_of(a, parent, i).values[i % GROUP], mover_value(node, visits, utility))


cdef void add_amaf(Arena *a, Node *parent, int color, const uint8_t *first, double value) noexcept nogil:
    # Two threads may lose one of two additions here; the counts stay near enough and no lock is needed.
    # Nothing is added to the others, rather than branching: which is which cannot be predicted.
    cdef int _i, j
    cdef float won = <float>(value if color == BLACK else 1 - value), hit
    cdef Group *g = group_of(a, parent, 0)
    for _i in range(groups_of(parent.count)):
        for j in range(GROUP):
            hit = <float><int32_t>hidden(first[g.cells[j]] == color)
            atomic_set_float(&g.amaf_visits[j], atomic_get_float(&g.amaf_visits[j]) + hit)
            atomic_set_float(&g.amaf_values[j], atomic_get_float(&g.amaf_values[j]) + hit * won)
        g += 1
