"""Article 1: the board and the stones."""

import pytest

from engine.game import handicap
from engine.game.game import Game
from gocore import BLACK, WHITE
from tests.game.boards import points


@pytest.mark.article(1, "I")
def test_the_board_has_361_points_and_nine_stars() -> None:
    """Boards are 19x19 by default; the star points are the handicap points."""
    game = Game.new()
    assert (game.width, game.height, game.position.area) == (19, 19, 361)
    stars = points("D4 K4 Q4 D10 K10 Q10 D16 K16 Q16", game)
    assert sorted(handicap.fixed_points(19, 19, 9)) == sorted(stars)


@pytest.mark.article(1, "II")
def test_stones_never_run_out() -> None:
    """More than 180 stones of a colour may be played: a supply never ends a game."""
    game = Game.new(19)
    free = [p for p in range(361) if p % 19 != 18]
    for point in free[:200]:
        game.play(point, BLACK)
        game.play(game.pass_point, WHITE)
    assert sum(game.position[p] == BLACK for p in range(361)) == 200
