"""The figures of the rule text as positions (specification, section F): X Black, O White, top row first.

Figure 2 is the text's own; the originals of 3 to 8 are lost, these are the standard shapes for the names in the text.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A position, the cycle of vertices that can be played in it, and the ply that strict superko voids first."""

    name: str
    rows: tuple[str, ...]
    to_move: int
    cycle: tuple[str, ...] = ()
    first_void: int = 0

    @property
    def diagram(self) -> str:
        """The rows as the core reads them."""
        return "\n".join(self.rows)


FIGURE_2 = Figure(
    "forbidden points",
    (
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        "...................",
        ".........OOO...O...",
        "..OOO....OXO..OXO..",
        "..O.O...OX.O..O.O..",
        "...OO...OOOO...O...",
        "...................",
        "...................",
    ),
    1,
)
FIGURE_3 = Figure(
    "false life / moonshine life",
    (
        ".O.OXXOOOOOO.",
        "OOOXXXOXO.OOO",
        "XXXXXOX.XOXXX",
        "....XOXXXXXX.",
        "....XOOOOOOXX",
        "....XO....OOO",
        "....XO.......",
        "....XO.......",
        "....XO.......",
        "....XO.......",
        "....XO.......",
        "....XO.......",
        "....XO.......",
    ),
    1,
    ("C13", "H11", "K12", "D13", "H12", "K11"),
    6,
)
FIGURE_4 = Figure(
    "triple ko",
    (
        "OOOOOOOOO",
        "OXOO.OO.O",
        "X.XXOXXOX",
        "XXXXXXXXX",
        "OOOOOOOOO",
        ".........",
        ".........",
        ".........",
        ".........",
    ),
    1,
    ("E8", "B7", "H8", "E7", "B8", "H7"),
    6,
)
FIGURE_5 = Figure(
    "quadruple ko",
    (
        "OOOOOOOOO",
        "O.O.OXOXO",
        "XOXOX.X.X",
        "XXXXXXXXX",
        "OOOOOOOOO",
        ".........",
        ".........",
        ".........",
        ".........",
    ),
    1,
    ("B8", "F7", "D8", "H7", "F8", "B7", "H8", "D7"),
    8,
)
FIGURE_6 = Figure(
    "eternal life",
    (
        ".O.X.OX..",
        "XOOOXXOOO",
        "XXXXXOO..",
        "OOOOOO...",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ),
    1,
    ("C9", "E9", "D9", "F9"),
    4,
)
FIGURE_7 = Figure(
    "double two-stone capture / round-robin ko",
    (
        ".O.XXXXX.",
        "OXXXOOOOX",
        "OOOOOOOO.",
        "XXXXXXXOO",
        "......XXX",
        ".........",
        ".........",
        ".........",
        ".........",
    ),
    1,
    ("J7", "J9", "J8", "C9", "A9", "B9"),
    3,
)
FIGURE_8A = Figure(
    "sending two, returning one",
    (
        ".O.XXXXX.",
        "OXXXOOOXX",
        "OOOOOOOOO",
        "XXXXXXXO.",
        "......XOO",
        "......XXX",
        ".........",
        ".........",
        ".........",
    ),
    2,
    ("C9", "A9", "B9", "pass"),
    3,
)
FIGURE_8B = Figure(
    "double-ko seki used to avoid the end",
    (
        "OOOOOOOO.",
        "OXO.OOOOO",
        "X.XOXXXXX",
        "XXXXXXXX.",
        "OOOOOOOXX",
        "......OOO",
        ".........",
        ".........",
        ".........",
    ),
    1,
    ("D8", "B7", "pass", "D7", "B8", "pass"),
    5,
)

FIGURES = {
    "2": FIGURE_2,
    "3": FIGURE_3,
    "4": FIGURE_4,
    "5": FIGURE_5,
    "6": FIGURE_6,
    "7": FIGURE_7,
    "8a": FIGURE_8A,
    "8b": FIGURE_8B,
}
