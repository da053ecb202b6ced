"""The folder of an event: its database with the games and the log, and the papers made from them.

    event.db          everything that happened (the match store; our rows lie in its ledger)
    games/ID.sgf      the records
    report.html  rounds.html  regulations.md  summary.json      made anew from the database at any time

The event file is kept in the database, so the folder alone is the event.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import TracebackType

from engine.errors import EventError, StoreError
from engine.match.record import GameId
from engine.match.store import Store
from engine.tournament.director import Director
from engine.tournament.event import Event, load, parse
from engine.tournament.journal import StoreJournal
from engine.tournament.model import Key


class Venue:
    """An event's folder, opened for writing (`begin`, `open`) or for reading beside a writer (`read`)."""

    def __init__(self, folder: Path, store: Store, event: Event) -> None:
        """For `begin`, `open` and `read` only."""
        self.folder, self.store, self.event = folder, store, event
        self.director = Director(event, StoreJournal(store))

    @classmethod
    def begin(cls, file: Path | str, folder: Path | str) -> Venue:
        """Make the folder of an event and draw it. Raises EventError with what is wrong with the file.

        Raises StoreError where the folder holds an event already.
        """
        event = load(file)
        store = cls._new_store(folder)
        store.set_meta(kind="tournament", event=Path(file).read_text(encoding="utf-8-sig"))
        venue = cls(Path(folder), store, event)
        venue.director.start()
        return venue

    @staticmethod
    def _new_store(folder: Path | str) -> Store:
        """Create the store; one that was killed before it was told what it is for is taken over."""
        try:
            return Store.create(folder)
        except StoreError:
            if not (Path(folder) / "event.db").is_file():
                raise
            store = Store.open(folder)
            if store.meta("kind") is None and not store.issued() and not store.notes():
                return store
            store.close()
            raise

    @classmethod
    def open(cls, folder: Path | str) -> Venue:
        """Open an event to go on with it. Raises StoreError or EventError where there is none."""
        return cls._of(Path(folder), Store.open(folder), writing=True)

    @classmethod
    def read(cls, folder: Path | str) -> Venue:
        """Open an event to look at it, also while another process plays it."""
        return cls._of(Path(folder), Store.read(folder), writing=False)

    @classmethod
    def _of(cls, folder: Path, store: Store, writing: bool) -> Venue:
        text = store.meta("event")
        if store.meta("kind") != "tournament" or text is None:
            store.close()
            raise EventError(f"{folder} holds no tournament")
        venue = cls(folder, store, parse(text, f"{folder}/event.db", kept=True))
        if writing and not venue.director.state.started:
            venue.director.start()  # killed between the first two rows
        return venue

    def __enter__(self) -> Venue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.close()

    @property
    def slug(self) -> str:
        """Return the event's name as the ids of its games carry it."""
        return re.sub(r"[^A-Za-z0-9._]+", "-", self.event.header.name).strip("-._")[:40] or "event"

    def game_id(self, key: Key) -> GameId:
        """Return the store's id of a game: a new one each time that the game is declared void."""
        voided = self.director.state.voided[key]
        return GameId(f"{self.slug}.{voided + 1}" if voided else self.slug, key.round, key.table, key.game)

    def begun(self) -> set[Key]:
        """Return the games that have been given out to engines, with a result or without."""
        ids = (issued.id for issued in self.store.issued())
        return {key for id in ids if id == self.game_id(key := Key(id.round, id.table, id.number))}

    def record_path(self, key: Key) -> Path:
        """Return where the record of a game lies, if there is one."""
        return self.folder / "games" / f"{self.game_id(key)}.sgf"
