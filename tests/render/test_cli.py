"""The verb `svg`."""

import io
import sys
from pathlib import Path

import pytest

from engine.cli import main

GAME = "(;SZ[9]PB[Ann]PW[Bob];B[ee];W[cc];B[gg])(;SZ[5];B[aa];W[aa])"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "a game.sgf"
    path.write_text(GAME)
    return path


def test_the_last_position_goes_to_standard_output(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["svg", str(record)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("<svg ")
    assert "Ann (Black) - Bob (White), 3 moves" in out
    assert err == ""


def test_a_move_a_size_and_a_file_can_be_chosen(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.svg"
    assert main(["svg", str(record), "--move", "1", "--width", "100", "--no-coordinates", "--out", str(target)]) == 0
    text = target.read_text()
    assert text.count('r="15"') == 2
    assert 'width="100"' in text
    assert "<text" not in text


@pytest.mark.parametrize(("span", "labels"), [("2", 1), ("2-3", 2), ("1-", 3)])
def test_moves_can_be_numbered(record: Path, span: str, labels: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["svg", str(record), "--numbers", span, "--no-coordinates"]) == 0
    assert capsys.readouterr().out.count("<text") == labels


def test_standard_input_and_a_game_of_a_collection(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GAME.encode())))
    assert main(["svg", "-", "--game", "2"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("<svg ")
    assert "move 2: White A5 is illegal (occupied), and was executed" in err


@pytest.mark.parametrize(
    "arguments",
    [["--game", "3"], ["--numbers", "9-"], ["--numbers", "x"], ["--out", "/no/such/folder/x"]],
)
def test_what_cannot_be_drawn_is_one_line(
    record: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["svg", str(record), *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tianyuan svg: ")
    assert err.count("\n") == 1


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["svg", str(tmp_path / "no.sgf")]) == 1
    assert "no.sgf" in capsys.readouterr().err


def test_flags_that_cannot_be_are_one_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for flags in (["--game", "0"], ["--move", "-1"], ["--width", "0"], ["--colour"]):
        with pytest.raises(SystemExit, match="2"):
            main(["svg", str(record), *flags])
        err = capsys.readouterr().err
        assert err.startswith("tianyuan svg: ") and err.count("\n") == 1 and "see tianyuan svg --help" in err
