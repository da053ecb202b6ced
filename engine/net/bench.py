"""Measure a network by itself: evaluations a second, without a search."""

import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import NetError
from engine.net.cache import open_net
from engine.net.evaluator import VALUE, NetEvaluator


@dataclass(frozen=True, slots=True)
class NetSpeed:
    """What a measurement gave. Rates are evaluations a second; seconds are those of the clock and of the processor."""

    net: str
    precision: str
    size: int
    threads: int
    batch: int
    evaluations: int
    wall_seconds: float
    cpu_seconds: float
    per_wall_second: float
    per_cpu_second: float

    def as_json(self) -> dict[str, Any]:
        """Return the members by name."""
        return asdict(self)


def measure(
    path: Path, *, size: int = 19, threads: int = 1, seconds: float = 5.0, precision: str = "int8", batch: int = 1
) -> NetSpeed:
    """Evaluate random positions as fast as the net allows.

    path: a net file. size: lines of the square board. threads: each with a lane of its own. seconds: by the clock.
    batch: positions a call. Raises NetError for a size that the net does not allow, and what open_net raises. Does
    not include writing the input planes, nor a search.
    """
    net = open_net(path, precision)
    if not net.allows(size, size):
        raise NetError(f"net {net.card.name} is not made for {size}x{size} boards")
    workers = [_Worker(net, size, batch) for _ in range(threads)]
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        for worker in workers:
            worker.start(wall + seconds)
        for worker in workers:
            worker.done.wait()
    finally:  # Ctrl-C: a thread that the end of Python finds inside a net takes the process down with it
        for worker in workers:
            worker.stop()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    count = sum(worker.count for worker in workers)
    return NetSpeed(
        net.card.name,
        net.card.precision,
        size,
        threads,
        batch,
        count,
        round(wall, 3),
        round(cpu, 3),
        round(count / wall, 1),
        round(count / max(cpu, 1e-9), 1),
    )


class _Worker:
    """One thread that evaluates until its time is up."""

    def __init__(self, net: NetEvaluator, size: int, batch: int) -> None:
        import numpy as np

        generator = np.random.default_rng(1)
        planes = np.zeros((batch, net.planes, size, size), np.float32)
        stones = generator.integers(0, 3, (batch, size, size))
        planes[:, 0], planes[:, 1], planes[:, 2] = 1, stones == 1, stones == 2
        widths = (net.globals, size * size + 1, len(VALUE), size * size)
        self._feed = [planes, *(np.zeros((batch, width), np.float32) for width in widths)]
        self._lane = net.lane()
        self._lane.evaluate(*self._feed)  # binds, and makes room for this size
        self._batch = batch
        self.count = 0
        self.done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._end = 0.0

    def start(self, end: float) -> None:
        """Begin, and stop when the clock reads `end`."""
        self._end = end
        self._thread.start()

    def stop(self) -> None:
        """End after the present evaluation, and wait for it.

        By an event: a join that Ctrl-C breaks off takes the thread for ended, in Python 3.11.
        """
        self._end = 0.0
        if self._thread.ident is not None:
            self.done.wait()

    def _run(self) -> None:
        try:
            while True:
                self._lane.evaluate(*self._feed)
                self.count += self._batch
                if time.perf_counter() >= self._end:
                    return
        finally:
            self.done.set()
