"""What is read out of an engine's words, and what it is told of time and rules."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import EngineFault, HarnessFault
from engine.game.rules import by_name
from engine.game.timespec import TimeSpec
from engine.match.record import Reason
from engine.match.seat import Seat, _read_move
from engine.match.spec import EngineSpec, GameSettings
from gocore import BLACK

SETTINGS = GameSettings(width=9, height=9)

TELLTALE = str(Path(__file__).parents[1] / "fakes" / "telltale.py")


def told(time: str, *known: str, settings: GameSettings = SETTINGS, rules: str = "chinese-1988") -> list[str]:
    """The commands that an engine knowing these (and the least) gets before a game."""
    lines: list[str] = []

    def listen(mark: str, line: str) -> None:
        if mark == ">":
            lines.append(line)

    spec = EngineSpec("x", (sys.executable, TELLTALE, ",".join(("time_settings", *known))))
    with Seat(spec, BLACK, settings, transcript=listen) as seat:
        seat.greet()
        seat.prepare(by_name(rules).with_komi2(11), TimeSpec.parse(time))
    return lines[4:-1]


@pytest.mark.parametrize(
    ("time", "known", "last"),
    [
        ("300", (), "time_settings 300 0 0"),
        ("300+25/600", (), "time_settings 300 600 25"),
        ("300+5x30", (), "time_settings 300 30 1"),
        ("300+5x30", ("kgs-time_settings",), "kgs-time_settings byoyomi 300 30 5"),
        ("600c5", ("kgs-time_settings",), "kgs-time_settings byoyomi 300 60 5"),
        ("300+10f", ("kata-time_settings",), "kata-time_settings fischer 300 10"),
        ("1s/move", (), "time_settings 0 1 1"),
        ("0.5s/move", ("kata-time_settings",), "kata-time_settings byoyomi 0 0.5 1"),
        ("v500", ("kata-set-param",), "kata-set-param maxVisits 500"),
        ("none", (), "komi 5.5"),
    ],
)
def test_how_time_is_told(time: str, known: tuple[str, ...], last: str) -> None:
    assert told(time, *known)[-1] == last


def test_how_board_and_rules_are_told() -> None:
    assert told("none") == ["boardsize 9", "clear_board", "komi 5.5"]
    assert told("none", "kgs-rules", rules="japanese")[2] == "kgs-rules japanese"
    kata = told("none", "kata-set-rules", "kgs-rules", rules="japanese")
    assert kata[2].startswith('kata-set-rules {"friendlyPassOk"')
    assert kata[3] == "komi 5.5", "komi comes after the rules, which may have changed it"
    oblong = replace(SETTINGS, height=7)
    assert told("none", settings=oblong)[0] == "boardsize 9 7"
    assert told("none", "rectangular_boardsize", settings=oblong)[0] == "rectangular_boardsize 9 7"


def test_a_refused_board_is_the_engine_s_fault() -> None:
    spec = EngineSpec("x", (sys.executable, TELLTALE, "a"), startup=("fly away",))
    with Seat(spec, BLACK, SETTINGS) as seat, pytest.raises(EngineFault, match="fly away") as caught:
        seat.greet()
        seat.prepare(by_name("chinese-1988"), TimeSpec.parse("none"))
    assert caught.value.reason == Reason.PROTOCOL


def test_a_missing_program_is_not() -> None:
    with pytest.raises(HarnessFault, match="No such file"):
        Seat(EngineSpec("x", ("/no/such/engine",)), BLACK, SETTINGS)


@pytest.mark.parametrize(
    ("text", "move", "winrate"),
    [
        ("\ninfo move D4 visits 1 winrate 5012 order 0 pv D4\nplay D4", "D4", 0.5012),
        ("\ninfo move D4 winrate 0.25 order 0 pv D4 info move E5 winrate 0.9 order 1 pv E5\nplay E5", "E5", 0.25),
        ("\ninfo move E5 winrate 0.9 order 1 pv E5 info move D4 winrate 0.25 order 0 pv D4\nplay pass", "pass", 0.25),
        ("\ninfo move A1 winrate 0.1 order 0 pv\ninfo move A1 winrate 0.2 order 0 pv\nplay resign", "resign", 0.2),
        ("\nplay Q16", "Q16", None),
        ("", "", None),
    ],
)
def test_the_answer_of_an_analysing_genmove(text: str, move: str, winrate: float | None) -> None:
    assert _read_move(text) == (move, winrate)
