"""Monte Carlo tree search over a position, on several threads, without the GIL."""

import random
import sys
import threading
from dataclasses import replace

from cpython.exc cimport PyErr_CheckSignals
from cpython.number cimport PyNumber_Index
from libc.limits cimport INT_MAX
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from gocore.atomic cimport atomic_acquire8, atomic_get32, atomic_get64, atomic_set32
from gocore.board cimport state_free, state_new
from gocore.cache cimport cache_free, cache_init
from gocore.features cimport scene_load
from gocore.geometry cimport Geometry
from gocore.history cimport history_continues, history_fork, history_release_fork
from gocore.judge cimport Desktop, Seat
from gocore.kernel cimport kernel_load
from gocore.movelog cimport LOG_PLAY, LOG_SETUP
from gocore.position cimport Position
from gocore.score cimport area_owner, pass_alive
from gocore.state cimport BoardState
from gocore.tally cimport NO_MOVE, tally_begin, tally_ownership, tally_spread
from gocore.tree cimport (
    LEAD_UNIT, NODE_BYTES, NODE_ENDED, NODE_EXPANDED, UNIT, Arena, Node, arena_check, arena_clear, arena_cut,
    arena_free, arena_init, block_span, find_child, root_of,
)
from gocore.types cimport BLACK, MAX_CELLS, SCORE_AREA, WHITE
from gocore.uct cimport set_prior
from gocore.worker cimport monotonic_ns, worker_fit, worker_free, worker_new, worker_once, worker_run
from gocore.workspace cimport GO_ON, MAX_DEPTH, Worker

from gocore.errors import GoError
from gocore.report import MoveReport, Report, decide
from gocore.restrict import barred, depths

POLICIES = ("sense", "light")
cdef int64_t SLICE = 20_000_000     # nanoseconds between two looks at the signals
cdef int64_t NO_END = 1 << 62
LIMITS = (
    ("exploration", 0, 100), ("growth", 0, 100), ("first_play", 0, 1), ("temperature", 0.01, 100), ("noise", 0, 1),
    ("amaf_weight", 0, 1e9), ("amaf_prior", 0, 1e9), ("score_weight", 0, 1), ("playout_share", 0, 1),
    ("expand_at", 0, 1_000_000), ("bonus2", -2000, 2000),
)
cdef enum:
    MAX_MB = 1 << 22
    MAX_BATCH = 1 << 12
cdef double LONG = 9e9              # seconds; more is no limit
cdef double LCB_DEVIATIONS = 4.0    # standard errors between a move's win rate and its lower bound
cdef float PASS_PRIOR = 0.03         # least prior of the pass at the root
cdef double SWITCH = 1e-4           # seconds a Python thread may hold the GIL while others wait for the judge


