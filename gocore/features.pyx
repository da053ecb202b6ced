"""Positions as numbers for networks: planes of width x height and a few numbers for the whole board."""

from libc.stdint cimport int16_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from gocore.board cimport state_free, state_new
from gocore.geometry cimport Geometry
from gocore.history cimport history_filter
from gocore.ladder cimport ladders_read
from gocore.movelog cimport LOG_PASS, LOG_PLAY, LOG_SETUP, LogEntry
from gocore.position cimport Position
from gocore.score cimport area_owner, pass_alive
from gocore.state cimport BoardState, legal_set, lowest_bit, state_copy
from gocore.types cimport (
    BLACK, EMPTY, KO_POSITIONAL, KO_SIMPLE, MAX_AREA, MAX_CELLS, MAX_WORDS, SCORE_AREA, SCORE_TERRITORY, TAX_ALL,
    TAX_NONE, WHITE,
)

ENCODERS = {"katago7": (22, 19), "tianyuan1": (13, 19)}
"""Name of an encoder -> (planes, globals). katago7: the inputs of KataGo's nets of versions 8 to 16; tianyuan1: those
that a net of ours reads, with the same numbers for the whole board."""

cdef enum:
    KOMI_MARGIN2 = 40       # komi is cut to the area and 20 points more
    MOST_BONUS2 = 2000      # as in gocore.search


cdef void encode(int encoder, Desk *desk, const Scene *scene, float *planes, float *globals_) noexcept nogil:
    if encoder == ENCODER_KATAGO7:
        _katago7_planes(desk, scene, planes)
    else:
        _tianyuan1_planes(desk, scene, planes)
    _globals(scene, globals_)


# ---- katago7 -------------------------------------------------------------------------------------------------------

cdef void _katago7_planes(Desk *desk, const Scene *scene, float *planes) noexcept nogil:
    # 0 on board; 1, 2 own and opponent's stones; 3 - 5 chains of 1, 2, 3 liberties; 6 points barred by ko; 9 - 13 the
    # last five moves; 14 - 16 laddered stones now, one and two moves ago; 17 moves that work a ladder on the opponent;
    # 18, 19 own and opponent's area, where area counts. 7, 8, 20, 21 belong to play after the game under territory
    # rules: always empty.
    cdef int area = scene.boards[0].geo.area
    memset(planes, 0, 22 * area * sizeof(float))
    _stone_planes(scene, planes)
    _recent_planes(scene, 5, &planes[9 * area])
    _ladder_planes(desk, scene, &planes[14 * area])
    if scene.rules.scoring == SCORE_AREA:
        _area_planes(scene, &planes[18 * area])


# ---- tianyuan1 -----------------------------------------------------------------------------------------------------

cdef void _tianyuan1_planes(Desk *desk, const Scene *scene, float *planes) noexcept nogil:
    # 0 - 6 as katago7; 7, 8 the last two moves; 9 laddered stones; 10 moves that work a ladder on the opponent; 11, 12
    # own and opponent's area, whatever the scoring: it is knowledge of life too.
    cdef const BoardState *s = scene.boards[0]
    cdef uint64_t working[3 * MAX_WORDS]
    cdef int area = s.geo.area
    cdef KnownLadders *place = _place(desk, s)
    memset(planes, 0, 13 * area * sizeof(float))
    _stone_planes(scene, planes)
    _recent_planes(scene, 2, &planes[7 * area])
    place.key = _key(s)
    ladders_read(&desk.reader, s, place.caught, working)
    _mark(s.geo, place.caught, &planes[9 * area])
    _mark(s.geo, &working[(3 - scene.to_move) * MAX_WORDS], &planes[10 * area])
    _area_planes(scene, &planes[11 * area])


# ---- planes of both ------------------------------------------------------------------------------------------------

