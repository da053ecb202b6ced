"""Net files that are damaged or of a kind that is not read are refused in one line that says where."""

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.errors import NetFormatError
from engine.net import katago
from engine.net.layers import Bottleneck, PoolResidual, Residual
from tests.net.tinynets import write_net


@pytest.fixture
def data(tmp_path: Path) -> bytes:
    write_net(tmp_path / "net.bin.gz", 14, True, ("plain", "pool", "nested"), "mish")
    return gzip.decompress((tmp_path / "net.bin.gz").read_bytes())


def test_the_layers_are_those_of_the_file(tmp_path: Path) -> None:
    write_net(tmp_path / "net.bin.gz", 14, True, ("plain", "pool", "nested"), "mish", channels=8)
    net = katago.read(tmp_path / "net.bin.gz")
    assert [type(block) for block in net.blocks] == [Residual, PoolResidual, Bottleneck]
    assert (net.name, net.version, net.planes, net.globals) == ("tiny", 14, 22, 19)
    assert net.first.weights.shape == (8, 22, 5, 5)
    assert net.last_norm.activation == "mish"
    assert net.value.score_scale == (21.0, 22.0, 23.0)
    assert net.first.weights.dtype == np.float32


REFUSED: list[tuple[str, Callable[[bytes], bytes], str]] = [
    (
        "another version",
        lambda d: d.replace(b"tiny 14", b"tiny 17", 1),
        "of version 17; convolution nets of versions 8",
    ),
    ("an old version", lambda d: d.replace(b"tiny 14", b"tiny 7", 1), "of version 7"),
    ("other planes", lambda d: d.replace(b"14 22 19", b"14 17 19", 1), "'17' where a whole number from 22 to 22"),
    ("a transformer", lambda d: d.replace(b"gpool_block", b"transformer_attention_block"), "not read"),
    ("an unknown activation", lambda d: d.replace(b"ACTIVATION_MISH", b"ACTIVATION_GELU", 1), "ACTIVATION_GELU"),
    ("an end in the middle", lambda d: d[: len(d) // 2], "the file ends early"),
    ("an end in the header", lambda d: d[:8], "ends early"),
    ("something behind", lambda d: d + b"more", "more follows after the last layer"),
    ("no weights", lambda d: d.replace(b"@BIN@", b"@BUN@", 3), "no @BIN@ where weights are due"),
    ("an even convolution", lambda d: d.replace(b"first 5 5", b"first 4 5", 1), "even size 4x5"),
    ("a negative count", lambda d: d.replace(b"trunk 3", b"trunk -3", 1), "'-3' where a whole number"),
    ("a wrong channel", lambda d: d.replace(b"globals 19 8", b"globals 8 19", 1), "channels where"),
    ("no net at all", lambda d: b"hello, world", "where a whole number"),
    ("binary rubbish", lambda d: b"\x00" * 5000, "not a KataGo net"),
]


@pytest.mark.parametrize(("change", "message"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_file_that_is_not_read_is_refused(data: bytes, change: Callable[[bytes], bytes], message: str) -> None:
    with pytest.raises(NetFormatError) as caught:
        katago.parse(change(data), "net.bin.gz")
    text = str(caught.value)
    assert message in text
    assert text.startswith("net.bin.gz: ")
    assert "\n" not in text


def test_a_net_that_wants_a_players_metadata_is_refused(tmp_path: Path) -> None:
    write_net(tmp_path / "net.gz", 15)
    data = gzip.decompress((tmp_path / "net.gz").read_bytes())
    with pytest.raises(NetFormatError, match="a player's metadata"):
        katago.parse(data.replace(b"\n0 0 0 0 0 0 0 0\n", b"\n1 0 0 0 0 0 0 0\n", 1), "net.gz")


def test_the_suicide_option_of_a_net_is_kept(tmp_path: Path) -> None:
    write_net(tmp_path / "net.gz", 15)
    data = gzip.decompress((tmp_path / "net.gz").read_bytes())
    assert not katago.parse(data, "net.gz").suicide_in_pass_alive
    changed = data.replace(b"\n0 0 0 0 0 0 0 0\n", b"\n0 1 0 0 0 0 0 0\n", 1)
    assert katago.parse(changed, "net.gz").suicide_in_pass_alive


def test_a_weight_that_is_no_number_is_refused(data: bytes) -> None:
    at = data.index(b"@BIN@") + 5
    with pytest.raises(NetFormatError, match="infinite or not a number"):
        katago.parse(data[:at] + np.array([np.nan], "<f4").tobytes() + data[at + 4 :], "net.bin.gz")


def test_a_word_among_text_weights_is_refused(tmp_path: Path) -> None:
    write_net(tmp_path / "net.txt.gz", 8, binary=False)
    lines = gzip.decompress((tmp_path / "net.txt.gz").read_bytes()).split(b"\n")
    lines[3] = b"word " + lines[3].split(b" ", 1)[1]
    with pytest.raises(NetFormatError, match=r"a weight is not a number \(at first"):
        katago.parse(b"\n".join(lines), "net.txt.gz")


@pytest.mark.parametrize(
    "content", [b"", b"not gzip", gzip.compress(b"x" * 1000)[:40]], ids=["empty", "text", "cut short"]
)
def test_a_file_that_is_no_gzip_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "net.bin.gz").write_bytes(content)
    with pytest.raises(NetFormatError, match=r"net\.bin\.gz: "):
        katago.read(tmp_path / "net.bin.gz")
