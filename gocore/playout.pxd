# One random game from a position, without the GIL.
from libc.stdint cimport int16_t, int32_t
from gocore.empties cimport Empties
from gocore.rng cimport Rng
from gocore.state cimport BoardState
from gocore.types cimport MAX_AREA

cdef struct Playout:
    BoardState board            # the game; the caller copies a position into it before each playout
    int32_t moves               # plays and passes of the last playout
    int16_t record[3 * MAX_AREA]    # their cells in order, 0 a pass; valid below `moves`, the first by the side to move
    Empties empty

# Play p.board to its end and return Black's points less White's (stones and surrounded points, komi left out).
# Moves are uniform among those that are legal under simple ko, commit no suicide and fill no own eye; a side without
# one passes; two passes end the game, as do `max_moves` moves.
cdef int playout_light(Playout *p, int to_move, Rng *rng, int max_moves) noexcept nogil
# The same for a finished game: stones, and empty points all of whose stones next to them are of one colour.
cdef int area_difference(const BoardState *s) noexcept nogil
cdef bint is_own_eye(const BoardState *s, int cell, int color) noexcept nogil
# Who owns a cell then: its stone's colour, or that of all stones next to it, else 0.
cdef int point_owner(const BoardState *s, int cell) noexcept nogil
