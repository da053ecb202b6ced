"""Where games are played: local processes, one game each, or a dask cluster. Three calls: submit, completed,
close.

Workers hold no truth: whatever happens to them, the runner's store decides which games are still to play. A
game's engines die with it: a worker that loses its parent kills them, and the parent kills those of a worker
that was lost.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import signal
import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Protocol

from engine.errors import MatchError, SpecError
from engine.match.play import play_game
from engine.match.record import GameRecord
from engine.match.spec import GameJob
from engine.wording import extra


@dataclass(frozen=True, slots=True)
class Finished:
    """A job that came back: with its record, or lost with its worker (`record` None, `lost` says how)."""

    job: GameJob
    record: GameRecord | None
    lost: str = ""


class Workers(Protocol):
    """What the runner needs of those who play."""

    @property
    def slots(self) -> int:
        """How many games may be under way at once."""

    def submit(self, job: GameJob) -> None:
        """Give out a game; at most `slots` may be out."""

    def completed(self, timeout: float) -> Iterator[Finished]:
        """Yield what has come back, after waiting `timeout` seconds at most for the first."""

    def close(self) -> None:
        """Stop all games under way, with their engines; harmless twice."""


# -- local processes


@dataclass(slots=True)
class _Slot:
    """One worker process, its pipe, the job it has, and the engines it has started for it."""

    process: SpawnProcess
    pipe: Connection
    job: GameJob | None = None
    engines: list[int] = field(default_factory=list)


class LocalWorkers:
    """A process for each game at a time on this machine, kept from game to game, replaced when it dies."""

    def __init__(self, slots: int) -> None:
        """Start nothing yet: processes come with the first games."""
        if slots < 1:
            raise SpecError(f"concurrency {slots}: at least 1")
        self.slots = slots
        self._context = multiprocessing.get_context("spawn")
        self._team: list[_Slot] = []

    def submit(self, job: GameJob) -> None:
        """Give a game to a free worker, or to a new one. Raises MatchError when all slots are taken."""
        slot = next((s for s in self._team if s.job is None and s.process.is_alive()), None)
        if slot is None:
            self._team = [s for s in self._team if s.job is not None]
            if len(self._team) >= self.slots:
                raise MatchError(f"all {self.slots} workers are busy")
            slot = self._start()
        slot.job = job
        slot.engines.clear()
        with contextlib.suppress(OSError):  # it has just died: `completed` reports the job as lost
            slot.pipe.send(job)

    def _start(self) -> _Slot:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        with _without_interrupts():
            process.start()
        theirs.close()
        slot = _Slot(process, ours)
        self._team.append(slot)
        return slot

    def completed(self, timeout: float) -> Iterator[Finished]:
        """Yield what has come back, after waiting `timeout` seconds at most for the first."""
        busy = {slot.pipe: slot for slot in self._team if slot.job is not None}
        for pipe in wait(list(busy), timeout):
            assert isinstance(pipe, Connection)
            slot = busy[pipe]
            finished = self._take(slot)
            if finished is not None:
                yield finished

    def _take(self, slot: _Slot) -> Finished | None:
        """Read one message: an engine that was started, a record, or the end of the worker."""
        job = slot.job
        assert job is not None
        try:
            message = slot.pipe.recv()
        except (EOFError, OSError):
            slot.process.join(5)
            self._bury(slot)
            return Finished(job, None, f"worker ended with status {slot.process.exitcode}")
        if isinstance(message, int):
            slot.engines.append(message)
            return None
        slot.job = None
        return Finished(job, message)

    def _bury(self, slot: _Slot) -> None:
        """End a worker and what it started, also what it has told of and nobody has read yet."""
        slot.process.kill()
        slot.process.join(5)
        with contextlib.suppress(EOFError, OSError):
            while slot.pipe.poll():
                if isinstance(message := slot.pipe.recv(), int):
                    slot.engines.append(message)
        for group in slot.engines:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        slot.pipe.close()
        self._team.remove(slot)

    def pids(self) -> list[int]:
        """The processes of the workers."""
        return [slot.process.pid for slot in self._team if slot.process.pid is not None]

    def engines(self) -> list[int]:
        """The process groups of the engines that play, as far as their workers have told."""
        return [group for slot in self._team if slot.job is not None for group in slot.engines]

    def close(self) -> None:
        """Stop all games under way, with their engines; harmless twice."""
        for slot in list(self._team):
            self._bury(slot)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start a process so that Ctrl-C does not reach it while it still loads its modules; ours comes afterwards.

    A new process begins with the signals blocked that its parent has blocked.
    """
    resource_tracker.ensure_running()  # which, when it must be started first, would unblock them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection) -> None:
    """A worker's life: play what comes, tell of engines and results, end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the runner's to judge
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # the engines shall not begin with it blocked
    engines: list[int] = []
    threading.Thread(target=_die_with_parent, args=(engines,), daemon=True).start()

    def started(pid: int) -> None:
        engines.append(pid)
        pipe.send(pid)

    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        record = play_game(job, started)
        engines.clear()
        pipe.send(record)


def _die_with_parent(engines: list[int]) -> None:
    """Thread: when the runner is gone, kill the engines and end, whatever the game is doing."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    for group in list(engines):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    os._exit(1)


