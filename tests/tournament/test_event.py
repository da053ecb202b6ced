"""The event file: what is read, and what is refused with which line (Article 30)."""

import re
from typing import Any

import pytest

from engine.errors import EventError
from engine.tournament.event import SECTIONS, documentation, load, parse
from tests.tournament.helpers import make_event, make_teams, toml


def refusal(text: str) -> list[str]:
    with pytest.raises(EventError) as refused:
        parse(text, "x.toml")
    return list(refused.value.problems)


def test_a_complete_event_is_read() -> None:
    event = parse(toml("swiss", 3, system={"rounds": 2}))
    assert event.header.name == "Test event" and event.play.komi2 == 11
    assert [(p.number, p.name) for p in event.players] == [(1, "P1"), (2, "P2"), (3, "P3")]


@pytest.mark.article(30, "")
@pytest.mark.parametrize(
    "path",
    [
        "event.name", "event.seed", "event.schedule", "officials.chief", "officials.referees", "officials.appeals",
        "play.edition", "play.size", "play.komi", "play.cycle_policy", "time.limit", "time.late_limit",
        "system.kind", "ranking.tie",
    ],
)  # fmt: skip
def test_each_missing_decision_is_refused_in_one_line(path: str) -> None:
    lines = refusal(toml("swiss", 4, drop=[path], system={"rounds": 3}))
    assert len(lines) == 1 and lines[0].startswith(f"x.toml: {path}: missing") and "Article" in lines[0]


@pytest.mark.article(30, "")
@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"officials": {"chief": " "}}, "officials.chief: must not be empty"),
        ({"officials": {"referees": []}}, "officials.referees: must not be empty"),
        ({"play": {"size": 1}}, "play.size: 1 is out of range (2 to 25)"),
        ({"play": {"size": "19"}}, "play.size: a whole number is wanted, not a string"),
        ({"play": {"komi": 5.25}}, "play.komi: 5.25 is not a whole number of half points"),
        ({"play": {"cycle_policy": "coin"}}, "play.cycle_policy: 'coin' is not one of superko, draw, replay, ask"),
        ({"play": {"edition": "martian"}}, "play.edition: unknown rule set 'martian'"),
        ({"time": {"limit": "an hour"}}, "time.limit: not a time control: 'an hour'"),
        ({"system": {"rounds": 0}}, "system.rounds: missing"),
        ({"system": {"rounds": True}}, "system.rounds: a whole number is wanted, not true or false"),
        ({"system": {"roundz": 3}}, "system.roundz: no such key; did you mean rounds?"),
        ({"ranking": {"tie": "playoff"}}, "playoff: missing"),
        ({"ranking": {"tiebreaks": ["sos", "luck"]}}, "ranking.tiebreaks: 'luck' is not one of"),
        ({"ranking": {"tiebreaks": ["boards"]}}, "ranking.tiebreaks: boards is for team events"),
        ({"playoff": {"games": 1, "limit": "60", "who": "first"}}, 'playoff: given, but ranking.tie is "shared"'),
        ({"prizes": {"first": 3}}, "prizes: no such section"),
        ({"system": {"third_place": True, "rounds": 3}}, "system.third_place: only single elimination"),
        ({"system": {"team_form": "fixed", "rounds": 3}}, "teams: 0 entered"),
    ],
)
def test_what_is_refused_and_how(changes: dict[str, dict[str, object]], line: str) -> None:
    changes.setdefault("system", {}).setdefault("rounds", 3)
    assert any(found.startswith(f"x.toml: {line}") for found in refusal(toml("swiss", 4, **changes)))


