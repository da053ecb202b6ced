"""Read KataGo's convolution nets: .bin.gz and .txt.gz, model versions 8 to 16.

The file is one gzip stream of words with white space between them. A block of weights is either that many decimal
words (.txt.gz) or the five bytes @BIN@ and little-endian float32 numbers (.bin.gz); which of the two is seen from
the content, not from the name. Residual, global pooling and nested bottleneck blocks are read; transformer blocks,
RMS norms, nets that want a player's metadata, and other versions are refused with one line. The reader is our own,
after the format's description; it is checked against KataGo's raw output in benchmarks/nets.py.
"""

import gzip
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from engine.errors import NetFormatError
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
    Residual,
    ValueHead,
)
from engine.wording import whole_number

VERSIONS: Final = range(8, 17)
PLANES: Final = 22
GLOBALS: Final = 19
LIMIT: Final = 1 << 14  # of channels and blocks; a larger number means a damaged file
ACTIVATIONS: Final[dict[str, Activation]] = {
    "ACTIVATION_IDENTITY": "identity",
    "ACTIVATION_RELU": "relu",
    "ACTIVATION_MISH": "mish",
    "ACTIVATION_SILU": "silu",
}
_WORD = re.compile(rb"\S+")


def read(path: Path) -> Net:
    """Read a net file.

    Returns the net. Raises NetFormatError, naming the file and the layer, when it is damaged, ends early or is of
    a kind that is not read; OSError when it cannot be opened. Does not judge whether the net plays well.
    """
    return parse(unpack(path), path.name)


def unpack(path: Path) -> bytes:
    """Return what a gzip file holds. Raises NetFormatError when it is none or is cut off."""
    try:
        return gzip.decompress(path.read_bytes())
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise NetFormatError(f"{path.name}: not a whole gzip file ({error})") from None


def parse(data: bytes, name: str) -> Net:
    """Read a net from the unpacked bytes of a file; `name` is for messages. Raises NetFormatError."""
    words = _Words(data, name)
    net = _net(words)
    words.finish()
    return net


class _Words:
    """A place in the file, and what can be read there next."""

    def __init__(self, data: bytes, name: str) -> None:
        self._data = data
        self._name = name
        self._at = 0
        self._binary = b"@BIN@" in data[:100_000]
        self.where = "the header"

    def fail(self, what: str) -> NetFormatError:
        """Return the error that says what is wrong at this place."""
        return NetFormatError(f"{self._name}: {what} (at {self.where}, byte {self._at})")

    def word(self) -> str:
        """Read one word."""
        match = _WORD.search(self._data, self._at)
        if match is None:
            raise self.fail("the file ends early")
        if match.end() - match.start() > 1000:
            raise self.fail("not a KataGo net")
        self._at = match.end()
        return match[0].decode("utf-8", "replace")

    def layer(self) -> str:
        """Read a layer's name, and take it as the place to name in messages."""
        self.where = self.word()
        return self.where

    def integer(self, low: int, high: int) -> int:
        """Read a whole number from low to high."""
        text = self.word()
        value = whole_number(text)
        if value is None or not low <= value <= high:
            raise self.fail(f"{text[:40]!r} where a whole number from {low} to {high} is due")
        return value

    def number(self) -> float:
        """Read a positive decimal number."""
        text = self.word()
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not 0 < value < float("inf"):
            raise self.fail(f"{text!r} where a positive number is due")
        return value

    def floats(self, *shape: int) -> Floats:
        """Read a block of weights of this shape."""
        count = int(np.prod(shape))
        values = self._binary_block(count) if self._binary else self._text_block(count)
        if not np.isfinite(values).all():
            raise self.fail("a weight is infinite or not a number")
        return values.reshape(shape)

    def _binary_block(self, count: int) -> Floats:
        start = self._data.find(b"@BIN@", self._at, self._at + 100)
        if start < 0 or self._data[self._at : start].strip():
            raise self.fail("no @BIN@ where weights are due")
        start += 5
        if start + 4 * count > len(self._data):
            raise self.fail("the file ends early")
        self._at = start + 4 * count
        return np.frombuffer(self._data, "<f4", count, start).astype(np.float32)

    def _text_block(self, count: int) -> Floats:
        found = list(islice(_WORD.finditer(self._data, self._at), count))
        if len(found) < count:
            raise self.fail("the file ends early")
        self._at = found[-1].end()
        try:
            return np.array([float(match[0]) for match in found], np.float32)
        except ValueError:
            raise self.fail("a weight is not a number") from None

    def finish(self) -> None:
        """Make sure that nothing is left."""
        if self._data[self._at :].strip():
            raise self.fail("more follows after the last layer")


