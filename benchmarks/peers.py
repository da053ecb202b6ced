"""How other boards are measured: installed libraries from PyPI, GNU Go, and any program over a text protocol.

A program given as NAME=COMMAND (or NAME@PART=COMMAND, to be asked for that part only) is run as

    COMMAND PART SIZE SECONDS

or, where COMMAND names them, with {part}, {size} and {seconds} put in their places. It measures that part for about so
many seconds of processor time, on one thread, and prints one JSON object with at least "per_cpu_s", what it counts a
second of its own processor time, and where it plays games "mean_moves". A status other than 0 says that it does not
measure that part.
"""

import importlib.util
import json
import os
import resource
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.bench.core import middle, record
from gocore import Position


class Rate(NamedTuple):
    """A peer's speed in one part."""

    per_cpu_s: float
    mean_moves: float


Peer = Callable[[str, int, float, int], Rate | None]
"""Measure a part at a size for so many seconds with a seed; None where the peer has no such part."""


def _replay(seconds: float, games: list[list[int]], begin: Callable[[], Callable[[int], Any]], whole: bool) -> Rate:
    # Whole games, or single plays, a second; `begin` returns what plays one move of a new game.
    count, plies = 0, sum(map(len, games))
    start = time.process_time()
    while time.process_time() - start < seconds:
        for moves in games:
            play = begin()
            for move in moves:
                play(move)
        count += len(games) if whole else plies
    return Rate(count / (time.process_time() - start), plies / len(games) if whole else 0.0)


def _repeat(seconds: float, act: Callable[[], Any]) -> Rate:
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(100):
            act()
        count += 100
    return Rate(count / (time.process_time() - start), 0.0)


def open_spiel(part: str, size: int, seconds: float, seed: int) -> Rate | None:
    """Measure pyspiel's game of Go through its own Python interface."""
    import pyspiel

    game = pyspiel.load_game("go", {"board_size": size, "komi": 7.5, "max_game_length": 4 * size * size})

    def plain() -> Callable[[int], Any]:
        return game.new_initial_state().apply_action

    def asking() -> Callable[[int], Any]:
        state = game.new_initial_state()
        play, ask = state.apply_action, state.legal_actions

        def move(point: int) -> None:
            ask()
            play(point)

        return move

    if part in ("plays", "api"):
        return _replay(seconds, record(size, 10, seed), asking if part == "api" else plain, part == "api")
    if part in ("legal", "copies"):
        state = game.new_initial_state()
        for _, point in middle(size, seed).moves:
            state.apply_action(point)
        return _repeat(seconds, state.legal_actions if part == "legal" else state.clone)
    return None


def sgfmill(part: str, size: int, seconds: float, seed: int) -> Rate | None:
    """Measure sgfmill's board, which plays without asking whether a move is legal."""
    from sgfmill.boards import Board

    def begin() -> Callable[[int], Any]:
        board, colors = Board(size), ["w", "b"]

        def play(point: int) -> None:
            colors.reverse()
            if point < size * size:
                board.play(*divmod(point, size), colors[0])

        return play

    if part == "plays":
        return _replay(seconds, record(size, 2, seed), begin, False)
    if part == "copies":
        board = Board(size)
        for color, point in middle(size, seed).moves:
            if point < size * size:
                board.play(*divmod(point, size), " bw"[color])
        return _repeat(seconds, board.copy)
    return None


def pettingzoo(part: str, size: int, seconds: float, seed: int) -> Rate | None:
    """Measure the board of PettingZoo's Go."""
    from pettingzoo.classic.go import go_base

    go_base.N = size  # it keeps its size in the module
    go_base.ALL_COORDS = [(i, j) for i in range(size) for j in range(size)]
    go_base.EMPTY_BOARD = go_base.np.zeros([size, size], dtype=go_base.np.int8)
    go_base.NEIGHBORS, go_base.DIAGONALS = (
        {
            (x, y): [(x + i, y + j) for i, j in steps if 0 <= x + i < size and 0 <= y + j < size]
            for x in range(size)
            for y in range(size)
        }
        for steps in (((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1), (-1, -1)))
    )

    def begin() -> Callable[[int], Any]:
        state = [go_base.Position(komi=7.5)]

        def play(point: int) -> None:
            if part == "api":
                state[0].all_legal_moves()
            state[0] = state[0].play_move(divmod(point, size) if point < size * size else None)

        return play

    if part not in ("plays", "api"):
        return None
    return _replay(seconds, record(size, 1, seed), begin, part == "api")


def _gnugo() -> str | None:
    return shutil.which("gnugo", path=os.environ.get("PATH", "") + ":/usr/games")


def gnugo(part: str, size: int, seconds: float, seed: int) -> Rate | None:
    """Measure GNU Go's Monte Carlo on 9x9: simulations of one move, the cost of a short one taken off."""
    if part != "search" or size != 9:
        return None

    binary = _gnugo() or "gnugo"

    def run(games: int) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [binary, "--mode", "gtp", "--monte-carlo", "--level", "1", "--seed", str(seed), "--mc-games-per-level"]
        said = (
            "boardsize 9\n"
            + "".join(f"play {'bw'[i % 2]} {'CDEFG'[i % 5]}{3 + i // 2}\n" for i in range(10))
            + "genmove b\nquit\n"
        )
        subprocess.run([*words, str(games)], input=said, text=True, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime

    few, many = 1000, 1000 + int(20_000 * seconds)
    return Rate((many - few) / max(run(many) - run(few), 1e-6), 0.0)


def program(command: str, only: str | None) -> Peer:
    """Return a peer that is asked over the protocol above. Raises RuntimeError when it answers with nonsense."""

    def ask(part: str, size: int, seconds: float, seed: int) -> Rate | None:
        if only is not None and part != only:
            return None
        places = {"part": part, "size": str(size), "seconds": str(seconds)}
        words = [word.format_map(places) for word in shlex.split(command)]
        if "{" not in command:
            words += places.values()
        told = subprocess.run(words, capture_output=True, text=True, check=False)
        if told.returncode != 0:
            return None
        try:
            found = json.loads(told.stdout)
            return Rate(float(found["per_cpu_s"]), float(found.get("mean_moves", 0.0)))
        except (ValueError, KeyError, TypeError) as error:
            said = told.stdout.strip()[:80]
            raise RuntimeError(f"{words[0]} answered {said!r}, not an object with per_cpu_s") from error

    return ask


def installed() -> dict[str, Peer]:
    """Return the peers that this machine has, by name."""
    found: dict[str, Peer] = {}
    for name, module, peer in (
        ("open_spiel", "pyspiel", open_spiel),
        ("sgfmill", "sgfmill", sgfmill),
        ("pettingzoo", "pettingzoo", pettingzoo),
    ):
        if importlib.util.find_spec(module) is not None:
            found[name] = peer
    if _gnugo():
        found["gnugo"] = gnugo
    return found


def agrees(size: int, seed: int) -> bool:
    """Say whether pyspiel allows our legal moves all through a recorded game: a fair race needs the same rules."""
    import pyspiel

    state = pyspiel.load_game("go", {"board_size": size, "max_game_length": 4 * size * size}).new_initial_state()
    position = Position(size)
    for move in record(size, 1, seed)[0]:
        theirs = set(state.legal_actions()) - {size * size}
        if not set(position.legal()) <= theirs:  # theirs knows simple ko only
            return False
        state.apply_action(move)
        position.play(move)
    return True
