"""The book of openings: what it holds is legal and agrees with itself, and it knows when it knows nothing."""

import random
from collections import Counter

import pytest

from engine.coords import parse_vertex
from engine.game.symmetry import canonical, distinct, symmetries, turns
from engine.player import book
from engine.player.book import good_moves
from engine.player.report import MoveReport
from engine.player.variety import GIVEN_AWAY, vary
from gocore import BLACK, WHITE, Position

MAPS = symmetries(9, 9)
PLIES = 5
ROWS = [line.split() for line in book.LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
LINE = max((row for row in ROWS if len(row) == 4), key=lambda row: int(row[-1]))[:2]


def after(names: list[str]) -> Position:
    position = Position(9)
    position.play_moves([parse_vertex(name, 9, 9) for name in names])
    return position


def test_every_line_is_legal_and_stands_there_once() -> None:
    keys = [canonical(after(names), MAPS) for *names, _, _ in ROWS]
    assert len(set(keys)) == len(keys) > 150


def test_a_position_is_worth_what_its_best_move_is() -> None:
    """Its best move is in the book then, so what `loss` is counted from is the best."""
    inner = [(after(names), float(lead)) for *names, lead, _ in ROWS if len(names) < PLIES]
    for position, lead in inner:
        best = good_moves(position, 0.0)
        assert best
        leads = []
        for point in best:
            then = position.copy()
            then.play(point)
            leads.append(book._held(sum(len(then.stones(color)) for color in (BLACK, WHITE)))[canonical(then, MAPS)][0])
        assert leads == pytest.approx([lead] * len(best))


def test_a_position_has_the_lines_of_its_moves() -> None:
    """Each move once, however many images it has; the last positions are a line each."""
    for *names, _, count in ROWS:
        position = after(names)
        moves = good_moves(position, 0.3)
        first = distinct(position, moves, position.to_move, turns(position))
        assert int(count) == (sum(moves[point] for point in first) if first else 1)
        assert bool(first) == (len(names) < PLIES)


def test_every_line_is_as_likely() -> None:
    """A thousand openings; the first moves by the lines that they lead to."""
    rng, rows, board = random.Random(1), [MoveReport(0, 100, 0.5, 0.5, 0.1, 0, (0,))], Position(9)
    moves = good_moves(board, GIVEN_AWAY)
    first = distinct(board, moves, BLACK, turns(board))
    found = Counter(vary(board, BLACK, rows, 1.0, rng) for _ in range(1000))
    for point in first:
        times = sum(found[turn] for turn in {turn[point] for turn in MAPS})
        assert times == pytest.approx(1000 * moves[point] / sum(moves[p] for p in first), abs=60)


def test_the_first_move_is_one_of_several_in_all_its_images() -> None:
    position = Position(9)
    found = good_moves(position, 0.3)
    assert len(distinct(position, found, BLACK, turns(position))) > 1
    assert {turn[point] for point in found for turn in MAPS} == set(found)


def test_more_is_allowed_the_more_may_be_lost() -> None:
    position = after(LINE)
    sets = [set(good_moves(position, loss)) for loss in (0.0, 0.1, 0.3)]
    assert sets[0] <= sets[1] <= sets[2]
    assert len(sets[0]) < len(sets[2])


@pytest.mark.parametrize("which", range(1, 8))
def test_a_turned_position_has_turned_moves(which: int) -> None:
    straight, turned, turn = after(LINE), Position(9), MAPS[which]
    turned.play_moves([turn[parse_vertex(name, 9, 9)] for name in LINE])
    found = good_moves(straight, 0.3)
    assert len(found) > 1
    assert {turn[point]: lines for point, lines in found.items()} == good_moves(turned, 0.3)


@pytest.mark.parametrize("moves", [["A1"], ["E5", "A1"], ["A1", "E5"]], ids=" ".join)
def test_a_mistake_is_not_led_back_to_the_book(moves: list[str]) -> None:
    assert good_moves(after(moves), 0.3) == {}


@pytest.mark.parametrize("size", [(19, 19), (9, 13), (7, 7)])
def test_other_boards_are_not_in_it(size: tuple[int, int]) -> None:
    assert good_moves(Position(*size), 0.3) == {}


def test_handicap_stones_are_not_in_it() -> None:
    position = Position(9)
    position.setup(black=[parse_vertex("C5", 9, 9), parse_vertex("G5", 9, 9)], to_move=WHITE)
    assert good_moves(position, 0.3) == {}


def test_variety_goes_by_the_book_even_where_the_search_saw_one_move_only() -> None:
    rng, rows = random.Random(1), [MoveReport(0, 100, 0.5, 0.5, 0.1, 0, (0,))]
    chosen = {vary(Position(9), BLACK, rows, 1.0, rng) for _ in range(100)}
    assert len(chosen) > 1
    assert chosen <= set(good_moves(Position(9), GIVEN_AWAY))


def test_variety_keeps_to_the_points_it_may_choose_from() -> None:
    rng, rows = random.Random(1), [MoveReport(0, 100, 0.5, 0.5, 0.1, 0, (0,))]
    one = next(iter(good_moves(Position(9), GIVEN_AWAY)))
    assert {vary(Position(9), BLACK, rows, 1.0, rng, frozenset({0, one})) for _ in range(30)} == {one}
    assert {vary(Position(9), BLACK, rows, 1.0, rng, frozenset({0, 8})) for _ in range(30)} == {0, 8}
