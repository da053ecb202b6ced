"""The picture of a table: every row of it, or one line of what is wrong."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks import plot


def row(size: int, ratio: float, whose: str = "slow") -> dict[str, object]:
    return {"part": "kernel", "size": size, "threads": 1, "whose": whose, "per_cpu_s": 1.0, "ratio": ratio}


def test_each_size_has_a_shape(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="drawing needs the extra [plot]")
    table, out = tmp_path / "table.json", tmp_path / "out.svg"
    own = {"part": "kernel", "size": 9, "threads": 1, "whose": "tianyuan", "per_cpu_s": 2.0}
    table.write_text(json.dumps({"rows": [own, row(9, 2.0), row(7, 3.0), row(5, 4.0, "slower")]}))
    assert plot.main([str(table), str(out)]) == 0
    picture = out.read_text()
    assert picture.lstrip().startswith("<?xml")
    for label in ("9x9", "7x7", "5x5", "kernel: slow", "kernel: slower"):
        assert f"<!-- {label} -->" in picture
    assert "19x19" not in picture


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{}", "not a table"),
        ("# Benchmarks", "not a table"),
        ('{"rows": [3]}', "not a table"),
        ('{"rows": [{"ratio": 2}]}', "not a table"),
        ('{"rows": []}', "no row of it has a ratio"),
    ],
)
def test_what_is_no_table_is_named(text: str, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, out = tmp_path / "table.json", tmp_path / "out.svg"
    table.write_text(text)
    assert plot.main([str(table), str(out)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"python -m benchmarks.plot: {table}: {wrong}")
    assert not out.exists()


def test_a_table_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert plot.main([str(tmp_path / "none"), str(tmp_path / "out.svg")]) == 1
    assert capsys.readouterr().err == f"python -m benchmarks.plot: {tmp_path / 'none'}: No such file or directory\n"


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    (tmp_path / "table.json").write_text(json.dumps({"rows": [row(9, 2.0)]}))
    assert plot.main([str(tmp_path / "table.json"), str(tmp_path / "out.svg")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "pip install -e '.[plot]'" in line
