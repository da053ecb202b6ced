"""A teacher's judgements: what is written is what the teacher said."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import TrainError
from engine.net.evaluator import NetEvaluator
from engine.train import labels, records
from engine.train.batches import Source
from gocore import Rules
from gocore.features import Encoder


def test_rows_say_what_the_teacher_said(teacher: NetEvaluator, source: Source) -> None:
    found, encoder, lane = source.labels, Encoder("katago7"), teacher.lane()
    for i in (0, 7, len(found) - 1):
        record = source.records[found.game[i]]
        ply, pos = next(labels.positions(record, {int(found.ply[i])}, found.rules(i, record)))
        planes, globals_ = np.empty((1, 22, 7, 7), np.float32), np.empty((1, 19), np.float32)
        encoder.write(pos, planes[0], globals_[0])
        out = [np.empty((1, n), np.float32) for n in (50, 6, 49)]
        lane.evaluate(planes, globals_, *out)
        assert ply == found.ply[i]
        assert abs(found.win[i] / 65535 - out[1][0, 0]) < 2e-5
        assert abs(found.lead10[i] / 10 - out[1][0, 3]) < 0.051
        assert np.abs(found.owner[i] / 127 - out[2][0]).max() < 0.004
        legal = [*pos.legal(), 49]
        assert found.point[i, 0] == max(legal, key=lambda p: out[0][0, p])
        kept = [int(p) for p, w in zip(found.point[i], found.prob[i], strict=True) if w]
        assert set(kept) <= set(legal)
        assert found.prob[i].tolist() == sorted(found.prob[i].tolist(), reverse=True)


def test_rows_are_sorted_and_within_the_games(source: Source) -> None:
    found = source.labels
    assert 300 < len(found) <= 12 * len(source.records)
    keys = list(zip(found.game.tolist(), found.ply.tolist(), strict=True))
    assert keys == sorted(set(keys))
    assert all(ply < len(source.records[game].points) for game, ply in keys)


def test_a_game_with_an_illegal_move_ends_there() -> None:
    record = records.Record(5, 11, np.array([1, 2, 1], np.uint8), np.array([12, 12, 0], np.uint16))
    assert [ply for ply, _ in labels.positions(record, {0, 1, 2}, Rules())] == [0, 1]


def test_a_missing_array_is_named(tmp_path: Path) -> None:
    np.savez(tmp_path / "l.npz", game=np.zeros(1), ply=np.zeros(1))
    with pytest.raises(TrainError, match=r"l\.npz: no array 'point'"):
        labels.read(tmp_path / "l.npz")


def test_komi_and_rules_are_drawn_for_each_game(teacher: NetEvaluator, source: Source, tmp_path: Path) -> None:
    rows = list(labels.judge(teacher, source.records, 4, seed=1, vary=True))
    labels.write(tmp_path / "l.npz", rows)
    found = labels.read(tmp_path / "l.npz", komi2=99)  # the file says itself
    seen: dict[int, set[Rules]] = {}
    for row, game in enumerate(found.game.tolist()):
        seen.setdefault(game, set()).add(found.rules(row, source.records[game]))
    assert all(len(rules) == 1 for rules in seen.values())
    drawn = [rules for (rules,) in seen.values()]
    assert {rules.scoring for rules in drawn} == {"area", "territory"}
    assert len({rules.komi2 for rules in drawn}) > 10
    assert sum(rules.komi2 == source.records[game].komi2 for game, (rules,) in seen.items()) > 10
    assert sum(rules.replace(komi2=11) == Rules() for rules in drawn) > 15


def test_komi_may_be_told_where_the_file_does_not(source: Source, tmp_path: Path) -> None:
    old = source.labels
    arrays = {name: getattr(old, name) for name in labels._NEEDED}
    np.savez(tmp_path / "bare.npz", **arrays)
    np.savez(tmp_path / "one.npz", **arrays, komi2=-3)
    record = source.records[0]
    assert labels.read(tmp_path / "bare.npz").rules(0, record) == Rules(komi2=record.komi2)
    assert labels.read(tmp_path / "bare.npz", komi2=15).rules(0, record) == Rules(komi2=15)
    assert labels.read(tmp_path / "one.npz", komi2=15).rules(0, record) == Rules(komi2=-3)


def test_the_shared_labels_are_read(testdata: Path) -> None:
    path = testdata / "games" / "train" / "labels-b6c96.npz"
    if not path.is_file():
        pytest.skip(f"no {path.name} in the outside test data")
    found = labels.read(path)
    assert len(found) == 1_122_337
    assert found.owner is None
    assert (np.diff(found.game) >= 0).all()
