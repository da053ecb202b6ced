"""Compare counts with GNU Go's on finished games: the same dead stones must give the same score.

    python -m tests.game.crosscheck FOLDER --count 2000 --rules chinese     (FOLDER: the outside test data)

Prints a line for every game in which the two differ, and a summary. What differs in dead stones is listed with both
opinions; what differs in the score though the dead stones are the same is an error of one of the two.
"""

import argparse
import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine import sgf
from engine.coords import format_vertex, parse_vertex
from engine.game import rules, scoring, status
from engine.game.game import Game
from engine.protocol.client import Client
from gocore import GoError

GNUGO = "/usr/games/gnugo"
NET_GAMES = 97
"""Where the 9x9 games begin: the counted records come before them."""

SIMPLE_KO = rules.by_name("chinese-simple")
NAMES = {"chinese": "chinese-1988", "japanese": "japanese"}


@dataclass(frozen=True)
class Verdict:
    """What one side says of a finished game: dead stones, Black's lead in half points, and dame (GNU Go's list)."""

    dead: frozenset[int]
    margin2: int
    dame: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Row:
    """A game and both verdicts; again: our count with GNU Go's dead stones."""

    name: str
    game: Game
    ours: Verdict
    theirs: Verdict
    again: int

    @property
    def agrees(self) -> bool:
        """Whether both call the same stones dead."""
        return self.ours.dead == self.theirs.dead

    @property
    def eyes_in_seki(self) -> int:
        """Half points by which GNU Go's area count must differ because it counts no eyes in seki (Article 9 does)."""
        owner = scoring.count(self.game.position, rules.by_name("chinese-1988"), sorted(self.theirs.dead)).owner
        return 2 * sum((0, 1, -1)[owner[p]] for p in self.theirs.dame)

    @property
    def but_for_a_dame(self) -> bool:
        """Whether the scores differ by the one point that is left when an odd number of dame is filled in turn.

        Article 9 halves shared points instead. Odd by either's list: GNU Go's has the eyes in seki too.
        """
        mine = scoring.count(self.game.position, rules.by_name("chinese-1988"), sorted(self.theirs.dead)).shared
        odd = mine % 2 or len(self.theirs.dame) % 2
        apart = self.again - self.theirs.margin2
        return bool(odd) and any(abs(apart - eyes) == 2 for eyes in (0, self.eyes_in_seki))

    @property
    def counts_alike(self) -> bool:
        """Whether GNU Go's dead stones give GNU Go's score, eyes in seki aside."""
        return self.again - self.theirs.margin2 in (0, self.eyes_in_seki)


def net_games(folder: Path) -> Iterator[tuple[str, Game]]:
    """The 9x9 games that ended by two passes."""
    with lzma.open(folder / "games/train/netplay-9x9.sgf.xz", "rt") as lines:
        for number, line in enumerate(lines):
            game = sgf.loads(line)[0].main_line(rules=SIMPLE_KO)
            if game.stopped:
                yield f"netplay-{number}", game


def counted_games(folder: Path) -> Iterator[tuple[str, Game]]:
    """The records that were counted: their result has a margin."""
    for path in sorted((folder / "games/records").glob("*.sgf")):
        record = sgf.load(path)[0]
        if re.search(r"RE\[[BW]\+[0-9]", path.read_text(encoding="latin-1")) and record.size[0] <= 19:
            try:
                yield path.stem, record.main_line(rules=SIMPLE_KO)
            except GoError:
                continue


def ours(game: Game, rule_set: str) -> Verdict:
    """Judge and count as the engine does."""
    game = game.copy()
    game.set_rules(rules.by_name(rule_set))
    found = status.opinion(game.position)
    return Verdict(frozenset(found.dead_points), _margin(game, frozenset(found.dead_points), found.seki_points))


def _margin(game: Game, dead: frozenset[int], seki: list[int] | None = None) -> int:
    return scoring.count(game.position, game.rules, sorted(dead), seki=seki).margin2


def theirs(peer: Client, game: Game) -> Verdict:
    """Ask GNU Go: the whole game is played to it again."""
    peer.ask("boardsize", game.width, timeout=60)
    peer.ask("clear_board", timeout=60)
    peer.ask("komi", game.komi2 / 2, timeout=60)
    for step in game.steps:
        moves = [(step.color, step.point)] if hasattr(step, "point") else []
        if not moves:
            moves = [(1, p) for p in step.black] + [(2, p) for p in step.white]
        for color, point in moves:
            peer.ask("play", "xbw"[color], format_vertex(point, game.width, game.height), timeout=60)
    dead = peer.ask("final_status_list", "dead", timeout=600).split()
    score = peer.ask("final_score", timeout=600)
    margin2 = 0 if score[0] == "0" else round(float(score[2:]) * 2) * (1 if score[0] == "B" else -1)
    dame = peer.ask("final_status_list", "dame", timeout=600).split()
    lists = [frozenset(parse_vertex(v, game.width, game.height) for v in words) for words in (dead, dame)]
    return Verdict(lists[0], margin2, lists[1])


def compare(folder: Path, count: int, rule: str, first: int = 0, level: int = 10) -> Iterator[Row]:
    """Compare so many games, the counted records first."""
    with Client([GNUGO, "--mode", "gtp", f"--{rule}-rules", "--level", str(level)]) as peer:
        for name, game in islice(_all(folder), first, first + count):
            mine = ours(game, NAMES[rule])
            other = theirs(peer, game)
            plain = game.copy()
            plain.set_rules(rules.by_name(NAMES[rule]))
            yield Row(name, game, mine, other, _margin(plain, other.dead))


def _all(folder: Path) -> Iterator[tuple[str, Game]]:
    yield from counted_games(folder)
    yield from net_games(folder)


def described(row: Row) -> str:
    """One line on a game in which the two differ."""

    def names(points: frozenset[int]) -> str:
        return " ".join(format_vertex(p, row.game.width, row.game.height) for p in sorted(points)) or "-"

    if row.agrees:
        return f"{row.name}: same dead stones, ours {row.ours.margin2 / 2:+}, GNU Go {row.theirs.margin2 / 2:+}"
    only_us, only_them = row.ours.dead - row.theirs.dead, row.theirs.dead - row.ours.dead
    return (
        f"{row.name}: dead for us only {names(only_us)}; for GNU Go only {names(only_them)}; "
        f"scores {row.ours.margin2 / 2:+} {row.theirs.margin2 / 2:+}, ours with theirs {row.again / 2:+}"
    )


def main() -> None:
    """Run the comparison and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--rules", choices=sorted(NAMES), default="chinese")
    chosen = parser.parse_args()
    total = same = seki = wrong = other = 0
    for row in compare(chosen.folder, chosen.count, chosen.rules, chosen.first, chosen.level):
        total += 1
        same += row.agrees
        exact = row.again == row.theirs.margin2
        seki += row.agrees and row.counts_alike and not exact
        wrong += row.agrees and not row.counts_alike
        other += not row.agrees and not row.counts_alike
        if not row.agrees or not exact:
            print(described(row), flush=True)
    print(f"{total} games, {same} with the same dead stones: of these {wrong} with another score,")
    print(f"{seki} where only eyes in seki differ, which GNU Go leaves out; {total - same} with other dead stones,")
    print(f"of which {other} are counted otherwise even with GNU Go's dead stones")


if __name__ == "__main__":
    main()
