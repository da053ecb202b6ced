"""Points arrangement and MacMahon over whole events."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.director import Director
from engine.tournament.formats.swiss import handicap
from engine.tournament.scores import points, sheet
from engine.tournament.standings import standings
from tests.tournament.helpers import at_random, make_event, pairs_of, play_out, started, stronger


@pytest.mark.article(27, "III")
@settings(max_examples=25, deadline=None)
@given(st.integers(2, 13), st.integers(1, 6), st.integers(0, 999))
def test_everybody_plays_or_has_the_bye_in_every_round(count: int, rounds: int, seed: int) -> None:
    desk = play_out(started(make_event("swiss", count, system={"rounds": rounds})), at_random(seed))
    assert len(desk.state.rounds) == rounds
    for number in range(1, rounds + 1):
        seen = [side for pair in pairs_of(desk, number) for side in pair if side is not None]
        assert sorted(seen) == list(range(1, count + 1))


@pytest.mark.article(27, "III")
@settings(max_examples=25, deadline=None)
@given(st.integers(2, 7), st.integers(0, 999))
def test_no_second_bye_while_it_can_be_avoided(half: int, seed: int) -> None:
    count = 2 * half + 1
    desk = play_out(started(make_event("swiss", count, system={"rounds": half})), at_random(seed))
    byes = Counter(m.first for r in desk.state.rounds for m in r.meetings if m.kind == "bye")
    assert sum(byes.values()) == half and max(byes.values()) == 1


@pytest.mark.article(27, "III")
def test_the_bye_goes_to_the_lowest_score_and_never_to_the_leader() -> None:
    desk = play_out(started(make_event("swiss", 7, system={"rounds": 4})), stronger)
    for published in desk.state.rounds[1:]:
        before = {
            side: sum(e.points for e in encounters if e.round < published.number)
            for side, encounters in sheet(desk.state).items()
        }
        bye = next(m.first for m in published.meetings if m.kind == "bye")
        had = {m.first for r in desk.state.rounds[: published.number - 1] for m in r.meetings if m.kind == "bye"}
        assert before[bye] == min(before[side] for side in before if side not in had)


@pytest.mark.article(27, "III")
def test_equal_scores_meet_and_fold_in_the_first_round() -> None:
    desk = play_out(started(make_event("swiss", 8, system={"rounds": 3})), stronger)
    assert pairs_of(desk, 1) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert pairs_of(desk, 2) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    slip = play_out(started(make_event("swiss", 8, system={"rounds": 1, "within": "slip"})), stronger)
    assert pairs_of(slip, 1) == [(1, 8), (2, 7), (3, 6), (4, 5)]


def names_paired(desk: Director) -> list[list[tuple[str, ...]]]:
    """Return every round as pairs of names, Black first."""
    return [
        [tuple(desk.state.players[p].name for p in (g.black, g.white)) for g in published.games]
        for published in desk.state.rounds
    ]


@settings(max_examples=20, deadline=None)
@given(st.permutations(range(1, 10)), st.integers(0, 999))
def test_renaming_and_permuting_players_changes_nothing(order: list[int], seed: int) -> None:
    """The starting number alone counts: who is written where, and how called, does not matter."""

    def run(rows: list[dict[str, object]]) -> list[list[tuple[int, ...]]]:
        event = make_event(
            "swiss", rows, system={"rounds": 4, "order": "lots", "within": "random"}, event={"seed": seed}
        )
        # Results hang on the numbers alone too.
        desk = play_out(started(event), lambda desk, g: "B" if (g.black * 7 + g.white * 3 + seed) % 5 < 3 else "W")
        return [[(g.black, g.white) for g in published.games] for published in desk.state.rounds]

    plain = run([{"name": f"P{n}", "number": n} for n in range(1, 10)])
    assert plain == run([{"name": f"Q{99 - n}", "number": n} for n in order])


def test_the_same_seed_gives_the_same_event_and_another_one_another() -> None:
    def run(seed: int) -> list[list[tuple[str, ...]]]:
        event = make_event("swiss", 12, system={"rounds": 4, "order": "lots"}, event={"seed": seed})
        return names_paired(play_out(started(event), at_random(3)))

    assert run(5) == run(5) and run(5) != run(6)


@pytest.mark.parametrize(
    ("difference", "stones"),
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (19, 8), (20, 9), (60, 9), (-4, 0)],
)
def test_handicap_is_the_difference_less_one_rounded_down_to_nine(difference: int, stones: int) -> None:
    assert handicap(difference, less=1, most=9) == stones


def macmahon(ranks: list[str], **system: object) -> Director:
    rows = [{"name": f"P{n}", "rank": rank} for n, rank in enumerate(ranks, 1)]
    return started(make_event("macmahon", rows, system={"rounds": 3, "bar": "3d", "floor": "5k", **system}))


def test_macmahon_starts_by_rank_between_floor_and_bar() -> None:
    desk = macmahon(["7d", "3d", "1k", "12k"])
    lines = {line.name: line.cells["mms"].value for line in standings(desk.state).lines}
    assert lines == {"P1": 14, "P2": 14, "P3": 8, "P4": 0}


def test_macmahon_gives_stones_and_half_a_point_of_komi() -> None:
    desk = macmahon(["3d", "5k"])
    desk.advance()
    game = desk.state.open_games()[0]
    assert (game.black, game.white, game.handicap, game.komi2) == (2, 1, 6, 1)
    even = macmahon(["3d", "5k"], handicap=False)
    even.advance()
    assert (even.state.open_games()[0].handicap, even.state.open_games()[0].komi2) == (0, 11)


def test_one_stone_is_black_without_komi() -> None:
    desk = macmahon(["3d", "1d"])
    desk.advance()
    assert [(g.black, g.handicap, g.komi2) for g in desk.state.open_games()] == [(2, 0, 1)]


def test_handicap_games_do_not_count_for_colours() -> None:
    desk = play_out(macmahon(["3d", "5k"]), stronger)
    assert all(e.colours == () for encounters in sheet(desk.state).values() for e in encounters)


def test_macmahon_ranks_by_mms_then_sos_then_sosos() -> None:
    desk = play_out(macmahon(["3d", "3d", "2d", "1d", "1k", "3k", "4k", "5k"]), at_random(2))
    table = standings(desk.state)
    assert table.criteria == ("mms", "sos", "sosos", "warnings")
    keys = [tuple(line.cells[name].value for name in table.criteria) for line in table.lines]
    assert keys == sorted(keys, reverse=True)
    assert sum(points(book) for book in sheet(desk.state).values()) == 3 * 4 * 2


def test_a_late_entry_is_paired_from_the_next_round_on() -> None:
    from engine.tournament.event import Entrant

    desk = started(make_event("swiss", 4, system={"rounds": 3}))
    play_out(desk, stronger, rounds=1)
    number = desk.enter(Entrant("Late"))
    play_out(desk, stronger)
    assert number == 5 and [5 in itertools.chain(*pairs_of(desk, n)) for n in (1, 2, 3)] == [False, True, True]


def test_who_is_absent_from_a_round_is_not_paired_in_it() -> None:
    desk = started(make_event("swiss", 4, system={"rounds": 3}))
    desk.absent(2, 2)
    play_out(desk, stronger)
    assert [2 in itertools.chain(*pairs_of(desk, n)) for n in (1, 2, 3)] == [True, False, True]
    assert [e.kind for e in sheet(desk.state)[2]][1] == "absent"


def test_two_games_a_meeting_with_both_colours() -> None:
    desk = play_out(started(make_event("swiss", 4, system={"rounds": 2, "games": 2})), at_random(4))
    table = standings(desk.state)
    assert sum(line.cells["total"].value - line.cells["points"].value for line in table.lines) == 0
    assert all(len(m.games) == 2 for r in desk.state.rounds for m in r.meetings)
