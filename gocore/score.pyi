from collections.abc import Iterable
from typing import NamedTuple

from gocore.board import Board

class AreaCount(NamedTuple):
    black: int
    white: int
    shared: int
    owner: bytes

class TerritoryCount(NamedTuple):
    black: int
    white: int
    owner: bytes
    seki: frozenset[int]

class PassAlive(NamedTuple):
    stones: bytes
    territory: bytes

def area(board: Board, dead: Iterable[int] = ()) -> AreaCount: ...
def territory(board: Board, dead: Iterable[int] = (), *, seki: Iterable[int] = ()) -> TerritoryCount: ...
def seki_by_dame(board: Board, dead: Iterable[int] = ()) -> frozenset[int]: ...
def unconditional(board: Board, color: int) -> PassAlive: ...
