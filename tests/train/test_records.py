"""Collections of games, one SGF a line."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import TrainError
from engine.net.evaluator import NetEvaluator
from engine.train import games, records
from engine.train.records import Record

GAME = Record(9, 13, np.array([1, 2, 1], np.uint8), np.array([40, 81, 0], np.uint16))


@pytest.mark.parametrize("name", ["games.sgf", "games.sgf.xz"])
def test_games_come_back_as_they_were_written(tmp_path: Path, name: str) -> None:
    records.write(tmp_path / name, [GAME, GAME])
    back = records.read(tmp_path / name)
    assert len(back) == 2
    assert (back[0].side, back[0].komi2) == (9, 13)
    assert back[0].points.tolist() == [40, 81, 0]
    assert back[0].colors.tolist() == [1, 2, 1]
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_line_is_plain_sgf(tmp_path: Path) -> None:
    records.write(tmp_path / "g.sgf", [GAME])
    assert (tmp_path / "g.sgf").read_text() == "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[];B[aa])\n"


@pytest.mark.parametrize("line", ["(;SZ[9]AB[aa];B[bb])", "(;SZ[9];B[bb](;W[cc])(;W[dd]))", "", "(;SZ[99];B[aa])"])
def test_what_is_no_plain_game_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "g.sgf").write_text("(;SZ[9];B[ee])\n" + line + "\n")
    with pytest.raises(TrainError, match=r"g\.sgf:2: not a plain game"):
        list(records.read(tmp_path / "g.sgf"))


def test_a_collection_is_cut_like_a_list(tmp_path: Path) -> None:
    records.write(tmp_path / "g.sgf", [GAME, GAME, GAME])
    (tmp_path / "g.sgf").open("a").write("no game\n")
    part = records.read(tmp_path / "g.sgf")[2:]
    assert len(part) == 2
    assert part[0].komi2 == 13
    for index in (1, -1):
        with pytest.raises(TrainError, match=r"g\.sgf:4: not a plain game"):
            part[index]
    with pytest.raises(ValueError, match="without steps"):
        part[::2]


def test_tt_is_a_pass_up_to_19_lines() -> None:
    assert records._parse("(;SZ[19];B[tt];W[])", "x").points.tolist() == [361, 361]


def test_a_net_plays_whole_legal_games(teacher: NetEvaluator) -> None:
    from gocore import Position, Rules

    played = list(games.play(teacher, 5, 20, seed=1))
    assert len(played) == 20
    for record in played:
        pos = Position(5, rules=Rules(komi2=record.komi2))
        pos.play_moves(record.points.tolist())
        assert pos.passes == 2 or len(record.points) >= 50
    assert len({record.points.tobytes() for record in played}) == 20
    assert len({record.komi2 for record in played}) > 1


def test_shared_records_are_read(testdata: Path) -> None:
    path = testdata / "games" / "train" / "netplay-9x9.sgf.xz"
    if not path.is_file():
        pytest.skip(f"no {path.name} in the outside test data")
    found = records.read(path)
    assert len(found) == 10_000
    assert {record.side for record in found[:50]} == {9}
