# The positions a game has seen, shared between copies like a move log: append only, one entry a ply.
#
# Entry k is the position after k plies (0 the start; passes and setups count as plies), so an index is a move number.
# Needs the GIL to append. Code without the GIL reads a `fork`, which nobody else can grow under its feet.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from gocore.board cimport Board
from gocore.geometry cimport Geometry
from gocore.state cimport BoardState
from gocore.types cimport CRules, MAX_AREA, MAX_WORDS

cdef enum:
    NEVER = 0x7FFFFFFF
    COUNT_WORDS = 64            # 64 * 64 bits, a power of two

cdef struct HistoryTable:
    int32_t refs
    int32_t length              # entries
    int32_t capacity            # a power of two
    uint64_t *hashes            # one an entry: stones only
    int32_t *older              # one an entry: the next older entry in the same chain of the hash table, or -1
    int32_t *newest             # 2 * capacity: by the hash's low bits, the newest entry of the chain, or -1
    uint8_t *to_move            # one an entry
    # Two summaries of how many stones there were. A position that comes back brings its numbers of stones back, so
    # they answer nearly every superko question without a hash. Undone entries stay in them.
    uint64_t counts[COUNT_WORDS]   # bit set: was there ever this number of black with this number of white stones?
    int16_t fewest[3][MAX_AREA + 2]     # fewest[colour][n]: the other colour's least number of stones beside n of it

cdef struct HistoryView:
    HistoryTable *table
    int32_t length              # entries of the table that are this view's own, at least 1
    # Points where a colour has ever stood. A move that leaves a stone where its colour never stood cannot repeat a
    # position (not so where suicide is allowed: it leaves no stone). May name too many after an undo.
    uint64_t ever[3][MAX_WORDS]

cdef int history_start(HistoryView *h, const BoardState *s, int to_move) except -1
cdef void history_share(HistoryView *to, const HistoryView *h) noexcept
cdef int history_fork(HistoryView *to, const HistoryView *h) except -1
cdef void history_release(HistoryView *h) noexcept
cdef int history_push(HistoryView *h, const BoardState *s, int to_move) except -1
# The same after a play at `cell`, which is the only new stone since the last entry.
cdef int history_push_play(HistoryView *h, const BoardState *s, int to_move, int cell, int color) except -1
cdef void history_pop(HistoryView *h) noexcept

# The ply at which this position first stood (ko rule of gocore.types; `to_move` matters to KO_SITUATIONAL only),
# or NEVER. Equal hashes are taken for equal positions.
cdef int history_find(const HistoryView *h, uint64_t hash, int ko, int to_move) noexcept nogil
# Would a move on an empty cell repeat an earlier position under these rules? Never under KO_SIMPLE.
cdef bint history_repeats(const HistoryView *h, const BoardState *s, int cell, int color, CRules rules) noexcept nogil
# Take from a bit set of moves those that would repeat a position.
cdef void history_filter(const HistoryView *h, const BoardState *s, int color, CRules rules,
                         uint64_t *moves) noexcept nogil

cdef class History:
    cdef HistoryView view
    cdef const Geometry *geo

    cdef int _check_board(self, Board board) except -1
