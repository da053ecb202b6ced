"""The board: stones, chains with exact liberties, captures, simple ko, hash, undo."""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_STRIDES, PyBUF_WRITABLE
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from gocore.bits cimport mask_of, points_of
from gocore.geometry cimport Geometry, geometry
from gocore.movelog cimport (
    LOG_PASS, LOG_PLAY, LOG_SETUP, LogEntry, log_append, log_changes_begin, log_release, log_share,
)
from gocore.state cimport (
    NO_CHAIN, BoardState, has_liberty_at, legal_set, state_bytes, state_clear, state_copy, state_rebuild,
    verdict,
)
from gocore.types cimport BLACK, EMPTY, LEGAL, MAX_AREA, MAX_CELLS, MAX_SIDE, MAX_WORDS, WHITE

from gocore.diagram import read_diagram, write_diagram
from gocore.errors import REASONS, GoError, IllegalMove

cdef char *INT8 = "b"   # the buffer protocol's word for signed bytes
cdef object BARE = object()
cdef enum:
    DEFAULT_SIDE = 19
FOR_COPY = (BARE,)      # what makes Board.__new__ leave the state to its caller


# ---- memory --------------------------------------------------------------------------------------------------------

cdef BoardState *_spare[MAX_SIDE + 1][MAX_SIDE + 1]     # freed states by size, each pointing to the next through `geo`
cdef int _spares[MAX_SIDE + 1][MAX_SIDE + 1]
cdef BoardState *_blank[MAX_SIDE + 1][MAX_SIDE + 1]     # an empty board of every size asked for, to copy: half the work
cdef enum:
    MOST_SPARES = 64    # states kept of one size: copying costs less than finding memory for the copy


cdef BoardState *_state_room(const Geometry *g) except NULL nogil:
    # Memory for a state of this size, with anything in it.
    cdef BoardState *s = _spare[g.width][g.height]
    if s != NULL:
        _spare[g.width][g.height] = <BoardState *>s.geo
        _spares[g.width][g.height] -= 1
        return s
    s = <BoardState *>malloc(state_bytes(g))
    if s == NULL:
        with gil:
            raise MemoryError(f"no memory for a {g.width}x{g.height} board")
    return s


cdef BoardState *state_new(Py_ssize_t width, Py_ssize_t height) except NULL:
    cdef const Geometry *g = geometry(width, height)
    cdef BoardState *s = _state_room(g)
    if _blank[width][height] == NULL:
        state_clear(s, g)
        _blank[width][height] = s
        s = _state_room(g)
    state_copy(s, _blank[width][height])
    return s


cdef void state_free(BoardState *s) noexcept:
    cdef const Geometry *g
    if s == NULL:
        return
    if s.sharers > 0:
        s.sharers -= 1
        return
    g = s.geo
    if _spares[g.width][g.height] == MOST_SPARES:
        free(s)
        return
    s.geo = <const Geometry *>_spare[g.width][g.height]
    _spare[g.width][g.height] = s
    _spares[g.width][g.height] += 1


cdef int check_color(Py_ssize_t color) except -1:
    if color != BLACK and color != WHITE:
        raise ValueError(f"colour must be 1 (Black) or 2 (White), not {color}")
    return <int>color


cdef Py_ssize_t _side(object asked):
    return asked if type(asked) is int and 1 <= asked <= MAX_SIDE else DEFAULT_SIDE


