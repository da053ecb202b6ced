"""Article 14: suspension and the sealed move."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import dumps, events, loads
from engine.game.referee.adjournment import commit
from gocore import BLACK, WHITE
from tests.game.boards import at, play, referee


@pytest.mark.article(14, "1")
def test_a_pause_is_nobodys_time() -> None:
    """An hour of suspension costs no time; the state is saved and comes back bit-equal."""
    ref = referee(spec="60+3x30")
    play(ref, "C3 C2", step=1_000)
    assert ref.handle(events.Halt(12_000)).outcome == "halted"
    again = loads(dumps(ref))
    assert dumps(again) == dumps(ref)
    for game in (ref, again):
        game.handle(events.GoOn(3_612_000))
        assert game.clock is not None
        assert game.clock.left(BLACK, 3_612_500).main_ms == 60_000 - 1_000 - 10_500
        assert play(game, "B2", start_at=3_613_000) == ["played"]
    assert dumps(again) == dumps(ref)


@pytest.mark.article(14, "2")
def test_a_sealed_move_is_committed_and_opened() -> None:
    """The clock runs until the move is handed in; opened, it is played and the other clock starts."""
    ref = referee(spec="60")
    play(ref, "C3", step=1_000)
    ref.handle(events.Adjourn(2_000))
    with pytest.raises(RefereeError, match="only the player on move"):
        ref.handle(events.Seal(3_000, BLACK, "0" * 64))
    seal = commit("test-game", ref.move_number, at("B2", ref.game), "salt")
    assert ref.handle(events.Seal(5_000, WHITE, seal)).outcome == "sealed"
    with pytest.raises(RefereeError, match="not while the game is adjourned"):
        ref.handle(events.Play(6_000, WHITE, 0))
    verdict = ref.handle(events.Unseal(90_000_000, at("B2", ref.game), "salt"))
    assert verdict.outcome == "played"
    assert ref.game.position[at("B2", ref.game)] == WHITE
    assert ref.clock is not None
    assert ref.clock.left(WHITE, 90_000_000).main_ms == 56_000
    assert ref.clock.running == BLACK


@pytest.mark.article(14, "2")
@pytest.mark.parametrize(("point", "outcome"), [(25, "passed"), (events.RESIGNATION, "over")])
def test_a_pass_and_a_resignation_may_be_sealed(point: int, outcome: str) -> None:
    """Both are moves in the sense of the seal."""
    ref = referee()
    ref.handle(events.Adjourn(0))
    ref.handle(events.Seal(0, BLACK, commit("test-game", ref.move_number, point, "n")))
    assert ref.handle(events.Unseal(0, point, "n")).outcome == outcome


@pytest.mark.article(14, "2")
def test_a_move_that_was_not_sealed_needs_a_ruling() -> None:
    """A wrong hash is not played: the referee must rule, and may let the game go on."""
    ref = referee(spec="60")
    ref.handle(events.Adjourn(0))
    ref.handle(events.Seal(0, BLACK, commit("test-game", ref.move_number, 7, "n")))
    assert ref.handle(events.Unseal(0, 8, "n")).outcome == "suspended"
    assert ref.game.moves == []
    ref.handle(events.Ruling(10_000, "chief", "continue", "he plays now"))
    assert play(ref, "A1", start_at=11_000) == ["played"]


@pytest.mark.article(14, "2")
def test_a_commitment_is_a_hash() -> None:
    """Anything else is refused before it is taken."""
    ref = referee()
    ref.handle(events.Adjourn(0))
    with pytest.raises(RefereeError, match="64 hexadecimal digits"):
        ref.handle(events.Seal(0, BLACK, "C3"))
    assert ref.phase == "adjourning"
