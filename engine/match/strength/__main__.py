"""The door to the proofs of strength: `make strength MATCH=name` comes in here.

python -m engine.match.strength NAME [--games N] [--concurrency N] [--new]     do what is missing
python -m engine.match.strength --list | --report                              what there is; write the page
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import TianyuanError
from engine.flags import Parser, whole
from engine.match.strength.page import named, names, series_of, write_page
from engine.match.strength.series import Line, commit_of, today


def play(root: Path, name: str, *, games: int | None = None, concurrency: int | None = None, new: bool = False) -> bool:
    """Do what is missing of a proof, at most `games` units; returns whether nothing is missing now.

    Raises SpecError where there is no such proof or its engine fails its check, MatchError where the engine breaks
    again and again. Whatever happens, the page tells how it stands.
    """
    proof = named(root, name)
    series = series_of(root, proof)
    if new:
        series.begin()
    proof.check()
    commit = commit_of(root)
    done = series.done()
    missing = [unit for number, unit in proof.units().items() if number not in done]
    if not series.lines and missing:
        series.append({"title": proof.title, **proof.said})

    def take(line: Line | None, words: str) -> None:
        if line is not None:
            series.append({**line, "commit": commit, "date": today()})
        print(f"[{len(series.lines)}/{proof.wanted}] {words} | {proof.score(series)}", flush=True)

    try:
        proof.run(missing[:games], concurrency or proof.concurrency, series, take)
    finally:
        write_page(root)
    return proof.over(series)


def main(argv: Sequence[str]) -> int:
    """The command; exit status 0 done, 1 stopped before the end, 2 not possible."""
    parser = Parser(prog="python -m engine.match.strength", description="Proofs of strength, done in pieces.")
    parser.add_argument("name", nargs="?", help="a plan of benchmarks/strength")
    parser.add_argument("--games", type=whole(1, 100_000), metavar="N", help="do at most N games, or cases, now")
    parser.add_argument("--concurrency", type=whole(1, 256), metavar="N", help="so many at a time")
    parser.add_argument("--new", action="store_true", help="begin a new series")
    parser.add_argument("--list", action="store_true", help="name the proofs")
    parser.add_argument("--report", action="store_true", help="write docs/strength.md")
    flags = parser.parse_args(argv)
    root = Path.cwd()
    try:
        if flags.report:
            write_page(root)
        if flags.list or (flags.name is None and not flags.report):
            print("\n".join(f"{name}: {named(root, name).title}" for name in names(root)))
        if flags.name is None:
            return 0
        return 0 if play(root, flags.name, games=flags.games, concurrency=flags.concurrency, new=flags.new) else 1
    except TianyuanError as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
