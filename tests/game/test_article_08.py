"""Article 8: live and dead stones."""

import pytest

from engine.errors import ScoreError
from engine.game.referee import events
from engine.game.scoring import whole_chains
from gocore import BLACK, WHITE
from tests.game.boards import EXAMPLE, at, play, points, position, referee


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
def test_an_empty_point_cannot_be_dead() -> None:
    """A dead stone where there is none is refused, and nothing is changed."""
    ref = referee(EXAMPLE)
    play(ref, "pass pass")
    with pytest.raises(ScoreError, match="column 1, row 1 from the top: the point is empty"):
        ref.handle(events.DeadStones(0, BLACK, (0,)))
    with pytest.raises(ScoreError, match="not on the board"):
        ref.handle(events.DeadStones(0, BLACK, (77,)))
    assert ref.state.answers == {}
