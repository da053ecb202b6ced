"""A board in letters, without an empty line anywhere."""

from engine.coords import COLUMNS
from engine.game.game import Game
from engine.game.handicap import fixed_points, max_fixed
from engine.game.rules import format_komi
from gocore import BLACK, EMPTY, WHITE

_STONES = {BLACK: "X", WHITE: "O"}


def draw(game: Game) -> str:
    """Draw the position with coordinates, the last move in brackets, and who moves, prisoners, rules and komi
    below.
    """
    position, width, height = game.position, game.width, game.height
    last = position.last_move
    stars = set(fixed_points(width, height, most)) if (most := max_fixed(width, height)) else set()
    letters = "   " + " ".join(COLUMNS[:width])
    rows = [letters]
    for y in range(height):
        cells = []
        for x in range(width):
            point = y * width + x
            stone = position[point]
            mark = _STONES[stone] if stone != EMPTY else "+" if point in stars else "."
            before = "(" if point == last else ")" if point - 1 == last and x > 0 else " "
            cells.append(before + mark)
        end = ")" if last == y * width + width - 1 else " "
        rows.append(f"{height - y:2d}{''.join(cells)}{end}{height - y}")
    rows.append(letters)
    mover = "Black (X)" if position.to_move == BLACK else "White (O)"
    rows.append(f"{mover} to move, move {len(game.moves) + 1}, rules {game.rules.name}, komi {format_komi(game.komi2)}")
    rows.append(f"Black has taken {position.captured(WHITE)}, White {position.captured(BLACK)}")
    return "\n".join(rows)
