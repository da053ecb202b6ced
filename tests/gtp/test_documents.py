"""The transcripts of the set-up pages are what the engine does: each is played again, moves and figures apart."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.gtp.driver import ROOT, Engine

DOCUMENTS = [
    ROOT / "docs" / "sabaki.md",
    *sorted(path for path in (ROOT / "docs" / "clients").glob("*.md") if path.stem != "katrain"),
]


def pattern(line: str) -> str:
    """A line of a transcript as a pattern: any move for a move, any figure for a figure, anything for `...`."""
    text = re.escape(line.rstrip())
    text = re.sub(r"\b[A-HJ][1-9]\b|\bpass\b", r"([A-HJ][1-9]|pass)", text)
    text = re.sub(r"(?<![=\w\[(-])-?\d+(\\\.\d+)?\b", r"-?\\d+(\\.\\d+)?", text)
    return text.replace(r"\.\.\.", ".*")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_the_transcript_of_a_document(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = re.search(r"^`tianyuan gtp(.*?)`; .*?```gtp\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    assert found, "a set-up has a transcript"
    with Engine("--net", "none", "--threads", "1", "--visits", "50", "--seed", "1", *shlex.split(found[1])) as engine:
        rows = found[2].splitlines()
        for at, row in enumerate(rows):
            if not row.startswith("> "):
                continue
            engine.write(row[2:] + "\n")
            answer = []
            for line in rows[at + 1 :]:
                if line.startswith("> "):
                    break
                answer.append(line[2:])
            if re.search(r"\b(lz|kata)-analyze\b", row) and "known_command" not in row:
                assert engine.line() == answer[0].rstrip()
                assert (engine.line() or "").startswith("info move ")
                engine.write("\n")
                while engine.line():
                    pass
                continue
            reply = re.sub(r" +$", "", engine.reply(), flags=re.MULTILINE)
            assert re.fullmatch("\n".join(map(pattern, answer)), reply, re.DOTALL), (row, reply)
        assert engine.end() == 0


def test_the_queries_of_katrains_page_are_answered() -> None:
    from engine.analysis.query import parse

    text = (ROOT / "docs" / "clients" / "katrain.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    for line in blocks[1].splitlines():
        parse(line)
    for block in blocks:
        for line in block.splitlines():
            json.loads(line)
