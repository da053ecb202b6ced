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
        open_closed()
        _wire = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
    return _wire


def open_closed() -> None:
    """Open nothing (/dev/null) in place of a standard descriptor that is closed, as `2>&-` closes one.

    The next file that is opened would take its number, and everything that is meant for it.
    """
    for fd, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if fd else os.O_RDONLY)  # takes the lowest number that is free: this one
            os.set_inheritable(fd, True)
        if getattr(sys, name) is None:
            setattr(sys, name, open(fd, "w" if fd else "r", closefd=False))  # noqa: SIM115


class OutputFailed(OSError):
    """The output takes no more, and not because its reader has gone: a full disk, a broken device."""


def read_some(fd: int) -> bytes:
    """Wait for input and return it; nothing at its end. A descriptor that cannot be read is at its end."""
    while True:
        try:
            return os.read(fd, 1 << 16)
        except BlockingIOError:  # the other side has made it non-blocking, and has nothing to say
            select.select([fd], [], [])
        except OSError:
            return b""


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data`, in one call of the system where it takes it.

    Raises BrokenPipeError when the reader has gone, OutputFailed for any other reason.
    """
    while data:
        try:
            data = data[os.write(fd, data) :]
        except BlockingIOError:  # a pipe that the other side has made non-blocking, and that is full
            select.select([], [fd], [])
        except ConnectionError as error:
            raise BrokenPipeError(*error.args) from None
        except OSError as error:
            raise OutputFailed(error.errno, error.strerror) from None
