"""Keep the file list of ARCHITECTURE.md: every module in dependency order, with what it says of itself.

    architecture.py            rewrite the list
    architecture.py --check    say whether it is up to date (exit 1 when it is not)

The order is that of the layers in pyproject.toml, from the ground up; the words are the first sentence of each module.
"""

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- files: written by tools/architecture.py -->\n", "<!-- /files -->\n"


def first_sentence(path: Path) -> str:
    """Return the first sentence of a module's docstring or opening comment, without its final stop."""
    text = path.read_text()
    if path.suffix == ".py":
        words = ast.get_docstring(ast.parse(text)) or ""
    elif text.startswith("#"):
        words = " ".join(line.lstrip("# ") for line in re.match(r"(?:#.*\n)+", text)[0].splitlines())  # type: ignore[index]
    else:
        words = text.split('"""')[1] if text.startswith('"""') else ""
    return re.split(r"(?<=[.])\s", " ".join(words.split("\n\n")[0].split()))[0].rstrip(".:").replace("|", "\\|")


def core(layers: list[list[str]]) -> list[str]:
    """List the core: the modules of each layer, a declaration and its implementation as one."""
    files: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "gocore").iterdir()):
        if path.suffix in (".py", ".pyx", ".pxd", ".h"):
            files.setdefault(path.stem, []).append(path)
    placed = [name for layer in layers for name in layer if name in files]
    rows = []
    for name in [*placed, *sorted(set(files) - set(placed))]:
        suffixes = ", ".join(path.suffix for path in files[name])
        rows.append(f"| `{name}` {suffixes} | {first_sentence(files[name][-1])} |")
    return rows


def engine(layers: list[str]) -> list[str]:
    """List the engine: the layers from the ground up, rooms of no layer last, the files of a room by name."""
    top = ROOT / "engine"
    names = [name.strip("()").removeprefix("engine.") for layer in reversed(layers) for name in layer.split(" | ")]
    found = {path.stem for path in top.iterdir() if path.suffix == ".py" or path.is_dir()}
    others = sorted(found - {*names, "__pycache__"})
    rows = []
    for name in [*names, *others]:
        files = [top / f"{name}.py"] if (top / f"{name}.py").exists() else sorted((top / name).rglob("*.py"))
        for file in files:
            inside = file.relative_to(top)
            room = file.name == "__init__.py" and inside.parent.name
            shown = f"**{inside.parent.as_posix()}/**" if room else f"`{inside.as_posix()}`"
            rows.append(f"| {shown} | {first_sentence(file)} |")
    return rows


def listing() -> str:
    """Return the whole list as Markdown."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    lines = ["### gocore", "", "| module | what it is |", "|---|---|", *core(tool["tianyuan"]["core-layers"]), ""]
    lines += ["### engine", "", "| file | what it is |", "|---|---|"]
    lines += engine(tool["importlinter"]["contracts"][0]["layers"])
    return "\n".join(lines) + "\n"


def renewed(page: str) -> str:
    """Return the page with its list replaced."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + listing() + END + rest.split(END)[1]


if __name__ == "__main__":
    old = PAGE.read_text()
    new = renewed(old)
    if "--check" in sys.argv[1:]:
        sys.exit(0 if new == old else "ARCHITECTURE.md: the list of files is stale; run tools/architecture.py")
    PAGE.write_text(new)
