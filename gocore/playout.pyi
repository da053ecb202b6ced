from typing import NamedTuple

from gocore.position import Position

BUILD: str

class PlayoutStats(NamedTuple):
    black_wins: int
    white_wins: int
    draws: int
    moves: int
    ownership: list[float]

class RandomGame(NamedTuple):
    moves: list[int]
    margin: int
    owner: bytes

def light(pos: Position, n: int, seed: int, *, max_moves: int = 0, exact: bool = False) -> PlayoutStats: ...
def game(pos: Position, seed: int, *, max_moves: int = 0, exact: bool = False) -> RandomGame: ...
def candidates(pos: Position, *, exact: bool = False) -> list[int]: ...
