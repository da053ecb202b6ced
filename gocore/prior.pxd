# What a player without a network thinks of a move before reading: a share of probability for each.
from libc.stdint cimport int16_t, uint64_t
from gocore.state cimport BoardState

# Is it pointless: an eye of the mover's own whose walls are not in danger?
cdef bint fills_safe_eye(const BoardState *s, int q, int color) noexcept nogil
# How much likelier than an average move; `last`, `before` are the cells of the last two moves, 0 for none or a pass.
cdef double move_weight(const BoardState *s, int q, int color, int last, int before) noexcept nogil
