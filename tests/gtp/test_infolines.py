"""The words of an analysis command, and the lines that they ask for, letter by letter."""

import re

import pytest

from engine.config import Settings
from engine.errors import CommandRefused
from engine.gtp.door import Door
from engine.gtp.inbox import Inbox
from engine.gtp.infolines import InfoLines, Request, parse_request
from engine.player.report import MoveReport, Report
from gocore import BLACK, WHITE
from tests.gtp.driver import QUICK, Engine

ROWS = (
    MoveReport(1, 60, 0.61234567, 0.5, 0.25, 0, (1, 4, 0), 2.5, 7.25, (60, 20, 3), (0.5, -0.5, 0.0, 1.0), (0.1,) * 4),
    MoveReport(4, 3, 1.0, 0.0, 0.0, 1, (4,), -0.5, None, (3,), (0.0,) * 4, (0.2,) * 4),
)
REPORT = Report(WHITE, 63, 0.6, ROWS, 2.0, 6.5, (0.25, -1.0, 0.0, 1.0), (0.5, 0.0, 0.125, 1.0))


@pytest.fixture
def door() -> Door:
    return Door(Settings(size="2", net="none"), Inbox(0), lambda text: None)


def request(door: Door, words: str) -> Request:
    return parse_request(door, tuple(words.split()))


def kata(door: Door, words: str) -> str:
    return InfoLines(2, 2, request(door, words), kata=True).line(REPORT)


def test_the_line_of_leela_zero(door: Door) -> None:
    line = InfoLines(2, 2, request(door, "w 50 ownership true"), kata=False).line(REPORT)
    assert line == (
        "info move B2 visits 60 winrate 6123 prior 2500 lcb 5000 order 0 pv B2 pass A2"
        " info move pass visits 3 winrate 10000 prior 0 lcb 0 order 1 pv pass"
    )


def test_the_line_of_katago(door: Door) -> None:
    assert kata(door, "w 50 maxmoves 1") == (
        "info move B2 visits 60 winrate 0.612346 scoreMean 2.500 scoreStdev 7.250 scoreLead 2.500"
        " prior 0.250000 lcb 0.500000 order 0 pv B2 pass A2"
    )


def test_minmoves_brings_the_legal_moves_that_the_search_leaves_out(door: Door) -> None:
    def moves(words: str) -> list[str]:
        line = InfoLines(2, 2, request(door, words), kata=True, legal=(0, 1, 3, 4)).line(REPORT)
        return re.findall(r"move (\S+) visits (\d+)", line)

    searched = [("B2", "60"), ("pass", "3")]
    assert moves("w 50") == moves("w 50 minmoves 2") == searched
    assert moves("w 50 minmoves 3") == [*searched, ("A2", "0")]
    assert moves("w 50 minmoves 1000") == [*searched, ("A2", "0"), ("B1", "0")]
    assert moves("w 50 minmoves 1000 maxmoves 3") == [*searched, ("A2", "0")]


@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "kata-genmove_analyze"])
def test_minmoves_lists_every_legal_move_and_none_that_is_forbidden(command: str) -> None:
    """Territory that nobody can take, with two eyes, of either side on 5x5; between them five points."""
    with Engine(*QUICK) as engine:
        engine.ok("boardsize 5")
        for row in range(1, 6):
            engine.ok(f"play b B{row}")
            engine.ok(f"play w D{row}")
        engine.ok("play b A3")
        engine.ok("play w E3")
        for avoided, count in (("", 4 + 5 + 4 + 1), (" avoid b A1,pass 1", 3 + 5 + 4)):
            engine.write(f"{command} b 5 minmoves 1000{avoided}\n")
            assert engine.line() == "="
            found = re.findall(r"\bmove (\S+)", engine.line() or "")
            engine.write("\n")
            while engine.line():
                pass
            assert len(found) == len(set(found)) == count, sorted(found)
            if "genmove" in command:
                break


def test_what_was_asked_for_follows_in_katagos_order(door: Door) -> None:
    words = "pvVisits true pvEdgeVisits true movesOwnership true movesOwnershipStdev true rootInfo true"
    line = kata(door, f"maxmoves 1 {words} ownership true ownershipStdev true noResultValue true")
    tail = line.split(" pv ")[1]
    assert tail == (  # of White, who is to move: signs turned
        "B2 pass A2 pvVisits 60 20 3 pvEdgeVisits 60 20 3"
        " movesOwnership -0.5000 0.5000 0.0000 -1.0000 movesOwnershipStdev 0.1000 0.1000 0.1000 0.1000"
        " rootInfo visits 63 winrate 0.600000 scoreMean 2.000 scoreStdev 6.500 scoreLead 2.000"
        " ownership -0.2500 1.0000 0.0000 -1.0000 ownershipStdev 0.5000 0.0000 0.1250 1.0000"
    )
    assert kata(door, "ownershipStdev true").endswith(" ownershipStdev 0.5000 0.0000 0.1250 1.0000")
    assert " ownership " not in kata(door, "ownershipStdev true")


