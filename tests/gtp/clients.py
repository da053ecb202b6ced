"""The wire habits of real controllers, each with that program's own strictness, re-implemented from its sources'
behaviour.
"""

import re
import subprocess
import time

from tests.gtp.driver import Engine, command, environment
from tests.patience import PATIENCE

VERTEX = re.compile(r"[A-HJ-Z][1-9]\d?|pass")


class Lines:
    """Read answers as Sabaki's layer does: carriage returns go, lines before a status go, the first empty line
    ends.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def answer(self) -> str:
        found: list[str] = []
        while True:
            line = self.engine.line()
            assert line is not None, self.engine.errors
            line = line.replace("\r", "")
            if not found and line[:1] not in ("=", "?"):
                continue
            if found and not line:
                return "\n".join(found)
            found.append(line)


class Sabaki:
    """Four questions in one write; a sync that sends only what changed; analysis stopped by `protocol_version`."""

    def __init__(self, *flags: str) -> None:
        self.engine = Engine(*flags)
        self.lines = Lines(self.engine)
        self.engine.write("name\nversion\nprotocol_version\nlist_commands\n")
        name, version, protocol, commands = (self.lines.answer() for _ in range(4))
        assert name == "= Tianyuan"
        assert version[:2] == "= "
        assert protocol == "= 2"
        self.commands = commands[2:].split("\n")  # untrimmed: a space would hide a command

    def sync(self, *commands: str) -> None:
        self.engine.write("".join(command + "\n" for command in commands))
        for sent in commands:
            assert self.lines.answer().startswith("="), f"engine can't be synced to current state: {sent}"

    def first_of(self, *names: str) -> str:
        return next(name for name in names if name in self.commands)

    def genmove(self, color: str) -> tuple[str, list[dict[str, str]]]:
        """What the GUI does for a move: the first *genmove_analyze that is listed."""
        self.engine.write(
            f"{self.first_of('genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze')} {color} 50\n"
        )
        lines = self.lines.answer().split("\n")
        played = [line for line in lines if line.startswith("play ")]
        assert len(played) == 1
        assert lines[-1] == played[0]
        return played[0][5:].strip(), [row for line in lines if line.startswith("info ") for row in self.infos(line)]

    def analyse(self, color: str, count: int) -> list[dict[str, str]]:
        """Watch until so many lines have come."""
        self.engine.write(f"{self.first_of('analyze', 'kata-analyze', 'lz-analyze')} {color} 10\n")
        head, *lines = (self.engine.line() or "" for _ in range(1 + count))
        assert head.rstrip() == "="
        self.engine.write("protocol_version\n")
        while line := self.engine.line():
            lines.append(line)
        assert self.lines.answer() == "= 2"
        return [row for line in lines for row in self.infos(line)]

    @staticmethod
    def infos(line: str) -> list[dict[str, str]]:
        """The GUI's parser: split at ` info `; pairs before a line of moves that ends the segment."""
        rows = []
        for part in re.split(r"\s*info\s+", line.strip())[1:]:
            match = re.fullmatch(r"(.*) pv ((?:pass|[A-Za-z]\d+)(?:\s+(?:pass|[A-Za-z]\d+))*)", part.strip())
            assert match, f"nothing may follow pv: {part!r}"
            words = match[1].split()
            assert len(words) % 2 == 0, part
            row = dict(zip(words[::2], words[1::2], strict=True))
            assert {"move", "winrate", "visits"} <= set(row)
            row["pv"] = match[2]
            rows.append(row)
        return rows

    def quit(self) -> int:
        self.engine.write("quit\n")
        assert self.lines.answer() == "= "
        return self.engine.process.wait(PATIENCE)


class Gtp2ogs:
    """CR LF, lower case, list_commands together with the first command; looks at the whole buffer when it ends in two
    newlines, and cuts it at every double newline."""

    def __init__(self, *flags: str) -> None:
        self.engine = Engine(*flags)
        self.commands: set[str] = set()

    def send(self, *commands: str) -> list[str]:
        self.engine.write("".join(command + "\r\n" for command in commands))
        return [self._answer() for _ in commands]

    def _answer(self) -> str:
        text = self.engine.reply()
        assert text[0] == "=", f"Unexpected output: {text!r}"
        return text[1:].strip()

    def start(self, size: str, komi: str, *stones: str) -> None:
        listed, *_ = self.send("list_commands", f"boardsize {size}")
        self.commands = set(listed.split("\n"))
        self.send("clear_board", f"komi {komi}", *stones)

    def clock(self, *lines: str) -> None:
        self.send(*lines)

    def genmove(self, color: str) -> str:
        move = self.send(f"genmove {color}")[0].lower()
        assert re.fullmatch(r"[a-hj-z]\d{1,2}|pass|resign", move), move
        return move


