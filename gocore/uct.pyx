"""Upper confidence bounds on a tree: priors, rapid action values, virtual losses."""

from libc.math cimport log, sqrt
from libc.stdint cimport int64_t

from gocore.atomic cimport (
    atomic_add32, atomic_add64, atomic_get32, atomic_get64, atomic_get_float, atomic_set_float,
)
from gocore.tree cimport LEAD_UNIT, UNIT
from gocore.types cimport BLACK


cdef Node *select_child(Arena *a, Node *parent, const Params *k, int color, const int16_t *barred,
                        int depth) noexcept nogil:
    # Value of a child: its mean (own and AMAF, weighted by how much either knows) and a bonus that grows with its
    # prior and shrinks with its visits (PUCT). A pending visit counts as a loss, which keeps threads apart.
    cdef int visits = atomic_get32(&parent.visits), _i
    cdef double total = max(visits + atomic_get32(&parent.pending), 1)
    cdef double bonus = k.exploration * sqrt(total)
    cdef double sign = 0.5 if color == BLACK else -0.5
    cdef double start = 0.5
    cdef double per_weight = 1 / k.amaf_weight if k.amaf_weight > 0 else 0
    cdef double value, own, n, mass = 0, best_value = -1e9
    cdef Node *child = &a.nodes[parent.children] - 1
    cdef Node *best = NULL
    if visits > 0:
        start += sign * (atomic_get64(&parent.utility) / (UNIT * visits))
    if k.growth > 0:
        bonus *= 1 + k.growth * log((total + 500) / 500)
    if not k.by_mass:
        start -= k.first_play
    for _i in range(parent.count):
        child += 1
        if barred != NULL and barred[child.cell] > depth:
            continue
        visits = atomic_get32(&child.visits)
        n = visits + atomic_get32(&child.pending)
        if n > 0:
            own = (0.5 * visits + sign * (atomic_get64(&child.utility) / UNIT)) / n
            mass += child.prior
        else:
            own = start - k.first_play * sqrt(mass) if k.by_mass else start
        value = own
        if k.amaf_weight > 0:
            value += _amaf_pull(child, color, n, own, k.amaf_prior, start, per_weight)
        value += bonus * child.prior / (1 + n)
        if value > best_value:
            best_value = value
            best = child
        if n == 0 and k.by_mass and barred == NULL:
            break       # all that follow are less likely and as unknown
    return best


cdef inline double _amaf_pull(const Node *child, int color, double n, double own, double prior, double start,
                              double per_weight) noexcept nogil:
    # How far the all-moves-as-first mean moves a value away from the child's own mean.
    cdef double m = atomic_get_float(&child.amaf_visits), wins
    if m == 0:
        return 0
    wins = atomic_get_float(&child.amaf_wins)
    if color != BLACK:
        wins = m - wins
    return m / (m + n + m * n * per_weight) * ((wins + prior * start) / (m + prior) - own)


cdef void add_result(Node *node, double utility, double win, double lead) noexcept nogil:
    atomic_add64(&node.utility, <int64_t>(utility * UNIT))
    atomic_add64(&node.wins, <int64_t>(win * UNIT))
    atomic_add64(&node.leads, <int64_t>(lead * LEAD_UNIT))
    atomic_set_float(&node.squares, atomic_get_float(&node.squares) + <float>(utility * utility))
    atomic_add32(&node.visits, 1)
    atomic_add32(&node.pending, -1)


cdef void add_amaf(Arena *a, Node *parent, int color, const uint8_t *first, double value) noexcept nogil:
    # Two threads may lose one of two additions here; the counts stay near enough and no lock is needed.
    cdef int _i
    cdef Node *child = &a.nodes[parent.children]
    for _i in range(parent.count):
        if first[child.cell] == color:
            atomic_set_float(&child.amaf_visits, atomic_get_float(&child.amaf_visits) + 1)
            atomic_set_float(&child.amaf_wins, atomic_get_float(&child.amaf_wins) + <float>value)
        child += 1
