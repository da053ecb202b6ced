"""Evaluations a second."""

from pathlib import Path

import pytest

from engine.errors import NetError
from engine.net.bench import measure
from tests.net.tinynets import write_net
from tests.patience import PATIENCE

pytest.importorskip("onnx", reason="reading foreign nets needs the extra [nets]")


def test_a_measurement_adds_up(tmp_path: Path, cache_folder: Path) -> None:
    write_net(tmp_path / "tiny.bin.gz")
    found = measure(tmp_path / "tiny.bin.gz", size=9, threads=2, seconds=0.2, precision="float32", batch=3)
    assert (found.net, found.precision, found.size, found.threads, found.batch) == ("tiny", "float32", 9, 2, 3)
    assert found.evaluations % 3 == 0
    assert 0.2 <= found.wall_seconds < PATIENCE
    assert found.cpu_seconds > 0
    assert found.per_wall_second == pytest.approx(found.evaluations / found.wall_seconds, rel=0.02)
    assert found.as_json()["evaluations"] == found.evaluations


def test_a_size_that_the_net_does_not_allow_is_refused(tmp_path: Path, cache_folder: Path) -> None:
    write_net(tmp_path / "tiny.bin.gz")
    with pytest.raises(NetError, match="not made for 26x26"):
        measure(tmp_path / "tiny.bin.gz", size=26, precision="float32")
