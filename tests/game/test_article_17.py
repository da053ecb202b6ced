"""Article 17: playing out of order, taking back, moved and scattered stones."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import EventRules, events
from gocore import BLACK, EMPTY, WHITE
from tests.game.boards import at, play, referee


@pytest.mark.article(17, "1")
def test_two_moves_running_lose() -> None:
    """B D4, B C2 without a pass of White between: White wins."""
    ref = referee()
    play(ref, "D4")
    verdict = ref.handle(events.Play(0, BLACK, at("C2", ref.game)))
    assert verdict.result is not None
    assert (verdict.article, verdict.result.kind, verdict.result.sgf()) == ("17.1", "foul_double_move", "W+F")


@pytest.mark.article(17, "1")
def test_in_2002_the_second_move_is_void_and_warned() -> None:
    """The edition of 2002 only warns; the turn stays with the opponent."""
    ref = referee(double_move=EventRules.edition(2002).double_move)
    play(ref, "D4")
    verdict = ref.handle(events.Play(0, BLACK, at("C2", ref.game)))
    assert (verdict.outcome, ref.state.warnings[BLACK]) == ("warned", 1)
    assert ref.game.position[at("C2", ref.game)] == EMPTY
    assert ref.game.position.to_move == WHITE


@pytest.mark.article(17, "1")
def test_after_the_opponents_pass_a_second_move_is_right() -> None:
    """A pass gives the turn back."""
    assert play(referee(), "D4 pass C2") == ["played", "passed", "played"]


@pytest.mark.article(17, "1")
@pytest.mark.article(2, "1")
@pytest.mark.parametrize(("before", "player"), [
    ("pass", BLACK), ("C3 C3", WHITE), ("C3 pass pass", WHITE), ("C3 D4 pass", BLACK), ("", WHITE),
])  # fmt: skip
def test_a_stone_after_ones_own_pass_is_no_foul(before: str, player: int) -> None:
    """A pass, a void move among them, is no stone: who plays again is merely not on move, and nothing changes."""
    ref = referee()
    play(ref, before)
    if ref.phase == "stopped":
        ref.handle(events.PlayOn(0, player))
    if ref.game.position.to_move == player:
        player = BLACK + WHITE - player
    moves = list(ref.game.moves)
    with pytest.raises(RefereeError, match=r"not (Black|White)'s turn"):
        ref.handle(events.Play(0, player, at("A1", ref.game)))
    assert (ref.game.moves, ref.result) == (moves, None)


@pytest.mark.article(17, "2")
def test_taking_back_is_warned_and_the_stone_stands() -> None:
    """The stone goes back to its point, one warning."""
    ref = referee()
    play(ref, "D4")
    verdict = ref.handle(events.Takeback(0, BLACK))
    assert (verdict.outcome, verdict.article, ref.state.warnings[BLACK]) == ("warned", "17.2", 1)
    assert ref.game.position[at("D4", ref.game)] == BLACK
    with pytest.raises(RefereeError, match="not a stone of this side"):
        ref.handle(events.Takeback(0, WHITE))


@pytest.mark.article(17, "2")
def test_a_stone_that_slipped_may_be_played_anew() -> None:
    """No sanction, and his clock runs again from where it was; in 2002 the opponent must consent."""
    ref = referee(spec="60")
    play(ref, "D4", start_at=5_000)
    assert ref.handle(events.Takeback(6_000, BLACK, dropped=True)).outcome == "taken_back"
    assert ref.game.position[at("D4", ref.game)] == EMPTY
    assert ref.clock is not None
    assert ref.clock.running == BLACK
    assert ref.clock.left(BLACK, 6_000).main_ms == 55_000
    assert play(ref, "C2") == ["played"]
    later = referee(dropped_needs_consent=True)
    play(later, "D4")
    assert later.handle(events.Takeback(0, BLACK, dropped=True)).outcome == "warned"
    assert later.handle(events.Takeback(0, BLACK, dropped=True, consent=True)).outcome == "taken_back"


def moved_board(ref_points: int = 25) -> tuple[int, ...]:
    """A board with one black stone at A5."""
    return (BLACK, *([EMPTY] * (ref_points - 1)))


@pytest.mark.article(17, "3")
def test_stones_moved_on_purpose_lose() -> None:
    """Intentional moving: the mover loses."""
    ref = referee()
    play(ref, "C3")
    verdict = ref.handle(events.StonesMoved(0, WHITE, deliberate=True))
    assert verdict.result is not None
    assert (verdict.result.kind, verdict.result.winner) == ("foul_moved_stone", BLACK)


@pytest.mark.article(17, "3")
def test_moved_stones_go_back_or_stay_as_both_agree() -> None:
    """Agreed back: the record stands. Agreed valid: the new board enters the history."""
    ref = referee()
    play(ref, "C3")
    assert ref.handle(events.StonesMoved(0, BLACK, agreed="back")).outcome == "restored"
    with pytest.raises(RefereeError, match="must be given"):
        ref.handle(events.StonesMoved(0, BLACK, agreed="valid"))
    assert ref.handle(events.StonesMoved(0, BLACK, agreed="valid", board=moved_board())).outcome == "accepted"
    assert (ref.game.position[0], ref.game.position[12], ref.game.position.to_move) == (BLACK, EMPTY, WHITE)


@pytest.mark.article(17, "3")
@pytest.mark.parametrize(("effect", "sgf"), [("draw", "0"), ("replay", "Void"), ("loss", "W+F")])
def test_without_agreement_the_chief_referee_rules(effect: str, sgf: str) -> None:
    """Draw, replay or loss; time stands still while he thinks."""
    ref = referee(spec="60")
    assert ref.handle(events.StonesMoved(1_000, BLACK)).outcome == "suspended"
    with pytest.raises(RefereeError, match="not while the game is suspended"):
        ref.handle(events.Play(2_000, BLACK, 3))
    verdict = ref.handle(events.Ruling(99_000, "chief", effect, "ruled", BLACK, "17.3"))  # type: ignore[arg-type]
    assert verdict.result is not None
    assert verdict.result.sgf() == sgf


@pytest.mark.article(17, "3")
def test_the_chief_referee_may_restore_or_accept_the_board() -> None:
    """And the game goes on with the clocks where they stood."""
    for effect, first in (("restore", EMPTY), ("accept", BLACK)):
        ref = referee(spec="60")
        ref.handle(events.StonesMoved(1_000, WHITE, board=moved_board()))
        ref.handle(events.Ruling(99_000, "chief", effect, "ruled"))  # type: ignore[arg-type]
        assert (ref.phase, ref.game.position[0]) == ("playing", first)
        assert ref.clock is not None
        assert ref.clock.left(BLACK, 99_000).main_ms == 59_000


@pytest.mark.article(17, "3")
def test_both_lose_only_in_2002() -> None:
    """The fifth ruling belongs to the later text."""
    ref = referee()
    ref.handle(events.StonesMoved(0, BLACK))
    with pytest.raises(RefereeError, match="1988"):
        ref.handle(events.Ruling(0, "chief", "both_lose", "both moved stones"))
    later = referee(both_may_lose=EventRules.edition(2002).both_may_lose)
    later.handle(events.StonesMoved(0, BLACK))
    verdict = later.handle(events.Ruling(0, "chief", "both_lose", "both moved stones"))
    assert verdict.result is not None
    assert verdict.result.kind == "double_forfeit"


SCATTERED = [
    (0, "force_majeure", True, "restored", None),
    (0, "force_majeure", False, "suspended", None),
    (BLACK, "inadvertent", True, "restored", None),
    (BLACK, "inadvertent", False, "over", "W+F"),
    (WHITE, "deliberate", True, "over", "B+F"),
    (WHITE, "deliberate", False, "over", "B+F"),
]


@pytest.mark.article(17, "4")
@pytest.mark.parametrize(("player", "cause", "again", "outcome", "sgf"), SCATTERED)
def test_scattered_stones_by_cause(
    player: int, cause: events.Cause, again: bool, outcome: str, sgf: str | None
) -> None:
    """The table of Article 17.4."""
    ref = referee()
    play(ref, "C3")
    verdict = ref.handle(events.Scattered(0, player, cause, again))
    assert verdict.outcome == outcome
    assert (verdict.result.sgf() if verdict.result is not None else None) == sgf


@pytest.mark.article(17, "4")
def test_force_majeure_is_nobodys_doing() -> None:
    """The cause and the player must fit."""
    for player, cause in ((BLACK, "force_majeure"), (0, "deliberate")):
        with pytest.raises(RefereeError, match="force majeure"):
            referee().handle(events.Scattered(0, player, cause))  # type: ignore[arg-type]


def test_moves_are_taken_back_in_friendly_games_only() -> None:
    """Where the event allows it, with the clock of the side to move running on; never set-up stones."""
    with pytest.raises(RefereeError, match="not taken back in this game"):
        referee().handle(events.Undo(0, BLACK))
    ref = referee(spec="60", undo=True)
    play(ref, "C3 C2 pass pass", step=1_000)
    assert ref.phase == "stopped"
    assert ref.handle(events.Undo(5_000, BLACK, 3)).outcome == "taken_back"
    assert ref.clock is not None
    assert (ref.phase, ref.game.position.to_move, ref.clock.running) == ("playing", WHITE, WHITE)
    for count in (0, -1, 2, 99):
        with pytest.raises(RefereeError, match=r"no way to take back -?[0-9]+ moves?"):
            ref.handle(events.Undo(6_000, BLACK, count))
