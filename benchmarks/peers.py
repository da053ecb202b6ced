"""How other boards are measured: installed libraries from PyPI, GNU Go, and any program over a text protocol.

A program given as NAME=COMMAND (or NAME@PART=COMMAND, to be asked for that part only) is run as

    COMMAND PART SIZE SECONDS

or, where COMMAND names them, with {part}, {size} and {seconds} put in their places. It measures that part for about so
many seconds of processor time, on one thread, and prints one JSON object with at least "per_cpu_s", what it counts a
second of its own processor time, and where it plays games "mean_moves". A status other than 0 says that it does not
measure that part. Standard input is empty; what it writes on standard error is seen by the user and by nobody else.
"""

import contextlib
import functools
import importlib.util
import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import IO, Any, NamedTuple

from engine.bench.core import GAMES, PARTS, middle, record
from gocore import Position


class Rate(NamedTuple):
    """A peer's speed in one part."""

    per_cpu_s: float
    mean_moves: float


Peer = Callable[[str, int, float, int], Rate | None]
"""Measure a part at a size for so many seconds with a seed; None where the peer has no such part."""


def _replay(
    size: int, most: int, seconds: float, seed: int, begin: Callable[[], Callable[[int], Any]], whole: bool
) -> Rate:
    # Games a second, or single plays, by the first of our recorded games, `most` of them; `begin` returns what plays
    # one move of a new game. Games are counted in our games' mean length, for the first alone may be long or short.
    games = record(size, GAMES, seed)
    mean, plies = sum(map(len, games)) / len(games), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        for moves in games[:most]:
            play = begin()
            for move in moves:
                play(move)
            plies += len(moves)
    rate = plies / (time.process_time() - start)
    return Rate(rate / mean, mean) if whole else Rate(rate, 0.0)


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
        return _replay(size, 10, seconds, seed, asking if part == "api" else plain, part == "api")
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
        return _replay(size, 2, seconds, seed, begin, False)
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
    return _replay(size, 1, seconds, seed, begin, part == "api")


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


class Given(NamedTuple):
    """A program from the command line: its name, the one part it is asked for (None: all), its command's words."""

    name: str
    part: str | None
    words: list[str]


def given(text: str) -> Given:
    """Read NAME=COMMAND or NAME@PART=COMMAND. Raises ValueError, saying what is wrong with it."""
    name, _, command = text.partition("=")
    name, at, part = name.partition("@")
    if name == "tianyuan":
        raise ValueError("tianyuan is our own name")
    if not name or not command.strip():
        raise ValueError("NAME=COMMAND or NAME@PART=COMMAND is due")
    if at and part not in PARTS:
        raise ValueError(f"no part is called {part!r}; known: {', '.join(PARTS)}")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command has no end: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise ValueError(f"no program is called {words[0] if words else ''!r}")
    return Given(name, part or None, words)


def programs(all_given: Sequence[Given]) -> dict[str, Peer]:
    """Return the peers that programs make, by name; several for single parts may share one. Raises ValueError."""
    found: dict[str, dict[str | None, Peer]] = {}
    for name, part, words in all_given:
        parts = found.setdefault(name, {})
        if part in parts or (parts and None in (part, *parts)):
            raise ValueError(f"{name} is given twice for the same part")
        parts[part] = program(words)

    def one(parts: dict[str | None, Peer]) -> Peer:
        def ask(part: str, size: int, seconds: float, seed: int) -> Rate | None:
            peer = parts.get(part) or parts.get(None)
            return peer(part, size, seconds, seed) if peer else None

        return ask

    return {name: one(parts) for name, parts in found.items()}


def program(words: Sequence[str]) -> Peer:
    """Return a peer that is asked over the protocol above, by a command's words.

    It raises PeerFault when a signal ends the program, when it takes far longer than it was asked to (then it is ended,
    with all that it has started), and when it answers with nonsense.
    """

    def ask(part: str, size: int, seconds: float, seed: int) -> Rate | None:
        places = {"{part}": part, "{size}": str(size), "{seconds}": str(seconds)}
        line = [functools.reduce(lambda word, place: word.replace(*place), places.items(), word) for word in words]
        if line == list(words):
            line += places.values()
        with tempfile.TemporaryFile() as said:
            status = _status(line, said, PATIENCE + PATIENCE * seconds)
            said.seek(0)
            text = said.read(MOST_SAID).decode(errors="replace").strip()
        if status < 0:
            raise PeerFault(f"{words[0]} was ended by signal {-status}")
        return None if status else _rate(words[0], text)

    return ask


PATIENCE = 60
"""Seconds that a program may take to start, and how many times the seconds asked for it may measure: the machine may
be busy."""
MOST_SAID = 1 << 16


class PeerFault(RuntimeError):
    """A peer that cannot be measured, and why."""


def _status(line: Sequence[str], said: IO[bytes], patience: float) -> int:
    with subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=said, start_new_session=True) as running:
        try:
            return running.wait(patience)
        except subprocess.TimeoutExpired:
            raise PeerFault(f"{line[0]} has not ended after {patience:g} s") from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):  # nothing of it is left
                os.killpg(running.pid, signal.SIGKILL)


def _rate(name: str, text: str) -> Rate:
    try:
        found = json.loads(text)
        rate, moves = found["per_cpu_s"], found.get("mean_moves", 0)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PeerFault(f"{name} answered {text[:80]!r}, not one JSON object with per_cpu_s") from None
    for what, number, least in (("per_cpu_s", rate, "above 0"), ("mean_moves", moves, "of 0 or more")):
        if type(number) not in (int, float) or not 0 <= number < 1e15 or (number == 0 and what == "per_cpu_s"):
            raise PeerFault(f"{name} answered {text[:80]!r}: {what} must be a number {least}")
    return Rate(float(rate), float(moves))


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
