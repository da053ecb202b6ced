# What stones close together mean: liberties after a move, 3x3 patterns, the point that makes or breaks an eye space.
from libc.stdint cimport int16_t, uint8_t
from gocore.state cimport BoardState

# Liberties of the chain that a stone on an empty cell would make; of chains it captures each counts as one.
cdef int liberties_after(const BoardState *s, int q, int color) noexcept nogil
# Are there two at least?
cdef bint two_liberties_after(const BoardState *s, size_t q, int color) noexcept nogil
# Is a move on an empty cell the centre of a 3x3 pattern (hane, cut, block at the edge) in which this colour may play?
cdef bint is_pattern(const BoardState *s, int q, int color) noexcept nogil
# The only liberty of a chain in atari.
cdef int last_liberty(const BoardState *s, int slot) noexcept nogil
# The vital point of the eye space of 3 to 5 points that the empty cell belongs to; 0 where it is none or has none.
cdef int vital_point(const BoardState *s, int q) noexcept nogil
