"""What a player sees and types: boards and lines out, lines in, without blocking the clock."""

import os
import select
import sys
import time
from typing import Protocol

from engine.render import color_board, text_board
from gocore import Position


class Screen(Protocol):
    """Where a game is shown and played."""

    def board(self, position: Position, last: int | None) -> None:
        """Show a position, the last move marked."""

    def say(self, text: str) -> None:
        """Show a line."""

    def ask(self, prompt: str) -> None:
        """Show a prompt; the answer comes from `line`."""

    def line(self, seconds: float) -> str | None:
        """Wait so long for a typed line; None when there is none yet. Raises EOFError at the end of the input."""


class Terminal:
    """The terminal, or a pipe. Draws in colour where that can be seen; NO_COLOR and plain turn it off."""

    def __init__(self, plain: bool = False) -> None:
        encoding = (sys.stdout.encoding or "").lower().replace("-", "")
        self._color = not plain and sys.stdout.isatty() and encoding == "utf8" and "NO_COLOR" not in os.environ
        self._typed = b""
        self._ended = False

    def board(self, position: Position, last: int | None) -> None:
        """Show a position, the last move marked."""
        self.say("\n" + (color_board if self._color else text_board)(position, last) + "\n")

    def say(self, text: str) -> None:
        """Show a line."""
        print(text, flush=True)

    def ask(self, prompt: str) -> None:
        """Show a prompt; the answer comes from `line`."""
        print(prompt, end="", flush=True)

    def line(self, seconds: float) -> str | None:
        """Wait so long for a typed line; None when there is none yet. Raises EOFError at the end of the input."""
        until = time.monotonic() + seconds
        while b"\n" not in self._typed and not self._ended:
            wait = max(0.0, until - time.monotonic())
            if not select.select([0], [], [], wait)[0]:
                return None
            block = os.read(0, 4096)
            self._ended = not block
            self._typed += block
        if not self._typed:
            raise EOFError("the input has ended")
        head, _, self._typed = self._typed.partition(b"\n")
        return head.decode(errors="replace").strip()
