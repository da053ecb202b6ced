"""A position in a game: the board, what it has seen, the rules and whose turn it is."""

cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memcmp

from gocore.bits cimport mask_of, points_of
from gocore.board cimport Board, check_color, new_for_copy, play_logged
from gocore.geometry cimport Geometry
from gocore.history cimport (
    NEVER, HistoryView, history_filter, history_find, history_forbids, history_occurrences, history_read,
    history_release, history_repeats, history_share, history_start, history_undone,
)
from gocore.movelog cimport LOG_PASS, LOG_PLAY, LOG_SETUP, log_mark, log_new_marked, log_release
from gocore.rules cimport Rules
from gocore.state cimport hash_after, legal_set, play, state_copy, verdict
from gocore.types cimport BLACK, EMPTY, KO_SITUATIONAL, LEGAL, MAX_WORDS, SUPERKO, WHITE

from gocore.diagram import read_diagram
from gocore.errors import REASONS, GoError

cdef Rules DEFAULT_RULES = Rules()

cdef extern from *:
    bint unlikely(bint condition) noexcept nogil    # tells the C compiler so


cdef inline int _verdict(Position pos, int cell, int color) noexcept:
    # gocore.types.Verdict, superko included.
    cdef int v = verdict(pos.state, cell, color, pos.suicide)
    if v == LEGAL and history_repeats(pos.seen(), pos.state, cell, color, pos.rules.c):
        return SUPERKO
    return v


cdef int _start(Position pos) except -1:
    # Begin a game with the stones that are there.
    log_release(pos.log)
    history_release(&pos.history)
    pos.log = NULL
    pos.log = log_new_marked(pos.state.hash)
    history_start(&pos.history, pos.state, pos.to_move)
    return 0


