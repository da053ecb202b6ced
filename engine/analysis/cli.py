"""`tianyuan analysis`: KataGo's JSON analysis protocol on standard input and output."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from engine import config, wire
from engine.errors import TianyuanError
from engine.flags import Parser
from engine.player import judges
from engine.protocol.codec import LineSplitter
from engine.protocol.transcript import Transcript, open_log

FOREIGN = ("-config", "-override-config", "-analysis-threads", "-quiet-startup")
"""Flags of `katago analysis` that a client writes by itself: read, and left alone."""


def run(argv: Sequence[str]) -> int:
    """Run the verb and return its exit status."""
    parser = Parser(
        prog="tianyuan analysis",
        description="Speak KataGo's JSON analysis protocol, one object a line, on standard input and output.",
        allow_abbrev=False,
    )
    config.add_flags(parser)
    parser.add_argument(
        "--quit-without-waiting", "-quit-without-waiting", action="store_true",
        help="at the end of input drop the queries that are not done yet",
    )  # fmt: skip
    parser.add_argument("-model", dest="model", metavar="FILE", help="the same as --net, as KaTrain writes it")
    for flag in FOREIGN:
        parser.add_argument(flag, dest=f"foreign{flag}", help=argparse.SUPPRESS)
    words = vars(parser.parse_args(list(argv)))
    flags = {name: words[name] for name in config.BY_NAME if words.get(name) is not None}
    if words["model"] is not None:
        flags.setdefault("net", words["model"])
    try:
        settings = config.resolve(flags, words["config"])
        judges.check(settings)
        log = open_log(settings.log)
    except TianyuanError as error:
        print(f"tianyuan analysis: {error}", file=sys.stderr)
        return 2
    from engine.analysis.server import Server, to_line
    from engine.player.player import Player

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    out = wire.claim_stdout()

    def send(value: dict[str, Any]) -> None:
        line = to_line(value)
        if log is not None:
            log.write("<", line)
        try:
            wire.write_all(out, line.encode())
        except BrokenPipeError:
            os._exit(0)  # nobody is left to hear, and the search may run for hours
        except wire.OutputFailed as error:
            print(f"tianyuan analysis: standard output: {error.strerror}", file=sys.stderr)
            os._exit(1)

    player = Player(settings)
    player.say = lambda line: print(f"[tianyuan] {line}", file=sys.stderr)
    player.warm()
    Server(settings, send, player).serve(_lines(log), wait=not words["quit_without_waiting"])
    return 0


def _lines(log: Transcript | None) -> Iterator[str]:
    splitter = LineSplitter()
    ended = False
    while not ended:
        data = wire.read_some(0)
        ended = not data
        for line in splitter.feed(data) if data else [splitter.take_rest()]:
            text = line.decode("utf-8", "replace").rstrip("\r")
            if log is not None and text:
                log.write(">", text)
            yield text
