"""A few small games with judgements, made by a tiny random teacher."""

from pathlib import Path

import numpy as np
import pytest

from engine.net.evaluator import NetEvaluator
from engine.train import games, labels, records
from engine.train.batches import Source
from tests.net.tinynets import write_net


@pytest.fixture(scope="session")
def teacher(tmp_path_factory: pytest.TempPathFactory) -> NetEvaluator:
    """Return a tiny random net."""
    pytest.importorskip("onnx", reason="writing nets needs the extra [nets]")
    from engine.net.cache import convert

    path = tmp_path_factory.mktemp("teacher") / "tiny.bin.gz"
    write_net(path)
    return NetEvaluator(convert(path, "float32"), "tiny")


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory, teacher: NetEvaluator) -> Path:
    """Return a folder with games.sgf.xz of 7x7 and labels.npz."""
    folder = tmp_path_factory.mktemp("data")
    records.write(folder / "games.sgf.xz", games.play(teacher, 7, 40, seed=3))
    rows = list(labels.judge(teacher, records.read(folder / "games.sgf.xz"), 12))
    labels.write(folder / "labels.npz", rows)
    return folder


@pytest.fixture(scope="session")
def source(data: Path) -> Source:
    """Return these games and judgements as a source of batches."""
    return Source(records.read(data / "games.sgf.xz"), labels.read(data / "labels.npz"))


def same(a: records.Record, b: records.Record) -> bool:
    """Compare two games."""
    return (a.side, a.komi2) == (b.side, b.komi2) and np.array_equal(a.points, b.points)
