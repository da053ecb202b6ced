"""The kind `selfplay`: margins after a pass, dead stones that are played out, faults by sort."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine.errors import SpecError
from engine.match.strength import page
from engine.match.strength.__main__ import play
from engine.match.strength.alone import Desk
from engine.match.strength.selfplay import SelfplayProof, follow
from engine.match.strength.table import Fault, Table
from tests.match.strength.helpers import Patient, lines, reader, rows, spec, write_plan

WALLS = ["B5", "D5", "B4", "D4", "B3", "D3", "B2", "D2", "B1", "D1"]
"""Black has the two lines on the left of 5x5, White the two on the right; the middle one is neutral."""

FILLED = ["C1", "C2", "C3", "C4", "C5"]
"""The neutral line, Black first: B+1 in points of the board, W+4.5 with the komi."""

STRAY = ["A3"]
"""White's, in Black's territory, before Black's pass."""

TAKEN = ["A4", "pass", "A2", "pass", "pass"]
"""The clean-up, Black to move: the stray stone is taken."""


def plan(**changes: object) -> dict[str, Any]:
    values: dict[str, Any] = {"version": 1, "title": "tiny", "engine": "engine", "size": 5, "games": 2}
    return values | {"concurrency": 1} | changes


def do(**script: list[str]) -> dict[str, Any]:
    command = reader(**script)
    proof = SelfplayProof("s", plan(engine=command))
    hangs = {name: len(answers) for name, answers in script.items() if answers[-1] == "..."}
    desk = Patient(command, **hangs)
    try:
        return proof.do(desk, 1)
    finally:
        desk.close()


def test_a_game_without_a_fault() -> None:
    line = do(genmove=[*WALLS, *FILLED, "pass"], kgs_genmove_cleanup=["pass"])
    assert line["fault"] == ""
    assert (line["passed"], line["end"], line["claimed"], line["counted"]) == (16, 17, "W+4.5", "W+4.5")
    assert line["margins"] == [-4.5, -4.5]
    assert (line["moves"].split()[-3:], line["cleanup"], line["dead"]) == (["C5", "pass", "pass"], "pass pass", "")
    assert (line["game"], "broke" in line) == (1, False)


def test_dead_stones_are_played_out() -> None:
    line = do(genmove=[*WALLS, *FILLED, *STRAY, "pass"], final_status_list=["A3"], kgs_genmove_cleanup=TAKEN)
    assert line["fault"] == ""
    assert (line["claimed"], line["dead"], line["counted"]) == ("W+4.5", "A3", "W+4.5")
    assert line["cleanup"] == "A4 pass A2 pass pass"


def test_a_player_that_misjudges_its_dead_stones() -> None:
    stays = do(genmove=[*WALLS, *FILLED, *STRAY, "pass"], final_status_list=["A3"], kgs_genmove_cleanup=["pass"])
    assert stays["fault"] == "statuses: claimed W+4.5, played out W+10.5"
    forgotten = do(genmove=[*WALLS, *FILLED, *STRAY, "pass"], kgs_genmove_cleanup=TAKEN)
    assert forgotten["fault"] == "statuses: claimed W+10.5, played out W+4.5"
    empty = do(genmove=[*WALLS, *FILLED, "pass"], final_status_list=["A3"])
    assert empty["fault"] == "statuses: an empty point is called dead after move 16"


def test_a_neutral_point_after_a_pass_is_one_point_and_a_mistake_is_more() -> None:
    late = do(genmove=[*WALLS, *FILLED[:4], "pass", "C5", "pass"], kgs_genmove_cleanup=["pass"])
    assert (late["fault"], late["margins"]) == ("", [-5.5, -6.5, -6.5])
    lost = do(genmove=[*WALLS, *FILLED[:3], "pass", "C4", "pass", "C5", "pass"], kgs_genmove_cleanup=["pass"])
    assert lost["margins"] == [-4.5, -3.5, -2.5, -2.5]
    assert lost["fault"] == "margin: moved by 2 points after the pass at move 14"


def test_games_without_an_end() -> None:
    inside = ["E5", "A5", "E4", "A4", "E3", "A3", "E2", "A2"]
    desk = Desk(spec(reader(genmove=[*WALLS, *FILLED, "pass"], kgs_genmove_cleanup=[*inside, "pass"])))
    with pytest.raises(Fault, match="length: the game has no end after 16 moves"):
        follow(Table(desk, 5, 1), {}, 16)
    line: dict[str, Any] = {}
    with pytest.raises(Fault, match="length: the clean-up has no end after 9 moves"):
        follow(Table(desk, 5, 1), line, 18)
    assert (line["end"], "counted" in line) == (17, False)
    follow(Table(desk, 5, 1), line, 20)
    assert line["counted"] == line["claimed"]
    desk.close()


@pytest.mark.parametrize(
    ("script", "fault", "broke"),
    [
        ({"genmove": ["C3", "C3"]}, "illegal: C3 at move 2, occupied", False),
        ({"genmove": ["?no"]}, "engine: ", False),
        ({"genmove": ["C3", "!"]}, "engine: .*ended with status 1", True),
        ({"genmove": ["C3", "..."]}, "engine: .*no answer", True),
        ({"boardsize": ["?unacceptable size"]}, "engine: .*unacceptable size", True),
    ],
)
def test_faults_of_the_engine(script: dict[str, list[str]], fault: str, broke: bool) -> None:
    line = do(**script)
    assert re.match(fault, line["fault"])
    assert line.get("broke", False) == broke


def test_a_proof_in_pieces_fails_with_the_first_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fine = reader(genmove=[*WALLS, *FILLED, "pass"], kgs_genmove_cleanup=["pass"])
    write_plan(tmp_path, "fine", kind="selfplay", **plan(engine=fine))
    assert not play(tmp_path, "fine", games=1)
    assert rows(tmp_path)[1][2:][:7] == ["1", "0", "0", "0", "0", "0", "open (2 games wanted)"]
    assert play(tmp_path, "fine")
    assert rows(tmp_path)[1][8] == "met"
    seeds = [line["seed"] for line in lines(tmp_path, "fine")[1:]]
    assert len(set(seeds)) == 2, "each game has its own"
    assert "[2/2] game 2, 17 moves, W+4.5 | 0 with a fault" in capsys.readouterr().out
    bad = reader(genmove=[*WALLS, *FILLED, *STRAY, "pass"], kgs_genmove_cleanup=TAKEN)
    write_plan(tmp_path, "bad", kind="selfplay", **plan(engine=bad))
    assert not play(tmp_path, "bad", games=1)
    assert rows(tmp_path)[1][2:9] == ["1", "0", "0", "1", "0", "0", "not met"], "whatever is still to come"


def test_our_own_engine_plays_itself_to_the_end(tmp_path: Path) -> None:
    engine = "{python} -m engine gtp --net none --threads 1 --visits 50 --resign 0 --seed {seed}"
    write_plan(tmp_path, "own", kind="selfplay", **plan(engine=engine, games=1))
    assert play(tmp_path, "own")
    line = lines(tmp_path, "own")[1]
    assert (line["fault"], line["claimed"]) == ("", line["counted"])
    assert line["moves"].endswith("pass pass")


@pytest.mark.parametrize("changes", [{"size": "9"}, {"games": 0}, {"engine": "'"}, {"bar": 0.5}, {"concurrency": True}])
def test_plans_that_are_wrong(changes: dict[str, object]) -> None:
    with pytest.raises(SpecError):
        SelfplayProof("s", plan(**changes))


def test_the_kind_is_known() -> None:
    assert page.KINDS["selfplay"] is SelfplayProof
