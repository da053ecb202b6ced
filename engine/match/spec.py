"""What a match asks for: engines, settings of a game, the match as a whole. Values only; nothing is started
here.

Everything goes to JSON and back, because the store keeps what was asked for and `resume` reads it there.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from engine.errors import HandicapError, SpecError
from engine.game.handicap import free_points
from engine.match.openings import Opening
from engine.match.record import GameId
from engine.wording import unfit

ScoreMethod = Literal["agree", "tromp-taylor"]
IllegalPolicy = Literal["loss", "void-pass"]
CyclePolicy = Literal["rules", "superko", "draw", "replay", "no-result"]
AtLimit = Literal["score", "none"]
_CHOICES = {"score": ScoreMethod, "illegal": IllegalPolicy, "cycles": CyclePolicy, "at_limit": AtLimit}


MOST_GAMES = 100_000
_BOUNDS = {
    "resign_moves": (1, 1000),
    "stall_ms": (1, 604_800_000),
    "command_ms": (1, 604_800_000),
    "startup_ms": (1, 604_800_000),
    "move_limit": (0, 1_000_000),
    "lag_ms": (0, 3_600_000),
    "resumptions": (0, 100),
}


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine: its name in tables, its command line, its own time if not the match's, commands sent at the
    start.

    `{seed}` in an argument of the command becomes the game's seed, so that one event file gives varied and
    repeatable games.
    """

    name: str
    command: tuple[str, ...]
    time: str = ""
    startup: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise SpecError where name or command is empty, or the name holds what no line can show."""
        if not self.name.strip():
            raise SpecError(f"engine name {self.name!r} is empty")
        if bad := unfit(self.name):
            raise SpecError(f"engine name {self.name!r} holds the character {bad}, which no line can show")
        if not self.command or not self.command[0]:
            raise SpecError(f"engine {self.name}: empty command")

    @classmethod
    def from_text(cls, text: str, time: str = "") -> EngineSpec:
        """Read `NAME=COMMAND LINE` (a name without spaces), or `COMMAND LINE`, which its program names.

        The command line is split as a shell would. Raises SpecError where it is empty or a quotation stays open.
        """
        named = re.fullmatch(r"([A-Za-z0-9][\w.:+-]*)=(.*)", text.strip(), re.DOTALL)
        name, line = (named[1], named[2]) if named else ("", text)
        try:
            command = tuple(shlex.split(line))
        except ValueError as error:
            raise SpecError(f"engine command {line!r}: {error}") from error
        if not command:
            raise SpecError(f"engine command {text!r} is empty")
        if bad := unfit(text):
            raise SpecError(f"engine {text!r} holds the character {bad}, which no line can show")
        return cls(name or _short_name(command), command, time)

    def argv(self, seed: int) -> list[str]:
        """Return the command with the seed put in."""
        return [argument.replace("{seed}", str(seed)) for argument in self.command]


def _short_name(command: tuple[str, ...]) -> str:
    """Name an engine after its program, or after the module that Python runs."""
    program = Path(command[0]).name
    if re.fullmatch(r"python[0-9.]*", program) and len(command) > 1:
        module = command.index("-m") + 1 if "-m" in command[:-1] else 1
        name = command[module]
        return "tianyuan" if name == "engine" else Path(name).stem
    return program or command[0]


def distinct(first: EngineSpec, second: EngineSpec) -> tuple[EngineSpec, EngineSpec]:
    """Give two engines of one name the names `X-1` and `X-2`, because results are counted by name."""
    if first.name != second.name:
        return first, second
    return replace(first, name=f"{first.name}-1"), replace(second, name=f"{second.name}-2")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """How each game is played and refereed.

    width, height: lines, 1 to 25. komi2: komi in half points. time: a time SPEC, "" for no clock. score: `agree` asks
    both engines for dead stones, `tromp-taylor` counts everything as alive. illegal: `loss`, or Article 19's
    `void-pass`. cycles: what a repetition of the whole board brings (Article 20; `rules`: what the rule set says, a
    draw where it asks for a ruling). resign_below: per cent; both engines seeing the loser under it for `resign_moves`
    moves each ends the game; 0 off. move_limit: moves, 0 for twice the points of the board; `at_limit` says what a game
    is that reaches it. lag_ms: forgiven per move. stall_ms, command_ms, startup_ms: the longest wait for a move
    (whatever the clock says), for any other answer, for the first answer. resumptions: how often a disputed ending is
    played on.
    """

    width: int = 19
    height: int = 19
    rules: str = "chinese-1988"
    komi2: int = 11
    time: str = ""
    score: ScoreMethod = "agree"
    illegal: IllegalPolicy = "loss"
    cycles: CyclePolicy = "rules"
    resign_below: float = 0.0
    resign_moves: int = 3
    move_limit: int = 0
    at_limit: AtLimit = "score"
    lag_ms: int = 100
    stall_ms: int = 300_000
    command_ms: int = 30_000
    startup_ms: int = 60_000
    resumptions: int = 1

    def __post_init__(self) -> None:
        """Raise SpecError naming the first setting that cannot be."""
        if not (1 <= self.width <= 25 and 1 <= self.height <= 25):
            raise SpecError(f"board {self.width}x{self.height}: sides go from 1 to 25")
        for key, kind in _CHOICES.items():
            if getattr(self, key) not in get_args(kind):
                raise SpecError(f"{key} {getattr(self, key)!r}: one of {', '.join(get_args(kind))}")
        if not 0 <= self.resign_below < 50:
            raise SpecError(f"resign threshold {self.resign_below:g} %: from 0 (off) to below 50")
        for key, (low, high) in _BOUNDS.items():
            if not low <= getattr(self, key) <= high:
                raise SpecError(f"{key} {getattr(self, key)}: from {low} to {high}")

    @property
    def area(self) -> int:
        """Points of the board."""
        return self.width * self.height

    @property
    def longest(self) -> int:
        """The move limit in force, openings included."""
        return self.move_limit or max(2 * self.area, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameJob:
    """One game to play: everything a worker on any machine needs, and nothing that lives only here."""

    id: GameId
    black: EngineSpec
    white: EngineSpec
    settings: GameSettings
    opening: Opening = field(default_factory=Opening)
    handicap: int = 0
    seed: int = 0
    transcripts: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain lists, numbers and strings, for json.dumps."""
        return asdict(self) | {"id": str(self.id)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> GameJob:
        """Read what `to_json` wrote. Raises SpecError for anything else."""
        try:
            known = dict(values)
            known["id"] = GameId.parse(known["id"])
            known["black"], known["white"] = (_engine_from_json(known[key]) for key in ("black", "white"))
            known["settings"] = GameSettings(**known["settings"])
            known["opening"] = Opening.from_json(known["opening"])
            return cls(**known)
        except (KeyError, TypeError) as error:
            raise SpecError(f"not a game job: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtSpec:
    """The two hypotheses of a sequential test, in Elo of the first engine, and the error rates allowed."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["logistic", "normalized"] = "logistic"

    def __post_init__(self) -> None:
        """Raise SpecError where the hypotheses coincide or a rate is no probability below one half."""
        if not -4000 <= self.elo0 < self.elo1 <= 4000:
            raise SpecError(f"sprt: elo0 {self.elo0:g} must be below elo1 {self.elo1:g}, both from -4000 to 4000")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SpecError("sprt: alpha and beta lie between 0 and 0.5")
        if self.model not in ("logistic", "normalized"):
            raise SpecError(f"sprt: model {self.model!r} is not logistic or normalized")

    @classmethod
    def from_text(cls, text: str) -> SprtSpec:
        """Read `elo0,elo1[,alpha,beta[,model]]`, for example `0,20` or `0,5,0.05,0.05,normalized`."""
        parts = [part.strip() for part in text.split(",")]
        if not 2 <= len(parts) <= 5:
            raise SpecError(f"sprt {text!r}: write elo0,elo1[,alpha,beta[,model]]")
        names = ("elo0", "elo1", "alpha", "beta")
        try:
            numbers: dict[str, Any] = dict(zip(names, map(float, parts[:4]), strict=False))
        except ValueError:
            raise SpecError(f"sprt {text!r}: elo0, elo1, alpha and beta are numbers") from None
        if len(parts) == 5:
            numbers["model"] = parts[4]
        return cls(**numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """A match of two engines: how many games, from which openings, with which seed, when to stop early.

    openings: a source as `openings.load` reads it. paired: each opening twice with colours swapped.
    """

    event: str
    engines: tuple[EngineSpec, EngineSpec]
    games: int
    settings: GameSettings
    openings: str = "builtin"
    opening_moves: int = 8
    paired: bool = True
    seed: int = 1
    handicap: int = 0
    sprt: SprtSpec | None = None
    transcripts: bool = False

    def __post_init__(self) -> None:
        """Raise SpecError for a match that cannot be."""
        GameId(self.event, 1, 1, 1)
        if not 1 <= self.games <= MOST_GAMES:
            raise SpecError(f"games {self.games}: from 1 to {MOST_GAMES}")
        if self.opening_moves < 0:
            raise SpecError(f"opening moves {self.opening_moves}: must not be negative")
        if self.handicap:
            try:
                free_points(self.settings.width, self.settings.height, self.handicap)
            except HandicapError as error:
                raise SpecError(f"handicap {self.handicap}: {error}") from None
        if self.engines[0].name == self.engines[1].name:
            raise SpecError(f"both engines are called {self.engines[0].name!r}")

    def to_json(self) -> dict[str, Any]:
        """Plain lists, numbers and strings, for json.dumps."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> MatchSpec:
        """Read what `to_json` wrote. Raises SpecError for anything else."""
        try:
            known = dict(values)
            first, second = (_engine_from_json(engine) for engine in known["engines"])
            known["engines"] = (first, second)
            known["settings"] = GameSettings(**known["settings"])
            known["sprt"] = SprtSpec(**known["sprt"]) if known["sprt"] else None
            return cls(**known)
        except (KeyError, TypeError, ValueError) as error:
            raise SpecError(f"not a match: {error}") from error

    def differences(self, other: MatchSpec) -> list[str]:
        """Name the fields in which two matches differ; the number of games may grow and is no difference."""
        names = (f.name for f in fields(self) if f.name not in ("games", "sprt"))
        return [name for name in names if getattr(self, name) != getattr(other, name)]


def _engine_from_json(values: Mapping[str, Any]) -> EngineSpec:
    return EngineSpec(values["name"], tuple(values["command"]), values["time"], tuple(values["startup"]))


def derive_seed(seed: int, *names: object) -> int:
    """Make a seed of its own for one game (or draw) from the event's seed and what it is for: 31 bits, above
    0.
    """
    text = "|".join(str(name) for name in (seed, *names))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % (2**31 - 1) + 1
