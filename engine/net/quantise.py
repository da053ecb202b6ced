"""Make an int8 graph of a float32 one: eight-bit weights and activations in its convolutions.

Static quantisation in the QDQ form: each convolution reads unsigned bytes and writes unsigned bytes, and what lies
between (sums, pooling, matrices) stays float32; onnxruntime fuses the pairs into integer convolutions. The last
convolutions, of one channel, stay float32 too: they cost nothing, and 256 steps are coarse for a policy. The range of
every tensor is measured on calibration positions and cut where the mean squared rounding error is least. Weights
have a scale for each output channel, and the mean error that their rounding makes is taken out of the bias.

On x86 without VNNI instructions integer products of eight-bit weights can saturate; there seven bits are used.
"""

import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.net.graph import require_onnx
from engine.net.layers import Floats

if TYPE_CHECKING:
    import onnx

SAMPLE: Final = 20_000
"""Values of a tensor kept from each calibration batch to choose its range by."""
CUTS: Final = np.linspace(0.4, 1.0, 25)
"""The fractions of the largest value tried as a range's end."""

Feed = Mapping[str, NDArray[np.float32]]


@dataclass(slots=True)
class _Seen:
    """What calibration saw of one tensor: its extremes, some of its values, and the mean of each channel."""

    low: float
    high: float
    values: list[Floats]
    channel_sum: NDArray[np.float64]
    batches: int

    def grid(self) -> tuple[np.float32, int]:
        """Return scale and zero point of the 256 steps that round these values with the least squared error."""
        values = np.concatenate(self.values)
        best = (np.inf, np.float32(1), 0)
        for cut in CUTS:
            low, high = min(self.low * cut, 0.0), max(self.high * cut, 0.0)
            scale = np.float32(max(high - low, 1e-6) / 255)
            zero = int(np.clip(round(-low / scale), 0, 255))
            rounded = (np.clip(np.rint(values / scale) + zero, 0, 255) - zero) * scale
            best = min(best, (float(np.square(rounded - values).mean()), scale, zero))
        return best[1], best[2]


def weight_bits() -> int:
    """Return the bits a weight may have on this processor: 8, or 7 on x86 without VNNI instructions."""
    if platform.machine().lower() not in ("x86_64", "amd64", "i686"):
        return 8
    try:
        return 8 if "vnni" in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace") else 7
    except OSError:
        return 7


def quantise(model: "onnx.ModelProto", feeds: Iterable[Feed], bits: int = 8) -> "onnx.ModelProto":
    """Make the int8 graph of a float32 one that graph.build made.

    feeds: calibration batches, each mapping "planes" and "globals" to arrays; at least one. bits: 7 or 8, the size
    of a weight. Returns a new model of the same inputs and outputs; `model` is left as it was. Raises
    NetMissingError without onnx, ValueError without a batch. Does not judge the loss: benchmarks/nets.py does.
    """
    library = require_onnx()
    copy: onnx.ModelProto = library.ModelProto()
    copy.CopyFrom(model)
    graph = _Rewriter(copy, library, bits)
    graph.rewrite(_observe(model, graph.tensors(), feeds, library))
    return copy


def _observe(model: Any, names: list[str], feeds: Iterable[Feed], onnx: Any) -> dict[str, _Seen]:
    """Run the float32 graph on the calibration batches and note what its tensors hold."""
    from engine.net.evaluator import open_session

    wide = onnx.ModelProto()
    wide.CopyFrom(model)
    wide.graph.output.extend(onnx.helper.make_empty_tensor_value_info(name) for name in names if name != "planes")
    session = open_session(wide.SerializeToString(), threads=0)
    generator = np.random.default_rng(1)
    seen: dict[str, _Seen] = {}
    for feed in feeds:
        outputs = [name for name in names if name != "planes"]
        found = dict(zip(outputs, session.run(outputs, dict(feed)), strict=True))
        if "planes" in names:
            found["planes"] = feed["planes"]
        for name, tensor in found.items():
            _note(seen, name, tensor, generator)
    if not seen:
        raise ValueError("no calibration positions")
    return seen


def _note(seen: dict[str, _Seen], name: str, tensor: Floats, generator: np.random.Generator) -> None:
    flat = tensor.ravel()
    some = flat if flat.size <= SAMPLE else generator.choice(flat, SAMPLE, replace=False)
    means = tensor.mean(axis=(0, 2, 3), dtype=np.float64)
    low, high = float(flat.min()), float(flat.max())
    if name not in seen:
        seen[name] = _Seen(low, high, [some], means, 1)
        return
    old = seen[name]
    old.low, old.high = min(old.low, low), max(old.high, high)
    old.values.append(some)
    old.channel_sum += means
    old.batches += 1


