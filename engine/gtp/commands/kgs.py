"""What kgsGtp sends beyond the draft."""

from engine.errors import CommandRefused, RulesError
from engine.gtp.commands.admin import rest
from engine.gtp.commands.play import generate
from engine.gtp.commands.words import color, syntax_error, word
from engine.gtp.door import Args, Door, Handler


def kgs_rules(door: Door, args: Args) -> str:
    """Take over the rules by the name that KGS gives them; komi stays."""
    from engine.game.rules import by_kgs_name

    try:
        door.session.set_rules(by_kgs_name(word(args, 0, "the name of the rules")))
    except RulesError as error:
        raise CommandRefused(str(error)) from error
    return ""


def kgs_genmove_cleanup(door: Door, args: Args) -> str:
    """Choose a move, but pass only when every dead stone of the opponent has been taken."""
    return generate(door, color(word(args, 0, "the colour")), cleanup=True)


def kgs_chat(door: Door, args: Args) -> str:
    """Answer somebody's chat in a line: what we think of the game."""
    from engine.gtp.opinion import chat

    if word(args, 0, "game or private") not in ("game", "private"):
        raise syntax_error("neither game nor private")
    word(args, 1, "the name")
    return chat(door.session.game, door.session.last)


COMMANDS: dict[str, Handler] = {
    "kgs-rules": kgs_rules,
    "kgs-genmove_cleanup": kgs_genmove_cleanup,
    "kgs-game_over": rest,
    "kgs-chat": kgs_chat,
}