cdef void _stone_planes(const Scene *scene, float *planes) noexcept nogil:
    cdef const BoardState *s = scene.boards[0]
    cdef const Geometry *g = s.geo
    cdef int area = g.area, own = scene.to_move, p, q, c, liberties
    for p in range(area):
        q = g.cell_of[p]
        c = s.color[q]
        planes[p] = 1
        if c != EMPTY:
            planes[(1 if c == own else 2) * area + p] = 1
            liberties = s.info[s.chain[q]].liberties
            if liberties <= 3:
                planes[(2 + liberties) * area + p] = 1
    if s.ko:
        planes[6 * area + g.point_of[s.ko]] = 1
    if scene.banned != NULL:
        _mark(g, scene.banned, &planes[6 * area])


cdef void _recent_planes(const Scene *scene, int most, float *planes) noexcept nogil:
    cdef const Geometry *g = scene.boards[0].geo
    cdef int k
    for k in range(min(scene.recent, most)):
        if scene.moves[k]:
            planes[k * g.area + g.point_of[scene.moves[k]]] = 1


cdef void _mark(const Geometry *g, const uint64_t *bits, float *plane) noexcept nogil:
    cdef uint64_t w
    cdef int k
    for k in range(g.words):
        w = bits[k]
        while w:
            plane[g.point_of[k * 64 + lowest_bit(w) + g.stride]] = 1
            w &= w - 1


cdef void _ladder_planes(Desk *desk, const Scene *scene, float *planes) noexcept nogil:
    cdef const BoardState *s = scene.boards[0]
    cdef const BoardState *before = s
    cdef uint64_t working[3 * MAX_WORDS]
    cdef int k, area = s.geo.area
    cdef KnownLadders *place = _place(desk, s)
    place.key = _key(s)
    ladders_read(&desk.reader, s, place.caught, working)
    _mark(s.geo, place.caught, planes)
    _mark(s.geo, &working[(3 - scene.to_move) * MAX_WORDS], &planes[3 * area])
    for k in range(1, 3):
        if scene.boards[k] != NULL and k <= scene.recent:
            before = scene.boards[k]
        _mark(s.geo, _known_ladders(desk, before), &planes[k * area])


cdef uint64_t _key(const BoardState *s) noexcept nogil:
    return (s.hash ^ (<uint64_t>s.ko * <uint64_t>0x9E3779B97F4A7C15)) | 1


cdef KnownLadders *_place(Desk *desk, const BoardState *s) noexcept nogil:
    return &desk.known[(_key(s) >> 20) & (LADDER_CACHE - 1)]


cdef const uint64_t *_known_ladders(Desk *desk, const BoardState *s) noexcept nogil:
    # The stones caught in ladders, from memory where this very position has been read before.
    cdef uint64_t working[3 * MAX_WORDS]
    cdef KnownLadders *place = _place(desk, s)
    if place.key != _key(s):
        place.key = _key(s)
        ladders_read(&desk.reader, s, place.caught, working)
    return place.caught


cdef void _area_planes(const Scene *scene, float *planes) noexcept nogil:
    cdef const BoardState *s = scene.boards[0]
    cdef uint8_t owner[MAX_CELLS]
    cdef int p, q, area = s.geo.area
    _owners(s, scene.rules.suicide or scene.suicide_life, owner)
    if scene.rules.tax != TAX_NONE:
        _leave_out_seki(s, owner)
    for p in range(area):
        q = s.geo.cell_of[p]
        if owner[q] != EMPTY:
            planes[p if owner[q] == scene.to_move else area + p] = 1


cdef void _owners(const BoardState *s, bint suicide, uint8_t *owner) noexcept nogil:
    # Chains that are alive and what they surround, stones inside included; then what area counting gives.
    cdef uint8_t stones[MAX_CELLS]
    cdef uint8_t inside[MAX_CELLS]
    cdef int c, p, q
    memset(owner, EMPTY, MAX_CELLS)
    area_owner(s, NULL, owner)
    for c in range(BLACK, WHITE + 1):
        pass_alive(s, c, suicide, stones, inside)
        for p in range(s.geo.area):
            q = s.geo.cell_of[p]
            if stones[q] or inside[q]:
                owner[q] = c


