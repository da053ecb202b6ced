"""The line forms of GTP draft 2, sections 2.5 to 2.8 and 3.1, and what GNU Go 3.8 does where the draft is
silent.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol.codec import (
    MAX_INT,
    Command,
    LineSplitter,
    Reply,
    ReplyParser,
    clean,
    decode,
    encode,
    format_command,
    format_reply,
    parse_command,
    parse_reply,
    safe_text,
)


@pytest.mark.parametrize("line", ["", "\n", "   ", "\t\r\n", "# a comment", "   # another", "\x01\x07", "#"])
def test_lines_that_ask_for_nothing(line: str) -> None:
    assert parse_command(line) is None


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", Command("name")),
        ("1 name # c", Command("name", (), 1)),
        ("2\tversion", Command("version", (), 2)),
        ("3 na\x01me\r\n", Command("name", (), 3)),
        ("4name", Command("name", (), 4)),
        ("007 name", Command("name", (), 7)),
        ("00000000000007 name", Command("name", (), 7)),
        ("00 name", Command("name", (), 0)),
        ("0 name", Command("name", (), 0)),
        ("-1 name", Command("name", (), None)),
        ("99999999999 name", Command("name", (), MAX_INT)),
        ("4294967296 name", Command("name", (), MAX_INT)),
        ("  play   b \t D4  ", Command("play", ("b", "D4"))),
        ("play b D4#x", Command("play", ("b", "D4"))),
        ("PLAY b D4", Command("PLAY", ("b", "D4"))),
        ("12", Command("", (), 12)),
        ("loadsgf caf\udce9.sgf", Command("loadsgf", ("caf\udce9.sgf",))),
        ("\ufeffname", Command("name")),
    ],
)
def test_commands(line: str, command: Command) -> None:
    assert parse_command(line) == command


def test_a_huge_id_costs_nothing() -> None:
    assert parse_command("9" * 1_000_000 + " name") == Command("name", (), MAX_INT)


def test_clean_keeps_inner_spaces_and_cuts_the_comment() -> None:
    assert clean(" a\t\tb\x7f c \r# d") == "a  b c"


@given(st.binary(max_size=60))
def test_any_bytes_survive_the_way_through(data: bytes) -> None:
    assert encode(decode(data)) == data
    parse_command(decode(data))


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (Reply(True), "= \n\n"),
        (Reply(True, "", 0), "=0 \n\n"),
        (Reply(True, "D4", 12), "=12 D4\n\n"),
        (Reply(False, "illegal move"), "? illegal move\n\n"),
        (Reply(True, "a\nb\n"), "= a\nb\n\n"),
        (Reply(True, "a\n\nb"), "= a\n \nb\n\n"),
        (Reply(True, "\n  A B\n1 . ."), "= \n  A B\n1 . .\n\n"),
        (Reply(True, "\n\n\n"), "= \n\n"),
    ],
)
def test_answers_written(reply: Reply, text: str) -> None:
    assert format_reply(reply) == text


@given(st.text(alphabet="ab \n\r", max_size=30))
def test_no_text_can_end_its_answer_early(text: str) -> None:
    written = format_reply(Reply(True, text))
    assert written.endswith("\n\n")
    assert "\n\n" not in written[:-1]
    assert "\r" not in written
    assert safe_text(safe_text(text)) == safe_text(text)


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("= D4", Reply(True, "D4")),
        ("=D4", Reply(True, "D4")),
        ("=12 D4", Reply(True, "D4", 12)),
        ("=12", Reply(True, "", 12)),
        ("=\tx", Reply(True, "x")),
        ("? no", Reply(False, "no")),
        ("?3 no ", Reply(False, "no", 3)),
        ("=7\n  A B", Reply(True, "\n  A B", 7)),
        ("=2.5", Reply(True, "2.5")),
        ("=", Reply(True)),
    ],
)
def test_answers_read(text: str, reply: Reply) -> None:
    assert parse_reply(text) == reply


def test_what_is_no_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="not an answer"):
        parse_reply("D4")


def test_the_parser_assembles_answers_and_keeps_the_rest_apart() -> None:
    parser = ReplyParser()
    replies = [parser.feed(line) for line in ["hello", "", "= a", "b\r", "", "", "?2 c", "", "= x"]]
    assert [reply for reply in replies if reply] == [Reply(True, "a\nb"), Reply(False, "c", 2)]
    assert parser.stray == ["hello"]
    assert parser.open
    assert parser.cut() == "= x"
    assert parser.cut() is None


@settings(max_examples=50)
@given(
    st.lists(
        st.builds(
            Reply,
            st.booleans(),
            st.text(alphabet="abcXYZ= ?\n", max_size=20),
            st.none() | st.integers(0, MAX_INT),
        )
    )
)
def test_written_answers_are_read_back(replies: list[Reply]) -> None:
    parser = ReplyParser()
    lines = "".join(map(format_reply, replies)).split("\n")
    read = [reply for reply in map(parser.feed, lines) if reply is not None]
    assert [(reply.ok, reply.id) for reply in read] == [(reply.ok, reply.id) for reply in replies]
    assert not parser.stray


def test_commands_are_written_as_one_line() -> None:
    assert format_command(Command("play", ("b", "D4"), 5)) == "5 play b D4\n"
    assert parse_command(format_command(Command("name"))) == Command("name")


@given(st.lists(st.binary(max_size=8) | st.just(b"\n")))
def test_lines_are_cut_the_same_however_they_arrive(pieces: list[bytes]) -> None:
    splitter = LineSplitter()
    lines = [line for piece in pieces for line in splitter.feed(piece)]
    *whole, rest = b"".join(pieces).split(b"\n")
    assert lines == whole
    assert len(splitter) == len(rest)
    assert splitter.take_rest() == rest
    assert len(splitter) == 0


def test_an_answer_holds_no_control_characters_and_a_line_no_byte_order_mark() -> None:
    assert safe_text("a\0b\rc\x1b\td\ne\n") == "abc\td\ne"
    assert parse_command("\ufeff1 name\r") == Command("name", (), 1)
