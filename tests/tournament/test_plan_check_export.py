"""Plans, the replay of an event, and its exports."""

import csv
import io
import json

import pytest

from engine.errors import EventError
from engine.tournament.check import replay
from engine.tournament.director import Director
from engine.tournament.event import parse
from engine.tournament.export import as_json, games_csv, report_file, standings_csv
from engine.tournament.journal import MemoryJournal
from engine.tournament.model import Row
from engine.tournament.plan import propose, skeleton
from tests.tournament.helpers import at_random, make_event, play_out, started, stronger


@pytest.mark.article(30, "2")
@pytest.mark.parametrize(
    ("entries", "days", "a_day", "systems"),
    [
        (4, 2, 3, ["double round-robin", "round-robin", "elimination"]),
        (6, 1, 5, ["round-robin", "elimination"]),
        (7, 1, 5, ["swiss", "elimination"]),
        (32, 1, 5, ["swiss", "elimination"]),
        (33, 1, 5, ["swiss"]),
    ],
)
def test_what_fits_is_proposed(entries: int, days: int, a_day: int, systems: list[str]) -> None:
    assert [proposal.system for proposal in propose(entries, days, a_day)] == systems


def test_an_impossible_plan_is_refused() -> None:
    with pytest.raises(EventError, match="at least 2 entries"):
        propose(1, 1, 1)


@pytest.mark.parametrize("entries", [4, 9])
def test_a_skeleton_lacks_only_what_the_organiser_knows(entries: int) -> None:
    for proposal in propose(entries, 2, 4):
        with pytest.raises(EventError) as refused:
            parse(skeleton(proposal, entries), "x")
        paths = [line.split(": ")[1] for line in refused.value.problems]
        assert paths == ["event.name", "event.schedule", "officials.chief", "officials.referees", "officials.appeals"]


def tampered(rows: list[Row]) -> list[Row]:
    """Swap the second sides of the first two tables of round 2."""
    result = []
    for row in rows:
        body = json.loads(json.dumps(row.body))
        if row.kind == "round" and body["number"] == 2:
            one, other = body["meetings"][:2]
            one["second"], other["second"] = other["second"], one["second"]
        result.append(Row(row.kind, body))
    return result


def test_a_replay_shows_both_columns_where_they_differ() -> None:
    journal = MemoryJournal()
    desk = Director(make_event("swiss", 8, system={"rounds": 3}), journal)
    desk.start()
    play_out(desk, stronger)
    assert replay(desk.event, journal.rows()) == []
    found = replay(desk.event, tampered(journal.rows()))
    assert [(d.round, d.table) for d in found if d.round == 2] == [(2, 1), (2, 2)]
    assert all(d.published != d.computed for d in found)


def test_csv_of_standings_has_exact_fractions() -> None:
    desk = play_out(started(make_event("swiss", 8, system={"rounds": 3})), at_random(3, 0.2))
    rows = list(csv.DictReader(io.StringIO(standings_csv(desk.state))))
    assert [row["name"] for row in rows] != [] and "total" in rows[0]
    assert any("/" in row["total"] for row in rows)


def test_csv_of_games_has_every_game_once() -> None:
    desk = play_out(started(make_event("round-robin", 5)), at_random(3))
    rows = list(csv.DictReader(io.StringIO(games_csv(desk.state))))
    assert len(rows) == 10 and {row["result"] for row in rows} <= {"B", "W"}
    assert len({row["game"] for row in rows}) == 10


def test_json_says_how_each_number_came_about() -> None:
    value = json.loads(as_json(play_out(started(make_event("round-robin", 4)), stronger).state))
    assert value["finished"]
    cell = value["standings"][0]["cells"]["sodos"]
    assert cell["value"] == str(sum(map(int, cell["working"].split(" + "))))


def test_the_report_file_has_a_line_a_player_and_a_cell_a_round() -> None:
    desk = started(make_event("swiss", 5, system={"rounds": 3}))
    desk.absent(2, 2)
    play_out(desk, stronger)
    lines = [line for line in report_file(desk.state).splitlines() if line.startswith("001")]
    assert len(lines) == 5
    assert any("0000 - U" in line for line in lines) and "0000 - Z" in lines[1]
    for number, line in enumerate(lines, 1):
        assert int(line[4:8]) == number and line[14:16] == "P" + str(number)
