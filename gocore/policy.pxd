# Playouts with sense: answer the last move nearby, else any move that is not plainly bad. Without the GIL.
from libc.stdint cimport int16_t, int32_t
from gocore.empties cimport Empties
from gocore.rng cimport Rng
from gocore.state cimport BoardState
from gocore.types cimport MAX_AREA

cdef struct Rollout:
    BoardState board            # the game; the caller copies a position into it before each rollout
    int32_t moves               # plays and passes of the last rollout
    int16_t record[3 * MAX_AREA]    # their cells in order, 0 a pass; valid below `moves`, the first by the side to move
    Empties empty

# Play r.board to its end and return Black's points less White's (stones and surrounded points, komi left out).
# last: cell of the move before, 0 for none. Two passes end the game, as do `max_moves` moves, at most three times the
# area. Suicide and filling of own eyes are left out, superko is not kept.
cdef int roll_out(Rollout *r, int to_move, int last, Rng *rng, int max_moves) noexcept nogil
