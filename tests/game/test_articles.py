"""docs/articles.md says what is there: every clause has a test, and the page is that of these tests."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools/articles.py"))


def test_the_page_is_fresh() -> None:
    """A stale page fails."""
    assert (ROOT / "docs/articles.md").read_text(encoding="utf-8") == TOOL["page"](), "run python tools/articles.py"


def test_every_article_from_1_to_31_is_there() -> None:
    """No article of the five chapters is left out."""
    assert {number for number, _ in TOOL["table"]()} == set(range(1, 32))


def test_conduct_is_said_to_be_conduct() -> None:
    """Clauses that only the ledger knows say so."""
    rows = TOOL["table"]()
    ledger = [what for who, what, _ in rows.values() if who == "L"]
    assert len(ledger) >= 10
    assert all("a ledger entry" in what for what in ledger)


def test_every_place_is_there() -> None:
    """What the page calls `game/clock` is a module or a package."""
    places = {place.strip() for _, _, where in TOOL["table"]().values() for place in where.split(",")}
    found = {
        place
        for place in places
        for base in (ROOT, ROOT / "engine")
        for suffix in (".py", ".pyx", ".pxd", "/__init__.py")
        if (base / f"{place}{suffix}").is_file()
    }
    assert places - found == set()
