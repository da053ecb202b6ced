"""The last points of a game: under area counting a neutral point is worth a point to whoever fills it (Article 9).

A search that is sure to win, or to lose, does not care for it; those who count do.
"""

from engine.game.scoring import neighbours
from gocore import BLACK, EMPTY, Position, playout

GAMES = 400
"""Random games that say what is alive, before and after."""

ALIVE = 0.8
"""From this ownership on stones are alive enough to be left alone, or to be filled against."""


def fillable(position: Position, color: int) -> int | None:
    """Find a neutral point that this colour can fill without harm, None where there is none or it would gain nothing.

    That is an empty point next to live stones of both colours; the stones beside it keep two liberties and are as
    alive afterwards. Points in seki are none: filling them kills. Does not look for plays that gain more.
    """
    if position.rules.scoring != "area":
        return None
    owner = _owner(position, color)
    for point in position.legal(color):
        beside = neighbours(point, position.width, position.height)
        own = [p for p in beside if position[p] == color]
        enemy = [p for p in beside if position[p] not in (color, EMPTY)]
        alive = all(owner[p] >= ALIVE for p in own) and all(owner[p] <= -ALIVE for p in enemy)
        if own and enemy and alive and _harmless(position, point, color):
            return point
    return None


def _owner(position: Position, color: int) -> list[float]:
    """Who ends up owning each point: +1 this colour, -1 the other."""
    sign = 1 if color == BLACK else -1
    return [sign * one for one in playout.light(position, GAMES, position.hash).ownership]


def _harmless(position: Position, point: int, color: int) -> bool:
    """Whether the chain that a play makes has two liberties, and is alive with the opponent to move."""
    after = position.copy()
    after.play(point, color)
    if after.liberty_count(point) < 2:
        return False
    return _owner(after, color)[point] >= ALIVE
