"""`tianyuan gtp`: flags, the greeting on a terminal, and the server."""

import os
import signal
import sys
from collections.abc import Sequence

from engine import __version__, config, wire
from engine.errors import TianyuanError
from engine.flags import Parser
from engine.protocol.transcript import open_log

GREETING = """\
Tianyuan {version}, a Go engine that speaks GTP. It waits for commands on standard input; a Go program such as
Sabaki talks to it this way. To try it by hand:
    boardsize 9          an empty 9x9 board
    genmove black        let the engine play a move for Black
    showboard            look at the board
Ctrl-D or `quit` ends it; `tianyuan --help` shows what else there is."""


def run(argv: Sequence[str]) -> int:
    """Run the verb and return its exit status."""
    parser = Parser(prog="tianyuan gtp", description="Speak GTP on standard input and output.", allow_abbrev=False)
    config.add_flags(parser)
    parser.add_argument(
        "--write-config", action="store_true", help="print a commented TOML file of these options, and end"
    )
    words = vars(parser.parse_args(list(argv)))
    file, writes = words.pop("config"), words.pop("write_config")
    flags = {name: value for name, value in words.items() if value is not None}
    try:
        settings = config.resolve(flags, file)
        _check(settings)
        if writes:
            sys.stdout.write(config.write_toml(settings))
            return 0
        log = open_log(settings.log)
    except TianyuanError as error:
        print(f"tianyuan gtp: {error}", file=sys.stderr)
        return 2
    from engine.gtp.server import Server, say

    # A search holds the main thread in compiled code, where Python would not hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if os.isatty(0):
        say(GREETING.format(version=__version__))
    return Server(settings, 0, wire.claim_stdout(), log).serve()


def _check(settings: config.Settings) -> None:
    """Refuse now what would be refused at the first command or move; defaults need no look."""
    if settings.net is not None:
        from engine.player import judges

        judges.check(settings)
    if any(getattr(settings, name) != config.BY_NAME[name].default for name in ("size", "komi", "rules", "time")):
        from engine.session import Session

        Session(settings)
