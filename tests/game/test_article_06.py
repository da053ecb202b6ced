"""Article 6: the whole board may not repeat."""

import pytest

from engine.game.referee import EventRules, Referee, events
from gocore import BLACK, WHITE, IllegalMove
from tests.game.boards import SIMPLE, STRICT, at, game, play, position
from tests.game.figures import FIGURES

CYCLES = {key: figure for key, figure in FIGURES.items() if figure.cycle}


@pytest.mark.article(6, "")
@pytest.mark.parametrize("key", CYCLES)
def test_strict_superko_voids_the_first_repeating_play(key: str) -> None:
    """In each figure the play that strict positional superko refuses first is the one that the specification names."""
    figure = CYCLES[key]
    pos = position(figure.diagram, figure.to_move, STRICT)
    for ply, vertex in enumerate(figure.cycle, 1):
        if ply == figure.first_void:
            with pytest.raises(IllegalMove) as refused:
                pos.play(at(vertex, pos))
            assert refused.value.reason == "superko"
            return
        pos.play(at(vertex, pos))
    pytest.fail("no play was refused")


@pytest.mark.article(6, "")
@pytest.mark.parametrize("key", CYCLES)
def test_under_the_simple_ko_every_cycle_comes_back(key: str) -> None:
    """Played with the simple ko alone each figure returns to its board and side to move."""
    figure = CYCLES[key]
    pos = position(figure.diagram, figure.to_move, SIMPLE)
    start = pos.diagram()
    for vertex in figure.cycle:
        pos.play(at(vertex, pos))
    assert (pos.diagram(), pos.to_move) == (start, figure.to_move)


@pytest.mark.article(6, "")
@pytest.mark.parametrize("rule_set", ["chinese-1988", "japanese", "chinese-simple", "stone-scoring"])
@pytest.mark.parametrize("key", CYCLES)
def test_an_event_that_lays_down_superko_has_it_under_any_rules(rule_set: str, key: str) -> None:
    """The repeating play is void also where the rule set by itself knows only the simple ko."""
    figure = CYCLES[key]
    ref = Referee(game(figure.diagram, figure.to_move, rule_set), None, EventRules(policy="superko"))
    ref.handle(events.Start(0))
    outcomes = play(ref, " ".join(figure.cycle[: figure.first_void]))
    assert outcomes.index("void") == figure.first_void - 1
    assert ref.ledger[0].article in ("6", "20.1")


@pytest.mark.article(6, "")
def test_a_pass_never_repeats_and_does_not_clear_the_history() -> None:
    """A ko stone taken back after two passes would still repeat the board."""
    pos = position(". . . . .\n. X O . .\nX . X O .\n. X O . .\n. . . . .", WHITE)
    pos.play(at("B3", pos))
    pos.pass_()
    pos.pass_()
    assert pos.legality(at("C3", pos), BLACK) == "superko"
    assert pos.with_rules(SIMPLE).legality(at("C3", pos), BLACK) is None


@pytest.mark.article(6, "")
def test_after_five_plies_of_the_triple_ko_white_has_no_capture() -> None:
    """Figure 4: B7 is barred by the simple ko and H7 by superko."""
    pos = position(FIGURES["4"].diagram)
    for vertex in FIGURES["4"].cycle[:5]:
        pos.play(at(vertex, pos))
    assert pos.legality(at("B7", pos)) == "ko"
    assert pos.legality(at("H7", pos)) == "superko"


@pytest.mark.article(6, "")
def test_after_seven_plies_of_the_quadruple_ko() -> None:
    """Figure 5: D7 is barred by superko and H7 by the simple ko."""
    pos = position(FIGURES["5"].diagram)
    for vertex in FIGURES["5"].cycle[:7]:
        pos.play(at(vertex, pos))
    assert pos.legality(at("D7", pos)) == "superko"
    assert pos.legality(at("H7", pos)) == "ko"
