from collections.abc import Iterable
from typing import Any

from gocore.position import Position

ENCODERS: dict[str, tuple[int, int]]

class Encoder:
    name: str
    planes: int
    globals: int
    def __init__(self, name: str = "katago7") -> None: ...
    def write(
        self,
        pos: Position,
        planes: Any,
        globals_: Any,
        *,
        bonus2: int = 0,
        suicide_life: bool = False,
        recent: int = 5,
    ) -> None: ...
    def write_batch(
        self,
        positions: Iterable[Position],
        planes: Any,
        globals_: Any,
        *,
        bonus2: int = 0,
        suicide_life: bool = False,
        recent: int = 5,
    ) -> None: ...
