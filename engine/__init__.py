"""Tianyuan: a Go engine that speaks the Go Text Protocol, over the compiled core `gocore`.

    from engine import Game, Player

are what a program needs to have a move chosen; both are loaded when they are first asked for.
"""

__version__ = "0.15.0"
__all__ = ["Game", "Player", "__version__"]

_HOMES = {"Game": "engine.game.game", "Player": "engine.player.player"}


def __getattr__(name: str) -> object:
    """Load a name of `__all__` from its module: the engine starts without what it does not need yet."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
