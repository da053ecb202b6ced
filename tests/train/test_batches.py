"""Batches: everything in a batch belongs together, whatever the symmetry."""

import itertools

import numpy as np
import pytest

from engine.train.batches import Batch, Source, _turned, batches, mixed


def test_held_back_batches_are_the_labels_in_order(source: Source) -> None:
    found = list(batches(source, 32, 0, train=False))
    count = sum(len(batch.lead) for batch in found)
    assert count == len(source.labels)
    lead = np.concatenate([batch.lead for batch in found])
    assert np.allclose(lead, source.labels.lead10 / 10)
    assert np.allclose(found[0].outcome.sum(axis=1), 1)
    assert np.allclose(found[0].policy.sum(axis=1), 1, atol=1e-5)
    assert (found[0].known == 1).all()


def test_the_likeliest_moves_fall_on_empty_points(source: Source) -> None:
    for batch in batches(source, 32, 5):
        stones = (batch.planes[:, 1] + batch.planes[:, 2]).reshape(len(batch.lead), -1)
        assert (batch.policy[:, :-1] * stones).sum() == 0


@pytest.mark.parametrize("symmetry", range(8))
def test_a_symmetry_moves_everything_alike(source: Source, symmetry: int) -> None:
    batch = next(batches(source, 16, 0, train=False))
    turned = _turned(batch, symmetry)
    cells = np.arange(49, dtype=np.float32).reshape(1, 1, 7, 7)
    zeros = np.zeros((1, 49), np.float32)
    map_ = _turned(Batch(cells, None, np.append(zeros, [[1]], 1), None, None, zeros, None), symmetry)
    order = map_.planes.ravel().astype(int)
    assert sorted(order) == list(range(49))
    assert np.array_equal(turned.planes.reshape(16, -1, 49), batch.planes.reshape(16, -1, 49)[..., order])
    assert np.array_equal(turned.policy[:, :-1], batch.policy[:, :-1][:, order])
    assert np.array_equal(turned.policy[:, -1], batch.policy[:, -1])
    assert np.array_equal(turned.owner, batch.owner[:, order])
    assert symmetry or np.array_equal(order, np.arange(49))


def test_training_sees_each_position_once_in_a_pass(source: Source) -> None:
    leads = np.concatenate([batch.lead for batch in batches(source, 8, 1)])
    assert len(leads) == len(source.labels) // 8 * 8
    wanted = sorted(source.labels.lead10.tolist())
    for lead in np.rint(leads * 10).astype(int).tolist():
        wanted.remove(lead)
    assert len(wanted) < 8


def test_part_of_the_past_is_left_out_while_training(source: Source) -> None:
    planes = np.concatenate([batch.planes for batch in batches(source, 8, 1)])
    without = (planes[:, 7:9].sum(axis=(1, 2, 3)) == 0).mean()
    plain = np.concatenate([batch.planes for batch in batches(source, 8, 1, train=False)])
    assert without > (plain[:, 7:9].sum(axis=(1, 2, 3)) == 0).mean() + 0.1


def test_sources_are_mixed_by_their_shares(source: Source) -> None:
    first = Source(source.records, source.labels, 3.0)
    second = Source(source.records, source.labels, 1.0)
    stream = mixed([first, second], 16, 0)
    drawn = list(itertools.islice(stream, 100))  # more than a pass of either
    assert {batch.planes.shape for batch in drawn} == {(16, 13, 7, 7)}
    again = list(itertools.islice(mixed([first, second], 16, 0), 5))
    assert all(np.array_equal(a.lead, b.lead) for a, b in zip(drawn, again, strict=False))


def test_a_source_without_one_batch_is_refused(source: Source) -> None:
    with pytest.raises(ValueError, match="fewer than 100000 positions"):
        next(mixed([source], 100_000, 0))


def test_held_back_games_are_not_trained_on(source: Source) -> None:
    train, held = source.split(0.1)
    assert len(train.labels) + len(held.labels) == len(source.labels)
    assert set(train.labels.game) & set(held.labels.game) == set()
    assert 0 < len(held.labels) < 0.3 * len(source.labels)
