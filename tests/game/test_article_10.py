"""Article 10: who moves first."""

import pytest

from engine.game.first import Nigiri, board_colours, draw
from gocore import BLACK, WHITE


@pytest.mark.article(10, "draw")
def test_the_same_seed_draws_the_same_colours() -> None:
    """A draw is recorded by its seed and can be repeated."""
    seen = {seed: draw(("Ann", "Bob"), seed) for seed in range(40)}
    assert all(draw(("Ann", "Bob"), seed) == colours for seed, colours in seen.items())
    assert {colours[BLACK] for colours in seen.values()} == {"Ann", "Bob"}
    assert all(sorted(colours.values()) == ["Ann", "Bob"] for colours in seen.values())


@pytest.mark.article(10, "nigiri")
@pytest.mark.parametrize(("stones", "odd", "chooser"), [(7, True, "Bob"), (7, False, "Ann"), (12, False, "Bob")])
def test_who_guesses_right_chooses(stones: int, odd: bool, chooser: str) -> None:
    """Ann hides white stones, Bob says odd or even; right: he chooses, wrong: she does."""
    nigiri = Nigiri("Ann", "Bob", stones, odd)
    assert nigiri.chooser == chooser
    colours = nigiri.colours(WHITE)
    assert colours[WHITE] == chooser
    assert sorted(colours.values()) == ["Ann", "Bob"]


@pytest.mark.article(10, "nigiri")
def test_nigiri_by_seed_is_repeatable() -> None:
    """The hidden count and the guess come from the seed alone."""
    assert Nigiri.drawn("Ann", "Bob", 5) == Nigiri.drawn("Ann", "Bob", 5)
    assert {Nigiri.drawn("Ann", "Bob", seed).chooser for seed in range(40)} == {"Ann", "Bob"}


@pytest.mark.article(10, "team")
def test_boards_of_a_team_alternate() -> None:
    """Board 1 decides; odd boards have its colour, even boards the other."""
    assert board_colours(BLACK, 5) == [BLACK, WHITE, BLACK, WHITE, BLACK]
