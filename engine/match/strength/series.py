"""The lines of a proof: a JSON object a unit, with the plan's key and the commit; series that follow one another."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.match.store import now, write_once

Line = dict[str, Any]
"""What is kept of a unit: everything that the page and a reader who doubts it need."""

Name = int | str
"""What a unit is called in its line."""


class Series:
    """The lines of one proof, and of them the series that counts: the last one, if it is of the present plan."""

    def __init__(self, path: Path, key: str, unit: str = "game") -> None:
        """Read what is there; a last line that was cut off in mid-write is left out and overwritten. Of a unit that was
        done twice, by two runs at once, the first line counts.

        key: of the plan, see Proof. unit: the field that names a unit; a line without it is the head of a series.
        """
        self.path, self.key, self.unit = path, key, unit
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            write_once(path, whole)
        lines = [json.loads(line) for line in whole.splitlines()]
        self.number = max((line["series"] for line in lines), default=1)
        first: dict[Name, Line] = {}
        for line in lines:
            if line["series"] == self.number and unit in line:
                first.setdefault(line[unit], line)
        self.lines = list(first.values())
        if any(line["settings"] != key for line in lines if line["series"] == self.number):
            self.begin()

    def begin(self) -> None:
        """Begin a new series."""
        self.number, self.lines = self.number + 1, []

    def append(self, line: Mapping[str, Any]) -> None:
        """Add a line and bring it to the disk."""
        full = {"series": self.number, "settings": self.key, **line}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(full) + "\n")
            file.flush()
            os.fsync(file.fileno())
        if self.unit in full:
            self.lines.append(full)

    def done(self) -> set[Name]:
        """Names of the units that have a line."""
        return {line[self.unit] for line in self.lines}

    def commits(self) -> str:
        """The commits that have played, the first three of them in words."""
        known = sorted({line["commit"] for line in self.lines})
        return (", ".join(known[:3]) + (" …" if len(known) > 3 else "")) or "-"


def commit_of(folder: Path) -> str:
    """The commit that plays, with `+` when files were changed since; `unknown` outside of a checkout."""
    try:
        git = ["git", "-C", str(folder)]
        head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
        changed = subprocess.run(
            [*git, "status", "--porcelain", "engine", "gocore"], capture_output=True, text=True, check=True
        )
        return head.stdout.strip() + ("+" if changed.stdout.strip() else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def today() -> str:
    """The date in UTC, as lines have it."""
    return now()[:10]
