"""Open a net file of any kind that is read, and keep what was made of it in the user's cache folder.

A KataGo net is converted once for each precision and kept under the SHA-256 of its content, so that a renamed or
moved file is found again and a changed one is not mistaken for it. The folder is `$TIANYUAN_CACHE`, or `tianyuan`
in the platform's place for caches; removing it costs nothing but the time to convert again. A folder that cannot be
written is no error: the net is converted in memory each time.
"""

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from engine.errors import NetError, NetFormatError
from engine.net.evaluator import PRECISIONS, NetEvaluator
from engine.net.own import Card

CONVERTER: Final = 3
"""Raised whenever the same file would be converted to something else: what is kept from before is then ignored."""
_GZIP: Final = b"\x1f\x8b"
Progress = Callable[[str], None]


def folder() -> Path:
    """Return the folder in which converted nets are kept. Does not make it."""
    if chosen := os.environ.get("TIANYUAN_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tianyuan"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tianyuan"


def open_net(path: Path, precision: str = "int8", progress: Progress = lambda line: None) -> NetEvaluator:
    """Open a net file: our own format, or a KataGo net, converted when it is met for the first time.

    precision: "int8", "float32" or "bf16"; of a net in our own format only the precision it was made in. progress:
    told in one line what takes long. Returns the evaluator. Raises NetFormatError for a file that is not read,
    NetMissingError when a package is missing, NetError for a precision that is not to be had.
    """
    if precision not in PRECISIONS:
        raise NetError(f"precision {precision!r}; {', '.join(PRECISIONS)} are known")
    try:
        with path.open("rb") as file:
            start = file.read(2)
    except OSError as error:
        raise NetError(f"{path}: cannot be read ({error.strerror})") from None
    if start == _GZIP:
        return _open_katago(path, precision, progress)
    return NetEvaluator(str(path), path.name)


def _open_katago(path: Path, precision: str, progress: Progress) -> NetEvaluator:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    kept = folder() / f"{digest}-{_variant(precision)}.onnx"
    if kept.is_file():
        with contextlib.suppress(NetFormatError):  # a damaged file is made anew
            return NetEvaluator(str(kept), path.name)
    progress(f"converting {path.name} to {precision}, once")
    model = convert(path, precision, digest)
    if not _keep(kept, model):
        return NetEvaluator(model, path.name)
    return NetEvaluator(str(kept), path.name)


def _variant(precision: str) -> str:
    from engine.net.quantise import weight_bits

    return f"{precision}{weight_bits() if precision == 'int8' else ''}-{CONVERTER}"


def convert(path: Path, precision: str, digest: str = "") -> bytes:
    """Read a KataGo net and return it in our own format.

    digest: SHA-256 of the file, written into the card. Raises as open_net. Does not look into the cache folder.
    """
    from engine.net import graph, katago, quantise
    from engine.net.own import stamp

    net = katago.read(path)
    model = graph.build(net)
    options = {"suicide_in_pass_alive": float(net.suicide_in_pass_alive)}
    stamp(model, Card(net.name, "katago7", "float32", source=digest, options=options))
    if precision == "int8":
        model = _rounded(model)
    elif precision == "bf16":
        model = quantise.shorten(model)
    stamp(model, Card(net.name, "katago7", precision, source=digest, options=options))
    data: bytes = model.SerializeToString()
    return data


def _rounded(model: Any) -> Any:
    """Return the int8 net. The games on large boards are played by a rough one, for the float32 net is slow there."""
    from engine.net import calibration, quantise
    from engine.net.own import stamp

    bits = quantise.weight_bits()
    exact = NetEvaluator(model.SerializeToString())
    feeds = list(calibration.feeds(exact, (9,)))
    rough = quantise.quantise(model, feeds, bits)
    stamp(rough, exact.card)
    feeds += calibration.feeds(NetEvaluator(rough.SerializeToString()), (13, 19))
    return quantise.quantise(model, feeds, bits)


def _keep(path: Path, data: bytes) -> bool:
    """Write a file whole or not at all. Returns whether it is there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".making-")
    except OSError:
        return False
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        return False
    return True
