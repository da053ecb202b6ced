"""Queries read field by field; what is wrong is named by its field."""

import json
from typing import Any

import pytest

from engine.analysis.query import Action, Query, parse
from engine.errors import QueryError
from engine.player.wish import Wish
from gocore import BLACK, WHITE

BASE: dict[str, Any] = {
    "id": "q", "moves": [["B", "E5"], ["w", "pass"]], "rules": "chinese", "komi": 6.5, "boardXSize": 9, "boardYSize": 9
}  # fmt: skip


def read(**changes: Any) -> Query:
    found = parse(json.dumps({**BASE, **changes}))
    assert isinstance(found, Query)
    return found


def test_a_plain_query_means_the_last_position() -> None:
    query = read()
    assert list(query.games) == [2]
    game = query.games[2]
    assert (game.width, game.height, game.komi2) == (9, 9, 13)
    assert game.position[40] == BLACK
    assert game.position.to_move == BLACK
    assert (query.visits, query.max_ms, query.every_ms, list(query.priorities.values())) == (None, None, None, [0])
    assert query.view == BLACK
    assert query.wishes == {2: Wish()}


def test_turns_priorities_and_limits() -> None:
    query = read(
        analyzeTurns=[2, 0],
        priorities=[5, -1],
        maxVisits=100,
        reportDuringSearchEvery=0.25,
        overrideSettings={"maxTime": 1.5, "reportAnalysisWinratesAs": "SIDETOMOVE", "wideRootNoise": 0.04},
    )
    assert sorted(query.games) == [0, 2]
    assert query.games[0].moves == []
    assert query.priorities == {2: 5, 0: -1}
    assert (query.visits, query.max_ms, query.every_ms, query.view) == (100, 1500, 250, None)
    assert query.first_ms == query.every_ms
    assert read(overrideSettings={"maxVisits": 7}).visits == 7


def test_priorities_go_by_the_turns_as_they_were_asked_for() -> None:
    moves = [["B", "C3"], ["W", "B2"], ["B", "D2"]]
    assert read(moves=moves, analyzeTurns=[3, 0, 1], priorities=[30, 10, 20]).priorities == {3: 30, 0: 10, 1: 20}
    assert read(moves=moves, analyzeTurns=[1, 1], priorities=[2, 1]).priorities == {1: 2}


def test_stones_before_the_game() -> None:
    handicap = read(initialStones=[["B", "C3"], ["B", "G7"]], moves=[], rules="japanese", whiteHandicapBonus="0")
    assert handicap.games[0].position.to_move == WHITE
    both = read(initialStones=[["B", "C3"], ["W", "G7"]], moves=[], initialPlayer="W")
    assert both.games[0].position.to_move == WHITE
    assert read(initialPlayer="w", moves=[]).games[0].position.to_move == WHITE
    assert read(boardXSize=13, boardYSize=7, moves=[["B", "N7"]]).games[1].position[12] == BLACK


def test_moves_to_avoid_and_to_allow() -> None:
    avoid = read(moves=[], avoidMoves=[{"player": "B", "moves": ["A1", "pass"], "untilDepth": 1}])
    assert avoid.wishes[0].only == frozenset(range(82)) - {72, 81}
    assert avoid.wishes[0].later == frozenset()
    allow = read(moves=[], allowMoves=[{"player": "B", "moves": ["A1", "B1"], "untilDepth": 1}])
    assert allow.wishes[0].only == {72, 73}
    other = read(moves=[], allowMoves=[{"player": "W", "moves": ["A1"], "untilDepth": 3}])
    assert other.wishes[0].only == frozenset()
    assert other.wishes[0].later == {(WHITE, point, 3) for point in range(82) if point != 72}


def test_what_the_answer_shall_show() -> None:
    query = read(includeMovesOwnershipStdev=True, includeOwnershipStdev=True, analysisPVLen=3)
    assert query.wishes[2] == Wish(ownership=True, deviations=True, moves_ownership=True, pv_length=3)
    assert (query.ownership, query.ownership_stdev) == (False, True)
    assert (query.moves_ownership, query.moves_ownership_stdev) == (False, True)


def test_fields_nobody_uses_bring_a_warning() -> None:
    assert read(foo=1, bar=2).warnings == (("bar", "is not used"), ("foo", "is not used"))
    assert read(rootPolicyTemperature=1.1).warnings == ()
    override = {"maxVisits": 5, "maxTime": 1, "reportAnalysisWinratesAs": "WHITE", "humanSLProfile": "rank_5k"}
    assert read(overrideSettings=override).warnings == (("humanSLProfile", "is not used"),)


def test_what_katrain_says_in_every_query_brings_none() -> None:
    assert read(overrideSettings={"wideRootNoise": 0.04, "rootNumSymmetriesToSample": 2}).warnings == ()


