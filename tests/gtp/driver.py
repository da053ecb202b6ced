"""Talk to the engine over real pipes, byte for byte."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from queue import Empty, Queue

from engine import wire
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
QUICK = ("--visits", "32", "--threads", "1", "--seed", "1", "--net", "none")


def command(*flags: str) -> list[str]:
    return [sys.executable, "-m", "engine", *flags]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}


def run(script: bytes, *flags: str) -> subprocess.CompletedProcess[bytes]:
    """Pipe a script in; a search that is under way when it has ended gets no more than a last thought."""
    return subprocess.run(
        command(*flags), input=script, capture_output=True, timeout=PATIENCE, env=environment(), check=False
    )


def run_file(script: bytes, *flags: str) -> subprocess.CompletedProcess[bytes]:
    """Read a script from a file, as `tianyuan < script` does; searches by visits come to their end."""
    with tempfile.TemporaryFile() as file:
        file.write(script)
        file.seek(0)
        return subprocess.run(
            command(*flags), stdin=file, capture_output=True, timeout=PATIENCE, env=environment(), check=False
        )


def replies(output: bytes) -> list[str]:
    """Cut output into answers; anything that is none of them fails."""
    text = output.decode()
    assert text.endswith("\n\n") or not text, text[-80:]
    parts = text.split("\n\n")[:-1]
    for part in parts:
        assert part[0] in "=?", f"text outside an answer: {part!r}"
    return parts


class Engine:
    """One engine process: lines out, whole answers back, each with a deadline."""

    def __init__(self, *flags: str) -> None:
        self.process = subprocess.Popen(
            command(*flags),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            bufsize=0,
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.lines: Queue[str | None] = Queue()
        self.errors: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        buffered = os.fdopen(os.dup(self.process.stdout.fileno()), "rb")
        for line in buffered:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr
        for line in os.fdopen(os.dup(self.process.stderr.fileno()), "rb"):
            self.errors.append(line.decode())

    def write(self, data: bytes | str) -> None:
        assert self.process.stdin
        wire.write_all(self.process.stdin.fileno(), data.encode() if isinstance(data, str) else data)

    def line(self, timeout: float = PATIENCE) -> str | None:
        """The next line of output, None at its end."""
        try:
            return self.lines.get(timeout=timeout)
        except Empty:
            raise AssertionError(f"no line within {timeout} s") from None

    def reply(self, timeout: float = PATIENCE) -> str:
        """The next whole answer, without the empty line that ends it."""
        found: list[str] = []
        while True:
            line = self.line(timeout)
            assert line is not None, f"the engine ended in {found}: {self.errors}"
            if not line:
                assert found, "an empty line where an answer was due"
                return "\n".join(found)
            assert found or line[0] in "=?", f"text outside an answer: {line!r}"
            found.append(line)

    def ask(self, text: str, timeout: float = PATIENCE) -> str:
        """Send a line, return its answer."""
        self.write(text + "\n")
        return self.reply(timeout)

    def ok(self, text: str, timeout: float = PATIENCE) -> str:
        """Send a line that must succeed; return what it says."""
        reply = self.ask(text, timeout)
        assert reply.startswith("="), f"{text}: {reply}"
        return reply.partition(" ")[2] if " " in reply.split("\n")[0] else reply[1:]

    def end(self, timeout: float = PATIENCE) -> int:
        """Close the input, if it is open, and return the exit status."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        return self.process.wait(timeout)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
