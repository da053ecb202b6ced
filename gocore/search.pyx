"""Monte Carlo tree search over a position, on several threads, without the GIL."""

import threading

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from gocore.atomic cimport atomic_acquire8, atomic_get32, atomic_get64, atomic_set32
from gocore.geometry cimport Geometry
from gocore.history cimport history_fork, history_release
from gocore.movelog cimport LOG_PASS, LOG_PLAY, LOG_SETUP
from gocore.position cimport Position
from gocore.state cimport BoardState
from gocore.score cimport area_owner, pass_alive
from gocore.tree cimport (
    LEAD_UNIT, NODE_BYTES, NODE_ENDED, NODE_EXPANDED, UNIT, Arena, Node, arena_check, arena_clear, arena_cut,
    arena_free, arena_init, find_child, root_of,
)
from gocore.types cimport BLACK, EMPTY, MAX_AREA, MAX_CELLS, SCORE_AREA, WHITE
from gocore.worker cimport DONE, Worker, monotonic_ns, worker_free, worker_new, worker_run

from gocore.errors import GoError
from gocore.report import MoveReport, Report, choose, is_settled

cdef int64_t SLICE = 20_000_000     # nanoseconds between two looks at the signals


cdef class Search:
    """A search tree that lasts from move to move.

    threads: 1 .. 256; memory_mb: limit of the tree in MiB, at least 1 (at the limit the search goes on without growing
    it); seed: with one thread, the same seed and the same calls with limits in visits give the same results.

    Every move it proposes is legal under the position's rules, superko included. One run at a time; `stop` and
    `report` may be called from other threads meanwhile. Options are attributes, read when a run begins:

    exploration: weight of the priors (0.0 ..). first_play: how far below its parent an untried move starts, in win rate.
    amaf_weight: visits at which the all-moves-as-first value still counts half; 0 turns it off. amaf_prior: visits'
    worth of doubt in it. score_weight: share of the score in what is maximised, 0 .. 1. expand_at: visits a leaf needs
    before it gets children.
    """

    def __cinit__(self, int threads=1, int memory_mb=256, uint64_t seed=0):
        cdef int i
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads must be 1 to {MAX_THREADS}, not {threads}")
        if memory_mb < 1:
            raise ValueError(f"memory_mb must be at least 1, not {memory_mb}")
        self.threads, self.memory_mb, self.seed = threads, memory_mb, seed
        self.exploration, self.first_play = 0.6, 0.0
        self.amaf_weight, self.amaf_prior = 1000.0, 4.0
        self.score_weight, self.expand_at = 0.1, 3
        arena_init(&self.shared.arena, <size_t>memory_mb << 20)
        for i in range(threads):
            self.workers[i] = worker_new(&self.shared, 0)

    def __dealloc__(self):
        cdef int i
        for i in range(self.threads):
            worker_free(self.workers[i])
        arena_free(&self.shared.arena)
        history_release(&self.shared.seen)

    # ---- before a run --------------------------------------------------------------------------------------------

    cdef int _set_params(self) except -1:
        if self.exploration < 0 or self.amaf_weight < 0 or self.amaf_prior < 0 or self.expand_at < 0:
            raise ValueError("exploration, amaf_weight, amaf_prior and expand_at must not be negative")
        if not 0 <= self.score_weight <= 1:
            raise ValueError(f"score_weight must be 0 to 1, not {self.score_weight}")
        self.shared.params.exploration = self.exploration
        self.shared.params.first_play = self.first_play
        self.shared.params.amaf_weight = self.amaf_weight
        self.shared.params.amaf_prior = self.amaf_prior
        self.shared.params.score_weight = self.score_weight
        self.shared.params.expand_at = self.expand_at
        return 0

    cdef Node *_descend(self, Position position) except? NULL:
        # The node of a position that continues the root's game by plays and passes in turn; NULL when there is none.
        cdef Position old = self.root
        cdef Node *node = root_of(&self.shared.arena)
        cdef int i, color, length
        if old is None or old.state.geo != position.state.geo or old.rules != position.rules:
            return NULL
        length = old.history.length
        if position.history.length < length:
            return NULL
        if memcmp(old.history.table.hashes, position.history.table.hashes, length * sizeof(uint64_t)) != 0:
            return NULL
        if memcmp(old.history.table.to_move, position.history.table.to_move, length) != 0:
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

    cdef int _adopt(self, Position position) except -1:
        # Keep what the tree knows about a position, and forget the rest.
        cdef Node *node = self._descend(position)
        cdef int i
        if node == NULL:
            arena_clear(&self.shared.arena)
        elif node != root_of(&self.shared.arena):
            arena_cut(&self.shared.arena, node)
        if node == NULL or node != root_of(&self.shared.arena) or self.root is None:
            for i in range(self.threads):
                memset(self.workers[i].owned, 0, sizeof(self.workers[i].owned))
                self.workers[i].owned_count = 0
        self.root = position.copy()
        return 0

    cdef int _prepare(self, Position position) except -1:
        # Tell the threads about the root.
        cdef Position root
        cdef int i
        cdef int last[2]
        cdef uint8_t alive[MAX_CELLS]
        cdef uint8_t territory[3][MAX_CELLS]
        self._set_params()
        self._adopt(position)
        root = self.root
        self.shared.start = root.state
        history_release(&self.shared.seen)
        history_fork(&self.shared.seen, &root.history)
        self.shared.rules = root.rules.c
        self.shared.komi2 = root.rules.c.komi2
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
        self.shared.begun = self.shared.finished = 0
        for i in range(self.threads):
            self.workers[i].rng.state = self._seed_of(i)
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

    cdef int _bar(self, object allow, object avoid) except -1:
        # Mark the moves that the root must not try. Raises ValueError when none is left.
        cdef int point, area = self.root.state.geo.area
        cdef const Geometry *geo = self.root.state.geo
        barred = set(range(area + 1)) - set(allow) if allow is not None else set()
        barred.update(avoid)
        for point in barred:
            if not 0 <= point <= area:
                raise ValueError(f"point {point} is not on the board")
        if all(point in barred for point in [*self.root.legal(), area]):
            raise ValueError("no legal move is left to search")
        self.shared.barring = len(barred) > 0
        memset(self.shared.barred, 0, sizeof(self.shared.barred))
        for point in barred:
            self.shared.barred[geo.cell_of[point]] = 1
        if self.shared.barring and root_of(&self.shared.arena).state == NODE_EXPANDED and not self._moves(1):
            arena_clear(&self.shared.arena)     # only moves that the search thought pointless are left: begin anew
        return 0

    # ---- running -------------------------------------------------------------------------------------------------

    def run(self, Position position not None, *, int visits=0, int playouts=0, double seconds=0.0,
            allow=None, avoid=()):
        """Search until a limit is reached or `stop` is called, and return a Report. Releases the GIL.

        visits: until the root has as many, those kept from earlier runs included; playouts: as many new simulations;
        seconds: of wall time; 0 is no limit, and without any limit it runs until stopped. allow: points the first move
        may be (area is the pass), by default all; avoid: points it must not be. What the tree knows of the position from earlier
        runs is kept. The position may change afterwards. At least one simulation is run.
        Raises GoError while another run is under way, ValueError for a negative limit or when no move is left.
        """
        if self.running:
            raise GoError("the search is already running")
        if visits < 0 or playouts < 0 or seconds < 0:
            raise ValueError("limits must not be negative")
        self._prepare(position)
        self._bar(allow, avoid)
        self.begun_at, self.ended_at = monotonic_ns(), 0
        self.shared.deadline = self.begun_at + <int64_t>(seconds * 1e9) if seconds > 0 else 0
        self.shared.budget = self._budget(visits, playouts)
        atomic_set32(&self.shared.stop, 0)
        self.running = True
        try:
            self._run_threads()
        finally:
            self.running = False
            self.ended_at = monotonic_ns()
        return self.report()

    cdef int _budget(self, int visits, int playouts) noexcept:
        cdef int left = playouts
        if visits > 0:
            visits = max(1, visits - root_of(&self.shared.arena).visits)
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

    def _work(self, int i):
        # One thread's share. Python's signal handlers run in the main thread only, between slices.
        cdef Worker *w = self.workers[i]
        cdef int64_t until
        cdef int state
        while True:
            until = monotonic_ns() + SLICE
            with nogil:
                state = worker_run(w, until)
            if state == DONE:
                return
            PyErr_CheckSignals()

    def stop(self):
        """End the run that is under way, from any thread; it returns within milliseconds. Nothing to stop is no error."""
        atomic_set32(&self.shared.stop, 1)

    def clear(self):
        """Forget the tree. Raises GoError while a run is under way."""
        if self.running:
            raise GoError("the search is running")
        arena_clear(&self.shared.arena)
        self.root = None

    # ---- results -------------------------------------------------------------------------------------------------

    cdef object _move_report(self, Node *node, int max_pv):
        cdef int visits = atomic_get32(&node.visits), sign = 1 if node.color == BLACK else -1
        cdef int area = self.root.state.geo.area
        cdef double win = 0.5, lead = 0, utility = 0, spread
        if visits > 0:
            win = 0.5 + sign * (atomic_get64(&node.wins) / (UNIT * visits) - 0.5)
            lead = sign * atomic_get64(&node.leads) / (LEAD_UNIT * visits)
            utility = sign * atomic_get64(&node.utility) / (UNIT * visits)
        spread = max(node.squares / max(visits, 1) - utility * utility, 0.0) / 4 + 0.25 / (visits + 1)
        lcb = win - 1.96 * sqrt(spread / max(visits, 1))
        return MoveReport(self._point(node.cell), visits, win, lead, node.prior, lcb, utility, self._line(node, max_pv))

    cdef int _point(self, int cell) noexcept:
        return self.root.state.geo.point_of[cell] if cell else self.root.state.geo.area

    cdef tuple _line(self, Node *node, int length):
        # The most visited moves from a node on, its own first.
        cdef Arena *a = &self.shared.arena
        cdef Node *best
        cdef int i
        line = [self._point(node.cell)]
        while len(line) < length and atomic_acquire8(&node.state) == NODE_EXPANDED:
            best = &a.nodes[node.children]
            for i in range(1, node.count):
                if atomic_get32(&a.nodes[node.children + i].visits) > atomic_get32(&best.visits):
                    best = &a.nodes[node.children + i]
            if atomic_get32(&best.visits) == 0:
                break
            node = best
            line.append(self._point(node.cell))
        return tuple(line)

    def _ownership(self):
        cdef long long total, count = 0
        cdef int i, p, area = self.root.state.geo.area
        for i in range(self.threads):
            count += self.workers[i].owned_count
        points = []
        for p in range(area):
            total = 0
            for i in range(self.threads):
                total += self.workers[i].owned[p]
            points.append(max(-1.0, min(1.0, total / max(count, 1))))
        return tuple(points)

    def report(self, max_moves=None, int max_pv=15):
        """Return the state of the search as a Report; from another thread while it runs, too.

        max_moves: list no more than so many moves; max_pv: longest line. Raises GoError before the first run.
        """
        cdef Node *root = root_of(&self.shared.arena)
        cdef int i, visits
        cdef double sign
        if self.root is None:
            raise GoError("nothing has been searched yet")
        visits = atomic_get32(&root.visits)
        sign = 1 if self.root.to_move == BLACK else -1
        win = 0.5 + sign * (atomic_get64(&root.wins) / (UNIT * max(visits, 1)) - 0.5) if visits else 0.5
        lead = sign * atomic_get64(&root.leads) / (LEAD_UNIT * max(visits, 1))
        moves = self._moves(max_pv)
        ownership = self._ownership()
        return Report(
            point=self._choice(moves, ownership), to_move=self.root.to_move, visits=visits,
            playouts=atomic_get32(&self.shared.finished), winrate=win, lead=lead,
            moves=tuple(move for move in moves if move.visits)[:max_moves], ownership=ownership,
            nodes=self.shared.arena.used, memory=self.shared.arena.used * NODE_BYTES,
            full=self.shared.arena.capacity - self.shared.arena.used <= self.root.state.geo.area + 2,
            seconds=((self.ended_at or monotonic_ns()) - self.begun_at) / 1e9,
        )

    def _moves(self, int max_pv):
        # Every move of the root that is not barred, the most visited first, then the likeliest.
        cdef Node *root = root_of(&self.shared.arena)
        cdef int i
        if atomic_acquire8(&root.state) != NODE_EXPANDED:
            return []
        moves = []
        for i in range(root.count):
            if not self.shared.barring or not self.shared.barred[self.shared.arena.nodes[root.children + i].cell]:
                moves.append(self._move_report(&self.shared.arena.nodes[root.children + i], max_pv))
        moves.sort(key=lambda move: (-move.visits, -move.prior))
        return moves

    def _choice(self, moves, ownership):
        # The move to play. Passing is left to the count: when all is settled and either side gains nothing by going on.
        cdef int area = self.root.state.geo.area
        if not moves:
            return area
        best = choose(moves)
        if best.point == area or not any(move.point == area for move in moves):
            return best.point
        count = self._count_now()
        lead = count.count(1) - count.count(2) - 0.5 * self.shared.komi2
        if self.root.to_move == WHITE:
            lead = -lead
        expected = sum(ownership) - 0.5 * self.shared.komi2
        if self.root.to_move == WHITE:
            expected = -expected
        if self.shared.passes and lead > 0 and expected > 0:
            return area
        if is_settled(ownership, count) and (lead > 0 or best.winrate < 0.05):
            return area
        return best.point

    def _count_now(self):
        cdef uint8_t owner[MAX_CELLS]
        cdef int p
        area_owner(self.root.state, NULL, owner)
        return [owner[self.root.state.geo.cell_of[p]] for p in range(self.root.state.geo.area)]

    def check(self):
        """Walk the whole tree and compare what must agree. Raises AssertionError; for tests."""
        if self.running:
            raise GoError("the search is running")
        arena_check(&self.shared.arena)
