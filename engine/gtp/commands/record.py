"""Game records (GTP draft 2, section 6.3.4)."""

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import CommandRefused
from engine.gtp.commands.words import syntax_error, word
from engine.gtp.door import Args, Door, Handler
from gocore import GoError

if TYPE_CHECKING:
    from engine.game.game import Game


def loadsgf(door: Door, args: Args) -> str:
    """Load a record: the position before move N, or where N is left out or too great the last one.

    A name with spaces works too. A record that cannot be played leaves all as it was; why, and what was doubtful in
    one that can, is said on stderr, for the standard leaves one answer only.
    """
    word(args, 0, "the file")
    path, number = _file_and_move(args)
    try:
        game = _read(door, path, number or None)
    except (OSError, GoError, ValueError) as error:
        door.say(f"loadsgf: {path}: {getattr(error, 'strerror', None) or error}")
        raise CommandRefused("cannot load file") from error
    door.session.take(game)
    return ""


def _file_and_move(args: Args) -> tuple[str, int]:
    whole = " ".join(args)
    if len(args) == 1 or _exists(whole):
        return whole, 0
    if not args[-1].isascii() or not args[-1].isdigit():
        if _exists(args[0]):
            raise syntax_error(f"not a move number: {args[-1][:40]!r}")
        return whole, 0
    return " ".join(args[:-1]), min(int(args[-1][:9]), 10**8)


def _exists(path: str) -> bool:
    """Whether there is such a file; a name that no file can have is none."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _read(door: Door, path: str, before_move: int | None) -> "Game":
    """Read the first game of a file; rules and komi that it does not name are those that the controller chose."""
    from engine import sgf

    record = sgf.loads(Path(path).read_bytes())[0]
    game = record.main_line(before_move, record.rules or door.session.chosen)
    if record.komi2 is None:
        game.set_komi(door.session.chosen_komi2)
    for warning in record.warnings:
        door.say(f"loadsgf: {path}: {warning}")
    return game


def printsgf(door: Door, args: Args) -> str:
    """Say the game as a record, or write it to a file."""
    from engine import sgf

    if not args:
        return sgf.dumps(door.session.game).strip()
    try:
        sgf.dump(door.session.game, " ".join(args))
    except OSError as error:
        raise CommandRefused(f"cannot write file: {error.strerror}") from error
    except ValueError as error:
        raise CommandRefused("cannot write file: no name of a file") from error
    return ""


COMMANDS: dict[str, Handler] = {
    "loadsgf": loadsgf,
    "printsgf": printsgf,
}
