"""The reading thread: commands queue here while the engine thinks, and what must not wait gives its signal at
once.
"""

import os
import stat
import threading
import time
from collections import deque
from typing import Literal

from engine import wire
from engine.player.stop import StopSignal
from engine.protocol import codec
from engine.protocol.codec import Command
from engine.protocol.transcript import Transcript

Kind = Literal["analysis", "move"]

LAST_THOUGHT_MS = 700
"""What a search may still take once the input has ended: the engine is gone within a second."""
BURST_S = 0.25
"""An end of input this soon after the last line belongs to a script that was piped in, not to a controller
that left.
"""


class Item:
    """A command with its place in the input, counted in lines (blank and comment lines too)."""

    __slots__ = ("arrived", "command", "place")

    def __init__(self, command: Command, place: int, arrived: float) -> None:
        self.command, self.place, self.arrived = command, place, arrived


class Inbox:
    """All input of a session.

    Any line ends an analysis, also a blank or comment line. A move under way is ended by `# interrupt`, by
    `quit` and by the end of input only; the last two leave it LAST_THOUGHT_MS where they came in one burst
    with the commands before. Only a file, behind which nobody waits, lets a search by visits come to its end.
    """

    def __init__(self, fd: int, log: Transcript | None = None, allowance_ms: int = LAST_THOUGHT_MS) -> None:
        """Get ready to read a descriptor. allowance_ms: what the end of input leaves a move."""
        self._fd = fd
        self._from_file = stat.S_ISREG(os.fstat(fd).st_mode)
        self._allowance_ms = allowance_ms
        self._log = log
        self._ready = threading.Condition()
        self._items: deque[Item] = deque()
        self._place = 0
        self._ended = False
        self._left = False  # the controller went away, rather than a script having come to its end
        self._quit_place: int | None = None
        self._interrupt_place = 0
        self._last_data = time.monotonic()
        self._job: tuple[Kind, int, StopSignal, bool] | None = None

    def start(self) -> None:
        """Begin to read in a thread that ends with the process."""
        threading.Thread(target=self._read, name="reader", daemon=True).start()

    def get(self) -> Item | None:
        """Wait for the next command; None when the input has ended and all commands have been taken."""
        with self._ready:
            while not self._items and not self._ended:
                self._ready.wait()
            return self._items.popleft() if self._items else None

    @property
    def idle(self) -> bool:
        """Whether the controller waits for nothing and may still ask."""
        with self._ready:
            return not self._items and not self._ended

    # --- what a search needs to know ------------------------------------------------------------------------

    def begin(self, kind: Kind, place: int, stop: StopSignal, by_time: bool = True) -> int | None:
        """Tell that the command at `place` starts to think; `stop` is set when its time is up.

        by_time: the search has no limit in visits, so that it is planned for less time. Returns the most milliseconds
        to plan for, or None. Input that came before counts.
        """
        with self._ready:
            self._job = kind, place, stop, by_time
            if kind == "analysis":
                if self._place > place or self._ended:
                    stop.set()
                return None
            if self._interrupt_place > place or (self._ended and self._left):
                stop.set()
            if not self._no_more_after(place):
                return None
            if not by_time:
                self._allow_last_thought()
            return self._allowance_ms if by_time else None

    def end(self) -> None:
        """Tell that the thinking is over."""
        with self._ready:
            self._job = None

    def _no_more_after(self, place: int) -> bool:
        return self._ended or (self._quit_place is not None and self._quit_place > place)

    # --- the thread -----------------------------------------------------------------------------------------

    def _read(self) -> None:
        splitter = codec.LineSplitter()
        while True:
            data = wire.read_some(self._fd)
            if not data:
                break
            lines = splitter.feed(data)
            if lines:
                self._take([codec.decode(line) for line in lines])
            self._last_data = time.monotonic()
        rest = splitter.take_rest()
        if rest:
            self._take([codec.decode(rest)])
        self._end_of_input()

    def _take(self, lines: list[str]) -> None:
        now = time.monotonic()
        pause = now - self._last_data > BURST_S
        with self._ready:
            for line in lines:
                self._place += 1
                if self._log is not None:
                    self._log.write(">", line.rstrip("\r"))
                command = codec.parse_command(line)
                if command is not None:
                    self._items.append(Item(command, self._place, now))
                    if command.name == "quit" and self._quit_place is None:
                        self._quit_place = self._place
                        self._finish_move(pause)
                elif line.strip().lower() == "# interrupt":
                    self._interrupt_place = self._place
                    self._stop_job("move")
            self._stop_job("analysis")
            self._ready.notify()

    def _end_of_input(self) -> None:
        with self._ready:
            self._ended = True
            self._left = not self._from_file and time.monotonic() - self._last_data > BURST_S
            self._stop_job("analysis")
            self._finish_move(self._left)
            self._ready.notify()

    def _stop_job(self, kind: Kind) -> None:
        if self._job is not None and self._job[0] == kind:
            self._job[2].set()

    def _finish_move(self, at_once: bool) -> None:
        """End the move under way: at once, or after the last thought."""
        if self._job is None or self._job[0] != "move":
            return
        if at_once:
            self._job[2].set()
        else:
            self._allow_last_thought()

    def _allow_last_thought(self) -> None:
        """Give the move under way what the end of input leaves it."""
        assert self._job is not None
        _, _, stop, by_time = self._job
        if by_time or not self._from_file:
            timer = threading.Timer(self._allowance_ms / 1000, stop.set)
            timer.daemon = True
            timer.start()
