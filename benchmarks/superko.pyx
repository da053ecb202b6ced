# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What superko costs in a loop without Python; benchmarks/superko.py builds it and says what the figures mean."""

from libc.stdint cimport int16_t

from gocore.board cimport Board
from gocore.state cimport play, verdict
from gocore.types cimport LEGAL

cdef extern from "time.h" nogil:
    struct timespec:
        long tv_sec
        long tv_nsec
    int CLOCK_PROCESS_CPUTIME_ID
    int clock_gettime(int clock, timespec *now)

cdef enum:
    MOST_PLAYS = 1024


cdef double _now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


def replay(Board board, list points, int first, bint bare):
    """Replay plays in turn on an empty Board or Position, by what its `play` calls; bare: verdict and play alone.

    Returns seconds of processor time from play `first` on. Raises AssertionError where a play is refused.
    """
    cdef int16_t cells[MOST_PLAYS]
    cdef int n, color = 1 + (first & 1), refused = 0, plays = min(len(points), <int>MOST_PLAYS)
    cdef double begun
    for n in range(plays):
        cells[n] = board.state.geo.cell_of[points[n]]
    for n in range(first):
        refused += board.try_play(cells[n], 1 + (n & 1)) < 0
    begun = _now()
    with nogil:
        if bare:
            for n in range(first, plays):
                refused += verdict(board.state, cells[n], color, False) != LEGAL
                play(board.state, cells[n], color, board.state.geo.words, NULL)
                color = 3 - color
        else:
            for n in range(first, plays):
                refused += board.try_play(cells[n], color) < 0
                color = 3 - color
    begun = _now() - begun
    assert refused == 0
    return begun
