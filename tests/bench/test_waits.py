"""The stopwatch of what a GUI waits for: what it measures, not how long it took."""

from collections import defaultdict

from benchmarks import waits


def test_a_round_times_every_wait_once_and_in_order() -> None:
    """Start, first move, second move: the whole is no shorter than its parts."""
    found: waits.Times = defaultdict(list)
    waits.start(["--net", "none"], found, "plain")
    name, first, second, whole = (found[f"plain: {what}"][0] for what in (
        "start to name", "boardsize 19 to genmove, at once", "boardsize 19 to genmove, loaded", "start to all"
    ))  # fmt: skip
    assert min(name, first, second) > 0
    assert name + first + second <= whole
    assert all(len(times) == 1 for times in found.values())


def test_reports_are_timed_one_by_one_and_the_end_once() -> None:
    found: waits.Times = defaultdict(list)
    waits.reports(["--net", "none"], found, "plain")
    assert len(found["plain: a report off its time"]) >= waits.REPORTS
    assert min(found["plain: a report off its time"]) >= 0
    assert len(found["plain: quit while thinking to the end"]) == 1


def test_memory_is_that_of_a_process_that_has_thought() -> None:
    """More than a Python that has only started, less than the machine."""
    assert 10 < waits.memory(["--net", "none", "--time-per-move", "0.1"]) < 2000


def test_a_summary_has_a_percentile_where_there_are_enough() -> None:
    assert waits.summary([1.0, 3.0, 2.0]) == {"median_ms": 2.0, "worst_ms": 3.0}
    assert waits.summary([float(i) for i in range(1, 101)])["p95_ms"] == 96.0