cdef class Board:
    """Stones on a board of 1 to 25 columns by 1 to 25 rows, under simple ko.

    width, height: lines; height defaults to width. suicide: may a move take the mover's own chain of two or more
    stones off the board? Points are y * width + x from the top left; colours are 0 empty, 1 Black, 2 White.

    Knows simple ko and no more: superko and whose turn it is belong to Position. Either colour may move at any time.
    Raises ValueError for a size outside 1 .. 25.
    """

    def __cinit__(self, width=19, height=None, *args, **kwargs):
        # A subclass may take other arguments, or forget to call __init__: any state is better than none. Nearly always
        # it is the one that __init__ asks for, which then makes no other. `copy` brings the state with it.
        if width is not BARE:
            self.state = state_new(_side(width), _side(width if height is None else height))

    def __init__(self, Py_ssize_t width=DEFAULT_SIDE, height=None, *, bint suicide=False):
        self.set_size(width, height)
        self.suicide = suicide

    cdef int set_size(self, Py_ssize_t width, object height) except -1:
        cdef Py_ssize_t rows = width if height is None else height
        cdef BoardState *other
        if self.plies or self.viewed:
            raise GoError("a board is made once; use setup or a new one")
        if width != self.state.geo.width or rows != self.state.geo.height:
            other = state_new(width, rows)
            state_free(self.state)
            self.state = other
        return 0

    def __dealloc__(self):
        state_free(self.state)
        log_release(self.log)

    # ---- reading -------------------------------------------------------------------------------------------------

    @property
    def width(self):
        """Columns."""
        return self.state.geo.width

    @property
    def height(self):
        """Rows."""
        return self.state.geo.height

    @property
    def area(self):
        """Points of the board; also the number of a pass."""
        return self.state.geo.area

    @property
    def hash(self):
        """Zobrist hash of size and stones, 64 bits: the same for the same position on every machine."""
        return self.state.hash

    @property
    def ko_point(self):
        """The point barred by simple ko to the opponent of the last mover, or -1."""
        return self.state.geo.point_of[self.state.ko] if self.state.ko else -1

    def captured(self, Py_ssize_t color):
        """Return how many stones of this colour have been taken off the board so far, by either side."""
        return self.state.prisoners[check_color(color)]

    def __getitem__(self, Py_ssize_t point):
        return self.state.color[self.to_cell(point)]

    def __len__(self):
        return self.state.geo.area

    def __eq__(self, other):
        """Compare size and stones only."""
        cdef BoardState *o
        if not isinstance(other, Board):
            return NotImplemented
        o = (<Board>other).state
        return self.state.geo == o.geo and memcmp(self.state.color, o.color, o.geo.cells) == 0

    __hash__ = None

    def stones(self, Py_ssize_t color):
        """Return the points that carry a stone of this colour, ascending."""
        cdef int p
        check_color(color)
        return [p for p in range(self.state.geo.area) if self.state.color[self.state.geo.cell_of[p]] == color]

    cdef int to_cell(self, Py_ssize_t point) except -1:
        if not 0 <= point < self.state.geo.area:
            raise IndexError(f"point {point} is not on a {self.state.geo.width}x{self.state.geo.height} board")
        return self.state.geo.cell_of[point]

    cdef int _stone_at(self, Py_ssize_t point) except -1:
        cdef int q = self.to_cell(point)
        if self.state.color[q] == EMPTY:
            raise GoError(f"no stone at point {point}")
        return q

    def chain(self, Py_ssize_t point):
        """Return the points of the chain at `point`, ascending. Raises GoError where there is no stone."""
        cdef int head = self._stone_at(point), q = head
        found = []
        while True:
            found.append(self.state.geo.point_of[q])
            q = self.state.next[q]
            if q == head:
                break
        found.sort()
        return found

    def liberties(self, Py_ssize_t point):
        """Return the liberties of the chain at `point`, ascending (Article 3). Raises GoError without a stone."""
        cdef const Geometry *g = self.state.geo
        cdef int slot = self.state.chain[self._stone_at(point)], p
        return [p for p in range(g.area) if has_liberty_at(self.state, slot, g.cell_of[p] - g.stride, g.words)]

    def liberty_count(self, Py_ssize_t point):
        """Return the number of liberties of the chain at `point`. Raises GoError where there is no stone."""
        return self.state.info[self.state.chain[self._stone_at(point)]].liberties

    def legality(self, Py_ssize_t point, Py_ssize_t color):
        """Return None where the move is legal, else the reason: "occupied", "suicide" or "ko"; "off_board" too."""
        cdef int v
        check_color(color)
        if not 0 <= point < self.state.geo.area:
            return "off_board"
        v = verdict(self.state, self.state.geo.cell_of[point], color, self.suicide)
        return None if v == LEGAL else REASONS[v]

    def is_legal(self, Py_ssize_t point, Py_ssize_t color):
        """Say whether a stone of this colour may be played at `point` under simple ko."""
        return self.legality(point, color) is None

    def legal(self, Py_ssize_t color):
        """Return every point where this colour may play under simple ko, ascending, without the pass."""
        cdef uint64_t bits[MAX_WORDS]
        check_color(color)
        legal_set(self.state, color, self.suicide, bits)
        return points_of(self.state.geo, bits)

    def legal_mask(self, Py_ssize_t color):
        """Return `legal` as bytes, one a point: 1 where the move is legal."""
        cdef uint64_t bits[MAX_WORDS]
        check_color(color)
        legal_set(self.state, color, self.suicide, bits)
        return mask_of(self.state.geo, bits, 0)

    # ---- playing -------------------------------------------------------------------------------------------------

    def play(self, Py_ssize_t point, Py_ssize_t color):
        """Play a stone and take off what it captures (Articles 3 to 5).

        Returns the number of stones removed. Raises IllegalMove (occupied, suicide, ko, off_board) and changes
        nothing then. Does not check whose turn it is, nor superko.
        """
        return self.play_at(point, check_color(color))

    def pass_(self, Py_ssize_t color):
        """Pass: nothing changes but that the simple ko is over (Article 2.4)."""
        self.do_pass(check_color(color))

    def setup(self, black=(), white=(), empty=()):
        """Put down and pick up stones without capturing; each argument is an iterable of points.

        Ends a simple ko. Raises GoError, with nothing changed, when a chain would be left without a liberty or a
        point is named twice, and IndexError for a point off the board.
        """
        self.do_setup(black, white, empty)

    def undo(self):
        """Take back the last play, pass or setup. Raises GoError when there is none."""
        self.do_undo()

    cdef int own_state(self) except -1 nogil:
        cdef BoardState *own
        if self.state.sharers > 0:
            own = _state_room(self.state.geo)
            state_copy(own, self.state)
            self.state.sharers -= 1
            self.state = own
        return 0

    cdef int play_at(self, Py_ssize_t point, int color) except -1:
        cdef int removed
        if not 0 <= point < self.state.geo.area:
            raise IllegalMove("off_board", point, color)
        removed = self.try_play(self.state.geo.cell_of[point], color)
        if removed < 0:
            raise IllegalMove(REASONS[-1 - removed], point, color)
        return removed

    cdef int try_play(self, int cell, int color) except -1 nogil:
        cdef int v = verdict(self.state, cell, color, self.suicide)
        cdef uint64_t hash
        return play_logged(self, cell, color, &hash) if v == LEGAL else -1 - v

    cdef int do_pass(self, int color) except -1:
        cdef LogEntry entry
        entry.kind, entry.color, entry.to_move, entry.cell = LOG_PASS, color, 3 - color, 0
        entry.ko, entry.ko_color = self.state.ko, self.state.ko_color
        entry.hash, entry.black, entry.white = self.state.hash, self.state.count[BLACK], self.state.count[WHITE]
        self.log = log_append(self.log, self.plies, entry, NULL, 0)
        self.plies += 1
        if self.state.ko:
            self.own_state()
            self.state.ko = 0
        return 0

    cdef int do_setup(self, object black, object white, object empty) except -1:
        cdef BoardState *s
        cdef uint8_t before[MAX_CELLS]
        cdef uint16_t changes[MAX_AREA]
        cdef LogEntry entry
        cdef Py_ssize_t p       # as an argument: an index, no float
        cdef int n = 0, q, slot
        wanted = {}
        for new, points in ((BLACK, black), (WHITE, white), (EMPTY, empty)):
            for p in points:
                self.to_cell(p)
                if p in wanted:
                    raise GoError(f"point {p} is named twice in one setup")
                wanted[p] = new
        self.own_state()
        s = self.state
        memcpy(before, s.color, s.geo.cells)
        for p, new in wanted.items():
            q = s.geo.cell_of[p]
            if s.color[q] != new:
                changes[n] = q * 4 + s.color[q]
                n += 1
                s.color[q] = new
        state_rebuild(s)
        for slot in range(s.slots):
            if s.info[slot].size > 0 and s.info[slot].liberties == 0:
                p = s.geo.point_of[s.info[slot].head]
                memcpy(s.color, before, s.geo.cells)
                state_rebuild(s)
                raise GoError(f"setup leaves the chain at point {p} without a liberty")
        entry.kind, entry.color, entry.to_move, entry.cell = LOG_SETUP, EMPTY, EMPTY, 0
        entry.ko, entry.ko_color = s.ko, s.ko_color
        entry.hash, entry.black, entry.white = s.hash, s.count[BLACK], s.count[WHITE]
        self.log = log_append(self.log, self.plies, entry, changes, n)
        self.plies += 1
        s.ko = 0
        return 0

    cdef int do_undo(self) except -1 nogil:
        cdef BoardState *s
        cdef LogEntry entry
        cdef int i, q
        if self.plies == 0:
            with gil:
                raise GoError("nothing to undo")
        self.own_state()
        s = self.state
        self.plies -= 1
        entry = self.log.entries[self.plies]
        s.ko, s.ko_color = entry.ko, entry.ko_color
        if entry.kind == LOG_PASS:
            return LOG_PASS
        if entry.kind == LOG_PLAY:
            s.color[entry.cell] = EMPTY
        for i in range(log_changes_begin(self.log, self.plies), entry.changes_end):
            q = self.log.changes[i] >> 2
            s.color[q] = self.log.changes[i] & 3
            if entry.kind == LOG_PLAY:
                s.prisoners[self.log.changes[i] & 3] -= 1
        if entry.kind == LOG_PLAY:      # a suicide names its own cell among the removed ones
            s.color[entry.cell] = EMPTY
        state_rebuild(s)
        return entry.kind

    # ---- copies, views, checks -----------------------------------------------------------------------------------

    cdef int copy_to(self, Board other) except -1:
        if self.viewed:
            other.state = _state_room(self.state.geo)
            state_copy(other.state, self.state)
        else:
            other.state = self.state
            self.state.sharers += 1
        other.suicide = self.suicide
        other.log = log_share(self.log)
        other.plies = self.plies
        return 0

    def copy(self):
        """Return an independent board, undo included, whatever the game's length at the same cost.

        The stones themselves are copied when either of the two is first changed.
        """
        cdef Board other = new_for_copy(Board)
        self.copy_to(other)
        return other

    def __reduce__(self):
        raise TypeError("a Board cannot be pickled; a Position can")

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __getbuffer__(self, Py_buffer *view, int flags):
        cdef const Geometry *g = self.state.geo
        if flags & PyBUF_WRITABLE:
            raise BufferError("the board is read-only; use play or setup")
        if not flags & PyBUF_STRIDES:
            raise BufferError("the board is not contiguous; ask for strides")
        self.own_state()
        self.viewed = True
        self.buffer_shape[0], self.buffer_shape[1] = g.height, g.width
        self.buffer_strides[0], self.buffer_strides[1] = g.stride, 1
        view.buf = &self.state.color[g.cell_of[0]]
        view.obj = self
        view.len = g.area
        view.itemsize = 1
        view.readonly = 1
        view.ndim = 2
        view.format = INT8 if flags & PyBUF_FORMAT else NULL
        view.shape = self.buffer_shape
        view.strides = self.buffer_strides
        view.suboffsets = NULL
        view.internal = NULL

    def to_numpy(self):
        """Return the stones as a read-only int8 array (height, width): 0 empty, 1 Black, 2 White.

        A view: it keeps the board alive and follows its moves. Copy it to keep a position.
        """
        import numpy
        return numpy.asarray(self)

    @classmethod
    def from_diagram(cls, text, *, suicide=False):
        """Make a board from rows of `.`, `X` (Black) and `O` (White), the top row first; see gocore.diagram.

        Raises ValueError for rows of unequal length or other characters, GoError for a chain without liberties.
        """
        width, height, black, white = read_diagram(text)
        board = Board(width, height, suicide=suicide)
        board.setup(black, white)
        log_release((<Board>board).log)
        (<Board>board).log = NULL
        (<Board>board).plies = 0
        return board

    def diagram(self):
        """Return the board as rows of `.`, `X` and `O`, the top row first; from_diagram reads it back."""
        return write_diagram(self.state.geo.width, self.state.geo.height, [self[p] for p in range(self.area)])

    def __repr__(self):
        return f"<{type(self).__name__} {self.width}x{self.height}, {self.plies} plies>\n{self.diagram()}"

    def check(self):
        """Rebuild every derived field from the stones and compare. Raises AssertionError naming a difference."""
        cdef BoardState *s = self.state
        cdef BoardState *t = state_new(s.geo.width, s.geo.height)
        try:
            state_copy(t, s)
            state_rebuild(t)
            compare_states(s, t)
        finally:
            state_free(t)


