"""The net in the package: small, described truly, and sensible on every board that it claims."""

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.config import Settings
from engine.errors import NetError
from engine.game.game import Game
from engine.net.cache import open_net
from engine.net.evaluator import NetEvaluator
from engine.player import judges
from engine.player.player import Player
from gocore import BLACK, WHITE, Position, Rules
from gocore.features import Encoder
from tests.patience import PATIENCE

pytest.importorskip("onnxruntime", reason="running nets needs the package onnxruntime")
CARD = Path(__file__).parents[2] / "docs" / "net.md"
MEGABYTE = 1_000_000


@pytest.fixture(scope="module", params=[judges.PACKAGED, judges.EXACT], ids=["int8", "float32"])
def net(request: pytest.FixtureRequest) -> NetEvaluator:
    return open_net(request.param)


def judged(net: NetEvaluator, pos: Position, recent: int = 5) -> tuple[int, float, float, list[float]]:
    """Return the likeliest legal move, the mover's win rate and lead, and who owns what."""
    encoder, lane, area = Encoder(net.encoder), net.lane(), pos.area
    planes, globals_ = (
        np.empty((1, net.planes, pos.height, pos.width), np.float32),
        np.empty((1, net.globals), np.float32),
    )
    encoder.write(pos, planes[0], globals_[0], recent=recent)
    policy, value, owner = (np.empty((1, n), np.float32) for n in (area + 1, 6, area))
    lane.evaluate(planes, globals_, policy, value, owner)
    lane.close()
    best = max([*pos.legal(), area], key=lambda p: policy[0, p])
    return best, float(value[0, 0]), float(value[0, 3]), owner[0].tolist()


def test_both_files_are_small() -> None:
    sizes = [path.stat().st_size for path in (judges.PACKAGED, judges.EXACT)]
    assert sizes[0] < MEGABYTE
    assert sum(sizes) < 5 * MEGABYTE


def test_the_card_names_the_files_by_their_checksums() -> None:
    text = CARD.read_text()
    for path in (judges.PACKAGED, judges.EXACT):
        assert hashlib.sha256(path.read_bytes()).hexdigest() in text, path.name
    assert open_net(judges.PACKAGED).card.source in text


@pytest.mark.parametrize("side", [9, 13, 19])
def test_the_first_move_is_one_that_people_play(net: NetEvaluator, side: int) -> None:
    point, win, lead, _ = judged(net, Position(side, rules=Rules(komi2=13)))
    y, x = divmod(point, side)
    assert min(x, side - 1 - x, y, side - 1 - y) >= 2
    assert 0.25 < win < 0.75
    assert abs(lead) < 4


@pytest.mark.parametrize("side", [7, 9, 13, 19])
def test_more_komi_is_worse_for_black(net: NetEvaluator, side: int) -> None:
    found = [judged(net, Position(side, rules=Rules(komi2=komi2))) for komi2 in (-25, 1, 15, 41)]
    wins, leads = [one[1] for one in found], [one[2] for one in found]
    assert wins == sorted(wins, reverse=True)
    assert leads == sorted(leads, reverse=True)
    assert wins[0] > 0.6
    assert wins[-1] < 0.4


def test_a_set_up_position_is_understood_without_a_past(net: NetEvaluator) -> None:
    pos = Position(9, rules=Rules(komi2=15))
    black = [y * 9 + x for y in range(9) for x in (5,)]
    white = [y * 9 + x for y in range(9) for x in (6,)]
    pos.setup(black=black, white=white, to_move=BLACK)
    _, win, lead, owner = judged(net, pos)
    assert win > 0.9
    assert lead > 10
    assert np.mean([owner[y * 9 + x] for y in range(9) for x in range(5)]) > 0.6
    assert np.mean([owner[y * 9 + x] for y in range(9) for x in range(6, 9)]) < 0


@pytest.mark.parametrize("side", [7, 9])
def test_a_large_chain_in_atari_is_taken(net: NetEvaluator, side: int) -> None:
    """On boards so small that nothing else is as large."""
    pos = Position(side, rules=Rules(komi2=15))
    row = [3 * side + x for x in range(1, 6)]
    around = [2 * side + x for x in range(1, 6)] + [4 * side + x for x in range(1, 6)] + [3 * side]
    pos.setup(white=row, black=around, to_move=BLACK)
    assert judged(net, pos)[0] == 3 * side + 6
    pos.setup(to_move=WHITE)
    assert judged(net, pos)[1] < 0.5


def test_rounding_changes_little() -> None:
    exact, rounded = open_net(judges.EXACT), open_net(judges.PACKAGED)
    errors, same = [], 0
    for side in (9, 13, 19):
        pos = Position(side, rules=Rules(komi2=13))
        for _ in range(40):
            one, other = judged(exact, pos), judged(rounded, pos)
            errors.append(abs(one[1] - other[1]))
            same += one[0] == other[0]
            pos.play(one[0])
            if pos.passes == 2:
                break
    assert np.mean(errors) < 0.03
    assert same > 0.75 * len(errors)


@pytest.mark.parametrize("side", [2, 5, 25])
def test_boards_beyond_it_are_left_to_playouts(side: int) -> None:
    judge = open_net(judges.PACKAGED)
    assert not judge.allows(side, side)
    with pytest.raises(NetError, match=f"not made for {side}x{side}"):
        judged(judge, Position(side))
    player, game = Player(Settings(visits=20, threads=1, seed=1)), Game.new(side)
    assert game.position.is_legal(player.choose(game).point) or side == 2
    player.close()


def test_the_same_seed_plays_the_same_move() -> None:
    found = []
    for _ in range(2):
        player, game = Player(Settings(visits=60, threads=1, seed=11)), Game.new(9)
        for color in (BLACK, WHITE, BLACK):
            game.play(player.choose(game).point, color)
        found.append([move.point for move in game.moves])
        player.close()
    assert found[0] == found[1]


def test_an_end_while_the_net_is_being_opened_is_clean() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "gtp"],
        input=b"boardsize 9\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"= \n\n"), done.stderr
