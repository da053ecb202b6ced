"""Labelled positions as shuffled batches of planes, ready for a network."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.train.labels import Labels, positions
from engine.train.records import Record
from gocore.features import Encoder

ENCODER: Final = "tianyuan1"
POOL: Final = 8192
"""Positions held back to be mixed before a batch is drawn: neighbours in a game must not sit in one batch."""
FORGET: Final = 0.25
"""Share of positions whose past moves are left out, so that the net also knows set-up positions."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Arrays for n positions of one size. `policy`, `outcome` (win, loss, no result) and `owner` are targets.

    lead: points, side to move. known: (n,) 1 where `owner` is a teacher's word and not empty.
    """

    planes: Any
    globals_: Any
    policy: Any
    outcome: Any
    lead: Any
    owner: Any
    known: Any


@dataclass(frozen=True, slots=True)
class Source:
    """A collection of games of one size with a set of labels, and how many batches of it to draw beside others."""

    records: Sequence[Record]
    labels: Labels
    share: float = 1.0

    @property
    def side(self) -> int:
        """Return the side of its boards."""
        return self.records[0].side

    def split(self, held_back: float) -> "tuple[Source, Source]":
        """Return this source without, and with only, its last games; held_back is a share of the labels."""
        cut = int(self.labels.game[int(len(self.labels) * (1 - held_back))]) if len(self.labels) else 0
        first = int(np.searchsorted(self.labels.game, cut))
        return self._rows(slice(0, first)), self._rows(slice(first, None))

    def _rows(self, rows: slice) -> "Source":
        return Source(self.records, self.labels.rows(rows), self.share)


def batches(source: Source, size: int, seed: int, *, train: bool = True) -> Iterator[Batch]:
    """Yield batches of one source for one pass over it; the last, short one is left out while training.

    size: positions a batch. seed: of the order, the symmetries and the forgetting. train: shuffled, turned and
    mirrored at random, with part of the past left out; otherwise in the order of the games and as they are.
    """
    generator = np.random.default_rng(seed)
    pool: list[tuple[Any, ...]] = []
    for row in _rows(source, generator, train):
        pool.append(row)
        if train and len(pool) >= POOL + size:
            yield _turned(_drawn(pool, size, generator), int(generator.integers(8)))
        elif not train and len(pool) == size:
            yield _stacked(pool)
            pool = []
    while train and len(pool) >= size:
        yield _turned(_drawn(pool, size, generator), int(generator.integers(8)))
    if pool and not train:
        yield _stacked(pool)


def _drawn(pool: list[tuple[Any, ...]], size: int, generator: np.random.Generator) -> Batch:
    """Take rows at random out of the pool."""
    rows = []
    for _ in range(size):
        k = int(generator.integers(len(pool)))
        pool[k], pool[-1] = pool[-1], pool[k]
        rows.append(pool.pop())
    return _stacked(rows)


def _rows(source: Source, generator: np.random.Generator, train: bool) -> Iterator[tuple[Any, ...]]:
    """Replay the games and yield the labelled positions, encoded."""
    labels, encoder = source.labels, Encoder(ENCODER)
    starts = np.flatnonzero(np.diff(labels.game, prepend=-1))
    ends = np.append(starts[1:], len(labels))
    order = generator.permutation(len(starts)) if train else np.arange(len(starts))
    for k in order:
        rows = {int(labels.ply[i]): i for i in range(starts[k], ends[k])}
        record = source.records[int(labels.game[starts[k]])]
        for ply, pos in positions(record, set(rows), labels.rules(int(starts[k]), record)):
            i, side = rows[ply], record.side
            planes = np.empty((encoder.planes, side, side), np.float32)
            globals_ = np.empty(encoder.globals, np.float32)
            recent = 0 if train and generator.random() < FORGET else 5
            encoder.write(pos, planes, globals_, recent=recent)
            policy = np.zeros(side * side + 1, np.float32)
            policy[labels.point[i]] = labels.prob[i]
            owner = None if labels.owner is None else labels.owner[i]
            yield planes.astype(np.uint8), globals_, policy, labels.win[i], labels.lead10[i], owner


def _stacked(rows: list[tuple[Any, ...]]) -> Batch:
    planes, globals_, policy, win, lead10, owner = zip(*rows, strict=True)
    side = planes[0].shape[-1]
    weights = np.stack(policy)
    won = np.array(win, np.float32) / 65535
    empty = np.zeros(side * side, np.int8)
    return Batch(
        np.stack(planes).astype(np.float32),
        np.stack(globals_),
        weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-6),
        np.stack([won, 1 - won, np.zeros_like(won)], axis=1),
        np.array(lead10, np.float32) / 10,
        np.stack([empty if o is None else o for o in owner]).astype(np.float32) / 127,
        np.array([o is not None for o in owner], np.float32),
    )


def _turned(batch: Batch, symmetry: int) -> Batch:
    """Turn and mirror all boards of a batch: symmetry 0 .. 7, the first leaves them as they are."""
    side = batch.planes.shape[-1]

    def turn(boards: Any) -> Any:
        turned = np.rot90(boards, symmetry & 3, axes=(-2, -1))
        return np.ascontiguousarray(turned[..., ::-1] if symmetry & 4 else turned)

    def flat(rows: Any) -> Any:
        return turn(rows.reshape(-1, side, side)).reshape(len(rows), -1)

    policy = np.concatenate([flat(batch.policy[:, :-1]), batch.policy[:, -1:]], axis=1)
    return Batch(turn(batch.planes), batch.globals_, policy, batch.outcome, batch.lead, flat(batch.owner), batch.known)


def mixed(sources: Sequence[Source], size: int, seed: int, member: int = 0) -> Iterator[Batch]:
    """Yield training batches without end, each of one source, the sources drawn by their shares.

    member: number of this process among those that train together; all draw the same sources and other positions.
    """
    generator = np.random.default_rng(seed)
    shares = np.array([source.share for source in sources], np.float64)
    streams: list[Iterator[Batch] | None] = [None] * len(sources)
    passes = [0] * len(sources)
    while True:
        k = int(generator.choice(len(sources), p=shares / shares.sum()))
        batch = next(streams[k], None) if streams[k] is not None else None  # type: ignore[arg-type]
        if batch is None:
            streams[k] = batches(sources[k], size, seed + 1000 * k + 7919 * passes[k] + 104_729 * member)
            passes[k] += 1
            batch = next(streams[k], None)  # type: ignore[arg-type]
            if batch is None:
                raise ValueError(f"source {k} has fewer than {size} positions, not one batch")
        yield batch
