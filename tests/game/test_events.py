"""Events as plain data: there and back, and what is no event in one line."""

from typing import Any

import pytest

from engine.errors import RefereeError
from engine.game.referee import events, from_json, to_json
from engine.game.referee.events import KINDS
from gocore import BLACK

SAMPLES = [
    events.Start(0, 5, 6), events.Play(1, BLACK, -3), events.Pass(1, BLACK), events.Resign(1, BLACK),
    events.StonePlaced(1, BLACK), events.Tick(-5), events.TimeAsked(1, BLACK), events.LeaveAsked(1, BLACK),
    events.DeadStones(1, BLACK, (3, 4)), events.NoAnswer(1, BLACK), events.PlayOn(1, BLACK), events.Recount(1, BLACK),
    events.Sign(1, BLACK), events.Takeback(1, BLACK, dropped=True), events.Undo(1, BLACK, 2),
    events.BoardSubmitted(1, BLACK, (0, 1)), events.StonesMoved(1, BLACK, False, "valid", (0, 1)),
    events.Scattered(1, 0, "force_majeure"), events.Halt(1), events.GoOn(1), events.Adjourn(1),
    events.Seal(1, BLACK, "0" * 64), events.Unseal(1, 3, "n"), events.Warn(1, BLACK, "15", "loud"),
    events.Incident(1, BLACK, "15.3", "talked", "advice"), events.Complaint(1, BLACK, "noise"),
    events.Appeal(1, BLACK, 0, "why"), events.Ruling(1, "Li", "draw", "so"), events.Absent(1, 0),
]  # fmt: skip


def test_every_kind_of_event_goes_to_json_and_back() -> None:
    """None is left out of the samples."""
    assert {type(sample).__name__ for sample in SAMPLES} == set(KINDS)
    for sample in SAMPLES:
        assert from_json(to_json(sample)) == sample


BAD: list[tuple[Any, str]] = [
    (5, "JSON object"),
    (None, "JSON object"),
    ({"at": 1}, "unknown event"),
    ({"event": "Nope", "at": 1}, "'Nope'"),
    ({"event": "ByPlayer", "at": 1, "player": 1}, "unknown event"),
    ({"event": ["Tick"], "at": 1}, "unknown event"),
    ({"event": "Tick"}, "without 'at'"),
    ({"event": "Tick", "at": 1.5}, "at must be a whole number"),
    ({"event": "Tick", "at": True}, "at must be"),
    ({"event": "Tick", "at": 1, "x": 2}, "unknown fact 'x'"),
    ({"event": "Play", "at": 1, "player": 1, "point": "D4"}, "point must be a whole number, not 'D4'"),
    ({"event": "Play", "at": 1, "player": 1}, "without 'point'"),
    ({"event": "DeadStones", "at": 1, "player": 1, "stones": 5}, "stones must be a list, each a whole number"),
    ({"event": "DeadStones", "at": 1, "player": 1, "stones": ["a"]}, "stones must be a list"),
    ({"event": "DeadStones", "at": 1, "player": 1, "stones": None}, "stones must be a list"),
    ({"event": "BoardSubmitted", "at": 1, "player": 1, "board": 7}, "board must be a list"),
    ({"event": "StonesMoved", "at": 1, "player": 1, "deliberate": "no"}, "deliberate must be true or false, not 'no'"),
    ({"event": "StonesMoved", "at": 1, "player": 1, "agreed": "nonsense"}, "agreed must be one of 'back', 'valid', ''"),
    ({"event": "StonesMoved", "at": 1, "player": 1, "board": 5}, "board must be a list"),
    ({"event": "Scattered", "at": 1, "player": 1, "cause": "foo"}, "cause must be one of 'force_majeure'"),
    ({"event": "Scattered", "at": 1, "player": 1, "cause": "deliberate", "reconstructible": 0}, "true or false"),
    ({"event": "Ruling", "at": 1, "by": 5, "effect": "draw", "text": "x"}, "by must be text"),
    ({"event": "Ruling", "at": 1, "by": "A", "effect": "foo", "text": "x"}, "effect must be one of"),
    ({"event": "Incident", "at": 1, "player": 1, "article": "15", "text": "x", "sanction": "boo"}, "sanction must be"),
    ({"event": "Incident", "at": 1, "player": 1, "article": 5, "text": None}, "article must be text"),
    ({"event": "Warn", "at": 1, "player": 1, "article": "15", "text": None}, "text must be text, not None"),
    ({"event": "Seal", "at": 1, "player": 1, "commitment": 5}, "commitment must be text"),
    ({"event": "Play", "at": 1, "player": 1, "point": ["x" * 999]}, "point must be a whole number"),
]


@pytest.mark.parametrize(("data", "why"), BAD)
def test_what_is_no_event_is_refused_in_one_line(data: object, why: str) -> None:
    """It is not made at all, so that no referee can be told of it."""
    with pytest.raises(RefereeError) as refused:
        from_json(data)  # type: ignore[arg-type]
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_an_event_made_in_python_is_held_to_its_types_too() -> None:
    """Not only files are checked."""
    with pytest.raises(RefereeError, match="Warn: text must be text"):
        events.Warn(0, BLACK, "15", None)  # type: ignore[arg-type]
