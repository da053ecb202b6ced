"""The database of an event: SQLite in WAL mode with one writer, and one SGF file a game. It alone is the
truth.

A game is issued (who, with which seed), then fixed once: the SGF is written under a temporary name and
renamed, then the result is committed. Whatever is killed between, the game is either fixed or still pending.
Results and corrections are never changed: triggers forbid it, a correction is a row of its own, and the
latest one counts.

Tables: meta, game (issued), result, correction, void (attempts that were no one's fault), note (an
append-only ledger: start-up checks, and whatever an event's director enters).
"""

from __future__ import annotations

import contextlib
import csv
import fcntl
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.errors import StoreError
from engine.files import write_whole
from engine.match.record import GameId, GameRecord, Outcome, Reason, as_result
from engine.match.schema import KEY, SCHEMA, VERSION
from engine.match.spec import GameJob

_CSV_FIELDS = (
    "game",
    "black",
    "white",
    "result",
    "winner",
    "reason",
    "moves",
    "black_ms",
    "white_ms",
    "corrected",
    "sgf",
)


@dataclass(frozen=True, slots=True)
class Issued:
    """A game that was given out: players, opening, seed, and the job for a worker (None between people)."""

    id: GameId
    black: str
    white: str
    opening: str = ""
    seed: int = 0
    job: GameJob | None = None

    @classmethod
    def of(cls, job: GameJob) -> Issued:
        """The row of a game between engines."""
        return cls(job.id, job.black.name, job.white.name, job.opening.name, job.seed, job)


@dataclass(frozen=True, slots=True)
class Result:
    """The result that counts for a game: as played, or as last corrected (`corrected` says how often)."""

    id: GameId
    black: str
    white: str
    outcome: Outcome
    reason: Reason
    margin2: int | None
    plies: int
    black_ms: int
    white_ms: int
    source: str
    finished: str
    sgf: str
    corrected: int = 0

    @property
    def winner(self) -> str | None:
        """The winning player's name, None for a draw or no result."""
        return {Outcome.BLACK: self.black, Outcome.WHITE: self.white}.get(self.outcome)

    @property
    def text(self) -> str:
        """The result as SGF writes it."""
        return as_result(self.outcome, self.reason, self.margin2).sgf()


def now() -> str:
    """The time as records keep it: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write_once(path: Path, text: str) -> None:
    """Write a whole file or nothing, its folder too, and have it on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text, sync=True)


