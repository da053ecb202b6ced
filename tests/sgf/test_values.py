"""Points, sizes and komi, as the standard has them and as files do."""

import pytest

from engine.errors import SgfError
from engine.sgf.values import (
    format_point,
    format_size,
    parse_komi,
    parse_number,
    parse_point,
    parse_points,
    parse_size,
)


@pytest.mark.parametrize(
    ("text", "size", "point"),
    [
        ("aa", (19, 19), 0),
        ("ss", (19, 19), 360),
        ("am", (9, 13), 12 * 9),
        ("ma", (13, 9), 12),
        ("DD", (30, 30), 29 * 30 + 29),
        ("", (9, 9), 81),
        ("tt", (19, 19), 361),
        ("tt", (20, 20), 19 * 20 + 19),
        (" pd ", (19, 19), 3 * 19 + 15),
    ],
)
def test_points_count_from_the_top_left(text: str, size: tuple[int, int], point: int) -> None:
    assert parse_point(text, *size) == point


@pytest.mark.parametrize("text", ["DD", "jj", "a", "abc", "a1", "??", "aj"])
def test_what_is_no_point_of_the_board_is_refused_by_name(text: str) -> None:
    with pytest.raises(SgfError, match="\\[" + text.replace("?", "\\?") + "\\]"):
        parse_point(text, 9, 9)


def test_every_point_is_written_as_it_is_read() -> None:
    for width, height in ((1, 1), (9, 9), (13, 9), (19, 19), (25, 25)):
        for point in range(width * height + 1):
            assert parse_point(format_point(point, width, height), width, height) == point


def test_lists_hold_points_and_rectangles_and_no_pass() -> None:
    assert parse_points(["aa", "ca:db", "aa"], 9, 9) == [0, 2, 3, 11, 12]
    for values in (["aa:jj"], [""], ["tt"], ["aa:tt"]):
        with pytest.raises(SgfError):
            parse_points(values, 9, 9)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (None, (19, 19)),
        ("", (19, 19)),
        ("9", (9, 9)),
        ("9:13", (9, 13)),
        (" 13 : 9 ", (13, 9)),
        ("9x9", (9, 9)),
        ("52", (52, 52)),
    ],
)
def test_sizes(text: str | None, size: tuple[int, int]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["0", "53", "-9", "9:", "nine", "9.5", "9:0", "1e1"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(SgfError, match="SZ"):
        parse_size(text)


def test_a_square_size_is_one_number() -> None:
    assert (format_size(9, 9), format_size(9, 13)) == ("9", "9:13")


@pytest.mark.parametrize(
    ("text", "application", "half_points", "warns"),
    [
        ("6.5", "", 13, False),
        ("0", "", 0, False),
        ("", "", None, False),
        (None, "", None, False),
        ("6,5", "", 13, True),
        ("-5.5", "", -11, False),
        ("7.5 ", "", 15, False),
        ("7.50", "", 15, False),
        ("375", "foxwq", 15, True),
        ("650", "foxwq", 13, True),
        ("50", "foxwq", 1, True),
        ("0", "foxwq", 0, False),
        ("7.5", "foxwq", 15, False),
        ("750", "YuanYu", 15, True),
        ("375", "", 750, True),
        ("2.75", "", 11, True),
        ("3.75", "", 15, True),
        ("6.4", "", 13, True),
        ("nan", "", None, True),
        ("inf", "", None, True),
        ("1e3", "", None, True),
        ("1_0", "", None, True),
        ("six", "", None, True),
        ("99999", "", None, True),
        ("16000", "", 32_000, True),
        ("16000.5", "", None, True),
    ],
)
def test_komi_is_mended_where_only_one_thing_can_be_meant(
    text: str | None, application: str, half_points: int | None, warns: bool
) -> None:
    komi = parse_komi(text, application)
    assert komi.half_points == half_points
    assert (komi.warning is not None) == warns


def test_numbers_are_decimal() -> None:
    assert [parse_number(text) for text in ("1.5", "1,5", ".5", "7.")] == [1.5, 1.5, 0.5, 7.0]
    assert [parse_number(text) for text in ("x", "", "nan", None)] == [None] * 4
