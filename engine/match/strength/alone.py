"""One engine at work on many units over GTP, several of it at a time; it is started anew after it broke."""

from __future__ import annotations

import contextlib
import queue
import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from engine.errors import MatchError, PeerDied, SpecError
from engine.match.runner import check_engines
from engine.match.spec import EngineSpec, GameSettings
from engine.match.strength.proof import Proof, Take, U, check_environment, filled_in
from engine.match.strength.series import Line, Series
from engine.protocol.client import Client

T = TypeVar("T")

PATIENCE_S = 300.0
"""The longest wait for any answer; opening a net for the first time takes a minute."""

BROKEN_IN_A_ROW = 3
"""So many units that broke their engine, one after the other, end the run."""


class Desk:
    """Where an engine works: a process at a time, asked with a deadline. `kill` may come from another thread."""

    def __init__(self, spec: EngineSpec, patience: float = PATIENCE_S) -> None:
        """Start nothing yet. patience: seconds to wait for an answer."""
        self.spec, self.patience = spec, patience
        self._client: Client | None = None
        self._lock = threading.Lock()
        self._killed = False

    def start(self, seed: int) -> None:
        """Start the engine, or start it anew. Raises PeerNotStarted, and PeerDied after `kill`."""
        self.close()
        with self._lock:
            if self._killed:
                raise PeerDied(f"{self.spec.name}: has been stopped", None)
            self._client = Client(self.spec.argv(seed), name=self.spec.name)

    @property
    def ready(self) -> bool:
        """Whether an engine is there that has broken nothing."""
        return self._client is not None and self._client.alive

    def ask(self, name: str, *words: object) -> str:
        """Ask the engine that was started. Raises PeerRefused, or another PeerError where it broke."""
        assert self._client is not None
        return self._client.ask(name, *words, timeout=self.patience).strip()

    def kill(self) -> None:
        """End the engine at once and start none any more."""
        with self._lock:
            self._killed = True
            if self._client is not None:
                self._client.kill()

    def close(self) -> None:
        """End the engine, if there is one; `start` may follow."""
        if self._client is not None:
            self._client.close(grace=1.0)
            self._client = None


def work_off(
    units: Iterable[U], do: Callable[[Desk, U], T], spec: EngineSpec, concurrency: int, patience: float = PATIENCE_S
) -> Generator[T, None, None]:
    """Yield what `do` makes of each unit, as it comes, by so many desks at a time, each in a thread of its own.

    Raises what `do` raises. Closing the iterator kills the engines; units under way are then forgotten.
    """
    waiting = deque(units)
    done: queue.SimpleQueue[tuple[T] | BaseException | None] = queue.SimpleQueue()
    desks = [Desk(spec, patience) for _ in range(min(concurrency, len(waiting)))]

    def work(desk: Desk) -> None:
        try:
            while waiting:
                try:
                    unit = waiting.popleft()
                except IndexError:  # another desk has just taken the last one
                    break
                done.put((do(desk, unit),))
        except BaseException as error:
            done.put(error)
        finally:
            desk.close()
            done.put(None)

    threads = [threading.Thread(target=work, args=(desk,), name="desk") for desk in desks]
    for thread in threads:
        thread.start()
    try:
        at_work = len(threads)
        while at_work:
            got = done.get()
            if isinstance(got, BaseException):
                raise got
            if got is None:
                at_work -= 1
            else:
                yield got[0]
    finally:
        waiting.clear()
        for desk in desks:
            desk.kill()
        for thread in threads:
            thread.join()


class Alone(Proof[U]):
    """A proof of one engine. Its lines have `fault`, what was wrong with the unit in words, empty where nothing was;
    and `broke` where the engine died, stalled or garbled.
    """

    patience = PATIENCE_S

    def __init__(self, name: str, plan: Mapping[str, Any]) -> None:
        """Take a plan. Raises SpecError."""
        super().__init__(name, plan)
        self.engine = EngineSpec.from_text(filled_in(plan["engine"]))

    @abstractmethod
    def do(self, desk: Desk, unit: U) -> Line:
        """Do one unit; whatever the engine does wrong is in the line."""

    @abstractmethod
    def words(self, line: Line) -> str:
        """Say what came of a unit, for whoever watches."""

    def check(self) -> None:
        """Start the engine once and set it up on a small board. Raises SpecError with what is wrong."""
        check_environment([self.engine])
        settings = GameSettings(width=9, height=9)
        if problems := check_engines([self.engine], settings):
            raise SpecError("; ".join(problems))

    def run(self, units: Sequence[U], concurrency: int, series: Series, take: Take) -> bool:
        """Do units; Ctrl-C gives up those under way. Raises MatchError where the engine breaks again and again."""
        broken = 0
        with contextlib.closing(work_off(units, self.do, self.engine, concurrency, self.patience)) as lines:
            try:
                for line in lines:
                    take(line, self.words(line))
                    broken = broken + 1 if line.get("broke") else 0
                    if broken >= BROKEN_IN_A_ROW:
                        raise MatchError(f"the engine broke {broken} times in a row, the last: {line['fault']}")
            except KeyboardInterrupt:
                return False
        return True
