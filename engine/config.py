"""Every option of the engine as one row: name, type, range, unit, default, help.

The same rows make the flags of the command line, the keys of the TOML file and the parameters that GTP can
read and set. Where they disagree the later of these wins: defaults, profile, file, flags, GTP.
"""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import ConfigError
from engine.wording import unfit, whole_number

if TYPE_CHECKING:
    from argparse import ArgumentParser

Kind = Literal["int", "float", "bool", "text", "choice"]


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table.

    default None means "left open", which `help` explains. low and high are inclusive. live: GTP may change it
    while the engine runs. kata: the name that KataGo's `kata-set-param` knows it by.
    """

    name: str
    kind: Kind
    default: Any
    help: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    live: bool = False
    kata: str = ""

    @property
    def flag(self) -> str:
        """The option as the command line writes it."""
        return "--" + self.name.replace("_", "-")

    @property
    def range_text(self) -> str:
        """What values are allowed, for people."""
        if self.kind == "choice":
            return "|".join(self.choices)
        if self.kind == "bool":
            return "true|false"
        if self.low is None or self.high is None:
            return self.kind
        return f"{_plain(self.low)} to {_plain(self.high)}"

    def parse(self, value: object) -> Any:
        """Check a value, or read it from text. Raises ConfigError with the option's name and range."""
        try:
            return self._parsed(value)
        except ValueError:
            unit = f" {self.unit}" if self.unit else ""
            long = isinstance(value, int) and value.bit_length() > 200  # Python writes no number of 4,300 digits
            shown = "a number of so many digits" if long else repr(str(value)[:60])
            raise ConfigError(f"{self.name}: {shown} is not allowed; it takes {self.range_text}{unit}") from None

    def _parsed(self, value: object) -> Any:
        if self.kind in ("text", "choice"):
            if not isinstance(value, str) or (self.kind == "choice" and value not in self.choices):
                raise ValueError
            if unfit(value):  # it would break an answer, or the file that `--write-config` writes
                raise ValueError
            return value
        if self.kind == "bool":
            if isinstance(value, bool):
                return value
            word = str(value).lower()
            if word not in _YES + _NO:
                raise ValueError
            return word in _YES
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError
        number = _read(value, whole=self.kind == "int") if isinstance(value, str) else value
        if number is None or (self.low is not None and self.high is not None and not self.low <= number <= self.high):
            raise ValueError
        if self.kind == "int" and number != int(number):
            raise ValueError
        return int(number) if self.kind == "int" else float(number)

    def show(self, value: object) -> str:
        """Write a value as the flags and GTP read it; nothing for one left open."""
        if value is None:
            return ""
        return str(value).lower() if isinstance(value, bool) else str(value)


def _read(text: str, whole: bool) -> float | None:
    """Read a number as people write it, whole or not; None for what is none."""
    if whole:
        return whole_number(text)
    return float(text) if _REAL.fullmatch(text) else None


def _plain(number: float) -> str:
    """Write a limit without an exponent."""
    return str(int(number)) if number == int(number) else f"{number:g}"


