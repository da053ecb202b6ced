"""Turn the layers of a net into one ONNX graph that serves every board size and every batch.

Inputs and outputs are those of the protocol in evaluator.py; softmax of the outcome, units of the score and tanh
of the ownership are part of the graph, so that they too run without the GIL. Batch norms that follow a convolution
are folded into it. The pooling factors are taken from the size of the planes: one session serves all boards, and a
change of size costs nothing. Needs the package onnx.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.errors import NetMissingError
from engine.net.layers import (
    Activation,
    Block,
    Bottleneck,
    Conv,
    Floats,
    Matrix,
    Net,
    Norm,
    PolicyHead,
    PoolResidual,
    ValueHead,
)
from engine.wording import extra

if TYPE_CHECKING:
    import onnx

OPSET: Final = 17
IR_VERSION: Final = 9
NO_RESULT_BAN: Final = -100_000.0
"""Added to the logit of "no result" where the rules allow none (KataGo's value)."""
KO_INPUT: Final = 6  # global input: 1 with superko
TERRITORY_INPUT: Final = 9  # global input: 1 with territory scoring
GLOBALS: Final = 19


def require_onnx() -> Any:
    """Import and return onnx. Raises NetMissingError with the command that installs it."""
    try:
        import onnx
        import onnx.helper
        import onnx.numpy_helper
    except ImportError:
        raise NetMissingError(f"reading this net needs the package onnx: {extra('nets')}") from None
    return onnx


def build(net: Net) -> "onnx.ModelProto":
    """Write a net as an ONNX graph in float32.

    Returns a model with the inputs planes (n, P, height, width) and globals (n, G) and the outputs policy
    (n, area + 1), value (n, 6) and ownership (n, area), as evaluator.py describes them. Raises NetMissingError
    without the package onnx. Does not quantise, and adds no metadata.
    """
    graph = _Graph(require_onnx())
    trunk = _trunk(graph, net)
    outputs = [_policy(graph, net.policy, trunk), *_value(graph, net.value, trunk)]
    model: onnx.ModelProto = graph.model(net, outputs)
    return model


class _Graph:
    """A graph under construction: each method adds a node and returns the name of what it computes."""

    def __init__(self, onnx: Any) -> None:
        self._onnx = onnx
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}
        self._names = {"planes", "globals", "policy", "value", "ownership"}
        self.pool_scale, self.pool_square = self._board_factors()

    def node(self, kind: str, inputs: Sequence[str], name: str = "", **attributes: Any) -> str:
        """Add a node of one output. `name` is a wish."""
        name = self._unused(name or kind)
        self._nodes.append(self._onnx.helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def constant(self, name: str, values: Any) -> str:
        """Add numbers. `name` is a wish."""
        name = self._unused(name)
        self._constants[name] = self._onnx.numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def _unused(self, name: str) -> str:
        """Return a name that nothing bears yet: layers of a net file may bear any."""
        chosen, count = name, 1
        while chosen in self._names:
            chosen, count = f"{name}_{count}", count + 1
        self._names.add(chosen)
        return chosen

    def _board_factors(self) -> tuple[str, str]:
        """Return (sqrt(area) - 14) / 10 and its square less 0.1: what the means are multiplied by in pooling."""
        shape = self.node("Shape", ["planes"], start=2, end=4)
        area = self.node("Cast", [self.node("ReduceProd", [shape], keepdims=1)], to=1)
        side = self.node("Sub", [self.node("Sqrt", [area]), self.constant("side14", np.array([14], np.float32))])
        tenth = self.constant("tenth", np.array([0.1], np.float32))
        scale = self.node("Mul", [side, tenth])
        square = self.node("Sub", [self.node("Mul", [scale, scale]), tenth])
        return scale, square

    def convolution(self, conv: Conv, x: str, scale: Floats | None = None, shift: Floats | None = None) -> str:
        """Add a convolution, with what follows it (times scale, plus shift) folded in."""
        weights = conv.weights if scale is None else conv.weights * scale[:, None, None, None]
        inputs = [x, self.constant(conv.name + ".weights", weights.astype(np.float32))]
        if shift is not None:
            inputs.append(self.constant(conv.name + ".shift", shift))
        height, width = weights.shape[2:]
        across, along = conv.dilation[0] * (height // 2), conv.dilation[1] * (width // 2)
        return self.node(
            "Conv",
            inputs,
            conv.name,
            kernel_shape=[height, width],
            dilations=list(conv.dilation),
            pads=[across, along, across, along],
        )

    def matrix(self, matrix: Matrix, x: str) -> str:
        """Add a matrix product (n, in) -> (n, out), its bias and its activation."""
        inputs = [x, self.constant(matrix.name + ".weights", matrix.weights)]
        if matrix.bias is not None:
            inputs.append(self.constant(matrix.name + ".bias", matrix.bias))
        return self.activation(self.node("Gemm", inputs, matrix.name), matrix.activation)

    def norm(self, norm: Norm, x: str) -> str:
        """Add a batch norm that could not be folded, and its activation."""
        scale = self.constant(norm.name + ".scale", norm.scale[:, None, None])
        shift = self.constant(norm.name + ".shift", norm.shift[:, None, None])
        scaled = self.node("Add", [self.node("Mul", [x, scale]), shift], norm.name)
        return self.activation(scaled, norm.activation)

    def activation(self, x: str, kind: Activation) -> str:
        """Add an activation function."""
        if kind == "relu":
            return self.node("Relu", [x])
        if kind == "mish":
            return self.node("Mul", [x, self.node("Tanh", [self.node("Softplus", [x])])])
        if kind == "silu":
            return self.node("Mul", [x, self.node("Sigmoid", [x])])
        return x

    def pool(self, x: str, with_max: bool) -> str:
        """Add pooling over the board: (n, C, h, w) -> (n, 3C), means, scaled means, and maxima or squares."""
        mean = self.node("ReduceMean", [x], axes=[2, 3], keepdims=0)
        scaled = self.node("Mul", [mean, self.pool_scale])
        if with_max:
            third = self.node("ReduceMax", [x], axes=[2, 3], keepdims=0)
        else:
            third = self.node("Mul", [mean, self.pool_square])
        return self.node("Concat", [mean, scaled, third], axis=1)

    def spread(self, x: str) -> str:
        """Add two axes, (n, C) -> (n, C, 1, 1), so that x can be added to every point."""
        return self.node("Unsqueeze", [x, self.constant("axes", np.array([2, 3]))])

    def column(self, x: str, index: int) -> str:
        """Add the choice of one column, (n, k) -> (n, 1)."""
        return self.node("Gather", [x, self.constant(f"column{index}", np.array([index]))], axis=1)

    def model(self, net: Net, outputs: list[str]) -> Any:
        """Return the finished model. outputs: the names of policy, value and ownership."""
        helper, number = self._onnx.helper, self._onnx.TensorProto.FLOAT
        for inner, outer in zip(outputs, ("policy", "value", "ownership"), strict=True):
            self._nodes.append(helper.make_node("Identity", [inner], [outer], name=outer))
        planes = helper.make_tensor_value_info("planes", number, ["n", net.planes, "height", "width"])
        globals_ = helper.make_tensor_value_info("globals", number, ["n", net.globals])
        shapes = {"policy": ["n", "moves"], "value": ["n", 6], "ownership": ["n", "area"]}
        results = [helper.make_tensor_value_info(name, number, shape) for name, shape in shapes.items()]
        graph = helper.make_graph(self._nodes, "net", [planes, globals_], results, list(self._constants.values()))
        opsets = [helper.make_opsetid("", OPSET)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="tianyuan")


def _trunk(graph: _Graph, net: Net) -> str:
    bias = graph.spread(graph.matrix(net.globals_matrix, "globals"))
    x = graph.node("Add", [graph.convolution(net.first, "planes"), bias])
    for block in net.blocks:
        x = _block(graph, block, x)
    return graph.norm(net.last_norm, x)


def _block(graph: _Graph, block: Block, x: str) -> str:
    entry = graph.norm(block.norm1, x)
    if isinstance(block, Bottleneck):
        middle = graph.convolution(block.conv1, entry)
        for inner in block.blocks:
            middle = _block(graph, inner, middle)
        middle = graph.norm(block.norm2, middle)
    elif isinstance(block, PoolResidual):
        middle = _pooled(graph, entry, block.conv1, block.pool_conv, block.pool_norm, block.pool_matrix, block.norm2)[0]
    else:
        middle = _normed(graph, block.conv1, block.norm2, entry)
    return graph.node("Add", [x, graph.convolution(block.conv2, middle)])


def _normed(graph: _Graph, conv: Conv, norm: Norm, x: str) -> str:
    """Add a convolution with the norm after it folded in."""
    return graph.activation(graph.convolution(conv, x, norm.scale, norm.shift), norm.activation)


def _pooled(
    graph: _Graph, x: str, conv: Conv, pool_conv: Conv, pool_norm: Norm, matrix: Matrix, norm: Norm
) -> tuple[str, str]:
    """Add two convolutions side by side, the pooled one biasing the other. Returns the sum and the pooled row."""
    pooled = graph.pool(_normed(graph, pool_conv, pool_norm, x), with_max=True)
    folded = Matrix(matrix.name, matrix.weights * norm.scale)
    bias = graph.spread(graph.matrix(folded, pooled))
    regular = graph.convolution(conv, x, norm.scale, norm.shift)
    return graph.activation(graph.node("Add", [regular, bias]), norm.activation), pooled


def _policy(graph: _Graph, head: PolicyHead, trunk: str) -> str:
    x, pooled = _pooled(graph, trunk, head.conv, head.pool_conv, head.pool_norm, head.pool_matrix, head.norm)
    board = graph.node("Flatten", [graph.convolution(Conv(head.last.name, head.last.weights[:1]), x)])
    if head.pass_last is None:
        final = head.pass_first
    else:
        pooled, final = graph.matrix(head.pass_first, pooled), head.pass_last
    return graph.node("Concat", [board, graph.matrix(Matrix(final.name, final.weights[:, :1]), pooled)], axis=1)


def _value(graph: _Graph, head: ValueHead, trunk: str) -> tuple[str, str]:
    x = _normed(graph, head.conv, head.norm, trunk)
    hidden = graph.matrix(head.hidden, graph.pool(x, with_max=False))
    ownership = graph.node("Flatten", [graph.node("Tanh", [graph.convolution(head.ownership, x)])])
    logits = graph.matrix(head.outcome, hidden)
    outcome = graph.node("Softmax", [_without_result(graph, logits)], axis=1)
    decided = graph.node("Sub", [graph.constant("one", np.array([1], np.float32)), graph.column(outcome, 2)])
    margins = graph.node("Mul", [graph.matrix(_scores(head, (2, 0)), hidden), decided])
    deviation = graph.node("Softplus", [graph.matrix(_scores(head, (1,)), hidden)])
    unit = graph.constant("deviation.unit", np.array([head.score_scale[1]], np.float32))
    return graph.node("Concat", [outcome, margins, graph.node("Mul", [deviation, unit])], axis=1), ownership


def _without_result(graph: _Graph, logits: str) -> str:
    """Add the ban on "no result" where the rules allow none: superko, and not territory scoring."""
    chooser = np.zeros((GLOBALS, 1), np.float32)
    chooser[KO_INPUT], chooser[TERRITORY_INPUT] = 1, -1
    banned = graph.matrix(Matrix("banned", chooser, None, "relu"), "globals")
    ban = graph.constant("ban", np.array([[0, 0, NO_RESULT_BAN]], np.float32))
    return graph.node("Gemm", [banned, ban, logits])


def _scores(head: ValueHead, columns: tuple[int, ...]) -> Matrix:
    """Return the part of the score matrix that gives these outputs; margins in points, the deviation unscaled."""
    chosen = list(columns)
    scale = np.array([1.0 if column == 1 else head.score_scale[column] for column in chosen], np.float32)
    bias = None if head.scores.bias is None else head.scores.bias[chosen] * scale
    return Matrix(f"{head.scores.name}.{chosen[0]}", head.scores.weights[:, chosen] * scale, bias)
