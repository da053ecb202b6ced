"""The ledger of a game: an append-only list of what happened besides the moves, one JSON line an entry.

Entries record; they never decide. Only a ruling, or a sanction that an article attaches to a fact, changes a
game.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Literal

EntryKind = Literal["foul", "warning", "incident", "complaint", "appeal", "ruling", "result", "clock", "note"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger.

    number: its place, from 0. at: ms. move: how many moves had been made. article: of the text, as `17.2`.
    player: a colour, 0 for nobody. effect: what it changed, `none` for an entry that only records.
    """

    number: int
    at: int
    move: int
    kind: EntryKind
    article: str
    player: int
    text: str
    effect: str = "none"

    def line(self) -> str:
        """The entry as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


class Ledger:
    """An append-only list of entries; nothing can be changed or removed."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __getitem__(self, number: int) -> Entry:
        return self._entries[number]

    def add(
        self, at: int, move: int, kind: EntryKind, article: str, player: int, text: str, effect: str = "none"
    ) -> Entry:
        """Append an entry and return it."""
        entry = Entry(len(self._entries), at, move, kind, article, player, text, effect)
        self._entries.append(entry)
        return entry

    def lines(self) -> str:
        """The whole ledger as JSON lines."""
        return "".join(entry.line() + "\n" for entry in self._entries)
