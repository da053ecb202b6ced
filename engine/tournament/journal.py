"""Where the rows of a tournament are kept: in memory, or in the ledger of the event's database.

A row is never changed or taken away; a correction is another row. The database is the match store's, so games and
rows have one writer and one lock, and a process killed between two rows loses neither.
"""

from __future__ import annotations

from typing import Any, Protocol

from engine.tournament.model import Row

KIND = "tournament"


class Journal(Protocol):
    """An append-only list of rows."""

    def rows(self) -> list[Row]:
        """Return all rows, the oldest first."""

    def append(self, row: Row) -> None:
        """Keep one more row; it is safe when this returns."""


class Ledger(Protocol):
    """What a journal needs of the match store."""

    def note(self, kind: str, value: Any) -> int:
        """Keep a value; returns its serial number."""

    def notes(self, kind: str | None = None) -> list[tuple[int, str, Any]]:
        """Return (serial, kind, value) of all values of a kind, the oldest first."""


class MemoryJournal:
    """A journal that lives as long as the process: for tests, plans and simulations."""

    def __init__(self, rows: list[Row] | None = None) -> None:
        self._rows = list(rows or [])

    def rows(self) -> list[Row]:
        """Return all rows, the oldest first."""
        return list(self._rows)

    def append(self, row: Row) -> None:
        """Keep one more row."""
        self._rows.append(row)


class StoreJournal:
    """A journal in the ledger of an event's database; each row is committed before `append` returns."""

    def __init__(self, store: Ledger) -> None:
        self._store = store

    def rows(self) -> list[Row]:
        """Return the tournament's rows of the ledger, the oldest first."""
        return [Row(value["kind"], value["body"]) for _, _, value in self._store.notes(KIND)]

    def append(self, row: Row) -> None:
        """Commit one more row."""
        self._store.note(KIND, {"kind": row.kind, "body": row.body})
