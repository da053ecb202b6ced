"""A refused command changes nothing; any line gets its one answer, whatever is in it."""

import os
import random
import re
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import wire
from engine.config import Settings
from engine.gtp.commands import COMMANDS
from engine.gtp.server import Server
from engine.protocol.codec import parse_command
from tests.gtp.driver import QUICK, Engine, replies

STATE = ("showboard", "get_komi", "kata-get-rules", "printsgf", "kata-get-param visits", "captures b", "captures w")

REFUSED = (
    "boardsize 0", "boardsize 26", "boardsize x", "boardsize 9 0", "rectangular_boardsize 9",
    "rectangular_boardsize 9 x",
    "komi nan", "komi inf", "komi 7,50", "komi 1_0", "komi", "fixed_handicap 2", "fixed_handicap x",
    "place_free_handicap 3", "set_free_handicap C3 G7", "set_free_handicap", "play b E5", "play w E5", "play x A1",
    "play b", "play b I5", "play b A10", "play w A1", "gogui-play_sequence b A2 w A2", "gogui-play_sequence b A2 w E5",
    "gogui-play_sequence b", "gg-undo 99", "gg-undo x", "gg-undo -1", "genmove", "genmove x", "reg_genmove",
    "time_settings 1", "time_settings x y z", "time_left", "time_left x 1 1", "kgs-time_settings x",
    "kata-time_settings fischer", "final_status_list", "final_status_list x", "loadsgf", "loadsgf nosuch.sgf",
    "loadsgf " + "a" * 300 + " 3", "loadsgf " + "a" * 300, "lz-analyze \u00b2", "kata-analyze interval \u0663",
    "kgs-rules x", "kgs-rules", "kata-set-rules x", "kata-set-rules {}x", "kata-set-rule ko x", "kata-set-rule x y",
    "kata-set-param visits 0", "kata-set-param x 1", "kata-get-param x", "set_position b E5 w E5", "set_position b",
    "set_position b A1 w A2 w B1", "gogui-setup b pass", "gogui-setup b A2 b A2", "gogui-setup b A1 w A2 w B1",
    "gogui-setup_player x", "lz-analyze b x", "kata-analyze ownership 3", "lz-genmove_analyze x", "kgs-chat x",
    "kgs-genmove_cleanup", "printsgf /nonexistent/x.sgf", "printsgf /",
    "frobnicate", "PLAY b A2",
)  # fmt: skip


@pytest.fixture(scope="module")
def engine() -> "Engine":
    with Engine(*QUICK) as started:
        for line in ("boardsize 9", "komi 6.5", "play b E5", "play w D4", "play b B1", "play b A2"):
            started.ok(line)
        yield started  # type: ignore[misc]


@pytest.mark.parametrize("line", REFUSED)
def test_a_refusal_changes_nothing(engine: Engine, line: str) -> None:
    before = [engine.ok(question) for question in STATE]
    answer = engine.ask(f"77 {line}")
    assert answer.startswith("?77 "), answer
    assert "\n" not in answer
    assert len(answer) > 5
    assert "internal error" not in answer
    assert [engine.ok(question) for question in STATE] == before


def test_a_refusal_does_not_repeat_a_megabyte(engine: Engine) -> None:
    for line in ("kata-set-rules ", "kata-set-rule ", "kgs-rules "):
        assert len(engine.ask(line + "x" * 10**6 + " y")) < 1100


def test_an_option_is_left_open_again(engine: Engine) -> None:
    before = engine.ok("kata-get-param visits")
    for line in ("kata-set-param maxVisits none", "gogui-param visits", "kata-set-param level NONE"):
        engine.ok("kata-set-param visits 7")
        engine.ok(line)
        assert engine.ok("kata-get-param " + ("level" if "level" in line else "visits")) == ""
    assert engine.ask("kata-set-param lag none").startswith("? lag: 'none' is not allowed")
    engine.ok(f"kata-set-param visits {before}")


def test_a_position_that_cannot_be_names_its_point(engine: Engine) -> None:
    for line in ("set_position w A1 b A2 b B1", "gogui-setup w A1 b A2 b B1"):
        assert re.fullmatch(r"\? illegal (position|setup): setup leaves the chain at A1 without .*", engine.ask(line))


WORDS = st.sampled_from(
    ["b", "w", "black", "A1", "E5", "pass", "Z99", "0", "1", "-1", "9", "3.5", "nan", "true", "x", "ownership",
     "interval", "none", "byoyomi", "5", "dead", "alive", "game", "{}", "\u5929", "ko", "visits", "avoid"]
)  # fmt: skip
GENERATORS = {"genmove", "reg_genmove", "kgs-genmove_cleanup", "lz-genmove_analyze", "kata-genmove_analyze"}
NAMES = st.sampled_from([*sorted(set(COMMANDS) - GENERATORS - {"printsgf", "quit"}), "nosuch", ""])
LINES = st.builds(lambda name, words: " ".join([name, *words]), NAMES, st.lists(WORDS, max_size=4))


def answers_to(lines: list[str]) -> list[str]:
    """Run a server in this process over two pipes."""
    in_read, in_write = os.pipe()
    out_read, out_write = os.pipe()
    output: list[bytes] = []

    def collect() -> None:
        while data := os.read(out_read, 65536):
            output.append(data)

    reader = threading.Thread(target=collect)
    reader.start()
    sent = "\n".join(lines).encode()
    writer = threading.Thread(target=lambda: (wire.write_all(in_write, sent), os.close(in_write)))
    writer.start()
    status = Server(Settings(visits=2, threads=1, net="none", size="5"), in_read, out_write).serve()
    os.close(out_write)
    writer.join()
    reader.join()
    os.close(in_read)
    os.close(out_read)
    assert status == 0
    return replies(b"".join(output))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(LINES | st.text(max_size=30).map(lambda text: text.replace("\n", " ").replace("quit", "")), max_size=20)
)
def test_every_line_gets_its_one_answer(lines: list[str]) -> None:
    commands = [command for line in lines if (command := parse_command(line)) is not None]
    answers = answers_to(lines)
    assert len(answers) == len(commands)
    assert not any("internal error" in answer for answer in answers)


def test_a_long_random_session_keeps_its_order() -> None:
    rng = random.Random(5)
    lines, asked = ["boardsize 5"], 0
    for number in range(3000):
        vertex = rng.choice("ABCDE") + str(rng.randint(1, 5))
        kind = rng.random()
        text = "undo" if kind < 0.2 else "clear_board" if kind < 0.21 else f"play {rng.choice('bw')} {vertex}"
        lines.append(f"{number} {text}")
        asked += 1
    answers = answers_to(lines)[1:]
    assert [int(answer[1:].split(" ")[0]) for answer in answers] == list(range(asked))
    assert {answer.split(" ", 1)[1] for answer in answers if answer[0] == "?"} == {"illegal move", "cannot undo"}