def test_all_faults_are_told_at_once() -> None:
    lines = refusal(toml("swiss", 4, drop=["officials", "time"], play={"komi": "six"}))
    paths = [line.split(": ")[1] for line in lines]
    assert paths == [
        "officials.chief", "officials.referees", "officials.appeals", "play.komi", "time.limit", "time.late_limit",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "line"),
    [
        ([{"name": "A"}, {"name": "A"}], "players: 'A' is entered 2 times"),
        ([{"name": "A", "number": 3}, {"name": "B", "number": 3}], "players: the starting number 3 is given 2 times"),
        ([{"name": ""}, {"name": "B"}], "players: an entry has no name"),
        ([{"name": "A", "rank": "great"}, {"name": "B"}], "players: A: rank: 'great' is no rank"),
        ([{"name": "A", "engine": "gnugo '"}, {"name": "B"}], "players: A: engine: No closing quotation"),
        ([{"name": "A", "time": "soon"}, {"name": "B"}], "players: A: time: not a time control: 'soon'"),
        ([{"nam": "A"}], "players[1].nam: no such key; did you mean name?"),
        ([], "players: 0 entered, swiss needs at least 2"),
    ],
)
def test_faults_of_players(players: list[dict[str, object]], line: str) -> None:
    assert any(found.startswith(f"x.toml: {line}") for found in refusal(toml("swiss", players, system={"rounds": 1})))


def test_numbers_are_filled_in_around_those_given() -> None:
    event = make_event("swiss", [{"name": "A"}, {"name": "B", "number": 1}, {"name": "C"}], system={"rounds": 1})
    assert [p.number for p in event.players] == [2, 1, 3]


@pytest.mark.parametrize(
    ("kind", "system", "line"),
    [
        ("round-robin", {"rounds": 4}, "system.rounds: 4, but round-robin of this entry has 3"),
        ("elimination", {"rounds": 2}, "system.rounds: elimination ends by its results"),
        ("best-of", {"best_of": 3}, "players: best-of is a match of 2, 4 are entered"),
        ("gauntlet", {}, "system.challenger: '' names no player"),
        ("macmahon", {"rounds": 3}, "players: P1: rank: missing"),
        ("scheveningen", {}, "teams: 0 entered; scheveningen needs at least 2"),
    ],
)
def test_faults_of_systems(kind: str, system: dict[str, object], line: str) -> None:
    assert any(found.startswith(f"x.toml: {line}") for found in refusal(toml(kind, 4, system=system)))


@pytest.mark.article(26, "II")
@pytest.mark.parametrize(
    ("sizes", "system", "line"),
    [
        ((2, 3), {"team_form": "fixed", "boards": 2}, "teams: Team B has 3 players for 2 boards"),
        ((2, 1), {"team_form": "substitutes", "boards": 2}, "teams: Team B has 1 players, 2 boards need at least"),
        ((2, 2), {"team_form": "fixed"}, "system.boards: missing: how many boards Team A plays"),
        ((2, 2), {"team_form": "fixed", "boards": 2, "games": 2}, "system.games: a team match has one game a board"),
    ],
)
def test_faults_of_teams(sizes: tuple[int, ...], system: dict[str, object], line: str) -> None:
    players, teams = make_teams(sizes)
    assert any(
        f.startswith(f"x.toml: {line}") for f in refusal(toml("round-robin", players, teams=teams, system=system))
    )


def test_players_of_teams_are_entered_once_and_all_in_a_team() -> None:
    players, teams = make_teams((2, 2))
    teams[0]["players"] = ["A1", "B1", "Zed"]
    form = {"team_form": "fixed", "boards": 2}
    lines = refusal(toml("round-robin", players, teams=teams, system=form))
    assert {"x.toml: teams: Team A: no player is named 'Zed'", "x.toml: players: 'A2' is in no team"} <= set(lines)
    assert "x.toml: teams: 'B1' is in Team A and in Team B" in lines


