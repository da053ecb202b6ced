"""What the documents show is what the program makes, and what they name is there."""

import re
import runpy
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from engine import sgf
from engine.render import svg_board

ROOT = Path(__file__).parents[2]
PICTURED_MOVE = 60
"""The move after which docs/board.svg shows docs/game.sgf: tianyuan svg docs/game.sgf --move 60 --out docs/board.svg"""


def pages() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def test_the_picture_is_drawn_from_the_game_beside_it() -> None:
    game = sgf.load(ROOT / "docs" / "game.sgf")[0].main_line(PICTURED_MOVE + 1)
    shown = (ROOT / "docs" / "board.svg").read_text()
    assert svg_board(game.position, last=game.position.last_move, title=_title(shown)) == shown


def _title(svg: str) -> str:
    match = re.search(r"<title>(.*?)</title>", svg)
    return match[1] if match else ""


def test_the_list_of_files_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["architecture.py"])
    tool = runpy.run_path(str(ROOT / "tools" / "architecture.py"))
    page = (ROOT / "ARCHITECTURE.md").read_text()
    assert tool["renewed"](page) == page, "ARCHITECTURE.md: run python tools/architecture.py"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    text = page.read_text()
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)|(?:src|href)=\"([^\"#]+)\"", text)
    local = [link for pair in links for link in pair if link and "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_of_the_readme_run(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "docs" / "game.sgf", tmp_path)
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[number], f"README.md, example {number + 1}", "exec"), {})


def test_nothing_is_said_to_be_installed_by_a_name_that_no_index_has() -> None:
    """Until it is published it is installed from its clone; an extra is named that there is."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    shown = [*pages(), *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "engine").rglob("*.py"))]
    for path in shown:
        text = path.read_text(encoding="utf-8")
        assert re.findall(r"install '?tianyuan\b|'tianyuan\[", text) == [], path
        named = re.findall(r"install -e '\.\[([a-z,]+)\]'|\bextra\('(\w+)'\)", text)
        assert {word for pair in named for words in pair for word in words.split(",") if word} <= set(extras), path


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {word for page in pages() for word in re.findall(r"`make ([a-z]+)", page.read_text())}
    assert named <= targets
    assert named >= {"run", "test", "soak", "bench"}
