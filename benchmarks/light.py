"""The engine with light playouts in place of its usual ones: an opponent for `make strength MATCH=sense-9`.

    python -m benchmarks.light gtp --net none

Takes what `tianyuan` takes.
"""

import functools
import sys

from engine.cli import main
from engine.player import searcher
from gocore.search import Search

if __name__ == "__main__":
    setattr(searcher, "Search", functools.partial(Search, policy="light"))  # noqa: B010 (a class, as types see it)
    sys.exit(main())
