"""Answer GTP commands one at a time and in order, while the inbox reads on."""

import os
import sys
import traceback
from collections.abc import Mapping

from engine import wire
from engine.config import Settings
from engine.coords import name_points
from engine.errors import CommandRefused
from engine.gtp.commands import COMMANDS
from engine.gtp.door import Door, Handler
from engine.gtp.inbox import Inbox, Item
from engine.protocol import codec
from engine.protocol.codec import Reply
from engine.protocol.transcript import Transcript
from gocore import GoError, IllegalMove

PREFIX = "[tianyuan] "
"""Begins every line on stderr: some clients read both streams as one, where `=` or `?` would be an answer."""

LONGEST_REFUSAL = 1000
"""Characters of a refusal: room for every list of what is known, and for the beginning of what is not."""


def say(text: str) -> None:
    """Write lines to stderr, each with the prefix. A closed stderr is nobody's trouble."""
    try:
        sys.stderr.write("".join(f"{PREFIX}{line}\n" for line in text.splitlines()))
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def shorten(text: str) -> str:
    """Leave out the middle of a refusal that repeats a word without end."""
    half = LONGEST_REFUSAL // 2
    return text if len(text) <= LONGEST_REFUSAL else f"{text[:half]} ... {text[-half:]}"


def report_fault(name: str, error: Exception) -> None:
    """Say on stderr where a fault of ours came from."""
    trace = "".join(traceback.format_exception(error))
    say(f"internal error in {name!r}; please report it\n{trace}")


class Server:
    """One GTP session over two descriptors."""

    def __init__(
        self,
        settings: Settings,
        in_fd: int,
        out_fd: int,
        log: Transcript | None = None,
        commands: Mapping[str, Handler] = COMMANDS,
    ) -> None:
        """Get ready; nothing is read before `serve`. log: takes every line in and out."""
        self._out = out_fd
        self._log = log
        self._commands = commands
        self.inbox = Inbox(in_fd, log)
        self.door = Door(settings, self.inbox, self._write)
        self.door.report_fault = report_fault
        self.door.say = say
        if log is not None:
            self.door.note = lambda text: log.write("*", text)

    def serve(self) -> int:
        """Answer until `quit` or the end of input; return the exit status, 0 also when nobody reads any
        more, 1 when the output fails.
        """
        self.inbox.start()
        try:
            while not self.door.quitting:
                item = self.inbox.get()
                if item is None:
                    break
                self._answer(item)
                then, self.door.then = self.door.then, None
                if then is not None:
                    then()
                if not self.door.has_session and self.inbox.idle:
                    self.door.prepare()
        except BrokenPipeError:
            pass  # the controller has gone: nothing is left to say, and nobody to say it to
        except wire.OutputFailed as error:
            say(f"standard output: {error.strerror}")
            return 1
        finally:
            if self.door.has_session:
                self.door.session.close()
            if self._log is not None:
                self._log.close()
        return 0

    def _write(self, text: str) -> None:
        wire.write_all(self._out, codec.encode(text))
        if self._log is not None and text.strip("\n"):
            self._log.write("<", text)

    def _answer(self, item: Item) -> None:
        command = item.command
        self.door.open(codec.format_head(True, command.id), item.place)
        try:
            reply = Reply(True, self._run(item), command.id)
        except CommandRefused as refusal:
            self._explain(item, refusal.__cause__)
            reply = Reply(False, shorten(str(refusal)), command.id)
        except IllegalMove as refusal:
            self._explain(item, refusal)
            reply = Reply(False, "illegal move", command.id)
        except GoError as error:
            reply = Reply(False, shorten(" ".join(str(error).split())), command.id)
        except (BrokenPipeError, wire.OutputFailed):
            raise
        except Exception as error:  # a fault of ours must cost one answer, not the game
            report_fault(command.name, error)
            reply = Reply(False, f"internal error: {type(error).__name__}", command.id)
        if self.door.streaming:
            text = codec.safe_text(reply.text) if reply.ok else ""
            self._write(f"{text}\n\n" if text else "\n")
        else:
            self._write(codec.format_reply(reply))

    def _run(self, item: Item) -> str:
        handler = self._commands.get(item.command.name)
        if handler is None:
            raise CommandRefused("unknown command")
        return handler(self.door, item.command.args)

    def _explain(self, item: Item, why: BaseException | None) -> None:
        """Tell the log, and a person at a terminal, what GTP's fixed words leave out."""
        if why is not None:
            text = f"{item.command.name}: {why}"
            if isinstance(why, IllegalMove):
                game = self.door.session.game
                text = name_points(text, game.width, game.height)
            self.door.note(text)
            if os.isatty(2):
                say(text)
