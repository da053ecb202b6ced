"""Keep docs/articles.md: every clause of the rule text, what the program does, where, and the tests that prove it.

    articles.py            rewrite the page
    articles.py --check    say whether it is up to date (exit 1 when it is not)

The tests of a clause are those that bear its `article` marker; a clause without a test, or a test of a clause that the
table does not know, is an error. Clauses of human conduct are ledger entries: a program writes them down and says so.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "articles.md"
TESTS = ROOT / "tests"

CLAUSES = ROOT / "tools" / "articles.txt"

HEAD = """# The rule text, article by article

<!-- written by tools/articles.py from tools/articles.txt and the `article` markers of the tests -->

The text is the Chinese competition rules of 1988. Who does it: **E** the engine, **R** the referee, **C** the clock,
**T** the tournament; **L** is human conduct, which a program enters in the ledger and never decides by itself: an entry
changes no result without a referee's ruling.

| article | by | what the program does | where | tests |
|---|---|---|---|---|
"""

Clause = tuple[int, str]


def table() -> dict[Clause, tuple[str, str, str]]:
    """Read the table: what is done about each clause, in order."""
    lines = [line for line in CLAUSES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {(int(row[0]), row[1]): (row[2], row[3], row[4]) for row in rows}


def marked() -> Iterator[tuple[Clause, str, str]]:
    """Yield (clause, path, test) for every article marker in the tests, in order."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.article":
                    number, clause = (ast.literal_eval(argument) for argument in mark.args)
                    yield (number, clause), path.relative_to(ROOT).as_posix(), node.name


def page() -> str:
    """Write the page. Raises SystemExit for a clause without a test, or a test of an unknown clause."""
    clauses = table()
    tests: dict[Clause, set[str]] = {clause: set() for clause in clauses}
    for clause, path, test in marked():
        if clause not in clauses:
            raise SystemExit(f"{path}: {test}: tools/articles.txt knows no clause {clause}")
        tests[clause].add(path)
    bare = [clause for clause, found in tests.items() if not found]
    if bare:
        raise SystemExit(f"no test proves {', '.join(f'{number}.{part}' for number, part in bare)}")
    return HEAD + "".join(_row(clause, *clauses[clause], tests[clause]) for clause in clauses)


def _row(clause: Clause, who: str, what: str, where: str, tests: set[str]) -> str:
    number, part = clause
    name = f"{number}.{part}" if part else str(number)
    shown = ", ".join(f"`{path}`" for path in sorted(tests))
    return f"| {name} | {who} | {what} | {where} | {shown} |\n"


def main() -> int:
    """Rewrite the page, or check it. Returns the exit status."""
    text = page()
    if "--check" in sys.argv[1:]:
        fresh = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text
        if not fresh:
            print("docs/articles.md is stale: run python tools/articles.py", file=sys.stderr)
        return 0 if fresh else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
