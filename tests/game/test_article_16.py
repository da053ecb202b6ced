"""Article 16: rights and duties of the players."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import Referee, events
from gocore import BLACK, WHITE
from tests.game.boards import EXAMPLE, at, play, points, referee


@pytest.mark.article(16, "1")
def test_a_player_may_ask_how_many_minutes_remain() -> None:
    """In countdown he is told his own minutes, before that his main time."""
    ref = referee(spec="300c5")
    verdict = ref.handle(events.TimeAsked(61_000, BLACK))
    assert (verdict.text, verdict.left and verdict.left.count) == ("4 minutes remain", 4)
    early = referee(spec="90+2x30")
    assert early.handle(events.TimeAsked(1_500, BLACK)).text == "88 s of main time"
    with pytest.raises(RefereeError, match="no clock"):
        referee().handle(events.TimeAsked(0, BLACK))


@pytest.mark.article(16, "2")
def test_complaints_come_in_ones_own_time_unless_urgent() -> None:
    """Out of turn a complaint waits, an urgent one does not; it is a ledger entry."""
    ref = referee()
    with pytest.raises(RefereeError, match="own time"):
        ref.handle(events.Complaint(0, WHITE, "noise"))
    assert len(ref.ledger) == 0
    ref.handle(events.Complaint(0, WHITE, "smoke", urgent=True))
    ref.handle(events.Complaint(0, BLACK, "draught"))
    assert [entry.text for entry in ref.ledger] == ["smoke", "draught"]


def counted() -> Referee:
    """A game that both have counted."""
    ref = referee(EXAMPLE)
    play(ref, "pass pass")
    for player in (BLACK, WHITE):
        ref.handle(events.DeadStones(0, player, (at("B2", ref.game),)))
    return ref


@pytest.mark.article(16, "3")
def test_a_recount_shows_the_map_and_changes_nothing() -> None:
    """Before the result is signed a player may have it counted again, point by point."""
    ref = counted()
    first = ref.handle(events.Recount(0, BLACK))
    second = ref.handle(events.Recount(0, WHITE))
    assert first.score == second.score == ref.score
    assert first.score is not None
    assert all(first.score.owner[p] == BLACK for p in points("A5 B1 B2 C1", ref.game))
    assert ref.result is not None
    assert ref.result.sgf() == "B+5.0"


@pytest.mark.article(16, "3")
@pytest.mark.article(25, "2")
def test_only_a_ruling_changes_a_count() -> None:
    """No resignation, no second warning, no incident; with or without a signature."""
    ref = counted()
    ref.handle(events.Sign(0, WHITE))
    with pytest.raises(RefereeError, match="Resign: not while the game is counted"):
        ref.handle(events.Resign(0, BLACK))
    for _ in range(3):
        assert ref.handle(events.Warn(0, BLACK, "24.3", "talked")).outcome == "warned"
    ref.handle(events.Incident(0, BLACK, "24.1", "left", "loss", "chief"))
    assert ref.result is not None
    assert (ref.result.sgf(), ref.phase, ref.state.warnings[BLACK]) == ("B+5.0", "counted", 3)
    verdict = ref.handle(events.Ruling(0, "chief", "loss", "warned twice", BLACK, "25.2"))
    assert verdict.result is not None
    assert (verdict.result.sgf(), ref.phase) == ("W+", "over")


@pytest.mark.article(16, "3")
def test_a_signed_result_is_final() -> None:
    """Both sign; after that there is no recount."""
    ref = counted()
    assert ref.provisional
    assert ref.handle(events.Sign(0, BLACK)).outcome == "signed"
    with pytest.raises(RefereeError, match="already signed"):
        ref.handle(events.Sign(0, BLACK))
    assert ref.handle(events.Sign(0, WHITE)).outcome == "over"
    assert not ref.provisional
    with pytest.raises(RefereeError, match="not while the game is over"):
        ref.handle(events.Recount(0, BLACK))


@pytest.mark.article(16, "4")
def test_an_appeal_keeps_the_result_provisional() -> None:
    """It is settled by a ruling, which alone may change the result."""
    ref = counted()
    entry = ref.handle(events.Appeal(0, WHITE, 0, "B2 lives")).entry
    assert entry is not None
    with pytest.raises(RefereeError, match="an appeal is open"):
        ref.handle(events.Sign(0, BLACK))
    with pytest.raises(RefereeError, match="no open appeal 77"):
        ref.handle(events.Ruling(0, "chief", "dismiss", "no", appeal=77))
    ref.handle(events.Ruling(0, "chief", "dismiss", "B2 is dead", appeal=entry))
    ref.handle(events.Sign(0, BLACK))
    assert ref.handle(events.Sign(0, WHITE)).outcome == "over"


@pytest.mark.article(16, "4")
def test_an_appeal_upheld_changes_a_finished_game() -> None:
    """Without an open appeal a finished game cannot be ruled upon."""
    ref = referee()
    play(ref, "C3")
    ref.handle(events.Play(0, BLACK, 0))
    assert ref.result is not None
    assert ref.result.sgf() == "W+F"
    with pytest.raises(RefereeError, match="on appeal only"):
        ref.handle(events.Ruling(0, "chief", "replay", "White had passed"))
    entry = ref.handle(events.Appeal(0, BLACK, 0, "White had passed by word")).entry
    assert ref.provisional
    verdict = ref.handle(events.Ruling(0, "chief", "replay", "so it was", appeal=entry or 0))
    assert verdict.result is not None
    assert verdict.result.sgf() == "Void"


@pytest.mark.article(16, "5")
@pytest.mark.article(16, "7")
def test_duties_of_conduct_are_ledger_entries() -> None:
    """Keeping discipline and tidying up are human conduct: written down, never judged by the program."""
    ref = referee()
    for article in ("16.5", "16.7"):
        ref.handle(events.Incident(0, WHITE, article, "left the set untidy", "advice"))
    assert [(entry.article, entry.effect) for entry in ref.ledger] == [("16.5", "none"), ("16.7", "none")]


@pytest.mark.article(16, "6")
def test_the_move_list_tells_where_the_last_move_was() -> None:
    """Who returns to the board finds the opponent's move in the list."""
    ref = referee()
    play(ref, "C3 D2")
    assert ref.game.moves[-1].point == at("D2", ref.game)
