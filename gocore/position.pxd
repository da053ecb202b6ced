# A game's position: Board + History + Rules; what Python code and the search start from.
from gocore.board cimport Board
from gocore.history cimport HistoryView
from gocore.rules cimport Rules
from gocore.types cimport CRules

cdef class Position(Board):
    cdef readonly Rules rules
    cdef HistoryView history        # knows the log as `seen` last found it
    cdef readonly int to_move       # BLACK or WHITE
    cdef readonly int passes        # passes on end just before now

    cdef int pass_at(self, int color) except -1
    cdef HistoryView *seen(self) noexcept nogil                         # the history, ready for questions
    cdef int _color(self, object color) except -1                       # None means the side to move
    cdef bint _repeats_exactly(self, int cell, int color) except -1
