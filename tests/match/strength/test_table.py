"""One engine playing both sides, judged by our own board."""

import pytest

from engine.match.strength.alone import Desk
from engine.match.strength.table import Fault, Table
from gocore import BLACK, WHITE
from tests.match.strength.helpers import reader, spec


def seated(**script: list[str]) -> Table:
    return Table(Desk(spec(reader(**script))), 5, seed=1)


def test_both_sides_are_played_by_turns() -> None:
    table = seated(genmove=["C3", "d4", "pass"])
    assert [table.move() for _ in range(3)] == [12, 8, 25]
    assert [move.color for move in table.game.moves] == [BLACK, WHITE, BLACK]
    assert table.played() == [12, 8, 25]
    assert table.text(table.played()) == "C3 D4 pass"
    table.desk.close()


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (["C3", "C3"], "illegal: C3 at move 2, occupied"),
        (["C3", "Z9"], "illegal: 'Z9' at move 2 is no point of the board"),
        (["resign"], "illegal: 'resign' at move 1 is no point of the board"),
        (["?cannot think"], "engine: .*refused 'genmove b': cannot think at move 1"),
        (["A4", "D1", "B5", "A5"], "illegal: A5 at move 4, suicide"),
    ],
)
def test_what_is_no_move(answers: list[str], fault: str) -> None:
    table = seated(genmove=answers)
    with pytest.raises(Fault, match=fault):
        for _ in answers:
            table.move()
    assert len(table.played()) == len(answers) - 1, "it is not on the board"
    table.desk.close()


def test_dead_stones_are_stones() -> None:
    table = seated(genmove=["C3", "D4"], final_status_list=["", "D4\nC3", "A1", "pass", "Q16", "?what"])
    table.move()
    table.move()
    assert table.dead() == []
    assert table.dead() == [8, 12]
    for words in ("empty point", "empty point", "statuses: .*Q16", "statuses: .*what"):
        with pytest.raises(Fault, match=words):
            table.dead()
    table.desk.close()


def test_the_engine_is_told_what_is_played() -> None:
    table = seated(boardsize=["{asked}"], komi=["{asked}"])
    assert table.desk.ask("komi", 7) == "7"
    assert (table.game.width, table.game.komi2) == (5, 11)
    table.desk.close()
