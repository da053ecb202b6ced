# What a player without a network thinks of a move before reading: a share of probability for each.
from libc.stdint cimport uint64_t
from gocore.ladder cimport LadderReader
from gocore.state cimport BoardState
from gocore.types cimport MAX_WORDS

# Is it pointless: an eye of the mover's own whose walls are not in danger?
cdef bint fills_safe_eye(const BoardState *s, int q, int color) noexcept nogil

cdef struct Reading:            # the ladders of a position
    uint64_t caught[MAX_WORDS]          # stones of chains that are caught, as gocore.ladder.ladders_read says
    uint64_t working[3 * MAX_WORDS]     # moves that catch a chain of a colour

# Read the ladders; `reader` is scratch memory, zeroed once.
cdef void read_position(LadderReader *reader, const BoardState *s, Reading *out) noexcept nogil
# How much likelier than an average move; `last`, `before` are the cells of the last two moves, 0 for none or a pass.
cdef double move_weight(const BoardState *s, const Reading *r, int q, int color, int last, int before) noexcept nogil
