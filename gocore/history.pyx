"""The positions seen in a game: positional and situational superko in O(1) a question (Article 6)."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from gocore.board cimport Board, check_color
from gocore.state cimport hash_after, lowest_bit
from gocore.types cimport BLACK, KO_SIMPLE, KO_SITUATIONAL, WHITE

from gocore.errors import GoError

cdef enum:
    FIRST_CAPACITY = 256


# ---- the table of positions ----------------------------------------------------------------------------------------
# Its lists lie behind it in one piece of memory, so that a game costs one allocation.

cdef HistoryTable *_table_new(int capacity) except NULL nogil:
    cdef size_t one = sizeof(uint64_t) + sizeof(int32_t) + 4 * sizeof(int32_t) + sizeof(uint8_t)
    cdef HistoryTable *t = <HistoryTable *>malloc(sizeof(HistoryTable) + capacity * one)
    if t == NULL:
        with gil:
            raise MemoryError("no memory for the positions of a game")
    t.refs, t.length, t.capacity, t.linked, t.counted = 1, 0, capacity, 0, 0
    t.hashes = <uint64_t *>(t + 1)
    t.older = <int32_t *>(t.hashes + capacity)
    t.newest = t.older + capacity
    t.stones = t.newest + 2 * capacity
    t.to_move = <uint8_t *>(t.stones + 2 * capacity)
    return t


cdef void _table_release(HistoryTable *t) noexcept nogil:
    if t != NULL:
        t.refs -= 1
        if t.refs == 0:
            free(t)


cdef inline int32_t *_chain(const HistoryTable *t, uint64_t hash) noexcept nogil:
    return &t.newest[hash & <uint64_t>(2 * t.capacity - 1)]


cdef inline void _drop_last(HistoryTable *t) noexcept nogil:
    # The newest of all linked entries is the newest of its chain.
    t.length -= 1
    t.counted = min(t.counted, t.length)
    if t.linked > t.length:
        t.linked = t.length
        _chain(t, t.hashes[t.length])[0] = t.older[t.length]


cdef void _link(HistoryTable *t) noexcept nogil:
    cdef int32_t *chain
    cdef int i
    if t.linked == 0:
        memset(t.newest, 0xFF, 2 * t.capacity * sizeof(int32_t))
    for i in range(t.linked, t.length):
        chain = _chain(t, t.hashes[i])
        t.older[i] = chain[0]
        chain[0] = i
    t.linked = t.length


cdef HistoryTable *_table_copy(const HistoryTable *t, int length, int capacity) except NULL nogil:
    # The first `length` entries in a table of their own.
    cdef HistoryTable *new = _table_new(capacity)
    memcpy(new.hashes, t.hashes, length * sizeof(uint64_t))
    memcpy(new.stones, t.stones, 2 * length * sizeof(int32_t))
    memcpy(new.to_move, t.to_move, length)
    new.length = length
    return new


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


cdef void _count(HistoryTable *t) noexcept nogil:
    cdef int i, black, white, bit
    if t.counted == 0:
        memset(t.counts, 0, sizeof(t.counts))
        memset(t.fewest, 0x7F, sizeof(t.fewest))
    for i in range(t.counted, t.length):
        black, white = t.stones[2 * i], t.stones[2 * i + 1]
        bit = _count_bit(black, white)
        t.counts[bit >> 6] |= <uint64_t>1 << (bit & 63)
        t.fewest[BLACK][black] = min(<int>t.fewest[BLACK][black], white)
        t.fewest[WHITE][white] = min(<int>t.fewest[WHITE][white], black)
    t.counted = t.length


# ---- views ---------------------------------------------------------------------------------------------------------

cdef int history_start(HistoryView *h, const BoardState *s, int to_move) except -1:
    # Begin a history with the present position; `h` holds nothing yet.
    h.table = _table_new(FIRST_CAPACITY)
    h.length = 0
    memset(h.ever, 0, sizeof(h.ever))
    return history_push(h, s, to_move)


cdef void history_share(HistoryView *to, const HistoryView *h) noexcept:
    memcpy(to, h, sizeof(HistoryView))
    if to.table != NULL:
        to.table.refs += 1


cdef int history_fork(HistoryView *to, const HistoryView *h, const BoardState *s) except -1:
    cdef HistoryTable *table = _table_copy(h.table, h.length, h.table.capacity)
    memcpy(to, h, sizeof(HistoryView))
    to.table = table
    _link(table)
    history_note_stones(to, s)
    return 0


cdef void history_release(HistoryView *h) noexcept:
    _table_release(h.table)
    h.table = NULL


cdef int history_make_room(HistoryView *h) except -1 nogil:
    # Have a table of which this view's entries are all, with room for one more.
    cdef HistoryTable *t = h.table
    cdef int capacity = t.capacity if h.length < t.capacity else 2 * t.capacity
    if (t.length != h.length and t.refs > 1) or capacity > t.capacity:
        t = _table_copy(t, h.length, capacity)
        _table_release(h.table)
        h.table = t
    while t.length > h.length:      # this view's own undone entries
        _drop_last(t)
    return 0


cdef void history_note_stones(HistoryView *h, const BoardState *s) noexcept nogil:
    cdef int w
    for w in range(s.geo.words):
        h.ever[BLACK][w] |= s.stones[BLACK][w]
        h.ever[WHITE][w] |= s.stones[WHITE][w]


cdef int history_push(HistoryView *h, const BoardState *s, int to_move) except -1:
    history_note_stones(h, s)
    return history_push_play(h, s, to_move)


cdef void history_link(const HistoryView *h) noexcept nogil:
    if h.table.linked < h.table.length:
        _link(h.table)


cdef void history_pop(HistoryView *h) noexcept:
    h.length -= 1


cdef int history_find(const HistoryView *h, uint64_t hash, int ko, int to_move) noexcept nogil:
    cdef const HistoryTable *t = h.table
    cdef int k = _chain(t, hash)[0], first = NEVER
    while k >= 0:
        if t.hashes[k] == hash and k < h.length and (ko != KO_SITUATIONAL or t.to_move[k] == to_move):
            first = k
        k = t.older[k]
    return first


cdef bint history_looks_up(const HistoryView *h, const BoardState *s, int cell, int color, CRules rules) noexcept nogil:
    # The summaries are asked if they are at hand: one question is not worth making them.
    if not rules.suicide and h.table.counted == h.table.length and not _may_repeat(h.table, s, color):
        return False
    history_link(h)
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


cdef void history_filter(const HistoryView *h, const BoardState *s, int color, CRules rules,
                         uint64_t *moves) noexcept nogil:
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
    if not rules.suicide:
        _count(h.table)
        if not _may_repeat(h.table, s, color):
            return
        if not _may_repeat_quietly(h.table, s, color):
            _doubt_captures(s, color, doubtful)
    history_link(h)
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

    Questions cost one look into a hash table, however long the game. Equal 64-bit hashes are taken for equal
    positions; Position.would_repeat(exact=True) compares stones.
    """

    def __cinit__(self, Board board not None, Py_ssize_t to_move=BLACK):
        self.geo = board.state.geo
        history_start(&self.view, board.state, check_color(to_move))

    def __dealloc__(self):
        history_release(&self.view)

    def __len__(self):
        """Number of entries, the start included."""
        return self.view.length

    cdef int _check_board(self, Board board) except -1:
        if board.state.geo != self.geo:
            raise ValueError(f"the history is of a {self.geo.width}x{self.geo.height} board, "
                             f"not {board.width}x{board.height}")
        return 0

    def push(self, Board board, Py_ssize_t to_move):
        """Add the present position; to_move: who is to play in it."""
        self._check_board(board)
        history_push(&self.view, board.state, check_color(to_move))

    def pop(self):
        """Forget the last entry. Raises GoError when only the start is left."""
        if self.view.length == 1:
            raise GoError("nothing to undo")
        history_pop(&self.view)

    def first_seen(self, uint64_t hash, *, ko="positional", Py_ssize_t to_move=BLACK):
        """Return the move number at which this position (Board.hash) first stood, or None.

        ko: "positional", or "situational" to count only entries with `to_move` to play.
        """
        cdef int ply
        history_link(&self.view)
        ply = history_find(&self.view, hash, _ko_rule(ko), check_color(to_move))
        return None if ply == NEVER else ply

    def would_repeat(self, Board board, Py_ssize_t point, Py_ssize_t color, *, ko="positional"):
        """Would this play on an empty point bring back an earlier position? Always False under "simple".

        Does not ask whether the move is legal otherwise.
        """
        cdef CRules rules
        self._check_board(board)
        rules.ko, rules.suicide = _ko_rule(ko), board.suicide
        if board[point] != 0:
            raise GoError(f"point {point} is occupied")
        return history_repeats(&self.view, board.state, board.to_cell(point), check_color(color), rules)

    def occurrences(self, uint64_t hash, to_move=None):
        """Count the entries with this hash; with to_move given, only those with that side to play. Walks the game."""
        cdef HistoryTable *t = self.view.table
        return sum(1 for i in range(self.view.length)
                   if t.hashes[i] == hash and (to_move is None or t.to_move[i] == to_move))

    def copy(self):
        """Return an independent history in constant time."""
        cdef History other = History.__new__(History, Board(self.geo.width, self.geo.height))
        history_release(&other.view)
        history_share(&other.view, &self.view)
        return other
