# The positions a game has seen: which superko forbids is told from the game's log, a marked one.
#
# Position k is that after k plies (0 the start; passes and setups count as plies), so an index is a move number. Where
# the log has no bit of a position, it is new, and only where it has one is the log looked through.
# Needs the GIL to ask. Code without the GIL reads a `fork`, which nobody else can change under its feet.
from libc.stdint cimport int16_t, int32_t, uint64_t
from gocore.board cimport Board
from gocore.geometry cimport Geometry
from gocore.movelog cimport MoveLog, log_marked
from gocore.state cimport BoardState
from gocore.types cimport CRules, KO_SIMPLE, MAX_AREA, MAX_WORDS

cdef enum:
    NEVER = 0x7FFFFFFF
    COUNT_WORDS = 64            # 64 * 64 bits, a power of two

cdef struct Start:
    uint64_t hash               # stones only
    int32_t black               # numbers of stones
    int32_t white
    int32_t to_move

# Two summaries of how many stones there were, of every view's positions at least. A position that comes back brings its
# numbers of stones back, so they answer nearly every superko question of a list without a hash.
cdef struct HistoryTable:
    int32_t refs
    int32_t counted             # positions that have come into them
    uint64_t counts[COUNT_WORDS]   # bit set: was there ever this number of black with this number of white stones?
    int16_t fewest[3][MAX_AREA + 2]     # fewest[colour][n]: the other colour's least number of stones beside n of it

cdef struct HistoryView:
    HistoryTable *table         # shared with copies; NULL before it is needed
    Start start
    const MoveLog *log          # as `history_read` found it; not this view's to keep, but in a fork
    int32_t plies
    int32_t counted             # positions that are in the table's summaries
    int32_t noted               # plies whose captures and setups are in `ever`
    # Points where a colour once stood, those at least where it does so no more. A move that leaves a stone anywhere
    # else cannot repeat a position (not so where suicide is allowed: it leaves no stone). May name too many after an
    # undo.
    uint64_t ever[3][MAX_WORDS]

cdef void history_start(HistoryView *h, const BoardState *s, int to_move) noexcept
cdef void history_share(HistoryView *to, const HistoryView *h) noexcept
# With a log of its own, which `history_release_fork` frees. `s` is the present position: `ever` names its stones too,
# for who plays on.
cdef int history_fork(HistoryView *to, const HistoryView *h, const BoardState *s) except -1
cdef void history_release(HistoryView *h) noexcept
cdef void history_release_fork(HistoryView *h) noexcept
# Any of the stones may be taken away.
cdef void history_note_stones(HistoryView *h, const BoardState *s) noexcept nogil

# Look at the game as it is now, before any question. `log` and `stride` are those of the board.
cdef void history_read(HistoryView *h, const MoveLog *log, int plies, int stride) noexcept nogil

cdef inline void history_undone(HistoryView *h, int plies) noexcept nogil:
    # Only so many plies are left.
    h.noted = min(h.noted, plies)
    h.counted = min(h.counted, plies + 1)

# Has the last ply, a play of this colour, led to a position that the rules forbid? For plays whose position had a bit.
cdef bint history_forbids(HistoryView *h, const MoveLog *log, int plies, const BoardState *s,
                          CRules rules) noexcept nogil

# The first ply after which this position stood (ko rule of gocore.types; `to_move` matters to KO_SITUATIONAL only), or
# NEVER. Equal hashes are taken for equal positions. Looks at the first `plies` of the log only.
cdef int history_search(const HistoryView *h, const MoveLog *log, int plies, uint64_t hash, int ko,
                        int to_move) noexcept nogil

cdef inline int history_find(const HistoryView *h, uint64_t hash, int ko, int to_move) noexcept nogil:
    if log_marked(h.log, hash):
        return history_search(h, h.log, h.plies, hash, ko, to_move)
    return NEVER

# How often the position has stood with this side to move; 0: with either.
cdef int history_occurrences(const HistoryView *h, uint64_t hash, int to_move) noexcept nogil
# Does the other one begin with all of this one?
cdef bint history_continues(const HistoryView *h, const HistoryView *other) noexcept nogil
cdef bint history_looks_up(const HistoryView *h, const BoardState *s, int cell, int color, CRules rules) noexcept nogil

cdef inline bint history_repeats(const HistoryView *h, const BoardState *s, int cell, int color,
                                 CRules rules) noexcept nogil:
    # Would a move on an empty cell repeat an earlier position under these rules? Never under KO_SIMPLE.
    cdef int bit = cell - s.geo.stride
    if rules.ko == KO_SIMPLE or not (rules.suicide or (h.ever[color][bit >> 6] >> (bit & 63)) & 1):
        return False
    return history_looks_up(h, s, cell, color, rules)

# Take from a bit set of moves those that would repeat a position.
cdef void history_filter(HistoryView *h, const BoardState *s, int color, CRules rules, uint64_t *moves) noexcept nogil

cdef class History:
    cdef HistoryView view
    cdef MoveLog *log               # of setups; shared with copies
    cdef const Geometry *geo

    cdef int _check_board(self, Board board) except -1
    cdef HistoryView *_read(self) noexcept
