"""A game on disk: the record for everyone to read, and beside it the referee's whole state to go on from."""

from pathlib import Path

from engine import sgf
from engine.errors import SavedStateError
from engine.files import write_whole
from engine.game.referee import Referee, dumps, loads


def state_path(record: Path) -> Path:
    """Where the state of a record's game lies: beside it, with the suffix `.game`."""
    return record.with_suffix(".game")


def save(ref: Referee, record: Path) -> None:
    """Write record and state, each whole or not at all. Raises OSError."""
    sgf.dump(ref.game, record)
    write_whole(state_path(record), dumps(ref))


def forget_state(record: Path) -> None:
    """Take the state away: the game is over, the record remains."""
    state_path(record).unlink(missing_ok=True)


def resume(path: Path) -> Referee:
    """Bring a game back from its state, or from the record that the state lies beside.

    Raises SavedStateError when there is none or it is damaged.
    """
    path = state_path(path) if path.suffix == ".sgf" else path
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is no text"
        raise SavedStateError(f"{path}: cannot be read: {reason}") from None
    try:
        return loads(text)
    except SavedStateError as error:
        raise SavedStateError(f"{path}: {error}") from None
