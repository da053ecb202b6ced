"""Article 2: how to play."""

import pytest

from engine.errors import RefereeError
from engine.game.game import Game
from engine.game.referee import events
from gocore import BLACK, WHITE
from tests.game.boards import at, play, referee


@pytest.mark.article(2, "1")
def test_black_begins_and_the_sides_alternate() -> None:
    """Black moves first, then one stone each in turn; the referee refuses the other order."""
    ref = referee()
    with pytest.raises(RefereeError, match="not White's turn"):
        ref.handle(events.Play(0, WHITE, 0))
    assert play(ref, "C3 C2 B2") == ["played"] * 3
    assert [move.color for move in ref.game.moves] == [BLACK, WHITE, BLACK]


@pytest.mark.article(2, "1")
def test_a_game_without_a_referee_lets_any_colour_move() -> None:
    """GTP and records need it: a Game takes two moves running of one colour."""
    game = Game.new(5)
    game.play(0, BLACK)
    game.play(1, BLACK)
    assert game.position.to_move == WHITE


@pytest.mark.article(2, "2")
def test_stones_stand_on_points() -> None:
    """A point off the board takes no stone: void, a pass and a warning (with 25.1)."""
    ref = referee()
    verdict = ref.handle(events.Play(0, BLACK, 99))
    assert (verdict.outcome, verdict.article) == ("void", "25.1")
    assert ref.state.warnings[BLACK] == 1


@pytest.mark.article(2, "3")
def test_a_placed_stone_does_not_move() -> None:
    """A stone lifted and put elsewhere goes back (17.2 says what it costs)."""
    ref = referee()
    play(ref, "C3")
    assert ref.handle(events.Takeback(0, BLACK)).article == "17.2"
    assert ref.game.position[at("C3", ref.game)] == BLACK


@pytest.mark.article(2, "4")
def test_a_pass_is_always_allowed_and_costs_nothing() -> None:
    """Passing is legal at any turn, changes no area count and lifts a simple ko."""
    game = Game.new(5)
    game.play(12)
    before = game.score().margin2
    for color in (WHITE, BLACK):
        game.pass_(color)
    assert game.score().margin2 == before
    assert [move.point for move in game.moves[1:]] == [25, 25]