_REAL = re.compile(r"[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.ASCII | re.IGNORECASE)
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
"""What is taken as a truth value; GoGui's dialogue says 1 and 0."""


PROFILES: Mapping[str, Mapping[str, object]] = {
    "none": {},
    "sabaki": {},
    "kgs": {"ponder": False, "lag": 500},
    "ogs": {"ponder": False, "lag": 1000},
    "lizzie": {"version_string": "0.17"},
}
"""What a client needs that others do not. An empty row says that the client works as we are."""

OPTIONS: tuple[Option, ...] = (
    Option("size", "text", "19", "board size at the start, N, WxH or W:H, in lines"),
    Option("komi", "text", None, "komi at the start, in points; left open: the rule set's own"),
    Option("rules", "text", "chinese-1988", "rule set by name, or KataGo's JSON"),
    Option("level", "int", None, "playing strength; left open: full", "", 1, 20, live=True),
    Option("variety", "float", 1.0, "freedom among equally good moves in the opening", "", 0.0, 1.0, live=True,
           kata="chosenMoveTemperatureEarly"),
    Option("net", "text", None, "network file, or `none` for playouts; left open: the package's own"),
    Option("threads", "int", None, "search threads; left open: the cores this process may use", "", 1, 256,
           live=True, kata="numSearchThreads"),
    Option("visits", "int", None, "limit of a search; left open: none", "visits", 1, 10**12,
           live=True, kata="maxVisits"),
    Option("time", "text", None, "time system at the start, as `300+5x30`; left open: none"),
    Option("time_per_move", "float", 1.0, "time for a move when no time system is set", "s", 0.001, 86400.0,
           live=True, kata="maxTime"),
    Option("memory", "int", 192, "limit of the search tree", "MiB", 16, 2**20),
    Option("seed", "int", None, "seed of everything random; left open: a new one each start", "", 0, 2**63 - 1,
           live=True),
    Option("ponder", "bool", False, "think during the opponent's time", live=True, kata="ponderingEnabled"),
    Option("resign", "float", 0.05, "resign below this probability of winning; 0: never", "", 0.0, 0.5,
           live=True, kata="resignThreshold"),
    Option("lag", "int", 100, "time kept back each move for pipes and network", "ms", 0, 60000, live=True),
    Option("log", "text", None, "file that takes every line in and out, and a line a search"),
    Option("name", "text", "Tianyuan", "answer to `name`"),
    Option("version_string", "text", None, "answer to `version`; left open: our own"),
    Option("profile", "choice", "none", "what one client needs that others do not", choices=tuple(PROFILES)),
)  # fmt: skip
"""The table."""

BY_NAME: Mapping[str, Option] = {option.name: option for option in OPTIONS}
_KATA = {option.kata: option for option in OPTIONS if option.kata}


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in force, a field a row of OPTIONS; None is a value left open."""

    size: str = "19"
    komi: str | None = None
    rules: str = "chinese-1988"
    level: int | None = None
    variety: float = 1.0
    net: str | None = None
    threads: int | None = None
    visits: int | None = None
    time: str | None = None
    time_per_move: float = 1.0
    memory: int = 192
    seed: int | None = None
    ponder: bool = False
    resign: float = 0.05
    lag: int = 100
    log: str | None = None
    name: str = "Tianyuan"
    version_string: str | None = None
    profile: str = "none"

    def with_(self, values: Mapping[str, object]) -> "Settings":
        """Return settings with some values changed; each may be text. Raises ConfigError and changes
        nothing.
        """
        parsed: dict[str, Any] = {}
        for name, value in values.items():
            option = BY_NAME.get(name)
            if option is None:
                raise ConfigError(f"unknown option {name!r}; known: {', '.join(BY_NAME)}")
            parsed[name] = None if value is None and option.default is None else option.parse(value)
        return replace(self, **parsed)

    @property
    def search_threads(self) -> int:
        """The number of search threads: what was asked for, else the cores this process may use."""
        return self.threads or usable_cores()

    @property
    def board_size(self) -> tuple[int, int]:
        """Columns and rows of `size`. Raises ConfigError."""
        return parse_size(self.size)


def usable_cores() -> int:
    """Count the cores that this process may use, where the system tells; else all."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parse_size(text: str) -> tuple[int, int]:
    """Read `19`, `19x13` or `19:13` as columns and rows, 1 to 25 each. Raises ConfigError."""
    match = re.fullmatch(r"([0-9]{1,2})(?:[x:]([0-9]{1,2}))?", text.strip(), re.ASCII)
    width = int(match[1]) if match else 0
    height = int(match[2] or match[1]) if match else 0
    if not (1 <= width <= 25 and 1 <= height <= 25):
        raise ConfigError(f"size: {text[:60]!r} is not allowed; it takes N, WxH or W:H, 1 to 25 lines")
    return width, height


def file_path(text: str) -> Path:
    """Return the file that an option names; `~` is a home folder where there is one."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # of nobody whom this machine knows
        return Path(text)


def find_live(name: str) -> Option:
    """Find an option that GTP may change, by its name or KataGo's. Raises ConfigError."""
    option = BY_NAME.get(name) or _KATA.get(name)
    if option is None or not option.live:
        known = ", ".join(option.name for option in OPTIONS if option.live)
        raise ConfigError(f"unknown parameter {name[:60]!r}; known: {known}")
    return option


def live_names() -> list[str]:
    """Names of the options that GTP may change, KataGo's names after ours."""
    return [option.name for option in OPTIONS if option.live] + list(_KATA)


def read_toml(path: Path | str) -> dict[str, object]:
    """Read a configuration file: option names as keys, nothing nested.

    Raises ConfigError that names the file, and the key that is unknown or has a wrong value.
    """
    import tomllib

    try:
        values = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))  # some editors put a mark of order first
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from None
    found: dict[str, object] = {}
    for key, value in values.items():
        name = key.replace("-", "_")
        if name not in BY_NAME:
            raise ConfigError(f"{path}: unknown key {key!r}; known: {', '.join(BY_NAME)}")
        if name in ("size", "komi", "time") and isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        try:
            found[name] = BY_NAME[name].parse(value)
        except ConfigError as error:
            raise ConfigError(f"{path}: {error}") from None
    return found


def write_toml(settings: Settings) -> str:
    """Write settings as a commented file that `read_toml` reads.

    What the profile says, and elsewhere the defaults, is commented out: another profile, or a later version, may have
    others.
    """
    rows = ["# Tianyuan's options. A line that begins with # is not in force: it shows what holds without it."]
    given = Settings().with_(PROFILES[settings.profile])
    for option in OPTIONS:
        value = getattr(settings, option.name)
        unit = f" {option.unit}" if option.unit else ""
        rows.append(f"\n# {option.help} ({option.range_text}{unit})")
        text = "" if value is None else option.show(value)
        if option.kind in ("text", "choice"):
            text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        elif value is None:
            text = f"{option.low:g}" if option.low is not None else "0"
        rows.append(f"{'# ' if value == getattr(given, option.name) else ''}{option.name} = {text}")
    return "\n".join(rows) + "\n"


def add_flags(parser: "ArgumentParser") -> None:
    """Add a flag for each row of the option table."""
    for option in OPTIONS:
        unit = f" {option.unit}" if option.unit else ""
        shown = "" if option.default is None else f"; default {option.show(option.default)}"
        text = f"{option.help} ({option.range_text}{unit}{shown})".replace("%", "%%")
        meta = option.kind.upper() if option.kind != "choice" else None
        parser.add_argument(
            option.flag,
            dest=option.name,
            metavar=meta,
            help=text,
            nargs="?" if option.kind == "bool" else None,
            const="true" if option.kind == "bool" else None,
        )
    parser.add_argument("--config", metavar="FILE", help="TOML file with the same names as keys; flags win")


def resolve(flags: Mapping[str, object], file: Path | str | None = None) -> Settings:
    """Put defaults, profile, file and flags together. Raises ConfigError."""
    values = read_toml(file) if file is not None else {}
    settings = Settings().with_({**values, **flags})
    return Settings().with_({**PROFILES[settings.profile], **values, **flags})


def table_matches() -> Iterable[str]:
    """Name what OPTIONS and Settings disagree on: nothing, or the tests fail."""
    for field, option in zip(fields(Settings), OPTIONS, strict=True):
        if field.name != option.name or field.default != option.default:
            yield option.name
