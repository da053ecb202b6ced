"""Dead stones where the network's lead speaks against reading, and where it does not."""

from typing import Any

import numpy as np
import pytest

from engine.player.fates import FAR, Fates
from gocore import BLACK, WHITE, Rules
from tests.game.boards import position

ALIVE = """
. X . X O . O . .
X X X X O O O . .
X . X X O . O . .
X X X X O O O O O
. X . X O . O . O
X X X X O O O O O
X X . X O . O . O
X X X X O O O O O
. X . X O . O . .
"""
"""Two sides that no play can take."""

LARGE_EYE = """
O . O O O O X X X
. O O O . O O O X
O O O . O O O X X
O . O O X X X X X
. O O O X X O X X
O O . O X O O O X
. O O X X X O . X
O O X X X O O O X
O X X X . X O . O
"""
"""White plays E1 and then H3 and takes all of Black; reading breaks off before it sees that, and calls it a seki."""


class Net:
    """Thinks that Black leads by so many points, and that every point ends as one side's."""

    encoder = "katago7"

    def __init__(self, lead: float, owner: float = 0.0, most: int = 9) -> None:
        self.lead, self.owner, self.most, self.asked = lead, owner, most, 0

    def allows(self, width: int, height: int) -> bool:
        return max(width, height) <= self.most

    def lane(self) -> "Net":
        return self

    def evaluate(self, planes: Any, globals_: Any, policy: Any, value: Any, ownership: Any) -> None:
        self.asked += 1
        sign = np.where(np.asarray(globals_)[:, 5:6] < 0, 1, -1)  # komi stands against Black
        np.asarray(policy)[:] = 0
        np.asarray(value)[:] = np.hstack(
            [sign * 0 + 0.5, sign * 0 + 0.5, sign * 0, *[sign * self.lead] * 2, sign * 0 + 1]
        )
        np.asarray(ownership)[:] = sign * self.owner


def dead(diagram: str, net: Any, effort: float = 0.3) -> list[int]:
    return Fates(net)(position(diagram, core=Rules(komi2=11)), effort).dead_points


def test_without_a_network_games_and_reading_decide() -> None:
    assert dead(LARGE_EYE, None) == []
    small = Net(-86.5, -1.0, most=7)
    assert dead(LARGE_EYE, small) == []
    assert small.asked == 0, "it does not know the board"


@pytest.mark.parametrize("lead", [-25.5, -25.5 - FAR + 0.1, -25.5 + FAR - 0.1])
def test_a_count_near_the_lead_stands(lead: float) -> None:
    net = Net(lead, -1.0)
    assert dead(LARGE_EYE, net) == []
    assert net.asked > 0


def test_a_count_far_from_the_lead_gives_way_to_what_the_network_says_of_the_points() -> None:
    black = position(LARGE_EYE).stones(BLACK)
    assert dead(LARGE_EYE, Net(-80.0, -1.0)) == black
    assert dead(LARGE_EYE, Net(-80.0, 0.0)) == [], "nothing that it says of them is nearer"


def test_what_no_play_can_take_is_not_given_up() -> None:
    assert dead(ALIVE, Net(81.0, 1.0)) == []
    assert dead(ALIVE, Net(-81.0, -1.0)) == []


def test_the_same_questions_are_answered_the_same() -> None:
    asked = [Fates(Net(-80.0, -1.0)), Fates(Net(-80.0, -1.0))]
    boards = [position(LARGE_EYE), position(ALIVE, WHITE), position(LARGE_EYE, WHITE)]
    assert [asked[0](board, 0.3) for board in boards] == [asked[1](board, 0.3) for board in boards]
    before = boards[0].copy()
    asked[0](boards[0], 0.1)
    assert (boards[0].hash, boards[0].to_move) == (before.hash, before.to_move)
