"""Playouts with sense: what they answer and how often, what they never do, and the same again for a seed."""

import pytest

from gocore import BLACK, WHITE, Board, Position, policy
from gocore.shape import pattern_here, vital_here
from tests.gocore.test_playout import allowed, middle_game

SIZES = [(1, 1), (2, 3), (5, 5), (7, 9), (9, 9), (19, 19), (25, 25)]
GAMES = 400

ATARI = """
. . . . .
. . X . .
. X . . .
. . X . .
. . . . .
"""
"""White plays at C3, into three black stones: Black can take at D3."""

RUN = """
. . . . . . .
. . . . . . .
. . X X . . .
. X O . . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""
"""Black plays at C3 and leaves a white stone one liberty, D4; White runs out there to two."""

EYE = """
. X O . . . .
. X O . . . .
. X O . . . .
. X O . . . .
O O O . . . .
. . . . . . .
. . . . . . .
"""
"""Black closes an eye of three points in a row at A4; the middle one, A6, is vital for both."""


def first_moves(pos: Position) -> list[int]:
    """The first move of each of many playouts."""
    return [policy.game(pos, seed).moves[0] for seed in range(GAMES)]


def after(diagram: str, to_move: int, last: int) -> Position:
    """The position after one more move than the diagram shows."""
    pos = Position.from_diagram(diagram, to_move=to_move)
    pos.play(last)
    return pos


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_playout_plays_by_its_rules(width: int, height: int) -> None:
    """Replay it: every move legal and in no own eye, a pass only where whatever is left would be in atari."""
    for seed in range(3):
        start = middle_game(width, height, seed)
        game, board, color = policy.game(start, seed), start.board, start.to_move
        for point in game.moves:
            if point == board.area:
                assert all(in_atari(board, p, color) for p in allowed(board, color))
                board.pass_(color)
            else:
                assert point in allowed(board, color)
                board.play(point, color)
            color = BLACK + WHITE - color
        assert len(game.moves) <= 3 * board.area
        assert [board[p] or game.owner[p] for p in range(board.area)] == list(game.owner)
        assert game.margin == game.owner.count(BLACK) - game.owner.count(WHITE)


def in_atari(board: Board, point: int, color: int) -> bool:
    """Whether a play leaves its own chain with one liberty."""
    board = board.copy()
    board.play(point, color)
    return board.liberty_count(point) == 1


def test_a_stone_that_puts_itself_into_atari_is_taken_nine_times_in_ten() -> None:
    """230 of 256, and by chance now and then."""
    moves = first_moves(after(ATARI, WHITE, 12))
    assert 0.84 < moves.count(13) / GAMES < 0.97


def test_a_stone_put_into_atari_runs_out_nine_times_in_ten() -> None:
    """To where it has two liberties or more."""
    pos = after(RUN, BLACK, 30)
    assert pos.liberties(23) == [24]
    assert 0.84 < first_moves(pos).count(24) / GAMES < 0.97


def test_the_vital_point_next_to_the_last_move_is_played_most_of_the_time() -> None:
    """Three in a row: White, who could play anywhere, takes the middle."""
    pos = after(EYE, BLACK, 21)
    assert vital_here(pos.board, 14) == 7
    assert 0.7 < first_moves(pos).count(7) / GAMES < 0.95


def test_patterns_beside_the_last_move_are_preferred() -> None:
    """A hane and its kin come far oftener than a move drawn from the whole board would."""
    pos = Position(9)
    pos.play(40)
    pos.play(41)
    pos.play(20)
    pos.play(49)
    near = {p for p in (39, 48, 50, 57, 58, 59, 40, 41) if pos[p] == 0 and pattern_here(pos.board, p, pos.to_move)}
    share = sum(move in near for move in first_moves(pos)) / GAMES
    assert near and share > 0.7


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    """And the position stays as it was."""
    pos = middle_game(9, 9, 1)
    before = pos.diagram()
    assert policy.game(pos, 5) == policy.game(pos, 5)
    assert len({tuple(policy.game(pos, seed).moves) for seed in range(20)}) == 20
    assert pos.diagram() == before


def test_nonsense_is_refused() -> None:
    """A board is no position; a seed is a number of 64 bits."""
    with pytest.raises(TypeError):
        policy.game(Board(5), 1)  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        policy.game(Position(5), -1)
