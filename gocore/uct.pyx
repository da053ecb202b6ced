"""Upper confidence bounds on a tree: priors, rapid action values, virtual losses."""

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t

from gocore.atomic cimport (
    atomic_add32, atomic_add64, atomic_get32, atomic_get64, atomic_get_float, atomic_set_float,
)
from gocore.state cimport hidden
from gocore.tree cimport LEAD_UNIT, UNIT
from gocore.types cimport BLACK


cdef Node *select_child(Arena *a, Node *parent, const Params *k, int color, const int16_t *barred,
                        int depth) noexcept nogil:
    # Value of a child: its mean (own and AMAF, weighted by how much either knows) and a bonus that grows with its
    # prior and shrinks with its visits (PUCT). A pending visit counts as a loss, which keeps threads apart.
    cdef int visits = atomic_get32(&parent.visits), n, _i
    cdef double total = max(visits + atomic_get32(&parent.pending), 1)
    cdef double bonus = k.exploration * sqrt(total)
    cdef double sign = 0.5 if color == BLACK else -0.5
    cdef double start = 0.5
    cdef double value, mass = 0, best_value = -1e9
    cdef bint amaf = k.amaf_weight > 0
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
        if n == 0:
            value = start
            if k.by_mass:
                value -= k.first_play * sqrt(mass)
            if amaf:
                value = _amaf_mean(child, color, k.amaf_prior, value)
            value += bonus * child.prior
        else:
            mass += child.prior
            value = (0.5 * visits + sign * (atomic_get64(&child.utility) / UNIT)) / n
            if amaf:
                value += _amaf_share(child, n, k.amaf_weight) * (
                    _amaf_mean(child, color, k.amaf_prior, start) - value)
            value += bonus * child.prior / (1 + n)
        if value > best_value:
            best_value = value
            best = child
        if n == 0 and k.by_mass and barred == NULL:
            break       # all that follow are less likely and as unknown
    return best


cdef inline double _amaf_mean(const Node *child, int color, double prior, double start) noexcept nogil:
    # The all-moves-as-first mean, with `prior` visits' worth of the value that an untried move starts from.
    cdef double m = atomic_get_float(&child.amaf_visits), wins = atomic_get_float(&child.amaf_wins)
    if color != BLACK:
        wins = m - wins
    prior += 1e-9       # without a prior and without visits it is that value
    return (wins + prior * start) / (m + prior)


cdef inline double _amaf_share(const Node *child, double n, double weight) noexcept nogil:
    # How much that mean counts beside the child's own of n visits: each by what it knows.
    cdef double m = atomic_get_float(&child.amaf_visits)
    return m * weight / ((m + n) * weight + m * n)


cdef void add_result(Node *node, double utility, double win, double lead) noexcept nogil:
    atomic_add64(&node.utility, <int64_t>(utility * UNIT))
    atomic_add64(&node.wins, <int64_t>(win * UNIT))
    atomic_add64(&node.leads, <int64_t>(lead * LEAD_UNIT))
    atomic_set_float(&node.squares, atomic_get_float(&node.squares) + <float>(utility * utility))
    atomic_add32(&node.visits, 1)
    atomic_add32(&node.pending, -1)


cdef void add_amaf(Arena *a, Node *parent, int color, const uint8_t *first, double value) noexcept nogil:
    # Two threads may lose one of two additions here; the counts stay near enough and no lock is needed.
    # Nothing is added to the others, rather than branching: which is which cannot be predicted.
    cdef int _i
    cdef float won = <float>value, hit
    cdef Node *child = &a.nodes[parent.children]
    for _i in range(parent.count):
        hit = <float><int32_t>hidden(first[child.cell] == color)
        atomic_set_float(&child.amaf_visits, atomic_get_float(&child.amaf_visits) + hit)
        atomic_set_float(&child.amaf_wins, atomic_get_float(&child.amaf_wins) + hit * won)
        child += 1