cdef class Search:
    """A search tree that lasts from move to move.

    threads: 1 .. 256. memory_mb: limit of the tree in MiB, at least 1; at the limit the search goes on without growing
    it. seed: with one thread, the same seed and the same calls with limits in visits give the same results. judge: what
    thinks of positions (engine.net.evaluator says how), or None for playouts. batch: positions a thread shows it at
    once. cache_mb: MiB for what it said. policy: of the playouts, "sense" (captures, escapes and patterns near the last
    move) or "light" (gocore.playout's: uniform, several times faster and weaker game for game).

    Every move proposed is legal under the position's rules, superko included. One run at a time; `stop` and `report`
    may be called from other threads meanwhile. Options are attributes, read when a run begins; their defaults with a
    judge differ from those without:

    exploration: weight of the priors, from 0. growth: how it grows with the visits. first_play: how far below its
    parent an untried move starts, in win rate. temperature: of the judge's policy, above 0. noise: share of random
    noise in the root's priors, 0 .. 1. amaf_weight: visits at which the all-moves-as-first value still counts half;
    0 turns it off. amaf_prior: visits' worth of doubt in it. score_weight: share of the score in what is maximised,
    0 .. 1. playout_share: share of playouts in the value of a judged position, 0 .. 1. expand_at: visits a leaf needs
    before it gets children, without a judge. bonus2: half points that White gets for handicap stones besides komi.
    symmetric: show the judge each position in a random symmetry. early_stop: end a run when the most visited move
    cannot be overtaken any more. moves_ownership: keep the ownership after each root move, which takes some MiB a thread
    and begins the tree anew at every other position.
    """

    def __cinit__(self, Py_ssize_t threads=1, Py_ssize_t memory_mb=256, seed=0, *, judge=None, Py_ssize_t batch=1,
                  Py_ssize_t cache_mb=64, policy="sense"):
        cdef int i
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads must be 1 to {MAX_THREADS}, not {threads}")
        if not 1 <= memory_mb <= MAX_MB or not 1 <= batch <= MAX_BATCH or not 0 <= cache_mb <= MAX_MB:
            raise ValueError(f"memory_mb must be 1 to {MAX_MB}, batch 1 to {MAX_BATCH}, cache_mb 0 to {MAX_MB}")
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        self.threads, self.memory_mb, self.seed, self.policy = <int>threads, <int>memory_mb, PyNumber_Index(seed), policy
        self.judge, self.batch, self.cache_mb, self.seats = judge, <int>batch, <int>cache_mb, []
        self.first = self.late = frozenset()
        self.amaf_prior, self.temperature, self.symmetric, self.expand_at = 4.0, 1.0, True, 8 if policy == "light" else 3
        if judge is None:
            self.exploration, self.amaf_weight, self.score_weight, self.first_play = 0.6, 500.0, 0.1, 0.05
        else:
            self.exploration, self.growth, self.first_play, self.score_weight = 0.36, 0.45, 0.1, 0.25
        arena_init(&self.shared.arena, <size_t>memory_mb << 20)
        for i in range(threads):
            self.workers[i] = worker_new(&self.shared)
            self.tallies[i] = &self.workers[i].tally

    def __dealloc__(self):
        cdef int i
        for i in range(self.threads):
            worker_free(self.workers[i])
        for i in range(2):
            state_free(self.before[i])
        arena_free(&self.shared.arena)
        cache_free(&self.shared.cache)
        history_release_fork(&self.shared.seen)

    # ---- before a run --------------------------------------------------------------------------------------------

    cdef int _set_params(self) except -1:
        for name, low, high in LIMITS:
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} must be {low:g} to {high:g}, not {getattr(self, name):g}")
        self.shared.params.exploration = self.exploration
        self.shared.params.growth = self.growth
        self.shared.params.first_play = self.first_play
        self.shared.params.by_mass = self.judge is not None
        self.shared.params.temperature = self.temperature
        self.shared.params.amaf_weight = self.amaf_weight
        self.shared.params.amaf_prior = self.amaf_prior
        self.shared.params.score_weight = self.score_weight
        self.shared.params.expand_at = self.expand_at
        self.shared.playout_share = self.playout_share
        self.shared.symmetric = self.symmetric
        self.shared.early_stop = self.early_stop
        return 0

    cdef Node *_descend(self, Position position) except? NULL:
        # The node of a position that continues the root's game by plays and passes in turn; NULL when there is none.
        cdef Position old = self.root
        cdef Node *node = root_of(&self.shared.arena)
        cdef int i, color
        if old is None or old.state.geo != position.state.geo or old.rules != position.rules:
            return NULL
        if not history_continues(old.seen(), position.seen()):
            return NULL
        color = old.to_move
        for i in range(old.plies, position.plies):
            if position.log.entries[i].kind == LOG_SETUP or position.log.entries[i].color != color:
                return NULL
            node = find_child(&self.shared.arena, node,
                              position.log.entries[i].cell if position.log.entries[i].kind == LOG_PLAY else 0)
            if node == NULL:
                return NULL
            color = 3 - color
        return NULL if node.state == NODE_ENDED else node

    cdef int _adopt(self, Position position, frozenset first, frozenset late) except -1:
        # Keep what the tree knows about a position, and forget the rest.
        cdef Node *node = self._descend(position)
        cdef int i
        if self.late != late or (self.moves_ownership and not self.keeping):
            node = NULL
        elif node == root_of(&self.shared.arena):
            if self.first != first:
                node = NULL     # what it found of its moves is no comparison of them all, or of more than were asked for
        elif first or late or self.keeping:
            node = NULL     # first moves, depths, and owners by first move, are counted from the root
        self.first, self.late, self.keeping = first, late, self.moves_ownership
        if node == NULL:
            arena_clear(&self.shared.arena)
        elif node != root_of(&self.shared.arena):
            arena_cut(&self.shared.arena, node)
        if node == NULL or node != root_of(&self.shared.arena) or self.root is None:
            for i in range(self.threads):
                tally_begin(&self.workers[i].tally, position.state.geo.area, self.keeping)
        self.root = position.copy()
        return 0

    cdef int _prepare(self, Position position, frozenset first, frozenset late) except -1:
        # Tell the threads about the root.
        cdef Position root
        cdef Node *node
        cdef int i
        cdef int last[2]
        cdef uint8_t alive[MAX_CELLS]
        cdef uint8_t territory[3][MAX_CELLS]
        self._set_params()
        self._adopt(position, first, late)
        root = self.root
        node = root_of(&self.shared.arena)
        self.shared.start = root.state
        history_release_fork(&self.shared.seen)
        history_fork(&self.shared.seen, root.seen(), root.state)
        self.shared.rules = root.rules.c
        self.shared.komi2 = root.rules.c.komi2 + self.bonus2
        self.shared.to_move = root.to_move
        self.shared.passes = root.passes % 2    # two ended the game; it was taken up again
        last[0] = last[1] = 0
        for i in range(2):
            if root.plies > i and root.log.entries[root.plies - 1 - i].kind == LOG_PLAY:
                last[i] = root.log.entries[root.plies - 1 - i].cell
        self.shared.last, self.shared.before = last[0], last[1]
        for i in range(1, 3):
            pass_alive(root.state, i, root.rules.c.suicide, alive, territory[i])
        self._settle(territory[BLACK], territory[WHITE])
        self.shared.center = 0.8 * node.leads / (LEAD_UNIT * node.visits) if node.visits else 0.0
        self.shared.known = node.visits
        self.shared.begun = self.shared.judged = 0
        self._seat()
        self.shared.light = self.policy == "light"
        self.shared.lean = (self.shared.light and self.judge is None and not root.rules.c.suicide
                            and root.rules.c.scoring == SCORE_AREA)
        if self.shared.lean:
            kernel_load(&self.shared.game, root.state, root.to_move)
        for i in range(self.threads):
            self.workers[i].rng.state, self.workers[i].rounds = self._seed_of(i), 0
        return 0

    cdef int _seat(self) except -1:
        # Give every thread what it needs for this board, and its seat before the judge.
        cdef Position root = self.root
        cdef int i
        cdef Seat seat
        cdef Desktop *top
        if self.judge is not None:
            while len(self.seats) < self.threads:
                self.seats.append(Seat(self.judge))
            if self.shared.cache.area != root.state.geo.area:
                cache_init(&self.shared.cache, <size_t>self.cache_mb << 20, root.state.geo.area)
            for i in range(2):
                state_free(self.before[i])
                self.before[i] = NULL
                self.before[i] = state_new(root.width, root.height)
            scene_load(&self.shared.scene, root, self.before, self.banned)
            self.shared.scene.bonus2 += self.bonus2
        for i in range(self.threads):
            top = NULL
            if self.judge is not None:
                seat = self.seats[i]
                seat.fit(root.state.geo, self.batch)
                top = &seat.top
            worker_fit(self.workers[i], top, root.width, root.height)
        return 0

    cdef uint64_t _seed_of(self, int worker) noexcept:
        # Another stream for every thread, position and state of the tree, the same in every process.
        cdef uint64_t x = self.seed * <uint64_t>0x9E3779B97F4A7C15ULL + self.root.state.hash
        x += <uint64_t>self.root.plies << 48
        x ^= <uint64_t>(worker + 1) * <uint64_t>0xD1B54A32D192ED03ULL
        return x + <uint64_t>root_of(&self.shared.arena).visits * <uint64_t>0xABC98388FB8FAC03ULL

    cdef void _settle(self, const uint8_t *black, const uint8_t *white) noexcept:
        # No move inside unconditional territory can matter all through the tree, but for taking off stones that
        # would be counted as they stand.
        cdef BoardState *s = self.root.state
        cdef const uint8_t *inside[3]
        cdef int p, q, color
        cdef bint prisoners[3]
        inside[BLACK], inside[WHITE] = black, white
        prisoners[BLACK] = prisoners[WHITE] = False
        for p in range(s.geo.area):
            q = s.geo.cell_of[p]
            for color in range(1, 3):
                if inside[color][q] and s.color[q] == 3 - color:
                    prisoners[color] = True
        for p in range(s.geo.area):
            q = s.geo.cell_of[p]
            for color in range(1, 3):
                self.shared.settled[color][q] = inside[3 - color][q] or (inside[color][q] and not prisoners[color])

    cdef int _bar(self) except -1:
        # Mark the moves that lines must not begin with.
        cdef const Geometry *geo = self.root.state.geo
        cdef int point, deep
        memset(self.shared.barred, 0, sizeof(self.shared.barred))
        for point in self.first:
            self.shared.barred[self.root.to_move][geo.cell_of[point]] = 1
        self.shared.barring = 1 if self.first else 0
        for color, point, depth in self.late:
            deep = min(depth, MAX_DEPTH)
            self.shared.barred[color][geo.cell_of[point]] = deep
            self.shared.barring = max(<int>self.shared.barring, deep)
        if self.shared.barring and root_of(&self.shared.arena).state == NODE_EXPANDED and not self._moves(1):
            arena_clear(&self.shared.arena)     # only moves that the search thought pointless are left: begin anew
        return 0

    # ---- running -------------------------------------------------------------------------------------------------

    def run(self, Position position not None, *, Py_ssize_t visits=0, Py_ssize_t playouts=0, double seconds=0.0,
            allow=None, avoid=(), later=()):
        """Search until a limit is reached or `stop` is called, and return a Report. Releases the GIL.

        visits: until the root has as many, those kept from earlier runs included; playouts: as many new simulations;
        seconds: of wall time; 0 is no limit, and without any limit it runs until stopped. allow: points the first move
        may be (area is the pass), by default all; avoid: points it must not be; later: (colour, point, depth) for moves
        that the colour does not play among the first `depth` of a line. What the tree knows of the position from earlier
        runs is kept where they were restricted in the same way. The position may change afterwards. At least one
        simulation is run.
        Raises GoError while another run is under way, ValueError for a limit that is negative or too great, or when no
        move is left.
        """
        if self.busy:
            raise GoError("the search is already running")
        if not (0 <= visits <= INT_MAX and 0 <= playouts <= INT_MAX and seconds >= 0):
            raise ValueError(f"limits must not be negative, visits and playouts at most {INT_MAX}")
        self.busy = True
        interval = sys.getswitchinterval()
        try:
            atomic_set32(&self.shared.stop, 0)
            self.shared.begun_at, self.ended_at = monotonic_ns(), 0     # what is made for the run is its time, too
            self.shared.deadline = self.shared.begun_at + <int64_t>(seconds * 1e9) if 0 < seconds < LONG else 0
            self._prepare(position, barred(position, allow, avoid), depths(position, later))
            self._bar()
            if self.judge is not None:
                sys.setswitchinterval(SWITCH)
            self._first()
            self.running = True
            self.shared.budget = self._budget(visits, playouts)
            self._run_threads()
        finally:
            self.busy = self.running = False
            self.ended_at = monotonic_ns()
            sys.setswitchinterval(interval)
        return self.report()

    def _first(self):
        # Have the root's children made, whatever the limits, and put noise on their priors.
        cdef Node *root = root_of(&self.shared.arena)
        cdef int i
        if root.state != NODE_EXPANDED:
            self.shared.budget = self.shared.begun = 1
            with nogil:
                worker_once(self.workers[0])
            self._raise_errors()
        if root.state != NODE_EXPANDED:
            return
        for i in range(root.count):     # enough to learn what passing would cost
            if self.shared.arena.nodes[root.children + i].cell == 0:
                child = &self.shared.arena.nodes[root.children + i]
                set_prior(&self.shared.arena, root, child, max(child.prior, PASS_PRIOR))
        if self.noise > 0:
            source = random.Random(self._seed_of(0))
            drawn = [source.gammavariate(10.0 / root.count, 1.0) for _ in range(root.count)]
            for i in range(root.count):
                child = &self.shared.arena.nodes[root.children + i]
                set_prior(&self.shared.arena, root, child,
                          (1 - self.noise) * child.prior + self.noise * drawn[i] / (sum(drawn) or 1.0))

    cdef int _budget(self, int visits, int playouts) noexcept:
        # Simulations to begin in this run, the first included.
        cdef int left = playouts
        if visits > 0:
            visits = max(1, visits - self.shared.known)
            left = visits if left == 0 or visits < left else left
        return left

    def _run_threads(self):
        others = [threading.Thread(target=self._work, args=(i,), daemon=True) for i in range(1, self.threads)]
        try:
            for thread in others:
                thread.start()
            self._work(0)
        finally:
            atomic_set32(&self.shared.stop, 1)
            for thread in others:
                thread.join()
        self._raise_errors()

    def _raise_errors(self):
        # What the judge raised in a search thread comes out here, the tree being sound.
        cdef Seat seat
        for seat in self.seats:
            if seat.error is not None:
                error, seat.error = seat.error, None
                raise error

    def _work(self, int i):
        # One thread's share. Python's signal handlers run in the main thread only, between slices; others stay out of
        # Python to the end, for one that is interrupted while it holds the GIL keeps all of Python waiting.
        cdef Worker *w = self.workers[i]
        cdef int64_t until = NO_END
        cdef bint heeds = threading.current_thread() is threading.main_thread()
        cdef int state = GO_ON
        while state == GO_ON:
            if heeds:
                until = monotonic_ns() + SLICE
            with nogil:
                state = worker_run(w, until)
            PyErr_CheckSignals()

    def stop(self):
        """End the run that is under way, from any thread; it returns within milliseconds. Nothing to stop is fine."""
        atomic_set32(&self.shared.stop, 1)

    def clear(self):
        """Forget the tree. Raises GoError while a run is under way."""
        if self.busy:
            raise GoError("the search is running")
        arena_clear(&self.shared.arena)
        self.shared.cache.area = 0      # made anew when it is next needed
        self.root = None

    # ---- results -------------------------------------------------------------------------------------------------

    cdef object _move_report(self, Node *node, int max_pv):
        cdef int visits = atomic_get32(&node.visits), sign = 1 if node.color == BLACK else -1
        cdef double win = 0.5, lead = 0, utility = 0, spread
        if visits > 0:
            win = 0.5 + sign * (atomic_get64(&node.wins) / (UNIT * visits) - 0.5)
            lead = sign * atomic_get64(&node.leads) / (LEAD_UNIT * visits)
            utility = sign * atomic_get64(&node.utility) / (UNIT * visits)
        spread = max(node.squares / max(visits, 1) - utility * utility, 0.0) / 4 + 0.25 / (visits + 1)
        lcb = win - LCB_DEVIATIONS * sqrt(spread / max(visits, 1))
        pv, pv_visits = self._line(node, max_pv)
        return MoveReport(self._point(node.cell), visits, win, lead, node.prior, lcb, utility, pv, pv_visits,
                          tally_spread(self.tallies, self.threads, node.cell, node.cell))

    cdef int _point(self, int cell) noexcept:
        return self.root.state.geo.point_of[cell] if cell else self.root.state.geo.area

    cdef tuple _line(self, Node *node, int length):
        # The most visited moves from a node on, its own first, and their visits.
        cdef Arena *a = &self.shared.arena
        cdef Node *best
        cdef int i
        line, visits = [self._point(node.cell)], [atomic_get32(&node.visits)]
        while len(line) < length and atomic_acquire8(&node.state) == NODE_EXPANDED:
            best = &a.nodes[node.children]
            for i in range(1, node.count):
                if atomic_get32(&a.nodes[node.children + i].visits) > atomic_get32(&best.visits):
                    best = &a.nodes[node.children + i]
            if atomic_get32(&best.visits) == 0:
                break
            node = best
            line.append(self._point(node.cell))
            visits.append(atomic_get32(&node.visits))
        return tuple(line), tuple(visits)

    def _after(self, move):
        # The same move with the ownership after it.
        if not self.keeping:
            return move
        cell = self.root.state.geo.cell_of[move.point] if move.point < self.root.state.geo.area else 0
        means, spreads = tally_ownership(self.tallies, self.threads, cell, True)
        return replace(move, ownership=means, ownership_stdev=spreads)

    def report(self, max_moves=None, int max_pv=15, *, bint deviations=False, int least=0):
        """Return the state of the search as a Report; from another thread while it runs, too.

        max_moves, least: list no more, no fewer moves, some of them untried; max_pv: longest line; deviations: of the
        ownership too. With `moves_ownership` each move has the ownership after it. Raises GoError before the first run.
        """
        cdef Node *root = root_of(&self.shared.arena)
        cdef int visits
        cdef double sign
        if self.root is None:
            raise GoError("nothing has been searched yet")
        visits = atomic_get32(&root.visits)
        sign = 1 if self.root.to_move == BLACK else -1
        win = 0.5 + sign * (atomic_get64(&root.wins) / (UNIT * max(visits, 1)) - 0.5) if visits else 0.5
        lead = sign * atomic_get64(&root.leads) / (LEAD_UNIT * max(visits, 1))
        moves = self._moves(max_pv)
        ownership, spreads = tally_ownership(self.tallies, self.threads, NO_MOVE, deviations)
        choice = decide(moves, ownership, self._count_now(), to_move=self.root.to_move,
                        komi=0.5 * self.shared.komi2, passed=self.shared.passes == 1)
        return Report(
            point=choice, to_move=self.root.to_move, visits=visits, playouts=visits - self.shared.known,
            judged=atomic_get32(&self.shared.judged), winrate=win, lead=lead, ownership=ownership,
            moves=tuple(map(self._after, [m for rank, m in enumerate(moves) if m.visits or rank < least][:max_moves])),
            lead_stdev=tally_spread(self.tallies, self.threads, 0, MAX_CELLS - 1), ownership_stdev=spreads,
            nodes=self.shared.arena.used, memory=self.shared.arena.used * NODE_BYTES,
            full=self.shared.arena.capacity - self.shared.arena.used <= block_span(self.root.state.geo.area + 1),
            seconds=((self.ended_at or monotonic_ns()) - self.shared.begun_at) / 1e9,
        )

    def _moves(self, int max_pv):
        # Every move of the root that is not barred, the most visited first, then the likeliest.
        cdef Node *root = root_of(&self.shared.arena)
        cdef int i
        if atomic_acquire8(&root.state) != NODE_EXPANDED:
            return []
        moves = []
        for i in range(root.count):
            if not self.shared.barred[self.root.to_move][self.shared.arena.nodes[root.children + i].cell]:
                moves.append(self._move_report(&self.shared.arena.nodes[root.children + i], max_pv))
        moves.sort(key=lambda move: (-move.visits, -move.prior))
        return moves

    def _count_now(self):
        cdef uint8_t owner[MAX_CELLS]
        cdef int p
        area_owner(self.root.state, NULL, owner)
        return [owner[self.root.state.geo.cell_of[p]] for p in range(self.root.state.geo.area)]

    def check(self):
        """Walk the whole tree and compare what must agree. Raises AssertionError; for tests."""
        if self.busy:
            raise GoError("the search is running")
        arena_check(&self.shared.arena, self.threads == 1)
