"""Best of n, gauntlet, all-play-all of two teams, win-stay, play-offs."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.director import Director
from engine.tournament.formats.duels import match_over, standing_players
from engine.tournament.formats.teams import scheveningen_rounds
from engine.tournament.model import Game
from engine.tournament.scores import points, sheet
from engine.tournament.standings import standings
from engine.tournament.team_table import team_standings
from tests.tournament.helpers import at_random, make_event, make_teams, play_out, started, stronger


def best_of(n: int, results: str) -> Director:
    """Play a match of `n` whose games go to A (player 1), B or are drawn (=); later games must not be asked for."""
    letters = iter(results)

    def choose(desk: Director, game: Game) -> str:
        letter = next(letters)
        return "=" if letter == "=" else "B" if (letter == "A") == (game.black == 1) else "W"

    return play_out(started(make_event("best-of", 2, system={"best_of": n})), choose)


@pytest.mark.article(27, "IV")
@pytest.mark.parametrize(
    ("n", "results", "games", "score"),
    [(3, "AA", 2, (4, 0)), (5, "ABAA", 4, (6, 2)), (10, "AABAABAA", 8, (12, 4)), (3, "A=B", 3, (3, 3))],
)
def test_matches_of_the_text(n: int, results: str, games: int, score: tuple[int, int]) -> None:
    desk = best_of(n, results)
    assert len(desk.state.rounds) == games and desk.state.closed
    assert tuple(points(sheet(desk.state)[side]) for side in (1, 2)) == score


@pytest.mark.article(27, "IV")
def test_a_match_is_over_beyond_half_of_the_points() -> None:
    assert match_over(4, 0, 2, 3) and not match_over(3, 1, 2, 3) and match_over(3, 3, 3, 3)


def test_colours_of_a_match_alternate() -> None:
    desk = best_of(5, "ABABA")
    blacks = [published.games[0].black for published in desk.state.rounds]
    assert all(one != other for one, other in itertools.pairwise(blacks))


@pytest.mark.article(28, "III")
def test_a_level_match_is_played_off() -> None:
    letters = iter("A=BBA=A")

    def choose(desk: Director, game: Game) -> str:
        letter = next(letters)
        return "=" if letter == "=" else "B" if (letter == "A") == (game.black == 1) else "W"

    rule = {"games": 3, "limit": "60c1", "who": "all"}
    event = make_event("best-of", 2, system={"best_of": 3}, ranking={"tie": "playoff"}, playoff=rule)
    desk = play_out(started(event), choose)
    assert [r.stage for r in desk.state.rounds] == ["main"] * 3 + ["playoff"] * 3
    assert [line.place for line in standings(desk.state).lines] == [1, 1]  # B, A, = is level again: shared
    blacks = [r.games[0].black for r in desk.state.rounds_of("playoff")]
    assert blacks[0] == blacks[2] != blacks[1]


@pytest.mark.article(28, "III")
def test_play_offs_part_who_is_level_at_the_top_only() -> None:
    event = make_event(
        "round-robin", 3, ranking={"tie": "playoff"}, playoff={"games": 1, "limit": "60c1", "who": "first"}
    )
    rounds = []

    def choose(desk: Director, game: Game) -> str:
        rounds.append(game.key.round)
        if desk.state.rounds[-1].stage == "playoff":
            return stronger(desk, game)
        return "B" if (game.black, game.white) in ((1, 2), (2, 3), (3, 1)) else "W"

    desk = play_out(started(event), choose)
    assert len(desk.state.rounds_of("playoff")) == 3  # three level: everybody meets everybody
    assert [line.side for line in standings(desk.state).lines] == [1, 2, 3]


def test_the_challenger_of_a_gauntlet_meets_everybody() -> None:
    event = make_event("gauntlet", 5, system={"challenger": "P3", "games": 2})
    desk = play_out(started(event), stronger)
    met = Counter(p for r in desk.state.rounds for g in r.games for p in (g.black, g.white))
    assert met == {1: 2, 2: 2, 3: 8, 4: 2, 5: 2}
    assert Counter(g.black for r in desk.state.rounds for g in r.games)[3] == 4


@pytest.mark.article(27, "V")
def test_the_rounds_of_four_against_four() -> None:
    table = ["11 22 33 44", "12 23 34 41", "13 24 31 42", "14 21 32 43"]
    assert [" ".join(f"{i + 1}{j + 1}" for i, j in pairs) for pairs in scheveningen_rounds(4)] == table


@pytest.mark.article(27, "V")
def test_all_play_all_of_two_teams() -> None:
    players, teams = make_teams([4, 4])
    desk = play_out(started(make_event("scheveningen", players, teams=teams)), stronger)
    games = [game for published in desk.state.rounds for game in published.games]
    assert len(desk.state.rounds) == 4 and len({(min(g.black, g.white), max(g.black, g.white)) for g in games}) == 16
    for player in range(1, 9):
        colours = [g.black == player for g in games if player in (g.black, g.white)]
        assert colours in ([True, False] * 2, [False, True] * 2)
    assert [(line.number, line.value, line.won) for line in team_standings(desk.state)] == [
        (1, 32, True), (2, 0, False),
    ]  # fmt: skip


def bouts(results: str, sizes: tuple[int, int]) -> Director:
    """Play a win-stay event whose bouts go to team A or B; "=" is a drawn game, "0" a double forfeit."""
    players, teams = make_teams(sizes)
    letters = iter(results)

    def choose(desk: Director, game: Game) -> str:
        letter = next(letters)
        if letter in "=0":
            return {"=": "=", "0": "0:0"}[letter]
        return "B" if desk.state.players[game.black].name[0] == letter else "W"

    return play_out(started(make_event("win-stay", players, teams=teams)), choose)


@pytest.mark.article(27, "VI")
def test_the_win_stay_example_of_the_text() -> None:
    desk = bouts("ABBAA", (3, 3))
    met = [tuple(sorted(desk.state.players[n].name for n in m.sides)) for r in desk.state.rounds for m in r.meetings]
    assert met == [("A1", "B1"), ("A1", "B2"), ("A2", "B2"), ("A3", "B2"), ("A3", "B3")]
    ours, theirs = standing_players(desk.state)
    assert [desk.state.players[n].name for n in ours] == ["A3"] and theirs == []
    assert [(line.place, line.name, line.value, line.won) for line in team_standings(desk.state)] == [
        (1, "Team A", 1, True), (2, "Team B", 0, False),
    ]  # fmt: skip
    assert [(line.place, line.name) for line in standings(desk.state).lines][:4] == [
        (1, "A3"), (2, "A1"), (3, "A2"), (4, "B2"),
    ]  # fmt: skip


@pytest.mark.article(27, "VI")
@settings(max_examples=25, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 999))
def test_bouts_number_at_least_n_and_less_than_n_and_m(n: int, m: int, seed: int) -> None:
    players, teams = make_teams([n, m])
    desk = play_out(started(make_event("win-stay", players, teams=teams)), at_random(seed))
    left = standing_players(desk.state)
    beaten = n if not left[0] else m
    assert beaten <= len(desk.state.rounds) <= n + m - 1 and not (left[0] and left[1])


def test_a_drawn_bout_is_replayed_with_colours_swapped() -> None:
    desk = bouts("=A", (1, 1))
    first, second = desk.state.rounds[0].games
    assert (first.black, first.white) == (second.white, second.black) and len(desk.state.rounds) == 1


def test_a_double_forfeit_costs_both_their_turn() -> None:
    desk = bouts("0A", (2, 2))
    assert len(desk.state.rounds) == 2 and not standing_players(desk.state)[1]


@pytest.mark.article(29, "4")
def test_the_turn_of_who_withdraws_is_lost() -> None:
    players, teams = make_teams([2, 2])
    desk = started(make_event("win-stay", players, teams=teams))
    play_out(desk, lambda desk, game: "B" if game.black == 1 else "W", rounds=1)
    desk.withdraw(1)
    play_out(desk, at_random(3))
    second = desk.state.rounds[1].meetings[0]
    assert (second.kind, second.first, second.second) == ("walkover", 4, 1)
    assert standing_players(desk.state)[0] in ([], [2])
