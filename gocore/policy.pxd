# Playouts with sense: answer the last move nearby, else any move that is not plainly bad. Without the GIL.
from gocore.playout cimport Playout
from gocore.rng cimport Rng

# Play r.board to its end and return Black's points less White's (stones and surrounded points, komi left out).
# last: cell of the move before, 0 for none. Two passes end the game, as do `max_moves` moves, at most three times the
# area. Suicide and filling of own eyes are left out, superko is not kept.
cdef int roll_out(Playout *r, int to_move, int last, Rng *rng, int max_moves) noexcept nogil