def test_nothing_is_said_before_there_is_a_move(door: Door) -> None:
    assert InfoLines(2, 2, request(door, "rootInfo true"), kata=True).line(Report(BLACK, 0, 0.5)) == ""


def test_words_in_any_order_and_case(door: Door) -> None:
    found = request(door, "MAXMOVES 3 W 20 PvLen 4 minmoves 2 avoid B a1,b2 3 allow w pass 1 ROOTINFO True")
    assert (found.color, found.interval_ms, found.max_moves, found.min_moves, found.pv_length) == (WHITE, 200, 3, 2, 4)
    assert found.root_info
    wish = found.wish(WHITE, 4)
    assert (wish.only, wish.later, wish.pv_length) == ({4}, {(BLACK, 2, 3), (BLACK, 1, 3)}, 4)
    assert request(door, "").color is None
    assert request(door, "0").interval_ms == 10


@pytest.mark.parametrize(
    ("words", "most", "least"),
    [("", 40, 0), ("minmoves 100", 100, 100), ("maxmoves 200", 200, 0), ("maxmoves 3 minmoves 9", 3, 9)],
)
def test_how_many_moves(door: Door, words: str, most: int, least: int) -> None:
    found = request(door, words)
    assert found.wish(BLACK, 4).least == least
    report = Report(WHITE, 9, 0.5, tuple(MoveReport(0, 0, 0.5, 0.5, 0.0, order, (0,)) for order in range(300)))
    assert InfoLines(2, 2, found, kata=False).line(report).count("info move") == most


def test_moves_that_were_never_tried_are_listed_where_as_many_are_asked_for() -> None:
    with Engine(*QUICK) as engine:
        engine.ok("boardsize 9")
        line = engine.ask("kata-genmove_analyze b 100 minmoves 70 maxmoves 75")
        assert 70 <= line.splitlines()[-2].count("info move") <= 75
        assert "visits 0 " in line


def test_numbers_of_any_length_are_cut_to_what_makes_sense(door: Door) -> None:
    assert request(door, "9" * 400).interval_cs == 10**6
    assert request(door, "interval " + "9" * 400 + ".5").interval_cs == 10**6
    assert request(door, "interval 12.9 minmoves -3").interval_cs == 12


@pytest.mark.parametrize(
    "words",
    [
        "x",
        "interval",
        "interval x",
        "ownership 1",
        "avoid b A1",
        "avoid b Z1 1",
        "allow b A1 y",
        "\u00b2",
        "interval \u00b2",
        "\u0663",
    ],
)
def test_words_that_mean_nothing(door: Door, words: str) -> None:
    with pytest.raises(CommandRefused, match="syntax error"):
        request(door, words)


def test_restrictions_and_ownership_over_the_wire() -> None:
    with Engine("--net", "none", "--threads", "1", "--visits", "300", "--seed", "1") as engine:
        engine.ok("boardsize 5")
        engine.ok("play b C3")
        assert engine.ask("kata-analyze w allow w C3 1") == "? no move is left to search"
        assert engine.ask("kata-analyze w allow w A1 1 avoid w A1 1") == "? no move is left to search"
        words = "allow w B2,D4 1 avoid b D4,B2 2 movesOwnership true movesOwnershipStdev true"
        engine.write(f"kata-analyze w 5 {words}\n")
        assert engine.line() == "="
        for _ in range(5):
            line = engine.line() or ""
        engine.write("\n")
        while engine.line():
            pass
        assert set(re.findall(r"info move (\w+)", line)) <= {"B2", "D4"}
        assert not re.search(r"pv (B2 D4|D4 B2)", line)
        owners = re.findall(r"movesOwnership ([-\d. ]+)", line)
        assert owners and all(len(row.split()) == 25 for row in owners)
        answer = engine.ask("kata-genmove_analyze w 50 allow w C3 1")
        assert answer.endswith("play pass")  # nothing it may play; never a refusal
