"""Numbers on the command line: bounds, and refusals of one line."""

import argparse

import pytest

from engine.flags import Parser, real, whole


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e400", "1_0", "x", "", "10.5", "-0.1", "٣"])
def test_no_number_within_bounds(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a number from 0 to 10 is wanted"):
        real(0, 10)(text)


@pytest.mark.parametrize("text", ["nan", "1.0", "-1", "11", "9" * 5000, "1_0", "", "٣"])
def test_no_whole_number_within_bounds(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a whole number from 0 to 10 is wanted"):
        whole(0, 10)(text)


def test_numbers_within_bounds() -> None:
    assert [whole(-3, 10)(text) for text in ("-3", "+7", "010")] == [-3, 7, 10]
    assert whole(0, 2**63 - 1)(str(2**63 - 1)) == 2**63 - 1
    assert [real(0, 10)(text) for text in ("0", "1e1", " 2.5")] == [0, 10, 2.5]


def test_a_refusal_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    p = Parser(prog="tianyuan match")
    p.add_argument("--lag", type=real(0, 3600))
    with pytest.raises(SystemExit) as left:
        p.parse_args(["--lag", "nan\x1b"])
    assert left.value.code == 2
    said = "tianyuan match: argument --lag: nan\\x1b: a number from 0 to 3600 is wanted (see tianyuan match --help)\n"
    assert capsys.readouterr().err == said
