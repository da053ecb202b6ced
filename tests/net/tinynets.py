"""Small random nets: a writer of KataGo's file format in both its forms, and the net computed in plain numpy.

The writer follows the format's description and the forward pass the architecture's; neither shares code with
engine.net, so that a mistake there shows.
"""

import gzip
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

Array = Any


@dataclass
class Writer:
    """Collects the words of a net file."""

    version: int
    binary: bool
    generator: np.random.Generator
    chunks: list[bytes] = field(default_factory=list)

    def word(self, *words: object) -> None:
        self.chunks.append(" ".join(str(w) for w in words).encode() + b"\n")

    def block(self, values: Array) -> None:
        flat = np.asarray(values, "<f4").ravel()
        if self.binary:
            self.chunks.append(b"@BIN@" + flat.tobytes() + b"\n")
        else:
            self.chunks.append(" ".join(repr(float(v)) for v in flat).encode() + b"\n")

    def conv(self, name: str, inputs: int, outputs: int, size: int = 3) -> Array:
        weights = self.generator.normal(0, 1 / np.sqrt(size * size * inputs), (size, size, inputs, outputs))
        weights = weights.astype(np.float32)
        self.word(name, size, size, inputs, outputs, 1, 1)
        self.block(weights)
        return weights

    def norm(self, name: str, count: int, act: str) -> tuple[Array, Array, str]:
        mean = self.generator.normal(0, 0.3, count).astype(np.float32)
        variance = self.generator.uniform(0.5, 2, count).astype(np.float32)
        scale = self.generator.normal(1, 0.2, count).astype(np.float32)
        shift = self.generator.normal(0, 0.3, count).astype(np.float32)
        self.word(name, count, 0.001, 1, 1)
        for values in (mean, variance, scale, shift):
            self.block(values)
        self.activation(name + ".act", act)
        factor = scale / np.sqrt(variance + 0.001)
        return factor, shift - factor * mean, act

    def activation(self, name: str, act: str) -> None:
        self.word(name, *([f"ACTIVATION_{act.upper()}"] if self.version >= 11 else []))

    def matrix(self, name: str, inputs: int, outputs: int) -> Array:
        weights = self.generator.normal(0, 1 / np.sqrt(inputs), (inputs, outputs)).astype(np.float32)
        self.word(name, inputs, outputs)
        self.block(weights)
        return weights

    def bias(self, name: str, count: int) -> Array:
        values = self.generator.normal(0, 0.3, count).astype(np.float32)
        self.word(name, count)
        self.block(values)
        return values


@dataclass
class TinyNet:
    """A net as the writer made it: what is needed to compute it again."""

    version: int
    parts: dict[str, Any]
    scales: tuple[float, float, float]

    def run(self, planes: Array, globals_: Array) -> tuple[Array, Array, Array]:
        """Return policy logits, values (as engine.net.evaluator.VALUE) and ownership of a batch."""
        rows = [self._one(p, g) for p, g in zip(planes, globals_, strict=True)]
        policy, value, ownership = (np.stack(column) for column in zip(*rows, strict=True))
        return policy, value, ownership

    def _one(self, planes: Array, globals_: Array) -> tuple[Array, Array, Array]:
        parts = self.parts
        x = convolve(planes, parts["first"]) + (globals_ @ parts["globals"])[:, None, None]
        for block in parts["blocks"]:
            x = x + run_block(block, x)
        x = normed(parts["last"], x)
        return (self._policy(x), *self._value(x, globals_))

    def _policy(self, x: Array) -> Array:
        head = self.parts["policy"]
        pooled = pool(normed(head["g_norm"], convolve(x, head["g"])), "max")
        p = convolve(x, head["p"]) + (pooled @ head["to_bias"])[:, None, None]
        board = convolve(normed(head["p_norm"], p), head["last"])[0].ravel()
        passing = pooled @ head["to_pass"]
        if "pass_bias" in head:
            passing = activate(passing + head["pass_bias"], head["act"]) @ head["to_pass2"]
        return np.append(board, passing[0])

    def _value(self, x: Array, globals_: Array) -> tuple[Array, Array]:
        head = self.parts["value"]
        v = normed(head["norm"], convolve(x, head["v"]))
        hidden = activate(pool(v, "square") @ head["v2"] + head["v2_bias"], head["act"])
        logits = (hidden @ head["v3"] + head["v3_bias"]).astype(np.float64)
        if globals_[6] == 1 and globals_[9] == 0:
            logits[2] = -np.inf
        outcome = np.exp(logits - logits.max())
        outcome /= outcome.sum()
        scores = hidden @ head["sv3"] + head["sv3_bias"]
        decided = 1 - outcome[2]
        margins = [scores[2] * self.scales[2] * decided, scores[0] * self.scales[0] * decided]
        deviation = np.log1p(np.exp(scores[1])) * self.scales[1]
        return np.array([*outcome, *margins, deviation]), np.tanh(convolve(v, head["own"])[0].ravel())


