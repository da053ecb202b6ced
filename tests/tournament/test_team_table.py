"""The table of teams whose players are paired one by one, and every paper that shows it."""

import csv
import json

import pytest

from engine.errors import EventError
from engine.tournament.director import Director
from engine.tournament.export import as_json, report_file, standings_csv, teams_csv
from engine.tournament.model import outcome
from engine.tournament.report import html_report
from engine.tournament.standings import standings
from engine.tournament.team_table import team_standings, winning_team
from engine.tournament.text import standings_text
from tests.tournament.helpers import make_event, make_teams, play_out, started, stronger


def win_stay() -> Director:
    """TA = [A1], TB = [B1, B2, B3]: A1 beats B1 and B2 and loses to B3."""
    players, teams = make_teams((1, 3))
    winners = iter(["A1", "A1", "B3"])

    def choose(desk: Director, game: object) -> str:
        return "B" if desk.state.players[game.black].name == next(winners) else "W"  # type: ignore[attr-defined]

    return play_out(started(make_event("win-stay", players, teams=teams)), choose)


def total(**system: object) -> Director:
    players, teams = make_teams((2, 2))
    event = make_event("round-robin", players, teams=teams, system={"team_form": "total"} | system)
    return play_out(started(event), stronger)


@pytest.mark.article(27, "VI")
def test_the_team_with_a_player_left_has_won_whoever_won_most_bouts() -> None:
    desk = win_stay()
    assert winning_team(desk.state) == 2
    assert [(line.name, line.value) for line in team_standings(desk.state)] == [("Team B", 1), ("Team A", 0)]
    assert [line.name for line in standings(desk.state).lines] == ["B3", "B1", "B2", "A1"]
    assert "Team B has won." in standings_text(desk.state)
    page = html_report(desk.state)
    assert "<b>Team B</b> has won." in page and page.index('id="teams"') < page.index('id="standings"')
    assert json.loads(as_json(desk.state))["teams"][0] | {"working": ""} == {
        "number": 2, "name": "Team B", "players": [2, 3, 4], "place": 1, "players left": 1, "working": "", "won": True,
    }  # fmt: skip


@pytest.mark.article(27, "VI")
def test_no_team_has_won_while_both_have_a_player() -> None:
    players, teams = make_teams((2, 2))
    desk = started(make_event("win-stay", players, teams=teams))
    desk.advance()
    assert winning_team(desk.state) is None and "has won" not in standings_text(desk.state)
    assert [line.shared for line in team_standings(desk.state)] == [True, True]


@pytest.mark.article(26, "II")
def test_the_sums_of_the_members_stand_in_every_table() -> None:
    desk = total()  # A1 A2 B1 B2 win 3, 2, 1 and 0 games
    assert [(line.place, line.value, line.working) for line in team_standings(desk.state)] == [
        (1, 10, "6 + 4"), (2, 2, "2 + 0"),
    ]  # fmt: skip
    assert standings_text(desk.state).splitlines()[2].split() == ["1", "Team", "A", "10", "A1", "6,", "A2", "4"]
    rows = list(csv.DictReader(teams_csv(desk.state).splitlines()))
    assert [(row["place"], row["name"], row["points"]) for row in rows] == [("1", "Team A", "10"), ("2", "Team B", "2")]
    assert [row["team"][-1] for row in csv.DictReader(standings_csv(desk.state).splitlines())] == list("AABB")
    known = json.loads(as_json(desk.state))
    assert [(team["place"], team["points"], team["players"]) for team in known["teams"]] == [
        (1, 10, [1, 2]), (2, 2, [3, 4]),
    ]  # fmt: skip
    sections = [f"013 {'Team A':32}     1    2", f"013 {'Team B':32}     3    4"]
    assert report_file(desk.state).splitlines()[-2:] == sections


@pytest.mark.article(26, "II")
def test_a_bye_counts_for_the_team_and_annulled_games_do_not() -> None:
    players, teams = make_teams((2, 1))
    event = make_event("swiss", players, teams=teams, system={"team_form": "total", "rounds": 1})
    desk = play_out(started(event), stronger)
    assert sum(line.value for line in team_standings(desk.state)) == 4, "one game and one bye"
    players, teams = make_teams((2, 2))
    desk = started(make_event("round-robin", players, teams=teams, system={"team_form": "total"}))
    play_out(desk, stronger, rounds=1)
    desk.withdraw(1)
    play_out(desk, stronger)
    ours = next(line for line in team_standings(desk.state) if line.number == 1)
    assert ours.members[1] == 0, "less than half of his games: annulled (Article 29.2)"


def test_level_teams_share_the_place_or_draw_lots() -> None:
    players, teams = make_teams((1, 1))
    drawn = {"team_form": "total"}
    desk = play_out(started(make_event("round-robin", players, teams=teams, system=drawn)), lambda desk, game: "=")
    assert [(line.place, line.shared) for line in team_standings(desk.state)] == [(1, True), (1, True)]
    event = make_event("round-robin", players, teams=teams, system=drawn, ranking={"tie": "lots"})
    desk = play_out(started(event), lambda desk, game: "=")
    assert [(line.place, line.shared) for line in team_standings(desk.state)] == [(1, False), (2, False)]


def test_who_has_no_table_of_teams() -> None:
    players, teams = make_teams((1, 1))
    event = make_event("round-robin", players, teams=teams, system={"team_form": "fixed", "boards": 1})
    desk = play_out(started(event), stronger)
    assert team_standings(desk.state) == [] and "has won" not in standings_text(desk.state)
    with pytest.raises(EventError, match="the standings are those of the teams"):
        teams_csv(desk.state)
    assert [t["players"] for t in json.loads(as_json(desk.state))["teams"]] == [[1], [2]]
    with pytest.raises(EventError, match="the event has none"):
        teams_csv(started(make_event("swiss", 2, system={"rounds": 1})).state)


def test_json_names_every_player() -> None:
    known = json.loads(as_json(total().state))["players"]
    assert known[2] == {
        "number": 3, "name": "B1", "rank": "", "rating": None, "club": "", "team": "Team B", "engine": False,
    }  # fmt: skip


def test_all_play_all_has_a_winner_with_the_last_result_not_with_the_next_step() -> None:
    players, teams = make_teams((1, 1))
    desk = started(make_event("scheveningen", players, teams=teams))
    desk.advance()
    assert winning_team(desk.state) is None
    game = desk.state.open_games()[0]
    desk.result(game.key, outcome("B" if game.black == 2 else "W"))
    assert not desk.state.closed and winning_team(desk.state) == 2
