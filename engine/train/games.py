"""New games for training: a net's policy against itself, side by side, with some temperature."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from engine.net.evaluator import NetEvaluator
from engine.train.records import Record
from gocore import Position, Rules
from gocore.features import Encoder

KOMI2: Final = (9, 11, 13, 13, 15, 15, 15, 17)
TOGETHER: Final = 16


def play(net: NetEvaluator, side: int, count: int, seed: int = 0, temperature: float = 1.0) -> Iterator[Record]:
    """Play games and yield them as they end; komi varies a little from game to game.

    side: of the square board. temperature: of the policy for the first quarter of the board's area in moves; it falls
    to a third of that later. Games end with two passes, or when they are twice as long as the board has points.
    """
    generator = np.random.default_rng(seed)
    lane, encoder = net.lane(), Encoder(net.encoder)
    running: list[Position] = []
    begun = 0
    while running or begun < count:
        while len(running) < TOGETHER and begun < count:
            running.append(Position(side, rules=Rules(komi2=int(generator.choice(KOMI2)))))
            begun += 1
        for pos, logits in zip(running, _policies(net, lane, encoder, running), strict=True):
            heat = temperature if pos.move_number < side * side // 4 else temperature / 3
            pos.play(_choose(pos, logits, heat, generator))
        yield from (_record(pos) for pos in running if _over(pos))
        running = [pos for pos in running if not _over(pos)]
    lane.close()


def _over(pos: Position) -> bool:
    return pos.passes >= 2 or pos.move_number >= 2 * pos.area


def _policies(net: NetEvaluator, lane: Any, encoder: Encoder, running: list[Position]) -> Any:
    n, side, area = len(running), running[0].width, running[0].area
    planes = np.empty((n, net.planes, side, side), np.float32)
    globals_ = np.empty((n, net.globals), np.float32)
    encoder.write_batch(running, planes, globals_)
    out = [np.empty((n, k), np.float32) for k in (area + 1, 6, area)]
    lane.evaluate(planes, globals_, *out)
    return out[0]


def _choose(pos: Position, logits: Any, heat: float, generator: np.random.Generator) -> int:
    legal = np.frombuffer(pos.legal_mask(), np.uint8) == 1
    scores = np.where(legal, logits.astype(np.float64) / heat, -np.inf)
    odds = np.exp(scores - scores.max())
    return int(generator.choice(len(odds), p=odds / odds.sum()))


def _record(pos: Position) -> Record:
    colors, points = zip(*pos.moves, strict=True)
    return Record(pos.width, pos.rules.komi2, np.array(colors, np.uint8), np.array(points, np.uint16))
