"""Text from outside (names, what engines say, records, files) made fit for a line of a terminal, a table or a page,
and whole numbers of any length read from it.

Not fit are control characters (they move the cursor or end the line), line and paragraph separators, marks that turn
the direction of writing, and halves of surrogate pairs (they cannot be written at all).
"""

import re

_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def unfit(text: str) -> str:
    """Return the name of the first character that is not fit, such as "U+001B"; empty when all are."""
    found = _UNFIT.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def plain(text: str) -> str:
    """Return the text with an escape such as `\\x1b` or `\\n` in place of each character that is not fit."""
    return _UNFIT.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


MOST_DIGITS = 1000
"""Digits of a whole number that are read one by one. Python itself reads 4,300, and fails on more."""


def whole_number(text: str) -> int | None:
    """Read a whole number in digits of ASCII, with or without a sign; None for anything else.

    A number of any length has a value, so that its reader need look at the range alone: with more than MOST_DIGITS it
    is that power of ten, which no range holds.
    """
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits.isascii() or not digits.isdigit():
        return None
    digits = digits.lstrip("0")
    value = int(digits or "0") if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -value if text[0] == "-" else value


def extra(name: str) -> str:
    """Say what brings an extra that is not installed, such as "events"."""
    return f".venv/bin/pip install -e '.[{name}]' in the clone brings it"


def composed(text: str) -> str:
    """Return the text in its composed form (NFC): an e with an accent is one name, however it was typed."""
    import unicodedata  # here: the engine starts without it

    return unicodedata.normalize("NFC", text)
