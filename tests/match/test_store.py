"""The store: issued once, fixed once, corrected by new rows, locked to one writer, exported."""

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest

from engine.errors import StoreError
from engine.match.record import GameId, GameRecord, MovePlayed, Outcome, Reason
from engine.match.schema import VERSION
from engine.match.spec import EngineSpec, GameJob, GameSettings
from engine.match.store import Issued, Store

JOB = GameJob(
    id=GameId("ev", 1, 1, 1),
    black=EngineSpec("A", ("a",)),
    white=EngineSpec("B", ("b",)),
    settings=GameSettings(width=9, height=9),
    seed=7,
)


def played(number: int = 1, **changes: object) -> GameRecord:
    values: dict[str, object] = {
        "id": GameId("ev", 1, 1, number),
        "black": "A",
        "white": "B",
        "outcome": Outcome.WHITE,
        "reason": Reason.SCORE,
        "margin2": -3,
        "moves": (MovePlayed(1, 40, 10), MovePlayed(2, 41, 20)),
        "finished": "2026-01-01T00:00:00+00:00",
    }
    return GameRecord(**(values | changes))  # type: ignore[arg-type]


def issue(store: Store, *numbers: int) -> None:
    store.issue(Issued(GameId("ev", 1, 1, n), "A", "B") for n in numbers)


def test_a_game_is_issued_fixed_and_read_again(tmp_path: Path) -> None:
    with Store.create(tmp_path / "out") as store:
        store.issue([Issued.of(JOB)])
        store.issue([Issued.of(JOB)])
        assert [game.job for game in store.pending()] == [JOB]
        assert store.fix(played(), "(;GM[1])\n")
        assert store.pending() == []
    with Store.open(tmp_path / "out") as store:
        result = store.result(JOB.id)
        assert result is not None
        assert (result.winner, result.text, result.plies, result.corrected) == ("B", "W+1.5", 2, 0)
        assert store.record(JOB.id) == played()
        assert list(store.records()) == [played()]
        assert (tmp_path / "out" / result.sgf).read_text() == "(;GM[1])\n"
        assert [game.seed for game in store.issued()] == [7]


