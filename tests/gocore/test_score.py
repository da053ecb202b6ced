"""Counting and unconditional life, against the articles, the slow board and exhaustion."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gocore import Board, GoError, Position
from gocore.score import area, seki_by_dame, territory, unconditional
from tests.oracle.benson import surviving
from tests.oracle.board import Size, Stones, all_breathe, area_owner, flood, liberties


def board_of(size: Size, stones: Stones, suicide: bool = False) -> Board:
    board = Board(size.width, size.height, suicide=suicide)
    board.setup([p for p, c in enumerate(stones) if c == 1], [p for p, c in enumerate(stones) if c == 2])
    return board


@st.composite
def positions(draw: st.DrawFn, most: int = 36) -> tuple[Size, Stones]:
    """Draw a size and stones that all have liberties."""
    size = draw(st.builds(Size, st.integers(1, 6), st.integers(1, 6)).filter(lambda s: s.area <= most))
    stones = draw(st.lists(st.sampled_from([0, 0, 1, 1, 2, 2]), min_size=size.area, max_size=size.area))
    for p in range(size.area):  # lift what cannot breathe; what was next to it then can
        if stones[p] and not liberties(size, tuple(stones), p):
            for q in flood(size, tuple(stones), p)[0]:
                stones[q] = 0
    assert all_breathe(size, tuple(stones))
    return size, tuple(stones)


def test_shared_column() -> None:
    """Article 9: two filled columns each and an empty one between: half and half."""
    count = area(Board.from_diagram("\n".join(["X X . O O"] * 5)))
    assert (count.black, count.white, count.shared) == (10, 10, 5)


def test_dead_stone_counts_for_its_captor() -> None:
    """Article 9: B2 counted alive and counted dead, 15 : 10."""
    board = Board.from_diagram("""
        X X X O .
        X X X O .
        X X X O .
        X O X O .
        X . X O .""")
    alive, dead = area(board), area(board, [board.stones(2)[3]])
    assert (alive.black, alive.white, alive.shared) == (13, 11, 1)
    assert dead.shared == 0 and dead.black == 15 and dead.white == 10


def test_an_empty_board_is_shared() -> None:
    assert area(Position(5))[:3] == (0, 0, 25)


def test_one_named_stone_lifts_its_chain() -> None:
    board = Board.from_diagram("X O O X\nX . . X\nX X X X")
    assert area(board, [1]) == area(board, [2]) == area(board, [1, 2])
    assert area(board, [1]).black == 12


@pytest.mark.parametrize("count", [area, territory])
def test_dead_stones_must_be_there(count: object) -> None:
    with pytest.raises(GoError, match="dead stone at point 0: there is no stone"):
        count(Board(3), [0])  # type: ignore[operator]
    with pytest.raises(IndexError, match="not on a 3x3 board"):
        count(Board(3), [9])  # type: ignore[operator]


@given(positions(), st.randoms())
def test_area_equals_the_slow_count(position: tuple[Size, Stones], rng: random.Random) -> None:
    size, stones = position
    chains = [flood(size, stones, p)[0] for p in range(size.area) if stones[p]]
    dead = rng.choice(chains) if chains and rng.random() < 0.5 else set()
    count = area(board_of(size, stones), dead)
    assert list(count.owner) == area_owner(size, stones, dead)
    assert count.black + count.white + count.shared == size.area
    swapped = area(board_of(size, tuple((0, 2, 1)[c] for c in stones)), dead)
    assert (swapped.black, swapped.white, swapped.shared) == (count.white, count.black, count.shared)


SEKI = """
    . O . X . X
    O O . X X X
    X X . O O O
    . X . O . O
    X X . O O O"""


def test_territory_leaves_out_eyes_in_seki() -> None:
    board = Board.from_diagram(SEKI)
    plain = territory(board)
    assert (plain.black, plain.white) == (2, 2)
    in_seki = seki_by_dame(board)
    assert in_seki == {p for p in range(board.area) if board[p]}
    taxed = territory(board, seki=in_seki)
    assert (taxed.black, taxed.white) == (0, 0) and taxed.seki == in_seki


def test_territory_under_dead_stones() -> None:
    board = Board.from_diagram(". . O X .\n. O . X .\n. . . X .\nX X X X .")
    count = territory(board, [2, 6])
    assert (count.black, count.white) == (board.area - len(board.stones(1)), 0)


def test_a_chain_is_not_both_dead_and_in_seki() -> None:
    board = Board.from_diagram("X . O")
    with pytest.raises(GoError, match="both dead and in seki"):
        territory(board, [0], seki=[0])


def test_two_eyes_live_and_one_does_not() -> None:
    board = Board.from_diagram("""
        . X . X . O .
        X X X X . O .
        O O O O . O O
        . . . . . . .""")
    alive = unconditional(board, 1)
    assert [p for p, ok in enumerate(alive.stones) if ok] == [1, 3, 7, 8, 9, 10]
    assert [p for p, ok in enumerate(alive.territory) if ok] == [0, 2]
    assert not any(unconditional(board, 2).stones)


def test_stones_inside_unconditional_territory_are_in_its_mask() -> None:
    board = Board.from_diagram("""
        . X O X .
        X X . X X
        . X X X .""")
    alive = unconditional(board, 1)
    assert alive.territory[2] == alive.territory[7] == 1
    assert all(alive.stones[p] for p in board.stones(1))


def test_room_for_two_eyes_is_no_unconditional_territory() -> None:
    """The wall lives, but in six points of one enclosure the other side may make two eyes."""
    rows = [
        "X . X . X X X X X X X X X",
        "X X X X X . . . . . . . X",
        "X X X X X . . . . . . . X",
        "X X X X X . . . . . . . X",
        "X X X X X X X X X X X X X",
    ]
    alive = unconditional(Board.from_diagram("\n".join(rows)), 1)
    assert alive.territory[1] == alive.territory[3] == 1
    assert not any(alive.territory[p] for p in range(13 + 5, 13 + 12))


@settings(max_examples=80, deadline=None)
@given(positions(most=12), st.sampled_from([1, 2]), st.booleans())
def test_unconditional_life_by_exhaustion(position: tuple[Size, Stones], color: int, suicide: bool) -> None:
    """Benson's chains are exactly those that the opponent, moving alone, can never take."""
    size, stones = position
    alive = unconditional(board_of(size, stones, suicide), color)
    assert {p for p, ok in enumerate(alive.stones) if ok} == surviving(size, stones, color, suicide)
    for p, inside in enumerate(alive.territory):
        assert not inside or stones[p] != color


def test_the_empty_board_is_nobodys() -> None:
    assert not any(unconditional(Board(5), 1).territory)
