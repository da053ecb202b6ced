# Reads ladders: can a chain be caught by ataris alone? Without the GIL, on a light board of its own.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t
from gocore.state cimport BoardState
from gocore.types cimport MAX_CELLS, MAX_WORDS

cdef enum:
    LADDER_NODES = 25000        # moves read before a ladder is given up as not working
    LADDER_MOVES = 4096         # room for the move lists along one line of play
    LADDER_REMOVED = 4096       # room for the stones taken along one line of play

cdef struct LadderReader:       # scratch memory; needs no initial values but zeroed `stamp` and `mark`
    const BoardState *state     # the position being read; the fields below start as a copy of it
    int32_t ko                  # cell barred by simple ko to anyone; 0 none
    int32_t nodes
    int32_t depth
    int32_t moves_used
    int32_t removed_used
    uint32_t stamp              # cells with mark[cell] == stamp have been seen by the present flood
    uint8_t color[MAX_CELLS]
    uint32_t mark[MAX_CELLS]
    int16_t queue[MAX_CELLS]
    int16_t moves[LADDER_MOVES]
    int16_t removed[LADDER_REMOVED]

# Write the bit set of all stones whose chains are caught in a ladder: in atari with the defender to move, or with two
# liberties and the attacker to move. working + c * MAX_WORDS: the moves that catch a chain of colour c which has two.
# Suicide plays no part. A line that leaves a ko for the defender to take counts as an escape, except where the ko was
# there before; long lines count as caught beyond one and a half boards and as escapes beyond LADDER_NODES moves.
cdef void ladders_read(LadderReader *r, const BoardState *s, uint64_t *caught, uint64_t *working) noexcept nogil
