"""Which judge is used: a network that is there, or playouts with a word about why."""

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
