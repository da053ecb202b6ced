"""The exceptions of the engine, one tree.

    gocore.GoError                what the compiled core raises
    |-- gocore.IllegalMove        a move that the rules in force forbid
    `-- TianyuanError             everything the engine raises itself
        |-- VertexError           text that names no point of the board
        `-- NetError              a network that cannot be used
            |-- NetFormatError    its file is damaged, or of a kind that is not read
            `-- NetMissingError   a package that it needs is not installed

Each message is one line that says what is wrong and where. A door (GTP, the command line, the web) turns it
into its own kind of refusal; nothing else catches these classes broadly.
"""

from gocore import GoError


class TianyuanError(GoError):
    """Base of every error that the engine raises on purpose."""


class VertexError(TianyuanError):
    """Text that names no point of the board in use."""


class NetError(TianyuanError):
    """A network that cannot be used, or not in this way."""


class NetFormatError(NetError):
    """A network file that is damaged, or of a kind that is not read."""


class NetMissingError(NetError):
    """A package that reading or running a network needs is not installed."""
