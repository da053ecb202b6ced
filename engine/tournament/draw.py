"""Drawing lots (Article 10), repeatable from a recorded seed.

A draw here is a sort by a hash: every entrant gets the ticket sha256(seed, purpose, number) and the tickets are
laid in order. So the outcome depends on nothing but the seed, what is drawn for and the starting numbers: not on
names, not on the order of the file, not on the Python that runs it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def ticket(seed: int, purpose: str, number: int = 0) -> int:
    """Return the 64-bit ticket that `number` draws for `purpose` under `seed`."""
    text = f"tianyuan draw|{seed}|{purpose}|{number}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def lots(seed: int, purpose: str, numbers: Iterable[int]) -> list[int]:
    """Return `numbers` in drawn order: the smallest ticket first, equal tickets by number."""
    return sorted(numbers, key=lambda number: (ticket(seed, purpose, number), number))


def sealed(event: str, round_number: int, team: int, order: Iterable[int], nonce: str) -> str:
    """Return the public fingerprint of a secret line-up (Article 26, line-up on the spot).

    The captain hands in this line before the match and shows `order` and `nonce` when both lines are in.
    """
    text = f"{event}|{round_number}|{team}|{','.join(map(str, order))}|{nonce}"
    return hashlib.sha256(text.encode()).hexdigest()
