"""The command line: `tianyuan VERB …`. This module knows which package has a verb, and imports it only when
called.
"""

import contextlib
import errno
import functools
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine import wire


class Verb(NamedTuple):
    """A verb: the module whose `run(argv) -> exit status` does it, whether it speaks a protocol on stdout,
    its help.
    """

    module: str
    speaks: bool
    help: str


VERBS: dict[str, Verb] = {
    "gtp": Verb("engine.gtp.cli", True, "speak GTP on standard input and output (what happens without a verb)"),
    "analysis": Verb("engine.analysis.cli", True, "speak KataGo's JSON analysis protocol"),
    "play": Verb("engine.play.cli", False, "play on this terminal"),
    "match": Verb("engine.match.cli", False, "let two engines play"),
    "tournament": Verb("engine.tournament.cli", False, "run an event from a file"),
    "bench": Verb("engine.bench.cli", False, "measure speeds"),
    "svg": Verb("engine.render.cli", False, "draw a position"),
}
"""The table of verbs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 done, 1 failed, 2 not understood."""
    return guarded(functools.partial(_run, argv))


def guarded(work: Callable[[], int], name: str = "tianyuan") -> int:
    """Do the work of a command and return its exit status, without a traceback where the output or the user ends it.

    name: what says on stderr that the output takes no more. The status is 0 when the reader of the output has gone,
    1 when the output is full, 130 after Ctrl-C.
    """
    wire.open_closed()
    try:
        try:
            return work()
        finally:
            if sys.stdout is not sys.stderr:
                sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has all that it wanted
        return _drop_output(0)
    except OSError as error:
        if error.errno not in _FULL or error.filename is not None:
            raise
        with contextlib.suppress(OSError):
            print(f"{name}: output: {error.strerror}", file=sys.stderr)
        return _drop_output(1)
    except KeyboardInterrupt:
        return 130


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Why a write may fail that nothing is wrong with."""


def _drop_output(status: int) -> int:
    """Let what is still kept for the output go nowhere, or Python would complain of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return status


def _run(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] == "--version":
        return _version()
    if words and words[0] in ("--help", "-h", "help"):
        return _help()
    name = "gtp" if not words or words[0].startswith("-") else words.pop(0)
    verb = VERBS.get(name)
    if verb is None:
        known = ", ".join(VERBS)
        print(f"tianyuan: unknown verb {name!r}; known: {known}; try tianyuan --help", file=sys.stderr)
        return 2
    if verb.speaks and not {"--help", "-h", "--write-config"} & set(words):
        wire.claim_stdout()
    status = importlib.import_module(verb.module).run(words)
    return int(status or 0)


def _version() -> int:
    from engine import __version__

    print(f"tianyuan {__version__}")
    return 0


def _help() -> int:
    width = max(map(len, VERBS))
    rows = [f"  {name:<{width}}  {VERBS[name].help}" for name in VERBS]
    print("usage: tianyuan [VERB] [options]\n\nA Go engine that speaks the Go Text Protocol.\n\nverbs:")
    print("\n".join(rows))
    print("\ntianyuan VERB --help shows a verb's options; tianyuan --version the version.")
    return 0
