from collections.abc import Iterable
from typing import NamedTuple

from gocore.position import Position

class Capture(NamedTuple):
    forced: bool
    moves: list[int]
    nodes: int
    sure: bool

def captures(
    pos: Position, points: Iterable[int], stone: int, first: int, *, limit: int = 100_000, depth: int = 40
) -> Capture: ...
