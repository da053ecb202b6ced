"""The kind `match`: two engines, openings in pairs with colours swapped, and a bar for the score of the first."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import SpecError
from engine.match import cli
from engine.match.event import check
from engine.match.live import game_line
from engine.match.record import GameId, GameRecord, Outcome, Reason
from engine.match.runner import Runner
from engine.match.schedule import match_games, opening_list
from engine.match.spec import GameJob
from engine.match.sprt import score_of_elo
from engine.match.store import Result, Store
from engine.match.strength.proof import Proof, Shelf, Take, check_environment, count, filled_in, share
from engine.match.strength.series import Line, Name, Series
from engine.match.table import MatchTable, tabulate
from engine.match.workers import LocalWorkers


class MatchProof(Proof[GameJob]):
    """A match. Void games and games without a result leave no line.

    bar: share of points that the first engine is to reach, and where it is above one half the lower end of the 95 %
    interval is to be above one half too. `flags` are those of `tianyuan match`. `black` (`engine` or `opponent`) gives
    one side Black, and with --handicap the stones, in every game. `resigns_from`: the bar is instead that the first
    engine never resigns before this move.
    """

    heading = "Matches"
    intro = (
        "Opening pairs with colours swapped; the interval is 95 %, from the pairs. A bar is met when the score reaches "
        "it and, for bars\nabove 50 %, the lower end of the interval is above 50 %."
    )
    columns = ("match", "what", "bar", "games", "score", "interval", "Elo", "verdict", "commits")
    keys = frozenset({"engine", "opponent", "games", "flags"})
    optional = frozenset({"bar", "black", "resigns_from"})
    counted = ("engine", "opponent", "flags", "black")

    def __init__(self, name: str, plan: Mapping[str, Any]) -> None:
        """Take a plan. Raises SpecError, and what the match's flags raise."""
        super().__init__(name, plan)
        if ("bar" in plan) == ("resigns_from" in plan):
            raise SpecError("either bar or resigns_from")
        self.bar = share(plan, "bar") if "bar" in plan else 0.0
        self.resigns_from = count(plan, "resigns_from") if "resigns_from" in plan else 0
        self.wanted = count(plan, "games")
        engines = [filled_in(plan[key]) for key in ("engine", "opponent")]
        arguments = [*engines, *plan["flags"].split(), "--games", str(self.wanted), "--out", name]
        self.spec = cli.spec_of(cli.parser().parse_args(arguments))
        self.black = ""
        if "black" in plan:
            sides = {key: spec.name for key, spec in zip(("engine", "opponent"), self.spec.engines, strict=True)}
            if plan["black"] not in sides:
                raise SpecError(f"black {plan['black']!r}: engine or opponent")
            self.black = sides[plan["black"]]
            self.spec = replace(self.spec, games=2 * self.wanted, paired=False)  # of which every other one is played

    def check(self) -> None:
        """Start both engines once. Raises SpecError with what is wrong."""
        check_environment(self.spec.engines)
        check(self.spec)

    def units(self) -> dict[Name, GameJob]:
        """The games by number; where one side always has Black, those in which it has."""
        jobs = match_games(self.spec, opening_list(self.spec))
        return {job.id.number: job for job in jobs if self.black in ("", job.black.name)}

    def run(self, units: Sequence[GameJob], concurrency: int, series: Series, take: Take) -> bool:
        """Play games; a sequential test may end them early."""

        def on_record(record: GameRecord) -> None:
            take(None if record.outcome is Outcome.VOID else _line(record), game_line(record))

        with (
            tempfile.TemporaryDirectory() as scratch,
            Store.create(Path(scratch) / self.name) as store,
            contextlib.closing(LocalWorkers(concurrency)) as workers,
        ):
            return Runner(store, workers, on_record=on_record, stop=lambda: self._decided(series)).run(units)

    def table(self, series: Series) -> MatchTable:
        """The series added up."""
        results = [self._result(line) for line in series.lines]
        names = (self.spec.engines[0].name, self.spec.engines[1].name)
        return tabulate(results, names, paired=self.spec.paired, test=self.spec.sprt)

    def score(self, series: Series) -> str:
        """Score and Elo."""
        table = self.table(series)
        return f"{table.score}, {table.elo}"

    def over(self, series: Series) -> bool:
        """Whether all games are played, or the test has decided."""
        return super().over(series) or self._decided(series)

    def _decided(self, series: Series) -> bool:
        test = self.table(series).test
        return test is not None and bool(test.decision)

    def met(self, series: Series, shelf: Shelf) -> bool:
        """Whether the score reaches the bar, or nobody resigned too early."""
        if self.resigns_from:
            return not self.failed(series)
        score, low, _ = self._measured(self.table(series))
        return score >= self.bar and (self.bar <= 0.5 or low > 0.5)

    def failed(self, series: Series) -> bool:
        """Whether the first engine has resigned before it may."""
        return any(self._resigned_early(line) for line in series.lines)

    def _resigned_early(self, line: Line) -> bool:
        loser = {"black": line["white"], "white": line["black"]}.get(line["outcome"])
        early = line["reason"] == Reason.RESIGN and line["moves"] < self.resigns_from
        return early and loser == self.spec.engines[0].name

    def cells(self, series: Series, shelf: Shelf) -> list[str]:
        """Bar, games, score, interval, Elo."""
        table = self.table(series)
        bar = f"no resignation before move {self.resigns_from}" if self.resigns_from else f"{100 * self.bar:g} %"
        counted = table.games - table.none
        if not counted:
            return [bar, "0", "-", "-", "-"]
        score, low, high = self._measured(table)
        elo = str(table.elo).removeprefix("Elo ").partition(" (95 %)")[0]
        return [bar, str(counted), f"{100 * score:.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %", elo]

    @staticmethod
    def _measured(table: MatchTable) -> tuple[float, float, float]:
        """Score and its interval."""
        counted = max(1, table.games - table.none)
        score = (table.wins + table.draws / 2) / counted
        return score, score_of_elo(table.elo.low), score_of_elo(table.elo.high)

    def _result(self, line: Line) -> Result:
        """A line as the table takes it; games of a pair share their round."""
        number = line["game"]
        pair = (number + 1) // 2 if self.spec.paired else number
        return Result(
            GameId(self.spec.event, pair, 1, number),
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


def _line(record: GameRecord) -> Line:
    """A game as its line."""
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
    }
