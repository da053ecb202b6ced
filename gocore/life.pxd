# Unconditional life (Benson) and the owners of points that follow from it. Without the GIL.
from libc.stdint cimport int16_t, int32_t, uint8_t
from gocore.state cimport BoardState
from gocore.types cimport MAX_AREA, MAX_CELLS

cdef struct Life:                   # one colour's chains and regions; all undefined before life_read
    int32_t regions
    int32_t pairs
    int16_t region[MAX_CELLS]       # cell -> its region, a connected set of points without that colour; -1 none
    int16_t begin[MAX_AREA + 1]     # region -> its first place in cells[]; the end is the next one's
    int16_t cells[MAX_AREA]
    uint8_t inner[MAX_AREA]         # region -> points that touch no stone of the colour; 2 stands for more
    uint8_t enemy[MAX_AREA]         # region -> does it hold a stone of the other colour?
    uint8_t open[MAX_AREA]          # region -> does it touch a chain that is not alive?
    uint8_t alive[MAX_AREA]         # chain slot -> alive whatever the opponent plays, even without an answer
    int16_t eyes[MAX_AREA]          # chain slot -> healthy regions left
    int16_t healthy[MAX_AREA * 4]   # pairs of region and chain slot: every empty point of the region is a liberty ...
    int16_t healthy_chain[MAX_AREA * 4]     # ... of the chain
    int16_t hits[MAX_AREA]

# Find the chains of a colour that are unconditionally alive, and the regions between them. suicide: may the opponent
# commit suicide of many stones? Then its stones in a region must be liberties too.
cdef void life_read(Life *t, const BoardState *s, int color, bint suicide) noexcept nogil

# Write the owner of every cell, EMPTY for none: chains that are alive and what they alone surround (stones inside
# included, where there is no room for two eyes), then stones, then empty regions that touch one colour only.
cdef void life_owners(Life *t, const BoardState *s, bint suicide, uint8_t *owner) noexcept nogil