cdef void _leave_out_seki(const BoardState *s, uint8_t *owner) noexcept nogil:
    # Where eyes in seki are taxed: of an area that touches a neutral point, or has a stone in atari, only stones count.
    cdef uint8_t seki[MAX_CELLS]
    cdef int16_t queue[MAX_AREA]
    cdef int p, q, n, k, head = 0, tail = 0
    memset(seki, 0, sizeof(seki))
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if owner[q] == EMPTY or seki[q] or not _unsettled(s, owner, q):
            continue
        seki[q] = 1
        queue[tail] = q
        tail += 1
        while head < tail:
            q = queue[head]
            head += 1
            for k in range(4):
                n = q + s.geo.step[k]
                if owner[n] == owner[q] and not seki[n]:
                    seki[n] = 1
                    queue[tail] = n
                    tail += 1
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if seki[q] and s.color[q] != owner[q]:
            owner[q] = EMPTY


cdef bint _unsettled(const BoardState *s, const uint8_t *owner, int cell) noexcept nogil:
    cdef int k, n
    if s.color[cell] == owner[cell] and s.info[s.chain[cell]].liberties == 1:
        return True
    for k in range(4):
        n = cell + s.geo.step[k]
        if s.color[n] == EMPTY and owner[n] == EMPTY:
            return True
    return False


# ---- numbers for the whole board -------------------------------------------------------------------------------------

cdef void _globals(const Scene *scene, float *out) noexcept nogil:
    cdef const CRules *rules = &scene.rules
    cdef int k, area = scene.boards[0].geo.area, limit = 2 * area + KOMI_MARGIN2
    cdef int komi2 = rules.komi2 + scene.bonus2
    memset(out, 0, 19 * sizeof(float))
    for k in range(scene.recent):
        if scene.moves[k] == 0:
            out[k] = 1
    if scene.to_move == BLACK:
        komi2 = -komi2
    komi2 = min(max(komi2, -limit), limit)
    out[5] = komi2 / 40.0
    if rules.ko != KO_SIMPLE:
        out[6] = 1
        out[7] = 0.5 if rules.ko == KO_POSITIONAL else -0.5
    out[8] = rules.suicide != 0
    out[9] = rules.scoring == SCORE_TERRITORY
    out[10] = rules.tax != TAX_NONE
    out[11] = rules.tax == TAX_ALL
    out[14] = scene.pass_ends
    out[17] = scene.button
    if rules.scoring == SCORE_AREA:
        out[18] = _parity_wave(komi2, area)


cdef float _parity_wave(int komi2, int area) noexcept nogil:
    # A triangle of period two points: 0 at the komi that makes a draw possible, 1/2 half a point above, -1/2 below.
    cdef int phase = (komi2 - 2 * (area & 1)) & 3       # half points above the nearest such komi below
    return 0.5 if phase == 1 else -0.5 if phase == 3 else 0.0


# ---- from positions ------------------------------------------------------------------------------------------------

cdef int scene_load(Scene *scene, Position pos, BoardState **before, uint64_t *banned) except -1:
    cdef Position past
    cdef int k
    memset(scene, 0, sizeof(Scene))
    scene.rules = pos.rules.c
    scene.to_move = pos.to_move
    scene.boards[0] = pos.state
    scene.pass_ends = pos.passes >= 1
    scene.recent = _recent(pos, scene.moves, 1 if pos.passes >= 2 else RECENT)
    if scene.recent:
        past = pos.copy()
        for k in range(min(scene.recent, 2)):
            past.undo()
            state_copy(before[k], past.state)
            scene.boards[k + 1] = before[k]
    _find_banned(pos, banned)
    scene.banned = banned
    _count_moves(scene, pos)
    return 0


cdef int _recent(Position pos, int16_t *cells, int most) noexcept:
    # The last moves as long as the two sides took turns; return how many.
    cdef int k, color = 3 - pos.to_move
    cdef const LogEntry *entry
    for k in range(min(pos.plies, most)):
        entry = &pos.log.entries[pos.plies - 1 - k]
        if entry.kind == LOG_SETUP or entry.color != color:
            return k
        cells[k] = entry.cell if entry.kind == LOG_PLAY else 0
        color = 3 - color
    return min(pos.plies, most)


