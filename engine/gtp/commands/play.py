"""Moves: ours and theirs (GTP draft 2, sections 6.3.3 and 6.3.7)."""

from typing import TYPE_CHECKING

from engine.errors import CommandRefused, GameError
from engine.gtp.commands.words import color, integer, name, names, pairs, syntax_error, vertex, word
from engine.gtp.door import Args, Door, Handler

if TYPE_CHECKING:
    from engine.player.report import Choice, ReportHandler
    from engine.player.wish import Wish


def play(door: Door, args: Args) -> str:
    """Play a move of either colour, whoever moved last."""
    side, point = color(word(args, 0, "the colour")), vertex(door, word(args, 1, "the vertex"))
    door.session.play(side, point)
    return ""


def play_sequence(door: Door, args: Args) -> str:
    """Play several moves, all or none (GoGui)."""
    door.session.play_sequence(pairs(door, args))
    return ""


def genmove(door: Door, args: Args) -> str:
    """Choose a move, play it, and say it; a resignation is said only."""
    return generate(door, color(word(args, 0, "the colour")))


def reg_genmove(door: Door, args: Args) -> str:
    """Choose a move and say it; the board stays."""
    return generate(door, color(word(args, 0, "the colour")), commit=False)


def generate(door: Door, side: int, *, commit: bool = True, cleanup: bool = False) -> str:
    """Choose a move for a side and put it into words: a vertex, `pass` or `resign`."""
    from engine.gtp import gfx

    report = gfx.handler(door) if door.live_graphics else None
    choice = choose(door, side, commit=commit, cleanup=cleanup, on_report=report)
    if report is not None:
        gfx.clear()
    return said(door, choice, commit)


def choose(
    door: Door,
    side: int,
    *,
    commit: bool = True,
    cleanup: bool = False,
    on_report: "ReportHandler | None" = None,
    interval_ms: int = 1000,
    wish: "Wish | None" = None,
) -> "Choice":
    """Have the session choose a move, whatever happens: to a refusal bots answer by trying again for ever."""
    from engine.player.wish import NO_WISH

    session = door.session
    with door.thinking("move") as (stop, cap_ms):
        try:
            return session.choose(
                side,
                stop,
                commit=commit,
                cleanup=cleanup,
                on_report=on_report,
                interval_ms=interval_ms,
                wish=wish or NO_WISH,
                cap_ms=cap_ms,
            )
        except Exception as error:
            door.report_fault("genmove", error)
            return session.stopgap(side, commit)


def said(door: Door, choice: "Choice", commit: bool = True) -> str:
    """Put a chosen move into words; once they are out, think on in the opponent's time where it was played."""
    if commit:
        door.then = door.session.ponder
    return "resign" if choice.resigns else name(door, choice.point)


def undo(door: Door, args: Args) -> str:
    """Take back one move; a word after it, as qGo sends, is left alone."""
    return _undo(door, 1)


def gg_undo(door: Door, args: Args) -> str:
    """Take back a number of moves, all or none (GNU Go)."""
    count = integer(args[0]) if args else 1
    if count < 0:
        raise syntax_error("less than no moves")
    return _undo(door, count)


def _undo(door: Door, count: int) -> str:
    try:
        door.session.undo(count)
    except GameError as error:
        raise CommandRefused("cannot undo") from error
    return ""


def all_legal(door: Door, args: Args) -> str:
    """List the points where a side may play (as GNU Go does)."""
    return names(door, door.session.position.legal(color(word(args, 0, "the colour"))))


def explain_last_move(door: Door, args: Args) -> str:
    """Say what we thought of our last move (gomill); nothing before there is one."""
    from engine.gtp.opinion import explain

    last = door.session.last
    return "" if last is None else explain(door.session.game, last)


COMMANDS: dict[str, Handler] = {
    "play": play,
    "genmove": genmove,
    "reg_genmove": reg_genmove,
    "undo": undo,
    "gg-undo": gg_undo,
    "gogui-play_sequence": play_sequence,
    "all_legal": all_legal,
    "gomill-explain_last_move": explain_last_move,
}
