"""The exceptions of the engine, one tree.

    gocore.GoError                what the compiled core raises
    |-- gocore.IllegalMove        a move that the rules in force forbid
    `-- TianyuanError             everything the engine raises itself
        |-- VertexError           text that names no point of the board
        |-- EventError            a tournament file, or a step of a tournament, that is refused
        |   `-- NoPairingError    no pairing of the round keeps to the hard rules
        |-- RulesError            an unknown rule set, rule or komi
        |-- GameError             a game that cannot do what was asked of it
        |   |-- HandicapError     stones or a count that make no handicap
        |   |-- ScoreError        a dead stone where there is none, or a position that has no count
        |   `-- RefereeError      an event out of order or of the wrong kind
        |-- MatchError            a match that cannot be played as asked
        |   |-- SpecError         a setting of a match that is wrong or contradicts another
        |   |-- StoreError        a database of games that cannot be used, or a change that it forbids
        |   |-- EngineFault       an engine did what ends its game: a crash, a stall, no GTP
        |   `-- HarnessFault      a game could not be played, and no engine is to blame
        |-- ClockError            a time, a time system or a clock event that makes no sense
        |-- SavedStateError       a saved state that is damaged or of another version
        |-- SgfError              a record that cannot be read
        |   `-- SgfMoveError      one of its moves is illegal under the rules it is read with
        |-- ConfigError           an option that is unknown, or a value that it does not take
        |-- CommandRefused        what a GTP command is answered with after `?`
        |-- QueryError            a query of the JSON analysis protocol that cannot be answered
        |-- NetError              a network that cannot be used
        |   |-- NetFormatError    its file is damaged, or of a kind that is not read
        |   `-- NetMissingError   a package that it needs is not installed
        |-- TrainError            games, labels or a run that a network cannot be trained on
        `-- PeerError             what another engine did, seen through its GTP pipes
            |-- PeerNotStarted    its command line could not be run
            |-- PeerDied          it closed its output or ended while an answer was due
            |-- PeerStalled       it gave no answer before the deadline
            |-- PeerGarbled       it wrote what is no GTP answer
            `-- PeerRefused       it answered `?`; the only one after which it can be talked to

Each message is one line that says what is wrong and where. A door (GTP, the command line, the web) turns it
into its own kind of refusal; nothing else catches these classes broadly.
"""

from gocore import GoError


class TianyuanError(GoError):
    """Base of every error that the engine raises on purpose."""


class VertexError(TianyuanError):
    """Text that names no point of the board in use."""


class EventError(TianyuanError):
    """A tournament file, or a step of a tournament, that is refused; nothing has changed.

    `problems` holds one line for each fault, in the order of the file; `str()` joins them with newlines.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class NoPairingError(EventError):
    """No pairing of the round keeps to the hard rules; the command line leaves with its own exit code."""


class RulesError(TianyuanError):
    """A rule set, a rule or a komi that nobody knows."""


class GameError(TianyuanError):
    """A game that cannot do what was asked of it."""


class HandicapError(GameError):
    """Stones, or a number of stones, that make no handicap."""


class ScoreError(GameError):
    """A dead stone on an empty point, or a position that cannot be counted."""


class RefereeError(GameError):
    """An event that comes out of order, from the wrong side or in no known form."""


class ClockError(TianyuanError):
    """A time, a time system or a clock event that makes no sense."""


class SavedStateError(TianyuanError):
    """A saved state that is damaged, incomplete or of another version."""


class SgfError(TianyuanError):
    """A record that cannot be read, or a board that it has and we have not."""


class SgfMoveError(SgfError):
    """A move of a record that is illegal under the rules it is read with.

    number: of the move in its line, from 1, passes counted. reason: as `gocore.IllegalMove` says it.
    """

    def __init__(self, message: str, number: int, reason: str) -> None:
        super().__init__(message)
        self.number = number
        self.reason = reason


class CommandRefused(TianyuanError):
    """A GTP command that cannot be done; the message is the text of the `?` answer."""


class QueryError(TianyuanError):
    """A query of the JSON analysis protocol that cannot be answered. `field`, `id`: "" where it has none."""

    def __init__(self, text: str, field: str = "", id: str = "") -> None:
        super().__init__(f"{field}: {text}" if field else text)
        self.text, self.field, self.id = text, field, id

    def as_json(self) -> dict[str, str]:
        """Return the answer that the protocol has for it."""
        parts = {"error": self.text, "field": self.field, "id": self.id}
        return {name: value for name, value in parts.items() if value}


class ConfigError(TianyuanError):
    """An option that nobody knows, or a value that it does not take."""


class NetError(TianyuanError):
    """A network that cannot be used, or not in this way."""


class NetFormatError(NetError):
    """A network file that is damaged, or of a kind that is not read."""


class NetMissingError(NetError):
    """A package that reading or running a network needs is not installed."""


class TrainError(TianyuanError):
    """Games, labels or a run that a network cannot be trained on."""


class PeerError(TianyuanError):
    """What another engine did, seen through its pipes."""


class PeerNotStarted(PeerError):
    """The command line of another engine could not be run."""


class PeerDied(PeerError):
    """Another engine closed its output or ended while an answer was due. `status` is its exit status, where
    known.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class PeerStalled(PeerError):
    """Another engine gave no answer, or took no input, before the deadline."""


class PeerGarbled(PeerError):
    """Another engine wrote what is no GTP answer, an answer nobody asked for, or one with a wrong id."""


class PeerRefused(PeerError):
    """Another engine answered `?`. `text` is what it said."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text


class MatchError(TianyuanError):
    """A match that cannot be played as asked."""


class SpecError(MatchError):
    """A setting of a match that is wrong or contradicts another."""


class StoreError(MatchError):
    """A database of games that cannot be used, or a change that it forbids."""


class EngineFault(MatchError):
    """An engine did what ends its game. `reason` is a value of engine.match.record.Reason."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class HarnessFault(MatchError):
    """A game could not be played and no engine is to blame: it is void and played again."""
