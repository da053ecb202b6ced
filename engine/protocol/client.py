"""Drive another engine over GTP: a subprocess in its own process group, a deadline on every read and write.

Two threads per engine read its output and its stderr for as long as it lives, so that it can never block on a
full pipe; whoever asks waits on a queue with a deadline. After any failure but a refusal the engine counts as
broken and every later call raises the same kind of error at once. Nothing here knows the rules of Go.
"""

import contextlib
import os
import queue
import select
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import PeerDied, PeerError, PeerGarbled, PeerNotStarted, PeerRefused, PeerStalled
from engine.protocol import codec
from engine.protocol.codec import Command, Reply

MAX_ANSWER = 16 * 2**20
"""Bytes that one answer, or one line, may have before the engine counts as garbling."""
MAX_STRAY = 1000
"""Lines outside answers that are kept and borne before the engine counts as garbling."""
ENDING_S = 1.0
"""The longest wait for the status of an engine that has closed its pipes, and for the rest of the stderr of one that
has ended; it may live on, and a child of its own may keep the stderr open."""

LineHandler = Callable[[str], None]
TranscriptHandler = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A command with its answer and the monotonic times, in ns, of its last byte out and the answer's last
    byte in.
    """

    command: Command
    reply: Reply
    sent_ns: int
    received_ns: int

    @property
    def elapsed_ns(self) -> int:
        """Time the engine took, in ns; an answer that was there before the question's last byte took none."""
        return max(0, self.received_ns - self.sent_ns)


@dataclass(slots=True)
class Pending:
    """A command that was sent and whose answer has not been taken yet. Answers come in the order of the
    commands.
    """

    command: Command
    sent_ns: int


def _words(command: str | Sequence[str]) -> list[str]:
    """Split a command line as a shell would. Raises PeerNotStarted when it is empty or a quote is left open."""
    try:
        words = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    except ValueError as error:
        raise PeerNotStarted(f"cannot read the command line {command!r}: {error}") from None
    if not words:
        raise PeerNotStarted("cannot start an engine: its command line is empty")
    return words


