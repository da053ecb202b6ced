"""Writing files so that nobody ever finds half of one."""

import contextlib
import os
from pathlib import Path


def write_whole(path: str | os.PathLike[str], text: str, *, sync: bool = False) -> None:
    """Write a file whole or not at all: under another name beside it first, then renamed.

    A link stays: what it points to is written. What is there and no regular file, such as a device or a pipe, cannot
    be exchanged and is written to as it is. sync: have it on the disk before it gets its name. UTF-8, lines end in
    a line feed. Raises OSError, and leaves then what was there.
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        target.write_text(text, encoding="utf-8", newline="\n")
        return
    target = Path(os.path.realpath(target))
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(draft):
            error.filename, error.filename2 = str(path), None
        raise
