"""Article 22: the sealed move at the resumption."""

import pytest

from engine.game.referee import Referee, events
from engine.game.referee.adjournment import commit
from gocore import BLACK, WHITE
from tests.game.boards import at, play, referee


def sealed(ref: Referee, vertex: str) -> events.Unseal:
    """Adjourn, seal this point, and return the event that opens it."""
    point = at(vertex, ref.game)
    ref.handle(events.Adjourn(0))
    ref.handle(events.Seal(0, ref.game.position.to_move, commit("test-game", ref.move_number, point, "n")))
    return events.Unseal(0, point, "n")


@pytest.mark.article(22, "")
def test_the_sealed_point_must_be_played() -> None:
    """Opened, it stands on the board, and the other side is to move."""
    ref = referee()
    assert ref.handle(sealed(ref, "D4")).outcome == "played"
    assert ref.game.position[at("D4", ref.game)] == BLACK
    assert ref.game.position.to_move == WHITE


@pytest.mark.article(22, "")
def test_an_occupied_point_is_one_pass() -> None:
    """Seal D4 where D4 is occupied: pass, opponent to move, no warning."""
    ref = referee()
    play(ref, "D4")
    verdict = ref.handle(sealed(ref, "D4"))
    assert (verdict.outcome, verdict.article) == ("void", "22")
    assert ref.game.moves[-1].comment == "void sealed point occupied at D4"
    assert ref.game.position.to_move == BLACK
    assert ref.state.warnings == {BLACK: 0, WHITE: 0}


@pytest.mark.article(22, "")
def test_a_forbidden_sealed_point_is_a_pass_too() -> None:
    """Suicide is void by Article 19, a ko retake by Article 20."""
    ref = referee(". O . . .\nO . . . .\n. . . . .\n. . . . .\n. . . . .")
    verdict = ref.handle(sealed(ref, "A5"))
    assert (verdict.outcome, verdict.article) == ("void", "19")
    ko = referee(". . . . .\n. X O . .\nX . X O .\n. X O . .\n. . . . .", WHITE)
    play(ko, "B3")
    assert ko.handle(sealed(ko, "C3")).article == "20.1"


@pytest.mark.article(22, "")
@pytest.mark.article(25, "1")
@pytest.mark.parametrize("point", [26, 99, -2, -7])
def test_what_is_no_point_of_the_board_is_for_the_referee_to_rule(point: int) -> None:
    """Rightly sealed, but not to be read: no pass, nobody's clock runs until the ruling."""
    ref = referee(spec="60")
    ref.handle(events.Adjourn(0))
    ref.handle(events.Seal(0, BLACK, commit("test-game", ref.move_number, point, "n")))
    verdict = ref.handle(events.Unseal(0, point, "n"))
    assert (verdict.outcome, verdict.article, ref.game.moves) == ("suspended", "25.1", [])
    assert ref.ledger[-1].text == "the sealed move names no point of the board"
    ref.handle(events.Ruling(9_000, "chief", "continue", "he may play on"))
    assert play(ref, "C3", start_at=9_500) == ["played"]
    assert ref.clock is not None
    assert ref.clock.left(BLACK, 9_500).main_ms == 59_500
