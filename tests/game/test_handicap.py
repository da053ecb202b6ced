"""Handicap stones."""

from collections.abc import Callable

import pytest

from engine.errors import GameError, HandicapError
from engine.game import handicap
from engine.game.game import Game
from engine.game.rules import by_name
from gocore import BLACK, WHITE
from tests.game.boards import at, points

DRAFT = {
    (9, 2): "C3 G7", (9, 3): "C3 G7 C7", (9, 4): "C3 G7 C7 G3", (9, 5): "C3 G7 C7 G3 E5", (13, 3): "D4 K10 D10",
    (12, 3): "C3 K10 C10", (7, 4): "C3 E5 C5 E3", (8, 4): "C3 F6 C6 F3", (19, 6): "D4 Q16 D16 Q4 D10 Q10",
    (19, 7): "D4 Q16 D16 Q4 D10 Q10 K10", (19, 8): "D4 Q16 D16 Q4 D10 Q10 K4 K16",
    (19, 9): "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
}  # fmt: skip


@pytest.mark.parametrize(("size", "count"), DRAFT)
def test_the_table_of_the_draft(size: int, count: int) -> None:
    """Third line below 13, fourth from 13; corners, sides, centre."""
    board = Game.new(size)
    expected = points(DRAFT[size, count].replace("I", "J"), board)
    if size == 12:
        expected = points("C3 K10 C10", board)
    assert sorted(handicap.fixed_points(size, size, count)) == sorted(expected)


@pytest.mark.parametrize(
    ("size", "most"), [(5, 0), (6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (11, 9), (18, 4), (19, 9), (25, 9)]
)
def test_how_many_a_board_takes(size: int, most: int) -> None:
    """None below 7, four on 7 and even sizes, nine on odd ones."""
    assert handicap.max_fixed(size, size) == most
    for count in (-2, 0, 1, most + 1, 10):
        with pytest.raises(HandicapError, match="handicap stones, not"):
            handicap.fixed_points(size, size, count)
    for count in range(2, most + 1):
        assert len(set(handicap.fixed_points(size, size, count))) == count


def test_rectangles_take_what_both_sides_take() -> None:
    """19x9: nine, on the lines of each side."""
    board = Game.new(19, 9)
    assert sorted(handicap.fixed_points(19, 9, 4)) == sorted(points("D3 D7 Q3 Q7", board))
    assert handicap.max_fixed(19, 8) == 4


@pytest.mark.parametrize(("width", "height"), [(5, 5), (7, 7), (9, 9), (19, 19), (6, 13)])
@pytest.mark.parametrize("count", [2, 3, 5, 9, 12])
def test_free_placement_gives_exactly_that_many(width: int, height: int, count: int) -> None:
    """Distinct points on the board, the fixed ones where there are any."""
    found = handicap.free_points(width, height, count)
    assert len(set(found)) == len(found) == count
    assert all(0 <= p < width * height for p in found)
    handicap.check_free(found, width, height)


@pytest.mark.parametrize("vertices", ["C3", "C3 C3", ""])
def test_stones_that_are_no_handicap_are_refused(vertices: str) -> None:
    """One stone, one twice, none: the board stays empty."""
    game = Game.new(9)
    with pytest.raises(HandicapError):
        game.place_handicap(points(vertices, game))
    with pytest.raises(HandicapError):
        game.place_handicap([3, 81])
    assert game.steps == []
    assert game.position.stones(BLACK) == []


def test_white_moves_after_a_handicap() -> None:
    """And it can be placed on an empty board only, and not undone as a move."""
    game = Game.new(9)
    game.place_handicap(points("C3 G7 E5", game))
    assert (game.position.to_move, len(game.handicap)) == (WHITE, 3)
    with pytest.raises(GameError, match="board not empty"):
        game.place_handicap(points("A1 A2", game))
    with pytest.raises(GameError, match="cannot undo"):
        game.undo()
    assert game.position[at("E5", game)] == BLACK


# --- stones that stand for a handicap ---------------------------------------------------------------------------


def _set_up(game: Game) -> None:
    game.setup(black=points("C3 G7", game), to_move=WHITE)


def _set_up_and_white(game: Game) -> None:
    game.setup(black=points("C3 G7", game), white=points("E5", game))


def _set_up_and_off(game: Game) -> None:
    game.setup(black=points("C3 G7 E5", game))
    game.setup(empty=points("E5", game))


def _played(game: Game) -> None:
    for point in points("C3 G7 C7", game):
        game.play(point, BLACK)
    game.play(at("E5", game), WHITE)
    game.play(at("E4", game), BLACK)


def _both_played_on_end(game: Game) -> None:
    for color, vertices in ((BLACK, "C3 G7 C7"), (WHITE, "E5 E4")):
        for point in points(vertices, game):
            game.play(point, color)


def _even(game: Game) -> None:
    for color, vertex in ((BLACK, "C3"), (WHITE, "G7"), (BLACK, "C7"), (BLACK, "E5")):
        game.play(at(vertex, game), color)


def _passed(game: Game) -> None:
    game.play(at("C3", game), BLACK)
    game.pass_(BLACK)
    game.play(at("C7", game), BLACK)


@pytest.mark.parametrize(("begin", "given"), [
    (_set_up, 2), (_set_up_and_off, 2), (_played, 3), (_set_up_and_white, 0), (_both_played_on_end, 0), (_even, 0),
    (_passed, 0),
])  # fmt: skip
def test_what_stands_for_a_handicap(begin: Callable[[Game], None], given: int) -> None:
    """Stones set up or played before White moves bring White the rule set's points, here one each."""
    game = Game.new(9, rules=by_name("chinese-2002"))
    begin(game)
    assert game.given == given
    assert game.score().bonus == given
    assert game.copy().given == game.replay().given == given
