"""The network in PyTorch: a pre-activation residual net, every third block pooled over the board.

Every batch norm is followed by ReLU and can be folded, so that the whole net rounds to eight bits well. It is fully
convolutional and has heads for policy, outcome, score and ownership: the same shape as engine.net.layers.Net, to
which export.py turns it.
"""

from dataclasses import asdict, dataclass
from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.train.batches import ENCODER
from gocore.features import ENCODERS

POINTS: Final = 20.0
"""What one unit of the score outputs is worth."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a net: residual blocks, channels of the trunk, of a pooled branch, of the heads, hidden units."""

    blocks: int = 6
    channels: int = 64
    pooled: int = 24
    head: int = 32
    hidden: int = 64
    every: int = 3

    def as_dict(self) -> dict[str, int]:
        """Return the members by name."""
        return asdict(self)


class NormAct(nn.Module):
    """Batch norm and ReLU."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.norm(x))


def conv(inputs: int, outputs: int, size: int = 3) -> nn.Conv2d:
    """Return a convolution without bias that keeps the board's size."""
    return nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=False)


def pool(x: Tensor, with_max: bool) -> Tensor:
    """Pool over the board: means, means scaled by the board's side, and maxima or squares (engine.net.graph)."""
    mean = x.mean(dim=(2, 3))
    scale = ((x.shape[2] * x.shape[3]) ** 0.5 - 14) / 10
    third = x.amax(dim=(2, 3)) if with_max else mean * (scale * scale - 0.1)
    return torch.cat([mean, mean * scale, third], dim=1)


class Block(nn.Module):
    """norm, convolution, norm, convolution, added to the trunk; with a pooled branch where `pooled` is not 0."""

    def __init__(self, channels: int, pooled: int) -> None:
        super().__init__()
        self.norm1, self.conv1 = NormAct(channels), conv(channels, channels)
        self.pooled = pooled
        if pooled:
            self.pool_conv, self.pool_norm = conv(channels, pooled), NormAct(pooled)
            self.pool_matrix = nn.Linear(3 * pooled, channels, bias=False)
        self.norm2, self.conv2 = NormAct(channels), conv(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        entry = self.norm1(x)
        middle = self.conv1(entry)
        if self.pooled:
            bias = self.pool_matrix(pool(self.pool_norm(self.pool_conv(entry)), True))
            middle = middle + bias[:, :, None, None]
        return x + self.conv2(self.norm2(middle))


class PolicyHead(nn.Module):
    """Logits of all points and the pass."""

    def __init__(self, channels: int, head: int) -> None:
        super().__init__()
        self.conv, self.pool_conv, self.pool_norm = conv(channels, head, 1), conv(channels, head, 1), NormAct(head)
        self.pool_matrix = nn.Linear(3 * head, head, bias=False)
        self.norm, self.last = NormAct(head), conv(head, 1, 1)
        self.to_pass = nn.Linear(3 * head, 1, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        pooled = pool(self.pool_norm(self.pool_conv(x)), True)
        board = self.conv(x) + self.pool_matrix(pooled)[:, :, None, None]
        return torch.cat([self.last(self.norm(board)).flatten(1), self.to_pass(pooled)], dim=1)


class ValueHead(nn.Module):
    """Logits of win, loss and no result; score, its deviation before softplus, and lead, in POINTS; ownership."""

    def __init__(self, channels: int, head: int, hidden: int) -> None:
        super().__init__()
        self.conv, self.norm = conv(channels, head, 1), NormAct(head)
        self.hidden = nn.Linear(3 * head, hidden)
        self.outcome, self.scores = nn.Linear(hidden, 3), nn.Linear(hidden, 4)
        self.ownership = conv(head, 1, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.norm(self.conv(x))
        hidden = functional.relu(self.hidden(pool(x, False)))
        return self.outcome(hidden), self.scores(hidden), torch.tanh(self.ownership(x).flatten(1))


class Net(nn.Module):
    """The whole net: planes (n, P, h, w) and globals (n, G) to policy, outcome, scores and ownership."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        planes, globals_ = ENCODERS[ENCODER]
        self.shape = shape
        self.first = conv(planes, shape.channels)
        self.globals_matrix = nn.Linear(globals_, shape.channels, bias=False)
        self.blocks = nn.ModuleList(
            Block(shape.channels, shape.pooled if k % shape.every == shape.every - 1 else 0)
            for k in range(shape.blocks)
        )
        self.last_norm = NormAct(shape.channels)
        self.policy = PolicyHead(shape.channels, shape.head)
        self.value = ValueHead(shape.channels, shape.head, shape.hidden)

    def forward(self, planes: Tensor, globals_: Tensor) -> tuple[Any, Any, Any, Any]:
        x = self.first(planes) + self.globals_matrix(globals_)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = self.last_norm(x)
        return (self.policy(x), *self.value(x))
