"""The stopwatch of the start: what it measures, not how long it took."""

from collections import defaultdict

from benchmarks import startup


def test_a_round_times_every_wait_once_and_in_order() -> None:
    """Start, first move, second move: the whole is no shorter than its parts."""
    found: dict[str, list[float]] = defaultdict(list)
    startup.one_round(["--net", "none"], found, "plain")
    name, first, second, whole = (found[f"plain: {what}"][0] for what in (
        "start to name", "boardsize 19 to genmove, at once", "boardsize 19 to genmove, loaded", "start to all"
    ))  # fmt: skip
    assert min(name, first, second) > 0
    assert name + first + second <= whole
    assert all(len(times) == 1 for times in found.values())


def test_memory_is_that_of_a_process_that_has_thought() -> None:
    """More than a Python that has only started, less than the machine."""
    assert 10 < startup.memory(["--net", "none", "--time-per-move", "0.1"]) < 2000