cdef void _find_banned(Position pos, uint64_t *banned) noexcept:
    cdef uint64_t allowed[MAX_WORDS]
    cdef int w
    legal_set(pos.state, pos.to_move, pos.suicide, banned)
    memcpy(allowed, banned, sizeof(allowed))
    history_filter(pos.seen(), pos.state, pos.to_move, pos.rules.c, allowed)
    for w in range(pos.state.geo.words):
        banned[w] &= ~allowed[w]


cdef void _count_moves(Scene *scene, Position pos) noexcept:
    # Under territory scoring a move costs a point against area scoring; the first pass takes the button.
    cdef int i, sign
    cdef const LogEntry *entry
    scene.button = pos.rules.c.button
    for i in range(pos.plies):
        entry = &pos.log.entries[i]
        sign = 1 if entry.color == BLACK else -1
        if entry.kind == LOG_PLAY and pos.rules.c.scoring == SCORE_TERRITORY:
            scene.bonus2 += 2 * sign
        elif entry.kind == LOG_PASS and scene.button:
            scene.button = False
            scene.bonus2 -= sign


cdef struct Job:                    # a position ready to be written; all zero before _open
    Scene scene
    BoardState *before[2]           # its own
    uint64_t banned[MAX_WORDS]


cdef int _open(Job *job, Position pos, int bonus2, bint suicide_life, int recent) except -1:
    # Whether it succeeds or raises: _close is the caller's to call. The scene points into the job and to pos.
    job.before[0] = state_new(pos.state.geo.width, pos.state.geo.height)
    job.before[1] = state_new(pos.state.geo.width, pos.state.geo.height)
    scene_load(&job.scene, pos, job.before, job.banned)
    job.scene.bonus2 += bonus2
    job.scene.suicide_life = suicide_life
    job.scene.recent = min(job.scene.recent, recent)
    return 0


cdef void _close(Job *job) noexcept:
    state_free(job.before[0])
    state_free(job.before[1])


cdef int _check_terms(int bonus2, int recent) except -1:
    if not -MOST_BONUS2 <= bonus2 <= MOST_BONUS2:
        raise ValueError(f"bonus2 must be {-MOST_BONUS2} .. {MOST_BONUS2}, not {bonus2}")
    if not 0 <= recent <= RECENT:
        raise ValueError(f"recent must be 0 .. {RECENT}, not {recent}")
    return 0


cdef list _copies(tuple positions, Py_ssize_t height, Py_ssize_t width):
    # Positions of this size that nobody else plays on.
    cdef list kept = []
    cdef const Geometry *g
    for i, pos in enumerate(positions):
        if not isinstance(pos, Position):
            raise TypeError(f"positions[{i}] must be a gocore.Position, not {type(pos).__name__}")
        kept.append(Position.copy(pos))
        g = (<Position>kept[i]).state.geo
        if g.height != height or g.width != width:
            raise ValueError(f"positions[{i}] is {g.width}x{g.height}, the planes are for {width}x{height}")
    return kept


cdef int _check_apart(float[:, :, :, ::1] planes, float[:, ::1] globals_) except -1:
    cdef uintptr_t a = <uintptr_t>&planes[0, 0, 0, 0], b = <uintptr_t>&globals_[0, 0]
    if a < b + globals_.size * sizeof(float) and b < a + planes.size * sizeof(float):
        raise ValueError("planes and globals must not share memory")
    return 0


