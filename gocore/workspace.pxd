# What one thread of a search holds, and what all of them share: plain structs, used by line, expand and worker.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from gocore.cache cimport Cache
from gocore.features cimport Scene
from gocore.history cimport HistoryView
from gocore.judge cimport Desktop, Opinion
from gocore.kernel cimport Kernel
from gocore.ladder cimport LadderReader
from gocore.playout cimport Playout
from gocore.rng cimport Rng
from gocore.state cimport BoardState
from gocore.tally cimport Tally
from gocore.tree cimport Arena, Node
from gocore.types cimport CRules, MAX_AREA, MAX_CELLS, MAX_WORDS
from gocore.uct cimport Params

cdef enum:
    MAX_DEPTH = 512             # moves below the root; a longer line is judged where it stands

# How a worker's turn ended
cdef enum:
    GO_ON = 0                   # the slice of time is over, the search is not
    DONE = 1                    # a limit is reached or a stop was asked for
    FAILED = 2                  # the judge raised; its seat holds the error

cdef struct Shared:             # what all threads of a search read; written by them only where marked *
    Arena arena                 # *
    Cache cache                 # *
    Params params
    const BoardState *start     # the root's board
    HistoryView seen            # a fork of the root's history
    CRules rules
    Scene scene                 # the root as encoders see it; loaded only with a judge
    bint light                  # are playouts those of the kernel?
    bint lean                   # are lines walked on the kernel alone, the exact board made only where it is needed?
    Kernel game                 # the root as the kernel sees it; loaded only where `lean`
    int32_t komi2               # White's compensation in half points, everything included
    int32_t to_move
    int32_t passes              # passes on end at the root that count towards the end of the game: 0 or 1
    int32_t last                # cells of the last two moves; 0 for none or a pass
    int32_t before
    uint8_t settled[3][MAX_CELLS]   # 1 where a move of that colour is pointless all through the tree
    int32_t barring             # within how many moves of the root some are barred; 0 none
    int16_t barred[3][MAX_CELLS]    # below which depth a colour must not play a cell, 0 the pass; 0 it may
    double center               # lead of Black, komi included, around which scores are worth most
    double playout_share        # 0 the judge alone, 1 playouts alone
    bint symmetric              # show the judge each position in a random symmetry
    int64_t begun_at            # monotonic nanoseconds
    int64_t deadline            # monotonic nanoseconds; 0 none
    int32_t budget              # simulations of this run; 0 no limit
    bint early_stop             # stop when the most visited move cannot be overtaken
    int32_t known               # visits of the root when this run began
    int32_t begun               # * simulations begun in this run; counted where it has a budget
    int32_t judged              # * positions shown to the judge in this run
    int32_t stop                # * not 0: all threads come home

cdef struct Line:               # a line from the root to a leaf
    int32_t depth               # its moves
    int32_t passes              # passes on end at its end
    bint ended                  # is the game over at its end?
    bint claimed                # are the leaf's children this thread's to make?
    bint noted                  # do its owners go into the tally?
    int32_t symmetry            # in which the judge sees the leaf
    uint64_t key                # of the leaf in the cache
    double win                  # what the playout gave, Black's view: win 0 .. 1 and lead in points
    double lead
    double utility              # what both are worth, Black's view, -1 .. 1
    int32_t moves               # of the playout, in record[]; 0 without one
    Node *path[MAX_DEPTH + 1]   # path[0] is the root
    int16_t cells[MAX_DEPTH]    # the moves between; 0 a pass
    uint64_t hashes[MAX_DEPTH]  # the position after each move
    uint64_t ever[3][MAX_WORDS]     # as in HistoryView, the line included
    uint64_t legal[MAX_WORDS]   # plays at the leaf that the rules allow
    int16_t record[3 * MAX_AREA]    # the playout's moves, kept until the leaf is judged

cdef struct Worker:
    Shared *shared
    Rng rng
    Desktop *judge              # NULL: playouts only
    BoardState *past[2]         # boards before the last two moves of a line; [depth % 2] before the move at that depth
    Line *lines                 # one a place of the judge's batch
    int32_t batch
    uint32_t rounds             # of this run, so that slices of time do not count
    Opinion opinion             # scratch
    LadderReader *reader        # scratch
    uint8_t first[MAX_CELLS]    # who played a cell first, as far as the walk back has come
    Tally tally
    Playout playout             # its board is the one at the end of the present line; where `lean`, only after line_board
    Kernel game                 # the same of the kernel's playouts
