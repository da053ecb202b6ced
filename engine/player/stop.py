"""A signal to stop thinking that any thread may give at any time."""

import threading
from collections.abc import Callable


class StopSignal:
    """Set once and for all; what waits for it is told even when the signal came before the waiting began."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []

    @property
    def is_set(self) -> bool:
        """Whether the signal has been given."""
        return self._event.is_set()

    def set(self) -> None:
        """Give the signal: call back everybody who asked for it, from this thread."""
        with self._lock:
            if self._event.is_set():
                return
            self._event.set()
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    def when_set(self, callback: Callable[[], None]) -> None:
        """Have `callback` called when the signal is given, at once when it has been."""
        with self._lock:
            if not self._event.is_set():
                self._callbacks.append(callback)
                return
        callback()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the signal, at most `seconds`; return whether it has been given."""
        return self._event.wait(seconds)
