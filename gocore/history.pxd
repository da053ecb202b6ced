# The positions a game has seen, shared between copies like a move log: append only, one entry a ply.
#
# Entry k is the position after k plies (0 the start; passes and setups count as plies), so an index is a move number.
# An entry costs a few stores: it joins the hash table, or the summaries, when a question needs them, which is seldom.
# Needs the GIL to append and to ask. Code without the GIL reads a `fork`, which nobody else can grow under its feet.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy
from gocore.board cimport Board
from gocore.geometry cimport Geometry
from gocore.state cimport BoardState
from gocore.types cimport BLACK, CRules, KO_SIMPLE, MAX_AREA, MAX_WORDS, WHITE

cdef enum:
    NEVER = 0x7FFFFFFF
    COUNT_WORDS = 64            # 64 * 64 bits, a power of two

cdef struct HistoryTable:
    int32_t refs
    int32_t length              # entries
    int32_t capacity            # a power of two
    int32_t linked              # entries that are in the hash table: `history_link` adds the rest
    int32_t counted             # entries that are in the summaries below
    uint64_t *hashes            # one an entry: stones only
    int32_t *older              # one an entry: the next older entry in the same chain of the hash table, or -1
    int32_t *newest             # 2 * capacity: by the hash's low bits, the newest entry of the chain, or -1
    int32_t *stones             # two an entry: black stones, white stones
    uint8_t *to_move            # one an entry
    # Two summaries of how many stones there were. A position that comes back brings its numbers of stones back, so
    # they answer nearly every superko question without a hash. Undone entries stay in them.
    uint64_t counts[COUNT_WORDS]   # bit set: was there ever this number of black with this number of white stones?
    int16_t fewest[3][MAX_AREA + 2]     # fewest[colour][n]: the other colour's least number of stones beside n of it

cdef struct HistoryView:
    HistoryTable *table
    int32_t length              # entries of the table that are this view's own, at least 1
    # Points where a colour once stood, those at least where it does so no more. A move that leaves a stone anywhere
    # else cannot repeat a position (not so where suicide is allowed: it leaves no stone). May name too many after an
    # undo.
    uint64_t ever[3][MAX_WORDS]

cdef int history_start(HistoryView *h, const BoardState *s, int to_move) except -1
cdef void history_share(HistoryView *to, const HistoryView *h) noexcept
# A table of its own with all entries linked. `s` is the present position: `ever` names its stones too, for who plays on.
cdef int history_fork(HistoryView *to, const HistoryView *h, const BoardState *s) except -1
cdef void history_release(HistoryView *h) noexcept
cdef int history_push(HistoryView *h, const BoardState *s, int to_move) except -1
cdef int history_make_room(HistoryView *h) except -1 nogil
# Before a setup: any of the stones may be taken away.
cdef void history_note_stones(HistoryView *h, const BoardState *s) noexcept nogil

cdef inline int history_push_play(HistoryView *h, const BoardState *s, int to_move) except -1 nogil:
    # `history_push` after a play; whatever it took off goes to `history_note_removed`.
    cdef HistoryTable *t = h.table
    cdef int n = h.length
    if t.length != n or n == t.capacity:
        history_make_room(h)
        t = h.table
    t.hashes[n] = s.hash
    memcpy(&t.stones[2 * n], &s.count[BLACK], 2 * sizeof(int32_t))
    t.to_move[n] = to_move
    t.length = h.length = n + 1
    return 0

cdef inline void history_note_removed(HistoryView *h, const BoardState *s, int cell, int color) noexcept nogil:
    cdef int bit = cell - s.geo.stride
    h.ever[color][bit >> 6] |= <uint64_t>1 << (bit & 63)

cdef void history_link(const HistoryView *h) noexcept nogil     # have all entries in the hash table
cdef void history_pop(HistoryView *h) noexcept

# The ply at which this position first stood (ko rule of gocore.types; `to_move` matters to KO_SITUATIONAL only),
# or NEVER. Equal hashes are taken for equal positions. All entries must be linked, as those of a fork are.
cdef int history_find(const HistoryView *h, uint64_t hash, int ko, int to_move) noexcept nogil
cdef bint history_looks_up(const HistoryView *h, const BoardState *s, int cell, int color, CRules rules) noexcept nogil

cdef inline bint history_repeats(const HistoryView *h, const BoardState *s, int cell, int color,
                                 CRules rules) noexcept nogil:
    # Would a move on an empty cell repeat an earlier position under these rules? Never under KO_SIMPLE.
    cdef int bit = cell - s.geo.stride
    if rules.ko == KO_SIMPLE or not (rules.suicide or (h.ever[color][bit >> 6] >> (bit & 63)) & 1):
        return False
    return history_looks_up(h, s, cell, color, rules)

# Take from a bit set of moves those that would repeat a position.
cdef void history_filter(const HistoryView *h, const BoardState *s, int color, CRules rules,
                         uint64_t *moves) noexcept nogil

cdef class History:
    cdef HistoryView view
    cdef const Geometry *geo

    cdef int _check_board(self, Board board) except -1
