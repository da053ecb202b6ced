"""Proofs of strength: named matches, a line a game in docs/strength/NAME.jsonl, docs/strength.md made from them.

    python -m engine.match.strength NAME [--games N] [--concurrency N] [--new]     play what is missing
    python -m engine.match.strength --list | --report                              what there is; write the page

A match is benchmarks/strength/NAME.toml. Its games may be played in pieces, on any day: the lines are the truth, and
only games without a line are played. A changed file, or --new, begins a new series; earlier ones stay and no longer
count. Void games and games without a result leave no line.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import SpecError, TianyuanError
from engine.flags import Parser, whole
from engine.match import cli
from engine.match.event import check
from engine.match.live import game_line
from engine.match.record import GameId, GameRecord, Outcome, Reason
from engine.match.runner import Runner
from engine.match.schedule import match_games, opening_list
from engine.match.spec import MatchSpec
from engine.match.sprt import score_of_elo
from engine.match.store import Result, Store, write_once
from engine.match.table import MatchTable, tabulate
from engine.match.workers import LocalWorkers

PLANS, LINES, PAGE = Path("benchmarks/strength"), Path("docs/strength"), Path("docs/strength.md")
_PLAN_KEYS = {"version", "title", "engine", "opponent", "bar", "games", "concurrency", "flags"}


@dataclass(frozen=True, slots=True)
class Plan:
    """One named match.

    bar: share of points that the first engine is to reach, and where it is above one half the lower end of the 95 %
    interval is to be above one half too. key: names engines and flags, so that a changed match is another series.
    """

    name: str
    title: str
    bar: float
    concurrency: int
    key: str
    said: Mapping[str, Any]
    spec: MatchSpec

    @classmethod
    def load(cls, path: Path) -> Plan:
        """Read a plan. Raises SpecError naming what is missing or unknown, and what the match's flags raise.

        `flags` are those of `tianyuan match`. In engine and opponent {python} is this Python, $NAME comes from the
        environment, so that no machine's paths stand in the repository.
        """
        try:
            said = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise SpecError(f"{path}: {error}") from error
        if unknown := sorted(set(said) ^ _PLAN_KEYS):
            raise SpecError(f"{path}: unknown or missing: {', '.join(unknown)}")
        if said["version"] != 1 or not 0 < said["bar"] <= 1:
            raise SpecError(f"{path}: version must be 1, bar a share above 0")
        engines = [_expand(said[key]) for key in ("engine", "opponent")]
        arguments = [*engines, *said["flags"].split(), "--games", str(said["games"]), "--out", path.stem]
        flags = cli.parser().parse_args(arguments)
        counted = {k: said[k] for k in ("engine", "opponent", "flags")}
        key = hashlib.sha256(json.dumps(counted, sort_keys=True).encode()).hexdigest()[:8]
        return cls(path.stem, said["title"], said["bar"], said["concurrency"], key, counted, cli.spec_of(flags))


def _expand(command: str) -> str:
    return os.path.expandvars(command.replace("{python}", shlex.quote(sys.executable)))


class Series:
    """The lines of one match, and of them the series that counts: the last one, if it is of the present plan."""

    def __init__(self, path: Path, key: str) -> None:
        """Read what is there; a last line that was cut off in mid-write is left out and overwritten."""
        self.path, self.key = path, key
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            write_once(path, whole)
        lines = [json.loads(line) for line in whole.splitlines()]
        self.number = max((line["series"] for line in lines), default=1)
        self.games = [line for line in lines if line["series"] == self.number and "game" in line]
        if any(line["settings"] != key for line in lines if line["series"] == self.number):
            self.number, self.games = self.number + 1, []

    def begin(self) -> None:
        """Begin a new series."""
        self.number, self.games = self.number + 1, []

    def append(self, line: Mapping[str, Any]) -> None:
        """Add a line and bring it to the disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps({"series": self.number, "settings": self.key, **line}) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def played(self) -> set[int]:
        """Numbers of the games that have a line."""
        return {line["game"] for line in self.games}

    def table(self, plan: Plan) -> MatchTable:
        """The series added up."""
        results = [_result(plan, line) for line in self.games]
        names = (plan.spec.engines[0].name, plan.spec.engines[1].name)
        return tabulate(results, names, paired=plan.spec.paired, test=plan.spec.sprt)


def _line(record: GameRecord, commit: str) -> dict[str, Any]:
    """A game as its line: everything that the page and a reader who doubts it need."""
    return {
        "game": record.id.number,
        "black": record.black,
        "white": record.white,
        "outcome": str(record.outcome),
        "reason": str(record.reason),
        "result": record.result,
        "moves": len(record.moves),
        "seconds": [round(record.black_ms / 1000, 2), round(record.white_ms / 1000, 2)],
        "engines": [str(record.black_engine), str(record.white_engine)],
        "opening": record.opening,
        "seed": record.seed,
        "commit": commit,
        "date": record.finished[:10],
    }


def _result(plan: Plan, line: Mapping[str, Any]) -> Result:
    """A line as the table takes it; games of a pair share their round."""
    number = line["game"]
    pair = (number + 1) // 2 if plan.spec.paired else number
    return Result(
        GameId(plan.spec.event, pair, 1, number),
        line["black"],
        line["white"],
        Outcome(line["outcome"]),
        Reason(line["reason"]),
        None,
        line["moves"],
        round(1000 * line["seconds"][0]),
        round(1000 * line["seconds"][1]),
        "runner",
        line["date"],
        "",
    )