def convolve(x: Array, weights: Array) -> Array:
    """Convolve (in, h, w) with weights (y, x, in, out), zeros around the board."""
    size, (_, height, width) = weights.shape[0], x.shape
    padded = np.pad(x, ((0, 0), (size // 2, size // 2), (size // 2, size // 2)))
    out = np.zeros((weights.shape[3], height, width))
    for dy in range(size):
        for dx in range(size):
            out += np.einsum("ihw,io->ohw", padded[:, dy : dy + height, dx : dx + width], weights[dy, dx])
    return out


def activate(x: Array, act: str) -> Array:
    if act == "relu":
        return np.maximum(x, 0)
    if act == "mish":
        return x * np.tanh(np.log1p(np.exp(x)))
    if act == "silu":
        return x / (1 + np.exp(-x))
    return x


def normed(norm: tuple[Array, Array, str], x: Array) -> Array:
    return activate(x * norm[0][:, None, None] + norm[1][:, None, None], norm[2])


def pool(x: Array, third: str) -> Array:
    mean, side = x.mean(axis=(1, 2)), np.sqrt(x.shape[1] * x.shape[2])
    last = x.max(axis=(1, 2)) if third == "max" else mean * (((side - 14) ** 2) / 100 - 0.1)
    return np.concatenate([mean, mean * (side - 14) / 10, last])


def run_block(block: dict[str, Any], x: Array) -> Array:
    entry = normed(block["norm1"], x)
    middle = convolve(entry, block["conv1"])
    if block["kind"] == "pool":
        pooled = pool(normed(block["g_norm"], convolve(entry, block["g"])), "max")
        middle = middle + (pooled @ block["to_bias"])[:, None, None]
    for inner in block.get("blocks", ()):
        middle = middle + run_block(inner, middle)
    return convolve(normed(block["norm2"], middle), block["conv2"])


def write_block(w: Writer, kind: str, name: str, channels: int, act: str) -> dict[str, Any]:
    words = {"plain": "ordinary_block", "pool": "gpool_block", "nested": "nested_bottleneck_block"}
    w.word(words[kind], name)
    block: dict[str, Any] = {"kind": kind}
    inside = channels // 2
    if kind == "nested":
        w.word(2)
    block["norm1"] = w.norm(name + ".n1", channels, act)
    if kind == "nested":
        block["conv1"] = w.conv(name + ".c1", channels, inside, 1)
        kinds = ("plain", "pool")
        block["blocks"] = [write_block(w, k, f"{name}.{k}", inside, act) for k in kinds]
        block["norm2"] = w.norm(name + ".n2", inside, act)
        block["conv2"] = w.conv(name + ".c2", inside, channels, 1)
        return block
    block["conv1"] = w.conv(name + ".c1", channels, channels)
    if kind == "pool":
        block["g"] = w.conv(name + ".g", channels, 3)
        block["g_norm"] = w.norm(name + ".gn", 3, act)
        block["to_bias"] = w.matrix(name + ".gm", 9, channels)
    block["norm2"] = w.norm(name + ".n2", channels, act)
    block["conv2"] = w.conv(name + ".c2", channels, channels)
    return block


def write_net(
    path: Path,
    version: int = 8,
    binary: bool = True,
    kinds: tuple[str, ...] = ("plain", "pool"),
    act: str = "relu",
    channels: int = 8,
    seed: int = 1,
) -> TinyNet:
    """Write a random net to a file and return it as plain numbers."""
    w = Writer(version, binary, np.random.default_rng(seed))
    w.word("tiny", version, 22, 19)
    scales = (8.0, 21.0, 22.0, 23.0, 40.0, 0.25, 30.0) if version >= 13 else (8.0, 20.0, 20.0, 20.0)
    if version >= 13:
        w.word(*scales)
    if version >= 15:
        w.word(0, 0, 0, 0, 0, 0, 0, 0)
    parts: dict[str, Any] = {}
    w.word("trunk", len(kinds), channels, channels, channels, 4, 3, *([0] * 6 if version >= 15 else []))
    parts["first"] = w.conv("first", 22, channels, 5)
    parts["globals"] = w.matrix("globals", 19, channels)
    parts["blocks"] = [write_block(w, kind, f"b{k}", channels, act) for k, kind in enumerate(kinds)]
    parts["last"] = w.norm("last", channels, act)
    parts["policy"] = _write_policy(w, channels, act)
    parts["value"] = _write_value(w, channels, act)
    path.write_bytes(gzip.compress(b"".join(w.chunks), 1))
    return TinyNet(version, parts, (scales[1], scales[2], scales[3]))


def _write_policy(w: Writer, channels: int, act: str) -> dict[str, Any]:
    w.word("policyhead")
    outputs = 4 if w.version >= 16 else 2 if w.version >= 12 else 1
    head: dict[str, Any] = {"act": act}
    head["p"], head["g"] = w.conv("p1", channels, 4, 1), w.conv("g1", channels, 3, 1)
    head["g_norm"] = w.norm("g1n", 3, act)
    head["to_bias"] = w.matrix("g2", 9, 4)
    head["p_norm"] = w.norm("p1n", 4, act)
    head["last"] = w.conv("p2", 4, outputs, 1)
    if w.version < 15:
        head["to_pass"] = w.matrix("pass", 9, outputs)
        return head
    head["to_pass"], head["pass_bias"] = w.matrix("pass", 9, 4), w.bias("passb", 4)
    w.activation("passact", act)
    head["to_pass2"] = w.matrix("pass2", 4, outputs)
    return head


def _write_value(w: Writer, channels: int, act: str) -> dict[str, Any]:
    w.word("valuehead")
    head: dict[str, Any] = {"act": act}
    head["v"] = w.conv("v1", channels, 4, 1)
    head["norm"] = w.norm("v1n", 4, act)
    head["v2"], head["v2_bias"] = w.matrix("v2", 12, 6), w.bias("v2b", 6)
    w.activation("v2a", act)
    head["v3"], head["v3_bias"] = w.matrix("v3", 6, 3), w.bias("v3b", 3)
    outputs = 6 if w.version >= 9 else 4
    head["sv3"], head["sv3_bias"] = w.matrix("sv3", 6, outputs), w.bias("sv3b", outputs)
    head["own"] = w.conv("own", 4, 1, 1)
    return head


def busy_inputs(count: int, width: int, height: int, seed: int = 0) -> tuple[Array, Array]:
    """Return planes and globals of random boards, 0 and 1 like the real ones."""
    generator = np.random.default_rng(seed)
    planes = (generator.random((count, 22, height, width)) < 0.2).astype(np.float32)
    planes[:, 0] = 1
    globals_ = (generator.random((count, 19)) < 0.3).astype(np.float32)
    globals_[:, 5] = generator.normal(0, 0.5, count)
    return planes, globals_
