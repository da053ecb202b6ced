"""Ratings: known cases by hand, no nan at the ends, error bars that cover, anchors, histories."""

import math
import random

import pytest

from engine.errors import EventError
from engine.tournament.ratings import ELO, Played, bradley_terry, whole_history


def games(first: str, second: str, won: int, lost: int, drawn: int = 0) -> list[Played]:
    return [Played(first, second, s) for s, n in ((1.0, won), (0.0, lost), (0.5, drawn)) for _ in range(n)]


def test_three_to_one_is_191_elo() -> None:
    a, b = bradley_terry(games("a", "b", 300, 100))
    assert a.name == "a" and a.elo - b.elo == pytest.approx(ELO * math.log(3), abs=1.5)
    assert a.elo == pytest.approx(-b.elo) and (a.games, a.points) == (400, 300)


def test_the_bar_is_that_of_the_binomial() -> None:
    """400 games at 3/4: the difference has standard error 1/sqrt(n p q), each its half."""
    a, _ = bradley_terry(games("a", "b", 300, 100))
    assert a.error == pytest.approx(1.96 * ELO / math.sqrt(400 * 0.75 * 0.25) / 2, rel=0.02)


@pytest.mark.parametrize("played", [[], games("a", "b", 7, 0), games("a", "b", 0, 7), games("a", "b", 0, 0, 4)])
def test_nothing_played_won_or_lost_gives_no_nan(played: list[Played]) -> None:
    rows = bradley_terry(played, {"a": 1500.0, "b": 1500.0} if not played else None)
    assert all(math.isfinite(row.elo) and math.isfinite(row.error) for row in rows)
    assert len(rows) == 2


def test_no_players_give_an_empty_list() -> None:
    assert bradley_terry([]) == []


def test_draws_are_half_wins() -> None:
    drawn = bradley_terry(games("a", "b", 2, 0, 2))
    halves = bradley_terry(games("a", "b", 3, 1))
    assert drawn[0].elo == pytest.approx(halves[0].elo)


def test_anchors_stay_where_they_are() -> None:
    played = games("a", "b", 30, 10) + games("b", "c", 20, 20) + games("c", "d", 12, 4)
    one = {row.name: row for row in bradley_terry(played, {"b": 1800.0})}
    assert (one["b"].elo, one["b"].error, one["b"].anchored) == (1800.0, 0.0, True)
    assert one["a"].elo > 1800 > one["d"].elo and one["a"].error > 0
    two = {row.name: row.elo for row in bradley_terry(played, {"b": 1800.0, "d": 1000.0})}
    assert (two["b"], two["d"]) == (1800.0, 1000.0) and two["d"] < two["c"] < two["b"]


def test_error_bars_cover_the_truth() -> None:
    """In 150 events of six players 95 % of the bars (give or take 2 or so) hold the true rating."""
    rnd = random.Random(11)
    truth = dict(zip("abcdef", (-250, -130, -20, 60, 140, 200), strict=True))
    hits = total = 0
    for _ in range(150):
        played = []
        for one in truth:
            for other in (o for o in truth if o > one):
                chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
                played += [Played(one, other, float(rnd.random() < chance)) for _ in range(20)]
        for row in bradley_terry(played):
            hits += abs(row.elo - truth[row.name]) <= row.error
            total += 1
    assert 0.93 <= hits / total <= 0.97


def test_the_chance_to_be_better_than_the_next() -> None:
    rows = bradley_terry(games("a", "b", 60, 40) + games("b", "c", 50, 50))
    assert 0.9 < rows[0].likely < 1 and math.isnan(rows[-1].likely)


def test_a_history_follows_a_player_that_grows() -> None:
    played = []
    for step, won in ((1, 5), (2, 10), (3, 15)):
        played += [(step, game) for game in games("engine", "anchor", won, 20 - won)]
    history = whole_history(played, ("anchor", 1000.0))
    elos = [step.elo for step in history["engine"]]
    assert [step.time for step in history["engine"]] == [1, 2, 3] and elos == sorted(elos)
    assert history["anchor"][-1].elo == pytest.approx(1000.0)
    assert all(0 < step.error < 600 for step in history["engine"])
    with pytest.raises(EventError, match="has no game"):
        whole_history(played, ("nobody", 0.0))
    assert whole_history([]) == {}
