"""A teacher's judgement of positions: made by any net that the engine runs, kept in one .npz file a set.

Arrays, one row a position, in the order of the games:

    game     line of the collection, from 0
    ply      the position before move `ply`, from 0
    point    (n, 12) the likeliest moves, side * side the pass
    prob     (n, 12) their probabilities x 255
    win      the side to move's win rate x 65,535
    lead10   the side to move's lead in points x 10
    owner    (n, side * side) whose the points become x 127, + the side to move; optional

    komi2    half points of the judgement: one number, or (n,); the game's own unless it is there
    terms    (n,) index into TERMS, the rules of the judgement; 0 unless it is there

All positions of a game are judged under the same komi and rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.errors import TrainError
from engine.net.evaluator import NetEvaluator
from engine.train.records import Record
from gocore import IllegalMove, Position, Rules
from gocore.features import Encoder

TOP: Final = 12
TOGETHER: Final = 8
"""Positions judged at once."""
TERMS: Final = (
    Rules(),
    Rules(ko="situational", suicide=True),
    Rules(ko="simple", scoring="territory", tax="seki"),
    Rules(ko="simple"),
    Rules(tax="all"),
)
"""Rules that positions are judged under: the house's, New Zealand's, Japanese, simple ko, stone scoring."""
_OFTEN: Final = (0.6, 0.1, 0.2, 0.05, 0.05)
_NEEDED: Final = ("game", "ply", "point", "prob", "win", "lead10")


_Waiting = tuple[int, int, int, Position]


@dataclass(frozen=True, slots=True)
class Labels:
    """A set of judgements; members as the arrays of the file, sorted by game and ply."""

    game: Any
    ply: Any
    point: Any
    prob: Any
    win: Any
    lead10: Any
    owner: Any | None = None
    komi2: Any | None = None
    terms: Any | None = None

    def __len__(self) -> int:
        return len(self.game)

    def rows(self, chosen: slice) -> "Labels":
        """Return some of the judgements."""
        return Labels(*(None if a is None else a[chosen] for a in (getattr(self, f.name) for f in fields(self))))

    def rules(self, row: int, record: Record) -> Rules:
        """Return the rules and komi that a row was judged under, a position of this game."""
        komi2 = record.komi2 if self.komi2 is None else int(self.komi2[row])
        return TERMS[0 if self.terms is None else int(self.terms[row])].replace(komi2=komi2)


def read(path: Path, komi2: int | None = None) -> Labels:
    """Read a set of judgements. Raises TrainError when an array is missing.

    komi2: half points of all of them, where the file does not say and the games' own was not used.
    """
    with np.load(path) as file:
        missing = [name for name in _NEEDED if name not in file]
        if missing:
            raise TrainError(f"{path.name}: no array {missing[0]!r}")
        order = np.lexsort((file["ply"], file["game"]))
        arrays: dict[str, Any] = {name: file[name][order] for name in _NEEDED}
        for name in ("owner", "terms"):
            if name in file:
                arrays[name] = file[name][order]
        if "komi2" in file or komi2 is not None:
            given: Any = file["komi2"] if "komi2" in file else np.array(komi2)
            arrays["komi2"] = given[order] if given.ndim else np.full(len(order), given)
    return Labels(**arrays)


def write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write judgements, whole or not at all."""
    temporary = path.with_name(path.name + ".part.npz")
    arrays: dict[str, Any] = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
    np.savez_compressed(temporary, **arrays)
    temporary.replace(path)


def judge(
    teacher: NetEvaluator, records: Sequence[Record], per_game: int, seed: int = 0, *, vary: bool = False
) -> Iterator[dict[str, Any]]:
    """Judge positions at random plies of each game, and yield a row for each.

    teacher: any net. per_game: positions of each game at most. vary: draw rules and komi anew for each game, so that
    a net learns what they mean; otherwise TERMS[0] with the record's komi.
    """
    generator = np.random.default_rng(seed)
    waiting: list[_Waiting] = []
    lane, encoder = teacher.lane(), Encoder(teacher.encoder)
    for game, record in enumerate(records):
        count = min(per_game, len(record.points))
        plies = set(generator.choice(len(record.points), count, replace=False).tolist())
        terms, komi2 = _drawn_terms(record, generator) if vary else (0, record.komi2)
        for ply, pos in positions(record, plies, TERMS[terms].replace(komi2=komi2)):
            if len(waiting) == TOGETHER or (waiting and waiting[0][3].area != pos.area):
                yield from _judge_batch(teacher, lane, encoder, waiting)
                waiting = []
            waiting.append((game, ply, terms, pos.copy()))
    if waiting:
        yield from _judge_batch(teacher, lane, encoder, waiting)
    lane.close()


def _drawn_terms(record: Record, generator: np.random.Generator) -> tuple[int, int]:
    """Draw rules, as an index into TERMS, and komi in half points: as played, near it, or as after a handicap."""
    spread = float(generator.choice((0.0, 1.5, 0.7 * record.side), p=(0.4, 0.3, 0.3)))
    komi2 = record.komi2 + round(2 * spread * generator.standard_normal())
    return int(generator.choice(len(TERMS), p=_OFTEN)), komi2


def positions(record: Record, plies: set[int], rules: Rules) -> Iterator[tuple[int, Position]]:
    """Replay a game and yield the positions before these plies; a game with an illegal move ends there.

    rules: with the komi, in place of the record's. The same position object is yielded each time: copy it to keep it.
    """
    pos = Position(record.side, rules=rules)
    for ply, (color, point) in enumerate(zip(record.colors.tolist(), record.points.tolist(), strict=True)):
        if ply in plies and color == pos.to_move:
            yield ply, pos
        try:
            pos.play(point, color)
        except IllegalMove:
            return


def _judge_batch(
    teacher: NetEvaluator, lane: Any, encoder: Encoder, waiting: list[_Waiting]
) -> Iterator[dict[str, Any]]:
    n, side, area = len(waiting), waiting[0][3].width, waiting[0][3].area
    planes = np.empty((n, teacher.planes, side, side), np.float32)
    globals_ = np.empty((n, teacher.globals), np.float32)
    encoder.write_batch([pos for *_, pos in waiting], planes, globals_)
    policy, value, owner = (np.empty((n, k), np.float32) for k in (area + 1, 6, area))
    lane.evaluate(planes, globals_, policy, value, owner)
    for i, (game, ply, terms, pos) in enumerate(waiting):
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
            "komi2": np.int16(pos.rules.komi2),
            "terms": np.uint8(terms),
            "owner": np.rint(owner[i] * 127).astype(np.int8),
        }
