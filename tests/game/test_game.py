"""The game as played: steps, undo, replay, rules that change, results."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import GameError
from engine.game import rules
from engine.game.game import Game, Move, Setup
from gocore import BLACK, WHITE, GoError, IllegalMove
from tests.game.boards import at


def test_undo_takes_back_moves_and_passes_one_by_one() -> None:
    """With nothing left it says `cannot undo` and changes nothing."""
    game = Game.new(9)
    game.play(40, BLACK)
    game.pass_()
    assert game.undo() == Move(WHITE, 81)
    assert game.undo().point == 40
    with pytest.raises(GameError, match="cannot undo"):
        game.undo()
    assert (game.position.to_move, game.steps) == (BLACK, [])


def test_an_illegal_move_changes_nothing() -> None:
    """Steps, board and turn stay."""
    game = Game.new(9)
    game.play(40)
    with pytest.raises(IllegalMove):
        game.play(40)
    assert (len(game.steps), game.position.to_move) == (1, WHITE)


def test_a_setup_without_liberties_is_refused_whole() -> None:
    """No stone of it stays."""
    game = Game.new(5)
    with pytest.raises(GoError):
        game.setup(black=[0], white=[1, 5])
    assert game.steps == []
    assert game.position.stones(WHITE) == []


def test_steps_remember_times_and_comments() -> None:
    """What a record needs beside the point."""
    game = Game.new(9)
    game.play(3, comment="hm", used_ms=1200, left_ms=58_800, left_count=5)
    assert game.moves == [Move(BLACK, 3, "hm", 1200, 58_800, 5)]


def test_replay_stops_where_told_and_keeps_the_facts() -> None:
    """A game up to a move is a game of its own, without a result."""
    game = Game.new(9, komi2=13)
    game.players = {BLACK: "a", WHITE: "b"}
    game.place_handicap([20, 60])
    for point in (3, 5, 7):
        game.play(point)
    game.resign(WHITE)
    part = game.replay(2)
    assert ([move.point for move in part.moves], part.handicap, part.result) == ([3, 5], (20, 60), None)
    assert part.position.to_move == WHITE
    whole = game.replay()
    assert whole.steps == game.steps
    assert whole.result == game.result
    assert whole.position.diagram() == game.position.diagram()


def test_playing_on_clears_the_result() -> None:
    """A result belongs to the end of the list."""
    game = Game.new(9)
    game.resign()
    assert game.result is not None
    game.play(0)
    assert game.result is None


def test_changed_rules_judge_the_next_move() -> None:
    """Suicide becomes legal with the rules, the history stays."""
    game = Game.new(5)
    for point, color in ((1, WHITE), (6, WHITE), (10, WHITE), (0, BLACK)):
        game.play(point, color)
    with pytest.raises(IllegalMove):
        game.play(5, BLACK)
    game.set_rules(rules.by_name("new-zealand"))
    game.play(5, BLACK)
    assert game.position.captured(BLACK) == 2
    assert len(game.moves) == 5


def test_aga_wants_white_to_pass_last() -> None:
    """Black passing second does not stop the game, White's third pass does."""
    game = Game.new(9, rules=rules.by_name("aga"))
    game.play(0)
    for stopped in (False, False, True):
        game.pass_()
        assert game.stopped == stopped


def test_the_button_goes_to_the_first_pass() -> None:
    """Half a point to who passes first, under rules that have one."""
    game = Game.new(5, rules=rules.by_name("aga-button"), komi2=0)
    game.play(12)
    game.pass_()
    assert game.button_owner() == WHITE
    assert game.score().margin2 == 2 * 25 - 1
    plain = Game.new(5, komi2=0)
    plain.play(12)
    plain.pass_()
    assert (plain.button_owner(), plain.score().margin2) == (0, 50)


def test_finish_counts_and_sets_the_result() -> None:
    """With the dead stones taken off."""
    game = Game.new(5, komi2=0)
    game.play(12)
    game.play(0)
    assert game.score().margin2 == 0
    assert game.finish([0]).sgf() == "B+25.0"
    assert game.result == game.finish([0])


def test_setup_in_mid_game_is_a_step() -> None:
    """Stones taken off and put on, and whose turn it is."""
    game = Game.new(9)
    game.play(at("E5", game))
    game.setup(black=[0], empty=[at("E5", game)], to_move=BLACK)
    assert isinstance(game.steps[-1], Setup)
    assert (game.position[at("E5", game)], game.position[0], game.position.to_move) == (0, BLACK, BLACK)
    assert game.replay().position.diagram() == game.position.diagram()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 25), max_size=60), st.integers(0, 60))
def test_undo_and_replay_agree(moves: list[int], back: int) -> None:
    """Taking back n moves gives the same as replaying all but n."""
    game = Game.new(5)
    for point in moves:
        if point == 25 or game.position.is_legal(point):
            game.play(point)
    n = min(back, len(game.moves))
    expected = game.replay(len(game.moves) - n)
    for _ in range(n):
        game.undo()
    assert game.steps == expected.steps
    assert game.position.hash == expected.position.hash
    assert game.position.to_move == expected.position.to_move
    game.position.check()