def _net(words: _Words) -> Net:
    name = words.word()
    version = words.integer(0, 1000)
    if version not in VERSIONS:
        known = f"{VERSIONS[0]} to {VERSIONS[-1]}"
        raise words.fail(f"a KataGo net of version {version}; convolution nets of versions {known} are read")
    words.integer(PLANES, PLANES)
    words.integer(GLOBALS, GLOBALS)
    scales = [words.number() for _ in range(7)] if version >= 13 else [8.0, 20.0, 20.0, 20.0]
    suicide = False
    if version >= 15:
        if words.integer(0, 1) == 1:
            raise words.fail("a net that wants a player's metadata is not read")
        suicide = words.integer(0, 1) == 1
        _unused(words, 6)
    first, globals_matrix, blocks, last = _trunk(words, version)
    policy = _policy(words, version)
    value = _value(words, version, (scales[1], scales[2], scales[3]))
    net = Net(name, version, first, globals_matrix, blocks, last, policy, value, suicide)
    _check_channels(net, words)
    return net


def _unused(words: _Words, count: int) -> None:
    for _ in range(count):
        words.integer(0, 0)


def _trunk(words: _Words, version: int) -> tuple[Conv, Matrix, tuple[Block, ...], Norm]:
    words.layer()
    count = words.integer(1, LIMIT)
    for _ in range(5):  # channel counts, which the layers repeat
        words.integer(0, LIMIT)
    if version >= 15:
        if words.integer(0, LIMIT) != 0:
            raise words.fail("a trunk with RMS norms is not read")
        _unused(words, 5)
    first = _conv(words)
    globals_matrix = _matrix(words)
    return first, globals_matrix, _blocks(words, version, count), _norm(words, version)


def _blocks(words: _Words, version: int, count: int) -> tuple[Block, ...]:
    return tuple(_block(words, version) for _ in range(count))


def _block(words: _Words, version: int) -> Block:
    kind = words.word()
    if kind not in _BLOCKS:
        raise words.fail(f"a block of kind {kind} is not read; convolution nets are")
    words.layer()
    return _BLOCKS[kind](words, version)


def _residual(words: _Words, version: int) -> Residual:
    return Residual(_norm(words, version), _conv(words), _norm(words, version), _conv(words))


def _pool_residual(words: _Words, version: int) -> PoolResidual:
    return PoolResidual(
        _norm(words, version),
        _conv(words),
        _conv(words),
        _norm(words, version),
        _matrix(words),
        _norm(words, version),
        _conv(words),
    )


def _bottleneck(words: _Words, version: int) -> Bottleneck:
    count = words.integer(1, LIMIT)
    norm, conv = _norm(words, version), _conv(words)
    return Bottleneck(norm, conv, _blocks(words, version, count), _norm(words, version), _conv(words))


_BLOCKS: Final[dict[str, Callable[[_Words, int], Block]]] = {
    "ordinary_block": _residual,
    "gpool_block": _pool_residual,
    "nested_bottleneck_block": _bottleneck,
}


def _policy(words: _Words, version: int) -> PolicyHead:
    words.layer()
    conv, pool_conv, pool_norm = _conv(words), _conv(words), _norm(words, version)
    pool_matrix, norm, last, first = _matrix(words), _norm(words, version), _conv(words), _matrix(words)
    if version < 15:
        return PolicyHead(conv, pool_conv, pool_norm, pool_matrix, norm, last, first)
    first = replace(_biased(words, first), activation=_activation(words, version))
    return PolicyHead(conv, pool_conv, pool_norm, pool_matrix, norm, last, first, _matrix(words))


def _value(words: _Words, version: int, scale: tuple[float, float, float]) -> ValueHead:
    words.layer()
    conv, norm = _conv(words), _norm(words, version)
    hidden = replace(_biased(words, _matrix(words)), activation=_activation(words, version))
    outcome = _biased(words, _matrix(words))
    scores = _biased(words, _matrix(words))
    return ValueHead(conv, norm, hidden, outcome, scores, _conv(words), scale)


def _conv(words: _Words) -> Conv:
    name = words.layer()
    height, width = words.integer(1, 99), words.integer(1, 99)
    if height % 2 == 0 or width % 2 == 0:
        raise words.fail(f"a convolution of even size {height}x{width}")
    inputs, outputs = words.integer(1, LIMIT), words.integer(1, LIMIT)
    dilation = words.integer(1, 99), words.integer(1, 99)
    weights = words.floats(height, width, inputs, outputs)
    return Conv(name, np.ascontiguousarray(weights.transpose(3, 2, 0, 1)), dilation)


