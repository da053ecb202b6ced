"""What is handed out: the source distribution builds anywhere, the wheel carries what users of the core need."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUFFIXES = (".pyx", ".pxd", ".pyi", ".h")
SOURCES = {f"gocore/{path.name}" for path in (ROOT / "gocore").iterdir() if path.suffix in SUFFIXES}


def setup(*arguments: str) -> None:
    """Run setup.py, whose words are shown when it fails. Takes no GOCORE_ switch from outside."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GOCORE_")}
    command = [sys.executable, "setup.py", "-q", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def sdist(folder: Path) -> set[str]:
    """Make a source distribution and return the names in it, the top folder taken off.

    setuptools gathers it in the repository itself: two at a time would take each other's files away.
    """
    setup("egg_info", "--egg-base", str(folder), "sdist", "--dist-dir", str(folder))
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_the_source_distribution_has_every_source_and_the_tests_and_nothing_made_here(tmp_path: Path) -> None:
    names = sdist(tmp_path)
    assert SOURCES
    assert names >= SOURCES | {"pyproject.toml", "setup.py", "README.md", "LICENSE", "Makefile", "gocore/py.typed"}
    assert "tests/house/test_distribution.py" in names
    assert {name for name in names if name.endswith((".c", ".cpp", ".so", ".pyc")) or "__pycache__" in name} == set()


def test_the_wheel_has_declarations_stubs_and_markers_and_no_sources_in_c(tmp_path: Path) -> None:
    setup("egg_info", "--egg-base", str(tmp_path), "build_py", "--build-lib", str(tmp_path / "lib"))
    found = {path.relative_to(tmp_path / "lib").as_posix() for path in (tmp_path / "lib").rglob("*") if path.is_file()}
    said = {"gocore/py.typed", "engine/py.typed", "engine/__init__.pyi"}
    assert found >= {name for name in SOURCES if not name.endswith(".pyx")} | said
    assert {name for name in found if name.endswith((".c", ".so"))} == set()
    assert {name.split("/")[0] for name in found} == {"engine", "gocore"}
