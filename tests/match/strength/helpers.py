"""A repository of one's own for proofs of strength, and engines that read their answers off."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from engine.match.spec import EngineSpec
from engine.match.strength.alone import Desk
from engine.match.strength.page import LINES, PAGE, PLANS
from tests.patience import PATIENCE

FAKES = Path(__file__).parents[2] / "fakes"


def write_plan(root: Path, name: str, **values: object) -> Path:
    """Write a plan; None leaves a key out."""
    folder = root / PLANS
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items() if value is not None))
    return path


def reader(**script: list[str]) -> str:
    """The command of an engine that reads these answers off, command by command (`_` for `-`)."""
    answers = {name.replace("kgs_", "kgs-"): texts for name, texts in script.items()}
    return f"{{python}} {shlex.quote(str(FAKES / 'reader.py'))} {shlex.quote(json.dumps(answers))} {{seed}}"


def spec(command: str) -> EngineSpec:
    """The engine of a command, as a plan gives it."""
    from engine.match.strength.proof import filled_in

    return EngineSpec.from_text(filled_in(command))


class Patient(Desk):
    """A desk that waits long for every answer but those that never come: from which one on, by command."""

    def __init__(self, command: str, **hangs: int) -> None:
        super().__init__(spec(command), PATIENCE)
        self.hangs = dict(hangs)

    def ask(self, name: str, *words: object) -> str:
        if name in self.hangs:
            self.hangs[name] -= 1
            self.patience = PATIENCE if self.hangs[name] > 0 else 1.0
        return super().ask(name, *words)


def lines(root: Path, name: str) -> list[dict[str, Any]]:
    """The lines of a proof, heads of series included."""
    return [json.loads(line) for line in (root / LINES / f"{name}.jsonl").read_text().splitlines()]


def rows(root: Path) -> list[list[str]]:
    """The cells of the rows on the page as it lies there, names first, heads left out."""
    cells = [line.strip("|").split("|") for line in (root / PAGE).read_text().splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in cells]
