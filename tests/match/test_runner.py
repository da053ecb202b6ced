"""Many games: stored once, resumed after a kill at any moment, void ones played again, engines checked."""

import itertools
import os
import random
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import sgf
from engine.errors import SpecError
from engine.match.openings import Opening
from engine.match.record import GameId, GameRecord, Outcome, Reason
from engine.match.runner import LOST_AT_MOST, Runner, check_engines, check_load
from engine.match.spec import EngineSpec, GameJob, GameSettings, derive_seed
from engine.match.store import Store
from engine.match.workers import Finished
from tests.patience import PATIENCE, eventually

ROOT = Path(__file__).parents[2]
FAKE = str(ROOT / "tests" / "fakes" / "go_engine.py")
SETTINGS = GameSettings(width=5, height=5, stall_ms=300_000)


def fake(name: str, *options: object) -> EngineSpec:
    return EngineSpec(name, (sys.executable, FAKE, *map(str, options)))


def jobs(count: int) -> list[GameJob]:
    a, b = EngineSpec("A", ("a",)), EngineSpec("B", ("b",))
    return [
        GameJob(id=GameId("ev", n, 1, n), black=a, white=b, settings=SETTINGS, opening=Opening("x"), seed=n)
        for n in range(1, count + 1)
    ]


def outcome(job: GameJob, outcome: Outcome = Outcome.BLACK, reason: Reason = Reason.RESIGN) -> GameRecord:
    return GameRecord(
        id=job.id, black="A", white="B", outcome=outcome, reason=reason, width=5, height=5, detail="as scripted"
    )


class Scripted:
    """Workers that answer from a script: for each attempt at a game what happens, a win where it says nothing."""

    def __init__(
        self, script: dict[int, list[Outcome | None]], slots: int = 1, void_by: Reason = Reason.HARNESS
    ) -> None:
        self.slots, self.script = slots, script
        self.void_by = void_by
        self.given: list[int] = []
        self.seeds: list[int] = []
        self.out: list[GameJob] = []
        self.closed = False

    def submit(self, job: GameJob) -> None:
        assert len(self.out) < self.slots
        self.given.append(job.id.number)
        self.seeds.append(job.seed)
        self.out.append(job)

    def completed(self, timeout: float) -> Iterator[Finished]:
        job = self.out.pop()
        script = self.script.get(job.id.number, [])
        step = script.pop(0) if script else Outcome.BLACK
        reason = self.void_by if step is Outcome.VOID else Reason.RESIGN
        yield Finished(job, None if step is None else outcome(job, step, reason), "worker died")

    def close(self) -> None:
        self.closed = True


def test_games_are_given_out_in_order_and_stored(tmp_path: Path) -> None:
    workers, told = Scripted({}), []
    with Store.create(tmp_path) as store:
        assert Runner(store, workers, on_record=lambda r: told.append(r.id.number)).run(jobs(4))
        assert workers.given == told == [1, 2, 3, 4]
        assert not workers.closed, "who made the workers closes them"
        assert [r.winner for r in store.results()] == ["A"] * 4
        assert sgf.load(tmp_path / "games" / "ev-2-1-2.sgf")[0].main_line().players == {1: "A", 2: "B"}
        again = Scripted({})
        assert Runner(store, again).run(jobs(6))
        assert again.given == [5, 6], "what has a result is not played again"


