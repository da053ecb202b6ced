"""How a game can end (Article 13), with the form that a record gives it."""

import re
from dataclasses import dataclass
from typing import Literal

from engine.game.rules import format_komi
from gocore import BLACK, WHITE

Kind = Literal[
    "count",
    "resign",
    "time",
    "forfeit_late",
    "forfeit_absent",
    "foul_double_move",
    "foul_two_warnings",
    "foul_moved_stone",
    "foul_scattered",
    "foul",
    "ruling",
    "ruling_draw",
    "replay",
    "no_result",
    "double_forfeit",
    "unknown",
]

_LETTER = {BLACK: "B", WHITE: "W"}
_NAME = {BLACK: "Black", WHITE: "White"}
_SUFFIX = {"resign": "R", "time": "T", "ruling": ""}
_VOID = ("replay", "no_result", "double_forfeit")
_WORDS = {
    "resign": "by resignation",
    "time": "on time",
    "forfeit_late": "by forfeit: the opponent came late",
    "forfeit_absent": "by forfeit: the opponent did not appear",
    "foul_double_move": "by a foul: two moves running",
    "foul_two_warnings": "by a foul: two warnings",
    "foul_moved_stone": "by a foul: stones moved on purpose",
    "foul_scattered": "by a foul: the stones scattered",
    "foul": "by a foul",
    "ruling": "by a ruling",
}
_READ = {
    "r": "resign",
    "resign": "resign",
    "t": "time",
    "time": "time",
    "f": "foul",
    "forfeit": "foul",
    "": "ruling",
}


def zi_text(quarters: int) -> str:
    """Write a number of quarter zi as the text says it: 3 -> `3/4 zi`, 15 -> `3 3/4 zi`, 8 -> `2 zi`."""
    whole, part = divmod(abs(quarters), 4)
    words = [str(whole)] if whole or not part else []
    return " ".join([*words, *([{1: "1/4", 2: "1/2", 3: "3/4"}[part]] if part else []), "zi"])


def number_of(count: int, thing: str) -> str:
    """Write a number of things: `1 move`, `2 moves`, `0 prisoners`. thing: one of them."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    kind: why it ended. winner: a colour, or 0 for a draw, a void game and a double forfeit.
    margin2: by how many half points the winner leads (`count` only); under area counting half a point of
    difference is a quarter zi. area: whether the margin may be said in zi.
    """

    kind: Kind
    winner: int = 0
    margin2: int = 0
    area: bool = True

    @classmethod
    def counted(cls, margin2: int, area: bool = True) -> "Result":
        """The result of a count; margin2: Black's lead in half points, negative when White leads."""
        winner = BLACK if margin2 > 0 else WHITE if margin2 < 0 else 0
        return cls("count", winner, abs(margin2), area)

    @classmethod
    def lost_by(cls, color: int, kind: Kind) -> "Result":
        """The result of a game that a side has lost."""
        return cls(kind, BLACK + WHITE - color)

    @property
    def void(self) -> bool:
        """Whether the game counts for no one."""
        return self.kind in _VOID or self.kind == "unknown"

    def sgf(self) -> str:
        """The value of SGF's RE: `B+1.5`, `W+R`, `B+T`, `W+F`, `0`, `Void`, `?`.

        Points, never zi. FF[4] has no word for two losers: a double forfeit is `Void` there.
        """
        if self.kind == "unknown":
            return "?"
        if self.kind in _VOID:
            return "Void"
        if self.winner == 0:
            return "0"
        if self.kind == "count":
            return f"{_LETTER[self.winner]}+{self.margin2 / 2:.1f}"
        return f"{_LETTER[self.winner]}+{_SUFFIX.get(self.kind, 'F')}"

    def said(self) -> str:
        """The result in words: `Black wins by 3/4 zi (1.5 points)`, `White wins on time`, `draw`."""
        if self.kind == "unknown":
            return "result unknown"
        if self.kind == "double_forfeit":
            return "both sides forfeit"
        if self.kind in _VOID:
            return "void, to be replayed" if self.kind == "replay" else "no result"
        if self.winner == 0:
            return "draw by a ruling" if self.kind == "ruling_draw" else "draw"
        name = _NAME[self.winner]
        if self.kind != "count":
            return f"{name} wins {_WORDS[self.kind]}"
        points = f"{format_komi(self.margin2)} point{'' if self.margin2 == 2 else 's'}"
        return f"{name} wins by {zi_text(self.margin2)} ({points})" if self.area else f"{name} wins by {points}"

    @classmethod
    def parse_sgf(cls, text: str, area: bool = True) -> "Result":
        """Read an RE value in any of the usual spellings; `unknown` for what says nothing.

        A margin that is no number of half points goes to the nearest. Does not know the zi: a record that
        counts in zi must be repaired by who reads it.
        """
        plain = re.sub(r"\s+", "", text).lower()
        if plain in ("0", "draw", "jigo"):
            return cls("count", 0, 0, area)
        if plain == "void":
            return cls("no_result")
        match = re.fullmatch(r"(b|w|black|white)\+(.*)", plain)
        if match is None:
            return cls("unknown")
        winner = BLACK if match[1][0] == "b" else WHITE
        number = re.fullmatch(r"([0-9]{1,5}(?:\.[0-9]*)?|\.[0-9]+)(?:points?)?", match[2])
        if number:
            return cls("count", winner, round(float(number[1]) * 2), area)
        kind = _READ.get(match[2])
        return cls("unknown") if kind is None else cls(_AS_KIND[kind], winner)


_AS_KIND: dict[str, Kind] = {"resign": "resign", "time": "time", "foul": "foul", "ruling": "ruling"}
