"""Elimination at the k-th loss: counts, byes, brackets, drawn games."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EventError
from engine.tournament.check import replay
from engine.tournament.director import Director
from engine.tournament.export import as_json
from engine.tournament.formats.elimination import seeded
from engine.tournament.formats.registry import Done
from engine.tournament.journal import MemoryJournal
from engine.tournament.model import Key, outcome
from engine.tournament.standings import standings
from tests.tournament.helpers import (
    at_random,
    make_event,
    make_teams,
    pairs_of,
    play_out,
    started,
    stronger,
    winner_is,
)  # fmt: skip


def games_of(desk: Director) -> int:
    return sum(len(published.games) for published in desk.state.rounds)


@pytest.mark.article(27, "I")
@pytest.mark.parametrize(
    ("n", "losses", "least", "most"),
    [
        (5, 1, 4, 4),
        (5, 2, 8, 9),
        (5, 3, 12, 14),
        (8, 1, 7, 7),
        (8, 2, 14, 15),
        (8, 3, 21, 23),
        (13, 1, 12, 12),
        (13, 2, 24, 25),
        (13, 3, 36, 38),
    ],
)
def test_games_of_the_text(n: int, losses: int, least: int, most: int) -> None:
    seen = set()
    for seed in range(8):
        event = make_event("elimination", n, system={"losses": losses, "order": "lots"}, event={"seed": seed})
        desk = play_out(started(event), at_random(seed))
        seen.add(games_of(desk))
    assert min(seen) >= least and max(seen) <= most


@pytest.mark.article(27, "I")
@settings(max_examples=25, deadline=None)
@given(st.integers(2, 14), st.integers(1, 3), st.integers(0, 999))
def test_games_are_k_times_n_less_one_and_the_winners_losses(n: int, losses: int, seed: int) -> None:
    desk = play_out(started(make_event("elimination", n, system={"losses": losses})), at_random(seed))
    lines = standings(desk.state).lines
    assert games_of(desk) == losses * (n - 1) + lines[0].losses
    assert lines[0].losses < losses and all(line.losses == losses for line in lines[1:])


@pytest.mark.article(27, "I")
@given(st.integers(2, 70))
def test_byes_of_the_first_round(n: int) -> None:
    desk = started(make_event("elimination", n))
    desk.advance()
    size = 1 << (n - 1).bit_length()
    assert sum(m.kind == "bye" for m in desk.state.rounds[0].meetings) == size - n


def test_a_bracket_keeps_the_first_two_apart_to_the_final() -> None:
    assert seeded(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    desk = play_out(started(make_event("elimination", 8)), stronger)
    assert pairs_of(desk, 1) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert pairs_of(desk, 3) == [(1, 2)] and desk.state.rounds[2].name == "Final"
    places = [(line.place, line.side) for line in standings(desk.state).lines]
    assert places == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6), (5, 7), (5, 8)]


def test_a_game_for_the_third_place() -> None:
    desk = play_out(started(make_event("elimination", 4, system={"third_place": True})), stronger)
    last = desk.state.rounds[-1].meetings
    assert [m.table for m in last] == [1, 2] and last[1].note.startswith("for the third place; nigiri")
    assert [line.side for line in standings(desk.state).lines] == [1, 2, 3, 4]
    assert [line.place for line in standings(desk.state).lines] == [1, 2, 3, 4]


def test_a_drawn_game_is_replayed_with_colours_swapped() -> None:
    desk = started(make_event("elimination", 2))
    desk.advance()
    first = desk.state.open_games()[0]
    desk.result(first.key, outcome("="))
    desk.advance()
    second = desk.state.open_games()[0]
    assert (second.black, second.white) == (first.white, first.black) and second.key == Key(1, 1, 2)
    desk.result(second.key, outcome("B"))
    desk.advance()
    assert desk.state.closed and standings(desk.state).lines[0].side == second.black


def test_draws_without_end_are_decided_by_lot() -> None:
    desk = play_out(started(make_event("elimination", 2)), lambda desk, game: "=")
    assert games_of(desk) == 5 and [line.place for line in standings(desk.state).lines] == [1, 2]


def test_best_of_three_ends_when_decided() -> None:
    desk = play_out(started(make_event("elimination", 4, system={"best_of": 3})), stronger)
    assert [len(m.games) for published in desk.state.rounds for m in published.meetings] == [2, 2, 2]


def test_a_double_forfeit_puts_both_out() -> None:
    desk = started(make_event("elimination", 4))
    desk.advance()
    desk.result(Key(1, 1, 1), outcome("0:0"))
    desk.result(Key(1, 2, 1), outcome("B"))
    play_out(desk, stronger)
    assert [(m.kind, m.second) for m in desk.state.rounds[1].meetings] == [("bye", None)]


def test_double_elimination_gives_the_undefeated_a_second_final() -> None:
    """The one without a loss has to be beaten twice."""

    def choose(desk: Director, game):
        return stronger(desk, game) if len(desk.state.rounds) < 4 else ("W" if game.black < game.white else "B")

    desk = play_out(started(make_event("elimination", 3, system={"losses": 2})), choose)
    assert games_of(desk) == 2 * 2 + standings(desk.state).lines[0].losses


def test_who_withdraws_gives_the_opponent_the_way() -> None:
    desk = started(make_event("elimination", 4))
    play_out(desk, stronger, rounds=1)
    desk.withdraw(1)
    play_out(desk, stronger)
    assert standings(desk.state).lines[0].side == 2
    assert not any(1 in m.sides for m in desk.state.rounds[1].meetings)


def test_an_absent_player_loses_the_round() -> None:
    desk = started(make_event("elimination", 4, system={"losses": 2}))
    desk.absent(1, 1)
    desk.advance()
    assert [(m.kind, m.second) for m in desk.state.rounds[0].meetings if 1 in m.sides] == [("walkover", 1)]


def journaled(kind: str = "elimination", players: int = 4, **system: object) -> tuple[Director, MemoryJournal]:
    journal = MemoryJournal()
    desk = Director(make_event(kind, players, system=system), journal)
    desk.start()
    return desk, journal


@pytest.mark.parametrize("losses", [1, 2])
def test_a_correction_takes_back_the_round_that_was_paired_on_it(losses: int) -> None:
    """Until a game of it has been played; then the result stands."""
    desk, journal = journaled(losses=losses)
    play_out(desk, stronger, rounds=1)
    desk.advance()
    final = desk.state.rounds[1].to_row()
    rows = len(journal.rows())
    desk.correct(Key(1, 1, 1), outcome("W" if desk.state.outcomes[Key(1, 1, 1)].black else "B"))
    assert [row.kind for row in journal.rows()[rows:]] == ["recall", "result"] and len(desk.state.rounds) == 1
    desk.advance()
    assert desk.state.rounds[1].to_row() != final and replay(desk.event, journal.rows()) == []
    assert as_json(Director(desk.event, MemoryJournal(journal.rows())).state) == as_json(desk.state)
    desk.result(desk.state.rounds[1].games[0].key, outcome("B+R"))
    before = as_json(desk.state)
    with pytest.raises(EventError, match=r"game 2\.1\.1 was paired on this result and has begun"):
        desk.correct(Key(1, 1, 1), outcome("="))
    assert as_json(desk.state) == before
    assert play_out(desk, stronger).state.closed


def test_a_correction_that_changes_no_points_takes_nothing_back() -> None:
    desk, _ = journaled()
    play_out(desk, lambda desk, game: "B+R", rounds=1)
    desk.advance()
    desk.correct(Key(1, 1, 1), outcome("B+2.5"))
    assert len(desk.state.rounds) == 2


def test_games_given_out_to_engines_have_begun() -> None:
    desk, _ = journaled()
    play_out(desk, stronger, rounds=1)
    desk.advance()
    with pytest.raises(EventError, match="has begun"):
        desk.correct(Key(1, 1, 1), outcome("="), {Key(2, 1, 1)})
    with pytest.raises(EventError, match="has begun"):
        desk.void(Key(1, 1, 1), {Key(2, 1, 1)})
    desk.void(Key(1, 1, 1))
    assert len(desk.state.rounds) == 1 and [g.key for g in desk.state.open_games()] == [Key(1, 1, 1)]


def test_a_replay_that_is_not_needed_any_more_is_taken_back() -> None:
    desk, _ = journaled(players=2)
    desk.advance()
    desk.result(Key(1, 1, 1), outcome("="))
    desk.advance()
    assert len(desk.state.rounds[0].games) == 2
    desk.correct(Key(1, 1, 1), outcome("B"))
    assert len(desk.state.rounds[0].games) == 1 and isinstance(desk.advance(), Done)


def test_a_game_of_a_meeting_is_corrected_after_the_next_one() -> None:
    desk, _ = journaled(players=2, best_of=3)
    desk.advance()
    for number, result in enumerate(("B", "B"), 1):  # colours swap: one win each
        desk.result(Key(1, 1, number), outcome(result))
        desk.advance()
    assert len(desk.state.rounds[0].games) == 3
    desk.correct(Key(1, 1, 1), outcome("W"))
    assert len(desk.state.rounds[0].games) == 2 and isinstance(desk.advance(), Done)


def test_a_bout_of_win_stay_is_corrected_before_the_next_is_played() -> None:
    players, teams = make_teams((2, 2))
    desk = started(make_event("win-stay", players, teams=teams))
    play_out(desk, stronger, rounds=1)
    desk.advance()
    assert 1 in desk.state.rounds[1].meetings[0].sides
    desk.correct(Key(1, 1, 1), outcome("B" if desk.state.rounds[0].games[0].white == 1 else "W"))
    desk.advance()
    assert set(desk.state.rounds[1].meetings[0].sides) == {2, 3}


def test_teams_level_on_points_are_parted_by_the_first_board_that_differs() -> None:
    players, teams = make_teams([2, 2])
    event = make_event("elimination", players, teams=teams, system={"team_form": "fixed", "boards": 2})
    desk = play_out(started(event), winner_is({("A1", "B1"): "B1", ("A2", "B2"): "A2"}))
    assert standings(desk.state).lines[0].name == "Team B"
