# One thread of a search: walk down the tree, judge the leaf, walk back up. Runs without the GIL.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from gocore.history cimport HistoryView
from gocore.playout cimport Playout
from gocore.rng cimport Rng
from gocore.state cimport BoardState
from gocore.tree cimport Arena, Node
from gocore.types cimport CRules, MAX_AREA, MAX_CELLS, MAX_WORDS
from gocore.uct cimport Params

cdef enum:
    MAX_DEPTH = 1024            # moves below the root; a longer line is judged where it stands

# Why: how a worker's turn ended
cdef enum:
    GO_ON = 0                   # the slice of time is over, the search is not
    DONE = 1                    # a limit is reached or a stop was asked for

cdef struct Shared:             # what all threads of a search read; written by them only where marked *
    Arena arena                 # *
    Params params
    const BoardState *start     # the root's board
    HistoryView seen            # a fork of the root's history
    CRules rules
    int32_t komi2               # White's compensation in half points, everything included
    int32_t to_move
    int32_t passes              # passes on end at the root that count towards the end of the game: 0 or 1
    int32_t last                # cells of the last two moves; 0 for none or a pass
    int32_t before
    uint8_t settled[3][MAX_CELLS]   # 1 where a move of that colour is pointless all through the tree
    bint barring                # does the root have moves it must not try?
    uint8_t barred[MAX_CELLS]   # 1 for their cells, 0 the pass
    int64_t deadline            # monotonic nanoseconds; 0 none
    int32_t budget              # simulations of this run; 0 no limit
    int32_t begun               # * simulations begun in this run
    int32_t finished            # * simulations that came back in this run
    int32_t stop                # * not 0: all threads come home

cdef struct Worker:
    Shared *shared
    Rng rng
    int32_t depth               # length of the present line
    int32_t passes              # passes on end at its end
    Node *path[MAX_DEPTH + 1]   # path[0] is the root
    int16_t cells[MAX_DEPTH]    # the moves between; 0 a pass
    uint64_t hashes[MAX_DEPTH]  # the position after each move
    uint64_t ever[3][MAX_WORDS]     # as in HistoryView, the line included
    uint8_t first[MAX_CELLS]    # who played a cell first, as far as the walk back has come
    int64_t owned[MAX_AREA]     # Black's less White's final ownerships since the run began; index is the point
    int32_t owned_count
    Playout playout             # its board is the one at the end of the line

cdef Worker *worker_new(Shared *shared, uint64_t seed) except NULL
cdef void worker_free(Worker *w) noexcept
cdef int64_t monotonic_ns() noexcept nogil
# Search until the search is done or the clock passes `slice_end`.
cdef int worker_run(Worker *w, int64_t slice_end) noexcept nogil
