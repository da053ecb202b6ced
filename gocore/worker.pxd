# One thread of a search: walk down the tree, judge the leaf, walk back up. Runs without the GIL.
from libc.stdint cimport int64_t
from gocore.judge cimport Desktop
from gocore.workspace cimport Shared, Worker

cdef Worker *worker_new(Shared *shared) except NULL
cdef int worker_fit(Worker *w, Desktop *judge, int width, int height) except -1
cdef void worker_free(Worker *w) noexcept
cdef int64_t monotonic_ns() noexcept nogil
# Run one simulation, or as many as the judge takes at once, whatever the limits; it has been counted as begun.
# False when the judge failed.
cdef bint worker_once(Worker *w) noexcept nogil
# Search until the search is done or the clock passes `slice_end`.
cdef int worker_run(Worker *w, int64_t slice_end) noexcept nogil
