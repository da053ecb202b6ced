"""Games for training: many, small and regular, so that reading them costs little.

A collection is a text file, .xz or plain, with one SGF a line: SZ, KM, RE and the moves of the main line. This is
no general reader of SGF (engine.sgf is): set-up stones and variations are left out, and a game that has them with it.
"""

import lzma
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO, overload

import numpy as np
from numpy.typing import NDArray

from engine.errors import TrainError
from gocore import BLACK, WHITE

_MOVE: Final = re.compile(r";([BW])\[([a-z]{0,2})\]")
_SIZE: Final = re.compile(r"SZ\[(\d+)\]")
_KOMI: Final = re.compile(r"KM\[(-?[\d.]+)\]")
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Record:
    """A game: its board's side, komi in half points, and who played where; point side * side is a pass."""

    side: int
    komi2: int
    colors: NDArray[np.uint8]
    points: NDArray[np.uint16]


class Collection(Sequence[Record]):
    """The games of a file. A line is parsed when its game is asked for, and every time: most are never used.

    Asking raises TrainError naming the line that is no game.
    """

    def __init__(self, name: str, lines: Sequence[str], first: int = 0) -> None:
        self.name, self.lines, self.first = name, lines, first

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, key: int) -> Record: ...
    @overload
    def __getitem__(self, key: slice) -> "Collection": ...
    def __getitem__(self, key: int | slice) -> "Record | Collection":
        if isinstance(key, slice):
            first, _, step = key.indices(len(self))
            if step != 1:
                raise ValueError("a collection is cut without steps")
            return Collection(self.name, self.lines[key], self.first + first)
        return _parse(self.lines[key], f"{self.name}:{self.first + key % len(self) + 1}")


def read(path: Path) -> Collection:
    """Read a collection. Its first game is looked at; raises TrainError when that is none."""
    with _open(path, "rt") as file:
        found = Collection(path.name, file.readlines())
    if found:
        _ = found[0]
    return found


def write(path: Path, records: Iterable[Record]) -> None:
    """Write a collection, one SGF a line, whole or not at all."""
    temporary = path.with_name(path.name + ".part")
    with _open(path, "wt", temporary) as file:
        file.writelines(_format(record) + "\n" for record in records)
    temporary.replace(path)


def _open(path: Path, mode: str, actual: Path | None = None) -> TextIO:
    if path.suffix == ".xz":
        return lzma.open(actual or path, mode, encoding="utf-8")  # type: ignore[return-value]
    return (actual or path).open(mode.replace("t", ""), encoding="utf-8")  # type: ignore[return-value]


def _parse(line: str, where: str) -> Record:
    size, komi = _SIZE.search(line), _KOMI.search(line)
    side = int(size[1]) if size else 19
    if "AB[" in line or "AW[" in line or line.count("(") != 1 or not 2 <= side <= 25:
        raise TrainError(f"{where}: not a plain game of one line")
    moves = _MOVE.findall(line)
    colors = np.array([BLACK if color == "B" else WHITE for color, _ in moves], np.uint8)
    points = np.array([_point(text, side) for _, text in moves], np.uint16)
    return Record(side, round(2 * float(komi[1])) if komi else 15, colors, points)


def _point(text: str, side: int) -> int:
    if len(text) < 2 or (text == "tt" and side <= 19):
        return side * side
    return min(LETTERS.index(text[1]) * side + LETTERS.index(text[0]), side * side)


def _format(record: Record) -> str:
    moves = "".join(f";{'BW'[color - 1]}[{_text(point, record.side)}]" for color, point in _moves(record))
    return f"(;GM[1]FF[4]SZ[{record.side}]KM[{record.komi2 / 2:g}]{moves})"


def _text(point: int, side: int) -> str:
    return "" if point == side * side else LETTERS[point % side] + LETTERS[point // side]


def _moves(record: Record) -> Iterator[tuple[int, int]]:
    return zip(record.colors.tolist(), record.points.tolist(), strict=True)
