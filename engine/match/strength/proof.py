"""What all kinds of proof have in common: a plan from its file, units to do, lines to judge."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from engine.errors import SpecError
from engine.match.spec import EngineSpec
from engine.match.strength.series import Line, Name, Series

U = TypeVar("U")

Take = Callable[[Line | None, str], None]
"""Takes the line of a unit, or None where it left none, and words about it for whoever watches."""

COMMON = {"version", "title", "concurrency"}
"""Keys of every plan, besides `kind`."""


class Proof(ABC, Generic[U]):
    """One plan. A kind of proof is a class of these; `kinds` names them.

    wanted: how many units the proof has. key: names what the lines depend on (`counted` of the plan's keys), so that a
    changed plan is another series. said: those keys, as the head of a series repeats them.
    """

    heading: ClassVar[str]
    intro: ClassVar[str]
    columns: ClassVar[tuple[str, ...]]
    unit: ClassVar[str] = "game"
    keys: ClassVar[frozenset[str]]
    optional: ClassVar[frozenset[str]] = frozenset()
    counted: ClassVar[tuple[str, ...]]
    """The kind: its heading, words and columns on the page; the field of a line that names its unit; the keys that its
    plans have and may have besides the common ones; those of them that make the series."""

    def __init__(self, name: str, plan: Mapping[str, Any]) -> None:
        """Take a plan. Raises SpecError naming what is missing, unknown or no possible value."""
        known = COMMON | self.keys
        if unknown := sorted((set(plan) - self.optional) ^ known):
            raise SpecError(f"unknown or missing: {', '.join(unknown)}")
        if plan["version"] != 1:
            raise SpecError("version must be 1")
        self.name, self.title = name, str(plan["title"])
        self.concurrency = count(plan, "concurrency")
        self.said = {key: plan[key] for key in self.counted if key in plan}
        self.key = hashlib.sha256(json.dumps(self.said, sort_keys=True).encode()).hexdigest()[:8]
        self.wanted = 0

    @abstractmethod
    def check(self) -> None:
        """Raise SpecError where the proof cannot be had here: an engine or a file is missing."""

    @abstractmethod
    def units(self) -> Mapping[Name, U]:
        """Return all units by name, in the order in which they are done."""

    @abstractmethod
    def run(self, units: Sequence[U], concurrency: int, series: Series, take: Take) -> bool:
        """Do units, so many at a time, and hand over their lines; returns whether all were done."""

    @abstractmethod
    def score(self, series: Series) -> str:
        """How it stands, in a few words."""

    @abstractmethod
    def cells(self, series: Series, shelf: Shelf) -> list[str]:
        """Return the row on the page: after name and title, before the verdict."""

    @abstractmethod
    def met(self, series: Series, shelf: Shelf) -> bool:
        """Whether a series that is complete reaches the bar."""

    def over(self, series: Series) -> bool:
        """Whether no unit needs to be done any more."""
        return len(series.lines) >= self.wanted

    def verdict(self, series: Series, shelf: Shelf) -> str:
        """The verdict in words: of units that are missing nobody knows, unless one is enough to fail."""
        if not series.lines:
            return "not played"
        if self.over(series):
            return "met" if self.met(series, shelf) else "not met"
        return "not met" if self.failed(series) else f"open ({self.wanted} {self.unit}s wanted)"

    def failed(self, series: Series) -> bool:
        """Whether the bar cannot be reached any more, whatever is still to come."""
        return False

    @classmethod
    def details(cls, shelf: Shelf) -> str:
        """Return what the page says beneath the table of this kind."""
        return ""


Shelf = Mapping[str, tuple[Proof[Any], Series]]
"""All proofs with their series, by name."""


def count(plan: Mapping[str, Any], key: str) -> int:
    """Read a whole number above 0. Raises SpecError for anything else."""
    value = plan[key]
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise SpecError(f"{key} {value!r}: a whole number above 0")
    return value


def share(plan: Mapping[str, Any], key: str) -> float:
    """Read a share above 0. Raises SpecError for anything else."""
    value = plan[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise SpecError(f"{key} {value!r}: a share above 0, 1 at most")
    return float(value)


def filled_in(text: str) -> str:
    """Put this Python for {python}, and the environment for $NAME: no machine's paths stand in the repository."""
    return os.path.expandvars(text.replace("{python}", shlex.quote(sys.executable)))


def check_environment(engines: Sequence[EngineSpec]) -> None:
    """Raise SpecError naming the variables that the engines' commands need and the environment has not."""
    said = " ".join(word for engine in engines for word in engine.command)
    if missing := sorted(set(re.findall(r"\$\{?(\w+)", said))):
        raise SpecError(f"not set in the environment: {', '.join(missing)}")
