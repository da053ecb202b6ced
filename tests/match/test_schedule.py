"""The games of a match: colours, openings, seeds."""

from collections import Counter
from dataclasses import replace

from engine.match.schedule import match_games, opening_list, repeated
from engine.match.spec import EngineSpec, GameSettings, MatchSpec

A, B = EngineSpec("A", ("a",)), EngineSpec("B", ("b",))
SPEC = MatchSpec(event="ev", engines=(A, B), games=10, settings=GameSettings(width=9, height=9), seed=3)


def test_pairs_share_an_opening_and_swap_colours() -> None:
    games = list(match_games(SPEC, opening_list(SPEC)))
    assert [str(g.id) for g in games[:3]] == ["ev-1-1-1", "ev-1-1-2", "ev-2-1-3"]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.black, first.white) == (A, B) == (second.white, second.black)
    assert len({g.opening for g in games}) == 5
    assert len({g.seed for g in games}) == 10


def test_an_odd_number_of_games_leaves_half_a_pair() -> None:
    games = list(match_games(replace(SPEC, games=7), opening_list(SPEC)))
    assert Counter(g.black.name for g in games) == {"A": 4, "B": 3}


def test_without_pairs_every_game_has_its_own_opening() -> None:
    spec = replace(SPEC, paired=False)
    games = list(match_games(spec, opening_list(spec)))
    assert len({g.opening for g in games}) == 10
    assert Counter(g.black.name for g in games) == {"A": 5, "B": 5}


def test_the_same_spec_gives_the_same_games_and_a_longer_one_goes_on() -> None:
    games = list(match_games(SPEC, opening_list(SPEC)))
    longer = replace(SPEC, games=20)
    assert list(match_games(longer, opening_list(longer)))[:10] == games


def test_openings_start_again_where_they_end() -> None:
    spec = replace(SPEC, openings="none")
    starts = opening_list(spec)
    assert repeated(spec, starts)
    assert not repeated(SPEC, opening_list(SPEC))
    assert {g.opening.name for g in match_games(spec, starts)} == {"empty"}


def test_handicap_games_have_no_opening() -> None:
    spec = replace(SPEC, handicap=4)
    games = list(match_games(spec, opening_list(spec)))
    assert {(g.handicap, g.opening.moves) for g in games} == {(4, ())}
