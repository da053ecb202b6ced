# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What superko costs in a loop without Python; benchmarks/superko.py builds it and says what the figures mean."""

from libc.stdint cimport int16_t

from gocore.board cimport state_free, state_new
from gocore.history cimport (
    HistoryView, history_note_removed, history_push_play, history_release, history_repeats, history_start,
)
from gocore.position cimport Position
from gocore.state cimport BoardState, play, state_copy, verdict
from gocore.types cimport LEGAL

cdef extern from "time.h" nogil:
    struct timespec:
        long tv_sec
        long tv_nsec
    int CLOCK_PROCESS_CPUTIME_ID
    int clock_gettime(int clock, timespec *now)

cdef enum:
    PLAYS = 400
    MOST_GAMES = 64
    STONES = 625


cdef double _now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


def replay(Position start, list games, bint ask, bint keep):
    """Replay games of 400 plays from an empty board. ask: superko of every play. keep: the positions.

    Returns ns of processor time a play. Raises AssertionError where a play is not legal.
    """
    cdef int16_t cells[MOST_GAMES][PLAYS]
    cdef int16_t removed[STONES]
    cdef HistoryView seen
    cdef BoardState *blank = state_new(start.width, start.height)
    cdef BoardState *s = state_new(start.width, start.height)
    cdef int i, k, n, color, taken, refused = 0, games_n = min(len(games), MOST_GAMES)
    cdef double begun
    for i in range(games_n):
        for n in range(PLAYS):
            cells[i][n] = start.state.geo.cell_of[games[i][n]]
    begun = _now()
    for i in range(games_n):
        history_start(&seen, blank, 1)
        with nogil:
            state_copy(s, blank)
            for n in range(PLAYS):
                color = 1 + (n & 1)
                refused += verdict(s, cells[i][n], color, False) != LEGAL
                if ask:
                    refused += history_repeats(&seen, s, cells[i][n], color, start.rules.c)
                taken = play(s, cells[i][n], color, s.geo.words, removed)
                if keep:
                    for k in range(taken):
                        history_note_removed(&seen, s, removed[k], 3 - color)
                    history_push_play(&seen, s, 3 - color)
        history_release(&seen)
    begun = _now() - begun
    state_free(s)
    state_free(blank)
    assert refused == 0
    return 1e9 * begun / (games_n * PLAYS)
