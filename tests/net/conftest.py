"""A tiny net in our own format, and the outside nets where there are some."""

import os
from pathlib import Path

import pytest

from engine.net.evaluator import NetEvaluator
from tests.net.tinynets import write_net


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> NetEvaluator:
    """Return an evaluator of a tiny float32 net."""
    pytest.importorskip("onnx", reason="reading foreign nets needs the extra [nets]")
    from engine.net.cache import convert

    path = tmp_path_factory.mktemp("nets") / "tiny.bin.gz"
    write_net(path)
    return NetEvaluator(convert(path, "float32"), "tiny")


@pytest.fixture
def testnets() -> Path:
    """Return the folder of outside nets, or skip: they are not part of the repository."""
    folder = os.environ.get("TIANYUAN_TESTNETS")
    if not folder or not Path(folder).is_dir():
        pytest.skip("TIANYUAN_TESTNETS names no folder of KataGo nets")
    return Path(folder)


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep converted nets in a folder of the test's own."""
    monkeypatch.setenv("TIANYUAN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"
