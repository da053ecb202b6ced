from gocore.playout import RandomGame
from gocore.position import Position

def game(pos: Position, seed: int) -> RandomGame: ...
