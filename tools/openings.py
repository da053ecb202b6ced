"""Make the lists of openings of 9x9: engine/match/balanced9.txt to begin matches with, engine/player/book9.txt to play.

    openings.py NET balanced    every likely opening, with Black's lead before komi
    openings.py NET book        the good ones among them, followed deeper

NET is a network's file; it judges by searching. Positions that a symmetry turns into one another count once. What has
been judged is kept beside the list until it is written, so that a run that was stopped goes on.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from engine.coords import format_vertex, parse_vertex
from engine.files import write_whole
from engine.game.symmetry import canonical, symmetries
from engine.net.cache import open_net
from gocore import BLACK, Position
from gocore.search import Search

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "engine" / "match" / "balanced9.txt"
BOOK = ROOT / "engine" / "player" / "book9.txt"
SIDE = 9
VISITS = 48
LIST_PLIES, LIST_LIKELY = 4, 0.008
"""All moves are followed that are at least as likely as this share of the likeliest."""
BOOK_PLIES, BOOK_LIKELY, BOOK_LOSS = 5, 0.05, 0.3
"""From the list's end on the book follows fewer, and only where no move so far gave away more points than this."""
HEAD = f"""# {{what}}, made by tools/openings.py.
# Judged by {{net}}, {VISITS} visits each. {{warning}}
"""

Moves = tuple[int, ...]
Leads = dict[Moves, float]


class Judge:
    """A network that searches, and remembers in a file."""

    def __init__(self, net: Path, memory: Path) -> None:
        judge = open_net(net, progress=print)
        self.name = judge.card.name
        self._search = Search(1, 64, 1, judge=judge)
        self._memory, self._known = memory, read(memory) if memory.exists() else {}

    def likely(self, position: Position, share: float) -> list[int]:
        """The moves whose probability is at least this share of the likeliest's, without a search."""
        self._search.run(position, visits=1)
        rows = [row for row in self._search.report(None, least=SIDE * SIDE).moves if row.point < position.area]
        most = max(row.prior for row in rows)
        return [row.point for row in rows if row.prior >= share * most]

    def leads(self, lines: Iterable[Moves]) -> Leads:
        """By how many points Black is ahead at the end of each line, before komi."""
        wanted = list(lines)
        with self._memory.open("a", encoding="utf-8") as memory:
            for moves in wanted:
                if moves not in self._known:
                    position = played(moves)
                    self._search.run(position, visits=VISITS)
                    lead = self._search.report().lead  # of the side to move
                    black = lead if position.to_move == BLACK else -lead
                    self._known[moves] = round(black + position.rules.komi, 1)
                    print(row(moves, self._known[moves]), file=memory, flush=True)
        print(f"{len(wanted)} openings judged", flush=True)
        return {moves: self._known[moves] for moves in wanted}


def played(moves: Moves) -> Position:
    """The position after these moves."""
    position = Position(SIDE)
    position.play_moves(moves)
    return position


def key(moves: Moves) -> bytes:
    """What lines share that a symmetry or another order turns into one another."""
    return canonical(played(moves), symmetries(SIDE, SIDE))


def different(lines: Iterable[Moves]) -> list[Moves]:
    """The lines without those that come to the same."""
    found = dict[bytes, Moves]()
    for moves in lines:
        found.setdefault(key(moves), moves)
    return list(found.values())


def deeper(judge: Judge, lines: Iterable[Moves], share: float) -> list[Moves]:
    """The lines and a likely move more."""
    return different((*moves, point) for moves in lines for point in judge.likely(played(moves), share))


def balanced(judge: Judge) -> Leads:
    """All openings of the list."""
    level: list[Moves] = [()]
    for _ in range(LIST_PLIES):
        level = deeper(judge, level, LIST_LIKELY)
    return judge.leads(level)


