"""Games and records as FF[4] text."""

from engine import __version__
from engine.game.game import Game, Move, Setup
from engine.game.rules import RuleSet, by_name, format_komi
from engine.sgf.record import INFO, Record
from engine.sgf.tree import Node, format_tree
from engine.sgf.values import format_point, format_size
from gocore import BLACK, WHITE

_LETTERS = {BLACK: "B", WHITE: "W"}


def dumps(game: Game) -> str:
    """Write a game as one record: FF[4], UTF-8, the result in words in the last comment.

    A set-up that begins the game stands in the root, each later one in a node of its own, before the first move too:
    a node says the same property once. A node's time left is written in seconds with thousandths where they matter.
    """
    root = _root(game)
    node = root
    for number, step in enumerate(game.steps):
        if number or not isinstance(step, Setup) or step.comment:  # the root's comment is the game's
            node = Node(parent=node)
        if isinstance(step, Setup):
            _write_setup(node, step, game.width, game.height)
        else:
            _write_move(node, step, game.width, game.height)
    if game.result is not None:
        words = game.result.said()
        comment = node.text("C") or ""
        node.set("C", f"{comment}\n{words}" if comment else words)
    return format_tree(root)


def dumps_record(record: Record) -> str:
    """Write a record with its whole tree, every property kept; charset, size and komi in the form of FF[4]."""
    properties = {**record.root.properties, "FF": ["4"], "GM": ["1"], "CA": ["UTF-8"]}
    properties["SZ"] = [format_size(*record.size)]
    if record.komi2 is not None:
        properties["KM"] = [format_komi(record.komi2)]
    root = Node(properties)
    root.children = record.root.children
    return format_tree(root)


def rules_name(rules: RuleSet) -> str:
    """Return what RU says of a rule set: its title, or KataGo's JSON for a set that has no name."""
    try:
        return rules.title if by_name(rules.name).same_rules(rules) else rules.to_kata_json()
    except ValueError:
        return rules.to_kata_json()


def _root(game: Game) -> Node:
    """Make the root: what the game is, without its stones."""
    root = Node()
    root.set("FF", "4")
    root.set("GM", "1")
    root.set("CA", "UTF-8")
    root.set("AP", f"Tianyuan:{__version__}")
    root.set("SZ", format_size(game.width, game.height))
    root.set("RU", rules_name(game.rules))
    root.set("KM", format_komi(game.komi2))
    if len(game.handicap) >= 2:
        root.set("HA", str(len(game.handicap)))
    for color, name in game.players.items():
        root.set(f"P{_LETTERS[color]}", name)
    for name, value in game.info.items():
        if name in INFO and value:
            root.set(name, value)
    if game.result is not None:
        root.set("RE", game.result.sgf())
    if game.comment:
        root.set("C", game.comment)
    return root


def _write_setup(node: Node, step: Setup, width: int, height: int) -> None:
    for name, points in (("AB", step.black), ("AW", step.white), ("AE", step.empty)):
        node.set(name, *(format_point(p, width, height) for p in points))
    if step.to_move is not None:
        node.set("PL", _LETTERS[step.to_move])
    if step.comment:
        node.set("C", step.comment)


def _write_move(node: Node, move: Move, width: int, height: int) -> None:
    letter = _LETTERS[move.color]
    node.set(letter, format_point(move.point, width, height))
    if move.left_ms is not None:
        node.set(letter + "L", f"{move.left_ms / 1000:.3f}".rstrip("0").rstrip("."))
    if move.left_count is not None:
        node.set("O" + letter, str(move.left_count))
    if move.comment:
        node.set("C", move.comment)