cdef class Encoder:
    """Writes positions as the input planes of a kind of network.

    name: a key of ENCODERS. Keeps scratch memory and remembers ladders it has read: use one for each thread. Raises
    ValueError for another name.
    """

    def __cinit__(self, str name="katago7"):
        if name not in ENCODERS:
            raise ValueError(f"no encoder is called {name!r}; known: {', '.join(ENCODERS)}")
        self.name = name
        self.number = list(ENCODERS).index(name)
        self.planes, self.globals = ENCODERS[name]
        self.desk = <Desk *>calloc(1, sizeof(Desk))
        if self.desk == NULL:
            raise MemoryError("no memory for an encoder")

    def __dealloc__(self):
        free(self.desk)

    def write(self, Position pos not None, float[:, :, ::1] planes, float[::1] globals_, *, int bonus2=0,
              bint suicide_life=False, int recent=RECENT):
        """Write a position for the side to move.

        planes: float32 (planes, height, width); globals_: float32 (globals,). bonus2: half points that White gets for
        handicap stones besides komi, -2000 .. 2000. suicide_life: read unconditional life as if suicide were legal (a
        net's option). recent: the most moves of the past that are told, 0 .. 5. Raises ValueError when a buffer has
        another shape or a number is out of range. Does not ask whether the game is over.
        """
        cdef Job job
        if (planes.shape[0], planes.shape[1], planes.shape[2]) != (self.planes, pos.height, pos.width):
            raise ValueError(f"planes must have the shape {(self.planes, pos.height, pos.width)}")
        if globals_.shape[0] != self.globals:
            raise ValueError(f"globals must have the shape {(self.globals,)}")
        _check_terms(bonus2, recent)
        memset(&job, 0, sizeof(Job))
        try:
            _open(&job, pos, bonus2, suicide_life, recent)
            with nogil:
                encode(self.number, self.desk, &job.scene, &planes[0, 0, 0], &globals_[0])
        finally:
            _close(&job)

    def write_batch(self, positions, float[:, :, :, ::1] planes not None, float[:, ::1] globals_ not None, *,
                    int bonus2=0, bint suicide_life=False, int recent=RECENT):
        """Write many positions of one size, each for its side to move, as `write` would one by one.

        positions: an iterable of n Positions, which may name one more than once. planes: float32 (n, planes, height,
        width); globals_: float32 (n, globals); both C-contiguous and writable, and apart in memory. The rest is as in
        `write` and holds for all. All is checked first, then all is written without the GIL: as the positions were at
        the call, whatever other threads play on them meanwhile. Takes memory for two boards of each position while it
        works.

        Raises TypeError for what is no Position, ValueError for another size, a buffer of another shape, type or
        layout, or a number out of range; the buffers are then as they were. Does not fill up a batch with smaller
        boards, nor use more than one thread.
        """
        cdef tuple wanted = tuple(positions)
        cdef list kept
        cdef Py_ssize_t n = len(wanted), height = planes.shape[2], width = planes.shape[3]
        if (planes.shape[0], planes.shape[1]) != (n, self.planes):
            raise ValueError(f"planes must have the shape {(n, self.planes, height, width)}")
        if (globals_.shape[0], globals_.shape[1]) != (n, self.globals):
            raise ValueError(f"globals must have the shape {(n, self.globals)}")
        _check_terms(bonus2, recent)
        kept = _copies(wanted, height, width)
        if n:
            _check_apart(planes, globals_)
            self._write_all(kept, &planes[0, 0, 0, 0], &globals_[0, 0], bonus2, suicide_life, recent)

    cdef int _write_all(self, list kept, float *planes, float *globals_, int bonus2, bint suicide_life,
                        int recent) except -1:
        # One position at least, all of one size and nobody else's.
        cdef Py_ssize_t i, n = len(kept), size = self.planes * (<Position>kept[0]).state.geo.area
        cdef Job *jobs = <Job *>calloc(n, sizeof(Job))
        if jobs == NULL:
            raise MemoryError(f"no memory to write {n} positions")
        try:
            for i in range(n):
                _open(&jobs[i], <Position>kept[i], bonus2, suicide_life, recent)
            with nogil:
                for i in range(n):
                    encode(self.number, self.desk, &jobs[i].scene, planes + i * size, globals_ + i * self.globals)
        finally:
            for i in range(n):
                _close(&jobs[i])
            free(jobs)
        return 0
