"""A match from its spec to its report: store opened or resumed, engines checked, games played, results
written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from engine.errors import SpecError
from engine.match.openings import Opening
from engine.match.record import GameRecord, Outcome
from engine.match.report import html_report, records_of
from engine.match.runner import Runner, check_engines
from engine.match.schedule import match_games, opening_list, repeated
from engine.match.spec import GameJob, MatchSpec
from engine.match.store import Store, write_once
from engine.match.table import MatchTable, find_duplicates, tabulate
from engine.match.workers import Workers

Watch = Callable[[MatchTable, list[GameJob], GameRecord | None], None]
"""Told a few times a second how the match stands, which games are under way, and of each record as it comes."""


def check(spec: MatchSpec) -> None:
    """Start both engines once and set them up. Raises SpecError with what is wrong."""
    if problems := check_engines(spec.engines, spec.settings):
        raise SpecError("; ".join(problems))


class Match:
    """A match of two engines and its store.

    Use as a context manager. `spec` is the match as asked for; a resumed one may have more games than it had
    before.
    """

    def __init__(self, spec: MatchSpec, store: Store, starts: list[Opening]) -> None:
        """For `begin` and `resume` only."""
        self.spec, self.store, self.starts = spec, store, starts
        self.stopped: dict[tuple[str, str], str] = {}

    @classmethod
    def begin(cls, spec: MatchSpec, folder: Path) -> Match:
        """Make a new match in an empty folder. Raises StoreError where the folder holds an event already."""
        starts = opening_list(spec)
        store = Store.create(folder, kind="match", spec=json.dumps(spec.to_json()))
        return cls(spec, store, starts)

    @classmethod
    def resume(cls, folder: Path, spec: MatchSpec | None = None) -> Match:
        """Go on with a match where it was stopped.

        spec: what is asked for now, None to take what was asked for. Only games and test may differ. Raises
        SpecError naming what else does, StoreError where there is nothing to resume.
        """
        store = Store.open(folder)
        try:
            known = cls._of(store)
            if spec is not None and (changed := known.differences(spec)):
                raise SpecError(f"{folder} holds a match with other {', '.join(changed)}: choose another folder")
            chosen = spec or known
            match = cls(chosen, store, opening_list(chosen))
            store.set_meta(spec=json.dumps(chosen.to_json()))
            return match
        except BaseException:
            store.close()
            raise

    @classmethod
    def known(cls, folder: Path) -> MatchSpec:
        """Return what the match of a folder was asked for. Raises SpecError or StoreError where there is none."""
        with Store.read(folder) as store:
            return cls._of(store)

    @staticmethod
    def _of(store: Store) -> MatchSpec:
        kept = store.meta("spec")
        if store.meta("kind") != "match" or kept is None:
            raise SpecError(f"{store.folder} holds no match")
        return MatchSpec.from_json(json.loads(kept))

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *exc: object) -> None:
        self.store.close()

    def warnings(self) -> list[str]:
        """What is odd about the match, a line each."""
        if not repeated(self.spec, self.starts):
            return []
        return [f"{len(self.starts)} openings for {self.spec.games} games: engines without chance will repeat games"]

    def table(self, duplicates: bool = False) -> MatchTable:
        """How the match stands. duplicates: look for repeated games too, which reads every record."""
        spec = self.spec
        names = (spec.engines[0].name, spec.engines[1].name)
        found = find_duplicates(self.store.records()) if duplicates else ()
        return tabulate(self.store.results(), names, paired=spec.paired, test=spec.sprt, duplicates=found)

    def play(
        self,
        workers: Workers,
        watch: Watch = lambda table, jobs, record: None,
        on_interrupt: Callable[[], None] = lambda: None,
    ) -> bool:
        """Play what is missing and write the results; returns whether the match is over (all played, or
        decided).
        """
        current = self.table()

        def on_record(record: GameRecord) -> None:
            nonlocal current
            if record.outcome is not Outcome.VOID:
                current = self.table()
            watch(current, list(runner.started.values()), record)

        def decided() -> bool:
            return current.test is not None and bool(current.test.decision)

        transcripts = str((self.store.folder / "transcripts").resolve()) if self.spec.transcripts else ""
        jobs = match_games(self.spec, self.starts, transcripts)
        runner = Runner(self.store, workers, on_record=on_record, stop=decided, on_interrupt=on_interrupt)
        try:
            complete = runner.run(jobs, poll=lambda: watch(current, list(runner.started.values()), None))
        finally:
            self.stopped = runner.stopped
            self.write()
        return complete or decided()

    def write(self) -> MatchTable:
        """Write summary.json, games.csv and report.html beside the database; returns the table they show."""
        table = self.table(duplicates=True)
        folder = self.store.folder
        write_once(folder / "summary.json", json.dumps(table.to_json(), indent=1, allow_nan=False) + "\n")
        write_once(folder / "games.csv", self.store.export_csv())
        results = self.store.results()
        write_once(folder / "report.html", html_report(self.spec, table, results, records_of(folder, results)))
        return table
