"""Team events in the forms of Article 26."""

import pytest

from engine.errors import EventError
from engine.tournament.check import replay
from engine.tournament.director import Director
from engine.tournament.draw import sealed
from engine.tournament.formats.registry import Wait
from engine.tournament.journal import MemoryJournal
from engine.tournament.model import outcome
from engine.tournament.standings import standings
from engine.tournament.team_table import team_standings
from tests.tournament.helpers import make_event, make_teams, play_out, started, stronger


def team_desk(form: str, sizes: tuple[int, ...], boards: int, kind: str = "round-robin", **system: object) -> Director:
    players, teams = make_teams(sizes)
    return started(make_event(kind, players, teams=teams, system={"team_form": form, "boards": boards, **system}))


def board_names(desk: Director, number: int, table: int = 1) -> list[tuple[str, str]]:
    games = desk.state.rounds[number - 1].meetings[table - 1].games
    return [(desk.state.players[g.black].name, desk.state.players[g.white].name) for g in games]


@pytest.mark.article(26, "II")
def test_fixed_boards_meet_in_order_and_refuse_a_change() -> None:
    desk = team_desk("fixed", (3, 3), 3)
    desk.advance()
    assert [{a[1], b[1]} for a, b in board_names(desk, 1)] == [{"1"}, {"2"}, {"3"}]
    with pytest.raises(EventError, match="cannot be changed"):
        desk.lineup(1, 1, (2, 1, 3))


@pytest.mark.article(10, "team")
def test_odd_boards_have_the_colour_of_board_one_and_even_boards_the_other() -> None:
    desk = team_desk("fixed", (4, 4), 4)
    desk.advance()
    blacks = [black[0] for black, _ in board_names(desk, 1)]
    assert blacks[0] == blacks[2] != blacks[1] == blacks[3]


@pytest.mark.article(26, "II")
def test_substitutes_take_boards_and_regulars_keep_theirs() -> None:
    desk = team_desk("substitutes", (4, 4), 3, max_changes=1)  # A1 A2 A3 and A4 in reserve are players 1 to 4
    with pytest.raises(EventError, match="regular players keep their boards"):
        desk.lineup(1, 1, (2, 1, 3))
    with pytest.raises(EventError, match="names 3 different players of the team"):
        desk.lineup(1, 1, (1, 2, 5))
    desk.lineup(1, 1, (1, 4, 3))
    desk.advance()
    assert {"A4", "B2"} == set(board_names(desk, 1)[1])


@pytest.mark.article(26, "II")
@pytest.mark.parametrize("kind", ["round-robin", "swiss", "elimination"])
def test_substitutes_are_announced_until_the_match_begins(kind: str) -> None:
    """Also when the round is published, for the first round of an event is, before anybody can say anything."""
    players, teams = make_teams((5, 5))
    system = {"team_form": "substitutes", "boards": 3} | ({"rounds": 1} if kind == "swiss" else {})
    journal, event = MemoryJournal(), make_event(kind, players, teams=teams, system=system)
    desk = Director(event, journal)
    desk.start()
    desk.advance(ahead=True)
    colours = [(game.black < 6) for game in desk.state.rounds[0].games]
    desk.lineup(1, 1, (1, 2, 4))
    desk.lineup(2, 1, (10, 7, 8))
    assert [set(pair) for pair in board_names(desk, 1)] == [{"A1", "B5"}, {"A2", "B2"}, {"A4", "B3"}]
    assert [(game.black < 6) for game in desk.state.rounds[0].games] == colours
    with pytest.raises(EventError, match=r"Team A: the match of round 1 has begun; substitutes are announced before"):
        desk.lineup(1, 1, (1, 2, 3), begun={desk.state.rounds[0].games[0].key})
    desk.result(desk.state.rounds[0].games[0].key, outcome("B"))
    with pytest.raises(EventError, match="has begun"):
        desk.lineup(2, 1, (6, 7, 8))
    again = Director(event, MemoryJournal(journal.rows()))
    assert board_names(again, 1) == board_names(desk, 1) and replay(event, journal.rows()) == []