def test_a_late_twin_is_dropped(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        issue(store, 1)
        assert store.fix(played(), "first")
        assert not store.fix(played(outcome=Outcome.BLACK), "second")
        result = store.result(played().id)
        assert result is not None
        assert result.outcome is Outcome.WHITE
        assert (tmp_path / "games" / "ev-1-1-1.sgf").read_text() == "first"


def test_an_id_means_one_game(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        issue(store, 1)
        with pytest.raises(StoreError, match="given out before for A against B"):
            store.issue([Issued(GameId("ev", 1, 1, 2), "A", "B"), Issued(GameId("ev", 1, 1, 1), "B", "A")])
        assert len(store.issued()) == 1, "a refused call writes nothing"
        with pytest.raises(StoreError, match="not given out"):
            store.fix(played(2))
        with pytest.raises(StoreError, match="not given out"):
            store.fix(played(1, black="C"))


def test_a_void_game_stays_pending(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        issue(store, 1)
        void = played(outcome=Outcome.VOID, reason=Reason.HARNESS, detail="no such program")
        assert store.fix(void)
        assert store.fix(void)
        assert store.voids(void.id) == [(Reason.HARNESS, "no such program")] * 2
        assert [game.id for game in store.pending()] == [void.id]
        assert store.fix(played())
        assert store.pending() == []


def test_corrections_are_new_rows_and_the_latest_counts(tmp_path: Path) -> None:
    id = played().id
    with Store.create(tmp_path) as store:
        issue(store, 1, 2)
        store.fix(played(1))
        store.fix(played(2))
        store.correct(id, Outcome.BLACK, Reason.SCORE, 5, why="miscounted", source="referee")
        store.correct(id, Outcome.DRAW, Reason.RULING, why="both agreed", source="referee")
        result = store.result(id)
        assert result is not None
        assert (result.outcome, result.reason, result.margin2, result.corrected) == (
            Outcome.DRAW,
            Reason.RULING,
            None,
            2,
        )
        assert store.record(id) == played(), "what was played stays what it was"
        assert [row["why"] for row in store.corrections(id)] == ["miscounted", "both agreed"]
        assert [r.corrected for r in store.results()] == [2, 0]
        with pytest.raises(StoreError, match="say why"):
            store.correct(id, Outcome.BLACK, Reason.RULING, why=" ", source="x")
        with pytest.raises(StoreError, match="no result"):
            store.correct(GameId("ev", 9, 9, 9), Outcome.BLACK, Reason.RULING, why="x", source="x")
        with pytest.raises(StoreError, match="void"):
            store.correct(id, Outcome.VOID, Reason.RULING, why="x", source="x")


@pytest.mark.parametrize("table", ["game", "result", "correction", "void", "note"])
def test_the_database_itself_forbids_change(tmp_path: Path, table: str) -> None:
    with Store.create(tmp_path) as store:
        issue(store, 1, 2)
        store.fix(played(2, outcome=Outcome.VOID, reason=Reason.HARNESS, detail="x"))
        store.fix(played(1))
        store.correct(played().id, Outcome.DRAW, Reason.RULING, why="x", source="x")
        store.note("check", {"engine": "A"})
    with sqlite3.connect(tmp_path / "event.db") as db:
        assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] >= 1
        for change in (
            f"DELETE FROM {table}",
            f"UPDATE {table} SET rowid = 5" if table not in ("game", "result") else f"UPDATE {table} SET number = 5",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="never changed"):
                db.execute(change)


def test_one_writer_many_readers(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        with pytest.raises(StoreError, match="in use"):
            Store.open(tmp_path)
        issue(store, 1)
        with Store.read(tmp_path) as reader:
            store.fix(played())
            assert len(reader.results()) == 1, "a reader sees what was committed"
            with pytest.raises(StoreError):
                reader.note("x", 1)
    Store.open(tmp_path).close()


def test_folders_that_hold_something_else(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no event"):
        Store.open(tmp_path)
    Store.create(tmp_path).close()
    with pytest.raises(StoreError, match="already holds"):
        Store.create(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "event.db").write_text("not a database, but long enough to be looked at by the library " * 20)
    for opener in (Store.create, Store.open, Store.read):
        with pytest.raises(StoreError, match="not an event's database"):
            opener(other)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError):
        Store.create(tmp_path / "file" / "x")


def test_a_full_disk_is_said_in_one_line_and_nothing_is_half_written(tmp_path: Path) -> None:
    with Store.create(tmp_path / "ev") as store:
        store.note("first", 1)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match=r"event\.db: database or disk is full"):
            store.note("long", "x" * 100_000)
        assert store.notes() == [(1, "first", 1)]
        store._db.execute("PRAGMA max_page_count = 100000")
        assert store.note("second", 2) == 2


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        store.set_meta(version="99")
    with pytest.raises(StoreError, match="version 99"):
        Store.open(tmp_path)
    with pytest.raises(StoreError, match="version 99"):
        Store.read(tmp_path)


def test_a_creation_that_was_killed_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / ".event.db.tmp").write_text("half a database")
    with Store.create(tmp_path, kind="match") as store:
        assert store.issued() == []
        assert store.meta("kind") == "match"
    assert not (tmp_path / ".event.db.tmp").exists()


def test_an_empty_file_is_no_event_and_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "event.db").touch()
    for opener in (Store.create, Store.open):
        with pytest.raises(StoreError, match="not an event's database"):
            opener(tmp_path)
    assert (tmp_path / "event.db").stat().st_size == 0


def test_half_written_files_are_swept(tmp_path: Path) -> None:
    Store.create(tmp_path).close()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / ".ev-1-1-1.sgf.99.tmp").write_text("(;GM")
    Store.open(tmp_path).close()
    assert list((tmp_path / "games").iterdir()) == []


def test_the_ledger_keeps_its_order(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        assert store.note("check", {"name": "A"}) < store.note("withdraw", ["B", 3])
        store.note("check", None)
        assert [value for _, _, value in store.notes("check")] == [{"name": "A"}, None]
        assert [kind for _, kind, _ in store.notes()] == ["check", "withdraw", "check"]


def test_exports(tmp_path: Path) -> None:
    with Store.create(tmp_path) as store:
        issue(store, 1, 2, 10)
        store.fix(played(10), "(;)")
        store.fix(played(2, outcome=Outcome.NONE, reason=Reason.NO_RESULT, margin2=None))
        rows = list(csv.DictReader(io.StringIO(store.export_csv())))
        assert [row["game"] for row in rows] == ["ev-1-1-2", "ev-1-1-10"]
        assert [row["result"] for row in rows] == ["Void", "W+1.5"]
        assert [row["winner"] for row in rows] == ["", "B"]
        whole = json.loads(store.export_json())
        assert whole["meta"]["version"] == VERSION
        assert whole["pending"] == ["ev-1-1-1"]
        assert GameRecord.from_json(whole["games"][1]["record"]) == played(10)
