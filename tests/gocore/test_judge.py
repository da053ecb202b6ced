"""The seam between the search and a judge in Python: what it is shown, what becomes of what it says, and its faults."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gocore import BLACK, WHITE, Position, Rules
from gocore.search import Search

Answer = Callable[[Any], tuple[Any, Any]]
"""Planes (n, P, h, w) -> policy logits (n, h * w + 1) and leads for the side to move (n,)."""


class Counter:
    """A judge without a net. It keeps what it was shown."""

    encoder = "katago7"

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.lanes: list[CounterLane] = []

    def lane(self) -> "CounterLane":
        self.lanes.append(CounterLane(self.answer))
        return self.lanes[-1]


class CounterLane:
    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.objects: set[tuple[int, ...]] = set()
        self.sizes: list[int] = []
        self.shown: list[tuple[Any, Any]] = []
        self.closed = False

    def evaluate(self, planes: Any, globals_: Any, policy: Any, value: Any, ownership: Any) -> None:
        buffers = (planes, globals_, policy, value, ownership)
        self.objects.add(tuple(id(buffer) for buffer in buffers))
        arrays = [np.asarray(buffer) for buffer in buffers]
        n, _, height, width = arrays[0].shape
        area = width * height
        assert [a.shape for a in arrays] == [(n, 22, height, width), (n, 19), (n, area + 1), (n, 6), (n, area)]
        assert all(a.dtype == np.float32 and a.flags.c_contiguous for a in arrays)
        self.sizes.append(n)
        self.shown.extend(zip(arrays[0].copy(), arrays[1].copy(), strict=True))
        logits, leads = self.answer(arrays[0])
        arrays[2][:] = logits
        arrays[3][:] = 0
        arrays[3][:, 0] = 1 / (1 + np.exp(-leads))
        arrays[3][:, 1] = 1 - arrays[3][:, 0]
        arrays[3][:, 3] = leads
        arrays[4][:] = (arrays[0][:, 1] - arrays[0][:, 2]).reshape(n, area)

    def close(self) -> None:
        self.closed = True


def by_stones(planes: Any) -> tuple[Any, Any]:
    """Every move alike; the lead is that in stones."""
    n, _, height, width = planes.shape
    return np.zeros((n, height * width + 1)), (planes[:, 1] - planes[:, 2]).sum(axis=(1, 2))


def near_last(planes: Any) -> tuple[Any, Any]:
    """Points next to the last move are likeliest."""
    n = len(planes)
    last = np.pad(planes[:, 9], ((0, 0), (1, 1), (1, 1)))
    near = last[:, 2:, 1:-1] + last[:, :-2, 1:-1] + last[:, 1:-1, 2:] + last[:, 1:-1, :-2]
    return np.concatenate([4 * near.reshape(n, -1), np.zeros((n, 1))], axis=1), np.zeros(n)


@pytest.mark.parametrize(("width", "height"), [(5, 5), (4, 6)])
def test_the_policy_comes_back_to_its_points_in_every_symmetry(width: int, height: int) -> None:
    pos = Position(width, height)
    middle = 2 * width + 2
    pos.play(middle)
    for seed in range(12):
        judge = Counter(near_last)
        report = Search(judge=judge, memory_mb=4, seed=seed).run(pos, playouts=30)
        likely = {move.point for move in report.moves if move.prior > 0.1}
        assert likely == {middle - 1, middle + 1, middle - width, middle + width}


def test_values_are_the_side_to_moves() -> None:
    diagram = """
        . . X . .
        . X O X .
        . X O X .
        . X . X .
        . . O . .
    """
    for to_move in (BLACK, WHITE):
        pos = Position.from_diagram(diagram, rules=Rules(komi2=30), to_move=to_move)
        report = Search(judge=Counter(by_stones), memory_mb=8).run(pos, playouts=600)
        assert (report.winrate > 0.5) == (report.lead > 0) == (to_move == BLACK)
        assert report.ownership[6] > 0.5 and report.ownership[10] < 0.5
        if to_move == BLACK:
            assert report.point == 17


def test_a_lane_a_thread_gets_the_same_buffers_every_time() -> None:
    judge = Counter(by_stones)
    search = Search(threads=2, judge=judge, memory_mb=8)
    search.run(Position(7), playouts=100)
    search.run(Position(7), playouts=100)
    assert len(judge.lanes) == 2 and all(len(lane.objects) <= 1 for lane in judge.lanes)
    assert search.run(Position(5), playouts=50).visits == 50
    assert len(judge.lanes) == 2


def test_a_batch_is_filled_and_every_simulation_counted() -> None:
    judge = Counter(near_last)
    search = Search(judge=judge, batch=8, memory_mb=8)
    report = search.run(Position(7), playouts=333)
    assert report.visits == report.playouts == 333
    assert max(judge.lanes[0].sizes) == 8 and sum(judge.lanes[0].sizes) == report.judged
    search.check()


def test_what_was_judged_once_is_remembered() -> None:
    with_cache, without = Counter(by_stones), Counter(by_stones)
    kept = Search(judge=with_cache, memory_mb=8).run(Position(4), playouts=600)
    fresh = Search(judge=without, memory_mb=8, cache_mb=0).run(Position(4), playouts=600)
    assert kept.judged < fresh.judged <= 600
    assert kept.visits == fresh.visits == 600


def test_the_same_seed_gives_the_same_search() -> None:
    def moves(seed: int) -> object:
        search = Search(judge=Counter(near_last), memory_mb=8, seed=seed)
        search.noise = 0.25
        return search.run(Position(7), playouts=300).moves

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_noise_and_temperature_change_the_priors_and_keep_their_sum() -> None:
    pos = Position(5)
    pos.play(12)

    def priors(**options: float) -> dict[int, float]:
        search = Search(judge=Counter(near_last), memory_mb=8)
        for name, value in {"first_play": 0.0, **options}.items():  # every move is tried
            setattr(search, name, value)
        return {move.point: move.prior for move in search.run(pos, playouts=400).moves}

    plain, hot, noisy = priors(), priors(temperature=4.0), priors(noise=0.5)
    assert hot[11] < plain[11] and noisy != plain
    for found in (plain, hot, noisy):
        assert 0.97 < sum(found.values()) < 1.031  # few stay untried; the pass has 0.03 at least


def test_a_move_that_the_judge_would_not_look_at_is_searched_where_it_is_the_only_one() -> None:
    """Below the root only likely moves have a node; where moves are restricted, of those that are left."""

    def hates_the_first_point(planes: Any) -> tuple[Any, Any]:
        logits, leads = by_stones(planes)
        logits[:, 0] = -40.0
        return logits, leads

    search, pos = Search(memory_mb=16, judge=Counter(hates_the_first_point)), Position(5)
    search.symmetric = False
    bars = [(WHITE, point, 2) for point in range(1, 26)]
    report = search.run(pos, visits=200, allow=[12], later=bars)
    assert report.moves[0].pv[:2] == (12, 0)
    assert report.moves[0].pv_visits[1] >= 190
    search.check()


def test_playouts_can_take_a_share() -> None:
    pos = Position.from_diagram(
        """
        . . . . .
        X X X X X
        . . . . .
        O O O O O
        . . . . .
    """,
        rules=Rules(komi2=60),
    )
    for share, winrate in ((0.0, 0.5), (1.0, 0.0), (0.5, 0.25)):
        search = Search(judge=Counter(near_last), memory_mb=8)
        search.playout_share = share
        assert search.run(pos, playouts=300).winrate == pytest.approx(winrate, abs=0.1)


def test_a_judge_that_fails_ends_the_run_with_its_error_and_leaves_the_tree_sound() -> None:
    calls = 0

    def failing(planes: Any) -> tuple[Any, Any]:
        nonlocal calls
        calls += 1
        if calls == 40:
            raise RuntimeError("the net is gone")
        return near_last(planes)

    search = Search(threads=2, judge=Counter(failing), memory_mb=8)
    with pytest.raises(RuntimeError, match="the net is gone"):
        search.run(Position(7), playouts=1000)
    search.check()
    assert search.run(Position(7), visits=200).visits == 200


def test_a_judge_with_unknown_planes_is_refused() -> None:
    judge = Counter(by_stones)
    judge.encoder = "other"
    with pytest.raises(ValueError, match="'other'"):
        Search(judge=judge, memory_mb=1).run(Position(5), playouts=1)


def test_what_the_judge_is_shown_at_a_leaf_is_what_the_encoder_writes_for_the_position() -> None:
    """Follow the line to each leaf by the last moves in the planes, and write the same position from Python."""
    from gocore.features import Encoder

    start = Position(5, rules=Rules(komi2=3))
    start.play_moves([12, 7, 11])
    judge = Counter(by_stones)
    search = Search(judge=judge, memory_mb=8, cache_mb=0)
    search.symmetric = False
    search.run(start, playouts=200)
    encoder, checked = Encoder("katago7"), 0
    planes, numbers = np.zeros((22, 5, 5), np.float32), np.zeros(19, np.float32)
    for seen, seen_numbers in judge.lanes[0].shown:
        line = [25 if seen_numbers[k] else int(seen[9 + k].argmax()) for k in range(5)]
        depth = next(d for d in range(6) if line[d:] == [11, 7, 12][: 5 - d])
        if depth > 2:
            continue  # deeper than the planes reach
        pos = start.copy()
        pos.play_moves(line[:depth][::-1])
        encoder.write(pos, planes, numbers)
        np.testing.assert_array_equal(seen, planes)
        np.testing.assert_array_equal(seen_numbers, numbers)
        checked += 1
    assert checked > 20
