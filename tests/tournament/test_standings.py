"""Scores, totals and tie-breaks: every worked example of Articles 28 and 29."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.director import Director
from engine.tournament.model import Key, outcome
from engine.tournament.scores import match_points, points, sheet, withdrawal_credit
from engine.tournament.standings import Tables, show, standings, total_score
from tests.tournament.helpers import (
    at_random,
    make_event,
    make_teams,
    play_out,
    started,
    stronger,
    winner_is,
)

FOUR = {
    ("A", "B"): "A",
    ("C", "A"): "C",
    ("A", "D"): "A",
    ("B", "C"): "B",
    ("C", "D"): "C",
    ("B", "D"): "=",
}


def four_players(**more: object) -> Director:
    players = [{"name": name} for name in "ABCD"]
    return play_out(started(make_event("round-robin", players, **more)), winner_is(FOUR))


@pytest.mark.article(28, "I")
def test_round_robin_of_the_text_ranks_c_a_b_d_by_sodos() -> None:
    table = standings(four_players().state)
    assert [(line.place, line.name) for line in table.lines] == [(1, "C"), (2, "A"), (3, "B"), (4, "D")]
    assert {line.name: line.cells["points"].value for line in table.lines} == {"A": 4, "B": 3, "C": 4, "D": 1}
    sodos = {line.name: line.cells["sodos"].value for line in table.lines}
    assert sodos == {"A": 4, "C": 5, "B": Fraction(9, 2), "D": Fraction(3, 2)}
    assert next(line for line in table.lines if line.name == "B").cells["sodos"].working == "4 + 1/2*1"


@pytest.mark.article(28, "I B")
def test_fewer_warnings_part_the_level() -> None:
    names = {("A", "B"): "A", ("B", "C"): "B", ("C", "A"): "C"}
    desk = play_out(started(make_event("round-robin", [{"name": n} for n in "ABC"])), winner_is(names))
    assert [line.place for line in standings(desk.state).lines] == [1, 1, 1]
    desk.warn(1, "17.2", "took a stone back")
    desk.warn(1, "23.4", "clock before stones")
    desk.warn(2, "23.4", "clock before stones")
    assert [(line.place, line.name) for line in standings(desk.state).lines] == [(1, "C"), (2, "B"), (3, "A")]


@pytest.mark.article(28, "I C")
def test_level_players_share_the_place() -> None:
    names = {("A", "B"): "A", ("B", "C"): "B", ("C", "A"): "C"}
    desk = play_out(started(make_event("round-robin", [{"name": n} for n in "ABC"])), winner_is(names))
    assert [(line.place, line.shared) for line in standings(desk.state).lines] == [(1, True)] * 3


@pytest.mark.article(28, "I D")
def test_lots_part_the_level_from_the_recorded_seed() -> None:
    names = {("A", "B"): "A", ("B", "C"): "B", ("C", "A"): "C"}
    orders = set()
    for seed in range(12):
        event = make_event("round-robin", [{"name": n} for n in "ABC"], ranking={"tie": "lots"}, event={"seed": seed})
        rows = [
            [line.name for line in standings(play_out(started(event), winner_is(names)).state).lines] for _ in (1, 2)
        ]
        assert rows[0] == rows[1]
        orders.add(tuple(rows[0]))
    assert len(orders) > 1


@pytest.mark.article(28, "I")
@pytest.mark.parametrize(
    ("own", "opponents", "rounds", "total"),
    [
        (8, 34, 5, Fraction(49, 5)),
        (8, 30, 5, Fraction(9)),
        (8, 25, 5, Fraction(8)),
        (10, 25, 5, Fraction(10)),
        (6, 40, 5, Fraction(9)),
        (12, 88, 9, Fraction(115, 9)),
        (12, 81, 9, Fraction(12)),
    ],
)
def test_total_score_formula(own: int, opponents: int, rounds: int, total: Fraction) -> None:
    assert total_score(own, Fraction(opponents), rounds, Fraction(2 * rounds)) == total


@pytest.mark.article(28, "I")
def test_total_is_not_lexicographic_and_prints_four_decimals() -> None:
    assert total_score(6, Fraction(40), 5, Fraction(10)) > total_score(8, Fraction(25), 5, Fraction(10))
    assert show(Fraction(115, 9)) == "12.7778" and show(Fraction(9)) == "9"


@pytest.mark.article(28, "I")
def test_dividing_by_the_best_score_made_is_not_centred() -> None:
    achieved, possible = total_score(12, Fraction(88), 9, Fraction(14)), total_score(12, Fraction(88), 9, Fraction(18))
    assert (show(achieved), show(possible)) == ("15.5714", "12.7778")


# The full 8-player, 5-round check: rounds as (winner, loser) pairs that give the points and sums of the text.
POINTS = {1: (9, 29), 2: (8, 30), 4: (7, 23), 5: (6, 23), 3: (4, 26), 6: (4, 25), 7: (2, 21), 8: (0, 23)}
TOTALS = {1: "9.8000", 2: "9", 4: "6.6000", 5: "5.6000", 3: "4.2000", 6: "4", 7: "1.2000", 8: "-0.4000"}


@pytest.mark.article(28, "I")
def test_the_full_check_of_eight_players() -> None:
    totals = {player: total_score(own, Fraction(summed), 5, Fraction(10)) for player, (own, summed) in POINTS.items()}
    assert {player: show(total) for player, total in totals.items()} == TOTALS
    assert sum(totals[p] - POINTS[p][0] for p in POINTS) == 0


@pytest.mark.article(28, "I")
@settings(max_examples=40, deadline=None)
@given(st.integers(2, 7), st.integers(1, 7), st.integers(0, 10**6), st.sampled_from([0.0, 0.3]))
def test_corrections_sum_to_nothing_on_full_swiss(half: int, rounds: int, seed: int, draws: float) -> None:
    event = make_event("swiss", 2 * half, system={"rounds": rounds})
    desk = play_out(started(event), at_random(seed, draws))
    table = standings(desk.state)
    assert sum(line.cells["total"].value - line.cells["points"].value for line in table.lines) == 0


@pytest.mark.article(28, "I")
def test_points_then_opponents_is_the_other_method() -> None:
    event = make_event("swiss", 8, system={"rounds": 3}, ranking={"swiss_rank": "points_then_opponents"})
    table = standings(play_out(started(event), stronger).state)
    assert table.criteria[:2] == ("points", "credit-sum")
    keys = [(line.cells["points"].value, line.cells["credit-sum"].value) for line in table.lines]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.article(28, "II")
def test_match_points_of_teams() -> None:
    assert match_points(5, 5) == (1, 1) and match_points(6, 4) == (2, 0) and match_points(3, 7) == (0, 2)


@pytest.mark.article(28, "II")
def test_a_level_team_match_of_the_text() -> None:
    players, teams = make_teams([5, 5])
    event = make_event("round-robin", players, teams=teams, system={"team_form": "fixed", "boards": 5})
    results = iter(["A", "B", "=", "A", "B"])

    def choose(desk: Director, game):
        winner = next(results)
        black = desk.state.players[game.black].name[0]
        return "=" if winner == "=" else "B" if black == winner else "W"

    desk = play_out(started(event), choose)
    book = sheet(desk.state)
    assert [(e.game_points, e.points) for side in (1, 2) for e in book[side]] == [(5, 1), (5, 1)]


@pytest.mark.article(28, "II")
def test_level_teams_are_parted_by_game_points_and_then_by_boards() -> None:
    players, teams = make_teams([2, 2, 2])
    event = make_event("round-robin", players, teams=teams, system={"team_form": "fixed", "boards": 2})
    # A-B 1:1 with board 1 to A, A-C 1:1 with board 1 to C, B-C 1:1 with board 1 to B: all level.
    names = {("A1", "B1"): "A1", ("A2", "B2"): "B2", ("A1", "C1"): "C1", ("A2", "C2"): "A2"}
    names |= {("B1", "C1"): "B1", ("B2", "C2"): "C2"}
    desk = play_out(started(event), winner_is(names))
    assert [line.place for line in standings(desk.state).lines] == [1, 1, 1]
    assert standings(desk.state).criteria == ("points", "game-points", "board-1", "board-2")
    names[("A1", "C1")], names[("A2", "C2")] = "A1", "C2"
    desk = play_out(started(event), winner_is(names))
    assert [line.name for line in standings(desk.state).lines] == ["Team A", "Team B", "Team C"]


@pytest.mark.article(29, "3")
@pytest.mark.parametrize(
    ("score", "played", "rounds", "credit"),
    [(4, 3, 5, Fraction(6)), (1, 2, 5, Fraction(5, 2)), (0, 2, 5, Fraction(0)), (2, 2, 7, Fraction(7))],
)
def test_what_a_withdrawn_player_counts_for_opponents(score: int, played: int, rounds: int, credit: Fraction) -> None:
    assert withdrawal_credit(score, played, rounds) == credit


@pytest.mark.article(29, "3")
def test_a_withdrawn_player_counts_nothing_without_games() -> None:
    assert withdrawal_credit(0, 0, 5) == 0


@pytest.mark.article(29, "3")
def test_the_credit_stands_in_opponents_sums_and_not_in_the_own_rank() -> None:
    desk = started(make_event("swiss", 6, system={"rounds": 4}))
    play_out(desk, stronger, rounds=2)
    desk.withdraw(1)
    play_out(desk, stronger)
    assert all(1 not in m.sides for published in desk.state.rounds[2:] for m in published.meetings)
    tables = Tables(desk.state)
    assert points(tables.book[1]) == 4 and tables.values[1] == withdrawal_credit(4, 2, 4) == 6
    line = next(line for line in standings(desk.state).lines if line.side == 1)
    assert line.cells["points"].value == 4 and line.withdrawn


@pytest.mark.article(29, "2")
@pytest.mark.parametrize(("players", "played", "stand"), [(8, 3, False), (8, 4, True), (7, 3, True), (7, 2, False)])
def test_withdrawal_from_a_round_robin(players: int, played: int, stand: bool) -> None:
    """3 of 7 annulled, 4 of 7 stands, 3 of 6 stands, 2 of 6 annulled."""
    desk = started(make_event("round-robin", players))
    leaver = 5
    while sum(e.kind == "played" for e in sheet(desk.state)[leaver]) < played:
        play_out(desk, stronger, rounds=len(desk.state.rounds) + 1)
    desk.withdraw(leaver)
    play_out(desk, stronger)
    book = sheet(desk.state)
    met = [e for side, encounters in book.items() for e in encounters if e.opponent == leaver and side != leaver]
    if not stand:
        assert met == [] and book[leaver] == []
        return
    assert len(met) == players - 1
    later = [e for e in met if e.kind != "played"]
    assert len(later) == players - 1 - played and all(e.points == 2 and e.against == 0 for e in later)


@pytest.mark.article(29, "2")
def test_an_open_game_of_who_withdraws_is_lost() -> None:
    desk = started(make_event("round-robin", 4))
    play_out(desk, stronger, rounds=2)
    desk.advance()
    desk.withdraw(1)
    assert all(1 not in (g.black, g.white) for g in desk.state.open_games())
    assert any(o.reason == "withdrawn" for o in desk.state.outcomes.values())


@pytest.mark.article(29, "4")
def test_withdrawal_from_a_team_event_leaves_results_standing() -> None:
    players, teams = make_teams([1, 1, 1, 1])
    event = make_event("round-robin", players, teams=teams, system={"team_form": "fixed", "boards": 1})
    desk = started(event)
    play_out(desk, stronger, rounds=1)
    desk.withdraw(2)
    play_out(desk, stronger)
    met = sheet(desk.state)[2]
    assert [e.kind for e in met] == ["played", "walkover", "walkover"]


def test_direct_encounter_counts_only_games_among_the_level() -> None:
    event = make_event("round-robin", [{"name": n} for n in "ABCD"], ranking={"tiebreaks": ["direct"]})
    table = standings(play_out(started(event), winner_is(FOUR)).state)
    assert [line.name for line in table.lines] == ["C", "A", "B", "D"]
    assert table.lines[0].cells["direct"].value == 2 and table.lines[1].cells["direct"].value == 0
    assert "direct" not in table.lines[2].cells


def test_a_double_forfeit_scores_nothing_for_both() -> None:
    desk = started(make_event("round-robin", 2))
    desk.advance()
    desk.result(Key(1, 1, 1), outcome("0:0"))
    assert [points(book) for book in sheet(desk.state).values()] == [0, 0]


def test_a_bye_adds_the_practice_value_to_the_sum_or_nothing() -> None:
    for option, added in (("practice", 3), ("absent", 0)):
        event = make_event("swiss", 3, system={"rounds": 3}, ranking={"bye_opponent": option})
        desk = play_out(started(event), stronger)
        tables = Tables(desk.state)
        bye = next(side for side, book in tables.book.items() if book[0].kind == "bye")
        met = [tables.values[e.opponent] for e in tables.book[bye] if e.opponent]
        assert sum(tables.sums(bye)) == sum(met) + added
