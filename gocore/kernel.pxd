# A lean state for random games: what a light playout needs to know and no more. No hash, no exact liberties, no undo.
#
# Liberties are *pseudo*: an empty point counts once for every stone of the chain beside it. That is enough to see a
# capture (the count falls to zero) and costs one addition a neighbour. Cells are those of gocore.types.
from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t
from gocore.geometry cimport Geometry
from gocore.rng cimport Rng
from gocore.state cimport BoardState
from gocore.types cimport MAX_AREA, MAX_CELLS

cdef enum:
    SPARE = 4096    # added to the count of every cell that is no stone, so that only a stone's can be 0

cdef struct Kernel:
    const Geometry *geo
    int32_t empties                     # length of empty[]
    int32_t ko                          # cell barred to the side to move by simple ko; 0 none
    int32_t moves                       # plays and passes of the last playout
    int32_t lead                        # Black's stones less White's
    uint16_t label[MAX_CELLS]           # stone: one stone of its chain, for all of them the same; others: themselves
    uint16_t libs[MAX_CELLS]            # by label: pseudo-liberties of a chain; empty cell: SPARE + empty neighbours
    uint16_t next[MAX_CELLS]            # next stone of the chain, in a circle; other cells: themselves
    uint16_t place[MAX_CELLS]           # index of an empty cell in empty[]; undefined on others
    uint16_t empty[MAX_AREA]            # the empty cells, in no order
    int8_t mine[3][MAX_CELLS]           # mine[colour][cell]: -1 where that colour has a stone, else 0; [0] is all 0
    int16_t record[3 * MAX_AREA]        # cells of the last playout's moves, in order; 0 a pass; valid below `moves`

# Take over a position. `to_move` decides only whether the board's simple ko bars it.
cdef void kernel_load(Kernel *k, const BoardState *s, int to_move) noexcept nogil
cdef void kernel_copy(Kernel *to, const Kernel *k) noexcept nogil

# Play the game to its end and return Black's points less White's (stones and surrounded points, komi left out).
#   Legal: an empty point outside simple ko; suicide, of one stone or many, is not.
#   Own eyes are kept: all four sides own or wall, at most one enemy on the diagonals, none at the edge.
#   Choice: uniform among all the moves that are left. A side without one passes; two passes, or `max_moves` moves
#   (at most three times the area), end the game.
cdef int kernel_playout(Kernel *k, int to_move, Rng *rng, int max_moves) noexcept nogil

# Is a move on an empty cell among those that a playout chooses from?
cdef bint kernel_allows(Kernel *k, int q, int color) noexcept nogil
# Play it, unchecked.
cdef void kernel_play(Kernel *k, int q, int color) noexcept nogil
# The owner of a cell by area: its stone's colour, or the only colour beside an empty one; 0 when there are both.
cdef int kernel_owner(const Kernel *k, int q) noexcept nogil
