"""Article 7: the end of the game."""

import pytest

from engine.errors import RefereeError
from engine.game.game import Game
from engine.game.referee import events
from gocore import BLACK, WHITE
from tests.game.boards import play, referee


@pytest.mark.article(7, "1")
def test_two_passes_running_stop_the_game() -> None:
    """Both have confirmed that nothing is left to play: the agreement begins, and no stone may be played."""
    ref = referee()
    assert play(ref, "C3 pass pass") == ["played", "passed", "stopped"]
    assert ref.phase == "stopped"
    with pytest.raises(RefereeError, match="not while the game is stopped"):
        ref.handle(events.Play(0, WHITE, 0))


@pytest.mark.article(7, "1")
def test_passes_with_a_move_between_do_not_stop_it() -> None:
    """Only passes running count."""
    ref = referee()
    assert play(ref, "pass C3 pass C2 pass") == ["passed", "played", "passed", "played", "passed"]
    assert ref.phase == "playing"


@pytest.mark.article(7, "2")
@pytest.mark.parametrize(("loser", "sgf"), [(BLACK, "W+R"), (WHITE, "B+R")])
def test_resignation_ends_the_game(loser: int, sgf: str) -> None:
    """Either side may resign at any time; the other has won."""
    ref = referee()
    verdict = ref.handle(events.Resign(0, loser))
    assert verdict.result is not None
    assert (verdict.result.sgf(), ref.phase) == (sgf, "over")
    assert Game.new(9).resign(loser).sgf() == sgf
