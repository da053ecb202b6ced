# Search: a game tree and the threads that grow it, from Python.
from libc.stdint cimport int64_t, uint8_t, uint64_t
from gocore.position cimport Position
from gocore.tree cimport Node
from gocore.worker cimport Shared, Worker

cdef enum:
    MAX_THREADS = 256

cdef class Search:
    cdef Shared shared
    cdef Worker *workers[MAX_THREADS]
    cdef readonly int threads
    cdef readonly int memory_mb
    cdef public uint64_t seed
    cdef public double exploration
    cdef public double first_play
    cdef public double amaf_weight
    cdef public double amaf_prior
    cdef public double score_weight
    cdef public int expand_at
    cdef Position root              # the position at the root of the tree; None before the first run
    cdef readonly bint running
    cdef int64_t begun_at           # monotonic nanoseconds of the last run's beginning
    cdef int64_t ended_at           # 0 while running

    cdef int _set_params(self) except -1
    cdef int _adopt(self, Position position) except -1
    cdef Node *_descend(self, Position position) except? NULL
    cdef int _prepare(self, Position position) except -1
    cdef uint64_t _seed_of(self, int worker) noexcept
    cdef void _settle(self, const uint8_t *black, const uint8_t *white) noexcept
    cdef int _budget(self, int visits, int playouts) noexcept
    cdef int _point(self, int cell) noexcept
    cdef tuple _line(self, Node *node, int length)
    cdef int _bar(self, object allow, object avoid) except -1
    cdef object _move_report(self, Node *node, int max_pv)
