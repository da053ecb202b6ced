"""Text from outside: what is fit for a terminal or a page, and what stands there instead."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.wording import composed, plain, unfit


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


def test_a_name_is_one_name_however_it_was_typed() -> None:
    assert composed("e\u0301") == composed("\u00e9") == "\u00e9"
