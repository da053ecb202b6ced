"""One game record: what its root says, and its lines of play as Games."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from engine.coords import format_vertex
from engine.errors import RulesError, SgfError, SgfMoveError
from engine.game import rules as rule_sets
from engine.game.game import Game
from engine.game.result import Result
from engine.game.rules import RuleSet
from engine.sgf.tree import Node
from engine.sgf.values import Komi, parse_komi, parse_number, parse_point, parse_points, parse_size
from gocore import BLACK, MAX_SIDE, WHITE, Board, GoError, IllegalMove

COLORS = {"B": BLACK, "W": WHITE}

_SETUP = frozenset(("AB", "AW", "AE", "PL"))

INFO = ("GN", "GC", "EV", "RO", "PC", "DT", "BR", "WR", "BT", "WT", "TM", "OT", "AN", "SO", "US", "CP", "ON")
"""Root properties that a Game keeps as they are, in `Game.info`."""


class Record:
    """One game of a file: its tree, and its root read with care.

    root: the tree, which nothing here changes. number: its place in the file, from 1. charset: that of the file.
    warnings: what was guessed or repaired, one line each; a line of play adds what it meets. Reading a property of the
    root never raises but for `size`.
    """

    def __init__(self, root: Node, number: int = 1, charset: str = "utf-8", warnings: Iterable[str] = ()) -> None:
        self.root = root
        self.number = number
        self.charset = charset
        self.warnings = list(warnings)
        if self._komi.warning:
            self._warn(self._komi.warning)

    # ---- the root ------------------------------------------------------------------------------------------------

    @cached_property
    def size(self) -> tuple[int, int]:
        """Columns and rows, up to 52 each (FF[4]); 19x19 where SZ is missing. Raises SgfError when SZ is no size."""
        return parse_size(self.root.simple("SZ"))

    @cached_property
    def _komi(self) -> Komi:
        return parse_komi(self.root.simple("KM"), " ".join(self.root.properties.get("AP", [])))

    @property
    def komi2(self) -> int | None:
        """Komi in half points, mended where it must be; None where the file gives none (KM[0] gives 0)."""
        return self._komi.half_points

    @cached_property
    def handicap(self) -> int:
        """HA, 0 where it is missing or no count of stones. Says nothing of where they stand: AB does."""
        value = parse_number(self.root.simple("HA"))
        return int(value) if value is not None and value.is_integer() and 2 <= value <= 361 else 0

    @cached_property
    def rules(self) -> RuleSet | None:
        """The rule set that RU names, None where it names none that is known (with a warning)."""
        text = self.root.simple("RU")
        if not text:
            return None
        for name in rule_sets.names():
            if rule_sets.by_name(name).title.lower() == text.lower():
                return rule_sets.by_name(name)
        for attempt in (text, text.replace(" rules", "").split(",")[0]):
            try:
                return rule_sets.parse(attempt)
            except RulesError:
                continue
        self._warn(f"RU[{text}] names no known rules")
        return None

    # ---- lines of play -------------------------------------------------------------------------------------------

    def lines(self) -> Iterator[list[Node]]:
        """Yield every line from the root to a leaf, the main one first."""
        todo = [self.root]
        while todo:
            node = todo.pop()
            if node.children:
                todo.extend(reversed(node.children))
                continue
            line = [node]
            while line[-1].parent is not None:
                line.append(line[-1].parent)
            yield line[::-1]

    def main_line(
        self, before_move: int | None = None, rules: RuleSet | None = None, execute_illegal: bool = False
    ) -> Game:
        """Play the main line; the parameters are those of `game`."""
        return self.game(self.root.main_line(), before_move, rules, execute_illegal)

    def game(
        self,
        line: Iterable[Node],
        before_move: int | None = None,
        rules: RuleSet | None = None,
        execute_illegal: bool = False,
    ) -> Game:
        """Play a line that begins at the root.

        before_move: stop before the move of that number (from 1, passes counted), as `loadsgf` does; None or beyond
        the end: all of them. rules: those to play under; None: the record's own, else the default set. Komi is the
        record's, else the rules'. execute_illegal: False refuses a move that the rules forbid; True does what FF[4]
        says, puts the stone there and takes captures, as a set-up step and with a warning.

        The side to move is what PL says, else who moves next, else White after handicap stones. Raises SgfError for a
        record of another game, a board or a point that we have not, or set-up stones without a liberty, and
        SgfMoveError for an illegal move, with its number.
        """
        width, height = self._playable_size()
        game = Game.new(width, height, rules or self.rules, self.komi2)
        finished = _Player(self, game, before_move, execute_illegal).play(list(line))
        self._add_facts(game, finished)
        return game

    def _playable_size(self) -> tuple[int, int]:
        if (other := self.root.simple("GM") or "1") != "1":
            raise SgfError(f"{self._place}not a record of Go: GM[{other}]")
        width, height = self.size
        if width > MAX_SIDE or height > MAX_SIDE:
            raise SgfError(f"{self._place}size not supported: {width}x{height}, {MAX_SIDE}x{MAX_SIDE} is the largest")
        return width, height

    def _add_facts(self, game: Game, finished: bool) -> None:
        """Put onto a game what the root says of it: players, event, result."""
        root = self.root
        game.players = {color: name for name, color in ((root.simple("PB"), BLACK), (root.simple("PW"), WHITE)) if name}
        game.info = {name: value for name in INFO if (value := root.text(name))}
        game.comment = root.text("C") or ""
        result = root.simple("RE")
        if result and finished:
            game.result = Result.parse_sgf(result, game.rules.core.scoring == "area")
            _take_off_words(game, game.result)

    @property
    def _place(self) -> str:
        return f"game {self.number}: " if self.number > 1 else ""

    def _warn(self, warning: str) -> None:
        if self._place + warning not in self.warnings:
            self.warnings.append(self._place + warning)


class _Player:
    """Plays the nodes of a line onto a game."""

    def __init__(self, record: Record, game: Game, before_move: int | None, execute_illegal: bool) -> None:
        self.record = record
        self.game = game
        self.last = None if before_move is None or before_move < 1 else before_move - 1
        self.execute_illegal = execute_illegal
        self.moves = 0

    def play(self, line: list[Node]) -> bool:
        """Play the nodes in order. Returns False when the move to stop before was reached."""
        for at, node in enumerate(line):
            if node.parent is None or _sets_up(node):
                self._setup(line, at)
            for name in node.properties:
                if name in COLORS:
                    if self.last is not None and self.moves >= self.last:
                        return False
                    self._move(node, name)
        return True

    def _setup(self, line: list[Node], at: int) -> None:
        """Put up the stones of a node. The root does so only when it has some, or White begins."""
        game, record, node = self.game, self.record, line[at]
        root = node.parent is None
        black, white, empty = (
            parse_points(node.properties.get(name, []), game.width, game.height) for name in ("AB", "AW", "AE")
        )
        handicap = root and record.handicap and black and not white
        side = COLORS.get((node.simple("PL") or "").upper()[:1]) or _next_mover(line, at)
        if side is None and handicap:
            side = WHITE
        if root and not (black or white) and side in (None, BLACK):
            return
        try:
            game.setup(black, white, empty, side, "" if root else node.text("C") or "")
        except (GoError, ValueError) as error:
            raise SgfError(f"{record._place}set-up after move {self.moves}: {error}") from None
        if handicap:
            game.handicap = tuple(black)
            if len(black) != record.handicap:
                record._warn(f"HA[{record.handicap}] with {len(black)} stones")

    def _move(self, node: Node, name: str) -> None:
        game, color = self.game, COLORS[name]
        self.moves += 1
        where = f"{self.record._place}move {self.moves}"
        try:
            point = parse_point(node.raw(name) or "", game.width, game.height)
        except SgfError as error:
            raise SgfError(f"{where}: {error}") from None
        comment = (node.text("C") or "") if "C" in node and node.parent is not None else ""
        left = parse_number(node.simple(name + "L"))
        count = parse_number(node.simple("O" + name))
        try:
            game.play(
                point,
                color,
                comment=comment,
                left_ms=None if left is None else round(left * 1000),
                left_count=None if count is None else int(count),
            )
        except IllegalMove as error:
            said = f"{where}: {'Black' if color == BLACK else 'White'} {format_vertex(point, game.width, game.height)}"
            if not self.execute_illegal:
                raise SgfMoveError(f"{said} is illegal ({error.reason})", self.moves, error.reason) from None
            self.record._warn(f"{said} is illegal ({error.reason}), and was executed")
            _execute(game, point, color, comment)


def _take_off_words(game: Game, result: Result) -> None:
    """Take the result in words, which `writing.dumps` adds, off the end of the last comment."""
    last = game.steps[-1] if game.steps else None
    words = result.said()
    comment = game.comment if last is None else last.comment
    if not comment.endswith(words):
        return
    rest = comment.removesuffix(words).removesuffix("\n")
    if last is None:
        game.comment = rest
    else:
        game.steps[-1] = replace(last, comment=rest)


def _sets_up(node: Node) -> bool:
    return not _SETUP.isdisjoint(node.properties)


def _next_mover(line: list[Node], at: int) -> int | None:
    """Return who moves first from node `at` on, None when nobody does before the next set-up."""
    for place in range(at, len(line)):
        if place > at and _sets_up(line[place]):
            return None
        for name, color in COLORS.items():
            if name in line[place]:
                return color
    return None


def _execute(game: Game, point: int, color: int, comment: str) -> None:
    """Do an illegal move as FF[4] says: the stone overwrites, prisoners are taken, nothing is asked. As a Setup."""
    before = [game.position[p] for p in range(game.position.area)]
    board = Board(game.width, game.height, suicide=True)
    board.setup(
        black=[p for p, owner in enumerate(before) if owner == BLACK and p != point],
        white=[p for p, owner in enumerate(before) if owner == WHITE and p != point],
    )
    if board.legality(point, color) is None:  # else one stone that takes nothing: it is gone at once
        board.play(point, color)
    changed = [(p, board[p]) for p, owner in enumerate(before) if board[p] != owner]
    black, white, empty = ([p for p, owner in changed if owner == wanted] for wanted in (BLACK, WHITE, 0))
    game.setup(black, white, empty, BLACK + WHITE - color, comment)
