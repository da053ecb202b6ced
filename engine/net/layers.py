"""The layers of a residual convolution net as plain data, in the order in which they are applied.

This is what a reader of net files and the trainer hand over, and what graph.py turns into ONNX. Batch norms are
kept as the scale and the shift they amount to. Nothing here computes. Shapes: a convolution's weights are
(out, in, height, width), a matrix's (in, out), everything else (channels,). All arrays are float32.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Activation = Literal["identity", "relu", "mish", "silu"]


@dataclass(frozen=True, slots=True)
class Conv:
    """A convolution without bias, its border filled with zeros so that the board keeps its size."""

    name: str
    weights: Floats
    dilation: tuple[int, int] = (1, 1)

    @property
    def inputs(self) -> int:
        """Return the number of channels that go in."""
        return int(self.weights.shape[1])

    @property
    def outputs(self) -> int:
        """Return the number of channels that come out."""
        return int(self.weights.shape[0])


@dataclass(frozen=True, slots=True)
class Norm:
    """A batch norm and the activation after it: act(x * scale + shift), channel by channel."""

    name: str
    scale: Floats
    shift: Floats
    activation: Activation = "relu"


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix (in, out), with a bias and an activation where it has them."""

    name: str
    weights: Floats
    bias: Floats | None = None
    activation: Activation = "identity"


@dataclass(frozen=True, slots=True)
class Residual:
    """norm, convolution, norm, convolution; added to what came in."""

    norm1: Norm
    conv1: Conv
    norm2: Norm
    conv2: Conv


@dataclass(frozen=True, slots=True)
class PoolResidual:
    """A residual block one branch of which is pooled over the board and added to the other as a bias."""

    norm1: Norm
    conv1: Conv
    pool_conv: Conv
    pool_norm: Norm
    pool_matrix: Matrix
    norm2: Norm
    conv2: Conv


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """Narrow to fewer channels, run blocks there, widen again; added to what came in."""

    norm1: Norm
    conv1: Conv
    blocks: "tuple[Block, ...]"
    norm2: Norm
    conv2: Conv


Block = Residual | PoolResidual | Bottleneck


@dataclass(frozen=True, slots=True)
class PolicyHead:
    """conv and pool_conv side by side on the trunk, the pooled one biasing the other; the pass from the pooled one.

    The first output channel of `last` and of `pass_last` (or `pass_first`) is the policy; others are not used.
    """

    conv: Conv
    pool_conv: Conv
    pool_norm: Norm
    pool_matrix: Matrix
    norm: Norm
    last: Conv
    pass_first: Matrix
    pass_last: Matrix | None = None


@dataclass(frozen=True, slots=True)
class ValueHead:
    """conv, pooled, one hidden layer; from it win/loss/no result and the scores; ownership from conv directly.

    `scores` has at least 3 outputs: score, deviation before softplus, lead; `score_scale` are their units in points.
    """

    conv: Conv
    norm: Norm
    hidden: Matrix
    outcome: Matrix
    scores: Matrix
    ownership: Conv
    score_scale: tuple[float, float, float] = (20.0, 20.0, 20.0)


@dataclass(frozen=True, slots=True)
class Net:
    """A whole net. `globals_matrix` maps the global inputs to channels that are added to every point."""

    name: str
    version: int
    first: Conv
    globals_matrix: Matrix
    blocks: tuple[Block, ...]
    last_norm: Norm
    policy: PolicyHead
    value: ValueHead
    suicide_in_pass_alive: bool = False

    @property
    def planes(self) -> int:
        """Return the number of input planes."""
        return self.first.inputs

    @property
    def globals(self) -> int:
        """Return the number of global inputs."""
        return int(self.globals_matrix.weights.shape[0])
