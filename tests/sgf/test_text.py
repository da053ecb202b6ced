"""Charsets: what a file says, what it is, and what to do when neither is sure."""

import pytest

from engine.sgf.text import decode

CHINESE = "(;PB[柯洁]PW[李昌镐]C[黑棋中盘胜，白棋太慢])"
KOREAN = "(;PB[이세돌]PW[박정환]C[흑 불계승 좋은 수입니다])"
JAPANESE = "(;PB[井山裕太]PW[山下敬吾]C[黒の中押し勝ち])"
TAIWANESE = "(;PB[張栩]PW[王銘琬]C[黑中盤勝])"
LATIN = "(;PB[Müller]PW[Zoë]C[à la façon d'Ångström])"


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides_and_is_taken_off(mark: str) -> None:
    decoded = decode(("(;CA[GB2312]PB[黒])").encode(mark))
    assert decoded.text == "(;CA[GB2312]PB[黒])"
    assert decoded.warnings == ()


def test_bytes_that_the_mark_contradicts_are_replaced_and_told() -> None:
    decoded = decode(b"\xef\xbb\xbf(;PB[\xff])")
    assert decoded.text == "(;PB[\ufffd])"
    assert decoded.warnings


@pytest.mark.parametrize(
    ("text", "claim", "codec"),
    [
        (CHINESE, "GB18030", "gb18030"),
        (CHINESE, "gb2312", "gbk"),  # a superset is what is really used under the older name
        (JAPANESE, "Shift_JIS", "cp932"),
        (JAPANESE, "EUC-JP", "euc_jp"),
        (KOREAN, "EUC-KR", "cp949"),
        (TAIWANESE, "Big5", "big5"),
        (LATIN, "ISO-8859-1", "latin-1"),
        (KOREAN, "utf-8", "utf-8"),
    ],
)
def test_the_charset_named_by_ca_is_used(text: str, claim: str, codec: str) -> None:
    named = text.replace("(;", f"(;CA[{claim}]")
    assert decode(named.encode(codec)) == (named, decode(named.encode(codec)).charset, ())


@pytest.mark.parametrize(
    ("text", "codec"),
    [(CHINESE, "gb18030"), (KOREAN, "cp949"), (JAPANESE, "cp932"), (TAIWANESE, "big5")],
)
def test_without_ca_an_east_asian_charset_is_guessed_with_a_warning(text: str, codec: str) -> None:
    decoded = decode(text.encode(codec))
    assert decoded.text == text
    assert codec in decoded.warnings[0]


@pytest.mark.parametrize("text", [LATIN, "(;PB[Äl])", "(;PB[Zoë]PW[Bö])"])
def test_without_ca_accented_letters_are_latin_1_which_is_the_default(text: str) -> None:
    assert decode(text.encode("latin-1")) == (text, "iso8859-1", ())


def test_without_ca_utf_8_is_tried_first() -> None:
    assert decode(KOREAN.encode()) == (KOREAN, "utf-8", ())


@pytest.mark.parametrize("claim", ["no-such-charset", "UTF-8", "rot13", "hex"])
def test_an_unknown_or_wrong_charset_falls_back_with_a_warning(claim: str) -> None:
    text = CHINESE.replace("(;", f"(;CA[{claim}]")
    decoded = decode(text.encode("gb18030"))
    assert decoded.text == text
    assert claim in decoded.warnings[0]


def test_a_second_byte_that_looks_like_a_backslash_is_no_escape() -> None:
    assert "表".encode("cp932")[1:] == b"\\"
    assert decode("(;CA[Shift_JIS]PB[表];B[ee])".encode("cp932")).text.endswith("PB[表];B[ee])")


def test_any_bytes_are_text() -> None:
    data = bytes(range(256)) * 3
    assert decode(data).text