class Book:
    """Positions by their number of moves, and by which moves one becomes another."""

    def __init__(self, listed: Leads) -> None:
        self.levels = [{key(line[:ply]): line[:ply] for line in listed} for ply in range(LIST_PLIES)]
        self.levels += [{} for _ in range(LIST_PLIES, BOOK_PLIES + 1)]
        self.judged, self.after = Leads(), dict[Moves, list[Moves]]()
        self.add(LIST_PLIES, listed)
        for level in self.levels[:LIST_PLIES]:
            self.follow(level.values())

    def add(self, ply: int, judged: Leads) -> None:
        """Take in positions."""
        self.judged |= judged
        self.levels[ply] |= {key(line): line for line in judged}

    def follow(self, lines: Iterable[Moves]) -> None:
        """Find the moves from these positions to known ones."""
        for line in lines:
            keys = dict.fromkeys(key((*line, point)) for point in played(line).legal())
            self.after[line] = [self.levels[len(line) + 1][k] for k in keys if k in self.levels[len(line) + 1]]

    def leads(self) -> Leads:
        """The lead at every position, by the best move that the book knows there, else as judged."""
        leads = Leads(self.judged)
        for ply, level in reversed(list(enumerate(self.levels))):
            best = max if ply % 2 == 0 else min
            leads |= {
                line: best(leads[then] for then in self.after[line]) for line in level.values() if line in self.after
            }
        return leads

    def good(self, leads: Leads, line: Moves) -> list[Moves]:
        """What a position becomes by a move that gives away no more than BOOK_LOSS."""
        return [then for then in self.after.get(line, ()) if abs(leads[then] - leads[line]) <= BOOK_LOSS + 1e-9]

    def held(self, leads: Leads) -> list[Moves]:
        """The positions reached by such moves alone, those of fewer moves first."""
        found: list[Moves] = [()]
        for line in found:
            found += [then for then in self.good(leads, line) if then not in found]
        return found[1:]

    def lines(self, leads: Leads) -> dict[Moves, int]:
        """In how many ways the book goes on from each position that it holds."""
        counts = dict[Moves, int]()
        for line in reversed(self.held(leads)):
            counts[line] = sum(counts[then] for then in self.good(leads, line)) or 1
        return counts


def book(judge: Judge, listed: Leads) -> dict[Moves, tuple[float, int]]:
    """What the book says of each position that it holds: lead, and number of lines."""
    tree = Book(listed)
    while True:
        leads = tree.leads()
        due = [line for line in tree.held(leads) if len(line) < BOOK_PLIES and line not in tree.after]
        if not due:
            return {line: (leads[line], count) for line, count in tree.lines(leads).items()}
        ply = len(due[0]) + 1
        due = [line for line in due if len(line) == len(due[0])]
        lines = deeper(judge, due, BOOK_LIKELY)
        tree.add(ply, judge.leads(line for line in lines if key(line) not in tree.levels[ply]))
        tree.follow(
            [*due, *(line for line in tree.after if len(line) == ply - 1)]
        )  # they may lead to the new ones, too


def read(path: Path) -> Leads:
    """The openings of a list."""
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {tuple(parse_vertex(name, SIDE, SIDE) for name in names): float(lead) for *names, lead in rows}


def row(moves: Moves, lead: float) -> str:
    """An opening as it stands in a list."""
    return f"{' '.join(format_vertex(point, SIDE, SIDE) for point in moves)} {lead:.1f}"


def main(net: str, what: str) -> None:
    """Write one of the two."""
    path = {"balanced": LIST, "book": BOOK}.get(what)
    if path is None:
        sys.exit(f"openings.py: {what!r} is neither balanced nor book")
    memory = path.with_suffix(".judged")
    judge = Judge(Path(net), memory)
    if path == LIST:
        rows = [row(moves, lead) for moves, lead in balanced(judge).items()]
        words = "Openings of 9x9 and Black's lead in points before komi"
        warning = "Two of any line may be compared; none is exact to a point."
    else:
        rows = [f"{row(moves, lead)} {count}" for moves, (lead, count) in book(judge, read(LIST)).items()]
        words = "Good openings of 9x9, Black's lead before komi if the book is kept to, and in how many ways it goes on"
        warning = f"No move gives away more than {BOOK_LOSS} points."
    head = HEAD.format(what=words, net=judge.name, warning=warning)
    write_whole(path, head + "\n".join(sorted(rows)) + "\n")
    memory.unlink()
    print(f"{len(rows)} openings")


if __name__ == "__main__":
    main(*sys.argv[1:])
