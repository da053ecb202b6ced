"""Bytes of a record to text: which charset, decided before anything is parsed.

Decoding comes first because in several East Asian charsets the second byte of a character can be a backslash or a
bracket (0x5C, 0x5D): a parser of bytes would take it for the escape or the end of the value (FF[4], "Character set").
"""

import codecs
import re
from typing import NamedTuple

_CA = re.compile(rb"\bCA\s*\[\s*([^\]\\]{1,40}?)\s*\]")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "ascii": "utf-8"}
"""Charsets that files claim, and the superset that they really use."""

_ENOUGH = 0.5
"""The share of everyday characters from which a guess is believed."""


class Decoded(NamedTuple):
    """Text, the codec that gave it, and what had to be said on the way (empty when nothing)."""

    text: str
    charset: str
    warnings: tuple[str, ...]


class _Guess(NamedTuple):
    """A double-byte charset: first and second bytes of its everyday characters, and some that must occur."""

    codec: str
    lead: range
    trail: range
    must: frozenset[str] = frozenset()


_KOREAN = frozenset("이다는가의에을를은고하지한리사도기서수김박최정강조")

# The first level of each national set holds nearly all that names and comments use; Latin text read by mistake
# falls outside it, because there a high byte is seldom followed by another. Korean and Chinese use the same bytes for
# it, so a Korean text is known by its commonest syllables and surnames.
_GUESSES = (
    _Guess("cp949", range(0xB0, 0xC9), range(0xA1, 0xFF), _KOREAN),
    _Guess("gb18030", range(0xB0, 0xD8), range(0xA1, 0xFF)),
    _Guess("cp932", range(0x82, 0x99), range(0x40, 0xFD)),
    _Guess("big5", range(0xA4, 0xC7), range(0x40, 0xFF)),
)


def decode(data: bytes) -> Decoded:
    """Decode a whole file.

    A byte order mark decides; else the first CA property; else the text is UTF-8 if it can be, a guessed East Asian
    charset if nearly all of its characters are everyday ones there, and ISO-8859-1 (the default of FF[4]) in the
    end. A charset that is unknown, or that the bytes contradict, is passed over with a warning. Never raises: every
    byte string is valid ISO-8859-1, and the tags of a record are ASCII in all of these.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(codec, errors="replace")
            return Decoded(text, codec, ("bytes that are not " + codec,) if "\ufffd" in text else ())
    named = _CA.search(data)
    if named is None:
        return _guessed(data, ())
    name = named[1].decode("latin-1")
    try:
        codec = codecs.lookup(name.replace(" ", "")).name
        codec = _WIDER.get(codec, codec)
        return Decoded(data.decode(codec).removeprefix("\ufeff"), codec, ())
    except LookupError:
        return _guessed(data, (f"unknown charset CA[{name}]",))
    except (UnicodeDecodeError, ValueError):
        return _guessed(data, (f"the text is not in the charset that CA[{name}] names",))


def _guessed(data: bytes, warnings: tuple[str, ...]) -> Decoded:
    """Decode without a usable CA, as `decode` describes."""
    try:
        return Decoded(data.decode("utf-8"), "utf-8", warnings)
    except UnicodeDecodeError:
        pass
    share, codec = max(((_everyday(data, guess), guess.codec) for guess in _GUESSES), key=lambda pair: pair[0])
    if share < _ENOUGH:
        return Decoded(data.decode("latin-1"), "iso8859-1", warnings)
    return Decoded(data.decode(codec), codec, (*warnings, f"no usable CA: charset guessed to be {codec}"))


def _everyday(data: bytes, guess: _Guess) -> float:
    """Return the share of two-byte characters that are everyday ones in a charset; 0.0 where it cannot be meant."""
    try:
        text = data.decode(guess.codec)
    except UnicodeDecodeError:
        return 0.0
    pairs = everyday = high = at = 0
    while at < len(data) - 1:
        if data[at] < 0x80:
            at += 1
            continue
        pairs += 1
        everyday += data[at] in guess.lead and data[at + 1] in guess.trail
        high += data[at + 1] >= 0x80
        at += 2
    # An accented letter and the plain one after it make a character of Big5 or Shift_JIS: one pair of high bytes at
    # least must be there.
    if not high or (guess.must and sum(c in guess.must for c in text) < pairs * 0.15):
        return 0.0
    return everyday / pairs
