"""Nets of every kind that is read, written to a file and computed in plain numpy, against the graph made of them."""

from pathlib import Path

import numpy as np
import pytest

from tests.net.tinynets import busy_inputs, write_net

pytest.importorskip("onnx", reason="reading foreign nets needs the extra [nets]")

from engine.net import graph, katago
from engine.net.evaluator import open_session


@pytest.mark.parametrize("binary", [True, False])
@pytest.mark.parametrize(
    ("version", "kinds", "act"),
    [
        (8, ("plain", "pool", "plain"), "relu"),
        (10, ("pool",), "relu"),
        (11, ("plain",), "mish"),
        (12, ("nested",), "relu"),
        (13, ("plain", "pool"), "identity"),
        (14, ("nested", "nested"), "mish"),
        (15, ("nested", "plain"), "silu"),
        (16, ("pool", "nested"), "mish"),
    ],
)
def test_the_graph_computes_what_the_file_says(
    tmp_path: Path, version: int, kinds: tuple[str, ...], act: str, binary: bool
) -> None:
    net = write_net(tmp_path / "net.gz", version, binary, kinds, act)
    session = open_session(graph.build(katago.read(tmp_path / "net.gz")).SerializeToString())
    for width, height in ((9, 9), (5, 7), (2, 3)):
        planes, globals_ = busy_inputs(3, width, height)
        globals_[:, 6], globals_[:, 9] = [1, 1, 0], [0, 1, 0]  # superko, territory, neither
        found = session.run(["policy", "value", "ownership"], {"planes": planes, "globals": globals_})
        for name, got, due in zip(("policy", "value", "ownership"), found, net.run(planes, globals_), strict=True):
            assert got.shape == due.shape
            assert np.abs(got - due).max() < 2e-4 * max(1, np.abs(due).max()), name


def test_both_forms_of_a_file_give_the_same_net(tmp_path: Path) -> None:
    write_net(tmp_path / "a.bin.gz", 14, True, ("nested",), "mish")
    write_net(tmp_path / "b.txt.gz", 14, False, ("nested",), "mish")
    models = [graph.build(katago.read(tmp_path / name)) for name in ("a.bin.gz", "b.txt.gz")]
    assert models[0].SerializeToString() == models[1].SerializeToString()


def test_one_session_serves_every_size_and_batch(tmp_path: Path) -> None:
    write_net(tmp_path / "net.gz")
    session = open_session(graph.build(katago.read(tmp_path / "net.gz")).SerializeToString())
    for side in (*range(2, 20), 25):
        planes, globals_ = busy_inputs(2, side, side)
        policy, value, ownership = session.run(None, {"planes": planes, "globals": globals_})
        assert (policy.shape, value.shape, ownership.shape) == ((2, side * side + 1), (2, 6), (2, side * side))
        assert np.allclose(value[:, :3].sum(axis=1), 1, atol=1e-5)
        assert np.abs(ownership).max() <= 1