@pytest.mark.parametrize("number", [0, -1, 9])
def test_there_is_no_line_up_of_a_round_that_is_none(number: int) -> None:
    with pytest.raises(EventError, match=f"there is no round {number}; the event has 1"):
        team_desk("substitutes", (4, 4), 3).lineup(1, number, (1, 4, 3))


@pytest.mark.article(26, "II")
def test_no_more_changes_than_the_event_allows() -> None:
    desk = team_desk("substitutes", (5, 5), 3, max_changes=1)
    with pytest.raises(EventError, match="2 changes, at most 1"):
        desk.lineup(1, 1, (4, 5, 3))


@pytest.mark.article(26, "II")
def test_line_ups_on_the_spot_stay_sealed_until_both_are_in() -> None:
    desk = team_desk("on-the-spot", (3, 3), 2)
    desk.advance()
    assert isinstance(desk.next_step(), Wait)
    mine, theirs = (3, 1), (4, 6)
    desk.commit(1, 1, sealed("Test event", 1, 1, mine, "salt"))
    with pytest.raises(EventError, match="both sealed line-ups must be in"):
        desk.lineup(1, 1, mine, "salt")
    desk.commit(2, 1, sealed("Test event", 1, 2, theirs, "pepper"))
    with pytest.raises(EventError, match="not the one that was sealed"):
        desk.lineup(1, 1, (1, 3), "salt")
    desk.lineup(1, 1, mine, "salt")
    assert "line-up of Team B" in desk.next_step().why
    desk.lineup(2, 1, theirs, "pepper")
    desk.advance()
    assert [set(pair) for pair in board_names(desk, 1)] == [{"A3", "B1"}, {"A1", "B3"}]
    with pytest.raises(EventError, match="sealed already"):
        desk.commit(1, 1, "0" * 64)


@pytest.mark.article(26, "II")
def test_whole_team_rotation_lets_everybody_meet_everybody() -> None:
    desk = play_out(team_desk("rotation", (3, 3, 3), 3), stronger)
    for published in desk.state.rounds:
        for meeting in (m for m in published.meetings if m.games):
            met = [{a, b} for a, b in board_names(desk, published.number, meeting.table)]
            assert len(met) == 9 and all(met.count(pair) == 1 for pair in met)
            for player in {g.black for g in meeting.games} | {g.white for g in meeting.games}:
                colours = [g.black == player for g in meeting.games if player in (g.black, g.white)]
                assert colours in ([True, False, True], [False, True, False])
    assert [line.name for line in standings(desk.state).lines] == ["Team A", "Team B", "Team C"]


@pytest.mark.article(26, "II")
def test_players_total_sums_the_members_of_an_individual_event() -> None:
    players, teams = make_teams((2, 2, 2))
    desk = started(make_event("swiss", players, teams=teams, system={"team_form": "total", "rounds": 3}))
    play_out(desk, stronger)
    lines = team_standings(desk.state)
    assert sum(line.value for line in lines) == 3 * 3 * 2
    own = {line.side: line.cells["points"].value for line in standings(desk.state).lines}
    assert all(line.members == {p: own[p] for p in line.members} for line in lines)
    assert (lines[0].number, lines[0].place) == (1, 1)


def test_team_mates_are_kept_apart_in_the_first_rounds() -> None:
    players, teams = make_teams((4, 4))
    for apart in (0, 2):
        system = {"team_form": "total", "rounds": 2, "within": "adjacent", "apart_rounds": apart}
        desk = play_out(started(make_event("swiss", players, teams=teams, system=system)), stronger)
        mates = sum(desk.state.same_house(m.first, m.second or 0) for r in desk.state.rounds for m in r.meetings)
        assert (mates == 0) == (apart > 0)


def test_a_team_swiss_ranks_by_the_total_of_match_points() -> None:
    desk = play_out(team_desk("fixed", (2, 2, 2, 2), 2, "swiss", rounds=2), stronger)
    table = standings(desk.state)
    assert table.criteria == ("total", "game-points", "board-1", "board-2")
    assert sum(line.cells["total"].value - line.cells["points"].value for line in table.lines) == 0
