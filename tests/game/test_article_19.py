"""Article 19: a move on a forbidden point is void and counts as one pass."""

import pytest

from engine.game.referee import events
from gocore import BLACK, EMPTY, WHITE
from tests.game.boards import at, play, referee
from tests.game.figures import FIGURE_2


@pytest.mark.article(19, "")
@pytest.mark.parametrize("vertex", ["D4", "L4", "Q4"])
def test_suicide_is_void_and_one_pass(vertex: str) -> None:
    """Board unchanged, turn to the opponent, no warning; the list says why."""
    ref = referee(FIGURE_2.diagram, spec="60")
    verdict = ref.handle(events.Play(4_000, BLACK, at(vertex, ref.game)))
    assert (verdict.outcome, verdict.article) == ("void", "19")
    last = ref.game.moves[-1]
    assert (last.color, last.point, last.comment) == (BLACK, 361, f"void suicide at {vertex}")
    assert ref.game.position[at(vertex, ref.game)] == EMPTY
    assert ref.game.position.to_move == WHITE
    assert ref.state.warnings[BLACK] == 0
    assert ref.clock is not None
    assert ref.clock.left(BLACK, 4_000).main_ms == 56_000


@pytest.mark.article(19, "")
def test_a_void_move_counts_for_the_two_passes() -> None:
    """Void, then a pass: the game stops; this is what makes every game end."""
    ref = referee(FIGURE_2.diagram)
    assert play(ref, "D4 pass") == ["void", "stopped"]


@pytest.mark.article(19, "")
def test_an_occupied_point_is_void_and_warned_and_the_second_loses() -> None:
    """The text is silent; it is treated as a foul under 25.1, and 25.2 counts the warnings."""
    ref = referee()
    assert play(ref, "C3 C3") == ["played", "void"]
    assert ref.state.warnings[WHITE] == 1
    assert play(ref, "D3") == ["played"]
    verdict = ref.handle(events.Play(0, WHITE, at("D3", ref.game)))
    assert verdict.result is not None
    assert (verdict.article, verdict.result.kind, verdict.result.sgf()) == ("25.2", "foul_two_warnings", "B+F")
