"""Article 18: stones taken off by mistake."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import Referee, events
from gocore import BLACK, EMPTY, WHITE
from tests.game.boards import at, play, referee


def table(ref: Referee) -> list[int]:
    """The board as the record has it."""
    return [ref.game.position[p] for p in range(ref.game.position.area)]


@pytest.mark.article(18, "")
def test_stones_with_liberties_go_back_with_a_warning() -> None:
    """Removing what is not captured: one warning, and the board is restored."""
    ref = referee()
    play(ref, "C3 C2")
    board = table(ref)
    board[at("C2", ref.game)] = EMPTY
    verdict = ref.handle(events.BoardSubmitted(0, BLACK, tuple(board)))
    assert (verdict.article, verdict.outcome, ref.state.warnings[BLACK]) == ("18", "warned", 1)
    assert ref.game.position[at("C2", ref.game)] == WHITE


@pytest.mark.article(18, "")
def test_a_board_as_the_record_says_is_accepted() -> None:
    """Nothing is entered."""
    ref = referee()
    play(ref, "C3")
    assert ref.handle(events.BoardSubmitted(0, WHITE, tuple(table(ref)))).outcome == "accepted"
    assert len(ref.ledger) == 0


@pytest.mark.article(18, "")
def test_other_differences_are_restored_without_a_warning() -> None:
    """A stone that the record does not know is no wrong removal."""
    ref = referee()
    board = table(ref)
    board[0] = WHITE
    assert ref.handle(events.BoardSubmitted(0, BLACK, tuple(board))).outcome == "restored"
    assert ref.state.warnings == {BLACK: 0, WHITE: 0}


@pytest.mark.article(18, "")
@pytest.mark.parametrize("board", [(), (0,) * 24, (3,) * 25])
def test_what_is_no_board_is_refused(board: tuple[int, ...]) -> None:
    """It must have a colour for every point."""
    with pytest.raises(RefereeError, match="25 colours"):
        referee().handle(events.BoardSubmitted(0, BLACK, board))
