"""Upper confidence bounds on a tree: priors, rapid action values, virtual losses."""

from libc.math cimport sqrt
from libc.stdint cimport int64_t

from gocore.atomic cimport (
    atomic_add32, atomic_add64, atomic_get32, atomic_get64, atomic_get_float, atomic_set_float,
)
from gocore.tree cimport LEAD_UNIT, UNIT
from gocore.types cimport BLACK


cdef Node *select_child(Arena *a, Node *parent, const Params *k, int color, const uint8_t *barred) noexcept nogil:
    # Value of a child: its mean (own and AMAF, weighted by how much either knows) and a bonus that grows with its
    # prior and shrinks with its visits (PUCT). A pending visit counts as a loss, which keeps threads apart.
    cdef double total = atomic_get32(&parent.visits) + atomic_get32(&parent.pending)
    cdef double bonus = k.exploration * sqrt(total if total > 1 else 1)
    cdef double mean = atomic_get64(&parent.utility) / (UNIT * parent.visits) if parent.visits > 0 else 0.0
    cdef double sign = 0.5 if color == BLACK else -0.5
    cdef double first_play = 0.5 + sign * mean - k.first_play
    cdef double amaf_start = k.amaf_prior * first_play, per_weight = 1 / k.amaf_weight if k.amaf_weight > 0 else 0
    cdef double value, own, amaf_n, amaf_w, best_value = -1e9
    cdef double n
    cdef int i, visits
    cdef Node *child = &a.nodes[parent.children] - 1
    cdef Node *best = child + 1
    for i in range(parent.count):
        child += 1
        if barred != NULL and barred[child.cell]:
            continue
        visits = atomic_get32(&child.visits)
        n = visits + atomic_get32(&child.pending)
        if n > 0:
            own = (0.5 * visits + sign * (atomic_get64(&child.utility) / UNIT)) / n
        else:
            own = first_play
        value = own
        if k.amaf_weight > 0:
            amaf_n = atomic_get_float(&child.amaf_visits)
            if amaf_n > 0:
                amaf_w = atomic_get_float(&child.amaf_wins)
                if color != BLACK:
                    amaf_w = amaf_n - amaf_w
                amaf_w = (amaf_w + amaf_start) / (amaf_n + k.amaf_prior)
                value += amaf_n / (amaf_n + n + amaf_n * n * per_weight) * (amaf_w - own)
        value += bonus * child.prior / (1 + n)
        if value > best_value:
            best_value = value
            best = child
    return best


cdef void add_result(Node *node, double utility, double win, double lead) noexcept nogil:
    atomic_add64(&node.utility, <int64_t>(utility * UNIT))
    atomic_add64(&node.wins, <int64_t>(win * UNIT))
    atomic_add64(&node.leads, <int64_t>(lead * LEAD_UNIT))
    atomic_set_float(&node.squares, atomic_get_float(&node.squares) + <float>(utility * utility))
    atomic_add32(&node.visits, 1)
    atomic_add32(&node.pending, -1)


cdef void add_amaf(Arena *a, Node *parent, int color, const uint8_t *first, double value) noexcept nogil:
    # Two threads may lose one of two additions here; the counts stay near enough and no lock is needed.
    cdef int i
    cdef Node *child = &a.nodes[parent.children]
    for i in range(parent.count):
        if first[child.cell] == color:
            atomic_set_float(&child.amaf_visits, atomic_get_float(&child.amaf_visits) + 1)
            atomic_set_float(&child.amaf_wins, atomic_get_float(&child.amaf_wins) + <float>value)
        child += 1
