"""A teacher's judgement of positions: made by any net that the engine runs, kept in one .npz file a set.

Arrays, one row a position, in the order of the games:

    game     line of the collection, from 0
    ply      the position before move `ply`, from 0
    point    (n, 12) the likeliest moves, side * side the pass
    prob     (n, 12) their probabilities x 255
    win      the side to move's win rate x 65,535
    lead10   the side to move's lead in points x 10
    owner    (n, side * side) whose the points become x 127, + the side to move; optional

komi2 and rules of the judgement are those of the collection's games unless `komi2` (one number) is there too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.errors import TrainError
from engine.net.evaluator import NetEvaluator
from engine.train.records import Record
from gocore import IllegalMove, Position, Rules
from gocore.features import Encoder

TOP: Final = 12
_NEEDED: Final = ("game", "ply", "point", "prob", "win", "lead10")


@dataclass(frozen=True, slots=True)
class Labels:
    """A set of judgements; members as the arrays of the file, sorted by game and ply."""

    game: Any
    ply: Any
    point: Any
    prob: Any
    win: Any
    lead10: Any
    owner: Any | None
    komi2: int | None

    def __len__(self) -> int:
        return len(self.game)


def read(path: Path) -> Labels:
    """Read a set of judgements. Raises TrainError when an array is missing."""
    with np.load(path) as file:
        missing = [name for name in _NEEDED if name not in file]
        if missing:
            raise TrainError(f"{path.name}: no array {missing[0]!r}")
        order = np.lexsort((file["ply"], file["game"]))
        arrays: dict[str, Any] = {name: file[name][order] for name in _NEEDED}
        owner = file["owner"][order] if "owner" in file else None
        komi2 = int(file["komi2"]) if "komi2" in file else None
    return Labels(**arrays, owner=owner, komi2=komi2)


def write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write judgements, whole or not at all."""
    temporary = path.with_name(path.name + ".part.npz")
    arrays: dict[str, Any] = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
    np.savez_compressed(temporary, **arrays)
    temporary.replace(path)


def judge(
    teacher: NetEvaluator, records: Sequence[Record], per_game: int, seed: int = 0, batch: int = 8
) -> Iterator[dict[str, Any]]:
    """Judge positions at random plies of each game, and yield a row for each.

    teacher: any net. per_game: positions of each game at most. batch: positions judged at once. Games are taken as
    they are; the rules are area scoring with positional superko and the record's komi.
    """
    generator = np.random.default_rng(seed)
    waiting: list[tuple[int, int, Position]] = []
    lane, encoder = teacher.lane(), Encoder(teacher.encoder)
    for game, record in enumerate(records):
        count = min(per_game, len(record.points))
        plies = set(generator.choice(len(record.points), count, replace=False).tolist())
        for ply, pos in positions(record, plies):
            if len(waiting) == batch or (waiting and waiting[0][2].area != pos.area):
                yield from _judge_batch(teacher, lane, encoder, waiting)
                waiting = []
            waiting.append((game, ply, pos.copy()))
    if waiting:
        yield from _judge_batch(teacher, lane, encoder, waiting)
    lane.close()


def positions(record: Record, plies: set[int], komi2: int | None = None) -> Iterator[tuple[int, Position]]:
    """Replay a game and yield the positions before these plies; a game with an illegal move ends there.

    komi2: half points, in place of the record's. The same position object is yielded each time: copy it to keep it.
    """
    pos = Position(record.side, rules=Rules(komi2=record.komi2 if komi2 is None else komi2))
    for ply, (color, point) in enumerate(zip(record.colors.tolist(), record.points.tolist(), strict=True)):
        if ply in plies and color == pos.to_move:
            yield ply, pos
        try:
            pos.play(point, color)
        except IllegalMove:
            return


def _judge_batch(
    teacher: NetEvaluator, lane: Any, encoder: Encoder, waiting: list[tuple[int, int, Position]]
) -> Iterator[dict[str, Any]]:
    n, side, area = len(waiting), waiting[0][2].width, waiting[0][2].area
    planes = np.empty((n, teacher.planes, side, side), np.float32)
    globals_ = np.empty((n, teacher.globals), np.float32)
    for i, (_, _, pos) in enumerate(waiting):
        encoder.write(pos, planes[i], globals_[i])
    policy, value, owner = (np.empty((n, k), np.float32) for k in (area + 1, 6, area))
    lane.evaluate(planes, globals_, policy, value, owner)
    for i, (game, ply, pos) in enumerate(waiting):
        legal = np.frombuffer(pos.legal_mask(), np.uint8) == 1
        odds = np.exp(np.where(legal, policy[i] - policy[i][legal].max(), -np.inf))
        odds /= odds.sum()
        top = np.argsort(-odds, kind="stable")[:TOP]
        point, prob = np.full(TOP, area, np.uint16), np.zeros(TOP, np.uint8)
        point[: len(top)], prob[: len(top)] = top, np.rint(odds[top] * 255)
        yield {
            "game": np.int32(game),
            "ply": np.int16(ply),
            "point": point,
            "prob": prob,
            "win": np.uint16(np.rint(value[i, 0] * 65535)),
            "lead10": np.int16(np.clip(np.rint(value[i, 3] * 10), -32000, 32000)),
            "owner": np.rint(owner[i] * 127).astype(np.int8),
        }
