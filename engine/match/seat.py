"""An engine sitting at a board: started, set up, asked for moves, told the other's, asked who is dead.

Everything that goes wrong comes out as EngineFault with the reason a game's result gets, or as HarnessFault where it
is no engine's doing. Each answer has a deadline; the time of a move is taken from the pipe by the client.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.coords import format_vertex, parse_vertex
from engine.errors import (
    EngineFault,
    HarnessFault,
    PeerDied,
    PeerError,
    PeerGarbled,
    PeerNotStarted,
    PeerRefused,
    PeerStalled,
    VertexError,
)
from engine.game.rules import RuleSet, format_komi
from engine.game.timespec import TimeSpec
from engine.match.record import EngineInfo, Reason
from engine.match.spec import EngineSpec, GameSettings
from engine.protocol.client import Client
from engine.wording import plain
from gocore import BLACK

LETTER = {1: "b", 2: "w"}
_WINRATE = re.compile(r"\bwinrate ([0-9.]+)")
_BEST = re.compile(r"\border 0\b")
_ANALYZERS = ("kata-genmove_analyze", "lz-genmove_analyze")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine answered to genmove: its text, the ms it took, its own view of its chances (0 to 1) or None."""

    text: str
    ms: int
    winrate: float | None = None


class Seat:
    """One engine for one game. Use as a context manager: whatever happens, the process group is ended."""

    def __init__(
        self,
        spec: EngineSpec,
        color: int,
        settings: GameSettings,
        *,
        seed: int = 0,
        transcript: Callable[[str, str], None] | None = None,
        on_start: Callable[[int], None] | None = None,
    ) -> None:
        """Start the process. Raises HarnessFault where the program is not there or may not be run.

        transcript: gets every line in and out with its mark. on_start: gets the process id.
        """
        self.spec, self.color, self.settings = spec, color, settings
        self.info = EngineInfo()
        self.commands: frozenset[str] = frozenset()
        try:
            self._client = Client(spec.argv(seed), name=spec.name, transcript=transcript)
        except PeerNotStarted as error:
            raise HarnessFault(self._words(error)) from error
        if on_start is not None:
            on_start(self._client.pid)

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the engine and its process group."""
        self._client.close(grace=1.0)

    # -- before the game

    def greet(self) -> None:
        """Wait for the first answer, learn name, version and commands. Raises EngineFault."""
        startup = self.settings.startup_ms
        try:
            protocol = self._client.ask("protocol_version", timeout=startup / 1000)
        except PeerRefused:
            protocol = ""
        except PeerError as error:
            raise self._fault(error, "did not start: ") from error
        if protocol not in ("2", ""):
            raise EngineFault(Reason.PROTOCOL, f"speaks GTP version {protocol[:20]!r}, not 2")
        self.info = EngineInfo(
            plain(self._ask_or("name", self.spec.name)[:80]), plain(self._ask_or("version", "")[:80])
        )
        self.commands = frozenset(self._ask_or("list_commands", "").split())

    def prepare(self, rules: RuleSet, time: TimeSpec) -> None:
        """Set board, rules, komi and time; clear the board; send the spec's own commands.

        Raises EngineFault(PROTOCOL) where the engine refuses board, komi, or a limit of visits. Rules are told to
        engines that know `kata-set-rules` or `kgs-rules`; others must be told on their command line.
        """
        width, height = self.settings.width, self.settings.height
        size = (width,) if width == height else (width, height)
        resize = "rectangular_boardsize" if width != height and self.knows("rectangular_boardsize") else "boardsize"
        self._must(resize, *size)
        self._must("clear_board")
        self._tell_rules(rules)
        self._must("komi", format_komi(self.settings.komi2))
        self._tell_time(time)
        for line in self.spec.startup:
            self._must(*line.split())

    def _tell_rules(self, rules: RuleSet) -> None:
        if self.knows("kata-set-rules"):
            self._try("kata-set-rules", rules.to_kata_json())
        elif self.knows("kgs-rules") and (name := rules.kgs_name()):
            self._try("kgs-rules", name)

    def _tell_time(self, time: TimeSpec) -> None:
        if time.system == "visits":
            if not self.knows("kata-set-param"):
                raise EngineFault(
                    Reason.PROTOCOL, "knows no kata-set-param, so visits cannot be set: use its command line"
                )
            self._must("kata-set-param", "maxVisits", time.visits)
        elif time.system == "none":
            return
        elif self.knows("kata-time_settings") and (time.system == "fischer" or _has_fractions(time)):
            self._must("kata-time_settings", *time.to_words(kata=True))
        elif time.system in ("byoyomi", "countdown") and self.knows("kgs-time_settings"):
            self._must("kgs-time_settings", *time.to_words())
        else:
            self._must("time_settings", *time.to_time_settings())

    # -- in the game

    def genmove(self, timeout_ms: int, *, analyze: bool = False, cleanup: bool = False) -> Answer:
        """Ask for a move and return the engine's words. Raises EngineFault; what the words mean is the referee's.

        analyze: ask an engine that can for its view as well. cleanup: ask one that knows it to take dead stones off.
        """
        name, words = "genmove", [LETTER[self.color]]
        if cleanup and self.knows("kgs-genmove_cleanup"):
            name = "kgs-genmove_cleanup"
        elif analyze and (known := next((c for c in _ANALYZERS if self.knows(c)), None)):
            name, words = known, [LETTER[self.color], "50"]
        try:
            exchange = self._client.exchange(name, *words, timeout=timeout_ms / 1000)
        except PeerError as error:
            raise self._fault(error) from error
        if not exchange.reply.ok:
            raise EngineFault(Reason.PROTOCOL, f"refused {name}: {exchange.reply.text[:80]!r}")
        text, winrate = _read_move(exchange.reply.text) if name in _ANALYZERS else (exchange.reply.text, None)
        return Answer(text.strip(), exchange.elapsed_ns // 1_000_000, winrate)

    def play(self, color: int, point: int) -> None:
        """Tell a move. Raises EngineFault(PROTOCOL) where the engine refuses what the referee allowed."""
        self._must("play", LETTER[color], format_vertex(point, self.settings.width, self.settings.height))

    def take_back_and_pass(self, moves: list[tuple[int, int]]) -> None:
        """Bring an engine in step whose move was void (Article 19): undo it and play a pass, or replay the game.

        moves: the game as the referee has it, the pass in place of the void move last.
        """
        if self._try("undo"):
            self.play(*moves[-1])
            return
        self._must("clear_board")
        for color, point in moves:
            self.play(color, point)

    def place_handicap(self, points: tuple[int, ...]) -> None:
        """Put handicap stones on the empty board."""
        vertices = [format_vertex(p, self.settings.width, self.settings.height) for p in points]
        if not (self.knows("set_free_handicap") and self._try("set_free_handicap", *vertices)):
            for point in points:
                self.play(BLACK, point)

    def time_left(self, seconds: int, count: int) -> None:
        """Tell the engine what its clock shows; one that does not know the command is left in peace."""
        if self.knows("time_left") or not self.commands:
            self._try("time_left", LETTER[self.color], seconds, count)

    # -- after the game

    def dead(self) -> tuple[int, ...] | None:
        """The points of the stones that the engine calls dead; None where it does not know or refuses the command.

        Raises EngineFault(PROTOCOL) for an answer that holds anything but vertices.
        """
        if self.commands and not self.knows("final_status_list"):
            return None
        try:
            text = self._client.ask("final_status_list", "dead", timeout=self.settings.stall_ms / 1000)
        except PeerRefused:
            return None
        except PeerError as error:
            raise self._fault(error) from error
        try:
            points = [parse_vertex(v, self.settings.width, self.settings.height) for v in text.split()]
        except VertexError as error:
            raise EngineFault(Reason.PROTOCOL, f"final_status_list: {error}") from error
        return tuple(sorted(set(points)))

    def final_score(self) -> str:
        """The engine's own count, "" where it gives none."""
        if self.commands and not self.knows("final_score"):
            return ""
        return plain(self._ask_or("final_score", "", self.settings.stall_ms)[:40])

    # -- asking

    def knows(self, command: str) -> bool:
        """Whether the engine lists a command."""
        return command in self.commands

    def _ask_or(self, name: str, default: str, timeout_ms: int = 0) -> str:
        try:
            return self._client.ask(name, timeout=(timeout_ms or self.settings.command_ms) / 1000).strip()
        except PeerRefused:
            return default
        except PeerError as error:
            raise self._fault(error) from error

    def _try(self, name: str, *words: object) -> bool:
        """Send a command that may be refused; whether it was taken."""
        try:
            self._client.ask(name, *words, timeout=self.settings.command_ms / 1000)
        except PeerRefused:
            return False
        except PeerError as error:
            raise self._fault(error) from error
        return True

    def _fault(self, error: PeerError, prefix: str = "") -> EngineFault:
        """Say what a broken conversation means for the game."""
        reason = {PeerDied: Reason.CRASH, PeerStalled: Reason.STALL, PeerGarbled: Reason.PROTOCOL}.get(type(error))
        return EngineFault(reason or Reason.PROTOCOL, prefix + self._words(error))

    def _words(self, error: PeerError) -> str:
        """What happened, without the engine's name: who it was is said by whoever reports it."""
        return plain(str(error).removeprefix(f"{self.spec.name}: "))

    def _must(self, name: str, *words: object) -> None:
        try:
            self._client.ask(name, *words, timeout=self.settings.command_ms / 1000)
        except PeerError as error:
            raise self._fault(error) from error


def _has_fractions(time: TimeSpec) -> bool:
    """Whether a time system has parts of seconds, which GTP's own commands cannot say."""
    return any(ms % 1000 for ms in (time.main_ms, time.period_ms, time.increment_ms))


def _read_move(text: str) -> tuple[str, float | None]:
    """The move, and the win rate of the best move in the last report, from an analysing genmove's many lines."""
    lines = text.splitlines()
    move = next((line[5:] for line in reversed(lines) if line.startswith("play ")), "")
    reports = [line for line in lines if line.startswith("info ")]
    moves = reports[-1].split("info ") if reports else []
    best = next((part for part in moves if _BEST.search(part)), "")
    found = _WINRATE.search(best)
    if found is None:
        return move, None
    value = float(found[1])
    return move, value / 10_000 if value > 1 else value
