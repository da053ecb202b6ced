"""The stopwatch of what comes on top of bare work: what it compares with what, not how long it took."""

import subprocess
import sys
from typing import Any

import pytest

from benchmarks import overheads
from gocore import Position


def test_an_import_is_the_start_with_it_less_the_bare_one_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def started(code: str) -> tuple[float, float]:
        ran.append(code)
        return (30.0 + len(ran), 25.0) if code == "import gocore" else (20.0 + len(ran), 17.0)

    monkeypatch.setattr(overheads, "started", started)
    found = overheads.imports(6)
    assert sorted(ran[:2]) == ["import gocore", "pass"]  # these do not count
    pairs = [ran[k : k + 2] for k in range(2, 14, 2)]
    assert all(sorted(pair) == ["import gocore", "pass"] for pair in pairs)
    assert found["import gocore, ms by the clock"] == [9.0 if pair[0] == "import gocore" else 11.0 for pair in pairs]
    assert set(found["import gocore, ms by the clock"]) == {9.0, 11.0}  # neither is always the first
    assert found["import gocore, ms of processor time"] == [8.0] * 6


def test_a_start_is_that_of_the_core_of_this_tree_and_takes_time() -> None:
    wall, cpu = overheads.started(
        "import gocore, pathlib; assert pathlib.Path(gocore.__file__).parent.parent.samefile('.')"
    )
    assert wall > 0 and cpu > 0
    with pytest.raises(subprocess.CalledProcessError):
        overheads.started("raise SystemExit(3)")


def test_the_import_brings_none_of_the_slow_modules() -> None:
    """The core's own, and few small ones: `typing` alone would more than double the time."""
    code = "import sys; before = set(sys.modules); import gocore; print(*(set(sys.modules) - before))"
    words = [sys.executable, "-S", "-c", code]  # -S: what is installed beside it may have imported them already
    came = subprocess.run(words, cwd=overheads.ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert "gocore.position" in came
    assert not {"typing", "re", "enum", "contextlib", "dataclasses", "random", "threading", "numpy"} & set(came)


def done(count: float, wall: float, cpu: float) -> overheads.Done:
    made = overheads.Done()
    made.add(count, wall, cpu)
    return made


def test_two_threads_are_compared_with_the_sum_of_two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def searches(size: int, seconds: float, sides: list[list[int]], seed: int) -> list[list[overheads.Done]]:
        asked.append((size, seconds, sides, seed))
        return [[done(30, 1, 2)], [done(10, 1, 0.625), done(30, 2, 30 / 14)]]

    monkeypatch.setattr(overheads, "searches", searches)
    found = overheads.threads(3, 0.5, [5, 7])
    wanted = [(size, 0.5, [[2], [1, 1]], 2 * k) for k in range(3) for size in (5, 7)]
    assert sorted(asked, key=str) == sorted(wanted, key=str)
    assert found == {
        f"2 threads to 2 processes, {size}x{size}, {clock}": [pytest.approx(ratio)] * 3
        for size in (5, 7)
        for clock, ratio in (("by the clock", 1.2), ("by processor time", 1.0))
    }


def test_work_adds_up_turn_by_turn() -> None:
    made = done(6, 1, 2)
    made.add(2, 3, 2)
    assert (made.per_wall_s, made.per_cpu_s) == (2, 2)


def test_searches_run_in_processes_of_their_own() -> None:
    sides = overheads.searches(5, 0.2, [[2], [1, 1]], 3)
    assert [len(side) for side in sides] == [1, 2]
    assert all(each.count > 0 and each.wall >= 0.2 and each.cpu > 0 for side in sides for each in side)
    with pytest.raises(subprocess.CalledProcessError):
        overheads.searches(99, 0.02, [[1, 1]], 3)


def test_the_tree_is_compared_with_playouts_from_the_same_position(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, list[str]] = {"search": [], "kernel": []}
    now = 0.0
    monkeypatch.setattr(overheads.time, "process_time", lambda: now)

    def work(name: str, cost: float) -> Any:
        def begun(position: Position, seed: int) -> Any:
            seen[name].append(f"{position.diagram()} {seed}")

            def turn(seconds: float) -> int:
                nonlocal now
                assert seconds == 0.5 / overheads.TURNS
                now += cost
                return 12

            return turn

        return begun

    monkeypatch.setattr(overheads, "simulated", work("search", 4))
    monkeypatch.setattr(overheads, "played", work("kernel", 3))
    found = overheads.tree(2, 0.5, [5])
    assert found == {f"simulations to playouts, 5x5, {where}": [0.75] * 2 for where in ("empty", "middle game")}
    assert seen["search"] == seen["kernel"] and len(set(seen["search"])) == 4


def test_the_search_of_the_tree_plays_light_playouts_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Noted(overheads.Search):
        def __init__(self, **options: Any) -> None:
            made.append(self)

    monkeypatch.setattr(overheads, "Search", Noted)
    search = overheads.simulated(Position(5), 4)
    assert search(0.02) > 0 and search(0.02) > 0
    assert [(search.threads, search.policy, search.seed) for search in made] == [(1, "light", 4)]
    assert overheads.played(Position(5), 4)(0.02) > 0


def test_it_prints_a_line_for_each_row(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overheads, "tree", lambda *_: {"a row": [3.0, 1.0, 2.0]})
    assert overheads.main(["--parts", "tree", "tree", "--rounds", "3", "--seconds", "0.01", "--sizes", "5"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("medians of 3 rounds, ")
    assert [line.split() for line in lines] == [["a", "row", "2.00", "(1.00", "..", "3.00)"]]


def test_a_process_that_fails_is_told_of(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(overheads.STARTS, "gocore", "raise SystemExit(7)")
    assert overheads.main(["--parts", "import", "--rounds", "1"]) == 1
    assert capsys.readouterr().err == "python -m benchmarks.overheads: import: a process ended with status 7\n"


@pytest.mark.parametrize("words", [["--rounds", "0"], ["--seconds", "0"], ["--sizes", "26"], ["--parts", "speed"]])
def test_bad_words_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        overheads.main(words)
