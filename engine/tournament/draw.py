"""Drawing lots and guessing first move (Article 10), repeatable from a recorded seed.

A draw here is a sort by a hash: every entrant gets the ticket sha256(seed, purpose, number) and the tickets are
laid in order. So the outcome depends on nothing but the seed, what is drawn for and the starting numbers: not on
names, not on the order of the file, not on the Python that runs it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass


def ticket(seed: int, purpose: str, number: int = 0) -> int:
    """Return the 64-bit ticket that `number` draws for `purpose` under `seed`."""
    text = f"tianyuan draw|{seed}|{purpose}|{number}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def lots(seed: int, purpose: str, numbers: Iterable[int]) -> list[int]:
    """Return `numbers` in drawn order: the smallest ticket first, equal tickets by number."""
    return sorted(numbers, key=lambda number: (ticket(seed, purpose, number), number))


@dataclass(frozen=True)
class Nigiri:
    """One guess for the first move, as it happened.

    `holder` hides `stones` white stones, the other side says `guess` ("odd" or "even"). A right guess lets the
    guesser choose the colour, a wrong one the holder; who chooses takes Black, or White where `wish` says so.
    """

    holder: int
    guesser: int
    stones: int
    guess: str
    wish: str = "black"

    @property
    def right(self) -> bool:
        return (self.stones % 2 == 1) == (self.guess == "odd")

    @property
    def chooser(self) -> int:
        return self.guesser if self.right else self.holder

    @property
    def black(self) -> int:
        """Return the side that plays Black."""
        other = self.holder if self.right else self.guesser
        return self.chooser if self.wish == "black" else other

    @property
    def white(self) -> int:
        """Return the side that plays White."""
        return self.guesser if self.black == self.holder else self.holder


def nigiri(seed: int, purpose: str, holder: int, guesser: int, wish: str = "black") -> Nigiri:
    """Guess for the first move between two sides (Article 10); the same seed gives the same colours.

    `holder` is the elder or appointed player. The hidden count is 1 to 20 stones.
    """
    stones = ticket(seed, f"{purpose}|stones") % 20 + 1
    guess = "odd" if ticket(seed, f"{purpose}|guess") % 2 else "even"
    return Nigiri(holder, guesser, stones, guess, wish)


def sealed(event: str, round_number: int, team: int, order: Iterable[int], nonce: str) -> str:
    """Return the public fingerprint of a secret line-up (Article 26, line-up on the spot).

    The captain hands in this line before the match and shows `order` and `nonce` when both lines are in.
    """
    text = f"{event}|{round_number}|{team}|{','.join(map(str, order))}|{nonce}"
    return hashlib.sha256(text.encode()).hexdigest()
