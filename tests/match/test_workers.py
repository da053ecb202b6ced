"""Those who play: local processes that may die, and a dask cluster of local processes."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.errors import MatchError, SpecError
from engine.match.record import GameId, Outcome
from engine.match.spec import EngineSpec, GameJob, GameSettings
from engine.match.workers import ClusterWorkers, Finished, LocalWorkers, Workers, _Slot, read_hosts
from tests.patience import PATIENCE, eventually

FAKE = str(Path(__file__).parents[1] / "fakes" / "go_engine.py")
SETTINGS = GameSettings(width=5, height=5, command_ms=round(1000 * PATIENCE), startup_ms=round(1000 * PATIENCE))


def job(number: int, *options: str) -> GameJob:
    engines = [EngineSpec(name, (sys.executable, FAKE, "--seed", "{seed}", *options)) for name in ("A", "B")]
    return GameJob(id=GameId("ev", 1, 1, number), black=engines[0], white=engines[1], settings=SETTINGS, seed=number)


def collect(workers: Workers, count: int) -> list[Finished]:
    found: list[Finished] = []
    end = time.monotonic() + PATIENCE
    while len(found) < count and time.monotonic() < end:
        found += workers.completed(0.2)
    return found


def wait_for_engines(workers: LocalWorkers) -> list[int]:
    """The engines of the game under way, once both are there."""

    def both() -> list[int]:
        list(workers.completed(0.1))
        engines = workers.engines()
        return engines if len(engines) == 2 else []

    return eventually(both)


def gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_ctrl_c_does_not_reach_a_worker_that_still_starts() -> None:
    """It goes to the whole process group, also to workers that have not come so far as to ignore it."""
    workers = LocalWorkers(1)
    try:
        for number in (1, 2):  # the first one starts multiprocessing's own helper as well
            workers.submit(job(number, "--moves", "2"))
            for pid in workers.pids():
                os.kill(pid, signal.SIGINT)
            found = collect(workers, 1)
            assert [finished.lost for finished in found] == [""] and found[0].record is not None
    finally:
        workers.close()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_games_come_back_with_their_records() -> None:
    workers = LocalWorkers(2)
    try:
        workers.submit(job(1))
        workers.submit(job(2))
        with pytest.raises(MatchError, match="busy"):
            workers.submit(job(3))
        found = collect(workers, 2)
        assert sorted(f.job.id.number for f in found) == [1, 2]
        assert all(f.record is not None and f.record.id == f.job.id for f in found)
        workers.submit(job(3))
        assert collect(workers, 1)[0].job.id.number == 3
    finally:
        workers.close()
        workers.close()


def test_a_killed_worker_loses_its_game_and_its_engines() -> None:
    workers = LocalWorkers(1)
    try:
        workers.submit(job(1, "--mode", "hang", "--after", "2"))
        engines = wait_for_engines(workers)
        os.kill(workers.pids()[0], signal.SIGKILL)
        (finished,) = collect(workers, 1)
        assert finished.record is None
        assert "-9" in finished.lost
        assert all(eventually(lambda group=group: gone(group)) for group in engines)
        workers.submit(job(1))
        assert collect(workers, 1)[0].record is not None, "a new worker takes its place"
    finally:
        workers.close()


def test_closing_ends_games_and_engines() -> None:
    workers = LocalWorkers(1)
    workers.submit(job(1, "--mode", "hang", "--after", "2"))
    engines = wait_for_engines(workers)
    workers.close()
    assert all(eventually(lambda group=group: gone(group)) for group in engines)


def test_closing_ends_an_engine_that_nobody_has_heard_of_yet() -> None:
    """The worker has told of it, and is gone."""

    class Gone(multiprocessing.Process):
        def kill(self) -> None:
            pass

        def join(self, timeout: float | None = None) -> None:
            pass

    ours, theirs = multiprocessing.Pipe()
    workers = LocalWorkers(1)
    workers._team.append(_Slot(Gone(), ours))
    with subprocess.Popen(["sleep", "3600"], start_new_session=True) as engine:
        theirs.send(engine.pid)
        theirs.close()
        workers.close()
        assert engine.wait(PATIENCE) == -signal.SIGKILL


def test_no_worker_at_all_is_refused() -> None:
    with pytest.raises(SpecError, match="at least 1"):
        LocalWorkers(0)


def test_hosts(tmp_path: Path) -> None:
    path = tmp_path / "hosts.txt"
    path.write_text("# ours\nalpha\n\n beta  # the fast one\n")
    assert read_hosts(path) == ["alpha", "beta"]
    path.write_text("# none\n")
    with pytest.raises(SpecError, match="no host"):
        read_hosts(path)
    with pytest.raises(SpecError, match="No such file"):
        read_hosts(tmp_path / "missing")


def test_a_cluster_that_does_not_answer() -> None:
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    with pytest.raises(SpecError, match="cluster"):
        ClusterWorkers("tcp://127.0.0.1:9", timeout=1)


def test_a_cluster_plays_and_survives_a_killed_worker() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=":0") as cluster:
        workers = ClusterWorkers(cluster.scheduler_address)
        try:
            assert workers.slots == 3
            for number in range(1, 7):
                workers.submit(job(number))
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
            found = collect(workers, 6)
        finally:
            workers.close()
    assert sorted(f.job.id.number for f in found) == [1, 2, 3, 4, 5, 6]
    assert all(f.record is not None and f.record.outcome in (Outcome.BLACK, Outcome.WHITE) for f in found)
