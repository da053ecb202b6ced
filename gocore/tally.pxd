# What one thread of a search adds up over its simulations beside the tree: who owns the points, and how leads spread.
from libc.stdint cimport int8_t, int32_t, int64_t
from gocore.types cimport MAX_AREA, MAX_CELLS

cdef enum:
    OWNER_UNIT = 127            # an ownership of 1
    NO_MOVE = -1                # the first move of a simulation that ended at the root

cdef struct Tally:              # everything from Black's view
    int32_t area                # points of the board
    int8_t owner[MAX_AREA]      # who owns each point in the present simulation, in OWNER_UNIT: written before it is noted
    int64_t owned[MAX_AREA]     # sum of these
    int64_t squares[MAX_AREA]   # sum of their squares
    int64_t count               # simulations noted
    int32_t counts[MAX_CELLS]   # of them by the cell of the first move, 0 the pass
    double leads[MAX_CELLS]     # sums of their leads in points
    double lead_squares[MAX_CELLS]
    int64_t *after              # sums of ownerships and of squares by first move, [cell][2][area]; NULL: not kept

# Forget everything; `every`: keep ownerships by first move as well.
cdef int tally_begin(Tally *t, int area, bint every) except -1
cdef void tally_free(Tally *t) noexcept
# Add the simulation whose owners are in t.owner.
cdef void tally_note(Tally *t, int first, double lead) noexcept nogil
# Standard deviation of the leads of the simulations that `n` threads noted, first moves from `first` to `last`; 0 of none.
cdef double tally_spread(Tally **all, int n, int first, int last) noexcept
# Mean owner of each point over all simulations (NO_MOVE) or those that begin with a move, and with `deviations` their
# standard deviations, else nothing; as two tuples of numbers -1 .. 1.
cdef tuple tally_ownership(Tally **all, int n, int first, bint deviations)
