"""The net in the package, in one command: games, judgements, training, files. Whatever is there is not made again.

    python -m engine.train make --teacher NET --records FOLDER --out FOLDER

The records are collections of games (records.py) and, where there are some, judgements of them (labels.py), by the
names in PARTS; games that are not there are played by the teacher's policy. A killed run goes on from the last file
and the last checkpoint.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from engine.net.evaluator import NetEvaluator
from engine.train import games, labels, records

Say = Callable[[str], None]
NAME: Final = "tianyuan"
SIDES: Final = (7, 19)
"""Smallest and largest side of a board on which the net was trained."""
STEPS: Final = 3250
BATCH: Final = 192
READY_KOMI2: Final = 15
"""Half points of komi under which judgements were made that came with the records."""


@dataclass(frozen=True, slots=True)
class Part:
    """Games of one size, how many of their positions are judged how, and their share of the batches.

    games: file among the records, played where there is none. ready: judgements among the records. first, count:
    which games. vary: as in labels.judge.
    """

    name: str
    side: int
    share: float
    count: int
    per_game: int
    games: str
    ready: str = ""
    first: int = 0
    vary: bool = True


PARTS: Final = (
    Part("19", 19, 2.7, 112_000, 10, "tygem9d-19x19.sgf.xz", "labels-b6c96.npz", vary=False),
    Part("19-varied", 19, 1.3, 8_000, 3, "tygem9d-19x19.sgf.xz", first=112_000),
    Part("13", 13, 1.8, 450, 90, "policy-13x13.sgf.xz"),
    Part("9", 9, 3.6, 10_000, 9, "netplay-9x9.sgf.xz"),
    Part("7", 7, 0.6, 300, 30, "policy-7x7.sgf.xz"),
)


def make(teacher: Path, folder: Path, out: Path, say: Say, fit_plan: Any, parts: Sequence[Part] = PARTS) -> None:
    """Make the net's files in `out`: NAME.onnx in int8 and NAME-float32.onnx, and beside them all that led there.

    teacher: net file. folder: the records. fit_plan: engine.train.fit.Plan. Raises TrainError and NetError.
    """
    from engine.train import export, fit
    from engine.train.batches import Source

    out.mkdir(parents=True, exist_ok=True)
    sources = []
    for part in parts:
        played = _games(part, teacher, folder, out, say)
        sources.append(Source(played, _labels(part, teacher, played, folder, out, say), part.share))
    net = fit.fit(fit_plan, sources, out / "run", say)
    digest = export.digest(out / "run" / "last.pt")
    for precision, name in (("int8", f"{NAME}.onnx"), ("float32", f"{NAME}-float32.onnx")):
        say(f"writing {name}")
        (out / name).write_bytes(export.to_bytes(net, NAME, precision, digest, SIDES))


def _games(part: Part, teacher: Path, folder: Path, out: Path, say: Say) -> records.Collection:
    """Return the games of a part, played now if they are nowhere."""
    path = next((place / part.games for place in (folder, out) if (place / part.games).is_file()), out / part.games)
    if not path.is_file():
        say(f"playing {part.count} games of {part.side}x{part.side}")
        records.write(path, games.play(_open(teacher, say), part.side, part.count, seed=part.side))
    return records.read(path)


def _labels(part: Part, teacher: Path, played: records.Collection, folder: Path, out: Path, say: Say) -> labels.Labels:
    """Return the judgements of a part, made now if they are nowhere."""
    ready, path = folder / part.ready, out / f"labels-{part.name}.npz"
    if part.ready and ready.is_file():
        return labels.read(ready, komi2=READY_KOMI2)
    if not path.is_file():
        chosen = played[part.first : part.first + part.count]
        say(f"judging {len(chosen)} games of {part.side}x{part.side}")
        found = labels.judge(_open(teacher, say), chosen, part.per_game, seed=part.side, vary=part.vary)
        labels.write(path, list(_counted(found, part.first, say)))
    return labels.read(path)


def _counted(rows: Any, first: int, say: Say) -> Any:
    """Pass rows on, their games numbered from the collection's start, with a line now and then."""
    total = 0
    while chunk := list(islice(rows, 5000)):
        for row in chunk:
            yield {**row, "game": row["game"] + row["game"].dtype.type(first)}
        total += len(chunk)
        say(f"{total} positions judged")


def _open(teacher: Path, say: Say) -> NetEvaluator:
    from engine.net.cache import open_net

    return open_net(teacher, progress=say)
