"""Article 24: rulings of discipline. Human conduct: entries, and effect by a ruling only."""

import pytest

from engine.game.referee import events
from gocore import BLACK, WHITE
from tests.game.boards import referee


@pytest.mark.article(24, "1")
@pytest.mark.article(24, "2")
@pytest.mark.article(24, "3")
@pytest.mark.parametrize(("clause", "sanction"), [("24.1", "warning"), ("24.2", "advice"), ("24.3", "warning")])
def test_sanctions_are_entered_and_take_effect_by_a_ruling(clause: str, sanction: events.Sanction) -> None:
    """Leaving, hindering, consulting: a proposed sanction alone counts no warning."""
    ref = referee()
    ref.handle(events.Incident(0, WHITE, clause, "as reported", sanction))
    assert ref.state.warnings == {BLACK: 0, WHITE: 0}
    assert ref.ledger[0].article == clause
    assert sanction in ref.ledger[0].text
    ref.handle(events.Warn(0, WHITE, clause, "as reported"))
    assert ref.state.warnings[WHITE] == 1
