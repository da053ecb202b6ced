"""Article 25: what the text does not cover, and warnings."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import events
from gocore import BLACK, WHITE
from tests.game.boards import play, referee


@pytest.mark.article(25, "1")
def test_a_ruling_covers_what_the_text_does_not() -> None:
    """Free text and an effect, with the name of who rules."""
    ref = referee()
    verdict = ref.handle(events.Ruling(0, "Li", "note", "the lamp failed; the game goes on"))
    assert verdict.entry is not None
    entry = ref.ledger[verdict.entry]
    assert (entry.kind, entry.article, entry.text) == ("ruling", "25.1", "the lamp failed; the game goes on (Li)")
    assert ref.result is None


@pytest.mark.article(25, "1")
@pytest.mark.parametrize(("facts", "why"), [
    ({"by": " ", "effect": "note"}, "who rules"),
    ({"by": "Li", "effect": "loss"}, "must say whose"),
    ({"by": "Li", "effect": "restore"}, "nothing awaits"),
    ({"by": "Li", "effect": "accept"}, "nothing awaits"),
])  # fmt: skip
def test_a_ruling_that_cannot_be_carried_out_is_refused(facts: dict[str, str], why: str) -> None:
    """And nothing is entered."""
    ref = referee()
    with pytest.raises(RefereeError, match=why):
        ref.handle(events.Ruling(0, text="x", **facts))  # type: ignore[arg-type]
    assert len(ref.ledger) == 0


@pytest.mark.article(25, "2")
def test_two_warnings_in_one_game_lose_it() -> None:
    """Not only running ones: a take-back at move 1 and a clock warning later add up; advice does not count."""
    ref = referee()
    play(ref, "C3")
    ref.handle(events.Takeback(0, BLACK))
    play(ref, "C2 D3")
    ref.handle(events.Incident(0, BLACK, "24.2", "hummed", "advice"))
    ref.handle(events.Warn(0, WHITE, "23.4", "pressed too early"))
    assert ref.phase == "playing"
    verdict = ref.handle(events.Warn(0, BLACK, "23.4", "pressed too early"))
    assert verdict.result is not None
    assert (verdict.article, verdict.result.kind, verdict.result.sgf()) == ("25.2", "foul_two_warnings", "W+F")
    assert sum(entry.kind == "warning" for entry in ref.ledger) == 3
