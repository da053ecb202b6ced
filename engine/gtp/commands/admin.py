"""Who we are and what we know (GTP draft 2, section 6.3.1), and what controllers ask about the process."""

import time
from collections.abc import Mapping

from engine import __version__
from engine.gtp.door import Args, Door, Handler

_table: Mapping[str, Handler] = {}


def fill(table: Mapping[str, Handler]) -> None:
    """Take the whole table, which list_commands shows."""
    global _table
    _table = table


def protocol_version(door: Door, args: Args) -> str:
    """Say that this is GTP 2."""
    return "2"


def name(door: Door, args: Args) -> str:
    """Say the engine's name."""
    return door.settings.name


def version(door: Door, args: Args) -> str:
    """Say the engine's version."""
    return door.settings.version_string or __version__


def known_command(door: Door, args: Args) -> str:
    """Say whether a command is known; without a name, that nothing is."""
    return "true" if args and args[0] in _table else "false"


def list_commands(door: Door, args: Args) -> str:
    """List every command, one a line."""
    return "\n".join(_table)


def quit_(door: Door, args: Args) -> str:
    """End the session after the answer."""
    door.quitting = True
    return ""


def cpu_time(door: Door, args: Args) -> str:
    """Say how many seconds of processor time have been used, all threads together."""
    return f"{time.process_time():.3f}"


def describe_engine(door: Door, args: Args) -> str:
    """Describe the engine for a match report (gomill)."""
    settings = door.session.settings
    judge = "playouts" if settings.net == "none" else settings.net or "its own judge"
    lines = [
        f"{settings.name} {version(door, args)}",
        f"rules {door.session.game.rules.name}, {judge}, {settings.search_threads} threads",
    ]
    if settings.visits is not None:
        lines.append(f"at most {settings.visits} visits a move")
    if settings.level is not None:
        lines.append(f"level {settings.level}")
    return "\n".join(lines)


def rest(door: Door, args: Args) -> str:
    """End what is thought in the opponent's time; the command that it came beside ends by its coming."""
    if door.has_session:
        door.session.rest()
    return ""


def nothing(door: Door, args: Args) -> str:
    """Do nothing: a command whose coming is all that matters."""
    return ""


COMMANDS: dict[str, Handler] = {
    "protocol_version": protocol_version,
    "name": name,
    "version": version,
    "known_command": known_command,
    "list_commands": list_commands,
    "quit": quit_,
    "cputime": cpu_time,
    "gomill-cpu_time": cpu_time,
    "gomill-describe_engine": describe_engine,
    "stop": rest,
}
