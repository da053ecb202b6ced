"""Article 21 and section A: confirming the end, dispute, play-out."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import Referee, events
from gocore import BLACK, WHITE
from tests.game.boards import EXAMPLE, at, game, play, referee
from tests.game.figures import FIGURES


def lists(ref: Referee, black: str, white: str) -> str:
    """Hand in both sides' dead stones; returns the last outcome."""
    outcome = ""
    for player, vertices in ((BLACK, black), (WHITE, white)):
        stones = tuple(at(vertex, ref.game) for vertex in vertices.split())
        outcome = ref.handle(events.DeadStones(ref.state.last_at, player, stones)).outcome
    return outcome


@pytest.mark.article(21, "1")
def test_one_pass_takes_away_no_later_turn() -> None:
    """B pass, W C3 (the game goes on), B pass, W pass: stop."""
    ref = referee()
    assert play(ref, "pass C3 pass pass") == ["passed", "played", "passed", "stopped"]


@pytest.mark.article(21, "2")
def test_after_the_stop_contested_points_are_shared() -> None:
    """A column both could still take is halved; no stone may be played any more."""
    ref = referee("X X . O O\n" * 5)
    play(ref, "pass pass")
    with pytest.raises(RefereeError, match="stopped"):
        ref.handle(events.Play(0, BLACK, at("C3", ref.game)))
    assert lists(ref, "", "") == "counted"
    assert ref.score is not None
    assert (ref.score.shared, ref.score.result().sgf()) == (5, "0")


@pytest.mark.article(21, "3")
def test_unequal_lists_are_settled_by_playing_on() -> None:
    """The specification's example: Black says B2 is dead, White does not; Black takes it: B+5, 2 1/2 zi."""
    ref = referee(EXAMPLE)
    play(ref, "pass pass")
    assert lists(ref, "B2", "") == "resumed"
    assert (ref.game.position.to_move, ref.state.strict) == (BLACK, True)
    assert play(ref, "B1 pass pass") == ["played", "passed", "stopped"]
    assert lists(ref, "", "") == "counted"
    assert ref.score is not None
    assert (ref.score.black, ref.score.white, ref.score.shared) == (15, 10, 0)
    assert ref.score.result().said() == "Black wins by 2 1/2 zi (5 points)"


@pytest.mark.article(21, "A.2")
@pytest.mark.parametrize("rule_set", ["aga", "new-zealand", "japanese", "chinese-simple", "chinese-1988"])
def test_the_play_out_is_under_positional_superko(rule_set: str) -> None:
    """Figure 7 repeats the board, with the other side to move, at the third ply: void in the play-out of any rules."""
    figure = FIGURES["7"]
    ref = Referee(game(figure.diagram, figure.to_move, rule_set), None)
    ref.handle(events.Start(0))
    assert play(ref, "pass pass") == ["passed", "stopped"]
    ref.handle(events.PlayOn(0, BLACK))
    assert play(ref, " ".join(figure.cycle[:3])) == ["played", "played", "void"]
    assert ref.ledger[-1].article == "6"


@pytest.mark.article(21, "A.1")
def test_equal_lists_are_counted_at_once() -> None:
    """Naming one stone of a chain or all of them is the same list."""
    ref = referee(EXAMPLE)
    play(ref, "pass pass")
    assert lists(ref, "D5", "E4 D2") == "counted"
    assert ref.provisional


@pytest.mark.article(21, "A.2")
def test_the_opponent_of_the_last_passer_moves_first() -> None:
    """Black passed first, so he is to move in the play-out, under superko without exceptions."""
    ref = referee(EXAMPLE, policy="draw")
    play(ref, "pass pass")
    assert ref.game.rules.core.ko == "simple"
    assert ref.handle(events.PlayOn(0, WHITE)).outcome == "resumed"
    assert (ref.game.position.to_move, ref.game.rules.core.ko) == (BLACK, "positional")


@pytest.mark.article(21, "A.2")
def test_clocks_run_in_the_play_out_and_each_side_has_a_minute() -> None:
    """Who has less than a minute left in all is topped up to one; more is left as it is."""
    ref = referee(EXAMPLE, spec="70+2x1")
    play(ref, "pass", start_at=65_000)
    play(ref, "pass", start_at=65_500)
    assert ref.clock is not None
    assert ref.clock.running is None
    ref.handle(events.PlayOn(90_000, WHITE))
    assert ref.clock.running == BLACK
    assert [bank.budget() for bank in ref.clock.banks.values()] == [60_000, 71_500]
    verdict = ref.handle(events.Tick(150_000))
    assert verdict.result is not None
    assert verdict.result.sgf() == "W+T"


@pytest.mark.article(21, "A.3")
def test_unequal_twice_means_all_alive() -> None:
    """After the play-outs that the event allows every stone on the board counts as alive."""
    ref = referee(EXAMPLE, max_resumptions=1)
    play(ref, "pass pass")
    assert lists(ref, "B2", "") == "resumed"
    play(ref, "pass pass")
    assert lists(ref, "B2", "") == "counted"
    assert ref.score is not None
    assert (ref.score.black, ref.score.white, ref.score.shared) == (13, 11, 1)


@pytest.mark.article(21, "A.3")
def test_people_may_be_given_three_play_outs() -> None:
    """The number is the event's."""
    ref = referee(EXAMPLE, max_resumptions=3)
    outcomes = []
    for _ in range(4):
        play(ref, "pass pass")
        outcomes.append(lists(ref, "B2", ""))
    assert outcomes == ["resumed"] * 3 + ["counted"]


@pytest.mark.article(21, "A.4")
def test_who_does_not_answer_says_all_alive() -> None:
    """The empty list is his answer."""
    ref = referee(EXAMPLE)
    play(ref, "pass pass")
    ref.handle(events.NoAnswer(0, WHITE))
    assert ref.handle(events.DeadStones(0, BLACK, ())).outcome == "counted"
    again = referee(EXAMPLE)
    play(again, "pass pass")
    again.handle(events.DeadStones(0, BLACK, ()))
    with pytest.raises(RefereeError, match="already given"):
        again.handle(events.NoAnswer(0, BLACK))
