"""Article 3: liberties."""

import random

import pytest

from engine.game.scoring import neighbours
from gocore import BLACK, EMPTY, Position
from tests.game.boards import at, points, position


@pytest.mark.article(3, "")
def test_liberties_are_counted_together_as_a_set() -> None:
    """A chain's liberties are the empty points next to it, each once."""
    pos = position(". . . . .\n. X X . .\n. X . . .\n. . O . .\n. . . . .")
    assert pos.liberties(at("B4", pos)) == sorted(points("A4 A3 B5 C5 D4 C3 B2", pos))
    assert pos.liberties(at("C2", pos)) == sorted(points("B2 C3 D2 C1", pos))


@pytest.mark.article(3, "")
def test_no_chain_stands_without_a_liberty() -> None:
    """After every move of a random game every chain has a liberty, counted by hand."""
    rng = random.Random(3)
    pos = Position(7)
    for _ in range(200):
        moves = pos.legal()
        if not moves:
            break
        pos.play(rng.choice(moves))
        for p in range(pos.area):
            if pos[p] == EMPTY:
                continue
            by_hand = {q for s in pos.chain(p) for q in neighbours(s, 7, 7) if pos[q] == EMPTY}
            assert by_hand
            assert sorted(by_hand) == pos.liberties(p)


@pytest.mark.article(3, "")
def test_a_corner_stone_has_two_neighbours() -> None:
    """Lines, not diagonals, connect."""
    pos = Position(5)
    pos.play(0, BLACK)
    assert pos.liberties(0) == [1, 5]