def _norm(words: _Words, version: int) -> Norm:
    name = words.layer()
    count, epsilon = words.integer(1, LIMIT), words.number()
    has_scale, has_shift = words.integer(0, 1), words.integer(0, 1)
    mean, variance = words.floats(count), words.floats(count)
    if (variance + epsilon <= 0).any():
        raise words.fail("a variance is negative")
    scale = words.floats(count) if has_scale else np.ones(count, np.float32)
    shift = words.floats(count) if has_shift else np.zeros(count, np.float32)
    scale = (scale / np.sqrt(variance + np.float32(epsilon))).astype(np.float32)
    return Norm(name, scale, (shift - scale * mean).astype(np.float32), _activation(words, version))


def _activation(words: _Words, version: int) -> Activation:
    words.layer()
    if version < 11:
        return "relu"
    kind = words.word()
    if kind not in ACTIVATIONS:
        raise words.fail(f"an activation of kind {kind} is not read")
    return ACTIVATIONS[kind]


def _matrix(words: _Words) -> Matrix:
    name = words.layer()
    inputs, outputs = words.integer(1, LIMIT), words.integer(1, LIMIT)
    return Matrix(name, words.floats(inputs, outputs))


def _biased(words: _Words, matrix: Matrix) -> Matrix:
    """Read the bias that follows a matrix."""
    words.layer()
    outputs = matrix.weights.shape[1]
    return replace(matrix, bias=words.floats(words.integer(outputs, outputs)))


def _check_channels(net: Net, words: _Words) -> None:
    """Make sure that each layer takes as many channels as the one before gives."""
    words.where = "its channels"
    trunk = net.first.outputs
    facts = [
        ("the first convolution", net.planes, PLANES),
        ("the global inputs", net.globals, GLOBALS),
        ("the global inputs' channels", net.globals_matrix.weights.shape[1], trunk),
        ("the last norm", len(net.last_norm.scale), trunk),
        *_policy_facts(net.policy, trunk),
        *_value_facts(net.value, trunk),
    ]
    for block in net.blocks:
        facts += _block_facts(block, trunk)
    for what, found, due in facts:
        if found != due:
            raise words.fail(f"{what}: {found} channels where {due} are due")


Fact = tuple[str, int, int]


def _block_facts(block: Block, trunk: int) -> list[Fact]:
    name, middle = block.conv1.name, block.conv1.outputs
    facts = [
        (name, block.conv1.inputs, trunk),
        (block.norm1.name, len(block.norm1.scale), trunk),
        (block.norm2.name, len(block.norm2.scale), middle),
        (block.conv2.name, block.conv2.inputs, middle),
        (block.conv2.name, block.conv2.outputs, trunk),
    ]
    if isinstance(block, PoolResidual):
        facts += _pool_facts(block.pool_conv, block.pool_norm, block.pool_matrix, trunk, middle)
    if isinstance(block, Bottleneck):
        for inner in block.blocks:
            facts += _block_facts(inner, middle)
    return facts


def _pool_facts(conv: Conv, norm: Norm, matrix: Matrix, inputs: int, outputs: int) -> list[Fact]:
    return [
        (conv.name, conv.inputs, inputs),
        (norm.name, len(norm.scale), conv.outputs),
        (matrix.name, matrix.weights.shape[0], 3 * conv.outputs),
        (matrix.name, matrix.weights.shape[1], outputs),
    ]


def _policy_facts(head: PolicyHead, trunk: int) -> list[Fact]:
    return [
        (head.conv.name, head.conv.inputs, trunk),
        *_pool_facts(head.pool_conv, head.pool_norm, head.pool_matrix, trunk, head.conv.outputs),
        (head.norm.name, len(head.norm.scale), head.conv.outputs),
        (head.last.name, head.last.inputs, head.conv.outputs),
        (head.pass_first.name, head.pass_first.weights.shape[0], 3 * head.pool_conv.outputs),
        *([] if head.pass_last is None else [_chained(head.pass_first, head.pass_last)]),
    ]


def _value_facts(head: ValueHead, trunk: int) -> list[Fact]:
    return [
        (head.conv.name, head.conv.inputs, trunk),
        (head.norm.name, len(head.norm.scale), head.conv.outputs),
        (head.hidden.name, head.hidden.weights.shape[0], 3 * head.conv.outputs),
        _chained(head.hidden, head.outcome),
        _chained(head.hidden, head.scores),
        (head.outcome.name, head.outcome.weights.shape[1], 3),
        (head.scores.name, min(head.scores.weights.shape[1], 4), 4),
        (head.ownership.name, head.ownership.inputs, head.conv.outputs),
        (head.ownership.name, head.ownership.outputs, 1),
    ]


def _chained(first: Matrix, second: Matrix) -> Fact:
    return (second.name, second.weights.shape[0], first.weights.shape[1])
