"""Who moves first (Article 10): by a draw or by nigiri, from a recorded seed."""

import random
from dataclasses import dataclass

from gocore import BLACK, WHITE


def draw(players: tuple[str, str], seed: int) -> dict[int, str]:
    """Draw colours by lot. Returns a name for each colour; the same seed draws the same."""
    first, second = random.Random(seed).sample(players, 2)
    return {BLACK: first, WHITE: second}


@dataclass(frozen=True, slots=True)
class Nigiri:
    """A guess at hidden stones. holder hides `stones` white stones, guesser says odd or even."""

    holder: str
    guesser: str
    stones: int
    odd: bool

    @classmethod
    def drawn(cls, holder: str, guesser: str, seed: int) -> "Nigiri":
        """Let a seed do both: 1 to 20 stones, and the guess."""
        rng = random.Random(seed)
        return cls(holder, guesser, rng.randint(1, 20), rng.random() < 0.5)

    @property
    def chooser(self) -> str:
        """Who chooses the colour: the guesser if he is right, else the holder."""
        return self.guesser if (self.stones % 2 == 1) == self.odd else self.holder

    def colours(self, chosen: int = BLACK) -> dict[int, str]:
        """A name for each colour when the chooser takes `chosen`."""
        other = self.holder if self.chooser == self.guesser else self.guesser
        return {chosen: self.chooser, BLACK + WHITE - chosen: other}


def board_colours(first_board: int, boards: int) -> list[int]:
    """The colours of a team's boards: odd boards as the first, even boards the other colour."""
    return [first_board if board % 2 == 0 else BLACK + WHITE - first_board for board in range(boards)]
