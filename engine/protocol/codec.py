"""GTP lines as values and back: pure functions, no pipes, no clock.

Source of the form: GTP 2 draft, sections 2.5 to 2.8 and 3.1. Bytes outside ASCII are read as UTF-8 and kept
as they are when they are not (file names), so that text goes out as it came in.
"""

import re
from dataclasses import dataclass

MAX_INT = 2**31 - 1
"""The greatest integer of the protocol (GTP draft 2, section 2.11)."""

_UNWANTED = dict.fromkeys([*(code for code in range(32) if code not in (9, 10)), 127])
_BYTE_ORDER_MARK = "\ufeff"
_COMMAND = re.compile(r"(?P<id>-?[0-9]+)?[ ]*(?P<rest>.*)", re.DOTALL)
_HEAD = re.compile(r"([=?])(?:([0-9]+)(?=[ \t\n]|$))?(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Command:
    """One command as sent: `name` is case-sensitive, `args` are its words, `id` is None when none was
    given.
    """

    name: str
    args: tuple[str, ...] = ()
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer: `ok` tells `=` from `?`; `text` may have several lines and carries no final newline."""

    ok: bool
    text: str = ""
    id: int | None = None


def decode(data: bytes) -> str:
    """Turn bytes of the wire into text; bytes that are no UTF-8 survive the way back through `encode`."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Turn text into bytes for the wire; the inverse of `decode`."""
    return text.encode("utf-8", "surrogateescape")


def clean(line: str) -> str:
    """Prepare an input line as GTP draft 2, section 3.1 says.

    Control characters other than tab go (CR among them), `#` ends the line, tabs become spaces, blanks at
    both ends go, and so does the byte order mark that some Windows pipes begin with. Returns "" for a line that asks
    for nothing.
    """
    text = line.removeprefix(_BYTE_ORDER_MARK).translate(_UNWANTED)
    return text.split("#", 1)[0].replace("\t", " ").replace("\n", " ").strip(" ")


def parse_command(line: str) -> Command | None:
    """Read one input line.

    Returns None for a blank or comment line. An id may touch the name (`4name`), is clipped to MAX_INT and is
    dropped when negative. A line that is an id alone has the name "": the door answers `unknown command`, as
    whoever sent it waits. Does not check that the command exists.
    """
    text = clean(line)
    if not text:
        return None
    match = _COMMAND.fullmatch(text)
    assert match is not None
    digits = match["id"]
    number = None
    if digits is not None and not digits.startswith("-"):
        digits = digits.lstrip("0") or "0"
        number = min(int(digits[:11]), MAX_INT)
    words = [word for word in match["rest"].split(" ") if word]
    return Command(words[0] if words else "", tuple(words[1:]), number)


def format_command(command: Command) -> str:
    """Write a command as one line that ends in a newline."""
    head = "" if command.id is None else f"{command.id} "
    return head + " ".join((command.name, *command.args)) + "\n"


def safe_text(text: str) -> str:
    """Make text fit to stand in an answer: control characters but tab and newline go, an inner empty line becomes
    one with a single space, final newlines go.

    An empty line would end the answer there and put every later answer off by one.
    """
    text = text.translate(_UNWANTED).rstrip("\n")
    if "\n\n" not in text and not text.startswith("\n"):
        return text
    head, *rest = text.split("\n")
    return "\n".join([head, *(line or " " for line in rest)])


def format_head(ok: bool, number: int | None = None) -> str:
    """Write what an answer begins with: status and id, without the space that goes before its text."""
    return ("=" if ok else "?") + ("" if number is None else str(number))


def format_reply(reply: Reply) -> str:
    """Write an answer whole: status, id, a space even before nothing, text, and the empty line that ends
    it.
    """
    return f"{format_head(reply.ok, reply.id)} {safe_text(reply.text)}\n\n"


class LineSplitter:
    """Cut a stream of bytes into lines, in time linear in its length however it arrives."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes; return the lines that they end, without their newlines."""
        first, *others = data.split(b"\n")
        self._rest += first
        if not others:
            return []
        lines = [bytes(self._rest), *others[:-1]]
        self._rest = bytearray(others[-1])
        return lines

    def take_rest(self) -> bytes:
        """Return, and forget, what came after the last newline."""
        rest = bytes(self._rest)
        self._rest.clear()
        return rest

    def __len__(self) -> int:
        """Count the bytes after the last newline."""
        return len(self._rest)


class ReplyParser:
    """Assemble answers from lines, the way a controller must.

    Lines outside an answer that do not begin with `=` or `?` are collected in `stray`; extra empty lines
    there are nothing. The first empty line inside an answer ends it. Does not match ids to commands.
    """

    def __init__(self) -> None:
        self._lines: list[str] | None = None
        self.stray: list[str] = []

    @property
    def open(self) -> bool:
        """Whether an answer has begun and not ended."""
        return self._lines is not None

    def feed(self, line: str) -> Reply | None:
        """Take one line without its newline; return the answer that it completes, if any."""
        line = line.rstrip("\r")
        if self._lines is None:
            if line.startswith(("=", "?")):
                self._lines = [line]
            elif line.strip():
                self.stray.append(line)
            return None
        if line:
            self._lines.append(line)
            return None
        lines, self._lines = self._lines, None
        return parse_reply("\n".join(lines))

    def cut(self) -> str | None:
        """Give up the answer that was never ended, and return its text; None when there is none."""
        lines, self._lines = self._lines, None
        return None if lines is None else "\n".join(lines)


def parse_reply(text: str) -> Reply:
    """Read the whole text of an answer that begins with `=` or `?`.

    `=12 x` has the id 12; `=D4`, which some engines write, has the text D4. Blanks before and after the text
    go, but a newline before it stays (boards).
    Raises ValueError when it begins otherwise.
    """
    match = _HEAD.fullmatch(text)
    if match is None:
        raise ValueError(f"not an answer: {text[:60]!r}")
    status, digits, rest = match.groups()
    return Reply(status == "=", rest.lstrip(" \t").rstrip(), int((digits.lstrip("0") or "0")[:10]) if digits else None)