cdef object compare_states(BoardState *s, BoardState *t):
    # `t` is freshly rebuilt. Slots may be numbered differently, so chains are compared cell by cell.
    cdef int p, q, i, a, b, k, used = 0, words = s.geo.words
    assert s.hash == t.hash, "hash"
    assert s.count[BLACK] == t.count[BLACK] and s.count[WHITE] == t.count[WHITE], "numbers of stones"
    assert memcmp(s.stones[BLACK], t.stones[BLACK], sizeof(s.stones[0])) == 0, "black stones"
    assert memcmp(s.stones[WHITE], t.stones[WHITE], sizeof(s.stones[0])) == 0, "white stones"
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        assert s.color[q] == t.color[q], f"colour of point {p}"
        assert s.mine[BLACK][q] == -(s.color[q] == BLACK), f"black stone at point {p}"
        assert s.mine[WHITE][q] == -(s.color[q] == WHITE), f"white stone at point {p}"
        assert s.open[q] == t.open[q], f"empty neighbours of point {p}"
        if s.color[q] == EMPTY:
            assert s.chain[q] == NO_CHAIN and s.next[q] == q, f"chain at empty point {p}"
            continue
        a, b = s.chain[q], t.chain[q]
        assert a < s.slots, f"slot of point {p}"
        assert s.chain_hash[a] == t.chain_hash[b], f"chain hash at point {p}"
        assert s.info[a].size == t.info[b].size, f"chain size at point {p}"
        assert s.info[a].color == s.color[q], f"chain colour at point {p}"
        assert s.info[a].liberties == t.info[b].liberties, f"liberty count at point {p}"
        assert s.info[a].liberties > 0, f"chain without a liberty at point {p}"
        assert memcmp(&s.libs[a * words], &t.libs[b * words], words * 8) == 0, f"liberties at point {p}"
        assert s.chain[s.next[q]] == a, f"circle of stones at point {p}"
        k, i = 1, s.next[q]
        while i != q and k <= s.geo.area:
            k, i = k + 1, s.next[i]
        assert k == s.info[a].size, f"length of the circle at point {p}"
    for i in range(1, s.slots):
        used += s.info[i].size > 0
        if s.info[i].size == 0:
            assert s.info[i].liberties == 0 and s.chain_hash[i] == 0, f"free slot {i} in use"
            assert not any([s.libs[i * words + k] for k in range(words)]), f"free slot {i} has liberties"
    for i in range(1, t.slots):
        used -= t.info[i].size > 0
    assert used == 0, "number of chains"
    assert s.ko == 0 or s.color[s.ko] == EMPTY, "ko on a stone"
