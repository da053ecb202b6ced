from engine.game.game import Game as Game
from engine.player.player import Player as Player

__version__: str
__all__ = ["Game", "Player", "__version__"]
