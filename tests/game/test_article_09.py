"""Article 9: counting."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import rules, scoring
from engine.game.game import Game
from engine.game.result import Result
from gocore import BLACK, WHITE, Position
from tests.game.boards import EXAMPLE, at, game, position

BY_HALVES = "X X . O O\n" * 5

TABLE = [
    (19, 11, 184, 0, "184", "3/4", "Black wins by 3/4 zi", "B+1.5"),
    (19, 11, 183, 0, "183", "-1/4", "White wins by 1/4 zi", "W+0.5"),
    (19, 11, 183, 1, "367/2", "1/4", "Black wins by 1/4 zi", "B+0.5"),
    (19, 11, 178, 3, "359/2", "-15/4", "White wins by 3 3/4 zi", "W+7.5"),
    (19, 0, 180, 1, "361/2", "0", "draw", "0"),
    (19, 0, 181, 0, "181", "1/2", "Black wins by 1/2 zi", "B+1.0"),
    (9, 0, 40, 1, "81/2", "0", "draw", "0"),
    (9, 11, 43, 1, "87/2", "1/4", "Black wins by 1/4 zi", "B+0.5"),
    (10, 0, 50, 0, "50", "0", "draw", "0"),
    (19, 15, 184, 0, "184", "-1/4", "White wins by 1/4 zi", "W+0.5"),
    (19, 15, 185, 0, "185", "3/4", "Black wins by 3/4 zi", "B+1.5"),
]


def filled(side: int, black: int, shared: int) -> Position:
    """A board of that side on which Black has so many points and `shared` lie between the colours."""
    pos = Position(side)
    eyes = {1, side * side - 2}
    blacks = [p for p in range(black) if p not in eyes]
    pos.setup(blacks, [p for p in range(black + shared, side * side) if p not in eyes])
    return pos


@pytest.mark.article(9, "benchmark")
@pytest.mark.parametrize(("side", "komi2", "black", "shared", "zi", "margin", "said", "sgf"), TABLE)
def test_every_row_of_the_table(
    side: int, komi2: int, black: int, shared: int, zi: str, margin: str, said: str, sgf: str
) -> None:
    """Each worked count: zi, margin over the benchmark, words and record."""
    score = scoring.count(filled(side, black, shared), rules.by_name("chinese-1988").with_komi2(komi2))
    assert (score.black, score.shared) == (black, shared)
    assert score.zi(BLACK) == Fraction(zi)
    assert score.margin_zi == Fraction(margin)
    assert score.result().said().startswith(said)
    assert score.result().sgf() == sgf


@pytest.mark.article(9, "benchmark")
def test_the_benchmark_is_half_of_the_board() -> None:
    """180 1/2 for 361 points, and half of whatever board there is."""
    halves = {19: "361/2", 13: "169/2", 9: "81/2", 10: "50"}
    chosen = rules.by_name("chinese-1988")
    assert all(scoring.count(Position(n), chosen).benchmark == Fraction(half) for n, half in halves.items())


@pytest.mark.article(9, "shared")
def test_points_between_living_stones_are_halved() -> None:
    """Two filled columns each and an empty one between: 12 1/2 each, a draw without komi."""
    score = game(BY_HALVES).score()
    assert (score.black, score.white, score.shared) == (10, 10, 5)
    assert score.zi(BLACK) == score.zi(WHITE) == score.benchmark == Fraction(25, 2)
    assert score.result() == Result("count")


@pytest.mark.article(9, "shared")
def test_on_an_empty_board_all_points_are_shared() -> None:
    """No stone surrounds anything."""
    score = Game.new(9, komi2=0).score()
    assert (score.black, score.white, score.shared) == (0, 0, 81)
    assert score.result().sgf() == "0"


@pytest.mark.article(9, "dead")
def test_dead_stones_are_removed_before_the_count() -> None:
    """The specification's example: B2 alive gives (13, 11, 1), dead (15, 10, 0), and playing it out the same."""
    pos = position(EXAMPLE)
    counts = [scoring.count(pos, rules.by_name("chinese-1988"), dead) for dead in ([], [at("B2", pos)])]
    assert [(c.black, c.white, c.shared) for c in counts] == [(13, 11, 1), (15, 10, 0)]
    pos.play(at("B1", pos), BLACK)
    out = scoring.count(pos, rules.by_name("chinese-1988"))
    assert (out.black, out.white, out.shared) == (15, 10, 0)


