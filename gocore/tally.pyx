"""Sums over the simulations of one thread: ownership of the points and spread of the leads, by first move too."""

from libc.math cimport sqrt
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef int tally_begin(Tally *t, int area, bint every) except -1:
    tally_free(t)
    memset(t, 0, sizeof(Tally))
    t.area = area
    if every:
        t.after = <int64_t *>calloc(<size_t>MAX_CELLS * 2 * area, sizeof(int64_t))
        if t.after == NULL:
            raise MemoryError("no memory for the ownership of every move")
    return 0


cdef void tally_free(Tally *t) noexcept:
    free(t.after)
    t.after = NULL


cdef void tally_note(Tally *t, int first, double lead) noexcept nogil:
    cdef int p, owner
    cdef int64_t *after
    for p in range(t.area):
        owner = t.owner[p]
        t.owned[p] += owner
        t.squares[p] += owner * owner
    t.count += 1
    if first == NO_MOVE:
        return
    t.counts[first] += 1
    t.leads[first] += lead
    t.lead_squares[first] += lead * lead
    if t.after != NULL:
        after = t.after + <size_t>first * 2 * t.area
        for p in range(t.area):
            owner = t.owner[p]
            after[p] += owner
            after[t.area + p] += owner * owner


cdef double tally_spread(Tally **all, int n, int first, int last) noexcept:
    cdef double count = 0, total = 0, squares = 0
    cdef int i, cell
    for i in range(n):
        for cell in range(first, last + 1):
            count += all[i].counts[cell]
            total += all[i].leads[cell]
            squares += all[i].lead_squares[cell]
    return sqrt(max(squares / count - (total / count) * (total / count), 0.0)) if count else 0.0


cdef tuple tally_ownership(Tally **all, int n, int first, bint deviations):
    cdef int64_t total, squares
    cdef double count = 0, mean
    cdef int i, p
    cdef const int64_t *sums
    for i in range(n):
        count += all[i].count if first == NO_MOVE else all[i].counts[first]
    means, spreads = [], []
    for p in range(all[0].area):
        total = squares = 0
        for i in range(n):
            if first == NO_MOVE:
                total += all[i].owned[p]
                squares += all[i].squares[p]
            else:
                sums = all[i].after + <size_t>first * 2 * all[i].area
                total += sums[p]
                squares += sums[all[i].area + p]
        mean = total / (OWNER_UNIT * max(count, 1.0))
        means.append(mean)
        if deviations:
            spreads.append(sqrt(max(squares / (OWNER_UNIT * OWNER_UNIT * max(count, 1.0)) - mean * mean, 0.0)))
    return tuple(means), tuple(spreads)
