"""Article 15: discipline. A program can only write it down."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import events
from engine.game.referee.saving import snapshot
from gocore import BLACK
from tests.game.boards import play, referee

BREACHES = {
    "1": "withdrew in mid-event without reason",
    "2": "hindered the opponent's thinking",
    "3": "consulted material during the game",
    "4": "strolled about to watch other games",
    "5": "appeared in untidy dress",
}


@pytest.mark.article(15, "1")
@pytest.mark.article(15, "2")
@pytest.mark.article(15, "3")
@pytest.mark.article(15, "4")
@pytest.mark.article(15, "5")
@pytest.mark.parametrize("clause", BREACHES)
def test_a_breach_is_a_ledger_entry_and_nothing_more(clause: str) -> None:
    """Every breach is entered with its article; board, clocks and result stay as they are."""
    ref = referee(spec="60")
    play(ref, "C3")
    before = {key: value for key, value in snapshot(ref).items() if key not in ("ledger", "state")}
    verdict = ref.handle(events.Incident(0, BLACK, f"15.{clause}", BREACHES[clause], "warning"))
    after = {key: value for key, value in snapshot(ref).items() if key not in ("ledger", "state")}
    assert after == before
    assert verdict.entry is not None
    entry = ref.ledger[verdict.entry]
    assert (entry.article, entry.player, entry.effect, entry.move) == (f"15.{clause}", BLACK, "none", 2)


@pytest.mark.article(15, "1")
def test_a_proposed_loss_needs_the_chief_referees_name() -> None:
    """And even signed it takes effect by a ruling only."""
    ref = referee()
    with pytest.raises(RefereeError, match="signature"):
        ref.handle(events.Incident(0, BLACK, "15.3", "talked", "loss"))
    ref.handle(events.Incident(0, BLACK, "15.3", "talked", "loss", signed_by="chief"))
    assert ref.result is None
    verdict = ref.handle(events.Ruling(0, "chief", "loss", "talked during the game", BLACK, "24.3"))
    assert verdict.result is not None
    assert verdict.result.sgf() == "W+"
