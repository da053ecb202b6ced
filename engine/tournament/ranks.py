"""Go ranks as numbers: 1 dan is 0, 1 kyu is -1; one step is one handicap stone."""

from __future__ import annotations

import re

from engine.errors import EventError

_RANK = re.compile(r"(\d{1,2})\s*(k|kyu|d|dan|p|pro)", re.IGNORECASE)


def grade(text: str) -> int:
    """Return the step of a rank such as "12k", "3d" or "1p" (every professional counts as 9 dan).

    Raises EventError when the text is no rank. Known ranks: 50k to 9d, 1p to 9p.
    """
    match = _RANK.fullmatch(text.strip())
    if match is None:
        raise EventError(f"{text!r} is no rank (write 12k, 3d or 1p)")
    number, letter = int(match[1]), match[2][0].lower()
    if not 1 <= number <= (50 if letter == "k" else 9):
        raise EventError(f"{text!r} is no rank (50k to 9d, 1p to 9p)")
    if letter == "k":
        return -number
    return 8 if letter == "p" else number - 1


def rank_name(step: int) -> str:
    """Return the rank of a step: -12 is "12k", 2 is "3d"."""
    return f"{-step}k" if step < 0 else f"{step + 1}d"
