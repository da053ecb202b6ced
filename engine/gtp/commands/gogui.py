"""What GoGui asks beyond the draft. Its `gogui-rules_*` are left out: they would make it take us for a game
ruler.
"""

from engine import config
from engine.coords import name_points
from engine.errors import CommandRefused
from engine.gtp.commands.admin import nothing
from engine.gtp.commands.kata import set_param
from engine.gtp.commands.words import color, syntax_error, vertex, word
from engine.gtp.door import Args, Door, Handler
from gocore import BLACK, EMPTY, WHITE, GoError

ANALYZE_COMMANDS = (
    "dboard/Ownership/tianyuan-ownership",
    "gfx/Thoughts On The Last Move/tianyuan-thoughts",
    "hstring/Explain The Last Move/gomill-explain_last_move",
    "plist/Legal Moves/all_legal %c",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones In Seki/final_status_list seki",
    "plist/Black Territory/final_status_list black_territory",
    "plist/White Territory/final_status_list white_territory",
    "string/Final Score/final_score",
    "string/Rules/kata-get-rules",
    "param/Options/gogui-param",
    "none/Live Graphics/tianyuan-live_graphics",
)


def analyze_commands(door: Door, args: Args) -> str:
    """List the commands that GoGui's analyse window offers: type, label, command."""
    return "\n".join(ANALYZE_COMMANDS)


def version(door: Door, args: Args) -> str:
    """Take note that GoGui is there: it can show live graphics."""
    door.live_graphics = True
    return ""


def live_graphics(door: Door, args: Args) -> str:
    """Turn live graphics `on` or `off`; the other way without a word."""
    if args and args[0] not in ("on", "off"):
        raise syntax_error("neither on nor off")
    door.live_graphics = args[0] == "on" if args else not door.live_graphics
    return ""


def title(door: Door, args: Args) -> str:
    """Name the window."""
    return door.settings.name


def setup(door: Door, args: Args) -> str:
    """Put stones on the board, or take them off (colour `e` or `empty`), outside of play."""
    if len(args) % 2:
        raise syntax_error("a vertex is missing after the last colour")
    points: dict[int, list[int]] = {BLACK: [], WHITE: [], EMPTY: []}
    for side, where in zip(args[::2], args[1::2], strict=True):
        points[EMPTY if side.lower() in ("e", "empty") else color(side)].append(vertex(door, where))
    try:
        if any(door.session.position.area in column for column in points.values()):
            raise GoError("a pass is no point")
        door.session.setup(points[BLACK], points[WHITE], points[EMPTY])
    except (GoError, ValueError) as error:
        game = door.session.game
        raise CommandRefused(f"illegal setup: {name_points(str(error), game.width, game.height)}") from error
    return ""


def setup_player(door: Door, args: Args) -> str:
    """Say who is to move."""
    door.session.setup(to_move=color(word(args, 0, "the colour")))
    return ""


def ownership(door: Door, args: Args) -> str:
    """Show who will own each point, rows from the top, +1 Black to -1 White (GoGui's dboard)."""
    session = door.session
    owner = session.ownership()
    width = session.game.width
    rows = [owner[row : row + width] for row in range(0, len(owner), width)]
    return "\n".join(" ".join(f"{value:.2f}" for value in row) for row in rows)


def thoughts(door: Door, args: Args) -> str:
    """Draw what the last search looked at."""
    from engine.gtp import gfx

    last = door.session.last
    return "" if last is None else gfx.text(last.report, door.session.game.width, door.session.game.height)


def param(door: Door, args: Args) -> str:
    """Without words list the options as GoGui's dialogue wants them; with two set one."""
    if args:
        empty = len(args) == 1 or args[1] == '""'  # a field left empty, said in one way or the other
        return set_param(door, (args[0], "none") if empty else args)
    rows = []
    for option in config.OPTIONS:
        if option.live:
            kind = "[bool]" if option.kind == "bool" else "[string]"
            value = getattr(door.session.settings, option.name)
            shown = str(int(value)) if option.kind == "bool" else option.show(value)
            rows.append(f"{kind} {option.name} {shown}".rstrip())
    return "\n".join(rows)


COMMANDS: dict[str, Handler] = {
    "gogui-analyze_commands": analyze_commands,
    "gogui-interrupt": nothing,
    "gogui-param": param,
    "gogui-setup": setup,
    "gogui-setup_player": setup_player,
    "gogui-title": title,
    "gogui-version": version,
    "tianyuan-live_graphics": live_graphics,
    "tianyuan-ownership": ownership,
    "tianyuan-thoughts": thoughts,
}
