"""Work off queries: one search at a time with all its threads, the most urgent position first."""

import heapq
import itertools
import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine import __version__
from engine.analysis.answer import answer
from engine.analysis.query import Action, Query, parse
from engine.config import Settings
from engine.errors import QueryError
from engine.player.budget import Budget
from engine.player.player import Player
from engine.player.stop import StopSignal

DEFAULT_VISITS = 500
"""Visits of a query that names no limit, where the settings name none either."""
NEVER_MS = 10**9
"""Between reports where none is wanted."""


@dataclass(order=True, slots=True)
class _Task:
    """One position that waits or is searched; compares by urgency, then by arrival."""

    key: tuple[int, int]
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    stop: StopSignal = field(compare=False, default_factory=StopSignal)


class Server:
    """The queue between the reading thread and the search. `send` takes each answer as a value, from either thread."""

    def __init__(
        self, settings: Settings, send: Callable[[dict[str, Any]], None], player: Player | None = None
    ) -> None:
        self._settings = settings
        self._player = player or Player(settings)
        self._send_now = send
        self._sending = threading.Lock()
        self._ready = threading.Condition()
        self._waiting: list[_Task] = []
        self._running: _Task | None = None
        self._ended = False
        self._count = itertools.count()
        self._forget = False

    def serve(self, lines: Iterable[str], wait: bool = True) -> None:
        """Answer until the lines end. wait: finish the queries that are there then; else drop them."""
        worker = threading.Thread(target=self._work, name="analysis", daemon=True)
        worker.start()
        for line in lines:
            if line.strip():
                self.take(line)
        if not wait:
            self._terminate(lambda task: True)
        with self._ready:
            self._ended = True
            self._ready.notify_all()
        worker.join()
        self._player.close()

    def take(self, line: str) -> None:
        """Take one line; answer at once what is no position."""
        try:
            request = parse(line)
        except QueryError as error:
            self._send(error.as_json())
            return
        if isinstance(request, Action):
            self._act(request)
            return
        for name, text in request.warnings:
            self._send({"id": request.id, "field": name, "warning": text})
        with self._ready:
            for turn in sorted(request.games):
                heapq.heappush(self._waiting, _Task((-request.priorities[turn], next(self._count)), request, turn))
            self._ready.notify_all()

    def _send(self, value: dict[str, Any]) -> None:
        with self._sending:
            self._send_now(value)

    # --- actions ------------------------------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        reply = dict(action.fields)
        if action.name == "query_version":
            reply |= {"version": f"Tianyuan {__version__}", "git_hash": ""}
        elif action.name == "query_models":
            net = self._settings.net or "default"
            reply["models"] = [{"name": net, "internalName": net, "maxBatchSize": 1, "usesHumanSLProfile": False}]
        elif action.name == "clear_cache":
            self._forget = True
        else:
            every = action.name == "terminate_all"
            self._terminate(
                lambda task: (
                    (every or task.query.id == action.terminate_id)
                    and (action.turns is None or task.turn in action.turns)
                )
            )
        self._send(reply)

    def _terminate(self, hit: Callable[[_Task], bool]) -> None:
        """Drop the positions that wait, each with an answer that says so; end the search of the one that runs."""
        with self._ready:
            dropped = [task for task in self._waiting if hit(task)]
            self._waiting = [task for task in self._waiting if not hit(task)]
            heapq.heapify(self._waiting)
            if self._running is not None and hit(self._running):
                self._running.stop.set()
        for task in sorted(dropped):
            self._send({"id": task.query.id, "isDuringSearch": False, "turnNumber": task.turn, "noResults": True})

    # --- the search ---------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            with self._ready:
                while not self._waiting and not self._ended:
                    self._ready.wait()
                if not self._waiting:
                    return
                task = self._running = heapq.heappop(self._waiting)
            try:
                self._search(task)
            except Exception as error:  # a fault of ours costs one answer, not the server
                self._send({"id": task.query.id, "error": f"internal error: {type(error).__name__}: {error}"})
            finally:
                with self._ready:
                    self._running = None

    def _search(self, task: _Task) -> None:
        query, turn = task.query, task.turn
        if self._forget or query.wishes[turn].only:
            # What is known of the other moves would use up the visits that the ones left are to have.
            self._forget = False
            self._player.close()
        visits = query.visits or self._settings.visits
        if visits is None and query.max_ms is None:
            visits = DEFAULT_VISITS
        report = self._player.analyse(
            query.games[turn],
            lambda partial: self._send(answer(query, turn, partial, True)) if query.first_ms else None,
            interval_ms=query.every_ms or NEVER_MS,
            first_ms=query.first_ms,
            stop=task.stop,
            budget=Budget(None, query.max_ms, visits),
            wish=query.wishes[turn],
        )
        self._send(answer(query, turn, report, False))


def to_line(value: dict[str, Any]) -> str:
    """Write an answer as one line of JSON."""
    return json.dumps(value, separators=(",", ":")) + "\n"
