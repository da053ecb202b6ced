# Search: a game tree and the threads that grow it, from Python.
from libc.stdint cimport int64_t, uint8_t, uint64_t
from gocore.position cimport Position
from gocore.state cimport BoardState
from gocore.tally cimport Tally
from gocore.tree cimport Node
from gocore.types cimport MAX_WORDS
from gocore.workspace cimport Shared, Worker

cdef enum:
    MAX_THREADS = 256

cdef class Search:
    cdef Shared shared
    cdef Worker *workers[MAX_THREADS]
    cdef Tally *tallies[MAX_THREADS]    # theirs
    cdef readonly int threads
    cdef readonly int memory_mb
    cdef readonly int batch
    cdef readonly str policy            # of the playouts: one of POLICIES
    cdef readonly object judge          # None: playouts only
    cdef int cache_mb
    cdef list seats                     # one a thread, made at the first run with a judge
    cdef BoardState *before[2]          # boards one and two moves before the root, for the judge
    cdef uint64_t banned[MAX_WORDS]
    cdef frozenset first            # points with which no line may begin
    cdef frozenset late             # (colour, point, depth) that no line may play so early
    cdef bint keeping               # do the threads keep ownership by first move?
    cdef public uint64_t seed
    cdef public double exploration
    cdef public double growth
    cdef public double first_play
    cdef public double temperature
    cdef public double noise
    cdef public double amaf_weight
    cdef public double amaf_prior
    cdef public double score_weight
    cdef public double playout_share
    cdef public int expand_at
    cdef public int bonus2
    cdef public bint symmetric
    cdef public bint early_stop
    cdef public bint moves_ownership
    cdef Position root              # the position at the root of the tree; None before the first run
    cdef bint busy                  # from the beginning of a run to its end
    cdef readonly bint running      # is there something to report of the run under way?
    cdef int64_t ended_at           # monotonic nanoseconds; 0 while running

    cdef int _set_params(self) except -1
    cdef Node *_descend(self, Position position) except? NULL
    cdef int _adopt(self, Position position, frozenset first, frozenset late) except -1
    cdef int _prepare(self, Position position, frozenset first, frozenset late) except -1
    cdef int _seat(self) except -1
    cdef int _bar(self) except -1
    cdef uint64_t _seed_of(self, int worker) noexcept
    cdef void _settle(self, const uint8_t *black, const uint8_t *white) noexcept
    cdef int _budget(self, int visits, int playouts) noexcept
    cdef int _point(self, int cell) noexcept
    cdef object _move_report(self, Node *node, int max_pv)
    cdef tuple _line(self, Node *node, int length)
