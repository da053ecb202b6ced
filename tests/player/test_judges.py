"""Which judge is used: a network that is there, or playouts with a word about why."""

import sys
from pathlib import Path

import pytest

from engine.config import Settings
from engine.errors import ConfigError
from engine.player import judges


def test_none_is_playouts() -> None:
    assert judges.net_path(Settings(net="none")) is None
    assert judges.open_judge(Settings(net="none"), lambda line: None) is None
    judges.check(Settings(net="none"))


def test_a_network_that_is_named_must_be_there(tmp_path: Path) -> None:
    settings = Settings(net=str(tmp_path / "nosuch.onnx"))
    with pytest.raises(ConfigError, match="no such file"):
        judges.check(settings)


def test_a_file_that_is_no_network_is_said_and_playouts_go_on(tmp_path: Path) -> None:
    path = tmp_path / "bad.onnx"
    path.write_bytes(b"not a network")
    said: list[str] = []
    judges.check(Settings(net=str(path)))
    assert judges.open_judge(Settings(net=str(path)), said.append) is None
    assert len(said) == 1
    assert "playing with playouts" in said[0]


def test_left_open_it_is_the_packages_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(judges, "PACKAGED", tmp_path / "tianyuan.onnx")
    assert judges.net_path(Settings()) is None
    (tmp_path / "tianyuan.onnx").touch()
    assert judges.net_path(Settings()) == tmp_path / "tianyuan.onnx"


def test_levels_below_full_strength_are_made_of_playouts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(judges, "PACKAGED", tmp_path / "tianyuan.onnx")
    (tmp_path / "tianyuan.onnx").touch()
    assert judges.net_path(Settings(level=19)) is None
    assert judges.net_path(Settings(level=20)) == tmp_path / "tianyuan.onnx"
    assert judges.net_path(Settings(level=3, net="x.onnx")) == Path("x.onnx")


@pytest.mark.parametrize(("exact", "lines"), [(False, ["playing with playouts"]), (True, ["trying", "playouts"])])
def test_a_packaged_net_that_is_not_taken_has_a_second(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, exact: bool, lines: list[str]
) -> None:
    monkeypatch.setattr(judges, "PACKAGED", tmp_path / "tianyuan.onnx")
    monkeypatch.setattr(judges, "EXACT", tmp_path / "tianyuan-float32.onnx")
    (tmp_path / "tianyuan.onnx").write_bytes(b"not a network")
    if exact:
        (tmp_path / "tianyuan-float32.onnx").write_bytes(b"nor this")
    said: list[str] = []
    assert judges.open_judge(Settings(), said.append) is None
    assert len(said) == len(lines)
    assert all(word in line for word, line in zip(lines, said, strict=True))


def test_without_onnxruntime_a_line_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    if not judges.PACKAGED.is_file():
        pytest.skip("no network in the package")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    said: list[str] = []
    assert judges.open_judge(Settings(), said.append) is None
    assert said == ["running a net needs the package onnxruntime: pip install onnxruntime; playing with playouts"]


def test_the_packages_own_net_judges_boards_of_its_sizes() -> None:
    if not judges.PACKAGED.is_file():
        pytest.skip("no network in the package")
    pytest.importorskip("onnxruntime")
    for path, precision in ((judges.PACKAGED, "int8"), (judges.EXACT, "float32")):
        judge = judges.open_judge(Settings(net=str(path)), pytest.fail)
        assert judge is not None
        assert (judge.card.precision, judge.encoder) == (precision, "tianyuan1")
        assert all(judge.allows(side, side) for side in range(7, 20))
        assert not judge.allows(2, 2)
