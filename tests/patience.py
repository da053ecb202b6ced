"""How long a test waits for what must come."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 180.0
"""Seconds: so long that no other work of the machine makes a wait fail, and what hangs still does.

A bound in a test is this one, or it is none: how soon something comes is for `benchmarks`, on a quiet machine. What
must not be waited for takes an hour in the tests.
"""


def eventually(question: Callable[[], T]) -> T:
    """Ask until the answer is true, and return it."""
    end = time.monotonic() + PATIENCE
    while not (answer := question()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    return answer
