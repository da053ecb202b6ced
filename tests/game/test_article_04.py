"""Article 4: capture."""

import pytest

from gocore import BLACK, EMPTY, WHITE
from tests.game.boards import at, game, position


@pytest.mark.article(4, "1")
def test_chains_without_liberty_are_removed_at_once() -> None:
    """The last liberty taken, the chain goes and becomes prisoners."""
    pos = position(". X . . .\nX O O . .\n. X X . .\n. . . . .\n. . . . .")
    assert pos.play(at("D4", pos), BLACK) == 0
    assert pos.play(at("C5", pos), BLACK) == 2
    assert pos[at("B4", pos)] == EMPTY
    assert pos.captured(WHITE) == 2


@pytest.mark.article(4, "2")
def test_when_both_sides_are_without_liberty_the_opponent_goes() -> None:
    """White A5 has no liberty itself but takes A4 and B5 (the specification's example)."""
    pos = position(". X O . .\nX O . . .\nO . . . .\n. . . . .\n. . . . .", WHITE)
    assert pos.play(at("A5", pos)) == 2
    assert (pos[at("A4", pos)], pos[at("B5", pos)], pos[at("A5", pos)]) == (EMPTY, EMPTY, WHITE)


@pytest.mark.article(4, "2")
def test_prisoners_do_not_count_under_area_counting() -> None:
    """Taking a stone moves the count by what stands on the board only."""
    taken = game("X X . . .\nX . . . .\n. . . . .\n. . . . .\n. . . . .")
    taken.play(at("E1", taken), WHITE)
    taken.play(at("D1", taken), BLACK)
    taken.play(at("E2", taken), BLACK)
    assert taken.position.captured(WHITE) == 1
    assert taken.score().margin2 == 2 * 25
