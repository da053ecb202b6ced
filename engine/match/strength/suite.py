"""The kind `suite`: the cases `reg_genmove` of GNU Go's regression suites, read where they lie and never kept here.

A suite is a file NAME.tst of GTP commands. `loadsgf FILE [N]`, and what is played after it, makes a position; the line
`#? [A1|B2]` after `reg_genmove COLOUR` says what is right, `[!C3]` what is wrong; a `*` after it (GNU Go is known to
fail) changes nothing. Lines hold the engine's answers, not the right ones.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import PeerError, PeerRefused, SpecError
from engine.match.sprt import Tally, estimate, score_of_elo
from engine.match.strength.alone import Alone, Desk
from engine.match.strength.proof import Shelf, count, filled_in, share
from engine.match.strength.series import Line, Name, Series
from engine.wording import plain

_WANTED = re.compile(r"#\?\s*\[(!?)\(?([^\])]*)\)?\]")
_OLD_NAMES = {"black": ("play", "black"), "white": ("play", "white"), "trymove": ("play",), "popgo": ("undo",)}
_PLACES = {"loadsgf", "boardsize", "clear_board"}
"""Commands that make a position of their own; `play`, `undo` and `komi` change the one that is there."""

SEED = 1
"""Of every engine that is started; one process does many cases."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case. name: file and line of its `reg_genmove`. position: the commands that lead to it.

    answers: in capitals; negated: they are wrong instead of right.
    """

    name: str
    position: tuple[tuple[str, ...], ...]
    color: str
    answers: frozenset[str]
    negated: bool = False

    def records(self) -> list[str]:
        """The files that its position comes from."""
        return [words[1] for words in self.position if words[0] == "loadsgf"]

    def passes(self, answer: str) -> bool:
        """Whether an answer is right; a resignation never is."""
        said = answer.upper()
        return said != "RESIGN" and (said in self.answers) != self.negated


def read_cases(text: str, file: str) -> list[Case]:
    """Read the cases of a suite; a `reg_genmove` without an answer after it is none."""
    cases: list[Case] = []
    position: list[tuple[str, ...]] = []
    asked: tuple[str, str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if asked and (match := _WANTED.match(line.strip())):
            answers = frozenset(match[2].upper().replace(" ", "").split("|"))
            cases.append(Case(asked[0], tuple(position), asked[1], answers, bool(match[1])))
            asked = None
        words = tuple(re.sub(r"^\s*[0-9]+\s", "", line.partition("#")[0]).split())
        if not words:
            continue
        name = words[0].lower()
        asked = (f"{file}:{number}", words[1].lower()) if name == "reg_genmove" and len(words) > 1 else None
        _move_on(position, (*_OLD_NAMES.get(name, (name,)), *words[1:]))
    return cases


def _move_on(position: list[tuple[str, ...]], words: tuple[str, ...]) -> None:
    """Follow a command: what makes or changes the position is kept, a play that is taken back is left out."""
    if words[0] in _PLACES:
        position[:] = [words]
    elif words[0] == "undo" and position and position[-1][0] == "play":
        position.pop()
    elif words[0] in ("play", "undo", "komi"):
        position.append(words)


class SuiteProof(Alone[Case]):
    """All cases of a folder of suites. Done in an order that has no order, so that a part is a fair sample.

    folder: where the suites lie. cases: how many there are, without those whose record does not come with the suites.
    bar: the share to pass of all; or above: the name of another suite's proof, of which more is to be passed among the
    cases that both have done.
    """

    heading = "Problem suites"
    intro = (
        "Cases with known answers, read where `$GNUGO_REGRESSION` says and not kept here; each is one `reg_genmove`, "
        "and whatever\nis refused, late or broken has failed. The interval is 95 %; of a proof that is open the cases "
        "done are a random sample."
    )
    columns = ("proof", "what", "bar", "cases", "passed", "rate", "interval", "refused or broken", "verdict", "commits")
    unit = "case"
    keys = frozenset({"engine", "folder", "cases"})
    optional = frozenset({"bar", "above"})
    counted = ("engine", "folder")

    def __init__(self, name: str, plan: Mapping[str, Any]) -> None:
        """Take a plan. Raises SpecError."""
        super().__init__(name, plan)
        if ("bar" in plan) == ("above" in plan):
            raise SpecError("either bar or above")
        self.bar = share(plan, "bar") if "bar" in plan else 0.0
        self.above = str(plan.get("above", ""))
        self.folder = filled_in(plan["folder"])
        self.wanted = count(plan, "cases")

    def units(self) -> dict[Name, Case]:
        """All cases of all files whose records are there. Raises SpecError where the suites cannot be read, or there
        are not as many cases as the plan says.
        """
        folder = Path(self.folder).expanduser()
        files = sorted(folder.glob("*.tst"))
        if not files:
            raise SpecError(f"no suites *.tst in {self.folder}: see benchmarks/README.md")
        read = (case for file in files for case in read_cases(file.read_text(encoding="latin-1"), file.name))
        found = [case for case in read if all((folder / record).is_file() for record in case.records())]
        if len(found) != self.wanted:
            raise SpecError(f"{self.folder} has {len(found)} cases, the plan says {self.wanted}")
        return {case.name: case for case in sorted(found, key=lambda c: hashlib.sha256(c.name.encode()).digest())}

    def do(self, desk: Desk, unit: Case) -> Line:
        """Set the position up, ask for a move, and compare."""
        line: Line = {"case": unit.name, "answer": "", "passed": False}
        folder = Path(self.folder).expanduser().resolve()
        began = time.monotonic()
        words: tuple[str, ...] = ()
        try:
            if not desk.ready:
                desk.start(SEED)
            for words in unit.position:
                if words[0] == "loadsgf":
                    desk.ask("loadsgf", folder / words[1], *words[2:])
                else:
                    desk.ask(*words)
            words = ("reg_genmove", unit.color)
            line["answer"] = plain(desk.ask(*words)[:20])
            line["passed"] = unit.passes(line["answer"])
        except PeerRefused as error:
            line["fault"] = plain(f"refused {' '.join(words)}: {error.text}").replace(str(folder), "")[:200]
        except PeerError as error:
            line |= {"fault": plain(str(error)).replace(str(folder), "")[:200], "broke": True}
        return line | {"seconds": round(time.monotonic() - began, 2)}

    def words(self, line: Line) -> str:
        """The case and what came of it."""
        return f"{line['case']} {line['answer']} {'passed' if line['passed'] else line.get('fault', 'failed')}"

    def score(self, series: Series) -> str:
        """Cases passed."""
        return _rate(series.lines)

    def cells(self, series: Series, shelf: Shelf) -> list[str]:
        """Bar, cases, passed, rate, interval, cases without an answer."""
        bar = f"{100 * self.bar:g} %"
        if self.above:
            mine, theirs = self._both(series, shelf)
            bar = f"above {self.above}" + (f" ({_rate(theirs)}; here {_rate(mine)})" if theirs else "")
        if not series.lines:
            return [bar, "0", "-", "-", "-", "-"]
        passed = [float(line["passed"]) for line in series.lines]
        seen = estimate(Tally.of_games(passed))
        interval = f"{100 * score_of_elo(seen.low):.1f}–{100 * score_of_elo(seen.high):.1f} %"
        faults = sum("fault" in line for line in series.lines)
        rate = f"{100 * sum(passed) / len(passed):.1f} %"
        return [bar, str(len(passed)), f"{sum(passed):.0f}", rate, interval, str(faults)]

    def verdict(self, series: Series, shelf: Shelf) -> str:
        """The verdict in words; open where the proof to beat is."""
        if self.above and self.over(series) and len(self._both(series, shelf)[1]) < self.wanted:
            return f"open ({self.above} first)"
        return super().verdict(series, shelf)

    def met(self, series: Series, shelf: Shelf) -> bool:
        """Whether enough cases pass."""
        if self.above:
            mine, theirs = self._both(series, shelf)
            return _passed(mine) > _passed(theirs)
        return _passed(series.lines) >= self.bar * self.wanted

    def _both(self, series: Series, shelf: Shelf) -> tuple[list[Line], list[Line]]:
        """Our lines and those of the proof to beat, of the cases that both have done."""
        other = shelf[self.above][1].lines if self.above in shelf else []
        common = series.done() & {line["case"] for line in other}
        mine, theirs = ([line for line in lines if line["case"] in common] for lines in (series.lines, other))
        return mine, theirs

    @classmethod
    def details(cls, shelf: Shelf) -> str:
        """Cases passed, file by file."""
        shown = {name: s for name, (proof, s) in shelf.items() if isinstance(proof, cls) and s.lines}
        if not shown:
            return ""
        files: dict[str, dict[str, list[Line]]] = defaultdict(lambda: defaultdict(list))
        for name, series in shown.items():
            for line in series.lines:
                files[line["case"].partition(":")[0]][name].append(line)
        rows = [
            f"| {file} | " + " | ".join(_rate(found[name]) if name in found else "-" for name in shown) + " |\n"
            for file, found in sorted(files.items())
        ]
        head = f"| suite | {' | '.join(shown)} |\n|---|{'---|' * len(shown)}\n"
        return f"\nPassed of the cases done, suite by suite:\n\n{head}{''.join(rows)}"


def _passed(lines: list[Line]) -> int:
    return sum(line["passed"] for line in lines)


def _rate(lines: list[Line]) -> str:
    return f"{_passed(lines)} of {len(lines)}" + (f", {100 * _passed(lines) / len(lines):.0f} %" if lines else "")
