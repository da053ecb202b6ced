"""Run a network beside a search: the seam that the core calls once a batch.

The protocol, in full. A judge is any object with these members; `NetEvaluator` is the one that runs nets.

    encoder: str     name of the input planes it wants, a key of gocore.features.ENCODERS
    lane() -> Lane   called once for each search thread before it starts; a lane belongs to one thread
    Lane.evaluate(planes, globals_, out_policy, out_value, out_ownership) -> None

All five are C-contiguous float32 buffers that the core owns and frees, n positions of one board size in each:

    planes          (n, P, height, width)   input, written by gocore.features; P planes of the encoder
    globals_        (n, G)                  input, written by gocore.features; G numbers of the encoder
    out_policy      (n, width*height + 1)   logits over the points p = y*width + x, the pass last. Neither masked
                                            nor normalised: the core masks illegal moves and takes the softmax
    out_value       (n, 6)                  what `VALUE` names, for the side to move:
                                            win, loss, no result (probabilities, sum 1),
                                            lead, score (expected margin of the game), score deviation (points)
    out_ownership   (n, width*height)       -1 .. 1, +1 where the point ends as the side to move's

The GIL is held for the call only; onnxruntime lets go of it while it computes, so threads run side by side. The
core passes the *same five objects* each time it evaluates n positions of that size (it makes them once a thread
for each n): a lane binds them to the network once and then only runs. Other objects work too, at about 30 us more.
A lane keeps no reference to a buffer after `close()`, and does not touch one outside a call.
evaluate raises NetError when a buffer has the wrong shape; the core then stops the search with that error.
"""

import threading
from typing import Any, Final, Protocol

from engine.errors import NetError, NetFormatError, NetMissingError
from engine.net.own import Card, loads

VALUE: Final = ("win", "loss", "no_result", "lead", "score", "score_deviation")
"""What the columns of out_value are, side to move's view."""
PRECISIONS: Final = ("int8", "float32", "bf16")
_TYPICAL_BINDINGS: Final = 64


class Lane(Protocol):
    """One search thread's way to a judge."""

    def evaluate(self, planes: Any, globals_: Any, out_policy: Any, out_value: Any, out_ownership: Any) -> None:
        """Judge the positions in the inputs and write what is found into the outputs (module docstring)."""

    def close(self) -> None:
        """Let go of every buffer."""


class Judge(Protocol):
    """What the core's search asks about positions."""

    @property
    def encoder(self) -> str:
        """Return the name of the input planes it wants."""

    def lane(self) -> Lane:
        """Return a way in for one thread."""


def open_session(model: str | bytes, threads: int = 1) -> Any:
    """Open an onnxruntime session on the processor that does not spin while it waits.

    model: a file's name, or a serialised model. threads: of the session itself; 0 for as many as there are cores.
    Raises NetMissingError without onnxruntime, NetFormatError when it does not take the model.
    """
    try:
        import onnxruntime
    except ImportError:
        raise NetMissingError("running a net needs the package onnxruntime: pip install onnxruntime") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors reach us as exceptions; stderr is the engine's own
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exception classes differ from release to release
        name = model if isinstance(model, str) else "the converted net"
        raise NetFormatError(f"{name}: onnxruntime does not take it ({_first_line(error)})") from None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


