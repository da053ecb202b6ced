"""One transcript a command: what is sent, and the very answer.

A file of transcripts/: `> text` is sent as a line; `>! text` likewise with Python escapes, and without a
newline of its own; `< text` is the next answer, to the letter (`\\n` a newline); `~ regex` matches it whole.
`#` begins a comment, and `flags` in the first line names flags of the engine.
"""

import re
from pathlib import Path

import pytest

from tests.gtp.driver import QUICK, Engine, run_file
from tests.gtp.driver import replies as cut

FOLDER = Path(__file__).parent / "transcripts"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    sent, wanted, flags = b"", [], list(QUICK)
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark == ">":
            sent += text.encode() + b"\n"
        elif mark == ">!":
            sent += text.encode().decode("unicode_escape").encode("latin-1")
        elif mark == "<":
            wanted.append(re.escape(text.replace("\\n", "\n")))
        elif mark == "~":
            wanted.append(text)
        elif mark == "#" and text.startswith("flags "):
            flags += text.split()[1:]
        else:
            assert mark in ("#", ""), f"{path.name}: {line!r} is no line of a transcript"
    done = run_file(sent, *flags)
    answers = cut(done.stdout)
    for number, (answer, pattern) in enumerate(zip(answers, wanted, strict=False), 1):
        assert re.fullmatch(pattern, answer, re.DOTALL), f"answer {number}: {answer!r} is not {pattern!r}"
    assert len(answers) == len(wanted), f"{len(answers)} answers where {len(wanted)} are due: {answers[-3:]}"
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr, done.stderr.decode()


def test_every_command_has_a_transcript() -> None:
    with Engine(*QUICK) as engine:
        known = engine.ok("list_commands").split("\n")
    used = {
        line.split()[1].strip("0123456789")
        for path in FILES
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("> ") and len(line.split()) > 1
    }
    used |= {
        line.split()[2]
        for path in FILES
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.match(r"> \d+ \w", line)
    }
    assert sorted(set(known) - used) == []
    assert len(known) == len(set(known))
    assert all(re.fullmatch(r"[a-z_A-Z-]+", name) for name in known)
    assert not {"analyze", "genmove_analyze", "list_games", "help"} & set(known)
    assert not any(name.startswith("gogui-rules") for name in known)
