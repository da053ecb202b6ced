from typing import NamedTuple

from gocore.position import Position

class PlayoutStats(NamedTuple):
    black_wins: int
    white_wins: int
    draws: int
    moves: int
    ownership: list[float]

def light(pos: Position, n: int, seed: int, *, max_moves: int = 0) -> PlayoutStats: ...