class _Rewriter:
    """Puts the rounding of inputs, outputs and weights into a graph."""

    def __init__(self, model: Any, onnx: Any, bits: int) -> None:
        self._graph = model.graph
        self._onnx = onnx
        self._top = 127 if bits == 8 else 63
        self._initializers = {item.name: item for item in self._graph.initializer}
        self._users: dict[str, list[Any]] = {}
        for node in self._graph.node:
            for name in node.input:
                self._users.setdefault(name, []).append(node)
        convs = [node for node in self._graph.node if node.op_type == "Conv"]
        self._convs = [node for node in convs if self._initializers[node.input[1]].dims[0] > 1]  # outputs

    def tensors(self) -> list[str]:
        """Return the names of the tensors whose range is needed: inputs and outputs of all convolutions."""
        names = [name for node in self._convs for name in (node.input[0], self._result(node))]
        return list(dict.fromkeys(names))

    def _result(self, node: Any) -> str:
        """Return what a convolution comes to: its output, or the Relu's that alone reads it."""
        output: str = node.output[0]
        users = self._users.get(output, [])
        if len(users) == 1 and users[0].op_type == "Relu":
            output = users[0].output[0]
        return output

    def rewrite(self, seen: dict[str, _Seen]) -> None:
        """Round every tensor in `seen`, and the weights of every convolution."""
        rounded = {name: self._round(name, seen[name]) for name in seen}
        nodes = list(self._graph.node)
        for node in nodes:
            for place, name in enumerate(node.input):
                if name in rounded and node.op_type != "Shape":
                    node.input[place] = rounded[name][0]
        for node in self._convs:
            source = self._source(node, rounded)
            self._round_weights(node, seen[source], rounded[source][1])
        self._place(nodes, {name: pair for name, (_, _, pair) in rounded.items()})

    @staticmethod
    def _source(node: Any, rounded: Mapping[str, tuple[str, np.float32, list[Any]]]) -> str:
        """Return the original name of a convolution's input."""
        return next(name for name, (new, _, _) in rounded.items() if new == node.input[0])

    def _round(self, name: str, seen: _Seen) -> tuple[str, np.float32, list[Any]]:
        scale, zero = seen.grid()
        grid = [self._constant(f"{name}.scale", scale), self._constant(f"{name}.zero", np.uint8(zero))]
        make = self._onnx.helper.make_node
        pair = [
            make("QuantizeLinear", [name, *grid], [f"{name}.bytes"], name=f"{name}.quantize"),
            make("DequantizeLinear", [f"{name}.bytes", *grid], [f"{name}.rounded"], name=f"{name}.dequantize"),
        ]
        return f"{name}.rounded", scale, pair

    def _round_weights(self, node: Any, seen: _Seen, input_scale: np.float32) -> None:
        """Replace a convolution's weights by bytes and its bias by whole numbers, and correct the bias."""
        array = self._onnx.numpy_helper.to_array(self._initializers[node.input[1]])
        scale = np.maximum(np.abs(array).max(axis=(1, 2, 3)), 1e-9).astype(np.float32) / self._top
        steps = np.clip(np.rint(array / scale[:, None, None, None]), -self._top, self._top).astype(np.int8)
        error = array - steps * scale[:, None, None, None]
        bias = error.sum(axis=(2, 3)) @ (seen.channel_sum / seen.batches)
        if len(node.input) == 3:
            bias = bias + self._onnx.numpy_helper.to_array(self._initializers[node.input[2]])
        unit = (scale * input_scale).astype(np.float32)
        whole = np.clip(np.rint(bias / unit), -(2**31) + 1, 2**31 - 1).astype(np.int32)
        name = node.name
        inputs = [
            node.input[0],
            self._bytes(f"{name}.weights", steps, scale, np.zeros(len(scale), np.int8)),
            self._bytes(f"{name}.bias", whole, unit, np.zeros(len(scale), np.int32)),
        ]
        del node.input[:]
        node.input.extend(inputs)

    def _bytes(self, name: str, steps: Any, scale: Floats, zero: Any) -> str:
        parts = [
            self._constant(f"{name}.steps", steps),
            self._constant(f"{name}.scale", scale),
            self._constant(f"{name}.zero", zero),
        ]
        node = self._onnx.helper.make_node("DequantizeLinear", parts, [f"{name}.value"], name=f"{name}.value", axis=0)
        self._graph.node.append(node)
        return f"{name}.value"

    def _constant(self, name: str, value: Any) -> str:
        self._initializers[name] = self._onnx.numpy_helper.from_array(np.asarray(value), name)
        return name

    def _place(self, nodes: list[Any], pairs: dict[str, list[Any]]) -> None:
        """Write the graph anew in an order in which everything is computed before it is read."""
        weights = [node for node in self._graph.node if node.name.endswith(".value")]
        order = [*weights, *pairs.pop("planes", [])]
        for node in nodes:
            order.append(node)
            order += pairs.get(node.output[0], [])
        del self._graph.node[:]
        self._graph.node.extend(order)
        used = {name for node in order for name in node.input}
        del self._graph.initializer[:]
        self._graph.initializer.extend(item for name, item in self._initializers.items() if name in used)


def shorten(model: "onnx.ModelProto") -> "onnx.ModelProto":
    """Return a copy of a float32 graph whose convolution weights are kept as bfloat16, half the size.

    onnxruntime's processor kernels compute in float32 all the same: the file is smaller, not faster. Raises
    NetMissingError without onnx.
    """
    library = require_onnx()
    copy: onnx.ModelProto = library.ModelProto()
    copy.CopyFrom(model)
    weights = {node.input[1] for node in copy.graph.node if node.op_type == "Conv"}
    casts = []
    for item in copy.graph.initializer:
        if item.name in weights:
            bits = library.numpy_helper.to_array(item).view(np.uint32)
            rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
            name, shape = item.name, list(item.dims)
            item.Clear()
            item.name, item.data_type, item.raw_data = f"{name}.short", library.TensorProto.BFLOAT16, b""
            item.dims.extend(shape)
            item.raw_data = rounded.astype("<u2").tobytes()
            casts.append(library.helper.make_node("Cast", [f"{name}.short"], [name], name=f"{name}.long", to=1))
    nodes = [*casts, *copy.graph.node]
    del copy.graph.node[:]
    copy.graph.node.extend(nodes)
    return copy
