"""Rounding a net to eight bits, and to half-size weights."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.net.tinynets import busy_inputs, write_net

onnx = pytest.importorskip("onnx", reason="quantising needs the extra [nets]")

from engine.net import graph, katago, quantise  # noqa: E402
from engine.net.evaluator import open_session  # noqa: E402


@pytest.fixture(params=["relu", "mish"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    version = 8 if request.param == "relu" else 14
    write_net(tmp_path / "net.gz", version, kinds=("plain", "pool", "nested"), act=request.param, channels=16)
    return graph.build(katago.read(tmp_path / "net.gz"))


def feed(count: int, side: int, seed: int) -> dict[str, Any]:
    planes, globals_ = busy_inputs(count, side, side, seed)
    return {"planes": planes, "globals": globals_}


def outputs(model: Any, inputs: dict[str, Any]) -> list[Any]:
    return list(open_session(model.SerializeToString()).run(["policy", "value", "ownership"], inputs))


@pytest.mark.parametrize(("bits", "limit"), [(8, 0.05), (7, 0.1)])
def test_rounding_changes_little(model: Any, bits: int, limit: float) -> None:
    small = quantise.quantise(model, [feed(16, 9, 1), feed(8, 13, 2)], bits)
    onnx.checker.check_model(small)
    inputs = feed(20, 9, 3)
    for name, got, due in zip(
        ("policy", "value", "ownership"), outputs(small, inputs), outputs(model, inputs), strict=True
    ):
        spread = np.abs(due - due.mean(axis=0)).max() + 1e-6
        assert 0 < np.abs(got - due).mean() / spread < limit, name


def test_every_convolution_but_the_last_is_rounded_and_nothing_else(model: Any) -> None:
    before = model.SerializeToString()
    small = quantise.quantise(model, [feed(4, 7, 1)])
    assert model.SerializeToString() == before
    steps = [item for item in small.graph.initializer if item.name.endswith(".steps")]
    kinds = {onnx.numpy_helper.to_array(item).dtype.name for item in steps}
    convs = [node for node in small.graph.node if node.op_type == "Conv"]
    exact = [node.name for node in convs if not node.input[1].endswith(".weights.value")]
    assert kinds == {"int8", "int32"}
    assert exact == ["p2", "own"]
    assert len(steps) == 2 * (len(convs) - 2)
    assert len(convs) == sum(node.op_type == "Conv" for node in model.graph.node)
    assert len(small.SerializeToString()) < 0.7 * len(before)


def test_seven_bits_stay_within_63_steps(model: Any) -> None:
    small = quantise.quantise(model, [feed(4, 7, 1)], bits=7)
    weights = [item for item in small.graph.initializer if item.name.endswith(".weights.steps")]
    assert max(int(np.abs(onnx.numpy_helper.to_array(item)).max()) for item in weights) == 63


def test_the_same_positions_give_the_same_net(model: Any) -> None:
    twice = [quantise.quantise(model, [feed(6, 9, 1)]).SerializeToString() for _ in range(2)]
    assert twice[0] == twice[1]


def test_quantising_needs_positions(model: Any) -> None:
    with pytest.raises(ValueError, match="no calibration positions"):
        quantise.quantise(model, [])


def test_half_size_weights_change_almost_nothing(model: Any) -> None:
    short = quantise.shorten(model)
    onnx.checker.check_model(short)
    inputs = feed(10, 9, 4)
    for got, due in zip(outputs(short, inputs), outputs(model, inputs), strict=True):
        assert 0 < np.abs(got - due).max() < 0.05 * np.abs(due).max()
    assert len(short.SerializeToString()) < 0.7 * len(model.SerializeToString())


def test_bits_follow_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantise.platform, "machine", lambda: "aarch64")
    assert quantise.weight_bits() == 8
    monkeypatch.setattr(quantise.platform, "machine", lambda: "x86_64")
    for flags, bits in (("avx2 avx512_vnni", 8), ("sse2 avx2", 7)):
        monkeypatch.setattr(Path, "read_text", lambda self, flags=flags, **_: f"flags : {flags}")
        assert quantise.weight_bits() == bits
