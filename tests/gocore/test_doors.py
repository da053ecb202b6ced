"""What the core lets in: no argument crashes it, is cut to fit or changes what others hold."""

import copy
import itertools
import math
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from gocore import BLACK, WHITE, Board, GoError, History, Position, Rules, playout, policy, score, shape
from gocore.search import Search


@pytest.mark.parametrize(
    "call",
    [
        lambda: History(None),  # type: ignore[arg-type]
        lambda: History(Board(9)).push(None, 1),  # type: ignore[arg-type]
        lambda: History(Board(9)).would_repeat(None, 1, 1),  # type: ignore[arg-type]
        lambda: shape.pattern_here(None, 0, 1),  # type: ignore[arg-type]
        lambda: shape.vital_here(None, 0),  # type: ignore[arg-type]
        lambda: score.area(None),  # type: ignore[arg-type]
        lambda: playout.light(None, 1, 1),  # type: ignore[arg-type]
        lambda: policy.game(None, 1),  # type: ignore[arg-type]
        lambda: Search(1, 16).run(None),  # type: ignore[arg-type]
    ],
)
def test_none_is_no_board(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: Board(9).setup(black=[3.7]),  # type: ignore[list-item]
        lambda: Position(9).setup(white=[3.0]),  # type: ignore[list-item]
        lambda: score.area(Board(9), dead=[0.0]),  # type: ignore[list-item]
        lambda: playout.light(Position(5), 1, 1.5),  # type: ignore[arg-type]
        lambda: playout.game(Position(5), 1.5),  # type: ignore[arg-type]
        lambda: policy.game(Position(5), 1.5),  # type: ignore[arg-type]
        lambda: Search(1.5, 16),  # type: ignore[arg-type]
        lambda: Search(1, 16, 0.5),  # type: ignore[arg-type]
        lambda: Search(1, 16).run(Position(9), visits=5.5),  # type: ignore[arg-type]
    ],
)
def test_a_float_is_no_whole_number(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


class Index:
    """A whole number of another make, as numpy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_whole_numbers_of_any_make_are_taken() -> None:
    board: Any = Board(9)
    board.setup(black=[Index(3)])
    board.play(Index(4), Index(WHITE))
    assert (board[3], board[4]) == (BLACK, WHITE)
    seed: Any = Index(7)
    assert playout.game(Position(5), seed) == playout.game(Position(5), 7)


@pytest.mark.parametrize(
    "call",
    [
        lambda: shape.pattern_here(Position(9), 5, 10**6),
        lambda: playout.light(Position(5), 2**32 + 5, 1),
        lambda: playout.light(Position(5), -1, 1),
        lambda: Search(1, 2**40),
        lambda: Search(1, 16, batch=2**31),
        lambda: Search(1, 16, cache_mb=2**40),
        lambda: Search(1, 16).run(Position(9), visits=2**31),
        lambda: Search(1, 16).run(Position(9), playouts=-1),
        lambda: Search(1, 16).run(Position(9), seconds=math.nan, visits=1),
    ],
)
def test_what_does_not_fit_is_refused_and_not_cut(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"must|n must"):
        call()


@pytest.mark.parametrize("seconds", [math.inf, 1e308, 1e10])
def test_more_time_than_can_be_counted_is_no_limit(seconds: float) -> None:
    assert Search(1, 16).run(Position(9), seconds=seconds, visits=50).visits >= 50


def test_a_board_that_is_looked_at_is_not_made_again() -> None:
    board = Board(9)
    view = board.to_numpy()
    with pytest.raises(GoError, match="made once"):
        board.__init__(19)  # type: ignore[misc]
    board.play(0, BLACK)
    assert view[0, 0] == BLACK


def test_rules_that_others_hold_do_not_change() -> None:
    with pytest.raises(TypeError, match="use replace"):
        Position(9).rules.__init__(komi2=99)  # type: ignore[misc]
    assert Position(9).rules.komi2 == 11


@pytest.mark.parametrize("play", [playout.game, policy.game])
def test_seeds_side_by_side_give_games_that_know_nothing_of_each_other(play: Callable[..., playout.RandomGame]) -> None:
    """The first moves' rows of a seed and of the next one, by chi-square: 64 degrees of freedom, 0.1 % above 105."""
    board = Position(9)
    rows = [play(board, seed).moves[0] // 9 for seed in range(6000)]
    share = [rows.count(row) / len(rows) for row in range(9)]
    pairs = Counter(itertools.pairwise(rows))
    expected = {(a, b): share[a] * share[b] * (len(rows) - 1) for a in range(9) for b in range(9)}
    assert sum((pairs[pair] - due) ** 2 / due for pair, due in expected.items()) < 105


def story(position: Position) -> list[tuple[str, int, int, int, int, int]]:
    """A position and all before it."""
    seen, past = [], position.copy()
    while True:
        prisoners = past.captured(BLACK), past.captured(WHITE)
        seen.append((past.diagram(), past.to_move, past.ko_point, past.passes, *prisoners))
        if not past.plies:
            return seen
        past.undo()


def test_a_position_goes_through_pickle_with_its_history() -> None:
    rules = Rules(ko="situational", komi2=15)
    position = Position.from_diagram("X.O......\n" + ".........\n" * 8, rules=rules, to_move=WHITE)
    position.play_moves(playout.game(position, 5, max_moves=60, exact=True).moves)
    position.setup(black=[], white=[], empty=[position.stones(BLACK)[0]], to_move=BLACK)
    position.pass_()
    position.play_moves(position.legal()[:1])
    again = pickle.loads(pickle.dumps(position))
    again.check()
    assert story(again) == story(position)
    assert (again.rules, again.moves, again.hash) == (rules, position.moves, position.hash)
    assert again.occurrences() == position.occurrences() == 1


def test_a_game_whose_rules_changed_goes_through_pickle() -> None:
    """A suicide of two stones under New Zealand's rules stays in a game that goes on under others."""
    start = Position.from_diagram("X.O\nOO.\n...", rules=Rules(suicide=True), to_move=BLACK)
    start.play(1)
    strict = start.with_rules(Rules())
    assert story(pickle.loads(pickle.dumps(strict))) == story(strict)


@pytest.mark.parametrize("thing", [Board(9), History(Board(9))], ids=["board", "history"])
def test_what_cannot_be_pickled_says_what_can(thing: object) -> None:
    with pytest.raises(TypeError, match="a Position"):
        pickle.dumps(thing)


def test_copy_does_not_go_through_pickle() -> None:
    board = Board(9)
    board.play(0, BLACK)
    assert copy.copy(board)[0] == copy.deepcopy(board)[0] == BLACK