def test_files_that_are_none(tmp_path) -> None:
    with pytest.raises(EventError, match="No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(EventError, match="not UTF-8"):
        load(tmp_path / "bad.toml")
    assert refusal("[event")[0].startswith("x.toml: not TOML")
    assert refusal("version = 2\n")[0] == "x.toml: version: must be 1, the schema that this program knows"
    assert "x.toml: event: a table of keys is wanted, not a whole number" in refusal("version = 1\nevent = 3\n")


def test_every_key_is_documented() -> None:
    text = documentation()
    for name, section in SECTIONS:
        for field in section.__dataclass_fields__:
            assert f"{name}.{field}: " in text or f"{name}[].{field}: " in text


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"players": [{"name": "a\nb"}, {"name": "c"}]}, "players[1].name: 'a\\nb' holds the character U+000A"),
        ({"players": [{"name": "\u001b[31m"}, {"name": "c"}]}, "U+001B"),
        ({"players": [{"name": "\u202eb"}, {"name": "c"}]}, "U+202E"),
        ({"players": [{"name": "a", "club": "x\ty"}, {"name": "c"}]}, "players[1].club"),
        ({"event": {"name": "a\u0007"}}, "event.name"),
        ({"event": {"schedule": ["one", "tw\u2028o"]}}, "event.schedule: 'tw\\u2028o' holds the character U+2028"),
        ({"players": [{"name": "Ren\u00e9"}, {"name": "Rene\u0301"}]}, "players: 'Ren\u00e9' is entered 2 times"),
    ],
)
def test_text_that_no_line_can_show_is_refused(changes: dict[str, Any], line: str) -> None:
    players = changes.pop("players", 2)
    with pytest.raises(EventError, match=re.escape(line)):
        parse(toml("swiss", players, system={"rounds": 1}, **changes))


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e400", "20000.0"])
@pytest.mark.parametrize("key", ["rating", "anchor"])
def test_numbers_without_end_are_refused(key: str, value: str) -> None:
    text = toml("swiss", 2, system={"rounds": 1}).replace('name = "P1"', f'name = "P1"\n{key} = {value}')
    with pytest.raises(EventError, match=rf"players\[1\]\.{key}: .*(no finite number|range \(-10000 to 10000\))"):
        parse(text)


def test_an_event_that_has_begun_is_not_judged_again() -> None:
    """What an older program took is read, with escapes for what no line can show."""
    text = toml("swiss", [{"name": "a\u001b", "number": 12345}, {"name": "b"}])  # and no rounds
    event = parse(text, kept=True)
    assert [player.name for player in event.players] == ["a\\x1b", "b"] and event.players[0].number == 12345
    with pytest.raises(EventError, match="a whole number is wanted"):
        parse(text.replace("number = 12345", 'number = "x"'), kept=True)


@pytest.mark.parametrize(
    ("kind", "changes", "line"),
    [
        ("swiss", {"players": 1, "system": {"rounds": 1}}, "players: 1 entered, swiss needs at least 2"),
        ("round-robin", {"players": 1}, "players: 1 entered, round-robin needs at least 2"),
        ("swiss", {"players": [{"name": "a"}, {"name": "b"}, {"name": "c", "from_round": 9}], "system": {"rounds": 3}},
         "players: c: from_round: 9, but the event has 3 rounds"),
        ("swiss", {"players": [{"name": "a"}, {"name": "b", "from_round": 2}], "system": {"rounds": 3}},
         "players: fewer than 2 are there in round 1 of swiss"),
        ("swiss", {"system": {"rounds": 1}, "ranking": {"tiebreaks": ["sos", "direct", "sos"]}},
         "ranking.tiebreaks: sos is named 2 times"),
        ("elimination", {"system": {"best_of": 2}}, "system.best_of: 2: a meeting of elimination needs a winner"),
        ("elimination", {"system": {"best_of": 3, "games": 2}}, "system.games: best_of gives a meeting its games"),
        ("swiss", {"system": {"rounds": 1, "bar": "3d"}}, "system.bar: is for macmahon, not swiss; leave it out"),
        ("swiss", {"system": {"rounds": 1, "cycles": 2}}, "system.cycles: is for round-robin, not swiss"),
        ("round-robin", {"system": {"challenger": "P1"}}, "system.challenger: is for gauntlet, not round-robin"),
        ("round-robin", {"ranking": {"swiss_rank": "points_then_opponents"}}, "ranking.swiss_rank: is for swiss, not"),
        ("swiss", {"system": {"rounds": 1, "boards": 3}}, "system.boards: is for team matches"),
        ("swiss", {"system": {"rounds": 1, "max_changes": 3}}, "system.max_changes: is for team_form substitutes"),
        ("macmahon", {"players": [{"name": "a", "rank": "1k"}, {"name": "b", "rank": "1k"}], "play": {"size": 3},
         "system": {"rounds": 1}}, "system.handicap_most: a 3x3 board takes 2 to 4 handicap stones, not 9"),
    ],
)  # fmt: skip
def test_what_can_be_played_in_no_event_is_refused(kind: str, changes: dict[str, Any], line: str) -> None:
    lines = refusal(toml(kind, changes.pop("players", 4), **changes))
    assert len(lines) == 1 and lines[0].startswith(f"x.toml: {line}")
