"""Time: every system a controller may name, at any moment of the game (GTP draft 2, section 6.3.5; KGS;
KataGo).
"""

from engine.errors import ClockError, CommandRefused
from engine.gtp.commands.words import color, seconds, syntax_error, word
from engine.gtp.door import Args, Door, Handler


def time_settings(door: Door, args: Args) -> str:
    """Set main time, byo-yomi time and byo-yomi stones, in seconds; fractions are taken too.

    A main time below 0 is none: gtp2ogs takes the first increment off it.
    """
    from engine.game.timespec import TimeSpec

    names = ("the main time", "the byo-yomi time", "the byo-yomi stones")
    main, period, stones = (seconds(word(args, index, name), negative=index == 0) for index, name in enumerate(names))
    stones //= 1000
    if period > 0 and stones == 0:
        spec = TimeSpec("none")
    elif period == 0:
        spec = TimeSpec("absolute", main)
    else:
        spec = TimeSpec("canadian", main, stones=stones, period_ms=period)
    door.session.set_time(spec)
    return ""


def kgs_time_settings(door: Door, args: Args) -> str:
    """Set the time system by its word: none, absolute, byoyomi, canadian (KGS); fischer and its like
    (KataGo).
    """
    from engine.game.timespec import TimeSpec

    words = [word(args, 0, "the time system"), *args[1:]]
    if words[1:] and words[1].startswith("-"):
        words[1] = str(seconds(words[1]) // 1000)  # a main time below 0 is none
    try:
        door.session.set_time(TimeSpec.from_words(words))
    except ClockError as error:
        raise CommandRefused(f"syntax error: {error}") from error
    return ""


def kata_list_time_settings(door: Door, args: Args) -> str:
    """List the words of kata-time_settings."""
    return "none absolute byoyomi canadian fischer fischer-capped"


def time_left(door: Door, args: Args) -> str:
    """Say what a side has left: seconds, and stones or periods (0: main time).

    q5go leaves the last number out once there is a time system; without one that is half a command.
    """
    side, left_ms = color(word(args, 0, "the colour")), seconds(word(args, 1, "the time"))
    if len(args) < 3 and not door.session.timed:
        raise syntax_error("the number of stones is missing")
    count = seconds(args[2]) // 1000 if len(args) > 2 else 0  # a fraction of a stone or period is none
    door.session.set_left(side, left_ms, count)
    return ""


COMMANDS: dict[str, Handler] = {
    "time_settings": time_settings,
    "time_left": time_left,
    "kgs-time_settings": kgs_time_settings,
    "kata-time_settings": kgs_time_settings,
    "kata-list_time_settings": kata_list_time_settings,
}
