"""Analysis commands of Leela Zero and KataGo: a stream of reports, until any input comes.

`analyze` and `genmove_analyze` are left out on purpose: Sabaki prefers them to these and reads their numbers
otherwise.
"""

from engine.errors import CommandRefused
from engine.gtp.commands.play import choose, said
from engine.gtp.door import Args, Door, Handler


def _analyze(kata: bool) -> Handler:
    def run(door: Door, args: Args) -> str:
        """Analyse until the next line of input."""
        from engine.gtp.infolines import InfoLines, parse_request

        request = parse_request(door, args)
        session = door.session
        side = request.color or session.position.to_move
        wish = request.wish(side, session.position.area)
        lines = InfoLines(session.game.width, session.game.height, request, kata, _allowed(door, side, wish.only))
        if wish.only and not any(session.position.is_legal(point, side) for point in wish.only):
            raise CommandRefused("no move is left to search")
        with door.thinking("analysis") as (stop, _):
            session.analyse(
                side,
                lambda report: _emit(door, lines.line(report)),
                stop,
                interval_ms=request.interval_ms,
                wish=wish,
            )
        return ""

    return run


def _genmove_analyze(kata: bool) -> Handler:
    def run(door: Door, args: Args) -> str:
        """Choose and play a move, with reports on the way; input does not end it."""
        from engine.gtp.infolines import InfoLines, parse_request

        request = parse_request(door, args)
        session = door.session
        side = request.color or session.position.to_move
        wish = request.wish(side, session.position.area)
        lines = InfoLines(session.game.width, session.game.height, request, kata, _allowed(door, side, wish.only))
        choice = choose(
            door,
            side,
            on_report=lambda report: _emit(door, lines.line(report)),
            interval_ms=request.interval_ms,
            wish=wish,
        )
        _emit(door, lines.line(choice.report))
        door.emit(f"play {said(door, choice)}")
        return ""

    return run


def _allowed(door: Door, side: int, only: frozenset[int]) -> list[int]:
    """The points where a side may play, of those that a restriction leaves to it; a pass last."""
    position = door.session.position
    return [point for point in (*position.legal(side), position.area) if not only or point in only]


def _emit(door: Door, line: str) -> None:
    if line:
        door.emit(line)


COMMANDS: dict[str, Handler] = {
    "lz-analyze": _analyze(kata=False),
    "kata-analyze": _analyze(kata=True),
    "lz-genmove_analyze": _genmove_analyze(kata=False),
    "kata-genmove_analyze": _genmove_analyze(kata=True),
}