class Store:
    """An event's folder opened for writing: `event.db`, `games/ID.sgf`. One process at a time may hold it.

    Use `Store.create` or `Store.open`; reading alone (`Store.read`) takes no lock and works beside a writer.
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection, lock: io.IOBase | None) -> None:
        """For `create`, `open` and `read` only."""
        self.folder = folder
        self._db = connection
        self._lock = lock

    # -- opening ---------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, folder: Path | str, **meta: str) -> Store:
        """Make a new event's folder with these properties: whole, or, where it is killed meanwhile, not at all.

        Raises StoreError when the folder already holds an event, or another process writes it.
        """
        folder = Path(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{folder}: {error.strerror}") from error
        lock = _acquire(folder)
        path, new = folder / "event.db", folder / ".event.db.tmp"
        if path.exists():
            lock.close()
            _require(folder)
            raise StoreError(f"{folder} already holds an event: resume it, or choose another folder")
        new.unlink(missing_ok=True)
        try:
            with contextlib.closing(sqlite3.connect(new)) as database, database:  # one file, no WAL beside it
                database.executescript(f"BEGIN; {SCHEMA} COMMIT;")
                known = {"version": VERSION, "created": now(), **meta}
                database.executemany("INSERT INTO meta VALUES (?, ?)", known.items())
        except sqlite3.OperationalError as error:
            lock.close()
            raise StoreError(f"{path}: {error}") from error
        new.replace(path)
        return cls(folder, _connect(path), lock)

    @classmethod
    def open(cls, folder: Path | str) -> Store:
        """Open an event for writing. Raises StoreError when there is none, or another process writes it."""
        folder = Path(folder)
        _require(folder)
        lock = _acquire(folder)
        store = cls(folder, _connect(folder / "event.db"), lock)
        store._check_version()
        for leftover in (folder / "games").glob(".*.tmp"):
            leftover.unlink()
        return store

    @classmethod
    def read(cls, folder: Path | str) -> Store:
        """Open an event for reading only, also while a runner writes it."""
        folder = Path(folder)
        _require(folder)
        store = cls(folder, _connect(folder / "event.db"), None)
        store._db.execute("PRAGMA query_only=ON")
        store._check_version()
        return store

    def _check_version(self) -> None:
        if (found := self.meta("version")) != VERSION:
            self.close()
            raise StoreError(f"{self.folder / 'event.db'}: version {found}, this program reads version {VERSION}")

    def close(self) -> None:
        """Close the database and give the lock back; harmless twice."""
        self._db.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # -- writing ---------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction. Raises StoreError where the disk is full, or no longer lets us write; nothing is changed."""
        try:
            with self._db:
                yield
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self.folder / 'event.db'}: {error}") from error

    def set_meta(self, **values: str) -> None:
        """Set properties of the event as a whole."""
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", values.items())

    def issue(self, games: Iterable[Issued]) -> None:
        """Give out games; one that was given out before in the same way is left alone.

        Raises StoreError, with nothing written, when an id was given out for something else.
        """
        rows = [(_key(g.id), (g.black, g.white, g.opening, g.seed, _dump_job(g.job))) for g in games]
        with self._writing():
            for key, values in rows:
                known = self._db.execute(
                    f"SELECT black, white, opening, seed, job FROM game WHERE ({KEY}) = (?,?,?,?)", key
                ).fetchone()
                if known is None:
                    self._db.execute("INSERT INTO game VALUES (?,?,?,?,?,?,?,?,?,?)", (*key, *values, now()))
                elif known != values:
                    raise StoreError(f"game {GameId(*key)} was given out before for {known[0]} against {known[1]}")

    def fix(self, record: GameRecord, sgf: str = "", source: str = "runner") -> bool:
        """Keep a game's result, once: the SGF first, then the row.

        A void record is kept as an attempt, and the game stays pending. Returns False, with nothing written,
        when the game has a result already (a late twin of a game that was played again). Raises StoreError
        for a game that was never given out or whose players differ.
        """
        key = _key(record.id)
        issued = self._db.execute(f"SELECT black, white FROM game WHERE ({KEY}) = (?,?,?,?)", key).fetchone()
        if issued != (record.black, record.white):
            raise StoreError(f"game {record.id} was not given out for {record.black} against {record.white}")
        if self.result(record.id) is not None:
            return False
        if record.outcome is Outcome.VOID:
            with self._writing():
                self._db.execute(
                    f"INSERT INTO void ({KEY}, reason, cause, at) VALUES (?,?,?,?,?,?,?)",
                    (*key, record.reason, record.detail, now()),
                )
            return True
        path = f"games/{record.id}.sgf" if sgf else ""
        if sgf:
            write_once(self.folder / path, sgf)
        row = (
            record.outcome,
            record.reason,
            record.margin2,
            len(record.moves),
            record.black_ms,
            record.white_ms,
            source,
            record.finished or now(),
            path,
            json.dumps(record.to_json()),
        )
        with self._writing():
            self._db.execute(f"INSERT INTO result VALUES ({','.join('?' * 14)})", (*key, *row))
        return True

    def correct(
        self,
        id: GameId,
        outcome: Outcome,
        reason: Reason,
        margin2: int | None = None,
        *,
        why: str,
        source: str,
    ) -> None:
        """Enter a correction; the result as played stays where it is, the latest correction counts.

        Raises StoreError when the game has no result yet, or the correction gives no reason.
        """
        if not why.strip():
            raise StoreError(f"correction of game {id}: say why")
        if outcome is Outcome.VOID:
            raise StoreError(f"correction of game {id}: a result cannot become void; use none, or give out a new game")
        if self.result(id) is None:
            raise StoreError(f"game {id} has no result to correct")
        with self._writing():
            self._db.execute(
                f"INSERT INTO correction ({KEY}, outcome, reason, margin2, why, source, at) "
                "VALUES (?,?,?,?,?,?,?,?,?,?)",
                (*_key(id), outcome, reason, margin2, why, source, now()),
            )

    def note(self, kind: str, value: Any) -> int:
        """Append to the event's ledger anything that JSON can hold; returns its serial number."""
        with self._writing():
            cursor = self._db.execute(
                "INSERT INTO note (kind, value, at) VALUES (?,?,?)",
                (kind, json.dumps(value, sort_keys=True), now()),
            )
        return cursor.lastrowid or 0

    # -- reading ---------------------------------------------------------------------------------------------

    def meta(self, key: str) -> str | None:
        """Return a property of the event, None when it was never set."""
        try:
            row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.folder / 'event.db'}: {error}") from error
        return row[0] if row else None

    def issued(self) -> list[Issued]:
        """Every game given out, in order of id."""
        rows = self._db.execute(f"SELECT {KEY}, black, white, opening, seed, job FROM game ORDER BY {KEY}")
        return [_issued(row) for row in rows]

    def pending(self) -> list[Issued]:
        """Games given out that have no result, in order of id: what a resumed event must still play."""
        rows = self._db.execute(
            f"SELECT {KEY}, black, white, opening, seed, job FROM game WHERE ({KEY}) NOT IN "
            f"(SELECT {KEY} FROM result) ORDER BY {KEY}"
        )
        return [_issued(row) for row in rows]

    def voids(self, id: GameId) -> list[tuple[Reason, str]]:
        """A game's void attempts, oldest first: reason and cause."""
        rows = self._db.execute(f"SELECT reason, cause FROM void WHERE ({KEY}) = (?,?,?,?) ORDER BY serial", _key(id))
        return [(Reason(reason), cause) for reason, cause in rows]

    def result(self, id: GameId) -> Result | None:
        """The result that counts for a game, None while it has none."""
        return next(self._results(f"WHERE ({KEY}) = (?,?,?,?)", _key(id)), None)

    def results(self) -> list[Result]:
        """The results that count, in order of id."""
        return list(self._results("", ()))

    def _results(self, where: str, parameters: tuple[Any, ...]) -> Iterator[Result]:
        for row in self._db.execute(f"SELECT * FROM counted {where} ORDER BY {KEY}", parameters):
            id, black, white = GameId(*row[:4]), row[4], row[5]
            yield Result(id, black, white, Outcome(row[6]), Reason(row[7]), *row[8:])

    def record(self, id: GameId) -> GameRecord | None:
        """A game as it was played, corrections left out; None while it has no result."""
        row = self._db.execute(f"SELECT record FROM result WHERE ({KEY}) = (?,?,?,?)", _key(id)).fetchone()
        return GameRecord.from_json(json.loads(row[0])) if row else None

    def records(self) -> Iterator[GameRecord]:
        """Every game as it was played, in order of id."""
        for row in self._db.execute(f"SELECT record FROM result ORDER BY {KEY}"):
            yield GameRecord.from_json(json.loads(row[0]))

    def corrections(self, id: GameId) -> list[dict[str, Any]]:
        """A game's corrections, oldest first: outcome, reason, margin2, why, source, at."""
        names = ("outcome", "reason", "margin2", "why", "source", "at")
        rows = self._db.execute(
            f"SELECT {', '.join(names)} FROM correction WHERE ({KEY}) = (?,?,?,?) ORDER BY serial", _key(id)
        )
        return [dict(zip(names, row, strict=True)) for row in rows]

    def notes(self, kind: str | None = None) -> list[tuple[int, str, Any]]:
        """The ledger, or one kind of entry, oldest first: (serial, kind, value)."""
        where, parameters = ("WHERE kind = ?", (kind,)) if kind is not None else ("", ())
        rows = self._db.execute(f"SELECT serial, kind, value FROM note {where} ORDER BY serial", parameters)
        return [(serial, found, json.loads(value)) for serial, found, value in rows]

    # -- export ----------------------------------------------------------------------------------------------

    def export_csv(self) -> str:
        """A line a game, with a header: id, players, result, reason, moves, times, corrections."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(_CSV_FIELDS)
        for r in self.results():
            writer.writerow(
                (
                    r.id,
                    r.black,
                    r.white,
                    r.text,
                    r.winner or "",
                    r.reason,
                    r.plies,
                    r.black_ms,
                    r.white_ms,
                    r.corrected,
                    r.sgf,
                )
            )
        return out.getvalue()

    def export_json(self) -> str:
        """Everything: properties, results that count, records as played, corrections, ledger."""
        games = []
        for result in self.results():
            record = self.record(result.id)
            games.append(
                {
                    "game": str(result.id),
                    "result": result.text,
                    "outcome": result.outcome,
                    "reason": result.reason,
                    "winner": result.winner,
                    "corrections": self.corrections(result.id),
                    "record": record.to_json() if record else None,
                }
            )
        meta = dict(self._db.execute("SELECT key, value FROM meta ORDER BY key").fetchall())
        pending = [str(game.id) for game in self.pending()]
        return json.dumps({"meta": meta, "games": games, "pending": pending, "notes": self.notes()}, indent=1) + "\n"


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30)
    try:
        for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.OperationalError as error:
        connection.close()
        raise StoreError(f"{path}: {error}") from error
    return connection


def _require(folder: Path) -> None:
    """Raise StoreError where the folder holds no event's database."""
    path = folder / "event.db"
    if not path.is_file():
        raise StoreError(f"{folder} holds no event (there is no event.db in it)")
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=30)) as database:
            (tables,) = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'meta'").fetchone()
    except sqlite3.DatabaseError:
        tables = 0
    if not tables:
        raise StoreError(f"{path} is not an event's database")


def _acquire(folder: Path) -> io.IOBase:
    """Take the folder's lock; the system gives it back when the process ends, however it ends."""
    lock = (folder / "event.lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StoreError(f"{folder} is in use by another runner") from None
    return lock


def _key(id: GameId) -> tuple[str, int, int, int]:
    return id.event, id.round, id.table, id.number


def _dump_job(job: GameJob | None) -> str:
    return json.dumps(job.to_json(), sort_keys=True) if job else ""


def _issued(row: tuple[Any, ...]) -> Issued:
    job = GameJob.from_json(json.loads(row[8])) if row[8] else None
    return Issued(GameId(*row[:4]), row[4], row[5], row[6], row[7], job)
