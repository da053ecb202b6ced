"""When the player passes and when not: kos that go round, passes by accident, points after the first pass."""

from dataclasses import replace

import pytest

from engine.config import Settings
from engine.coords import parse_vertex
from engine.game.game import Game
from engine.game.rules import by_name
from engine.player.budget import Budget
from engine.player.player import Player
from engine.player.report import Report
from engine.player.wish import NO_WISH, Wish
from gocore import BLACK, WHITE, Board
from tests.player.scripted import CLEAR, Choices, Scripted, row


class Rounds(Scripted):
    """A search that wants to play at `point`, and finds passing worth `passing`."""

    def __init__(self, color: int, point: int, passing: float) -> None:
        super().__init__(Report(color, 100, 0.5, (row(point, 90),), point=point))
        self.passing = passing

    def snapshot(self, moves: int | None = None, wish: Wish = NO_WISH) -> Report:
        only_pass = bool(self.seen) and self.seen[-1][3] == {25}
        return replace(self.report, winrate=self.passing) if only_pass else self.report


@pytest.mark.parametrize(("passing", "chosen"), [(0.5, 25), (0.4, 6)])
def test_a_ko_that_only_goes_round_is_left_where_passing_loses_nothing(passing: float, chosen: int) -> None:
    """Black takes a ko; when White takes it back after a pass, simple ko allows what has been there before."""
    game = Game.new(5, rules=by_name("japanese"))
    game.setup([1, 5, 11], [2, 6, 8, 12], to_move=BLACK)
    assert Player(Settings(), Rounds(BLACK, 7, 0.5)).choose(game, Budget(max_ms=1)).point == 7
    game.play(7)
    game.play(25)
    white = Player(Settings(), Rounds(WHITE, 6, passing))
    assert white.choose(game, Budget(max_ms=1), color=WHITE).point == chosen


EYES = """\
X X X . X X X O .
O O X X X O X X X
O . O X O O X . O
O O O O O O O X X
O O X O . O X X .
O X X O X O O X O
O O X X X O X X X
O X X X X O O X X
O X . X X X O O X
"""
"""White lives by two eyes at B7 and E5, the second of which random games take for a false one."""


@pytest.mark.parametrize(("lead", "chosen"), [(-69.5, 81), (-10.0, 40), (8.0, 40)])
def test_a_pass_on_an_open_board_is_looked_at_twice_but_not_given_up_for_a_loss(lead: float, chosen: int) -> None:
    board = Board.from_diagram(EYES)
    game = Game.new(9)
    stones = [[p for p in range(81) if board[p] == color] for color in (BLACK, WHITE)]
    game.setup(*stones, to_move=BLACK)
    game.pass_()
    passing = Report(WHITE, 60, 0.0, (row(81, 60, 0.0),), score=-12.0, point=81)
    playing = Report(WHITE, 60, 0.0, (row(40, 60, 0.0),), score=lead, point=40)
    search = Choices(passing, playing, passing)
    assert Player(Settings(seed=1), search).choose(game, Budget(1, 1)).point == chosen
    assert [wish for *_, wish in search.seen[1:3]] == [frozenset({19, 40}), frozenset({81})], "it was looked at again"


class Instant(Scripted):
    """A search that is over at once."""

    def run(self, *_: object) -> None:
        """Find what it was made with."""


SHORT_OF_LIBERTIES = """
O X X X X X X X X
O O X X X X X . X
O X X X . X X X .
O X X X X X . X X
O X O X X X X X X
O O O O X X X X X
. O O O X X . X X
X X X O X X X X O
. O O O O O O O O
"""
"""Black is alive everywhere and has won; A3 puts four stones of his into atari for good."""


@pytest.mark.parametrize(("passed", "chosen"), [(True, "G6"), (False, "A3")])
def test_after_a_pass_no_move_throws_points_away(passed: bool, chosen: str) -> None:
    board = Board.from_diagram(SHORT_OF_LIBERTIES)
    game = Game.new(9)
    black, white = ([p for p in range(81) if board[p] == color] for color in (BLACK, WHITE))
    game.setup(black, white, to_move=WHITE if passed else BLACK)
    if passed:
        game.pass_()
    rows = tuple(row(parse_vertex(vertex, 9, 9), 60 - k, order=k) for k, vertex in enumerate(("A3", "G6")))
    found = Report(BLACK, 120, 0.5, rows, score=25.5, point=rows[0].point)
    made = Player(Settings(seed=1, variety=0.0), Instant(found))
    assert made.choose(game, Budget(visits=120)).point == parse_vertex(chosen, 9, 9)


def test_a_pass_that_no_search_and_no_net_has_looked_at_is_not_weighed() -> None:
    search = Choices(Report(BLACK, 1, 0.5, (), point=81), Report(BLACK, 60, 0.5, (row(40, 60),), point=40), CLEAR)
    assert Player(Settings(seed=1, variety=0.0), search).choose(Game.new(9), Budget(1, 1)).point == 40
    assert len(search.seen) == 2, "the pass was not searched"


@pytest.mark.parametrize(("winrate", "chosen"), [(0.5, 40), (0.4, 81)])
def test_a_clock_that_is_used_up_leaves_no_second_look(winrate: float, chosen: int) -> None:
    """The search that would pass decides by what it has seen of the best other move."""
    passing = Report(BLACK, 100, 0.5, (row(81, 90, 0.5), row(40, 10, winrate, order=1)), point=81)
    search = Choices(passing, CLEAR, CLEAR)
    granted = Budget(30, 30, clocked=True)
    assert Player(Settings(seed=1, variety=0.0), search).choose(Game.new(9), granted).point == chosen
    assert len(search.seen) == 1
