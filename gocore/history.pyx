"""The positions seen in a game: positional and situational superko (Article 6)."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from gocore.board cimport Board, check_color
from gocore.movelog cimport (
    LOG_SETUP, LogEntry, log_append, log_changes_begin, log_copy, log_mark, log_new_marked, log_release, log_share,
)
from gocore.state cimport hash_after, lowest_bit
from gocore.types cimport BLACK, EMPTY, KO_SIMPLE, KO_SITUATIONAL, WHITE

from gocore.errors import GoError

cdef enum:
    MOST_STRANGERS = 512        # positions of other games in a table, before it would answer too little


# ---- numbers of stones ---------------------------------------------------------------------------------------------

cdef inline int _count_bit(int black, int white) noexcept nogil:
    # Exact while the numbers differ by less than 32; beyond that two pairs may share a bit.
    return (black * 64 + white) & (64 * COUNT_WORDS - 1)


cdef inline bint _may_repeat(const HistoryTable *t, const BoardState *s, int color) noexcept nogil:
    # Was there ever one stone more of this colour and no more of the other? Any move but a suicide leads there.
    return t.fewest[color][s.count[color] + 1] <= s.count[3 - color]


cdef inline bint _may_repeat_quietly(const HistoryTable *t, const BoardState *s, int color) noexcept nogil:
    # And just as many of the other? That is where a move leads that takes nothing.
    cdef int bit = _count_bit(s.count[BLACK] + (color == BLACK), s.count[WHITE] + (color == WHITE))
    return (t.counts[bit >> 6] >> (bit & 63)) & 1


cdef inline void _count_position(HistoryTable *t, int black, int white) noexcept nogil:
    cdef int bit = _count_bit(black, white)
    t.counts[bit >> 6] |= <uint64_t>1 << (bit & 63)
    t.fewest[BLACK][black] = min(<int>t.fewest[BLACK][black], white)
    t.fewest[WHITE][white] = min(<int>t.fewest[WHITE][white], black)


cdef void _release_table(HistoryView *h) noexcept nogil:
    if h.table != NULL:
        h.table.refs -= 1
        if h.table.refs == 0:
            free(h.table)
    h.table = NULL


cdef bint _own_table(HistoryView *h) noexcept nogil:
    # Have an empty table. Returns False, and leaves the old one, when there is no memory.
    cdef HistoryTable *t = h.table
    if t == NULL or t.refs > 1:
        t = <HistoryTable *>malloc(sizeof(HistoryTable))
        if t == NULL:
            return False
        _release_table(h)
        h.table, t.refs = t, 1
    memset(t.counts, 0, sizeof(t.counts))
    memset(t.fewest, 0x7F, sizeof(t.fewest))
    t.counted = h.counted = 0
    return True


cdef bint _count(HistoryView *h) noexcept nogil:
    # Bring the summaries up to date. Returns False when there is no memory for them.
    cdef int i
    if h.table == NULL or h.table.counted - h.counted > MOST_STRANGERS + h.plies:
        if not _own_table(h) and h.table == NULL:
            return False
    h.table.counted += h.plies + 1 - h.counted
    if h.counted == 0:
        _count_position(h.table, h.start.black, h.start.white)
        h.counted = 1
    for i in range(h.counted - 1, h.plies):
        _count_position(h.table, h.log.entries[i].black, h.log.entries[i].white)
    h.counted = h.plies + 1
    return True


# ---- views ---------------------------------------------------------------------------------------------------------

cdef void history_start(HistoryView *h, const BoardState *s, int to_move) noexcept:
    # Begin a history with the present position; `h` holds nothing yet.
    memset(h, 0, sizeof(HistoryView))
    h.start.hash, h.start.black, h.start.white = s.hash, s.count[BLACK], s.count[WHITE]
    h.start.to_move = to_move


cdef void history_share(HistoryView *to, const HistoryView *h) noexcept:
    memcpy(to, h, sizeof(HistoryView))
    if to.table != NULL:
        to.table.refs += 1


cdef int history_fork(HistoryView *to, const HistoryView *h, const BoardState *s) except -1:
    cdef MoveLog *log = log_copy(h.log, h.plies, 0)
    memcpy(to, h, sizeof(HistoryView))
    to.table, to.counted = NULL, 0
    to.log = log
    history_note_stones(to, s)
    return 0


cdef void history_release(HistoryView *h) noexcept:
    _release_table(h)


cdef void history_release_fork(HistoryView *h) noexcept:
    history_release(h)
    log_release(<MoveLog *>h.log)
    h.log = NULL


cdef void history_note_stones(HistoryView *h, const BoardState *s) noexcept nogil:
    cdef int w
    for w in range(s.geo.words):
        h.ever[BLACK][w] |= s.stones[BLACK][w]
        h.ever[WHITE][w] |= s.stones[WHITE][w]


cdef void history_read(HistoryView *h, const MoveLog *log, int plies, int stride) noexcept nogil:
    cdef int i, bit, color
    h.log, h.plies = log, plies
    if h.noted < plies:
        for i in range(log_changes_begin(log, h.noted), log_changes_begin(log, plies)):
            bit, color = (log.changes[i] >> 2) - stride, log.changes[i] & 3
            h.ever[color][bit >> 6] |= <uint64_t>1 << (bit & 63)
        h.noted = plies


cdef int history_search(const HistoryView *h, const MoveLog *log, int plies, uint64_t hash, int ko,
                        int to_move) noexcept nogil:
    cdef int i
    if h.start.hash == hash and (ko != KO_SITUATIONAL or h.start.to_move == to_move):
        return 0
    for i in range(plies):
        if log.entries[i].hash == hash and (ko != KO_SITUATIONAL or log.entries[i].to_move == to_move):
            return i + 1
    return NEVER


cdef bint history_forbids(HistoryView *h, const MoveLog *log, int plies, const BoardState *s,
                          CRules rules) noexcept nogil:
    cdef const LogEntry *last = &log.entries[plies - 1]
    cdef int bit = last.cell - s.geo.stride
    if rules.ko == KO_SIMPLE:
        return False
    history_read(h, log, plies - 1, s.geo.stride)
    if s.color[last.cell] == last.color and not (h.ever[last.color][bit >> 6] >> (bit & 63)) & 1:
        return False
    return history_search(h, log, plies - 1, last.hash, rules.ko, last.to_move) != NEVER


cdef bint history_continues(const HistoryView *h, const HistoryView *other) noexcept nogil:
    cdef int i
    if other.plies < h.plies or other.start.hash != h.start.hash or other.start.to_move != h.start.to_move:
        return False
    for i in range(h.plies):
        if other.log.entries[i].hash != h.log.entries[i].hash:
            return False
        if other.log.entries[i].to_move != h.log.entries[i].to_move:
            return False
    return True


cdef int history_occurrences(const HistoryView *h, uint64_t hash, int to_move) noexcept nogil:
    cdef int i, n = h.start.hash == hash and to_move in (0, h.start.to_move)
    for i in range(h.plies):
        n += h.log.entries[i].hash == hash and to_move in (0, h.log.entries[i].to_move)
    return n


cdef bint history_looks_up(const HistoryView *h, const BoardState *s, int cell, int color, CRules rules) noexcept nogil:
    return history_find(h, hash_after(s, cell, color), rules.ko, 3 - color) != NEVER


cdef void _doubt_captures(const BoardState *s, int color, uint64_t *doubtful) noexcept nogil:
    # Keep only the moves that take something.
    cdef uint64_t takes[MAX_WORDS]
    cdef int i, w, words = s.geo.words, in_atari = 1 << 2 | 3 - color
    memset(takes, 0, words * sizeof(uint64_t))
    for i in range(1, s.slots):     # one comparison, for which of the two fails cannot be foreseen
        if s.info[i].liberties << 2 | s.info[i].color == in_atari:
            for w in range(words):
                takes[w] |= s.libs[i * words + w]
    for w in range(words):
        doubtful[w] &= takes[w]


cdef void history_filter(HistoryView *h, const BoardState *s, int color, CRules rules, uint64_t *moves) noexcept nogil:
    cdef uint64_t doubtful[MAX_WORDS]
    cdef uint64_t left = 0
    cdef int w, cell
    if rules.ko == KO_SIMPLE:
        return
    for w in range(s.geo.words):
        doubtful[w] = moves[w] if rules.suicide else moves[w] & h.ever[color][w]
        left |= doubtful[w]
    if left == 0:
        return
    if not rules.suicide and _count(h):
        if not _may_repeat(h.table, s, color):
            return
        if not _may_repeat_quietly(h.table, s, color):
            _doubt_captures(s, color, doubtful)
    for w in range(s.geo.words):
        left = doubtful[w]
        while left:
            cell = w * 64 + lowest_bit(left) + s.geo.stride
            if history_find(h, hash_after(s, cell, color), rules.ko, 3 - color) != NEVER:
                moves[w] &= ~(left & (0 - left))
            left &= left - 1


cdef int _ko_rule(object name) except -1:
    if name not in KO_RULES:
        raise ValueError(f"ko rule must be one of {', '.join(KO_RULES)}, not {name!r}")
    return KO_RULES.index(name)


KO_RULES = ("simple", "positional", "situational")
"""Names of the ko rules, in the order of gocore.types.KoRule."""


cdef class History:
    """The whole-board positions that a game has seen, for superko (Article 6).

    board: where the game starts; to_move: who plays first. The starting position counts as seen. Push the board after
    every play, pass and setup; an entry's index is then the move number. Copies share what they have in common.

    A question costs one look into a table of bits, however long the game, and only where a position has stood already
    a walk through the game. Equal 64-bit hashes are taken for equal positions; Position.would_repeat(exact=True)
    compares stones.
    """

    def __cinit__(self, Board board not None, Py_ssize_t to_move=BLACK):
        self.geo = board.state.geo
        history_start(&self.view, board.state, check_color(to_move))
        self.log = log_new_marked(board.state.hash)
        history_note_stones(&self.view, board.state)

    def __dealloc__(self):
        history_release(&self.view)
        log_release(self.log)

    def __len__(self):
        """Number of entries, the start included."""
        return self.view.plies + 1

    cdef int _check_board(self, Board board) except -1:
        if board.state.geo != self.geo:
            raise ValueError(f"the history is of a {self.geo.width}x{self.geo.height} board, "
                             f"not {board.width}x{board.height}")
        return 0

    def push(self, Board board not None, Py_ssize_t to_move):
        """Add the present position; to_move: who is to play in it."""
        cdef LogEntry entry
        self._check_board(board)
        memset(&entry, 0, sizeof(entry))
        entry.hash, entry.black, entry.white = board.state.hash, board.state.count[BLACK], board.state.count[WHITE]
        entry.kind, entry.color, entry.to_move = LOG_SETUP, EMPTY, check_color(to_move)
        self.log = log_append(self.log, self.view.plies, entry, NULL, 0)
        log_mark(self.log, board.state.hash)
        self.view.plies += 1
        history_note_stones(&self.view, board.state)    # what is taken off them later, nobody will say

    cdef HistoryView *_read(self) noexcept:
        history_read(&self.view, self.log, self.view.plies, self.geo.stride)
        return &self.view

    def pop(self):
        """Forget the last entry. Raises GoError when only the start is left."""
        if self.view.plies == 0:
            raise GoError("nothing to undo")
        self.view.plies -= 1
        history_undone(&self.view, self.view.plies)

    def first_seen(self, uint64_t hash, *, ko="positional", Py_ssize_t to_move=BLACK):
        """Return the move number at which this position (Board.hash) first stood, or None.

        ko: "positional", or "situational" to count only entries with `to_move` to play.
        """
        cdef int ply
        ply = history_find(self._read(), hash, _ko_rule(ko), check_color(to_move))
        return None if ply == NEVER else ply

    def would_repeat(self, Board board not None, Py_ssize_t point, Py_ssize_t color, *, ko="positional"):
        """Would this play on an empty point bring back an earlier position? Always False under "simple".

        Does not ask whether the move is legal otherwise.
        """
        cdef CRules rules
        self._check_board(board)
        rules.ko, rules.suicide = _ko_rule(ko), board.suicide
        if board[point] != 0:
            raise GoError(f"point {point} is occupied")
        return history_repeats(self._read(), board.state, board.to_cell(point), check_color(color), rules)

    def occurrences(self, uint64_t hash, to_move=None):
        """Count the entries with this hash; with to_move given, only those with that side to play. Walks the game."""
        return history_occurrences(self._read(), hash, 0 if to_move is None else check_color(to_move))

    def __reduce__(self):
        raise TypeError("a History cannot be pickled; a Position brings its own along")

    def copy(self):
        """Return an independent history in constant time."""
        cdef History other = History.__new__(History, Board(self.geo.width, self.geo.height))
        log_release(other.log)
        history_share(&other.view, &self.view)
        other.log = log_share(self.log)
        return other
