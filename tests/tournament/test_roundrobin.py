"""Round robin: the circle method, colours, cycles, absence."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.export import as_json
from engine.tournament.formats.registry import Done, over
from engine.tournament.formats.roundrobin import circle
from engine.tournament.model import outcome
from engine.tournament.report import html_report
from engine.tournament.scores import sheet
from engine.tournament.standings import standings
from tests.tournament.helpers import at_random, make_event, pairs_of, play_out, started, stronger


@pytest.mark.article(27, "II")
def test_the_rounds_of_six_are_those_of_the_text() -> None:
    table = ["16 25 34", "15 64 23", "14 53 62", "13 42 56", "12 36 45"]
    expected = [[frozenset(map(int, pair)) for pair in line.split()] for line in table]
    assert [[frozenset(pair) for pair in pairs] for pairs in circle(6)] == expected


@pytest.mark.article(27, "II")
@pytest.mark.parametrize(("n", "rounds", "games"), [(4, 3, 6), (5, 5, 10), (6, 5, 15), (8, 7, 28)])
def test_counts_of_the_text(n: int, rounds: int, games: int) -> None:
    desk = play_out(started(make_event("round-robin", n)), stronger)
    assert len(desk.state.rounds) == rounds
    assert sum(len(published.games) for published in desk.state.rounds) == games


@given(st.integers(2, 40))
def test_everybody_meets_everybody_once_with_level_colours(n: int) -> None:
    pairs = [pair for pairs in circle(n) for pair in pairs]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == [(a, b) for a in range(1, n) for b in range(a + 1, n + 1)]
    black, white = Counter(b for b, _ in pairs), Counter(w for _, w in pairs)
    assert max(abs(black[p] - white[p]) for p in range(1, n + 1)) == (1 - n % 2)
    for pairs in circle(n):
        players = [p for pair in pairs for p in pair]
        assert len(players) == len(set(players)) == n - n % 2
    for p in range(1, n + 1):
        colours = ["B" if p == b else "W" for pairs in circle(n) for b, w in pairs if p in (b, w)]
        assert "BBB" not in "".join(colours) and "WWW" not in "".join(colours)


@pytest.mark.article(27, "II")
def test_a_double_round_robin_swaps_the_colours() -> None:
    desk = play_out(started(make_event("round-robin", 5, system={"cycles": 2})), stronger)
    assert len(desk.state.rounds) == 10
    games = [(game.black, game.white) for published in desk.state.rounds for game in published.games]
    assert len(set(games)) == 20 and all((white, black) in games for black, white in games)


def test_an_odd_count_leaves_everybody_free_once_without_points() -> None:
    desk = play_out(started(make_event("round-robin", 5)), at_random(1))
    book = sheet(desk.state)
    assert all(sum(e.kind == "rest" for e in encounters) == 1 for encounters in book.values())
    assert sum(e.points for encounters in book.values() for e in encounters) == 20


def test_an_absent_player_loses_without_play() -> None:
    desk = started(make_event("round-robin", 4))
    desk.absent(1, 2)
    play_out(desk, stronger)
    opponent = next(other for m in desk.state.rounds[1].meetings if 1 in m.sides for other in m.sides if other != 1)
    met = [e for e in sheet(desk.state)[opponent] if e.opponent == 1]
    assert [(e.kind, e.points) for e in met] == [("walkover", 2)]


def test_one_player_has_no_rounds_and_two_have_one() -> None:
    desk = started(make_event("round-robin", 2))
    desk.withdraw(2)
    assert play_out(desk, stronger).state.rounds == []
    desk = play_out(started(make_event("round-robin", 2)), stronger)
    assert pairs_of(desk, 1) == [(1, 2)] and desk.state.closed


def test_games_of_a_meeting_swap_colours() -> None:
    desk = play_out(started(make_event("round-robin", 3, system={"games": 2})), stronger)
    for published in desk.state.rounds:
        for meeting in published.meetings:
            if meeting.games:
                first, second = meeting.games
                assert (first.black, first.white) == (second.white, second.black)


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "elimination", "best-of"])
def test_the_last_result_finishes_an_event(kind: str) -> None:
    """Also before anybody asks for the next step: what is read is what stands."""
    count = 2 if kind == "best-of" else 4
    desk = started(make_event(kind, count, system={"rounds": 2} if kind == "swiss" else {}))
    assert not over(desk.state)
    while not isinstance(desk.next_step(), Done):
        assert not over(desk.state) and '"finished": false' in as_json(desk.state)
        desk.advance()
        for game in desk.state.open_games():
            desk.result(game.key, outcome("B+R"))
    assert not desk.state.closed and '"finished": true' in as_json(desk.state)
    assert f"finished, {len(desk.state.outcomes)} games" in html_report(desk.state)


@pytest.mark.article(29, "2")
def test_who_was_annulled_shares_no_place_with_those_who_play() -> None:
    """P5 leaves after one game of four, without a point; P4 has none either."""
    desk = started(make_event("round-robin", 5))
    play_out(desk, stronger, rounds=1)
    desk.withdraw(5)
    play_out(desk, stronger)
    assert [(line.place, line.side, line.shared) for line in standings(desk.state).lines] == [
        (1, 1, False), (2, 2, False), (3, 3, False), (4, 4, False), (5, 5, False),
    ]  # fmt: skip
