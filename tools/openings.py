"""Make engine/match/balanced9.txt: openings of 9x9, with what Black is ahead by in each before komi.

    openings.py NET     search with this network (its file) and write the list

From the empty board every move that the network thinks likely is followed, four moves deep; positions that a symmetry
turns into one another count once. What stands there is searched with VISITS visits.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from engine.coords import format_vertex
from engine.game.symmetry import symmetries
from engine.match.openings import canonical
from engine.net.cache import open_net
from gocore import Position
from gocore.search import Search

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "engine" / "match" / "balanced9.txt"
SIDE, PLIES = 9, 4
LIKELY = 0.008
"""A move is followed when it is at least as likely as this share of the likeliest."""
VISITS = 48
HEAD = f"""# Openings of 9x9 and Black's lead in points before komi, made by tools/openings.py.
# Judged by {{net}}, {VISITS} visits each. Two of any line may be compared; none is exact to a point.
"""


def likely(search: Search, position: Position) -> list[int]:
    """The moves worth following."""
    found = search.run(position, visits=1)
    rows = [row for row in search.report(None, least=SIDE * SIDE).moves if row.point < position.area]
    most = max(row.prior for row in rows)
    assert found.visits >= 1
    return [row.point for row in rows if row.prior >= LIKELY * most]


def lines(search: Search) -> Iterator[tuple[list[int], Position]]:
    """All openings, none twice."""
    maps, seen, level = symmetries(SIDE, SIDE), set[bytes](), [(list[int](), Position(SIDE))]
    for _ in range(PLIES):
        deeper = []
        for moves, position in level:
            for point in likely(search, position):
                after = position.copy()
                after.play(point)
                key = canonical(after, maps)
                if key not in seen:
                    seen.add(key)
                    deeper.append(([*moves, point], after))
        level = deeper
    yield from level


def main(net: str) -> None:
    """Write the list."""
    judge = open_net(Path(net), progress=print)
    search = Search(1, 64, 1, judge=judge)
    rows = []
    for moves, position in lines(search):
        search.run(position, visits=VISITS)
        lead = search.report().lead + position.rules.komi  # Black's, komi taken off again
        rows.append(f"{' '.join(format_vertex(p, SIDE, SIDE) for p in moves)} {lead:.1f}")
        if len(rows) % 100 == 0:
            print(len(rows), "openings", flush=True)
    LIST.write_text(HEAD.format(net=judge.card.name) + "\n".join(sorted(rows)) + "\n", encoding="utf-8")
    print(f"{len(rows)} openings")


if __name__ == "__main__":
    main(sys.argv[1])
