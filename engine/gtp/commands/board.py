"""The board: its size, komi, handicap, and how it looks (GTP draft 2, sections 6.3.2 and 6.3.8)."""

import re

from engine.errors import CommandRefused, HandicapError, RulesError
from engine.gtp.commands.words import integer, names, point, syntax_error, word
from engine.gtp.door import Args, Door, Handler
from engine.wording import whole_number
from gocore import GoError

_NUMBER = re.compile(r"[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)


def boardsize(door: Door, args: Args) -> str:
    """Empty the board and set its size; a second number is the number of rows."""
    width = _side(word(args, 0, "the size"))
    height = _side(args[1]) if len(args) > 1 else width
    door.session.new_board(width, height)
    return ""


def rectangular_boardsize(door: Door, args: Args) -> str:
    """Empty the board and set its columns and rows."""
    width, height = _side(word(args, 0, "the width")), _side(word(args, 1, "the height"))
    door.session.new_board(width, height)
    return ""


def _side(text: str) -> int:
    side = whole_number(text)
    if side is None:
        raise syntax_error(f"not a board size: {text[:40]!r}")
    if not 1 <= side <= 25:
        raise CommandRefused("unacceptable size")
    return side


def clear_board(door: Door, args: Args) -> str:
    """Empty the board for a new game."""
    door.session.clear()
    return ""


def komi(door: Door, args: Args) -> str:
    """Set the komi; any number will do, however silly: what the core cannot hold becomes the most that it can."""
    from engine.game.rules import MAX_KOMI2, parse_komi

    text = word(args, 0, "the komi")
    try:
        if _NUMBER.fullmatch(text) and abs(float(text)) * 2 > MAX_KOMI2:
            door.session.set_komi2(MAX_KOMI2 if float(text) > 0 else -MAX_KOMI2)
        else:
            door.session.set_komi2(parse_komi(text))
    except RulesError as error:
        raise CommandRefused("syntax error") from error
    return ""


def get_komi(door: Door, args: Args) -> str:
    """Say the komi."""
    from engine.game.rules import format_komi

    return format_komi(door.session.game.komi2)


def _empty_board(door: Door) -> None:
    if not door.session.empty:
        raise CommandRefused("board not empty")


def fixed_handicap(door: Door, args: Args) -> str:
    """Place handicap stones on the draft's points and say where."""
    count = integer(word(args, 0, "the number of stones"))
    _empty_board(door)
    try:
        return names(door, door.session.fixed_handicap(count))
    except HandicapError as error:
        raise CommandRefused("invalid number of stones") from error


def place_free_handicap(door: Door, args: Args) -> str:
    """Place handicap stones where we like, fewer if the board is too small, and say where."""
    count = integer(word(args, 0, "the number of stones"))
    _empty_board(door)
    try:
        return names(door, door.session.free_handicap(count))
    except HandicapError as error:
        raise CommandRefused("invalid number of stones") from error


def set_free_handicap(door: Door, args: Args) -> str:
    """Place the handicap stones that are named, all or none."""
    _empty_board(door)
    try:
        points = [point(door, text) for text in args]
        if len(points) < 2:
            raise syntax_error("a handicap has two stones or more")
        door.session.place_handicap(points)
    except GoError as error:
        raise CommandRefused("bad vertex list") from error
    return ""


def showboard(door: Door, args: Args) -> str:
    """Draw the board, with whose turn it is, rules, komi and prisoners beside it."""
    from engine.game.rules import format_komi
    from engine.render.text import text_board

    game = door.session.game
    position = game.position
    notes = (
        f"move {len(game.moves) + 1}, {'Black (X)' if position.to_move == 1 else 'White (O)'} to play",
        f"rules {game.rules.name}, komi {format_komi(game.komi2)}",
        f"Black has taken {position.captured(2)}, White {position.captured(1)}",
    )
    return "\n" + text_board(position, position.last_move, notes)


def captures(door: Door, args: Args) -> str:
    """Say how many stones a side has taken (as GNU Go does)."""
    from engine.gtp.commands.words import color

    return str(door.session.position.captured(3 - color(word(args, 0, "the colour"))))


COMMANDS: dict[str, Handler] = {
    "boardsize": boardsize,
    "rectangular_boardsize": rectangular_boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "get_komi": get_komi,
    "fixed_handicap": fixed_handicap,
    "place_free_handicap": place_free_handicap,
    "set_free_handicap": set_free_handicap,
    "showboard": showboard,
    "captures": captures,
}