def test_points_as_pairs_of_numbers_and_a_byte_order_mark() -> None:
    """`(x,y)` counts from the upper left corner."""
    assert read(moves=[["B", "(0,0)"], ["W", "(4,3)"]]).games[2].moves[0].point == 0
    assert read(moves=[["B", "(0,0)"], ["W", "(4,3)"]]).games[2].moves[1].point == 31
    with pytest.raises(QueryError):
        read(moves=[["B", "(9,0)"]])
    assert parse('\ufeff{"id":"x","action":"query_version"}') == parse('{"id":"x","action":"query_version"}')


def test_actions() -> None:
    assert parse('{"id":"x","action":"query_version"}') == Action(
        "x", "query_version", fields={"id": "x", "action": "query_version"}
    )
    found = parse('{"id":"x","action":"terminate","terminateId":"q","turnNumbers":[1,2]}')
    assert isinstance(found, Action)
    assert (found.terminate_id, found.turns) == ("q", (1, 2))


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"moves": [["B", "E5"], ["W", "E5"]]}, "moves", "Illegal move 1: E5"),
        ({"moves": [["B", "Z9"]]}, "moves", "Z9"),
        ({"moves": [["X", "A1"]]}, "moves", "not a colour"),
        ({"moves": "E5"}, "moves", "pairs"),
        ({"moves": [["B"]]}, "moves", "pairs"),
        ({"initialStones": [["B", "pass"]]}, "initialStones", "no stone"),
        ({"initialStones": [["B", "A1"], ["W", "A1"]]}, "initialStones", "illegal position"),
        ({"initialStones": [["B", "A1"], ["B", "A1"]]}, "initialStones", "A1 is named twice"),
        ({"initialPlayer": "x"}, "initialPlayer", "B or W"),
        ({"rules": "nosuch"}, "rules", "nosuch"),
        ({"rules": None}, "rules", "missing"),
        ({"rules": {"ko": "x"}}, "rules", "ko"),
        ({"komi": 6.25}, "komi", "half"),
        ({"komi": 151}, "komi", "150"),
        ({"komi": "6"}, "komi", "number"),
        ({"boardXSize": 26}, "boardXSize", "25"),
        ({"boardYSize": None}, "boardYSize", "missing"),
        ({"boardYSize": 9.5}, "boardYSize", "whole"),
        ({"boardYSize": True}, "boardYSize", "number"),
        ({"analyzeTurns": [3]}, "analyzeTurns", "turn 3"),
        ({"analyzeTurns": []}, "analyzeTurns", "whole"),
        ({"analyzeTurns": [True]}, "analyzeTurns", "whole"),
        ({"priorities": [1, 2]}, "priorities", "as many"),
        ({"priority": 2.5}, "priority", "whole"),
        ({"rootPolicyTemperature": "x"}, "rootPolicyTemperature", "number"),
        ({"maxVisits": 0}, "maxVisits", "1"),
        ({"includePolicy": 1}, "includePolicy", "true or false"),
        ({"avoidMoves": [{"player": "B"}]}, "avoidMoves", "needs"),
        ({"avoidMoves": 3}, "avoidMoves", "list"),
        ({"avoidMoves": [{"player": "B", "moves": ["A1"]}]}, "avoidMoves", "^avoidMoves: needs player, moves and"),
        ({"avoidMoves": [{"player": "B", "moves": ["A1"], "untilDepth": 0}]}, "avoidMoves", "untilDepth"),
        ({"allowMoves": [{"player": "B", "moves": ["E5"], "untilDepth": 1}]}, "allowMoves", "no legal move"),
        ({"allowMoves": [{"player": "B", "moves": [], "untilDepth": 1}]}, "allowMoves", "no move is left"),
        ({"overrideSettings": []}, "overrideSettings", "object"),
        ({"overrideSettings": {"reportAnalysisWinratesAs": "X"}}, "reportAnalysisWinratesAs", "SIDETOMOVE"),
        ({"id": 3}, "id", "string"),
        ({"action": "dance"}, "action", "one of"),
        ({"action": "terminate"}, "terminateId", "string"),
        ({"action": "terminate_all", "turnNumbers": 3}, "turnNumbers", "list"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(QueryError, match=words) as caught:
        parse(json.dumps({**BASE, **changes}))
    found = caught.value.as_json()
    assert found["field"] == field
    assert found.get("id", "q") == "q"


@pytest.mark.parametrize("line", ["nonsense", "3", "[]", "null", '{"id":', "[" * 100_000])
def test_what_is_no_query_at_all(line: str) -> None:
    with pytest.raises(QueryError):
        parse(line)