class KgsGtp:
    """One command at a time; a vertex by its own pattern; anything unasked or illegal ends the client."""

    MOVE = re.compile(r"([a-hj-zA-HJ-Z])(\d\d?)|pass|resign")

    def __init__(self, *flags: str) -> None:
        self.engine = Engine(*flags)
        self.commands = self.send("list_commands").split("\n")
        self.send("name")
        self.send("version")

    def send(self, text: str) -> str:
        answer = self.engine.ask(text)
        assert answer.startswith("= ") or answer.startswith("=\n"), f"{text}: {answer}"
        return answer.split("#")[0][2:]

    def challenge(self, size: int, rules: str, clock: str) -> None:
        self.send(f"kgs-rules {rules}")
        self.send(f"boardsize {size}")
        self.send(f"kgs-time_settings {clock}")

    def genmove(self, color: str, name: str = "genmove") -> str:
        move = self.send(f"{name} {color}")
        assert self.MOVE.fullmatch(move), move
        return move

    def dead(self) -> list[str]:
        words = re.split(r"[ |\n]+", self.send("final_status_list dead"))
        return [word for word in words if word]


class GoGui:
    """Takes what follows the first space of an answer, however many lines."""

    def __init__(self, *flags: str) -> None:
        self.engine = Engine(*flags)
        assert self.send("protocol_version") == "2"
        self.name = self.send("name")
        self.send("version")
        self.commands = self.send("list_commands").split("\n")
        assert not any(name.startswith("gogui-rules") for name in self.commands)
        self.send("gogui-interrupt")
        self.send("gogui-version 1.6.0")

    def send(self, text: str) -> str:
        answer = self.engine.ask(text)
        assert answer[0] == "=", f"{text}: {answer}"
        status, space, rest = answer.partition(" ")
        assert space, f"no space after the status: {answer[:40]!r}"
        assert status in ("=", f"={text.split()[0]}")
        return rest


class Lizzie:
    """Numbers every command and counts the answers; stderr comes in the same stream; whole numbers in lz lines."""

    def __init__(self, *flags: str) -> None:
        self.process = subprocess.Popen(
            command(*flags), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment()
        )
        self.number = 0

    def send(self, *commands: str) -> None:
        assert self.process.stdin
        for text in commands:
            self.number += 1
            self.process.stdin.write(f"{self.number} {text}\n".encode())
        self.process.stdin.flush()

    def read(self) -> tuple[str, object]:
        """The reader thread's view of one line. Anything malformed would freeze the window."""
        assert self.process.stdout
        line = self.process.stdout.readline().decode().rstrip("\n")
        if line.startswith(("=", "?")):
            return "answer", int(re.split(r"[ \t]", line[1:], maxsplit=1)[0])
        if line.startswith("info"):
            return "info", [self.info(part) for part in re.split(r"\s*info\s+", line)[1:]]
        return "other", line

    @staticmethod
    def info(part: str) -> tuple[str, int]:
        words, _, line = part.partition(" pv ")
        row = dict(zip(words.split()[::2], words.split()[1::2], strict=True))
        assert all(VERTEX.fullmatch(word) for word in line.split())
        for key in ("visits", "winrate", "prior", "lcb", "order"):
            int(row[key])
        return row["move"], int(row["winrate"])

    def until_answer(self, number: int) -> list[list[tuple[str, int]]]:
        infos: list[list[tuple[str, int]]] = []
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            kind, value = self.read()
            if kind == "answer":
                assert value == number, f"answer {value} where {number} was due"
                return infos
            if kind == "info":
                infos.append(value)  # type: ignore[arg-type]
        raise AssertionError("no answer")

    def close(self) -> int:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait(PATIENCE)


class Q5go:
    """Strict ids; any `?` ends the session; letters of answers must be upper case."""

    def __init__(self, *flags: str) -> None:
        self.engine = Engine(*flags)
        self.number = 0

    def send(self, text: str) -> str:
        self.number += 1
        answer = self.engine.ask(f"{self.number} {text}")
        head, _, rest = answer.partition(" ")
        assert head.split("\n")[0] == f"={self.number}", f"Invalid response from GTP engine: {answer!r}"
        return rest

    def start(self, size: int, komi: str) -> None:
        assert self.send("protocol_version") == "2"
        self.send(f"boardsize {size}")
        self.send("clear_board")
        self.send(f"komi {komi}")
        for name in ("lz-analyze", "kata-analyze", "kata-set-rules", "final_score"):
            assert self.send(f"known_command {name}") == "true"
