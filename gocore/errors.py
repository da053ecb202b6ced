"""The exceptions of the core.

GoError
`-- IllegalMove
"""

REASONS = ("legal", "occupied", "suicide", "ko", "superko", "off_board")
"""Why a move is refused, in the order of gocore.types.Verdict."""


class GoError(ValueError):
    """Base of every error that the core raises on purpose; the message is one line."""

    def __reduce__(self) -> tuple[object, ...]:
        # From process to process whatever __init__ takes: an error that cannot be read again hangs a pool of workers.
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[GoError], args: tuple[object, ...], members: dict[str, object]) -> GoError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(members)
    return error


class IllegalMove(GoError):
    """A move that the rules in force forbid. The position is as it was.

    reason: one of REASONS but the first. point: 0 .. area - 1 (or what was passed instead). color: 1 Black, 2 White.
    """

    def __init__(self, reason: str, point: int, color: int) -> None:
        super().__init__(f"illegal move: {('Black', 'White')[color - 1]} at point {point}: {reason}")
        self.reason = reason
        self.point = point
        self.color = color
