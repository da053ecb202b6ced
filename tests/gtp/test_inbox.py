"""When a search is told to end: the end of input and `quit`, over real pipes and with wide bounds."""

import os
import tempfile
from collections.abc import Iterator

import pytest

from engine.gtp.inbox import Inbox
from engine.player.stop import StopSignal
from tests.patience import PATIENCE

SHORT_MS = 30
LONG_MS = 10**8


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    yield read, write
    os.close(read)


def ends(pipe: tuple[int, int], words: bytes, by_time: bool, after: bool) -> StopSignal:
    """Begin a move and say `words` (nothing: close the pipe) before or `after` that."""
    read, write = pipe
    inbox, stop = Inbox(read, allowance_ms=SHORT_MS), StopSignal()
    inbox.start()
    os.write(write, b"genmove b\n")
    item = inbox.get()
    assert item is not None
    if after:
        inbox.begin("move", item.place, stop, by_time)
    os.write(write, words)
    os.close(write)
    if not after:
        while inbox.get() is not None:
            pass
        assert inbox.begin("move", item.place, stop, by_time) == (SHORT_MS if by_time else None)
    return stop


@pytest.mark.parametrize("words", [b"", b"quit\n"])
@pytest.mark.parametrize("after", [False, True])
def test_the_end_of_a_pipe_ends_a_move_by_visits_after_a_last_thought(
    pipe: tuple[int, int], words: bytes, after: bool
) -> None:
    assert ends(pipe, words, by_time=False, after=after).wait(PATIENCE)


def test_the_end_of_a_pipe_ends_a_move_by_time(pipe: tuple[int, int]) -> None:
    assert ends(pipe, b"quit\n", by_time=True, after=True).wait(PATIENCE)


def test_a_burst_leaves_a_move_its_last_thought(pipe: tuple[int, int]) -> None:
    read, write = pipe
    os.write(write, b"genmove b\nquit\n")
    os.close(write)
    inbox, stop = Inbox(read, allowance_ms=LONG_MS), StopSignal()
    inbox.start()
    while inbox.get() is not None:
        pass
    inbox.begin("move", 1, stop, by_time=False)
    assert not stop.is_set


def test_a_file_lets_a_move_by_visits_come_to_its_end() -> None:
    with tempfile.TemporaryFile() as file:
        file.write(b"genmove b\nquit\n")
        file.seek(0)
        inbox, stop = Inbox(file.fileno(), allowance_ms=SHORT_MS), StopSignal()
        inbox.start()
        while inbox.get() is not None:
            pass
        assert inbox.begin("move", 1, stop, by_time=False) is None
        assert not stop.wait(10 * SHORT_MS / 1000)
        assert inbox.begin("move", 1, stop, by_time=True) == SHORT_MS
