"""Turn a trained net into the files that the engine loads: ONNX in float32 and in int8."""

import hashlib
from pathlib import Path
from typing import Any

from engine.net import calibration, graph, layers, own, quantise
from engine.net.evaluator import NetEvaluator
from engine.train.batches import ENCODER
from engine.train.model import POINTS, Block, Net, NormAct


def to_layers(net: Net, name: str) -> layers.Net:
    """Return a net's layers as plain data, batch norms as scale and shift. The net must be in evaluation mode."""
    policy, value = net.policy, net.value
    return layers.Net(
        name,
        1,
        _conv("first", net.first),
        _matrix("globals", net.globals_matrix),
        tuple(_block(f"block{k}", block) for k, block in enumerate(net.blocks)),
        _norm("last", net.last_norm),
        layers.PolicyHead(
            _conv("policy.conv", policy.conv),
            _conv("policy.pool_conv", policy.pool_conv),
            _norm("policy.pool_norm", policy.pool_norm),
            _matrix("policy.pool", policy.pool_matrix),
            _norm("policy.norm", policy.norm),
            _conv("policy.last", policy.last),
            _matrix("policy.pass", policy.to_pass),
        ),
        layers.ValueHead(
            _conv("value.conv", value.conv),
            _norm("value.norm", value.norm),
            _matrix("value.hidden", value.hidden, "relu"),
            _matrix("value.outcome", value.outcome),
            _matrix("value.scores", value.scores),
            _conv("value.ownership", value.ownership),
            (POINTS, POINTS, POINTS),
        ),
    )


def digest(checkpoint: Path) -> str:
    """Return the checksum of a checkpoint, for the card of the net that is made from it."""
    return hashlib.sha256(checkpoint.read_bytes()).hexdigest()


def to_bytes(net: Net, name: str, precision: str, source: str = "", sides: tuple[int, int] = (2, 25)) -> bytes:
    """Return a net in our own format.

    precision: "float32" or "int8". source: checksum of the run that made it. sides: smallest and largest side of a
    board that it may be asked about.
    """
    model = graph.build(to_layers(net, name))
    own.stamp(model, own.Card(name, ENCODER, "float32", sides, source))
    if precision == "int8":
        judge = NetEvaluator(model.SerializeToString(), name)
        model = quantise.quantise(model, calibration.feeds(judge), bits=7)  # seven: right on every processor
        own.stamp(model, own.Card(name, ENCODER, "int8", sides, source))
    data: bytes = model.SerializeToString()
    return data


def _block(name: str, block: Any) -> layers.Block:
    assert isinstance(block, Block)
    first = (_norm(f"{name}.norm1", block.norm1), _conv(f"{name}.conv1", block.conv1))
    last = (_norm(f"{name}.norm2", block.norm2), _conv(f"{name}.conv2", block.conv2))
    if not block.pooled:
        return layers.Residual(*first, *last)
    return layers.PoolResidual(
        *first,
        _conv(f"{name}.pool_conv", block.pool_conv),
        _norm(f"{name}.pool_norm", block.pool_norm),
        _matrix(f"{name}.pool", block.pool_matrix),
        *last,
    )


def _array(tensor: Any) -> layers.Floats:
    array: layers.Floats = tensor.detach().float().cpu().numpy()
    return array


def _conv(name: str, conv: Any) -> layers.Conv:
    return layers.Conv(name, _array(conv.weight))


def _norm(name: str, module: NormAct) -> layers.Norm:
    norm = module.norm
    scale = norm.weight / (norm.running_var + norm.eps).sqrt()
    return layers.Norm(name, _array(scale), _array(norm.bias - scale * norm.running_mean))


def _matrix(name: str, linear: Any, activation: layers.Activation = "identity") -> layers.Matrix:
    bias = None if linear.bias is None else _array(linear.bias)
    return layers.Matrix(name, _array(linear.weight).T.copy(), bias, activation)
