"""The tree of exceptions: each comes whole out of another process."""

import copy
import pickle

import pytest

from engine import errors
from gocore import GoError, IllegalMove

MADE: dict[type[GoError], GoError] = {
    IllegalMove: IllegalMove("ko", 3, 1),
    errors.EventError: errors.EventError("one", "two"),
    errors.NoPairingError: errors.NoPairingError("one", "two"),
    errors.SgfMoveError: errors.SgfMoveError("move 3", 3, "ko"),
    errors.QueryError: errors.QueryError("is missing", "moves", "q1"),
    errors.PeerDied: errors.PeerDied("it ended", -9),
    errors.PeerRefused: errors.PeerRefused("it refused", "no"),
    errors.EngineFault: errors.EngineFault("crash", "it ended"),
}
"""Those that are not made of one message."""

ALL = [GoError, IllegalMove, *(kind for kind in vars(errors).values() if isinstance(kind, type))]


@pytest.mark.parametrize("kind", dict.fromkeys(ALL), ids=lambda kind: kind.__name__)
def test_an_error_crosses_processes_as_it_is(kind: type[GoError]) -> None:
    error = MADE[kind] if kind in MADE else kind("a message")
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is kind
        assert (str(other), other.args, vars(other)) == (str(error), error.args, vars(error))
