"""The tree of a record: nodes and their values as text, read from and written to FF[4].

`sgf_grammar` of sgfmill splits the text into tokens and knows the escapes. It works on bytes of any charset that keeps
ASCII; here these are always UTF-8, since `engine.sgf.text` has decoded the file before.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sgfmill import sgf_grammar

from engine.errors import SgfError

_ORDER = re.findall("[A-Z]+", "B W FF GM CA AP ST SZ GN EV RO PC DT PB BR BT PW WR WT RU KM HA TM OT RE AB AW AE PL")
"""How the properties of a node are ordered in writing; those not named follow, by name."""

_MOVES_A_LINE = 10

_TOKEN = re.compile(rb"\[(?:[^\\\]]|\\.)*(\]|\Z)|[();]", re.DOTALL)
"""A value, whose group is empty if it is never closed, or a delimiter."""


class Node:
    """One node: its properties in the order of the file, its parent and its variations, the main one first.

    `properties[name]` is the list of values as they stand between the brackets, escapes untouched. A property given
    twice in a node has its values joined, as most readers do. `parent` is None at the root.
    """

    __slots__ = ("children", "parent", "properties")

    def __init__(self, properties: dict[str, list[str]] | None = None, parent: "Node | None" = None) -> None:
        self.properties: dict[str, list[str]] = properties if properties is not None else {}
        self.children: list[Node] = []
        self.parent = parent
        if parent is not None:
            parent.children.append(self)

    def __contains__(self, name: str) -> bool:
        return name in self.properties

    def raw(self, name: str) -> str | None:
        """Return the first value of a property as written, None where there is none."""
        values = self.properties.get(name)
        return values[0] if values else None

    def simple(self, name: str) -> str | None:
        """Return a SimpleText value: escapes resolved, every line break a space; None where there is none."""
        raw = self.raw(name)
        return None if raw is None else sgf_grammar.simpletext_value(raw.encode()).decode().strip()

    def text(self, name: str) -> str | None:
        """Return a Text value: escapes resolved, hard line breaks kept; None where there is none."""
        raw = self.raw(name)
        return None if raw is None else sgf_grammar.text_value(raw.encode()).decode()

    def set(self, name: str, *values: str) -> None:
        """Replace a property's values with literal text, which is escaped here. Without values takes it away."""
        self.properties.pop(name, None)
        if values:
            self.properties[name] = [escape(value) for value in values]

    def main_line(self) -> Iterator["Node"]:
        """Yield this node and, from each node on, its first variation."""
        node = self
        while True:
            yield node
            if not node.children:
                return
            node = node.children[0]


class Reading(NamedTuple):
    """The roots of a collection, and what had to be repaired (empty when nothing)."""

    roots: list[Node]
    warnings: tuple[str, ...]


def escape(value: str) -> str:
    """Escape what would end a value early: the bracket and the backslash."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def parse(text: str) -> Reading:
    """Read every game tree of a text.

    What stands before, between and after the games is passed over. A text cut off inside its last game is read as
    far as it goes, with a warning. Raises SgfError, naming the game, when there is no game or one is malformed.
    """
    data = text.encode("utf-8", errors="replace")
    try:
        return Reading([_nodes(tree) for tree in sgf_grammar.parse_sgf_collection(data)], ())
    except ValueError as error:
        if "unexpected end" not in str(error):
            raise SgfError(_reworded(str(error))) from None
    try:
        trees = sgf_grammar.parse_sgf_collection(_closed(data))
    except ValueError:
        raise SgfError("the file ends inside a game, and cannot be read as far as it goes") from None
    return Reading([_nodes(tree) for tree in trees], ("the file ends inside its last game",))


def _closed(data: bytes) -> bytes:
    """Cut a text after its last whole value or delimiter, and close what is open there."""
    end = depth = 0
    for token in _TOKEN.finditer(data, max(data.find(b"("), 0)):
        if token[0].startswith(b"[") and token[1] != b"]":
            break
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        end = token.end()
    return data[:end] + b")" * depth


def _reworded(message: str) -> str:
    """Turn sgfmill's message, which counts games from 0, into one of ours."""
    match = re.fullmatch(r"error parsing game (\d+): (.*)", message)
    return f"game {int(match[1]) + 1}: {match[2]}" if match else "no game record in this file"


def _nodes(tree: sgf_grammar.Coarse_game_tree) -> Node:
    """Make nodes of a coarse tree. Does not recurse: a record may branch at every move."""
    root: Node | None = None
    todo: list[tuple[sgf_grammar.Coarse_game_tree, Node | None]] = [(tree, None)]
    while todo:
        part, node = todo.pop()
        for properties in part.sequence:
            node = Node({name: [value.decode() for value in values] for name, values in properties.items()}, node)
            root = root or node
        todo.extend((child, node) for child in reversed(part.children))
    assert root is not None  # the grammar refuses an empty sequence
    return root


def format_tree(root: Node) -> str:
    """Write one game tree as FF[4] text: the root on a line of its own, then ten nodes a line."""
    pieces: list[str] = []
    todo: list[Node | str] = [root]
    on_line = 0
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        opens = node.parent is None or len(node.parent.children) > 1
        if node.parent is root or opens or on_line == _MOVES_A_LINE:
            pieces.append("\n" if pieces else "")
            on_line = 0
        pieces.append("(" + _format_node(node) if opens else _format_node(node))
        on_line += 1
        if opens:
            todo.append(")")
        todo.extend(reversed(node.children))
    return "".join(pieces) + "\n"


def _format_node(node: Node) -> str:
    """Write one node, its properties in the usual order."""
    rank = {name: place for place, name in enumerate(_ORDER)}
    names = sorted(node.properties, key=lambda name: (rank.get(name, len(rank)), name))
    return ";" + "".join(name + "".join(f"[{value}]" for value in node.properties[name]) for name in names)
