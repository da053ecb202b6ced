"""Article 8: live and dead stones."""

import pytest

from engine.errors import RefereeError, ScoreError
from engine.game.referee import Referee, events
from engine.game.scoring import whole_chains
from gocore import BLACK, WHITE
from tests.game.boards import EXAMPLE, at, game, play, points, position, referee


@pytest.mark.article(8, "")
def test_stones_that_both_call_dead_are_dead() -> None:
    """Equal lists are taken off and counted."""
    ref = referee(EXAMPLE)
    play(ref, "pass pass")
    dead = (at("B2", ref.game),)
    assert ref.handle(events.DeadStones(0, BLACK, dead)).outcome == "noted"
    verdict = ref.handle(events.DeadStones(0, WHITE, dead))
    assert verdict.outcome == "counted"
    assert verdict.score is not None
    assert verdict.score.dead == dead


@pytest.mark.article(8, "")
def test_chains_die_whole() -> None:
    """One stone stands for its chain."""
    pos = position(EXAMPLE)
    assert whole_chains(pos, [at("D2", pos)]) == tuple(sorted(points("D5 D4 E4 D3 D2 E2 D1", pos)))


@pytest.mark.article(8, "")
@pytest.mark.parametrize("void", [False, True])
def test_rules_without_agreement_are_counted_at_the_second_pass(void: bool) -> None:
    """Tromp-Taylor: all stones are alive, nobody is asked, B2 counts: (13, 11, 1). A void pass is one too."""
    ref = Referee(game(EXAMPLE, rule_set="tromp-taylor"))
    ref.handle(events.Start(0))
    play(ref, "pass")
    verdict = ref.handle(events.Play(0, WHITE, at("B2", ref.game)) if void else events.Pass(0, WHITE))
    assert (verdict.outcome, ref.phase) == ("void" if void else "counted", "counted")
    assert verdict.score == ref.score
    assert verdict.score is not None
    assert (verdict.score.black, verdict.score.white, verdict.score.shared, verdict.score.dead) == (13, 11, 1, ())
    with pytest.raises(RefereeError, match="not while the game is counted"):
        ref.handle(events.DeadStones(0, BLACK, (at("B2", ref.game),)))
    for player in (BLACK, WHITE):
        ref.handle(events.Sign(0, player))
    assert ref.result is not None
    assert ref.result.sgf() == "B+2.0"


@pytest.mark.article(8, "")
def test_whoever_counts_such_a_game_calls_no_stone_dead() -> None:
    """The game itself knows it, so that every door does."""
    played = game(EXAMPLE, rule_set="tromp-taylor")
    assert played.score(points("B2", played)) == played.score()
    agreed = game(EXAMPLE)
    assert agreed.score(points("B2", agreed)).black == 15


@pytest.mark.article(8, "")
def test_an_empty_point_cannot_be_dead() -> None:
    """A dead stone where there is none is refused, and nothing is changed."""
    ref = referee(EXAMPLE)
    play(ref, "pass pass")
    with pytest.raises(ScoreError, match="dead stone at A5: the point is empty"):
        ref.handle(events.DeadStones(0, BLACK, (0,)))
    with pytest.raises(ScoreError, match="not on the board"):
        ref.handle(events.DeadStones(0, BLACK, (77,)))
    assert ref.state.answers == {}
