# What a tree search does to a tree: choose a child on the way down, add a result on the way up.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t
from gocore.tree cimport LEAD_UNIT, UNIT, Arena, Node

cdef struct Params:             # the options of gocore.search.Search, as plain numbers
    double exploration          # weight of the prior term, against values of 0 .. 1
    double growth               # the exploration is exploration * (1 + growth * log((visits + 500) / 500))
    double first_play           # an unvisited child starts from its parent's value less this ...
    bint by_mass                # ... times the root of the prior mass already tried; children are sorted by prior
    double temperature          # of the judge's policy, above 0
    double amaf_weight          # visits at which a child's own mean and its all-moves-as-first mean count alike; 0 off
    double amaf_prior           # visits' worth of first-play value mixed into each all-moves-as-first mean
    double score_weight         # share of the score in the utility, 0 .. 1
    int expand_at               # visits a leaf needs before it gets children

cdef struct Sums:               # of the results of simulations, everything from Black's view, in the units of a node
    int32_t count
    int64_t utility
    int64_t wins
    int64_t leads
    double squares

cdef inline void sums_clear(Sums *sums) noexcept nogil:
    sums.count = 0
    sums.utility = sums.wins = sums.leads = 0
    sums.squares = 0

cdef inline void sums_add(Sums *sums, double utility, double win, double lead) noexcept nogil:
    sums.count += 1
    sums.utility += <int64_t>(utility * UNIT)
    sums.wins += <int64_t>(win * UNIT)
    sums.leads += <int64_t>(lead * LEAD_UNIT)
    sums.squares += utility * utility

cdef inline void sums_join(Sums *sums, const Sums *others) noexcept nogil:
    sums.count += others.count
    sums.utility += others.utility
    sums.wins += others.wins
    sums.leads += others.leads
    sums.squares += others.squares

# The child to go to: the best value for `color` with its bonus, visits under way counted as lost. A move whose barred[cell]
# is above `depth` is left out; NULL bars none. Returns NULL when all are barred.
cdef Node *select_child(Arena *a, Node *parent, const Params *k, int color, const int16_t *barred,
                        int depth) noexcept nogil
# Add to the simulations that went to a child.
cdef void add_begun(Arena *a, const Node *parent, const Node *child, int number) noexcept nogil
# Add some that came back to a node; the parent is NULL for the root.
cdef void add_result(Arena *a, const Node *parent, Node *node, const Sums *sums) noexcept nogil
cdef void set_prior(Arena *a, const Node *parent, Node *child, float prior) noexcept nogil
# Add a simulation's result to all children whose cell their mover was the first to play; first[cell] is a colour.
cdef void add_amaf(Arena *a, Node *parent, int color, const uint8_t *first, double value) noexcept nogil
