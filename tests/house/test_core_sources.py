"""The core's sources keep the house's rules: layers of cimports, and an exception clause on every C function."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from Cython.Build.Dependencies import create_dependency_tree

ROOT = Path(__file__).parents[2]
CORE = ROOT / "gocore"

LAYERS: list[list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["tianyuan"]["core-layers"]
LEVEL = {module: level for level, modules in enumerate(LAYERS) for module in modules}

SOURCES = sorted([*CORE.glob("*.pyx"), *CORE.glob("*.pxd")])


def used(path: Path) -> set[str]:
    """Return the modules of gocore that a source cimports, includes or imports, itself left out."""
    text = path.read_text()
    names = set(create_dependency_tree(quiet=True).cimports(str(path)))  # type: ignore[no-untyped-call]
    names |= set(re.findall(r"^\s*(?:from|import|cimport)\s+(gocore\.\w+)", text, re.MULTILINE))
    return {name.split(".")[1] for name in names if name.startswith("gocore.")} - {path.stem}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_imports_of_the_core_go_down(path: Path) -> None:
    assert path.stem in LEVEL, f"{path.name} has no place in [tool.tianyuan] core-layers of pyproject.toml"
    upward = {name for name in used(path) if LEVEL[name] >= LEVEL[path.stem]}
    assert not upward, f"{path.name} (layer {LEVEL[path.stem]}) uses {sorted(upward)}, which is beside or above it"


def test_the_check_sees_what_is_imported() -> None:
    assert {"board", "geometry", "movelog", "state", "types"} <= used(CORE / "position.pyx") | used(CORE / "board.pyx")


OBJECTS = {"object", "list", "tuple", "dict", "set", "bytes", "str"}


def functions(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, signature) of each C function of a source, a signature of several lines joined."""
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        if not re.match(r"\s*cp?def\s+(?!class\b|struct\b|enum\b|union\b|extern\b|packed\b|readonly\b|public\b)", line):
            continue
        signature, after = line.split("#")[0], number + 1
        while signature.count("(") > signature.count(")") and after < len(lines):
            signature += " " + lines[after].split("#")[0].strip()
            after += 1
        head = signature.split("(")[0]
        if "(" in signature and "=" not in head and "(*" not in signature:
            yield number + 1, " ".join(signature.split())


def returns_object(signature: str) -> bool:
    """Say whether a function returns a Python object, whose NULL is its own sign of an exception."""
    words = re.sub(r"^cp?def (?:inline )?", "", signature.split("(")[0]).replace("*", " * ").split()
    return len(words) == 1 or words[0] in OBJECTS or (words[0][0].isupper() and "*" not in words and len(words) == 2)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_c_function_says_how_it_fails(path: Path) -> None:
    # Without a clause Cython 3 looks for a pending exception after each call: measured at fifty times the cost of one.
    for line, signature in functions(path):
        clause = signature.rsplit(")", 1)[1].strip(" :")
        known = re.fullmatch(r"(noexcept|except\?? (-?\w+|NULL|\*|\+))( nogil)?", clause)
        where = f"{path.name}:{line}: {signature}"
        assert known or (returns_object(signature) and not clause), f"{where}: write `noexcept nogil` or `except -1`"


@pytest.mark.parametrize(
    ("signature", "objects"),
    [
        ("cdef list points_of(int n)", True),
        ("cdef inline bytes mask(int n):", True),
        ("cdef Board copy(self)", True),
        ("cdef twice(x):", True),
        ("cdef int play(self, int c)", False),
        ("cdef BoardState *state_new(int w)", False),
        ("cdef inline uint64_t next(Rng *r) noexcept nogil:", False),
    ],
)
def test_the_check_knows_objects_from_numbers(signature: str, objects: bool) -> None:
    assert returns_object(signature) == objects
