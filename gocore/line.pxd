# Lines: moves from the root to a leaf, and what is legal at their end.
from libc.stdint cimport uint64_t
from gocore.features cimport Scene
from gocore.tree cimport Node
from gocore.workspace cimport Line, Worker

cdef void line_begin(Worker *w, Line *line) noexcept nogil
# Go back to where the line had so many moves, the first of those it has.
cdef void line_return(Worker *w, Line *line, int depth) noexcept nogil
# Go on to a child: its move on the board, its node on the line, one visit pending.
cdef void line_step(Worker *w, Line *line, Node *child) noexcept nogil
# Make the exact board at the end of a line that was walked on the kernel alone.
cdef void line_board(Worker *w, Line *line) noexcept nogil
# Take the pending visits of a line back: it will not be judged.
cdef void line_abandon(Worker *w, Line *line) noexcept nogil
# Write the legal plays at the end of the line, and those that only superko forbids unless `banned` is NULL.
cdef void line_legal(const Worker *w, const Line *line, uint64_t *moves, uint64_t *banned) noexcept nogil
# Describe the end of the line for an encoder; `banned` from line_legal.
cdef void line_scene(const Worker *w, const Line *line, const uint64_t *banned, Scene *out) noexcept nogil
# A key for the end of the line: all that an opinion depends on but the moves that led there.
cdef uint64_t line_key(const Worker *w, const Line *line, const Scene *scene) noexcept nogil

cdef inline int mover(const Worker *w, const Line *line) noexcept nogil:
    # Whose turn it is at the end of the line.
    return 3 - w.shared.to_move if line.depth & 1 else w.shared.to_move
