"""The seam between the core and a network judge."""

import threading
from typing import Any

import numpy as np
import pytest

from engine.errors import NetError, NetFormatError
from engine.net import evaluator
from engine.net.evaluator import VALUE, NetEvaluator, open_session
from tests.net.tinynets import busy_inputs
from tests.patience import PATIENCE


def buffers(count: int, width: int, height: int, seed: int = 0) -> list[Any]:
    planes, globals_ = busy_inputs(count, width, height, seed)
    area = width * height
    return [planes, globals_, *(np.full((count, n), np.nan, np.float32) for n in (area + 1, len(VALUE), area))]


def test_a_lane_fills_the_callers_buffers(tiny: NetEvaluator) -> None:
    lane, feed = tiny.lane(), buffers(3, 5, 4)
    lane.evaluate(*feed)
    session = open_session(tiny._model)
    due = session.run(["policy", "value", "ownership"], {"planes": feed[0], "globals": feed[1]})
    for got, expected in zip(feed[2:], due, strict=True):
        assert np.array_equal(got, expected)
    lane.close()


def test_memoryviews_do_as_well_as_arrays_and_see_new_inputs(tiny: NetEvaluator) -> None:
    lane, feed = tiny.lane(), buffers(2, 5, 5)
    views = [memoryview(array) for array in feed]
    lane.evaluate(*views)
    first = feed[3].copy()
    feed[0][:] = busy_inputs(2, 5, 5, seed=9)[0]
    lane.evaluate(*views)
    assert not np.array_equal(first, feed[3])
    other = tiny.lane()
    fresh = buffers(2, 5, 5)
    fresh[0][:], fresh[1][:] = feed[0], feed[1]
    other.evaluate(*fresh)
    assert np.array_equal(fresh[3], feed[3])


def test_each_position_of_a_batch_is_judged_alone(tiny: NetEvaluator) -> None:
    lane, feed = tiny.lane(), buffers(4, 6, 6)
    lane.evaluate(*feed)
    for i in range(4):
        one = [np.ascontiguousarray(array[i : i + 1]) for array in feed[:2]]
        out = [np.empty_like(array[:1]) for array in feed[2:]]
        lane.evaluate(*one, *out)
        for got, batch in zip(out, feed[2:], strict=True):
            assert np.allclose(got[0], batch[i], atol=1e-5)


def test_sizes_are_switched(tiny: NetEvaluator) -> None:
    lane = tiny.lane()
    for side in (9, 19, 2, 25, 13, 9):
        feed = buffers(1, side, side)
        lane.evaluate(*feed)
        assert np.isfinite(feed[4]).all()


def test_threads_judge_side_by_side(tiny: NetEvaluator) -> None:
    feeds = [buffers(2, 7, 7, seed) for seed in range(4)]
    lane = tiny.lane()
    due = []
    for feed in feeds:
        lane.evaluate(*feed)
        due.append([array.copy() for array in feed[2:]])
    lane.close()
    lanes = [tiny.lane() for _ in feeds]

    def work(k: int) -> None:
        for _ in range(50):
            lanes[k].evaluate(*feeds[k])

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    for feed, expected in zip(feeds, due, strict=True):
        assert all(np.array_equal(got, value) for got, value in zip(feed[2:], expected, strict=True))


WRONG = [
    (0, (1, 21, 5, 5), "planes: float32(1, 21, 5, 5) where contiguous float32(1, 22, 5, 5) is due"),
    (0, (22, 5, 5), "planes: shape (22, 5, 5) where"),
    (1, (1, 18), "globals: float32(1, 18) where contiguous float32(1, 19) is due"),
    (2, (1, 25), "policy: float32(1, 25) where contiguous float32(1, 26) is due"),
    (3, (2, 6), "value: float32(2, 6) where contiguous float32(1, 6) is due"),
    (4, (1, 5, 5), "ownership: float32(1, 5, 5) where contiguous float32(1, 25) is due"),
]


@pytest.mark.parametrize(("place", "shape", "message"), WRONG)
def test_a_buffer_of_another_shape_is_refused(
    tiny: NetEvaluator, place: int, shape: tuple[int, ...], message: str
) -> None:
    feed = buffers(1, 5, 5)
    feed[place] = np.zeros(shape, np.float32)
    with pytest.raises(NetError) as caught:
        tiny.lane().evaluate(*feed)
    assert message in str(caught.value)


def test_other_numbers_than_float32_are_refused(tiny: NetEvaluator) -> None:
    feed = buffers(1, 5, 5)
    feed[3] = feed[3].astype(np.float64)
    with pytest.raises(NetError, match=r"value: float64\(1, 6\) where contiguous float32"):
        tiny.lane().evaluate(*feed)
    feed = buffers(1, 5, 5)
    feed[0] = np.asfortranarray(feed[0])
    with pytest.raises(NetError, match="planes: float32"):
        tiny.lane().evaluate(*feed)


def test_boards_that_the_net_is_not_made_for_are_refused(tiny: NetEvaluator) -> None:
    assert tiny.allows(2, 25)
    assert not tiny.allows(1, 9)
    assert not tiny.allows(9, 26)
    with pytest.raises(NetError, match="net tiny is not made for 26x3 boards"):
        tiny.lane().evaluate(*buffers(1, 26, 3))


def test_a_closed_lane_lets_go_of_the_buffers(tiny: NetEvaluator) -> None:
    import gc
    import weakref

    lane, feed = tiny.lane(), buffers(1, 5, 5)
    lane.evaluate(*feed)
    watch = weakref.ref(feed[0])
    del feed
    gc.collect()
    assert watch() is not None  # bound
    lane.close()
    gc.collect()
    assert watch() is None


def test_what_is_prepared_is_not_opened_again(tiny: NetEvaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    real = evaluator.open_session

    def counted(model: str | bytes) -> object:
        opened.append(real(model))
        return opened[-1]

    monkeypatch.setattr(evaluator, "open_session", counted)
    held = [tiny.lane() for _ in range(2)]  # whatever is spare
    for lane in held:
        lane.close()
    tiny.prepare(4)
    before = len(opened)
    lanes = [tiny.lane() for _ in range(4)]
    assert len(opened) == before
    tiny.lane()
    assert len(opened) == before + 1
    for lane in lanes:
        lane.close()
    tiny.prepare(3)
    assert len(opened) == before + 1, "closed lanes are at hand"


def test_many_buffers_do_not_pile_up(tiny: NetEvaluator) -> None:
    lane = tiny.lane()
    for _ in range(200):
        lane.evaluate(*buffers(1, 3, 3))
    assert len(lane._bindings) <= 64


@pytest.mark.parametrize("content", [b"", b"no model", b"\x08\x09"])
def test_what_is_no_model_is_refused(content: bytes) -> None:
    with pytest.raises(NetFormatError):
        NetEvaluator(content, "net")
