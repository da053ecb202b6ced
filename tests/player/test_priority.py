"""The priority of threads: lowered for the one that asks and what it starts, and for nobody else."""

import os
import sys
import threading

import pytest

from engine.config import Settings
from engine.game.game import Game
from engine.player.player import Player
from engine.player.priority import NICER, give_way
from engine.player.report import Report

linux = pytest.mark.skipif(sys.platform != "linux", reason="threads have a priority of their own on Linux only")


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def in_a_thread() -> list[int]:
    found: list[int] = []

    def run() -> None:
        give_way()
        found.append(niceness())
        child = threading.Thread(target=lambda: found.append(niceness()))
        child.start()
        child.join()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found


@linux
def test_a_thread_and_its_children_give_way_and_the_others_do_not() -> None:
    before = niceness()
    if before + NICER > 19:
        pytest.skip("this process is as nice as can be already")
    assert in_a_thread() == [before + NICER, before + NICER]
    assert niceness() == before


def test_a_system_that_forbids_it_is_left_in_peace(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*words: int) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(os, "setpriority", refuse)
    give_way()


@pytest.mark.parametrize("reported", [True, False])
def test_a_search_gives_way_only_where_somebody_waits_for_its_reports(
    monkeypatch: pytest.MonkeyPatch, reported: bool
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("engine.player.player.give_way", lambda: asked.append(threading.current_thread().name))
    player = Player(Settings(net="none", visits=5, threads=1))

    def note(report: Report) -> None:
        """Nothing is made of it."""

    player.choose(Game.new(9), on_report=note if reported else None)
    assert asked == (["search"] if reported else [])
