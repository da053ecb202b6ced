"""`tianyuan play` as a process: a small game through a pipe, left and resumed, and bad words."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import sgf
from engine.play import cli
from tests.patience import PATIENCE

SMALL = ("--size", "5", "--visits", "20", "--threads", "1", "--seed", "1", "--memory", "16", "--net", "none")


def run(folder: Path, typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the verb in a folder and type these lines."""
    return subprocess.run(
        [sys.executable, "-m", "engine", "play", *words],
        input=typed,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_game_is_played_left_and_resumed(tmp_path: Path) -> None:
    first = run(tmp_path, "c3\n", *SMALL)
    assert first.returncode == 1, first.stderr
    assert "White to move" not in first.stdout
    assert "White: " in first.stdout
    assert "(X)" in first.stdout or "(O)" in first.stdout
    assert "--resume tianyuan-play.game" in first.stdout
    second = run(tmp_path, "undo\nresign\n", "--resume", "tianyuan-play.game", *SMALL[2:])
    assert second.returncode == 0, second.stderr
    assert "White wins by resignation" in second.stdout
    result = sgf.load(tmp_path / "tianyuan-play.sgf")[0].main_line().result
    assert result is not None
    assert result.sgf() == "W+R"


def test_the_engine_takes_black_with_a_handicap_and_a_clock(tmp_path: Path) -> None:
    words = ("--size", "7", "--black", "engine", "--white", "human", "--handicap", "2", "--time", "60c1")
    done = run(tmp_path, "d4\nresign\n", *words, "--visits", "20", "--threads", "1", "--memory", "16", "--net", "none")
    assert done.returncode == 0, done.stderr
    game = sgf.load(tmp_path / "tianyuan-play.sgf")[0].main_line()
    assert (len(game.handicap), game.moves[0].color) == (2, 2)
    assert "White 0:00 + " in done.stdout or "60 s x 1" in done.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--size", "99"], "size"),
        (["--rules", "klingon"], "unknown rule set"),
        (["--komi", "7,5"], "komi is not a number"),
        (["--komi", "20000"], "komi is out of range"),
        (["--time", "soon"], "not a time control"),
        (["--handicap", "1", "--size", "9"], "handicap stones, not 1"),
        (["--resume", "nowhere.game"], "cannot be read"),
        (["--out", "no/such/folder/x.sgf"], "no folder"),
        (["--out", "/"], "is a folder"),
        (["--out", ""], "is a folder"),
        (["--time", "0+10f"], "no time for the first move"),
        (["--resume", "x.game", "--rules", "aga"], "keeps what it was begun with; --rules"),
        (["--resume", "x.game", "--komi", "0"], "keeps what it was begun with; --komi"),
        (["--resume", "x.game", "--handicap", "2"], "keeps what it was begun with; --handicap"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(words) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_state_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.game"
    path.write_text("{}")
    assert cli.run(["--resume", str(path)]) == 2
    assert "not a saved state" in capsys.readouterr().err
