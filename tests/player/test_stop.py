"""A signal is heard whenever it came, and once."""

import threading

from engine.player.stop import StopSignal
from tests.patience import PATIENCE


def test_a_signal_calls_back_once_and_stays_set() -> None:
    stop, heard = StopSignal(), []
    stop.when_set(lambda: heard.append(1))
    assert not stop.is_set
    assert not stop.wait(0)
    stop.set()
    stop.set()
    assert heard == [1]
    assert stop.is_set
    assert stop.wait()


def test_a_signal_that_came_too_early_is_heard() -> None:
    stop, heard = StopSignal(), []
    stop.set()
    stop.when_set(lambda: heard.append(1))
    assert heard == [1]


def test_a_signal_from_another_thread_ends_a_wait() -> None:
    stop = StopSignal()
    threading.Timer(0.05, stop.set).start()
    assert stop.wait(PATIENCE)
