"""Playouts, in the kernel and on the exact board: their moves, their odds, what they count."""

import random
import statistics

import pytest

from gocore import Board, Position, playout, score
from tests.oracle.board import Size, is_own_eye

SIZES = [(1, 1), (2, 2), (2, 5), (5, 5), (7, 9), (9, 9), (13, 13), (19, 19), (25, 25)]
BOTH = pytest.mark.parametrize("exact", [False, True], ids=["kernel", "exact"])


def allowed(board: Board, color: int) -> list[int]:
    """Say by the oracle's eye rule and the board's verdicts which moves a playout chooses from."""
    size, stones = Size(board.width, board.height), tuple(board[p] for p in range(board.area))
    return [p for p in board.legal(color) if not is_own_eye(size, stones, p, color)]


def middle_game(width: int, height: int, seed: int) -> Position:
    """Return a position some way into a random game, reached by checked moves."""
    pos = Position(width, height)
    rng = random.Random(seed)
    for _ in range(rng.randrange(width * height)):
        legal = pos.legal()
        if not legal:
            break
        pos.play(rng.choice(legal))
    return pos


@BOTH
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_playout_plays_by_its_rules(width: int, height: int, exact: bool) -> None:
    """Replay it on a board: every move allowed, a pass only for want of one, the same stones at the end."""
    for seed in range(3):
        start = middle_game(width, height, seed)
        game = playout.game(start, seed, exact=exact)
        board = Board(width, height)
        board.setup(start.board.stones(1), start.board.stones(2))
        color, barred = start.to_move, start.board.ko_point
        for number, point in enumerate(game.moves):
            choices = [p for p in allowed(board, color) if number or p != barred]
            assert point in choices or (point == board.area and not choices)
            board.pass_(color) if point == board.area else board.play(point, color)
            color = 3 - color
        board.check()
        assert len(game.moves) == 3 * board.area or game.moves[-2:] == [board.area] * 2
        assert all(game.owner[p] == board[p] for p in range(board.area) if board[p])
        assert game.margin == game.owner.count(1) - game.owner.count(2)
        if len(game.moves) < 3 * board.area:
            count = score.area(board)
            assert game.margin == count.black - count.white


@BOTH
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_candidates_are_the_legal_moves_that_fill_no_own_eye(width: int, height: int, exact: bool) -> None:
    for seed in range(12):
        pos = middle_game(width, height, seed)
        assert playout.candidates(pos, exact=exact) == allowed(pos.board, pos.to_move)


@BOTH
def test_a_ko_bars_the_side_that_lost_the_stone(exact: bool) -> None:
    pos = Position.from_diagram(". X O .\nX . X O\n. X O .\n. . . .", to_move=2)
    pos.play(5)
    assert pos.board.ko_point == 6
    assert 6 not in playout.candidates(pos, exact=exact)


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def most(choices: int) -> float:
    """A bound that chance passes once in about ten thousand times (Wilson and Hilferty's approximation)."""
    n = choices - 1
    return n * (1 - 2 / (9 * n) + 3.72 * (2 / (9 * n)) ** 0.5) ** 3


def first_moves(pos: Position, n: int, exact: bool) -> list[int]:
    """Count the first moves of n playouts, one number a candidate."""
    tally = dict.fromkeys(playout.candidates(pos), 0)
    for seed in range(n):
        tally[playout.game(pos, seed, max_moves=1, exact=exact).moves[0]] += 1
    return list(tally.values())


def test_a_million_first_moves_are_uniform() -> None:
    counts = first_moves(Position(9), 1_000_000, exact=False)
    assert len(counts) == 81
    assert chi_square(counts) < most(81)


@BOTH
@pytest.mark.parametrize(("side", "seed"), [(9, 3), (13, 5), (19, 8)])
def test_first_moves_of_the_middle_game_are_uniform(side: int, seed: int, exact: bool) -> None:
    counts = first_moves(middle_game(side, side, seed), 60_000, exact)
    assert len(counts) > 10
    assert chi_square(counts) < most(len(counts))


@BOTH
def test_the_same_seed_gives_the_same_games(exact: bool) -> None:
    pos = Position(7)
    assert playout.light(pos, 50, 3, exact=exact) == playout.light(pos, 50, 3, exact=exact)
    assert playout.game(pos, 3, exact=exact) != playout.game(pos, 4, exact=exact)


PINNED = {
    (9, False): (11026, 45),
    (9, True): (10889, 41),
    (13, False): (21728, 41),
    (13, True): (21588, 47),
    (19, False): (45751, 53),
    (19, True): (45888, 48),
}
"""(side, exact): moves and Black's wins of 100 games with seed 20."""


@pytest.mark.parametrize(("side", "exact"), list(PINNED))
def test_every_build_plays_the_same_games(side: int, exact: bool) -> None:
    stats = playout.light(Position(side), 100, 20, exact=exact)
    assert (stats.moves, stats.black_wins) == PINNED[side, exact]


@BOTH
def test_ownership_is_a_share_between_minus_one_and_one(exact: bool) -> None:
    owned = playout.light(Position(5), 200, 1, exact=exact).ownership
    assert all(-1 < share < 1 for share in owned)
    assert any(share != 0 for share in owned)


@BOTH
def test_a_settled_board_is_owned_fully(exact: bool) -> None:
    pos = Position.from_diagram(". X . O .\n. X . O .\nX X . O O\n. X . O .\n. X . O .")
    owned = playout.light(pos, 100, 1, exact=exact).ownership
    assert owned[0] == 1
    assert owned[4] == -1


def test_kernel_and_board_play_games_of_one_length() -> None:
    """Two implementations of one policy: their means differ by no more than chance allows."""
    lengths = [
        [len(playout.game(Position(9), seed, exact=exact).moves) for seed in range(3000)] for exact in (False, True)
    ]
    error = (statistics.variance(lengths[0]) / 3000 + statistics.variance(lengths[1]) / 3000) ** 0.5
    assert abs(statistics.mean(lengths[0]) - statistics.mean(lengths[1])) < 4 * error
    assert statistics.mean(lengths[0]) == pytest.approx(111, rel=0.01)


def test_a_limit_of_moves_is_kept_and_checked() -> None:
    assert len(playout.game(Position(9), 1, max_moves=7).moves) == 7
    with pytest.raises(ValueError, match="max_moves"):
        playout.game(Position(9), 1, max_moves=-1)
