# The positions a game has seen, shared between copies like a move log: append only, one entry a ply.
#
# Entry k is the position after k plies (0 the start; passes and setups count as plies), so an index is a move number.
# Needs the GIL to append. Code without the GIL reads a `fork`, which nobody else can grow under its feet.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from gocore.board cimport Board
from gocore.geometry cimport Geometry
from gocore.state cimport BoardState
from gocore.types cimport CRules, MAX_WORDS

cdef enum:
    NEVER = 0x7FFFFFFF

cdef struct Seen:               # one position in the hash table
    uint64_t hash
    int32_t first[3]            # first ply at which it stood: [0] with anyone, [1] Black, [2] White to move; or NEVER
    int32_t used                # 0 marks an empty place of the table

cdef struct HistoryTable:
    int32_t refs
    int32_t length              # entries
    int32_t capacity
    int32_t places_used
    uint64_t places_mask        # size of the hash table - 1
    uint64_t *hashes            # one an entry: stones only
    uint8_t *to_move            # one an entry
    Seen *places

cdef struct HistoryView:
    HistoryTable *table
    int32_t length              # entries of the table that are this view's own, at least 1
    # Points where a colour has ever stood. A move that leaves a stone where its colour never stood cannot repeat a
    # position, which answers nearly every superko question without a look at the table (not where suicide is allowed:
    # it leaves no stone). May name too many after an undo.
    uint64_t ever[3][MAX_WORDS]

cdef int history_start(HistoryView *h, const BoardState *s, int to_move) except -1
cdef void history_share(HistoryView *to, const HistoryView *h) noexcept
cdef int history_fork(HistoryView *to, const HistoryView *h) except -1
cdef void history_release(HistoryView *h) noexcept
cdef int history_push(HistoryView *h, const BoardState *s, int to_move) except -1
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
