"""The kind `selfplay`: games of an engine with itself, watched for illegal moves, for what happens after the first
pass, and for whether the dead stones that it names at the end are the dead ones.

A pass offers to end the game as it stands. So from the first on the margin after each pass, with the stones off that
the engine calls dead, may change by one point at most: more would be a loss for one of the sides. What a count would be
while a threat stands unanswered is nobody's offer, and is not asked. When both have passed they go on with
`kgs-genmove_cleanup` until both pass again; then the count with nothing taken off must be that of before with the dead
stones taken off.
"""

from __future__ import annotations

from collections import Counter

from engine.game.result import Result
from engine.match.strength.proof import Shelf
from engine.match.strength.series import Line, Series
from engine.match.strength.table import Fault, OwnGames, Table

SORTS = ("illegal", "margin", "statuses", "length", "engine")
"""Sorts of fault: a move that is none; a margin that moves after a pass; dead stones that are none, or others that
are; a game or a clean-up without end; an engine that refuses or breaks."""

ALLOWED2 = 2
"""Half points by which the margin may move after the first pass."""

LONGEST = 4
"""A game that has more moves than this for each point has no end."""


class SelfplayProof(OwnGames):
    """Games to the end and beyond, of which none may have a fault.

    The engine must not resign (`--resign 0`), for a game that is not played to its end proves nothing.
    """

    heading = "Self-play"
    intro = (
        "Each game: no illegal move; from pass to pass the margin with agreed dead stones moves by one point at "
        "most; and when the dead\nstones have been played out, the board counts as agreed. The bar is no fault in any "
        "game; the columns count games by their fault."
    )
    columns = ("proof", "what", "games", *SORTS, "verdict", "commits")

    def play(self, table: Table, line: Line) -> None:
        """Play a game, then play its dead stones out."""
        follow(table, line, LONGEST * self.size**2)

    def record(self, table: Table, line: Line) -> None:
        """Write the moves of the clean-up apart."""
        moves = table.played()
        end = line.get("end", len(moves))
        line |= {"moves": table.text(moves[:end]), "cleanup": table.text(moves[end:])}

    def words(self, line: Line) -> str:
        """The game and what came of it."""
        moves = len(line.get("moves", "").split())
        return f"game {line['game']}, {moves} moves, {line.get('counted', '-')} {line['fault']}".rstrip()

    def score(self, series: Series) -> str:
        """Games with a fault."""
        return f"{sum(_faulty(series).values())} with a fault"

    def cells(self, series: Series, shelf: Shelf) -> list[str]:
        """Games, and games by fault."""
        found = _faulty(series)
        return [str(len(series.lines)), *(str(found[sort]) for sort in SORTS)]

    def met(self, series: Series, shelf: Shelf) -> bool:
        """Whether no game has a fault."""
        return not self.failed(series)

    def failed(self, series: Series) -> bool:
        """Whether one has."""
        return bool(_faulty(series))


def _faulty(series: Series) -> Counter[str]:
    """Games with a fault, by its sort."""
    return Counter(line["fault"].partition(":")[0] for line in series.lines if line["fault"])


def follow(table: Table, line: Line, most: int) -> None:
    """Play a game to its end and beyond, and write in its line what is seen. Raises Fault.

    most: moves of a game that has an end; a clean-up has half as many. passed: number of the first pass. margins:
    Black's lead in points after each pass. end: moves until both had passed. dead, claimed: the stones called dead
    then, and the count without them. counted: the count of the board when they had been played out.
    """
    game = table.game
    margins2: list[int] = []
    while not game.stopped:
        if len(game.moves) >= most:
            raise Fault(f"length: the game has no end after {most} moves")
        if table.move() != game.pass_point:
            continue
        dead = table.dead()
        margins2.append(game.score(dead).margin2)
        line.setdefault("passed", len(game.moves))
        line["margins"] = [margin2 / 2 for margin2 in margins2]
        line["dead"] = table.text(dead)
    line |= {"end": len(game.moves), "claimed": _said(margins2[-1])}
    clean_up(table, most // 2)
    counted2 = game.score(()).margin2
    line["counted"] = _said(counted2)
    if counted2 != margins2[-1]:
        raise Fault(f"statuses: claimed {line['claimed']}, played out {line['counted']}")
    if (moved2 := max(margins2) - min(margins2)) > ALLOWED2:
        raise Fault(f"margin: moved by {moved2 / 2:g} points after the pass at move {line['passed']}")


def clean_up(table: Table, most: int) -> None:
    """Let both sides take dead stones off until both pass. Raises Fault where that has no end."""
    game, passes, begun = table.game, 0, len(table.game.moves)
    while passes < 2:
        if len(game.moves) - begun >= most:
            raise Fault(f"length: the clean-up has no end after {most} moves")
        passes = passes + 1 if table.move("kgs-genmove_cleanup") == game.pass_point else 0


def _said(margin2: int) -> str:
    return Result.counted(margin2).sgf()
