"""What becomes of a group when the eye it stands or falls by is played out, every move of both sides tried."""

from collections.abc import Sequence
from typing import Literal

from gocore import BLACK, WHITE, Position, Rules, local, score

Fate = Literal["lives", "falls", "stands"]
DEEPEST = 12


def fate(position: Position, stone: int, eye: Sequence[int], first: int) -> Fate:
    """Play the points of an eye out, one colour moving first, the rest of the board standing still.

    stone: of the group around the eye. `lives`: it comes to unconditional life within DEEPEST moves whatever the enemy
    does. `falls`: it can be captured, kos fought without threats. `stands`: neither, as a seki does.
    """
    board = Position(position.width, position.height, Rules())
    board.setup(position.stones(BLACK), position.stones(WHITE), to_move=first)
    if any(_lives(board, stone, board[stone], eye, depth) for depth in range(1, DEEPEST + 1)):
        return "lives"
    return "falls" if _falls(board, stone, eye) else "stands"


def _lives(board: Position, stone: int, color: int, eye: Sequence[int], depth: int) -> bool:
    """Whether the stone's side reaches unconditional life within so many moves, whatever the other does."""
    if board[stone] != color:
        return False
    if score.unconditional(board, color).stones[stone]:
        return True
    if depth == 0:
        return False
    mine = board.to_move == color
    for point in [*(p for p in eye if board.is_legal(p)), board.area]:
        board.play(point)
        lives = _lives(board, stone, color, eye, depth - 1)
        board.undo()
        if lives == mine:
            return mine
    return not mine


def _falls(board: Position, stone: int, eye: Sequence[int]) -> bool:
    """Whether the group can be captured. After each move of the enemy's that captures by force unless it is answered,
    the owner's answers are tried one by one, so that reading has short lines to look at.
    """
    color = board[stone]
    part = sorted({*eye, *board.chain(stone)})
    found = local.captures(board, part, stone, board.to_move, limit=1_000_000, depth=60)
    if found.forced or found.sure:
        return bool(found.forced)
    mine = board.to_move == color
    for point in [*(p for p in eye if board.is_legal(p)), board.area]:
        board.play(point)
        falls = board[stone] != color or (
            not any(_lives(board, stone, color, eye, depth) for depth in range(1, DEEPEST + 1))
            and _falls(board, stone, eye)
        )
        board.undo()
        if falls != mine:
            return falls
    return mine
