"""What KataGo's users know beyond the draft: rules as data, options by name, positions set up."""

from engine import config
from engine.coords import name_points
from engine.errors import CommandRefused, ConfigError, RulesError
from engine.gtp.commands.words import pairs, word
from engine.gtp.door import Args, Door, Handler
from gocore import BLACK, WHITE, GoError


def get_rules(door: Door, args: Args) -> str:
    """Say the rules as KataGo's JSON."""
    return door.session.game.rules.to_kata_json()


def set_rules(door: Door, args: Args) -> str:
    """Take over rules by KataGo's name for them, or by its JSON; komi stays."""
    from engine.game.rules import by_kata

    word(args, 0, "the rules")
    try:
        door.session.set_rules(by_kata(" ".join(args)))
    except RulesError as error:
        raise CommandRefused(str(error)) from error
    return ""


def set_rule(door: Door, args: Args) -> str:
    """Change one rule; the others and komi stay."""
    from engine.game.rules import kata_set_rule

    key, value = word(args, 0, "the rule"), word(args, 1, "its value")
    try:
        door.session.set_rules(kata_set_rule(door.session.game.rules, key, value))
    except RulesError as error:
        raise CommandRefused(str(error)) from error
    return ""


def get_param(door: Door, args: Args) -> str:
    """Say the value of an option that may be changed."""
    option = _option(word(args, 0, "the parameter"))
    return option.show(getattr(door.session.settings, option.name))


def set_param(door: Door, args: Args) -> str:
    """Change an option for what follows; `none` leaves one open again that may be open."""
    option = _option(word(args, 0, "the parameter"))
    value = word(args, 1, "its value")
    opens = option.default is None and value.lower() == "none"
    try:
        door.session.configure(door.session.settings.with_({option.name: None if opens else value}))
    except ConfigError as error:
        raise CommandRefused(str(error)) from error
    return ""


def list_params(door: Door, args: Args) -> str:
    """List the options that may be changed."""
    return " ".join(config.live_names())


def _option(name: str) -> config.Option:
    try:
        return config.find_live(name)
    except ConfigError as error:
        raise CommandRefused(str(error)) from error


def set_position(door: Door, args: Args) -> str:
    """Start over from stones that are named with their colours; Black is to move."""
    stones = pairs(door, args, passes=False)
    points = [point for _, point in stones]
    try:
        if len(set(points)) < len(points):
            raise GoError("a point is named twice")
        door.session.set_position(
            [point for side, point in stones if side == BLACK], [point for side, point in stones if side == WHITE]
        )
    except GoError as error:
        game = door.session.game
        raise CommandRefused(f"illegal position: {name_points(str(error), game.width, game.height)}") from error
    return ""


COMMANDS: dict[str, Handler] = {
    "kata-get-rules": get_rules,
    "kata-set-rules": set_rules,
    "kata-set-rule": set_rule,
    "kata-get-param": get_param,
    "kata-set-param": set_param,
    "kata-list-params": list_params,
    "set_position": set_position,
}
