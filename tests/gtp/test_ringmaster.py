"""Gomill's ringmaster, from the registry, lets the engine play itself: a playoff of two games on a small board."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.gtp.driver import ROOT, command
from tests.patience import PATIENCE

PACKAGE = "gomill==0.8.3"
CONTROL = """
competition_type = "playoff"
players = {{
    "one": Player({engine!r} + ["--visits", "20"], environ={{"PYTHONPATH": {root!r}}}),
    "two": Player({engine!r} + ["--visits", "10"], environ={{"PYTHONPATH": {root!r}}}),
}}
board_size = 5
komi = 5.5
record_games = True
matchups = [Matchup("one", "two", alternating=True, number_of_games=2, scorer="players")]
"""


@pytest.fixture(scope="module")
def python2() -> str:
    """A Python 2.7 that runs, from TIANYUAN_PYTHON2 or the path."""
    found = os.environ.get("TIANYUAN_PYTHON2") or shutil.which("python2.7")
    if found is None or subprocess.run([found, "-c", "0"], capture_output=True, check=False).returncode:
        pytest.skip("gomill needs Python 2.7, which is not here (TIANYUAN_PYTHON2 may name one)")
    return found


@pytest.fixture(scope="module")
def ringmaster(python2: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Gomill's program, unpacked from the registry's archive."""
    folder = tmp_path_factory.mktemp("gomill")
    words = ["download", "-q", "--no-deps", "--no-build-isolation", "--no-binary", ":all:", "-d", str(folder), PACKAGE]
    try:
        subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True, timeout=60, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip(f"pip cannot fetch {PACKAGE} here")
    archive = next(folder.glob("gomill-*.tar.gz"))
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    return [python2, str(folder / archive.name.removesuffix(".tar.gz") / "ringmaster")]


def test_a_playoff(ringmaster: list[str], tmp_path: Path) -> None:
    engine = command("gtp", "--net", "none", "--threads", "1", "--seed", "1")
    (tmp_path / "event.ctl").write_text(CONTROL.format(engine=engine, root=str(ROOT)))
    done = subprocess.run(
        [*ringmaster, "event.ctl", "run"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=4 * PATIENCE,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    report = (tmp_path / "event.report").read_text()
    assert "one v two (2/2 games)" in report
    assert "avg cpu" in report  # gomill-cpu_time was understood
    assert "player one: Tianyuan" in report
    assert "at most 20 visits a move" in report  # and so was gomill-describe_engine
    games = [path.read_text() for path in sorted((tmp_path / "event.games").glob("*.sgf"))]
    assert len(games) == 2
    assert all("RE[B+" in game or "RE[W+" in game for game in games)
    assert all(" visits in " in game for game in games)  # gomill-explain_last_move, in the comments
