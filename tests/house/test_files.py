"""Every file of the house is of a size that can be read, and says nothing of the machine that it was written on."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAX_LINES = 500
MAX_FUNCTION = 60
CODE = {".py", ".pyi", ".pyx", ".pxd", ".h", ".c"}


def tracked() -> list[Path]:
    """Return the files of the repository, or those of the source distribution where there is no git."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
        names = [ROOT / name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [p for top in ("engine", "gocore", "tests", "tools", "docs") for p in (ROOT / top).rglob("*")]
    return sorted(path for path in names if path.is_file() and "__pycache__" not in path.parts)


FILES = tracked()


def functions(path: Path) -> Iterator[tuple[str, int, int]]:
    """Yield (name, first line, lines) of each function, a Cython one by its indentation."""
    text = path.read_text()
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1
        return
    lines = text.splitlines()
    for start, line in enumerate(lines):
        match = re.match(r"( *)(?:def|cp?def)\s[^=]*?(\w+)\(", line)
        if match and " class " not in line:
            yield match[2], start + 1, _last_line(lines, start, len(match[1])) - start + 1


def _last_line(lines: list[str], start: int, indent: int) -> int:
    """Return the last line of the block that a line begins: those that stand further in, or close its bracket."""
    last = start
    for number in range(start + 1, len(lines)):
        stripped = lines[number].lstrip()
        if stripped and len(lines[number]) - len(stripped) <= indent and not stripped.startswith(")"):
            break
        if stripped:
            last = number
    return last


def test_no_file_is_longer_than_it_can_be_read() -> None:
    lengths = {str(path.relative_to(ROOT)): path.read_text().count("\n") for path in FILES if path.suffix in CODE}
    assert {name: lines for name, lines in lengths.items() if lines > MAX_LINES} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{line} {name}: {lines} lines"
        for path in FILES
        if path.suffix in (".py", ".pyx")
        for name, line, lines in functions(path)
        if lines > MAX_FUNCTION
    ]
    assert long == []


def test_no_file_names_the_machine_it_was_written_on() -> None:
    paths = re.compile("|".join(("/wo" + "rk/", "/ho" + "me/", "/Us" + "ers/")))
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in FILES
        if path.suffix in CODE | {".md", ".toml", ".sh", ".yaml", ".cfg", ".txt", ""}
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if paths.search(line)
    ]
    assert found == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in FILES
        if path.suffix in (".py", ".pyx", ".pxd")
        if path.stat().st_size and not path.read_text().lstrip().startswith(('"""', "#"))
    ]
    assert silent == []


def test_the_longest_functions_are_seen(tmp_path: Path) -> None:
    source = tmp_path / "a.pyx"
    source.write_text("cdef int f(int a,\n           int b) noexcept:\n    pass\n\n    pass\n\ndef g():\n    pass\n")
    assert list(functions(source)) == [("f", 1, 5), ("g", 7, 2)]
