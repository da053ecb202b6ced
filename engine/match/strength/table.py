"""One engine playing both sides of a game: what it says is judged by our own board."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from engine.coords import format_vertex, parse_vertex
from engine.errors import PeerError, PeerRefused, VertexError
from engine.game.game import Game
from engine.game.rules import format_komi
from engine.match.spec import derive_seed
from engine.match.strength.alone import Alone, Desk
from engine.match.strength.proof import count
from engine.match.strength.series import Line, Name
from engine.wording import plain
from gocore import BLACK, EMPTY, IllegalMove

SEED = 1
"""Of all proofs: their games have seeds of their own, made from it."""


class Fault(Exception):
    """What a proof looks for and must not find; its words begin with the sort of fault and a colon."""


class Table:
    """A game of an engine with itself, under the default rules, on a square board."""

    def __init__(self, desk: Desk, size: int, seed: int) -> None:
        """Start the engine with a seed and set up an empty board. Raises PeerError where it does not."""
        self.desk, self.game = desk, Game.new(size)
        desk.start(seed)
        desk.ask("boardsize", size)
        desk.ask("clear_board")
        desk.ask("komi", format_komi(self.game.komi2))

    def move(self, command: str = "genmove") -> int:
        """Have the side to move make its move, and return the point. Raises Fault for what is none."""
        game = self.game
        number = len(game.moves) + 1
        side = "b" if game.position.to_move == BLACK else "w"
        try:
            said = self.desk.ask(command, side)
            point = parse_vertex(said, game.width, game.height)
            game.play(point)
        except PeerRefused as error:
            raise Fault(f"engine: {plain(str(error))[:100]} at move {number}") from error
        except VertexError as error:
            raise Fault(f"illegal: {plain(said)[:40]!r} at move {number} is no point of the board") from error
        except IllegalMove as error:
            raise Fault(f"illegal: {plain(said)} at move {number}, {error.reason}") from error
        return point

    def dead(self) -> list[int]:
        """The stones that the engine calls dead. Raises Fault where it says anything else."""
        game = self.game
        try:
            said = self.desk.ask("final_status_list", "dead").split()
            points = [parse_vertex(word, game.width, game.height) for word in said]
        except (PeerRefused, VertexError) as error:
            raise Fault(f"statuses: {plain(str(error))[:100]} after move {len(game.moves)}") from error
        if any(point >= game.pass_point or game.position[point] == EMPTY for point in points):
            raise Fault(f"statuses: an empty point is called dead after move {len(game.moves)}")
        return points

    def text(self, points: list[int]) -> str:
        """Points as vertices in a row."""
        return " ".join(format_vertex(point, self.game.width, self.game.height) for point in points)

    def played(self) -> list[int]:
        """The points of all moves."""
        return [move.point for move in self.game.moves]


class OwnGames(Alone[int]):
    """A proof by games of an engine with itself. size: lines of the board. games: how many."""

    keys = frozenset({"engine", "size", "games"})
    counted: ClassVar[tuple[str, ...]] = ("engine", "size")

    def __init__(self, name: str, plan: Mapping[str, Any]) -> None:
        """Take a plan. Raises SpecError."""
        super().__init__(name, plan)
        self.size, self.wanted = count(plan, "size"), count(plan, "games")

    def units(self) -> dict[Name, int]:
        """The games, by number."""
        return {number: number for number in range(1, self.wanted + 1)}

    def do(self, desk: Desk, unit: int) -> Line:
        """Play a game. Its line has seed, moves, fault and seconds, and what `play` and `record` write there."""
        seed = derive_seed(SEED, "game", unit)
        line: Line = {"game": unit, "seed": seed, "moves": "", "fault": ""}
        began = time.monotonic()
        try:
            table = Table(desk, self.size, seed)
            try:
                self.play(table, line)
            except Fault as fault:
                line["fault"] = str(fault)
            finally:
                self.record(table, line)
        except PeerError as error:
            line |= {"fault": f"engine: {plain(str(error))[:200]}", "broke": True}
        return line | {"seconds": round(time.monotonic() - began, 2)}

    @abstractmethod
    def play(self, table: Table, line: Line) -> None:
        """Play as much of a game as the proof wants. Raises Fault, and PeerError where the engine breaks."""

    def record(self, table: Table, line: Line) -> None:
        """Write down what was played, however it ended."""
        line["moves"] = table.text(table.played())
