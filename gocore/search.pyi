from collections.abc import Iterable
from typing import Any

from gocore.position import Position
from gocore.report import Report

POLICIES: tuple[str, ...]

class Search:
    threads: int
    memory_mb: int
    batch: int
    policy: str
    judge: Any
    seed: int
    exploration: float
    growth: float
    first_play: float
    temperature: float
    noise: float
    amaf_weight: float
    amaf_prior: float
    score_weight: float
    playout_share: float
    expand_at: int
    bonus2: int
    symmetric: bool
    early_stop: bool
    moves_ownership: bool
    def __init__(
        self,
        threads: int = 1,
        memory_mb: int = 256,
        seed: int = 0,
        *,
        judge: Any = None,
        batch: int = 1,
        cache_mb: int = 64,
        policy: str = "sense",
    ) -> None: ...
    @property
    def running(self) -> bool: ...
    def run(
        self,
        position: Position,
        *,
        visits: int = 0,
        playouts: int = 0,
        seconds: float = 0.0,
        allow: Iterable[int] | None = None,
        avoid: Iterable[int] = (),
        later: Iterable[tuple[int, int, int]] = (),
    ) -> Report: ...
    def stop(self) -> None: ...
    def report(
        self, max_moves: int | None = None, max_pv: int = 15, *, deviations: bool = False, least: int = 0
    ) -> Report: ...
    def clear(self) -> None: ...
    def check(self) -> None: ...
