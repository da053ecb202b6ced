# Counting a finished board, and life that no play can take away.
from libc.stdint cimport int16_t, int32_t, uint8_t
from gocore.state cimport BoardState
from gocore.types cimport MAX_CELLS

cdef struct Regions:                    # the empty regions of a board, dead stones counting as empty
    int32_t count
    uint8_t color[MAX_CELLS]            # of each cell, dead stones already lifted
    int16_t region[MAX_CELLS]           # of each empty cell; -1 elsewhere
    uint8_t border[MAX_CELLS]           # of each region: bit 0 touches Black, bit 1 touches White

# Find the regions; dead[cell] != 0 lifts a stone, NULL lifts none.
cdef void find_regions(const BoardState *s, const uint8_t *dead, Regions *out) noexcept nogil
# Whose each cell is by area counting: a stone's colour, a region's if only one colour touches it, else EMPTY.
cdef void area_owner(const BoardState *s, const uint8_t *dead, uint8_t *owner) noexcept nogil
# Benson (1976): mark the cells of the colour's chains that stay alive although their owner always passes, and of the
# territory they enclose in which the opponent can make no two eyes. Values 0 and 1. suicide: a region makes an eye only
# where the opponent's stones in it too are next to the chain, so that taking them back by suicide gains nothing.
cdef void pass_alive(const BoardState *s, int color, bint suicide, uint8_t *stones, uint8_t *territory) noexcept nogil
