"""Text from outside: what is fit for a terminal or a page, and what stands there instead."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.wording import MOST_DIGITS, composed, plain, unfit, whole_number


@pytest.mark.parametrize(
    ("text", "first", "shown"),
    [
        ("Ana", "", "Ana"),
        ("棋 é <b>", "", "棋 é <b>"),
        ("a\nb", "U+000A", "a\\nb"),
        ("\x1b[31mred", "U+001B", "\\x1b[31mred"),
        ("\u202egnirts", "U+202E", "\\u202egnirts"),
        ("\x85", "U+0085", "\\x85"),
        ("\udcff", "U+DCFF", "\\udcff"),
        ("\u2028", "U+2028", "\\u2028"),
    ],
)
def test_what_is_fit(text: str, first: str, shown: str) -> None:
    assert (unfit(text), plain(text)) == (first, shown)


@given(st.text())
def test_plain_text_holds_no_control_character(text: str) -> None:
    shown = plain(text)
    assert not unfit(shown) and not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in shown)
    assert (shown == text) == (not unfit(text))


@pytest.mark.parametrize(("text", "value"), [
    ("0", 0), ("-0", 0), ("+7", 7), ("007", 7), ("-12", -12), ("", None), ("-", None), ("+-1", None), ("1.0", None),
    ("1_0", None), (" 1", None), ("1\n", None), ("٣", None), ("²", None),
])  # fmt: skip
def test_whole_numbers(text: str, value: int | None) -> None:
    assert whole_number(text) == value


def test_whole_numbers_of_any_length() -> None:
    assert whole_number("9" * MOST_DIGITS) == 10**MOST_DIGITS - 1
    assert whole_number("0" * 9000 + "3") == 3
    assert whole_number("9" * 5000) == whole_number("1" * 500_000) == 10**MOST_DIGITS
    assert whole_number("-" + "9" * 5000) == -(10**MOST_DIGITS)


def test_a_name_is_one_name_however_it_was_typed() -> None:
    assert composed("e\u0301") == composed("\u00e9") == "\u00e9"
