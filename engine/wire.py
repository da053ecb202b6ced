"""Keep standard output for one protocol alone.

Imported before anything else by the verbs that speak a protocol on standard output, so that no import,
warning or stray print can ever reach the other side: the real output moves to a descriptor of its own, and
descriptor 1 and `sys.stdout` become standard error.
"""

import os
import select
import sys

_wire: int | None = None


def claim_stdout() -> int:
    """Return a descriptor of the real standard output, from now on the only way to it. Later calls return the
    same.
    """
    global _wire
    if _wire is None:
        _wire = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
    return _wire


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data`, in one call of the system where it takes it. Raises BrokenPipeError and other
    OSErrors.
    """
    while data:
        try:
            data = data[os.write(fd, data) :]
        except BlockingIOError:  # a pipe that the other side has made non-blocking, and that is full
            select.select([], [fd], [])
