"""Records of games: ids, results as SGF writes them, and the way to JSON and back."""

import json

import pytest

from engine.errors import MatchError
from engine.match.record import EngineInfo, GameId, GameRecord, MovePlayed, Outcome, Reason, Warned


def record(**changes: object) -> GameRecord:
    values: dict[str, object] = {
        "id": GameId("ev", 1, 2, 3),
        "black": "A",
        "white": "B",
        "outcome": Outcome.BLACK,
        "reason": Reason.SCORE,
    }
    return GameRecord(**(values | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("event", ["ev", "9x9-2026-11-30", "a.b_c"])
def test_an_id_survives_the_way_to_text(event: str) -> None:
    id = GameId(event, 1, 12, 345)
    assert str(id) == f"{event}-1-12-345"
    assert GameId.parse(str(id)) == id


@pytest.mark.parametrize("text", ["", "ev-1-2", "ev-1-2-x", "ev-1-2--3", "ev-0-1-1", "../x-1-1-1", "e v-1-1-1"])
def test_a_bad_id_is_refused(text: str) -> None:
    with pytest.raises(MatchError):
        GameId.parse(text)


def test_ids_sort_by_number_not_by_text() -> None:
    assert GameId("ev", 1, 1, 9) < GameId("ev", 1, 1, 10) < GameId("ev", 2, 1, 1)


@pytest.mark.parametrize(
    ("outcome", "reason", "margin2", "text"),
    [
        (Outcome.BLACK, Reason.SCORE, 7, "B+3.5"),
        (Outcome.WHITE, Reason.SCORE, -1, "W+0.5"),
        (Outcome.WHITE, Reason.SCORE, -14, "W+7.0"),
        (Outcome.BLACK, Reason.MOVE_LIMIT, 3, "B+1.5"),
        (Outcome.WHITE, Reason.RESIGN, None, "W+R"),
        (Outcome.WHITE, Reason.ADJUDICATED, None, "W+R"),
        (Outcome.BLACK, Reason.TIME, None, "B+T"),
        (Outcome.BLACK, Reason.ILLEGAL, None, "B+F"),
        (Outcome.WHITE, Reason.CRASH, None, "W+F"),
        (Outcome.DRAW, Reason.SCORE, 0, "0"),
        (Outcome.DRAW, Reason.RULING, None, "0"),
        (Outcome.WHITE, Reason.RULING, None, "W+"),
        (Outcome.BLACK, Reason.FORFEIT, None, "B+F"),
        (Outcome.NONE, Reason.NO_RESULT, None, "Void"),
        (Outcome.VOID, Reason.HARNESS, None, "Void"),
    ],
)
def test_results_as_sgf_writes_them(outcome: Outcome, reason: Reason, margin2: int | None, text: str) -> None:
    assert record(outcome=outcome, reason=reason, margin2=margin2).result == text


def test_the_winner_is_a_player_not_a_colour() -> None:
    assert record().winner == "A"
    assert record(outcome=Outcome.WHITE).winner == "B"
    assert record(outcome=Outcome.DRAW).winner is None
    assert record(outcome=Outcome.VOID, reason=Reason.HARNESS).winner is None


def test_a_record_survives_json() -> None:
    original = record(
        moves=(MovePlayed(1, 40, 1234, "void: ko"), MovePlayed(2, 81)),
        dead=(3, 4),
        margin2=7,
        width=9,
        height=9,
        black_engine=EngineInfo("GNU Go", "3.8"),
        claims=("B+3.5", ""),
        notes=("engines disagree",),
        setup_black=(1,),
    )
    assert GameRecord.from_json(json.loads(json.dumps(original.to_json()))) == original


@pytest.mark.parametrize("key", ["id", "outcome", "moves", "black_engine"])
def test_a_damaged_record_is_refused(key: str) -> None:
    values = record().to_json()
    values[key] = "?"
    with pytest.raises(MatchError):
        GameRecord.from_json(values)
    del values[key]
    with pytest.raises(MatchError):
        GameRecord.from_json(values)


def test_a_record_of_before_there_were_warnings_is_read() -> None:
    values = record(warnings=(Warned(2, "25.1", "move off the board"),)).to_json()
    assert GameRecord.from_json(json.loads(json.dumps(values))).warnings == (Warned(2, "25.1", "move off the board"),)
    del values["warnings"]
    assert GameRecord.from_json(values).warnings == ()
