"""The positions seen in a game: positional and situational superko in O(1) a question (Article 6)."""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from gocore.board cimport Board, check_color
from gocore.state cimport hash_after, lowest_bit
from gocore.types cimport BLACK, KO_SIMPLE, KO_SITUATIONAL, WHITE

from gocore.errors import GoError


# ---- the hash table ------------------------------------------------------------------------------------------------

cdef Seen *_place(const HistoryTable *t, uint64_t hash) noexcept nogil:
    # The place of a hash, or the empty place where it would go.
    cdef uint64_t i = hash & t.places_mask
    while t.places[i].used and t.places[i].hash != hash:
        i = (i + 1) & t.places_mask
    return &t.places[i]


cdef void _note(HistoryTable *t, uint64_t hash, int to_move, int ply) noexcept:
    cdef Seen *seen = _place(t, hash)
    if not seen.used:
        seen.used = 1
        seen.hash = hash
        seen.first[0] = seen.first[1] = seen.first[2] = NEVER
        t.places_used += 1
    seen.first[0] = min(seen.first[0], ply)
    seen.first[to_move] = min(seen.first[to_move], ply)


cdef void _forget(HistoryTable *t, int ply) noexcept:
    # Undo the note of the last entry. The place stays in use: an open-addressed table must keep its probe paths.
    cdef Seen *seen = _place(t, t.hashes[ply])
    cdef int k
    for k in range(3):
        if seen.first[k] == ply:
            seen.first[k] = NEVER


cdef int _make_places(HistoryTable *t, uint64_t size) except -1:
    cdef Seen *old = t.places
    cdef int i
    t.places = <Seen *>calloc(size, sizeof(Seen))
    if t.places == NULL:
        t.places = old
        raise MemoryError("no memory for the positions of a game")
    free(old)
    t.places_mask = size - 1
    t.places_used = 0
    for i in range(t.length):
        _note(t, t.hashes[i], t.to_move[i], i)
    return 0


cdef int _reserve(HistoryTable *t, int entries) except -1:
    cdef int capacity = max(64, entries * 2)
    cdef void *grown
    if entries > t.capacity:
        grown = realloc(t.hashes, capacity * sizeof(uint64_t))
        if grown == NULL:
            raise MemoryError("no memory for the positions of a game")
        t.hashes = <uint64_t *>grown
        grown = realloc(t.to_move, capacity)
        if grown == NULL:
            raise MemoryError("no memory for the positions of a game")
        t.to_move = <uint8_t *>grown
        t.capacity = capacity
    # At most half full; abandoned places of undone moves count until the table is made anew.
    if t.places == NULL or <uint64_t>t.places_used * 2 + 2 > t.places_mask:
        size = 128
        while size < entries * 4:
            size *= 2
        _make_places(t, size)
    return 0


cdef HistoryTable *_table_copy(const HistoryTable *t, int length) except NULL:
    cdef HistoryTable *new = <HistoryTable *>calloc(1, sizeof(HistoryTable))
    if new == NULL:
        raise MemoryError("no memory for the positions of a game")
    new.refs = 1
    try:
        _reserve(new, length + 1)
        memcpy(new.hashes, t.hashes, length * sizeof(uint64_t))
        memcpy(new.to_move, t.to_move, length)
        new.length = length
        _make_places(new, new.places_mask + 1)
    except MemoryError:
        _table_release(new)
        raise
    return new


cdef void _table_release(HistoryTable *t) noexcept:
    if t == NULL:
        return
    t.refs -= 1
    if t.refs == 0:
        free(t.hashes)
        free(t.to_move)
        free(t.places)
        free(t)


# ---- views ---------------------------------------------------------------------------------------------------------

cdef void _note_stones(HistoryView *h, const BoardState *s) noexcept:
    cdef int w
    for w in range(s.geo.words):
        h.ever[BLACK][w] |= s.stones[BLACK][w]
        h.ever[WHITE][w] |= s.stones[WHITE][w]