def test_no_more_games_at_once_than_slots(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        assert Runner(store, Scripted({}, slots=3)).run(jobs(7))
        assert len(store.results()) == 7


def test_void_games_are_played_again_with_their_id_and_seed(tmp_path: Path) -> None:
    workers = Scripted({2: [Outcome.VOID, Outcome.WHITE]})
    with Store.create(tmp_path) as store:
        assert Runner(store, workers).run(jobs(3))
        assert workers.given == [1, 2, 2, 3]
        assert store.voids(GameId("ev", 2, 1, 2)) == [(Reason.HARNESS, "as scripted")]
        assert workers.seeds == [1, 2, 2, 3]
        assert [r.winner for r in store.results()] == ["A", "B", "A"]


def test_a_replay_by_the_rules_has_a_seed_of_its_own_also_after_a_restart(tmp_path: Path) -> None:
    """Article 20.3: the same seed would bring the same cycle again."""
    again = derive_seed(2, "replay", 1)
    with Store.create(tmp_path) as store:
        workers = Scripted({2: [Outcome.VOID, None, Outcome.WHITE]}, void_by=Reason.NO_RESULT)
        assert Runner(store, workers).run(jobs(3))
        assert (workers.given, workers.seeds) == ([1, 2, 2, 2, 3], [1, 2, again, again, 3])
    with Store.create(tmp_path / "cut") as store:
        stopped = Scripted({2: [Outcome.VOID]}, void_by=Reason.NO_RESULT)
        assert not Runner(store, stopped, stop=lambda: len(stopped.given) == 2).run(jobs(3))
        resumed = Scripted({})
        assert Runner(store, resumed).run(jobs(3))
        assert resumed.seeds == [again, 3]


def test_two_voids_in_a_row_stop_the_pairing_and_leave_its_games_pending(tmp_path: Path) -> None:
    workers = Scripted({2: [Outcome.VOID] * 2})
    other = replace(jobs(4)[3], white=EngineSpec("C", ("c",)))
    with Store.create(tmp_path) as store:
        runner = Runner(store, workers)
        plan = [*jobs(3), other]
        workers.script[4] = [None] * 0

        def completed(timeout: float) -> Iterator[Finished]:
            job = workers.out[-1]
            for finished in Scripted.completed(workers, timeout):
                record = finished.record
                yield Finished(job, record and replace(record, white=job.white.name))

        workers.completed = completed  # type: ignore[method-assign]
        assert not runner.run(plan)
        assert workers.given == [1, 2, 2, 4], "other pairings go on"
        assert "2 void games in a row" in runner.stopped[("A", "B")]
        assert [game.id.number for game in store.pending()] == [2, 3]


def test_a_lost_worker_s_game_is_given_out_again_and_not_for_ever(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        workers = Scripted({1: [None, None]})
        assert Runner(store, workers).run(jobs(2))
        assert workers.given == [1, 1, 1, 2]
    with Store.create(tmp_path / "b") as store:
        workers = Scripted({1: [None] * 99})
        runner = Runner(store, workers)
        assert not runner.run(jobs(1))
        assert workers.given == [1] * (LOST_AT_MOST + 1)
        assert "lost" in runner.stopped[("A", "B")]


def test_stopping_leaves_the_rest_pending(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        runner = Runner(store, Scripted({}), stop=lambda: len(store.results()) >= 2)
        assert not runner.run(jobs(5))
        assert len(store.pending()) == 3


def test_the_first_interrupt_lets_games_end_and_the_second_does_not(tmp_path: Path) -> None:
    presses = iter([KeyboardInterrupt, None, None])

    def poll() -> None:
        press = next(presses, None)
        if press is not None:
            raise press

    with Store.create(tmp_path) as store:
        workers = Scripted({}, slots=2)
        assert not Runner(store, workers).run(jobs(5), poll=poll)
        assert len(store.results()) == 2, "the two games under way were finished"
        assert workers.given == [1, 2]
    with Store.create(tmp_path / "b") as store:
        presses = iter([KeyboardInterrupt, KeyboardInterrupt])
        assert not Runner(store, Scripted({}, slots=2)).run(jobs(5), poll=poll)
        assert store.results() == []


# -- the start-up check


def test_engines_are_checked_before_the_first_game() -> None:
    engines = [
        fake("good"),
        fake("dead", "--mode", "nostart"),
        EngineSpec("gone", ("/no/such/engine",)),
        replace(fake("blind", "--mode", "no-visits"), time="v5"),
        replace(fake("fussy"), startup=("fly away",)),
    ]
    problems = check_engines(engines, SETTINGS)
    assert [p.split(":")[0] for p in problems] == ["dead", "gone", "blind", "fussy"]
    assert "did not start" in problems[0]
    assert "kata-set-param" in problems[2]


def test_the_load_of_a_machine() -> None:
    assert check_load(1) == []
    assert "wait for one another" in check_load(10 * (os.cpu_count() or 1))[0]
    with pytest.raises(SpecError, match="games a core"):
        check_load(17 * (os.cpu_count() or 1))


# -- killed at any moment


def match_command(folder: Path, games: int, *more: str) -> list[str]:
    command = shlex.join([sys.executable, FAKE, "--seed", "{seed}", "--moves", "4"])
    engines = [f"{name}={command}" for name in ("A", "B")]
    flags = ["--size", "5", "--openings", "random:3", "--games", str(games), "--concurrency", "2", "--event", "ev"]
    return [sys.executable, "-m", "engine.match.cli", *engines, *flags, "--plain", "--out", str(folder), *more]


def finish(folder: Path, games: int) -> None:
    resume = ["--resume"] if (folder / "event.db").exists() else []
    done = subprocess.run(
        match_command(folder, games, *resume), cwd=ROOT, capture_output=True, text=True, timeout=3600, check=False
    )
    assert done.returncode == 0, done.stderr


def table(folder: Path) -> list[tuple[str, str, str, list[tuple[int, int]]]]:
    with Store.read(folder) as store:
        records = {record.id: record for record in store.records()}
        assert store.pending() == []
        assert len(list((folder / "games").glob("*.sgf"))) == len(records)
        return [
            (str(r.id), r.text, r.reason, [(m.color, m.point) for m in records[r.id].moves]) for r in store.results()
        ]


def kill_at_random_moments(folder: Path, games: int, kills: int, seed: int) -> int:
    """Start the match again and again and kill the runner with SIGKILL; returns how often it was cut off."""
    rng, cut = random.Random(seed), 0
    for _ in range(kills):
        resume = ["--resume"] if (folder / "event.db").exists() else []
        runner = subprocess.Popen(
            match_command(folder, games, *resume), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            runner.wait(rng.uniform(0.3, 2.5))
        except subprocess.TimeoutExpired:
            runner.send_signal(signal.SIGKILL)
            cut += 1
        runner.wait()
    return cut


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed") / "ev"
    finish(folder, 30)
    return folder


def prove_kills_change_nothing(folder: Path, undisturbed: Path, kills: int, seed: int) -> None:
    cut = kill_at_random_moments(folder, 30, kills, seed)
    assert cut >= 1
    finish(folder, 30)
    assert table(folder) == table(undisturbed)


def test_a_runner_killed_at_random_moments_resumes_to_the_same_table(tmp_path: Path, undisturbed: Path) -> None:
    prove_kills_change_nothing(tmp_path / "ev", undisturbed, 6, seed=1)


@pytest.mark.soak
def test_a_runner_killed_at_fifty_random_moments_resumes_to_the_same_table(tmp_path: Path, undisturbed: Path) -> None:
    total = 0
    for round in itertools.count():
        folder = tmp_path / str(round)
        total += kill_at_random_moments(folder, 30, 5, seed=round)
        finish(folder, 30)
        assert table(folder) == table(undisturbed)
        if total >= 50:
            return


def test_no_engine_outlives_a_killed_runner(tmp_path: Path) -> None:
    folder = tmp_path / "ev"
    mark = f"--seconds 77{os.getpid()}"
    engines = [f"{n}={shlex.join([sys.executable, FAKE, '--mode', 'hang', '--after', '1'])} {mark}" for n in "AB"]
    command = match_command(folder, 2)
    command[3:5] = engines
    runner = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        eventually(lambda: len(running(mark)) >= 4)  # two games of two engines are under way
    finally:
        runner.kill()
        runner.wait()
    eventually(lambda: running(mark) == [])


def running(mark: str) -> list[str]:
    """Command lines of engines that carry the mark."""
    lines = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if mark in line and "engine.match.cli" not in line and "go_engine" in line]


def test_a_match_spec_that_is_resumed_must_be_the_same(tmp_path: Path, undisturbed: Path) -> None:
    done = subprocess.run(
        match_command(undisturbed, 30, "--resume", "--seed", "9"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert "other seed" in done.stderr
