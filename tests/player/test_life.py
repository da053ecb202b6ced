"""Statuses from ownership: which chains are dead, alive, in seki."""

from engine.player.life import chains, judge
from gocore import BLACK, Position

SEKI = """
. X O . O
X X O X O
. X O X .
X X O X X
O O O O O
"""


def owner(position: Position, dead: set[int]) -> list[float]:
    """Ownership as a perfect judge would have it for the stones; nothing for empty points."""
    signs = [0.0, 1.0, -1.0]
    return [signs[position[p]] * (-1 if p in dead else 1) for p in range(position.area)]


def test_chains_are_listed_once_each_in_order() -> None:
    position = Position.from_diagram("X X .\n. O .\nX . O")
    assert chains(position) == [(0, 1), (4,), (6,), (8,)]
    assert chains(Position(5)) == []


def test_a_chain_is_dead_when_its_points_end_up_the_opponents() -> None:
    position = Position.from_diagram("X . O\nX . O\nO . O")
    found = judge(position, owner(position, {6}))
    assert found.dead == ((6,),)
    assert sorted(found.alive + found.seki) == [(0, 3), (2, 5, 8)]
    assert found.dead_points == [6]


def test_doubt_is_life() -> None:
    position = Position.from_diagram("X . O\nX . O\nX . O")
    assert judge(position, [0.0] * 9).dead == ()
    assert judge(position, [-0.3] * 9).dead == ()
    assert [position[chain[0]] for chain in judge(position, [-0.5] * 9).dead] == [BLACK]


def test_living_stones_without_two_eyes_that_share_a_liberty_are_in_seki() -> None:
    position = Position.from_diagram(SEKI.strip())
    found = judge(position, owner(position, set()))
    assert found.dead == ()
    assert sum(map(len, found.seki)) + sum(map(len, found.alive)) == sum(position[p] != 0 for p in range(position.area))
