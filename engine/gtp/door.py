"""What a command's handler sees: the session, its own stop signal, and a way to answer line by line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.config import Settings
from engine.gtp.inbox import Inbox, Kind
from engine.player.stop import StopSignal

if TYPE_CHECKING:
    from engine.session import Session

Args = tuple[str, ...]
Handler = Callable[["Door", Args], str]


class Door:
    """The server as the handlers know it.

    A handler returns the text of its answer, or raises CommandRefused (a `?` with that text), or any other
    error of the tree. What it passes to `emit` goes out at once, each on a line of its own, before that text.
    """

    def __init__(self, settings: Settings, inbox: Inbox, write: Callable[[str], None]) -> None:
        self.settings = settings
        self.inbox = inbox
        self.live_graphics = False
        self.quitting = False
        self.then: Callable[[], None] | None = None
        """What is to be done once the answer is out: it must not wait for what nobody waits for."""
        self.note: Callable[[str], None] = lambda text: None
        self.say: Callable[[str], None] = lambda line: None
        self.report_fault: Callable[[str, Exception], None] = lambda name, error: None
        self._write = write
        self._session: Session | None = None
        self._head = ""
        self._place = 0
        self.streaming = False

    @property
    def session(self) -> "Session":
        """The session, made when first needed: `name` and its like are answered before the engine is
        loaded.
        """
        if self._session is None:
            from engine.session import Session

            self._session = Session(self.settings)
            self._session.player.say = self.say
            self._session.player.warm()
            self._session.on_search = lambda choice: self.note(describe_search(self, choice))
        return self._session

    def prepare(self) -> None:
        """Make the session while nobody waits for an answer, so that the first move need not."""
        assert self.session

    @property
    def has_session(self) -> bool:
        """Whether anything has needed the session yet."""
        return self._session is not None

    def open(self, head: str, place: int) -> None:
        """Begin a command; for the server."""
        self._head, self._place, self.streaming = head, place, False

    def emit(self, line: str) -> None:
        """Send one line of the answer now, before the rest of it is known."""
        if self.streaming:
            self._write(line + "\n")
        else:
            self.streaming = True
            self._write(f"{self._head}\n{line}\n")

    @contextmanager
    def thinking(self, kind: Kind) -> Iterator[tuple[StopSignal, int | None]]:
        """Let input end what is done inside: yields the signal, and the most milliseconds it may take or
        None.
        """
        stop = StopSignal()
        by_time = kind == "move" and self.session.settings.visits is None
        cap_ms = self.inbox.begin(kind, self._place, stop, by_time)
        try:
            yield stop, cap_ms
        finally:
            self.inbox.end()


def describe_search(door: Door, choice: object) -> str:
    """Say a finished search in one line, for the log."""
    from engine.coords import format_vertex
    from engine.player.report import Choice

    assert isinstance(choice, Choice)
    game = door.session.game
    report = choice.report

    def name(point: int) -> str:
        return format_vertex(point, game.width, game.height)

    line = " ".join(name(point) for point in choice.line[:8])
    score = "" if report.score is None else f" score {report.score:+.1f}"
    move = "resign" if choice.resigns else name(choice.point)
    side = "BW"[choice.color - 1]
    return (
        f"search {side} {move} visits {report.visits} winrate {report.winrate:.3f}{score} ms {choice.used_ms} pv {line}"
    ).rstrip()
