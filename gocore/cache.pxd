# Opinions of a judge by position, shared by threads: a place is locked only for the copying, and a busy one is a miss.
from libc.stdint cimport uint64_t, uint8_t
from gocore.judge cimport Opinion

cdef struct Cache:
    uint8_t *memory         # NULL: remembers nothing
    size_t place            # bytes a place
    uint64_t mask           # number of places - 1
    int area                # of the board it was made for

cdef int cache_init(Cache *c, size_t bytes, int area) except -1
cdef void cache_free(Cache *c) noexcept
cdef bint cache_get(Cache *c, uint64_t key, Opinion *out) noexcept nogil
cdef void cache_put(Cache *c, uint64_t key, const Opinion *opinion) noexcept nogil
