# The board of the Python API: checked moves, undo, exact liberties. Code without the GIL works on `state`.
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport int16_t, uint16_t, uint64_t
from gocore.geometry cimport Geometry
from gocore.movelog cimport LOG_PLAY, LogEntry, MoveLog, log_append
from gocore.state cimport BoardState, play
from gocore.types cimport BLACK, EMPTY, MAX_AREA, WHITE

cdef class Board:
    # Allocated for this size only, and shared with copies: `own_state` comes before the first change.
    cdef BoardState *state
    cdef MoveLog *log               # shared with copies; NULL before the first entry
    cdef readonly int plies         # entries of `log` that are this board's own: plays, passes and setups
    cdef bint viewed                # a buffer follows this board's state, so it must stay where it is
    cdef readonly bint suicide      # may a move take the mover's own chain of two or more stones off the board?
    cdef Py_ssize_t buffer_shape[2]     # what a numpy view of the board points to
    cdef Py_ssize_t buffer_strides[2]

    cdef int to_cell(self, Py_ssize_t point) except -1             # IndexError off the board
    cdef int _stone_at(self, Py_ssize_t point) except -1           # GoError where there is no stone
    cdef int set_size(self, Py_ssize_t width, object height) except -1  # GoError after the first ply
    cdef int own_state(self) except -1 nogil                # have a state that no other board shares
    cdef int play_at(self, Py_ssize_t point, int color) except -1       # raises IllegalMove; Position's passes at area
    # Checked: all that `play` does once it has a cell. Returns stones removed, or -1 - Verdict and changes nothing.
    # Needs no GIL where the board shares nothing with a copy.
    cdef int try_play(self, int cell, int color) except -1 nogil
    cdef int do_pass(self, int color) except -1
    cdef int do_setup(self, object black, object white, object empty) except -1
    cdef int do_undo(self) except -1 nogil                  # returns the LogKind undone
    cdef int copy_to(self, Board other) except -1           # into a board made by new_for_copy

cdef inline int play_logged(Board board, int cell, int color, uint64_t *hash) except -1 nogil:
    # Unchecked; returns the stones removed, and the hash. Inline: a call would cost as much as superko does.
    cdef int16_t removed[MAX_AREA]
    cdef uint16_t changes[MAX_AREA]
    cdef BoardState *s
    cdef int i, n, was
    cdef LogEntry entry
    if board.state.sharers > 0:
        board.own_state()
    s = board.state
    entry.kind, entry.color, entry.to_move, entry.cell = LOG_PLAY, color, 3 - color, cell
    entry.ko, entry.ko_color = s.ko, s.ko_color
    n = play(s, cell, color, s.geo.words, removed)
    if n > 0:
        was = color if s.color[cell] == EMPTY else 3 - color
        for i in range(n):
            changes[i] = removed[i] * 4 + was
    entry.hash, entry.black, entry.white = s.hash, s.count[BLACK], s.count[WHITE]
    board.log = log_append(board.log, board.plies, entry, changes, n)
    board.plies += 1
    hash[0] = entry.hash
    return n

cdef tuple FOR_COPY     # arguments of __new__ for a board whose state `copy_to` brings

cdef inline object new_for_copy(type cls):
    return (<PyTypeObject *>cls).tp_new(cls, <PyObject *>FOR_COPY, NULL)

# Allocate an empty state of a size; give up a board's share of it with gocore.board.state_free.
cdef BoardState *state_new(Py_ssize_t width, Py_ssize_t height) except NULL
cdef void state_free(BoardState *s) noexcept
cdef int check_color(Py_ssize_t color) except -1
