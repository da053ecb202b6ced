"""Opening net files of any kind, and what is kept of a conversion."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import NetError, NetFormatError, NetMissingError
from engine.net import cache
from engine.net.evaluator import NetEvaluator
from tests.net.test_evaluator import buffers
from tests.net.tinynets import write_net

pytest.importorskip("onnx", reason="reading foreign nets needs the extra [nets]")


@pytest.fixture
def net(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.bin.gz"
    write_net(path)
    return path


@pytest.mark.parametrize("precision", ["int8", "float32", "bf16"])
def test_a_katago_net_is_converted_once(net: Path, cache_folder: Path, precision: str) -> None:
    said: list[str] = []
    first = cache.open_net(net, precision, said.append)
    second = cache.open_net(net, precision, said.append)
    assert said == [f"converting tiny.bin.gz to {precision}, once"]
    assert first.card == second.card
    assert (first.card.name, first.card.encoder, first.card.precision) == ("tiny", "katago7", precision)
    feed = buffers(1, 9, 9)
    second.lane().evaluate(*feed)
    assert np.isfinite(feed[2]).all()
    assert [path.suffix for path in cache_folder.iterdir()] == [".onnx"]


def test_a_renamed_file_is_found_again_and_a_changed_one_is_not(net: Path, cache_folder: Path) -> None:
    cache.open_net(net, "float32")
    said: list[str] = []
    moved = net.rename(net.with_name("other.bin.gz"))
    cache.open_net(moved, "float32", said.append)
    assert said == []
    write_net(moved, seed=2)
    cache.open_net(moved, "float32", said.append)
    assert said == ["converting other.bin.gz to float32, once"]
    assert len(list(cache_folder.iterdir())) == 2


def test_a_damaged_kept_file_is_made_anew(net: Path, cache_folder: Path) -> None:
    cache.open_net(net, "float32")
    (kept,) = cache_folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    said: list[str] = []
    cache.open_net(net, "float32", said.append)
    assert said
    assert kept.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_no_error(
    net: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TIANYUAN_CACHE", str(tmp_path / "file" / "cache"))
    assert cache.open_net(net, "float32").card.name == "tiny"


def test_our_own_format_is_opened_as_it_is(net: Path, tmp_path: Path, cache_folder: Path) -> None:
    own = tmp_path / "own.onnx"
    own.write_bytes(cache.convert(net, "float32", "ab"))
    opened = cache.open_net(own)
    assert opened.card.source == "ab"
    assert not cache_folder.exists()


def test_what_is_no_net_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.txt"
    path.write_text("hello")
    with pytest.raises(NetFormatError, match=r"net\.txt"):
        cache.open_net(path)
    with pytest.raises(NetError, match=r"missing\.gz: cannot be read \(No such file"):
        cache.open_net(tmp_path / "missing.gz")
    with pytest.raises(NetError, match="precision 'int4'; int8, float32, bf16 are known"):
        cache.open_net(path, "int4")


def test_a_missing_package_is_named(net: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(NetMissingError, match=r"pip install -e '\.\[nets\]' in the clone"):
        cache.open_net(net, "float32")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(NetMissingError, match="onnxruntime"):
        NetEvaluator(b"")


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TIANYUAN_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cache.sys, "platform", "linux")
    assert cache.folder() == tmp_path / "tianyuan"
    monkeypatch.setattr(cache.sys, "platform", "darwin")
    assert cache.folder() == Path.home() / "Library" / "Caches" / "tianyuan"
