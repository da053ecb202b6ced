"""The positions on which a net is measured before it is rounded."""

import numpy as np

from engine.net import calibration
from engine.net.evaluator import NetEvaluator


def test_positions_of_all_sizes_and_stages_come_out(tiny: NetEvaluator) -> None:
    feeds = list(calibration.feeds(tiny))
    sides = {feed["planes"].shape[2] for feed in feeds}
    assert sides == set(calibration.GAMES)
    for feed in feeds:
        assert feed["planes"].shape[1:2] == (22,)
        assert feed["globals"].shape == (len(feed["planes"]), 19)
        assert (feed["planes"][:, 0] == 1).all()
    for side in sides:
        stones = [feed["planes"][:, 1:3].mean() for feed in feeds if feed["planes"].shape[2] == side]
        assert min(stones) < 0.15 < 0.25 < max(stones)
    komi = np.concatenate([feed["globals"][:, 5] for feed in feeds])
    assert len(np.unique(np.abs(komi))) >= 3


def test_the_positions_are_the_same_each_time(tiny: NetEvaluator) -> None:
    first, second = (next(iter(calibration.feeds(tiny))) for _ in range(2))
    assert np.array_equal(first["planes"], second["planes"])