class Client:
    """Another engine, as seen by a controller.

    Not for use from several threads at once, except `kill`. Use it as a context manager, or call `close`.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
        name: str | None = None,
        transcript: TranscriptHandler | None = None,
        ids: bool = False,
        stray_limit: int = MAX_STRAY,
    ) -> None:
        """Start the engine; it is not spoken to yet.

        command: a list of words, or one line that is split as a shell would. env: the whole environment, None
        to inherit. transcript: called as (mark, line) with `>` sent, `<` received, `!` stderr, from three
        threads. ids: number the commands and insist on the numbers. stray_limit: lines outside answers that
        are borne; 0 for none. Raises PeerNotStarted.
        """
        self.argv = _words(command)
        self.name = name or self.argv[0]
        self.stray: deque[str] = deque(maxlen=MAX_STRAY)
        self.stderr_tail: deque[str] = deque(maxlen=200)
        self._transcript = transcript
        self._ids = ids
        self._next_id = 1
        self._stray_limit = stray_limit
        self._stray_count = 0
        self._pending: deque[Pending] = deque()
        self._line_handlers: deque[LineHandler | None] = deque()
        self._arrived: queue.SimpleQueue[tuple[Reply | None, int]] = queue.SimpleQueue()
        self._garbled: str | None = None
        self._broken: PeerError | None = None
        self._closed = False
        try:
            self._process = subprocess.Popen(
                self.argv,
                cwd=cwd,
                env=None if env is None else dict(env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise PeerNotStarted(f"{self.name}: cannot be started: {error}") from None
        self.pid = self._process.pid
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin = self._process.stdin.fileno()
        os.set_blocking(self._stdin, False)
        self._threads = [
            threading.Thread(target=self._read_answers, args=(self._process.stdout.fileno(),), daemon=True),
            threading.Thread(target=self._read_stderr, args=(self._process.stderr.fileno(),), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    # --- asking ---------------------------------------------------------------------------------------------

    def ask(self, name: str, *args: object, timeout: float) -> str:
        """Send a command and return the text of its answer.

        timeout: seconds from now. Raises PeerRefused when the answer is `?`, and what `exchange` raises.
        """
        reply = self.exchange(name, *args, timeout=timeout).reply
        if not reply.ok:
            words = " ".join((name, *map(str, args)))
            raise PeerRefused(f"{self.name}: refused {words[:80]!r}: {reply.text or '(no reason)'}", reply.text)
        return reply.text

    def exchange(self, name: str, *args: object, timeout: float, on_line: LineHandler | None = None) -> Exchange:
        """Send a command and wait for its answer, be it `=` or `?`.

        timeout: seconds from now for both. Raises PeerDied, PeerStalled or PeerGarbled; the engine is then
        broken and should be closed. Earlier commands must have been taken with `receive` first.
        """
        self._raise_if_broken()
        if self._pending:
            raise ValueError(f"{self.name}: {len(self._pending)} earlier answers have not been taken")
        end = time.monotonic() + timeout
        self.send(name, *args, timeout=timeout, on_line=on_line)
        return self._take(end, timeout)

    def send(self, name: str, *args: object, timeout: float, on_line: LineHandler | None = None) -> None:
        """Send a command without waiting for its answer, which `receive` takes.

        on_line: called from the reading thread with each line of this answer as it comes (analysis). A
        command sent after it ends an analysis. Raises PeerDied or PeerStalled.
        """
        self._raise_if_broken()
        command = Command(name, tuple(map(str, args)), self._next_id if self._ids else None)
        self._next_id += 1
        pending = Pending(command, 0)
        self._pending.append(pending)
        self._line_handlers.append(on_line)
        line = codec.format_command(command)
        self._note(">", line)
        self._write(codec.encode(line), timeout)
        pending.sent_ns = time.monotonic_ns()

    def receive(self, *, timeout: float) -> Exchange:
        """Wait for the answer of the earliest command not yet taken. timeout: seconds from now. Raises as
        `exchange`.
        """
        return self._take(time.monotonic() + timeout, timeout)

    def _take(self, end: float, timeout: float) -> Exchange:
        """Wait until the monotonic time `end`, `timeout` seconds after whoever waits began to."""
        self._raise_if_broken()
        if not self._pending:
            raise ValueError(f"{self.name}: no answer is due")
        pending = self._pending[0]
        try:
            reply, when = self._arrived.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            if self._stray_count:
                raise self._break(PeerGarbled(self._describe_stray(pending))) from None
            raise self._break(
                PeerStalled(f"{self.name}: no answer to {pending.command.name!r} within {timeout:.3g} s")
            ) from None
        if reply is None:
            raise self._break(self._end_of_output(pending))
        if reply.id != pending.command.id:
            raise self._break(PeerGarbled(f"{self.name}: answered id {reply.id} where {pending.command.id} was due"))
        self._pending.popleft()
        return Exchange(pending.command, reply, pending.sent_ns, when)

    def unasked(self) -> Reply | None:
        """Return an answer that has come without a command, if there is one; the engine is then broken."""
        if self._pending or self._broken is not None:
            return None
        try:
            reply, _ = self._arrived.get_nowait()
        except queue.Empty:
            return None
        if reply is None:
            self._break(self._death("closed its output"))
        else:
            self._break(PeerGarbled(f"{self.name}: answered {reply.text[:60]!r} without being asked"))
        return reply

    # --- ending ---------------------------------------------------------------------------------------------

    def close(self, grace: float = 2.0) -> int | None:
        """End the engine and everything it started; return its exit status.

        A healthy engine is told `quit` and has `grace` seconds to end; then its process group gets SIGTERM,
        half a second later SIGKILL. Never raises for what the engine does; may be called twice.
        """
        if self._closed:
            return self._process.returncode
        self._closed = True
        if self._broken is None and self._status(0.0) is None:
            line = codec.format_command(Command("quit", (), self._next_id if self._ids else None))
            self._note(">", line)
            try:
                self._write(codec.encode(line), grace)
            except PeerError:
                grace = 0.0
            self._close_input()
            self._wait_ended(grace)
        self._close_input()
        if not self._wait_ended(0.0):
            self._signal(signal.SIGTERM)
            self._wait_ended(0.5)
        self._signal(signal.SIGKILL)
        status = self._process.wait()
        for thread in self._threads:
            thread.join(ENDING_S)
        for stream in (self._process.stdout, self._process.stderr):
            # A thread that still reads means that somebody outside the group holds the pipe: leave it to that
            # thread.
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                stream.close()
        return status

    def kill(self) -> None:
        """Kill the engine and its process group at once; `close` still has to be called. Safe from any
        thread.
        """
        self._signal(signal.SIGKILL)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether the process runs and has broken no rule of the protocol so far."""
        return self._broken is None and not self._closed and self._status(0.0) is None

    # --- inside ---------------------------------------------------------------------------------------------

    def _raise_if_broken(self) -> None:
        if self._broken is not None:
            raise self._broken
        if self._closed:
            raise PeerDied(f"{self.name}: is closed", self._process.returncode)
        self.unasked()
        if self._broken is not None:
            raise self._broken

    def _break(self, error: PeerError) -> PeerError:
        self._broken = error
        return error

    def _note(self, mark: str, text: str) -> None:
        if self._transcript is not None:
            self._transcript(mark, text.rstrip("\n"))

    def _describe_stray(self, pending: Pending) -> str:
        first = self.stray[0] if self.stray else ""
        return f"{self.name}: wrote {first[:60]!r} instead of an answer to {pending.command.name!r}"

    def _end_of_output(self, pending: Pending) -> PeerError:
        if self._garbled is not None:
            return PeerGarbled(f"{self.name}: {self._garbled}")
        return self._death("closed its output", f" when the answer to {pending.command.name!r} was due")

    def _death(self, closed: str, when: str = "") -> PeerDied:
        """What has befallen an engine that has closed a pipe: it has ended, or else only `closed` it."""
        status = self._status(ENDING_S)
        how = closed if status is None else f"ended with status {status}"
        return PeerDied(f"{self.name}: {how}{when}{self._last_words(status)}", status)

    def _last_words(self, status: int | None) -> str:
        """What the engine last said on stderr; of one that has ended, whoever reads it comes to the end first."""
        if status is not None:
            self._threads[1].join(ENDING_S)
        return f"; last on stderr: {self.stderr_tail[-1][:100]!r}" if self.stderr_tail else ""

    def _write(self, data: bytes, timeout: float) -> None:
        """Write all of `data` though the engine may not read. Raises PeerStalled or PeerDied."""
        end = time.monotonic() + timeout
        view = memoryview(data)
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT)
        while view:
            try:
                view = view[os.write(self._stdin, view) :]
            except BlockingIOError:
                wait = end - time.monotonic()
                if wait <= 0 or not poll.poll(wait * 1000):
                    raise self._break(PeerStalled(f"{self.name}: took no input for {timeout:.3g} s")) from None
            except OSError:
                raise self._break(self._death("closed its input")) from None

    def _close_input(self) -> None:
        stream = self._process.stdin
        if stream is not None and not stream.closed:
            stream.close()

    def _status(self, wait: float) -> int | None:
        """Exit status, after waiting at most `wait` seconds; None while it runs."""
        try:
            return self._process.wait(wait) if wait > 0 else self._process.poll()
        except subprocess.TimeoutExpired:
            return None

    def _wait_ended(self, seconds: float) -> bool:
        return self._status(seconds) is not None

    def _signal(self, number: int) -> None:
        """Signal the process group, of which grandchildren may live on when the engine itself has ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def _read_answers(self, fd: int) -> None:
        """Thread: split stdout into answers, stamp each with the time its last byte was seen."""
        parser = codec.ReplyParser()
        splitter = codec.LineSplitter()
        size = 0
        while self._garbled is None:
            try:
                data = os.read(fd, 65536)
            except OSError:
                data = b""
            when = time.monotonic_ns()
            if not data:
                break
            for raw in splitter.feed(data):
                size = self._take_line(parser, codec.decode(raw), size + len(raw), when)
            if size + len(splitter) > MAX_ANSWER:
                self._garbled = f"wrote more than {MAX_ANSWER} bytes without ending an answer"
        self._arrived.put((None, time.monotonic_ns()))
        while self._garbled is not None:  # keep the pipe empty, so that it can be ended in peace
            try:
                if not os.read(fd, 65536):
                    break
            except OSError:
                break

    def _take_line(self, parser: codec.ReplyParser, line: str, size: int, when: int) -> int:
        """Feed one line; return the bytes of the answer so far."""
        self._note("<", line)
        was_open = parser.open
        reply = parser.feed(line)
        if reply is not None:
            if self._line_handlers:
                self._line_handlers.popleft()
            self._arrived.put((reply, when))
            return 0
        if parser.open:
            on_line = self._line_handlers[0] if was_open and self._line_handlers else None
            if on_line is not None:
                on_line(line)
            return size
        if parser.stray:
            self.stray.extend(parser.stray)
            self._stray_count += len(parser.stray)
            parser.stray.clear()
            if self._stray_count > self._stray_limit:
                self._garbled = f"wrote {self.stray[-1][:60]!r} outside any answer"
        return 0

    def _read_stderr(self, fd: int) -> None:
        """Thread: keep stderr empty and remember its last lines."""
        splitter = codec.LineSplitter()
        while True:
            try:
                data = os.read(fd, 65536)
            except OSError:
                data = b""
            lines = splitter.feed(data)
            if len(splitter) > (65536 if data else 0):
                lines.append(splitter.take_rest())
            for raw in lines:
                line = codec.decode(raw)[:1000]
                self.stderr_tail.append(line)
                self._note("!", line)
            if not data:
                return
