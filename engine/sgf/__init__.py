"""Records of games: SGF in (FF[1] to FF[4], and what files really hold) and out (FF[4]).

loads, load     a file's bytes or text -> Records, one a game
Record          its root and tree; main_line() and game(line) play it as an engine.game Game
dumps, dump     a Game -> text
dumps_record    a Record with its whole tree -> text
"""

import os
from pathlib import Path

from engine.errors import SgfError
from engine.files import write_whole
from engine.game.game import Game
from engine.sgf.record import Record
from engine.sgf.text import Decoded, decode
from engine.sgf.tree import Node, parse
from engine.sgf.writing import dumps, dumps_record

__all__ = ["Node", "Record", "dump", "dumps", "dumps_record", "load", "loads"]


def loads(data: bytes | str) -> list[Record]:
    """Read every game of a file; at least one.

    data: bytes, whose charset is found out, or text. Reads the trees only: a size, a point or a move that will not do
    is refused when the Record is asked for it, so that one bad game does not hide the others. Raises SgfError when
    there is no game or one cannot be parsed.
    """
    decoded = Decoded(data, "utf-8", ()) if isinstance(data, str) else decode(data)
    reading = parse(decoded.text)
    return [
        Record(root, number, decoded.charset, (*decoded.warnings, *reading.warnings) if number == 1 else ())
        for number, root in enumerate(reading.roots, 1)
    ]


def load(path: str | os.PathLike[str]) -> list[Record]:
    """Read a file as `loads` does. Raises SgfError, which names the file, also when it cannot be opened."""
    try:
        return loads(Path(path).read_bytes())
    except OSError as error:
        raise SgfError(f"cannot read {os.fspath(path)}: {error.strerror}") from None
    except SgfError as error:
        raise SgfError(f"{os.fspath(path)}: {error}") from None


def dump(game: Game, path: str | os.PathLike[str]) -> None:
    """Write a game to a file, whole or not at all. Raises OSError."""
    write_whole(path, dumps(game))