class NetEvaluator:
    """A network judge: a net in our own format, run by onnxruntime.

    Made by `engine.net.cache.open_net`, or directly from an ONNX file or its bytes. All sizes within `card.sides`
    are served by one session without a pause. Each lane has a session of its own with one thread.
    """

    def __init__(self, model: str | bytes, name: str = "") -> None:
        """Open a net. Raises NetFormatError when it is none of ours, NetMissingError without onnxruntime."""
        self._model = model
        first = open_session(model)
        self._spares: list[Any] = [first]
        shown = name or (model if isinstance(model, str) else "net")
        self.card: Card = loads(first.get_modelmeta().custom_metadata_map, shown)
        inputs = {entry.name: entry.shape for entry in first.get_inputs()}
        outputs = {entry.name for entry in first.get_outputs()}
        if set(inputs) != {"planes", "globals"} or outputs != {"policy", "value", "ownership"}:
            raise NetFormatError(f"{shown}: its inputs or outputs are not those of a Tianyuan net")
        self.planes: int = inputs["planes"][1]
        self.globals: int = inputs["globals"][1]
        self._lock = threading.Lock()

    @property
    def encoder(self) -> str:
        """Return the name of the input planes that the net wants."""
        return self.card.encoder

    def allows(self, width: int, height: int) -> bool:
        """Return whether the net may be asked about boards of this size."""
        low, high = self.card.sides
        return low <= min(width, height) and max(width, height) <= high

    def lane(self) -> "NetLane":
        """Return a lane of its own for one thread; opening its session takes about 0.05 s for a small net."""
        with self._lock:
            session = self._spares.pop() if self._spares else None
        return NetLane(self, session if session is not None else open_session(self._model))

    def prepare(self, lanes: int) -> None:
        """Open what so many more lanes need, so that none is opened while a clock runs."""
        while len(self._spares) < lanes:
            self.give_back(open_session(self._model))

    def give_back(self, session: Any) -> None:
        """Keep a closed lane's session for the next lane."""
        with self._lock:
            self._spares.append(session)


class NetLane:
    """One thread's session with a net, and the buffers bound to it."""

    def __init__(self, net: NetEvaluator, session: Any) -> None:
        self._net = net
        self._session = session
        self._bindings: dict[int, tuple[tuple[Any, ...], Any]] = {}

    def evaluate(self, planes: Any, globals_: Any, out_policy: Any, out_value: Any, out_ownership: Any) -> None:
        """Judge n positions (module docstring). Raises NetError when a buffer has another shape than is due."""
        buffers = (planes, globals_, out_policy, out_value, out_ownership)
        known = self._bindings.get(id(planes))  # the buffers are held, so that an id cannot come again
        if known is None or any(a is not b for a, b in zip(known[0], buffers, strict=False)):
            known = self._bind(buffers)
        try:
            self._session.run_with_iobinding(known[1])
        except Exception as error:  # as above
            raise NetError(f"the net could not be run ({_first_line(error)})") from None

    def _bind(self, buffers: tuple[Any, ...]) -> tuple[tuple[Any, ...], Any]:
        """Bind five buffers to the session, after a look at their shapes."""
        import numpy as np

        arrays = [np.asarray(buffer) for buffer in buffers]
        if arrays[0].ndim != 4:
            raise NetError(f"planes: shape {arrays[0].shape} where (n, {self._net.planes}, height, width) is due")
        n, _, height, width = arrays[0].shape
        if not self._net.allows(width, height):
            raise NetError(f"net {self._net.card.name} is not made for {width}x{height} boards")
        area = width * height
        names = ("planes", "globals", "policy", "value", "ownership")
        shapes = (
            (n, self._net.planes, height, width),
            (n, self._net.globals),
            (n, area + 1),
            (n, len(VALUE)),
            (n, area),
        )
        binding = self._session.io_binding()
        for place, (name, array, shape) in enumerate(zip(names, arrays, shapes, strict=True)):
            if array.shape != shape or array.dtype != np.float32 or not array.flags.c_contiguous:
                raise NetError(f"{name}: {array.dtype}{array.shape} where contiguous float32{shape} is due")
            bind = binding.bind_input if place < 2 else binding.bind_output
            bind(name, "cpu", 0, np.float32, shape, array.ctypes.data)
        if len(self._bindings) >= _TYPICAL_BINDINGS:
            self._bindings.clear()
        self._bindings[id(buffers[0])] = found = ((*buffers, *arrays), binding)
        return found

    def close(self) -> None:
        """Let go of every buffer, and leave the session to the next lane. A closed lane must not be used."""
        self._bindings.clear()
        if self._session is not None:
            self._net.give_back(self._session)
            self._session = None
