"""Whole games over pipes: by genmove of both sides to the end, and against GNU Go; the result agrees with others'
counts.
"""

import re
import shutil
from collections.abc import Iterator

import pytest

from engine.coords import parse_vertex
from engine.protocol.client import Client
from gocore import BLACK, WHITE, Position, score
from tests.gtp.driver import Engine
from tests.patience import PATIENCE

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")


@pytest.fixture
def gnugo() -> Iterator[Client]:
    flags = [
        "--mode",
        "gtp",
        "--level",
        "1",
        "--chinese-rules",
        "--positional-superko",
        "--forbid-suicide",
        "--seed",
        "1",
    ]
    with Client([GNUGO or "gnugo", *flags], name="GNU Go") as client:
        yield client


def flags(visits: int) -> tuple[str, ...]:
    return ("--net", "none", "--threads", "1", "--visits", str(visits), "--seed", "5")


def self_play(engine: Engine, size: int) -> list[tuple[str, str]]:
    """Let the engine play both sides until two passes or a resignation; return colours and vertices."""
    engine.ok(f"boardsize {size}")
    engine.ok("komi 5.5")
    played: list[tuple[str, str]] = []
    while [vertex for _, vertex in played[-2:]] != ["pass", "pass"]:
        color = "bw"[len(played) % 2]
        vertex = engine.ok(f"genmove {color}")
        if vertex == "resign":
            break
        played.append((color, vertex))
        assert len(played) < 3 * size * size, "the game does not end"
    return played


@pytest.mark.parametrize(("size", "visits"), [(9, 60), (19, 12)])
def test_a_game_by_genmove_ends_in_a_result_that_others_count_too(size: int, visits: int) -> None:
    with Engine(*flags(visits), "--resign", "0") as engine:
        played = self_play(engine, size)
        position = Position(size)
        for color, vertex in played:  # raises where a move was illegal
            position.play(parse_vertex(vertex, size, size), BLACK if color == "b" else WHITE)
        dead_text = engine.ok("final_status_list dead").split()
        dead = [parse_vertex(vertex, size, size) for vertex in dead_text]
        count = score.area(position, dead)
        margin2 = 2 * (count.black - count.white) - 11
        said = engine.ok("final_score")
        assert said == f"{'B' if margin2 > 0 else 'W'}+{abs(margin2) / 2:g}"
        if GNUGO is not None and size == 9:
            with Client([GNUGO, "--mode", "gtp", "--chinese-rules", "--level", "1"]) as other:
                other.ask("boardsize", size, timeout=PATIENCE)
                other.ask("komi", "5.5", timeout=PATIENCE)
                for color, vertex in played:
                    other.ask("play", color, vertex, timeout=PATIENCE)
                theirs = other.ask("final_score", timeout=PATIENCE)
            # GNU Go gives a neutral point that nobody took to one side; by the count of Article 9 both share it.
            lead, other_lead = (float(text[2:]) * (1 if text[0] == "B" else -1) for text in (said, theirs))
            assert abs(lead - other_lead) <= count.shared, (theirs, said)


@needs_gnugo
@pytest.mark.parametrize(("size", "visits", "ours"), [(9, 300, "b"), (13, 200, "w")])
def test_a_whole_game_against_gnu_go(gnugo: Client, size: int, visits: int, ours: str) -> None:
    with Engine(*flags(visits)) as engine:
        for text in (f"boardsize {size}", "clear_board", "komi 5.5"):
            engine.ok(text)
            gnugo.ask(*text.split(), timeout=PATIENCE)
        passes, ply, color = 0, 0, "b"
        while passes < 2:
            if color == ours:
                vertex = engine.ok(f"genmove {color}")
                if vertex == "resign":
                    break
                gnugo.ask("play", color, vertex, timeout=PATIENCE)
            else:
                vertex = gnugo.ask("genmove", color, timeout=PATIENCE)
                if vertex.lower() == "resign":
                    break
                engine.ok(f"play {color} {vertex}")
            assert re.fullmatch(r"[A-HJ-N]\d{1,2}|PASS|pass", vertex)
            passes = passes + 1 if vertex.lower() == "pass" else 0
            color, ply = "w" if color == "b" else "b", ply + 1
            assert ply < 3 * size * size
        assert ply > size
        if passes == 2:
            assert engine.ok("final_score")[0] in "BW"


@needs_gnugo
def test_gnu_go_answers_the_same_script_alike(gnugo: Client) -> None:
    """The reference implementation beside ours, where the draft leaves no choice."""
    rows = (
        "boardsize 9|play b D4|play b D4|play w E5|play b pass|undo|undo|undo|undo|play b J9|play w I5",
        "play b A10|play b K1|known_command play|known_command nosuch|known_command|boardsize 99",
        "boardsize 0|komi 6.5|komi -3|komi 0|komi abc|fixed_handicap 2|clear_board|fixed_handicap 2",
        "fixed_handicap 10|fixed_handicap 1|clear_board|set_free_handicap D4|set_free_handicap D4 D4",
        "clear_board|set_free_handicap D4 E5|set_free_handicap D4 E5|clear_board|place_free_handicap 1",
        "time_settings 0 0 0|time_settings 600 30 5|time_settings 1 2|time_left b 10 0|time_left b",
        "play w A1|play b A2|play b B1|play w A1|genmove|genmove x|final_status_list",
        "final_status_list foo|loadsgf|loadsgf nosuch.sgf|frobnicate|PLAY b D4|reg_genmove",
        "protocol_version|boardsize 1|play b A1|boardsize 5",
    )
    lines = [line for row in rows for line in row.split("|")]
    with Engine(*flags(10)) as engine:
        for line in lines:
            ours = engine.ask(line)
            theirs = gnugo.exchange(*line.split(), timeout=PATIENCE).reply
            assert ours.startswith("=") == theirs.ok, (line, ours, theirs)
            if theirs.ok and line.split()[0] in ("known_command", "protocol_version", "undo", "play", "boardsize"):
                assert ours[2:] == theirs.text