@cython.no_gc   # its one object, the rules, holds no others
cdef class Position(Board):
    """A position in a game under given rules: everything of Board, and superko, turns and passes.

    width, height: lines, 1 .. 25; height defaults to width. rules: gocore.Rules, by default those of the 1988 Chinese
    edition. Points are y * width + x from the top left; width * height is the pass; colours are 1 Black, 2 White.

    A play may name its colour, whoever's turn it is (GTP and set-up positions need that); by default the side to move
    plays. Two passes on end do not stop the game here: that is the referee's business. Raises ValueError for a size
    outside 1 .. 25.
    """

    def __cinit__(self):
        self.rules = DEFAULT_RULES
        self.to_move = BLACK
        if self.state != NULL:      # NULL: a copy in the making
            _start(self)

    def __init__(self, Py_ssize_t width=19, height=None, rules=None, *, Py_ssize_t to_move=BLACK):
        cdef const Geometry *before = self.state.geo
        check_color(to_move)
        if rules is not None and not isinstance(rules, Rules):
            raise TypeError(f"rules must be gocore.Rules, not {type(rules).__name__}")
        self.set_size(width, height)
        self.rules = DEFAULT_RULES if rules is None else rules
        self.suicide = self.rules.c.suicide
        if self.state.geo != before or to_move != self.to_move:
            self.to_move = <int>to_move
            _start(self)

    def __dealloc__(self):
        history_release(&self.history)

    # ---- reading -------------------------------------------------------------------------------------------------

    @property
    def move_number(self):
        """Plays, passes and setups so far."""
        return self.plies

    @property
    def moves(self):
        """Every play and pass so far as (colour, point), a pass as point `area`; setups are left out."""
        cdef int i
        return [
            (self.log.entries[i].color,
             self.state.geo.point_of[self.log.entries[i].cell] if self.log.entries[i].kind == LOG_PLAY else self.area)
            for i in range(self.plies) if self.log.entries[i].kind != LOG_SETUP
        ]

    @property
    def last_move(self):
        """The point of the last play, `area` after a pass, -1 at the start and after a setup."""
        if self.plies == 0 or self.log.entries[self.plies - 1].kind == LOG_SETUP:
            return -1
        if self.log.entries[self.plies - 1].kind == LOG_PASS:
            return self.area
        return self.state.geo.point_of[self.log.entries[self.plies - 1].cell]

    @property
    def board(self):
        """A Board of its own with the stones, prisoners and simple ko of now, and no history."""
        cdef Board board = Board(self.width, self.height, suicide=self.suicide)
        state_copy(board.state, self.state)
        return board

    cdef int _color(self, object color) except -1:
        return self.to_move if color is None else check_color(color)

    def legality(self, Py_ssize_t point, color=None):
        """Return None where the move is legal, else why not: one of gocore.errors.REASONS. A pass is always legal."""
        cdef int c = self._color(color), v
        if point == self.state.geo.area:
            return None
        if not 0 <= point < self.state.geo.area:
            return "off_board"
        v = _verdict(self, self.state.geo.cell_of[point], c)
        return None if v == LEGAL else REASONS[v]

    def is_legal(self, Py_ssize_t point, color=None):
        """Say whether the move is legal under the rules in force, superko included."""
        return self.legality(point, color) is None

    @cython.binding(False)      # a built-in function to Python, which calls such ones faster
    def legal(self, color=None):
        """Return every point where this colour may play, superko included, ascending, without the pass."""
        cdef uint64_t bits[MAX_WORDS]
        cdef int c = self.to_move if color is None else check_color(color)
        legal_set(self.state, c, self.suicide, bits)
        history_filter(self.seen(), self.state, c, self.rules.c, bits)
        return points_of(self.state.geo, bits)

    def legal_mask(self, color=None):
        """Return the legal moves as bytes, area + 1 long: 1 where legal; the last, the pass, always is."""
        cdef uint64_t bits[MAX_WORDS]
        cdef int c = self._color(color)
        legal_set(self.state, c, self.suicide, bits)
        history_filter(self.seen(), self.state, c, self.rules.c, bits)
        return mask_of(self.state.geo, bits, 1)

    def would_repeat(self, Py_ssize_t point, color=None, *, bint exact=False):
        """Would this play bring back an earlier position in the sense of the ko rule in force?

        Always False under simple ko and for a pass. exact: compare stones, not only 64-bit hashes; the referee asks
        so. Raises GoError on an occupied point. Does not ask whether the move is legal otherwise.
        """
        cdef int c = self._color(color)
        if point == self.state.geo.area:
            return False
        cdef int cell = self.to_cell(point)
        if self.state.color[cell] != EMPTY:
            raise GoError(f"point {point} is occupied")
        if not history_repeats(self.seen(), self.state, cell, c, self.rules.c):
            return False
        if not exact:
            return True
        return self._repeats_exactly(cell, c)

    cdef bint _repeats_exactly(self, int cell, int color) except -1:
        # Walk the game backwards and compare the stones at every entry with the hash in question.
        cdef uint64_t hash = hash_after(self.state, cell, color)
        cdef Position past = self.copy()
        cdef Board after = self.board
        cdef int ko = self.rules.c.ko
        play(after.state, cell, color, after.state.geo.words, NULL)
        while True:
            if past.state.hash == hash and (ko != KO_SITUATIONAL or past.to_move == 3 - color):
                if memcmp(past.state.color, after.state.color, past.state.geo.cells) == 0:
                    return True
            if past.plies == 0:
                return False
            past.undo()

    def first_seen(self):
        """Return the move number at which the present position first stood (under situational superko: with the same
        side to move)."""
        cdef int ply = history_find(self.seen(), self.state.hash, self.rules.c.ko, self.to_move)
        return self.plies if ply == NEVER else ply

    def occurrences(self, to_move=None):
        """Count how often the present stones have stood, now included; with to_move, only with that side to play.

        Walks the game.
        """
        return history_occurrences(self.seen(), self.state.hash, 0 if to_move is None else check_color(to_move))

    # ---- playing -------------------------------------------------------------------------------------------------

    cdef int play_at(self, Py_ssize_t point, int color) except -1:
        if point == self.state.geo.area:
            self.pass_at(color)
            return 0
        return Board.play_at(self, point, color)

    cdef int try_play(self, int cell, int color) except -1 nogil:
        # Superko is asked when the stone is down: then the hash is there for nothing, and to ask is to add.
        cdef int v = verdict(self.state, cell, color, self.suicide), removed
        cdef uint64_t hash
        if v != LEGAL:
            return -1 - v
        removed = play_logged(self, cell, color, &hash)
        if unlikely(log_mark(self.log, hash)):
            if history_forbids(&self.history, self.log, self.plies, self.state, self.rules.c):
                self.do_undo()
                return -1 - SUPERKO
        self.to_move = 3 - color
        self.passes = 0
        return removed

    cdef HistoryView *seen(self) noexcept nogil:
        history_read(&self.history, self.log, self.plies, self.state.geo.stride)
        return &self.history

    cdef int pass_at(self, int color) except -1:
        self.do_pass(color)
        self.to_move = 3 - color
        self.passes += 1
        return 0

    @cython.binding(False)      # like `legal`
    def play(self, Py_ssize_t point, color=None):
        """Play a move under the rules in force; point `area` passes.

        color: who plays; by default the side to move. Returns the number of stones removed. Raises IllegalMove
        (occupied, suicide, ko, superko, off_board) and changes nothing then.
        """
        return self.play_at(point, self.to_move if color is None else check_color(color))

    def pass_(self, color=None):
        """Pass. Ends a simple ko; never a repetition (Article 6)."""
        self.pass_at(self._color(color))

    def play_moves(self, moves):
        """Play a sequence of points, or of (colour, point) pairs. Returns the number of moves played.

        Raises IllegalMove at the first move that the rules forbid; those before it stay played.
        """
        cdef int n = 0
        for move in moves:
            if isinstance(move, tuple):
                self.play_at(move[1], check_color(move[0]))
            else:
                self.play_at(move, self.to_move)
            n += 1
        return n

    def setup(self, black=(), white=(), empty=(), to_move=None):
        """Put down and pick up stones without capturing, and say who plays next (default: unchanged).

        The position that results joins the history. Raises GoError, with nothing changed, when a chain would be left
        without a liberty or a point is named twice, and IndexError for a point off the board.
        """
        cdef int c = self._color(to_move)
        self.do_setup(black, white, empty)
        self.to_move = c
        self.passes = 0
        self.log.entries[self.plies - 1].to_move = c
        log_mark(self.log, self.state.hash)

    def undo(self):
        """Take back the last play, pass or setup, with captures, ko and superko. Raises GoError when there is none."""
        self.do_undo()
        history_undone(&self.history, self.plies)
        self.to_move = self.log.entries[self.plies - 1].to_move if self.plies else self.history.start.to_move
        if self.passes:  # a pass was taken back: those before it need no counting
            self.passes -= 1
        else:
            while self.passes < self.plies and self.log.entries[self.plies - 1 - self.passes].kind == LOG_PASS:
                self.passes += 1

    # ---- copies --------------------------------------------------------------------------------------------------

    def copy(self):
        """Return an independent position, history and undo included, without walking the game.

        The stones themselves are copied when either of the two is first changed.
        """
        cdef Position other = new_for_copy(Position)
        self.copy_to(other)
        other.rules = self.rules
        other.to_move = self.to_move
        other.passes = self.passes
        history_share(&other.history, &self.history)
        return other

    def __reduce__(self):
        # How it began and what was done since, undone on a copy: (colour, point) or (black, white, empty, to move).
        cdef Position past = self.copy()
        plays, steps = self.moves, []
        while past.plies:
            if past.last_move >= 0:
                steps.append(plays.pop())
                past.undo()
                continue
            after, to_move = bytes(past), past.to_move
            past.undo()
            before = bytes(past)
            changed = [[p for p in range(self.area) if after[p] == color != before[p]] for color in (BLACK, WHITE, EMPTY)]
            steps.append((*changed, to_move))
        return _again, (past.diagram(), past.to_move, steps[::-1], self.rules)

    def with_rules(self, Rules rules not None):
        """Return a copy that goes on under other rules, with the same history."""
        cdef Position other = self.copy()
        other.rules = rules
        other.suicide = rules.c.suicide
        return other

    @classmethod
    def from_diagram(cls, text, *, rules=None, Py_ssize_t to_move=BLACK):
        """Make a position from rows of `.`, `X` and `O`, the top row first; it is the first of its history.

        Raises ValueError for rows of unequal length or other characters, GoError for a chain without liberties.
        """
        width, height, black, white = read_diagram(text)
        cdef Position start = cls(width, height, rules, to_move=to_move)
        cdef Board board = Board(width, height)
        board.setup(black, white)
        state_copy(start.state, board.state)
        _start(start)
        return start

    def check(self):
        """Rebuild every derived field and compare, the game's last position included. Raises AssertionError."""
        Board.check(self)
        assert history_occurrences(self.seen(), self.state.hash, self.to_move) > 0, "the history lacks the position"
        assert history_find(&self.history, self.state.hash, KO_SITUATIONAL, self.to_move) != NEVER, "bits of the history"
        if self.plies:
            assert self.log.entries[self.plies - 1].hash == self.state.hash, "hash of the last entry"
            assert self.log.entries[self.plies - 1].to_move == self.to_move, "side to move of the last entry"
            assert self.log.entries[self.plies - 1].black == self.state.count[BLACK], "black stones of the last entry"
            assert self.log.entries[self.plies - 1].white == self.state.count[WHITE], "white stones of the last entry"


def _again(diagram, to_move, steps, rules):
    # Under rules that forbid no more than any: those in force may have changed during the game.
    position = Position.from_diagram(diagram, rules=rules.replace(ko="simple", suicide=True), to_move=to_move)
    for step in steps:
        if len(step) == 2:
            position.play(step[1], step[0])
        else:
            position.setup(*step)
    return position.with_rules(rules)
