"""What is left to play before a pass: by scripted counts and plays, and by the real judge on ends of recorded games."""

from collections.abc import Callable

import pytest

from engine.coords import format_vertex
from engine.game.game import Game
from engine.game.status import Statuses, opinion
from engine.player.ending import Ending
from gocore import BLACK, EMPTY, WHITE, Position
from tests.game.boards import at, game, points

CORNER = """
. . O . X
O O O X X
X X X . X
X . X X X
X X X . X
"""
"""White's corner may be anything: the scripts say what."""


def dead_where(verdict: Callable[[Position], bool]) -> Callable[[Position], Statuses]:
    """A judge that calls all of White's stones dead, or none."""

    def judge(position: Position) -> Statuses:
        stones = tuple(position.stones(WHITE))
        dead = (stones,) if stones and verdict(position) else ()
        return Statuses(() if dead else (stones,), dead, ())

    return judge


class Sought:
    """A search that likes White's plays and Black's in the order given and remembers what it was asked."""

    def __init__(self, white: str = "", black: str = "") -> None:
        self.liked, self.asked = {WHITE: white, BLACK: black}, list[tuple[int, str]]()

    def __call__(self, on: Game, color: int, among: frozenset[int]) -> list[int]:
        self.asked.append((color, " ".join(format_vertex(p, on.width, on.height) for p in sorted(among))))
        return [point for point in points(self.liked[color], on) if point in among]


def last(board: Game, color: int, verdict: Callable[[Position], bool], seek: Sought, lead: float | None = None) -> str:
    """What is played for a pass, `pass` where nothing is."""
    point = Ending(board, color, dead_where(verdict), seek, lambda: True).last(lead)
    return format_vertex(board.pass_point if point is None else point, board.width, board.height)


def test_a_settled_board_is_passed_on() -> None:
    board, seek = game(CORNER, WHITE), Sought("A5")
    assert last(board, WHITE, lambda _: True, seek) == "pass"
    assert seek.asked == [(BLACK, "A5 B5 D5 D3 B2 D1")], "the opponent's replies were looked at"


def test_a_fate_that_hangs_on_the_turn_is_settled_on_its_own_points() -> None:
    board, seek = game(CORNER, WHITE), Sought("A5")
    assert last(board, WHITE, lambda p: p.to_move == BLACK and p[at("A5", board)] == EMPTY, seek) == "A5"
    assert seek.asked == [(WHITE, "A5 B5 D5")]
    assert last(board, WHITE, lambda p: p.to_move == BLACK, Sought("A5")) == "pass", "a play that keeps nothing"


def test_a_side_plays_where_a_reply_to_its_pass_would_take_something() -> None:
    board, seek = game(CORNER, WHITE), Sought("A5 D5", "B2 D5")

    def falls(position: Position) -> bool:
        return position[at("D5", board)] == BLACK

    assert last(board, WHITE, falls, seek) == "D5"
    assert [color for color, _ in seek.asked] == [BLACK, WHITE]


@pytest.mark.parametrize(("lead", "played"), [(None, "pass"), (-10.0, "pass"), (12.0, "A5")])
def test_a_count_far_from_the_lead_is_not_passed_on(lead: float | None, played: str) -> None:
    board = game(CORNER, WHITE)  # White is behind by 12 of area
    assert last(board, WHITE, lambda _: False, Sought("A5"), lead) == played


@pytest.mark.parametrize(("rule_set", "played"), [("chinese-1988", "A5"), ("japanese", "pass")])
def test_what_an_untrusted_count_says_of_plays_matters_where_plays_cost_points(rule_set: str, played: str) -> None:
    board = game(CORNER, WHITE, rule_set)
    assert last(board, WHITE, lambda p: p[at("A5", board)] == WHITE, Sought("A5"), 12.0) == played


def test_neutral_points_are_filled_where_they_count() -> None:
    assert last(game(CORNER, WHITE), WHITE, lambda _: False, Sought("D5")) == "D5"
    territory = game(CORNER, WHITE, rule_set="japanese")
    assert last(territory, WHITE, lambda _: False, Sought("D5")) == "pass"
    kills = game(CORNER, WHITE)
    assert last(kills, WHITE, lambda p: p[at("D5", kills)] == WHITE, Sought("D5")) == "pass"


def test_without_time_nothing_is_counted() -> None:
    board = game(CORNER, WHITE)

    def never(position: Position) -> Statuses:
        raise AssertionError("counted")

    late = Ending(board, WHITE, never, Sought("A5"), lambda: False)
    assert late.last() is None
    assert late.kept(at("A5", board)) == at("A5", board)


def test_a_clean_up_move_that_loses_points_is_changed_for_one_that_does_not() -> None:
    board = game(CORNER, WHITE)
    a5, d5 = points("A5 D5", board)

    def kept(point: int, seek: Sought) -> int:
        return Ending(board, WHITE, dead_where(lambda p: p[a5] == WHITE), seek, lambda: True).kept(point)

    assert kept(a5, Sought("A5 D5")) == d5
    assert kept(a5, Sought()) == a5, "nothing else is known"
    assert kept(d5, Sought("A5")) == d5
    assert kept(board.pass_point, Sought("A5")) == board.pass_point


def test_the_game_is_left_as_it_is() -> None:
    board = game(CORNER, WHITE)
    before = (board.position.diagram(), board.position.to_move, len(board.steps))
    last(board, WHITE, lambda p: p.to_move == BLACK, Sought("A5"))
    assert (board.position.diagram(), board.position.to_move, len(board.steps)) == before


LOST_BY_A_PASS = """
. . X . . X O . .
. O . O O X O O .
. X O O X X X O .
. X O X X X O . .
O O X . X X O O .
X X X X O O X X .
. . X . X O O O .
. . X . X O . . .
. . X . X O . . .
"""
"""White to move keeps B8, Black to move takes all of White's stones on the left."""

ONE_DAME = """
X X X . . . X X .
X O X . . X . X O
O O X X X . . X O
O X X X X X X O .
O O O O X O O . O
O O O X X O . O O
X . O O X O O O O
X X O O X O O X O
. O O X X X X X X
"""
"""White is dead on the left; J9 is nobody's. Black can fill it; White would be taken."""


def test_the_ends_of_two_recorded_games() -> None:
    def first(on: Game, color: int, among: frozenset[int]) -> list[int]:
        return sorted(among)[:8]

    board = game(LOST_BY_A_PASS, WHITE)
    point = Ending(board, WHITE, opinion, first, lambda: True).last()
    assert point is not None
    board.play(point, WHITE)
    assert board.score(opinion(board.position).dead_points).margin2 < 0, "White has kept what a pass gave away"
    for color, vertex in ((BLACK, "J9"), (WHITE, "")):
        board = game(ONE_DAME, color)
        found = Ending(board, color, opinion, first, lambda: True).last()
        assert ([] if found is None else [found]) == points(vertex, board)