@pytest.mark.article(9, "komi")
@given(st.integers(0, 361), st.integers(0, 361), st.sampled_from([11, 15]))
def test_with_quarter_komi_there_is_no_draw(black: int, shared: int, komi2: int) -> None:
    """4B + 2S - 2n is even and 4 x 2 3/4 odd: the count is never equal."""
    assert 4 * black + 2 * shared - 2 * 361 - komi2 != 0


COLOURS = st.lists(st.sampled_from([0, 0, 1, 2]), min_size=49, max_size=49)


def from_colours(colours: list[int]) -> Position | None:
    """A 7x7 position from a list of colours, None when some chain would have no liberty."""
    pos = Position(7)
    try:
        pos.setup([p for p in range(49) if colours[p] == 1], [p for p in range(49) if colours[p] == 2])
    except ValueError:
        return None
    return pos


@pytest.mark.article(9, "benchmark")
@settings(max_examples=100, deadline=None)
@given(COLOURS)
def test_both_sides_share_the_board_and_swapping_colours_negates(colours: list[int]) -> None:
    """b + w is the whole board, and exchanged colours exchange the result."""
    pos = from_colours(colours)
    other = from_colours([(0, 2, 1)[c] for c in colours])
    if pos is None or other is None:
        return
    chosen = rules.by_name("chinese-1988").with_komi2(0)
    one, two = scoring.count(pos, chosen), scoring.count(other, chosen)
    assert one.zi(BLACK) + one.zi(WHITE) == 49
    assert one.margin2 == -two.margin2
    assert one.margin2 == 4 * one.black + 2 * one.shared - 2 * 49
    owners = bytes(one.owner)
    assert (owners.count(1), owners.count(2), owners.count(0)) == (one.black, one.white, one.shared)


@pytest.mark.article(9, "benchmark")
def test_the_count_is_said_in_zi_and_in_points() -> None:
    """The lines name both counts, the benchmark, komi and the result."""
    lines = scoring.count(filled(9, 43, 1), rules.by_name("chinese-1988")).lines()
    assert lines == [
        "Black 43 1/2 zi, White 37 1/2 zi; half of the board is 40 1/2; 1 shared point halved",
        "komi: 2 3/4 zi",
        "Black wins by 1/4 zi (0.5 points)",
    ]


def test_territory_counts_prisoners_and_the_dead_twice() -> None:
    """Under territory rules a dead stone is a point and a prisoner."""
    pos = position(EXAMPLE)
    score = scoring.count(pos, rules.by_name("japanese").with_komi2(0), [at("B2", pos)])
    assert (score.black, score.white, score.taken) == (6, 3, (1, 0))
    assert score.result().said() == "Black wins by 4 points"
    assert score.lines()[0] == "Black 6 points and 1 prisoner, White 3 points and 0 prisoners"


def test_a_group_with_dame_to_connect_over_is_not_in_seki() -> None:
    """White has one eye and dame beside a black group with two: its eye counts; with one eye each both are in seki."""
    rows = [". X X . O O O", "X X X . O O O", "X X X . O O .", "X X X . O O O", ". X X . O O O"]
    pos = position("\n".join(rows))
    assert scoring.seki_stones(pos, ()) == ()
    both = position("\n".join([*rows[:4], "X X X . O O O"]))
    assert scoring.seki_stones(both, ()) == tuple(p for p in range(35) if both[p])
    japanese = rules.by_name("japanese").with_komi2(0)
    assert (scoring.count(pos, japanese).black, scoring.count(pos, japanese).white) == (2, 1)
    assert (scoring.count(both, japanese).black, scoring.count(both, japanese).white) == (0, 0)
