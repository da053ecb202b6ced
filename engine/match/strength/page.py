"""All plans of the repository, and docs/strength.md, made from them and from their lines."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from engine.errors import SpecError
from engine.match.store import write_once
from engine.match.strength.matches import MatchProof
from engine.match.strength.proof import Proof, Shelf
from engine.match.strength.selfplay import SelfplayProof
from engine.match.strength.series import Series
from engine.match.strength.suite import SuiteProof
from engine.match.strength.variety import VarietyProof

PLANS, LINES, PAGE = Path("benchmarks/strength"), Path("docs/strength"), Path("docs/strength.md")

KINDS: dict[str, type[Proof[Any]]] = {
    "match": MatchProof,
    "suite": SuiteProof,
    "selfplay": SelfplayProof,
    "variety": VarietyProof,
}
"""What a plan may say of itself as `kind`; one that says nothing is a match."""


def load(path: Path) -> Proof[Any]:
    """Read a plan. Raises SpecError naming the file and what is wrong with it."""
    try:
        plan = tomllib.loads(path.read_text(encoding="utf-8"))
        kind = plan.pop("kind", "match")
        if kind not in KINDS:
            raise SpecError(f"kind {kind!r}: one of {', '.join(KINDS)}")
        return KINDS[kind](path.stem, plan)
    except (OSError, tomllib.TOMLDecodeError, SpecError) as error:
        raise SpecError(f"{path}: {error}") from error


def names(root: Path) -> list[str]:
    """The names of all proofs."""
    return sorted(path.stem for path in (root / PLANS).glob("*.toml"))


def named(root: Path, name: str) -> Proof[Any]:
    """The plan of that name. Raises SpecError where there is none, or it is wrong."""
    path = root / PLANS / f"{name}.toml"
    if not path.is_file():
        raise SpecError(f"no proof {name!r}; there are: {', '.join(names(root)) or 'none'}")
    return load(path)


def series_of(root: Path, proof: Proof[Any]) -> Series:
    """The lines of a proof."""
    return Series(root / LINES / f"{proof.name}.jsonl", proof.key, proof.unit)


def page(root: Path) -> str:
    """docs/strength.md: a table for each kind of proof."""
    shelf: Shelf = {name: (proof := named(root, name), series_of(root, proof)) for name in names(root)}
    head = "Made by `make strength MATCH=name` from the lines of `docs/strength/`; do not edit."
    return f"# Strength, as measured\n\n{head}\n" + "".join(_section(kind, shelf) for kind in KINDS.values())


def _section(kind: type[Proof[Any]], shelf: Shelf) -> str:
    """The table of a kind; nothing where no proof is of it."""
    rows = []
    for name, (proof, series) in shelf.items():
        if isinstance(proof, kind):
            cells = [name, proof.title, *proof.cells(series, shelf), proof.verdict(series, shelf), series.commits()]
            rows.append(f"| {' | '.join(cells)} |\n")
    if not rows:
        return ""
    table = f"| {' | '.join(kind.columns)} |\n|{'---|' * len(kind.columns)}\n{''.join(rows)}"
    return f"\n## {kind.heading}\n{kind.intro}\n\n{table}{kind.details(shelf)}"


def write_page(root: Path) -> None:
    """Write docs/strength.md anew."""
    write_once(root / PAGE, page(root))
