"""Time systems: the SPEC and the time commands, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ClockError
from engine.game.timespec import MOST, TimeSpec, ms, seconds_text

SPECS = {
    "300": TimeSpec("absolute", 300_000),
    "300+5x30": TimeSpec("byoyomi", 300_000, periods=5, period_ms=30_000),
    "300+25/600": TimeSpec("canadian", 300_000, stones=25, period_ms=600_000),
    "300+10f": TimeSpec("fischer", 300_000, increment_ms=10_000),
    "300+10f600": TimeSpec("fischer", 300_000, increment_ms=10_000, cap_ms=600_000),
    "300c5": TimeSpec("countdown", 0, periods=5, period_ms=60_000),
    "1s/move": TimeSpec("byoyomi", 0, periods=1, period_ms=1_000),
    "v500": TimeSpec("visits", visits=500),
    "none": TimeSpec("none"),
    "0.5s/move": TimeSpec("byoyomi", 0, periods=1, period_ms=500),
}


@pytest.mark.parametrize("text", SPECS)
def test_specs_are_read_and_written(text: str) -> None:
    """Every form of the house."""
    assert TimeSpec.parse(text) == SPECS[text]
    assert str(SPECS[text]) == text


@pytest.mark.parametrize(("text", "why"), [
    ("", "not a time control"), ("-5", "not a time control"), ("300+", "not a time control"), ("v0", "1 or more"),
    ("300+0x30", "needs periods"), ("300+5/0", "needs stones"), ("60c5", "part of the time"),
    ("9+1f5", "below the main"), ("0", "no time for the first move"), ("0.0", "no time"), ("0+10f", "no time"),
    ("0+5f60", "no time"),
    ("nan", "not a time control"), ("1e3", "not a time control"), ("٣", "not a time control"),
])  # fmt: skip
def test_what_is_no_spec_is_refused(text: str, why: str) -> None:
    """One line, with the text where it could not be read."""
    with pytest.raises(ClockError, match=why):
        TimeSpec.parse(text)


@pytest.mark.parametrize(("numbers", "system", "back"), [
    ((300, 0, 0), "absolute", (300, 0, 0)), ((300, 30, 5), "canadian", (300, 30, 5)), ((0, 1, 0), "none", (0, 1, 0)),
    ((0, 0, 0), "absolute", (0, 0, 0)), ((0, 5, 1), "canadian", (0, 5, 1)), ((1, 0, 7), "absolute", (1, 0, 0)),
])  # fmt: skip
def test_gtp_time_settings_both_ways(numbers: tuple[int, int, int], system: str, back: tuple[int, int, int]) -> None:
    """byo_yomi_time > 0 with 0 stones is no limit; 0 is absolute."""
    spec = TimeSpec.from_time_settings(*numbers)
    assert (spec.system, spec.to_time_settings()) == (system, back)
    with pytest.raises(ClockError):
        TimeSpec.from_time_settings(-1, 0, 0)


@pytest.mark.parametrize(("text", "numbers"), [
    ("300+5x30", (300, 30, 1)), ("600c5", (300, 60, 1)), ("300+10f", (290, 10, 1)), ("5+10f", (0, 10, 1)),
    ("300+0.5f", (300, 0, 0)), ("1s/move", (0, 1, 1)), ("0.4", (1, 0, 0)), ("v9", (0, 1, 0)),
])  # fmt: skip
def test_other_systems_are_said_to_gtp_without_promising_more(text: str, numbers: tuple[int, int, int]) -> None:
    """The nearest that GTP can say."""
    assert TimeSpec.parse(text).to_time_settings() == numbers


@pytest.mark.parametrize("words", [
    "none", "absolute 300", "byoyomi 60 10 3", "canadian 60 10 3", "fischer 60 5", "fischer-capped 60 5 120 -1",
    "fischer-capped 60 5 120 7", "fischer-capped 60 5 -1 7",
])  # fmt: skip
def test_kgs_and_kata_words_both_ways(words: str) -> None:
    """What was read is written again."""
    assert TimeSpec.from_words(words.split()).to_words(kata=True) == words.split()


@pytest.mark.parametrize(("words", "why"), [
    ("", "unknown time system ''"), ("sudden 5", "unknown time system"), ("absolute", "takes 1 number"),
    ("byoyomi 1 2", "takes 3 numbers"), ("byoyomi 1 2 x", "not a count"), ("absolute x", "not a time"),
    ("absolute nan", "not a time"), ("absolute -5", "no negative"), ("canadian 1 2 -3", "not a count"),
])  # fmt: skip
def test_bad_words_are_refused(words: str, why: str) -> None:
    """Unknown systems, missing numbers, numbers that are none."""
    with pytest.raises(ClockError, match=why):
        TimeSpec.from_words(words.split())


def test_a_count_of_any_length_is_taken() -> None:
    """For as many as a clock counts; leading zeros are no digits of it."""
    assert TimeSpec.from_words(["byoyomi", "1", "2", "9" * 5000]).periods == MOST
    assert TimeSpec.from_words(["canadian", "1", "2", "0" * 5000 + "3"]).stones == 3


def test_special_words() -> None:
    """No periods is absolute time, a cap of -1 none, and KGS hears of Fischer in its own terms."""
    assert TimeSpec.from_words(["byoyomi", "60", "0", "3"]) == TimeSpec("absolute", 60_000)
    assert TimeSpec.from_words(["canadian", "60", "30", "0"]) == TimeSpec("none")
    assert TimeSpec.from_words(["fischer-capped", "60", "5", "-1", "-1"]).cap_ms == 0
    assert TimeSpec.from_words(["fischer-capped", "60", "5", "-1", "0"]).move_cap_ms == 0
    assert TimeSpec.from_words(["NONE"]) == TimeSpec("none")
    assert TimeSpec.parse("60+5f").to_words() == ["canadian", "55", "5", "1"]
    assert TimeSpec.parse("1s/move").per_move_ms == 1_000
    assert TimeSpec.parse("60+1x5").per_move_ms == 0


@given(st.integers(0, 10**9))
def test_seconds_and_milliseconds(value: int) -> None:
    """No millisecond is lost in the text."""
    assert ms(seconds_text(value)) == value
