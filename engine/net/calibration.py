"""The positions on which a net is measured before it is rounded to eight bits.

A few games of the net's own policy against itself, on three sizes: nothing has to be shipped, and what is seen is
what the net will be asked about. One evaluation serves several moves, for a large net is slow before it is rounded.
The games are the same each time. Komi and rules vary, so that their inputs do too.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from engine.net.evaluator import NetEvaluator
from engine.net.quantise import Feed
from gocore import Position, Rules
from gocore.features import Encoder

GAMES: Final = {9: 12, 13: 6, 19: 5}
"""Size of a board -> games played on it, side by side."""
KEPT: Final = {9: 8, 13: 6, 19: 6}
"""Size of a board -> positions of each game that are kept."""
MOVES: Final = 3
"""Moves played from one evaluation."""
TEMPERATURE: Final = 1.1
RULES: Final = (
    Rules(),
    Rules(komi2=15, suicide=True),
    Rules(ko="situational", komi2=13),
    Rules(ko="simple", scoring="territory", tax="seki", komi2=13),
)


def feeds(judge: NetEvaluator, sizes: Sequence[int] = tuple(GAMES)) -> Iterator[Feed]:
    """Play the games and yield their positions, a batch for each size and stage of the games.

    judge: the net, rounded or not. sizes: keys of GAMES; those that the net does not allow are left out.
    """
    for size in sizes:
        if judge.allows(size, size):
            yield from _play(judge, size, GAMES[size], np.random.default_rng(2000 + size))


def _play(judge: NetEvaluator, size: int, games: int, generator: np.random.Generator) -> Iterator[Feed]:
    """Play games of one size in step, and yield the inputs at moves spread evenly over them."""
    encoder = Encoder(judge.encoder)
    area = size * size
    running = [Position(size, rules=RULES[i % len(RULES)]) for i in range(games)]
    length = area * 5 // 6
    stops = {round(length * (k + 0.5) / KEPT[size] / MOVES) for k in range(KEPT[size])}
    lane = judge.lane()
    for turn in range(length // MOVES):
        running = [pos for pos in running if pos.passes < 2]
        if not running:
            break
        planes, globals_ = _inputs(judge, encoder, running)
        if turn in stops:
            yield {"planes": planes, "globals": globals_}
        n = len(running)
        policy = np.empty((n, area + 1), np.float32)
        lane.evaluate(planes, globals_, policy, np.empty((n, 6), np.float32), np.empty((n, area), np.float32))
        for pos, logits in zip(running, policy, strict=True):
            for _ in range(MOVES):
                pos.play(_choose(pos, logits, generator))
    lane.close()


def _inputs(judge: NetEvaluator, encoder: Encoder, running: list[Position]) -> tuple[Any, Any]:
    """Return the planes and globals of these positions."""
    size = running[0].width
    planes = np.empty((len(running), judge.planes, size, size), np.float32)
    globals_ = np.empty((len(running), judge.globals), np.float32)
    suicide = bool(judge.card.options.get("suicide_in_pass_alive"))
    encoder.write_batch(running, planes, globals_, suicide_life=suicide)
    return planes, globals_


def _choose(pos: Position, logits: Any, generator: np.random.Generator) -> int:
    legal = np.frombuffer(pos.legal_mask(), np.uint8).astype(bool)
    scores = np.where(legal, logits.astype(np.float64) / TEMPERATURE, -np.inf)
    odds = np.exp(scores - scores.max())
    return int(generator.choice(len(odds), p=odds / odds.sum()))
