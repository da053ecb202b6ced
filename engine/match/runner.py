"""Many games, whoever plays them: give out, take in, store once, play void ones again, stop when told.

The runner is the store's one writer. It keeps nothing that the store does not have, so that it may be killed
at any moment; run again with the same jobs, it plays what is missing.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.errors import EngineFault, HarnessFault, SpecError
from engine.game.timespec import TimeSpec
from engine.match.archive import sgf_text
from engine.match.play import ruled_by
from engine.match.record import GameRecord, Outcome, Reason
from engine.match.seat import Seat
from engine.match.spec import EngineSpec, GameJob, GameSettings, derive_seed
from engine.match.store import Issued, Store
from engine.match.workers import Finished, Workers
from gocore import BLACK

VOIDS_IN_A_ROW = 2
"""So many void games of a pairing, one after the other, stop the pairing."""
LOST_AT_MOST = 5
"""So often is a game given out again that was lost with its worker."""
GAMES_A_PROCESS = 16


class Runner:
    """Plays jobs on workers and keeps their records in a store.

    `started` holds the jobs under way, for whoever watches; `stopped` the pairings that were given up, with
    the cause: their games stay pending, so that they can be played once the cause is mended.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        *,
        on_record: Callable[[GameRecord], None] = lambda record: None,
        stop: Callable[[], bool] = lambda: False,
        on_interrupt: Callable[[], None] = lambda: None,
    ) -> None:
        """on_record: told of each record once it is stored, void ones too. stop: asked before each game is
        given out. on_interrupt: told of the first Ctrl-C.
        """
        self.store, self.workers = store, workers
        self.started: dict[str, GameJob] = {}
        self.stopped: dict[tuple[str, str], str] = {}
        self._on_record, self._stop, self._on_interrupt = on_record, stop, on_interrupt
        self._voids: dict[tuple[str, str], int] = defaultdict(int)
        self._lost: dict[str, int] = defaultdict(int)

    def run(self, jobs: Iterable[GameJob], *, poll: Callable[[], None] = lambda: None) -> bool:
        """Play the jobs that have no result yet; return whether all of them now have one.

        Closing the workers is left to who made them, and must be done after a run that returned False: games may then
        still be under way. Games are given out in the order of the jobs. poll: called a few times a second. When `stop`
        says so, games under way are given up and stay pending. The first Ctrl-C lets the games under way end; the
        second gives them up.
        """
        queue = deque(jobs)
        self.store.issue(Issued.of(job) for job in queue)
        fixed = {result.id for result in self.store.results()}
        queue = deque(job for job in queue if job.id not in fixed)
        interrupted, complete = False, True
        while queue or self.started:
            try:
                if self._stop():
                    return False
                while queue and not interrupted and len(self.started) < self.workers.slots:
                    job = queue.popleft()
                    if pairing(job) in self.stopped:
                        complete = False
                    else:
                        self._give_out(job)
                if not self.started:
                    if interrupted:
                        return False
                    continue
                poll()
                for finished in self.workers.completed(0.2):
                    if (again := self._take_in(finished)) is not None:
                        queue.appendleft(again)
            except KeyboardInterrupt:
                if interrupted:
                    return False
                interrupted = True
                self._on_interrupt()
        return complete

    def _give_out(self, job: GameJob) -> None:
        self.started[str(job.id)] = job
        self.workers.submit(self._as_played(job))

    def _as_played(self, job: GameJob) -> GameJob:
        """The job as workers get it: a replay that the rules ask for (Article 20.3) has a seed of its own, for the old
        one would bring the same cycle; one for the harness's sake has not.
        """
        replays = sum(reason is Reason.NO_RESULT for reason, _ in self.store.voids(job.id))
        return replace(job, seed=derive_seed(job.seed, "replay", replays)) if replays else job

    def _take_in(self, finished: Finished) -> GameJob | None:
        """Store a record; returns the job where it must be played again."""
        job, record = self.started.pop(str(finished.job.id)), finished.record
        if record is None:
            self._lost[str(job.id)] += 1
            if self._lost[str(job.id)] > LOST_AT_MOST:
                self.stopped[pairing(job)] = f"game {job.id} was lost {LOST_AT_MOST + 1} times: {finished.lost}"
            return job
        if record.outcome is Outcome.VOID:
            self._voids[pairing(job)] += 1
            if self._voids[pairing(job)] >= VOIDS_IN_A_ROW:
                self.stopped[pairing(job)] = f"{VOIDS_IN_A_ROW} void games in a row, the last: {record.detail}"
        else:
            self._voids[pairing(job)] = 0
        self.store.fix(record, "" if record.outcome is Outcome.VOID else sgf_text(record))
        self._on_record(record)
        return job if record.outcome is Outcome.VOID else None


def pairing(job: GameJob) -> tuple[str, str]:
    """The two players of a game, whoever has Black."""
    first, second = sorted((job.black.name, job.white.name))
    return first, second


def check_engines(engines: Sequence[EngineSpec], settings: GameSettings) -> list[str]:
    """Start every engine once and set it up for a game: name, version, size, rules, komi, time, clear board.

    Returns what is wrong, a line each; empty when the games may begin. Raises RulesError or ClockError where
    rules or a time SPEC are no such thing.
    """
    rules, _ = ruled_by(settings)
    problems = []
    for spec in engines:
        time = TimeSpec.parse(spec.time or settings.time or "none")
        try:
            with Seat(spec, BLACK, settings, seed=1) as seat:
                seat.greet()
                seat.prepare(rules, time)
        except (EngineFault, HarnessFault) as fault:
            problems.append(f"{spec.name}: {fault}")
    return problems


def check_load(concurrency: int, threads: int = 1) -> list[str]:
    """Warn of more games than the machine can play without robbing clocks: a line each.

    threads: that an engine uses while it thinks (one engine of a game thinks at a time).
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if concurrency > GAMES_A_PROCESS * cores:
        raise SpecError(f"concurrency {concurrency}: more than {GAMES_A_PROCESS} games a core ({cores} cores)")
    if concurrency * threads > cores:
        return [f"{concurrency} games at a time on {cores} cores: engines will wait for one another on their clocks"]
    return []
