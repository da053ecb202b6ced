"""A file that takes whole lines with their time: what `--log` and the match's engine transcripts write."""

import threading
import time
from pathlib import Path
from typing import TextIO

from engine.config import file_path
from engine.errors import ConfigError
from engine.wording import plain


class Transcript:
    """Append lines to a file, each with the time of day, a mark and the thread-safe promise that lines stay
    whole. What would move a cursor or end a line is written with its name, such as `\\x1b`.

    Marks: `>` what an engine is told, `<` what it answers, `!` its stderr, `*` a note. Each line is flushed
    at once, so that the file is whole after a crash. A line that cannot be written (a full disk) is dropped:
    a log never stops a game.
    """

    def __init__(self, path: Path | str) -> None:
        """Open `path` for appending. Raises OSError when that cannot be."""
        self._file: TextIO | None = Path(path).open("a", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        self._lock = threading.Lock()

    def write(self, mark: str, text: str) -> None:
        """Write each line of `text` with the mark; final newlines go."""
        now = time.time()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(now)) + f".{int(now * 1000) % 1000:03d}"
        rows = "".join(f"{stamp} {mark} {plain(line)}\n" for line in text.rstrip("\n").split("\n"))
        with self._lock:
            if self._file is not None:
                try:
                    self._file.write(rows)
                    self._file.flush()
                except OSError:
                    pass

    def close(self) -> None:
        """Close the file; later lines are dropped."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None


def open_log(name: str | None) -> Transcript | None:
    """Open the file that the option `log` names, None for none. Raises ConfigError when it cannot be written."""
    if name is None:
        return None
    path = file_path(name)
    try:
        return Transcript(path)
    except (OSError, ValueError) as error:
        raise ConfigError(f"log: {path}: cannot be written: {getattr(error, 'strerror', error)}") from None
