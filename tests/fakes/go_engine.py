"""A GTP engine that plays legal, deterministic Go, and misbehaves on purpose: `python go_engine.py --mode
MODE`.

Without a mode it plays random legal moves from its seed, fills no eye of its own, and passes when nothing is
left or after `--moves` moves of its own. From its move number `--after` on the mode sets in: crash hang
garbage flood what the process does instead of answering slow answers after --seconds occupied offboard word
escape answers a move that is none suicide ko answers a forbidden move, where there is one error answers genmove with
`?` resign resign-as gives up; resign-as only when it has the colour --color never-pass fills its own eyes and
passes only when nothing is legal Others: nostart, no-dead (knows no final_status_list), deny (refuses to be
told a move), no-undo, no-visits, crash-at-end (dies when asked for dead stones). --dead LIST and --score
TEXT: what it says of the end. --winrate X: what its analysing genmove reports for itself.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.coords import format_vertex, parse_vertex
from gocore import BLACK, WHITE, GoError, Position, Rules

COMMANDS = [
    "protocol_version", "name", "version", "list_commands", "known_command", "quit", "boardsize", "clear_board", "komi",
    "play", "genmove", "undo", "time_settings", "time_left", "final_status_list", "final_score", "kata-set-param",
]  # fmt: skip


class Refused(Exception):
    """What is answered with `?`."""


class Engine:
    """State of the fake and a method for each command."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.rng = random.Random(options.seed)
        self.own_moves = 0
        self.reset(19)

    def reset(self, size: int) -> None:
        self.size = size
        self.position = Position(size, rules=Rules(ko=self.options.ko))

    def answer(self, name: str, words: list[str]) -> str:
        mode = self.options.mode
        handlers: dict[str, Callable[[], str]] = {
            "protocol_version": lambda: "2",
            "name": lambda: f"Fake {mode}",
            "version": lambda: "1.0",
            "list_commands": lambda: "\n".join(self.commands()),
            "known_command": lambda: str(words[0] in self.commands()).lower(),
            "boardsize": lambda: self.reset(int(words[0])) or "",
            "clear_board": lambda: self.reset(self.size) or "",
            "play": lambda: self.play(words[0], words[1]),
            "genmove": lambda: self.genmove(words[0]),
            "lz-genmove_analyze": lambda: self.analyze(words[0]),
            "undo": self.undo,
            "final_status_list": self.dead,
            "final_score": lambda: self.options.score,
            "quit": lambda: "",
            "komi": lambda: "",
            "time_settings": lambda: "",
            "time_left": lambda: "",
            "kata-set-param": lambda: "",
        }
        if name not in self.commands() and name != "quit":
            raise Refused("unknown command")
        return handlers[name]()

    def commands(self) -> list[str]:
        hidden = {"no-dead": "final_status_list", "no-visits": "kata-set-param"}.get(self.options.mode)
        extra = ["lz-genmove_analyze"] if self.options.winrate is not None else []
        return [c for c in COMMANDS if c != hidden] + extra

    def play(self, color: str, vertex: str) -> str:
        if self.options.mode == "deny" and self.own_moves + 1 >= self.options.after:
            raise Refused("illegal move")
        self.apply(BLACK if color.lower() in ("b", "black") else WHITE, parse_vertex(vertex, self.size, self.size))
        return ""

    def apply(self, color: int, point: int) -> None:
        try:
            self.position.play(point, color)
        except GoError:
            raise Refused("illegal move") from None

    def undo(self) -> str:
        if self.options.mode == "no-undo" or not self.position.move_number:
            raise Refused("cannot undo")
        self.position.undo()
        return ""

    def dead(self) -> str:
        if self.options.mode == "crash-at-end":
            os._exit(1)
        return self.options.dead.replace(",", " ")

    def analyze(self, color: str) -> str:
        move = self.genmove(color)
        view = round(10_000 * self.options.winrate)
        return (
            f"\ninfo move D4 visits 1 winrate 5000 order 0\ninfo move D4 visits 9 winrate {view} order 0\nplay {move}"
        )

    def genmove(self, word: str) -> str:
        color = BLACK if word.lower() in ("b", "black") else WHITE
        self.own_moves += 1
        if self.own_moves >= self.options.after and (odd := self.misbehave(color)) is not None:
            return odd
        point = self.choose(color)
        self.apply(color, point)
        return format_vertex(point, self.size, self.size)

    def choose(self, color: int) -> int:
        """The next move of the script; without one a random legal move that fills no eye, or a pass."""
        if self.options.script:
            script = self.options.script.split(",")
            vertex = script[self.own_moves - 1] if self.own_moves <= len(script) else "pass"
            return parse_vertex(vertex, self.size, self.size)
        never = self.options.mode == "never-pass"
        if self.own_moves > self.options.moves and not never:
            return self.size * self.size
        legal = self.position.legal(color)
        open_points = [p for p in legal if never or not self.is_eye(p, color)]
        return self.rng.choice(open_points) if open_points else self.size * self.size

    def is_eye(self, point: int, color: int) -> bool:
        x, y = point % self.size, point // self.size
        near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return all(
            self.position[b * self.size + a] == color for a, b in near if 0 <= a < self.size and 0 <= b < self.size
        )

    def misbehave(self, color: int) -> str | None:
        """What the mode answers instead of a move; None where it has nothing to say."""
        mode = self.options.mode
        if mode == "crash":
            os._exit(1)
        if mode in ("hang", "slow"):
            time.sleep(3600 if mode == "hang" else self.options.seconds)
        if mode == "garbage":
            sys.stdout.write("thinking about it\nG7 is nice\n" * 1000)
            sys.stdout.flush()
            time.sleep(3600)
        if mode == "flood":
            sys.stderr.write("x" * 1_000_000 + "\n")
            sys.stderr.flush()
        if mode == "error":
            raise Refused("cannot think of a move")
        if mode == "resign" or (mode == "resign-as" and color == {"b": BLACK, "w": WHITE}[self.options.color]):
            return "resign"
        return self.no_move(mode, color)

    def no_move(self, mode: str, color: int) -> str | None:
        """An answer that is no move; the engine believes that it made it (a pass stands in, so that undo
        works).
        """
        odd = None
        if mode == "occupied":
            odd = next((format_vertex(p, self.size, self.size) for p in range(self.size**2) if self.position[p]), None)
        elif mode in ("offboard", "word", "escape"):
            odd = {"offboard": "Z99", "word": "hello", "escape": "\u202eh\u009b31mi"}[mode]
        elif mode in ("suicide", "ko"):
            void = (p for p in range(self.size**2) if self.position.legality(p, color) == mode)
            odd = next((format_vertex(p, self.size, self.size) for p in void), None)
        if odd is not None:
            self.position.pass_(color)
        return odd


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="ok")
    parser.add_argument("--after", type=int, default=3)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--color", default="w")
    parser.add_argument("--script", default="")
    parser.add_argument("--ko", default="positional")
    parser.add_argument("--dead", default="")
    parser.add_argument("--score", default="0")
    parser.add_argument("--winrate", type=float)
    engine = Engine(parser.parse_args())
    if engine.options.mode == "nostart":
        sys.exit(3)
    for line in sys.stdin:
        words = line.split("#")[0].split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        try:
            status, text = "=", engine.answer(words[0], words[1:])
        except Refused as refusal:
            status, text = "?", str(refusal)
        sys.stdout.write(f"{status}{number} {text}\n\n")
        sys.stdout.flush()
        if words[0] == "quit":
            return


if __name__ == "__main__":
    main()