cdef int history_start(HistoryView *h, const BoardState *s, int to_move) except -1:
    # Begin a history with the present position; `h` holds nothing yet.
    h.table = <HistoryTable *>calloc(1, sizeof(HistoryTable))
    if h.table == NULL:
        raise MemoryError("no memory for the positions of a game")
    h.table.refs = 1
    h.length = 0
    memset(h.ever, 0, sizeof(h.ever))
    return history_push(h, s, to_move)


cdef void history_share(HistoryView *to, const HistoryView *h) noexcept:
    memcpy(to, h, sizeof(HistoryView))
    if to.table != NULL:
        to.table.refs += 1


cdef int history_fork(HistoryView *to, const HistoryView *h) except -1:
    cdef HistoryTable *table = _table_copy(h.table, h.length)
    memcpy(to, h, sizeof(HistoryView))
    to.table = table
    return 0


cdef void history_release(HistoryView *h) noexcept:
    _table_release(h.table)
    h.table = NULL


cdef int history_push(HistoryView *h, const BoardState *s, int to_move) except -1:
    cdef HistoryTable *t = h.table
    if t.length != h.length and t.refs > 1:
        t = _table_copy(t, h.length)
        _table_release(h.table)
        h.table = t
    while t.length > h.length:      # this view's own undone entries
        t.length -= 1
        _forget(t, t.length)
    _reserve(t, h.length + 1)
    t.hashes[h.length] = s.hash
    t.to_move[h.length] = to_move
    _note(t, s.hash, to_move, h.length)
    h.length += 1
    t.length = h.length
    _note_stones(h, s)
    return 0


cdef void history_pop(HistoryView *h) noexcept:
    h.length -= 1


cdef int history_find(const HistoryView *h, uint64_t hash, int ko, int to_move) noexcept nogil:
    cdef const Seen *seen = _place(h.table, hash)
    cdef int ply
    if not seen.used:
        return NEVER
    ply = seen.first[to_move if ko == KO_SITUATIONAL else 0]
    return ply if ply < h.length else NEVER


cdef bint history_repeats(const HistoryView *h, const BoardState *s, int cell, int color, CRules rules) noexcept nogil:
    cdef int bit = cell - s.geo.stride
    if rules.ko == KO_SIMPLE:
        return False
    if not rules.suicide and not (h.ever[color][bit >> 6] >> (bit & 63)) & 1:
        return False
    return history_find(h, hash_after(s, cell, color), rules.ko, 3 - color) != NEVER


cdef void history_filter(const HistoryView *h, const BoardState *s, int color, CRules rules,
                         uint64_t *moves) noexcept nogil:
    cdef uint64_t doubtful
    cdef int w, bit
    if rules.ko == KO_SIMPLE:
        return
    for w in range(s.geo.words):
        doubtful = moves[w] if rules.suicide else moves[w] & h.ever[color][w]
        while doubtful:
            bit = w * 64 + lowest_bit(doubtful)
            if history_find(h, hash_after(s, bit + s.geo.stride, color), rules.ko, 3 - color) != NEVER:
                moves[w] &= ~(<uint64_t>1 << (bit & 63))
            doubtful &= doubtful - 1


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

    def __cinit__(self, Board board, int to_move=BLACK):
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

    def push(self, Board board, int to_move):
        """Add the present position; to_move: who is to play in it."""
        self._check_board(board)
        history_push(&self.view, board.state, check_color(to_move))

    def pop(self):
        """Forget the last entry. Raises GoError when only the start is left."""
        if self.view.length == 1:
            raise GoError("nothing to undo")
        history_pop(&self.view)

    def first_seen(self, uint64_t hash, *, ko="positional", int to_move=BLACK):
        """Return the move number at which this position (Board.hash) first stood, or None.

        ko: "positional", or "situational" to count only entries with `to_move` to play.
        """
        cdef int ply = history_find(&self.view, hash, _ko_rule(ko), check_color(to_move))
        return None if ply == NEVER else ply

    def would_repeat(self, Board board, int point, int color, *, ko="positional"):
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
