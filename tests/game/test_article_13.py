"""Article 13: how a game ends, and in which order the end is confirmed."""

import pytest

from engine.errors import RefereeError
from engine.game.referee import Referee, events
from engine.game.result import Result, zi_text
from gocore import BLACK, WHITE
from tests.game.boards import FIVE, game, play, referee


@pytest.mark.article(13, "1")
@pytest.mark.parametrize(("result", "sgf", "said"), [
    (Result("count", BLACK, 3), "B+1.5", "Black wins by 3/4 zi (1.5 points)"),
    (Result("count", WHITE, 14, area=False), "W+7.0", "White wins by 7 points"),
    (Result("count"), "0", "draw"),
    (Result("resign", WHITE), "W+R", "White wins by resignation"),
    (Result("time", BLACK), "B+T", "Black wins on time"),
    (Result("forfeit_late", BLACK), "B+F", "Black wins by forfeit: the opponent came late"),
    (Result("forfeit_absent", BLACK), "B+F", "Black wins by forfeit: the opponent did not appear"),
    (Result("foul_double_move", WHITE), "W+F", "White wins by a foul: two moves running"),
    (Result("foul_two_warnings", WHITE), "W+F", "White wins by a foul: two warnings"),
    (Result("foul_moved_stone", WHITE), "W+F", "White wins by a foul: stones moved on purpose"),
    (Result("foul_scattered", WHITE), "W+F", "White wins by a foul: the stones scattered"),
    (Result("ruling", WHITE), "W+", "White wins by a ruling"),
    (Result("ruling_draw"), "0", "draw by a ruling"),
    (Result("replay"), "Void", "void, to be replayed"),
    (Result("no_result"), "Void", "no result"),
    (Result("double_forfeit"), "Void", "both sides forfeit"),
    (Result("unknown"), "?", "result unknown"),
])  # fmt: skip
def test_every_kind_of_result_has_its_form(result: Result, sgf: str, said: str) -> None:
    """The record's form and the words of each kind."""
    assert (result.sgf(), result.said()) == (sgf, said)


@pytest.mark.article(13, "1")
@pytest.mark.parametrize(("text", "result"), [
    ("B+1.5", Result("count", BLACK, 3)), ("W+12", Result("count", WHITE, 24)), ("b + 0.50", Result("count", BLACK, 1)),
    ("B+R", Result("resign", BLACK)), ("W+Resign", Result("resign", WHITE)), ("W+T", Result("time", WHITE)),
    ("B+Forfeit", Result("foul", BLACK)), ("B+", Result("ruling", BLACK)), ("0", Result("count")),
    ("Jigo", Result("count")), ("Void", Result("no_result")), ("?", Result("unknown")), ("hm", Result("unknown")),
    ("B+x", Result("unknown")), ("", Result("unknown")),
])  # fmt: skip
def test_results_of_records_are_read(text: str, result: Result) -> None:
    """The usual spellings, and `unknown` for the rest."""
    assert Result.parse_sgf(text) == result


@pytest.mark.article(13, "1")
@pytest.mark.parametrize(
    ("quarters", "text"), [(1, "1/4 zi"), (2, "1/2 zi"), (4, "1 zi"), (15, "3 3/4 zi"), (0, "0 zi")]
)
def test_quarters_are_said_as_zi(quarters: int, text: str) -> None:
    """Whole numbers and quarters."""
    assert zi_text(quarters) == text


@pytest.mark.article(13, "2")
def test_the_player_to_move_confirms_first() -> None:
    """The end out of order is refused, and nothing changes; in order it stops the game."""
    ref = referee()
    with pytest.raises(RefereeError, match="not White's turn"):
        ref.handle(events.Pass(0, WHITE))
    assert ref.game.moves == []
    assert play(ref, "pass pass") == ["passed", "stopped"]


@pytest.mark.article(13, "1")
@pytest.mark.parametrize(("player", "kind", "sgf"), [
    (BLACK, "forfeit_absent", "W+F"), (WHITE, "forfeit_absent", "B+F"), (0, "double_forfeit", "Void"),
])  # fmt: skip
def test_who_does_not_appear_forfeits(player: int, kind: str, sgf: str) -> None:
    """Before the start only: a game under way has both its players."""
    ref = Referee(game(FIVE))
    verdict = ref.handle(events.Absent(0, player))
    assert (verdict.article, ref.phase) == ("13.1", "over")
    assert ref.result is not None
    assert (ref.result.kind, ref.result.sgf()) == (kind, sgf)
    with pytest.raises(RefereeError, match="not while the game is playing"):
        referee().handle(events.Absent(0, player))


@pytest.mark.article(13, "1")
def test_a_ruling_ends_the_game() -> None:
    """Draw, replay and loss by ruling are results."""
    for effect, sgf in (("draw", "0"), ("replay", "Void"), ("loss", "W+")):
        ref = referee()
        verdict = ref.handle(events.Ruling(0, "chief", effect, "so be it", player=BLACK))  # type: ignore[arg-type]
        assert verdict.result is not None
        assert (verdict.result.sgf(), ref.phase) == (sgf, "over")
