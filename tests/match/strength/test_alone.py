"""One engine at work on many units: several at a time, started anew, killed when nobody listens."""

import threading
from pathlib import Path
from typing import Any

import pytest

from engine.errors import MatchError, PeerDied, PeerError, PeerRefused, PeerStalled, SpecError
from engine.match.strength.alone import BROKEN_IN_A_ROW, Desk, work_off
from engine.match.strength.series import Series
from engine.match.strength.variety import VarietyProof
from tests.match.strength.helpers import reader, spec
from tests.patience import PATIENCE

ECHO = reader(echo=["{seed}-{asked}"], die=["!"], hang=["..."], no=["?not now"])


def ask(desk: Desk, unit: str) -> str:
    if not desk.ready:
        desk.start(7)
    try:
        return desk.ask(*unit.split())
    except PeerError as error:
        return type(error).__name__


def test_every_unit_is_done_once_by_several_desks() -> None:
    units = [f"echo {number}" for number in range(12)]
    threads = set()

    def do(desk: Desk, unit: str) -> str:
        threads.add(threading.current_thread())
        return ask(desk, unit)

    assert sorted(work_off(units, do, spec(ECHO), 3)) == sorted(f"7-{number}" for number in range(12))
    assert len(threads) == 3
    assert not any(thread.is_alive() for thread in threads)
    assert list(work_off([], do, spec(ECHO), 3)) == []


def test_a_refusal_leaves_the_engine_where_it_is_and_a_death_brings_another() -> None:
    desk = Desk(spec(ECHO))
    desk.start(1)
    with pytest.raises(PeerRefused):
        desk.ask("no")
    assert desk.ready
    with pytest.raises(PeerDied):
        desk.ask("die")
    assert not desk.ready
    desk.start(2)
    assert desk.ask("echo", "here") == "2-here"
    desk.close()
    assert not desk.ready


def test_an_engine_that_hangs_is_left_after_the_deadline() -> None:
    """It would hang for an hour."""
    desk = Desk(spec(ECHO), patience=0.5)
    desk.start(1)
    with pytest.raises(PeerStalled):
        desk.ask("hang")
    desk.close()


def test_nobody_waits_for_units_that_nobody_takes() -> None:
    """The engine would hang for an hour, and a desk waits as long."""
    seen = []
    units = ["echo 1", "hang", "echo 2"]
    lines = work_off(units, lambda desk, unit: seen.append(unit) or ask(desk, unit), spec(ECHO), 1, patience=3600)
    assert next(lines) == "7-1"
    closing = threading.Thread(target=lines.close)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    assert "echo 2" not in seen


def test_a_desk_that_was_killed_starts_nothing() -> None:
    desk = Desk(spec(ECHO))
    desk.kill()
    with pytest.raises(PeerDied, match="stopped"):
        desk.start(1)


def test_a_fault_of_ours_comes_out() -> None:
    def do(desk: Desk, unit: int) -> int:
        return 1 // unit

    with pytest.raises(ZeroDivisionError):
        list(work_off([1, 0], do, spec(ECHO), 2))


def proof(command: str, **changes: Any) -> VarietyProof:
    plan: dict[str, Any] = {"version": 1, "title": "t", "concurrency": 1, "engine": command, "size": 9}
    return VarietyProof("v", plan | {"games": 5, "moves": 1, "equal": 2} | changes)


def test_an_engine_that_breaks_again_and_again_ends_the_run(tmp_path: Path) -> None:
    found = []
    series = Series(tmp_path / "lines.jsonl", "key")
    dying = proof(reader(genmove=["!"]))
    with pytest.raises(MatchError, match=r"3 times in a row, the last: engine: .*ended with status 1"):
        dying.run(list(dying.units().values()), 1, series, lambda line, words: found.append(line))
    assert len(found) == BROKEN_IN_A_ROW
    assert all(line["broke"] for line in found)


def test_an_interrupt_ends_a_run_without_a_line(tmp_path: Path) -> None:
    fine = proof(reader(genmove=["D4"]))

    def take(line: object, words: str) -> None:
        raise KeyboardInterrupt

    assert not fine.run([1, 2, 3], 1, Series(tmp_path / "lines.jsonl", "key"), take)


@pytest.mark.parametrize(
    ("command", "words"), [("/no/such/engine", "no/such"), (reader(boardsize=["?no"]), "boardsize")]
)
def test_an_engine_that_cannot_be_had(command: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        proof(command).check()


def test_an_engine_without_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH_NET", raising=False)
    with pytest.raises(SpecError, match="NO_SUCH_NET"):
        proof("engine --net $NO_SUCH_NET").check()
