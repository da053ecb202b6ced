"""The priority of threads: where somebody waits for reports, the search stands back for the thread that makes them."""

import os
import sys
import threading
from contextlib import suppress

NICER = 5
"""Steps of niceness. A search as important as everything else lets a report wait until its turn is over, which on a
machine whose cores all think takes up to 23 ms; with these steps 10 (benchmarks.waits)."""


def give_way() -> None:
    """Make the calling thread, and those that it starts, less urgent than the rest of the process.

    Does nothing where threads have no priority of their own (all but Linux), or where the system forbids it.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + NICER)
