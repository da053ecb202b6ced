"""Which judge a player thinks with: a network where one is named or comes with the package, else playouts."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.config import Settings, file_path
from engine.errors import ConfigError, NetError, NetFormatError
from engine.player.levels import FULL

if TYPE_CHECKING:
    from engine.net.evaluator import NetEvaluator

PLAYOUTS = "none"
"""The name that asks for no network."""
PACKAGED = Path(__file__).parents[1] / "net" / "data" / "tianyuan.onnx"
"""The network in the package, rounded to eight bits."""
EXACT = PACKAGED.with_name("tianyuan-float32.onnx")
"""The same before rounding, for an onnxruntime that does not take the other."""


class Say(Protocol):
    """Takes a line for people."""

    def __call__(self, line: str, /) -> None: ...


def net_path(settings: Settings) -> Path | None:
    """The network file that the settings ask for, None for playouts. Does not open it.

    Where none is named it is the package's own, but for the levels below full strength: what they see and how freely
    they choose was set with playouts.
    """
    if settings.net == PLAYOUTS:
        return None
    if settings.net is not None:
        return file_path(settings.net)
    if settings.level not in (None, FULL):
        return None
    return PACKAGED if PACKAGED.is_file() else None


def check(settings: Settings) -> None:
    """Raise ConfigError for a network that is named and not there: better said at the start than at the first move."""
    path = net_path(settings)
    if path is not None and not path.is_file():
        raise ConfigError(f"net: {path}: no such file")


def open_judge(settings: Settings, say: Say) -> "NetEvaluator | None":
    """Open the network; may take a minute where a foreign one has never been opened before.

    say: told about the making, and about what stands in the way. Returns None, and the player plays with playouts,
    where there is no network or it cannot be used.
    """
    path = net_path(settings)
    if path is None:
        return None
    from engine.net.cache import open_net

    try:
        return open_net(path, progress=say)
    except NetFormatError as error:
        if path == PACKAGED and EXACT.is_file():
            say(f"{error}; trying {EXACT.name}")
            return open_judge(replace(settings, net=str(EXACT)), say)
        say(f"{error}; playing with playouts")
    except NetError as error:
        say(f"{error}; playing with playouts")
    except OSError as error:
        say(f"net: {path}: {error.strerror}; playing with playouts")
    return None