# -- a cluster


class ClusterWorkers:
    """Games on the workers of a dask scheduler (extra `cluster`), one on each of their threads.

    A game is one task with its id in the key. A worker that is lost loses its game to another worker, with
    the same id and seed; the scheduler's memory is thrown away at the end, the store alone is the truth.
    """

    def __init__(self, address: str = "", hosts: Path | None = None, timeout: float = 30) -> None:
        """Connect to a scheduler, or start one over ssh (first host: scheduler; all hosts: workers).

        timeout: seconds to wait for the scheduler. Raises SpecError where dask.distributed is not installed
        or nobody answers.
        """
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise SpecError(f"a cluster needs dask.distributed: {extra('cluster')}") from None
        names = read_hosts(hosts) if hosts is not None else []
        self._cluster: Any = None
        try:
            if names:
                self._cluster = distributed.SSHCluster([names[0], *names])
            self._client: Any = distributed.Client(self._cluster or address, timeout=timeout)
        except (OSError, RuntimeError, ImportError, TimeoutError, ValueError) as error:
            raise SpecError(f"cluster {address or ', '.join(names)}: {error}") from error
        self._distributed = distributed
        self._jobs: dict[Any, GameJob] = {}
        self._attempts: dict[str, int] = defaultdict(int)

    @property
    def slots(self) -> int:
        """Threads of all workers now there (`dask worker --nthreads 4` plays four games at a time)."""
        return max(1, int(sum(self._client.ncores().values())))

    def submit(self, job: GameJob) -> None:
        """Give a game to the scheduler."""
        attempt = self._attempts[str(job.id)]
        self._attempts[str(job.id)] += 1
        future = self._client.submit(play_game, job, key=f"{job.id}#{attempt}", pure=False, retries=2)
        self._jobs[future] = job

    def completed(self, timeout: float) -> Iterator[Finished]:
        """Yield what has come back, after waiting `timeout` seconds at most for the first."""
        with contextlib.suppress(TimeoutError, self._distributed.TimeoutError):
            self._distributed.wait(list(self._jobs), timeout=timeout, return_when="FIRST_COMPLETED")
        for future in [f for f in self._jobs if f.done()]:
            job = self._jobs.pop(future)
            if future.status == "finished":
                yield Finished(job, future.result())
            else:
                yield Finished(job, None, f"the cluster lost the game: {future.status}")

    def close(self) -> None:
        """Leave the scheduler; games under way end on their workers and are forgotten. Harmless twice."""
        self._client.cancel(list(self._jobs), force=True)
        self._jobs.clear()
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def read_hosts(path: Path) -> list[str]:
    """Host names of a file, one a line; `#` begins a comment. Raises SpecError for an unreadable or empty
    file.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SpecError(f"hosts {path}: {error.strerror}") from error
    names = [name for line in lines if (name := line.split("#")[0].strip())]
    if not names:
        raise SpecError(f"hosts {path}: names no host")
    return names