def commit_of(folder: Path) -> str:
    """The commit that plays, with `+` when files were changed since; `unknown` outside of a checkout."""
    try:
        git = ["git", "-C", str(folder)]
        head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
        changed = subprocess.run(
            [*git, "status", "--porcelain", "engine", "gocore"], capture_output=True, text=True, check=True
        )
        return head.stdout.strip() + ("+" if changed.stdout.strip() else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def play(root: Path, name: str, *, games: int | None = None, concurrency: int | None = None, new: bool = False) -> bool:
    """Play what is missing of a match, at most `games` games; returns whether nothing is missing now.

    Raises SpecError where there is no such match, or an engine fails its check.
    """
    plan = _plan(root, name)
    series = Series(root / LINES / f"{name}.jsonl", plan.key)
    if new:
        series.begin()
    check(plan.spec)
    commit = commit_of(root)
    missing = [j for j in match_games(plan.spec, opening_list(plan.spec)) if j.id.number not in series.played()]
    if not series.games and missing:
        series.append({"title": plan.title, **plan.said})

    def on_record(record: GameRecord) -> None:
        if record.outcome is not Outcome.VOID:
            series.append(line := _line(record, commit))
            series.games.append({"series": series.number, **line})
        table = series.table(plan)
        print(f"[{len(series.games)}/{plan.spec.games}] {game_line(record)} | {table.score}, {table.elo}", flush=True)

    def decided() -> bool:
        test = series.table(plan).test
        return test is not None and bool(test.decision)

    with (
        tempfile.TemporaryDirectory() as scratch,
        Store.create(Path(scratch) / name) as store,
        contextlib.closing(LocalWorkers(concurrency or plan.concurrency)) as workers,
    ):
        complete = Runner(store, workers, on_record=on_record, stop=decided).run(missing[:games])
    write_page(root)
    return (complete and len(missing[:games]) == len(missing)) or decided()


def _plan(root: Path, name: str) -> Plan:
    path = root / PLANS / f"{name}.toml"
    if not path.is_file():
        raise SpecError(f"no match {name!r}; there are: {', '.join(names(root)) or 'none'}")
    return Plan.load(path)


def names(root: Path) -> list[str]:
    """The names of all matches."""
    return sorted(path.stem for path in (root / PLANS).glob("*.toml"))


def page(root: Path) -> str:
    """docs/strength.md from the plans and lines that there are."""
    rows = []
    for name in names(root):
        plan = _plan(root, name)
        series = Series(root / LINES / f"{name}.jsonl", plan.key)
        rows.append(_row(plan, series))
    return (
        "# Strength, as measured\n\n"
        "Made by `make strength MATCH=name` from the lines of `docs/strength/`; do not edit. Opening pairs with\n"
        "colours swapped; the interval is 95 %, from the pairs. A bar is met when the score reaches it and, for bars\n"
        "above 50 %, the lower end of the interval is above 50 %.\n\n"
        "| match | what | bar | games | score | interval | Elo | verdict | commits |\n"
        "|---|---|---|---|---|---|---|---|---|\n" + "".join(rows)
    )


def _row(plan: Plan, series: Series) -> str:
    table = series.table(plan)
    counted = table.games - table.none
    if not counted:
        cells = ["0", "-", "-", "-", "not played", "-"]
    else:
        score = (table.wins + table.draws / 2) / counted
        low, high = score_of_elo(table.elo.low), score_of_elo(table.elo.high)
        met = score >= plan.bar and (plan.bar <= 0.5 or low > 0.5)
        done = len(series.games) >= plan.spec.games or (table.test is not None and bool(table.test.decision))
        verdict = ("met" if met else "not met") if done else f"open ({plan.spec.games} games wanted)"
        commits = sorted({line["commit"] for line in series.games})
        shown = ", ".join(commits[:3]) + (" …" if len(commits) > 3 else "")
        elo = str(table.elo).removeprefix("Elo ").partition(" (95 %)")[0]
        cells = [str(counted), f"{100 * score:.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %", elo, verdict, shown]
    return f"| {plan.name} | {plan.title} | {100 * plan.bar:g} % | " + " | ".join(cells) + " |\n"


def write_page(root: Path) -> None:
    """Write docs/strength.md anew."""
    write_once(root / PAGE, page(root))


def main(argv: Sequence[str]) -> int:
    """The command; exit status 0 done, 1 stopped before the end, 2 not possible."""
    parser = Parser(prog="python -m engine.match.strength", description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="?", help="a match of benchmarks/strength")
    parser.add_argument("--games", type=whole(1, 100_000), metavar="N", help="play at most N games now")
    parser.add_argument("--concurrency", type=whole(1, 256), metavar="N", help="games at a time")
    parser.add_argument("--new", action="store_true", help="begin a new series")
    parser.add_argument("--list", action="store_true", help="name the matches")
    parser.add_argument("--report", action="store_true", help="write docs/strength.md")
    flags = parser.parse_args(argv)
    root = Path.cwd()
    try:
        if flags.report:
            write_page(root)
        if flags.list or (flags.name is None and not flags.report):
            print("\n".join(f"{name}: {_plan(root, name).title}" for name in names(root)))
        if flags.name is None:
            return 0
        return 0 if play(root, flags.name, games=flags.games, concurrency=flags.concurrency, new=flags.new) else 1
    except TianyuanError as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
