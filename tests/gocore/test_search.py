"""The search as callers see it: legality, limits, reuse, determinism, and positions that have one answer."""

import dataclasses
import threading

import pytest

from gocore import BLACK, WHITE, GoError, Position, Rules
from gocore.search import Search
from tests.patience import PATIENCE, eventually


def position(diagram: str, to_move: int = BLACK, **rules: object) -> Position:
    return Position.from_diagram(diagram, rules=Rules(**rules), to_move=to_move)  # type: ignore[arg-type]


def best(diagram: str, to_move: int = BLACK, playouts: int = 3000, **rules: object) -> int:
    return Search(seed=1, memory_mb=32).run(position(diagram, to_move, **rules), playouts=playouts).point


# ---- tactics: one right move ------------------------------------------------------------------------------------

THREE_IN_A_ROW = """
    . . . X O
    X X X X O
    O O O O O
    . . . . .
    . O . . .
"""
LAST_POINT = """
    . X . O .
    X X O O O
    . X O . O
    X X O O O
    . X O . .
"""
TACTICS = {  # diagram, side to move, komi in half points, answers
    "makes two eyes": (THREE_IN_A_ROW, BLACK, -20, {1}),
    "takes the second eye": (THREE_IN_A_ROW, WHITE, -20, {1}),
    "wins by the last point as Black": (LAST_POINT, BLACK, -7, {2}),
    "wins by the last point as White": (LAST_POINT, WHITE, -9, {2}),
}


@pytest.mark.parametrize("name", TACTICS)
def test_finds(name: str) -> None:
    diagram, to_move, komi2, answers = TACTICS[name]
    assert best(diagram, to_move, komi2=komi2) in answers


# ---- limits ------------------------------------------------------------------------------------------------------


def test_limits_in_playouts_and_visits_are_exact_and_visits_count_what_is_kept() -> None:
    search, pos = Search(memory_mb=16), Position(7)
    assert search.run(pos, playouts=100).visits == 100
    report = search.run(pos, visits=250)
    assert (report.visits, report.playouts) == (250, 150)
    assert search.run(pos, visits=10).playouts == 1


def test_a_time_limit_is_kept() -> None:
    report = Search(memory_mb=16).run(Position(9), seconds=0.1)
    assert 0.1 <= report.seconds < PATIENCE


def test_stop_ends_an_endless_run_at_once_and_a_report_can_be_had_meanwhile() -> None:
    search, found = Search(threads=2, memory_mb=16), []
    thread = threading.Thread(target=lambda: found.append(search.run(Position(9))))
    thread.start()
    eventually(lambda: search.running)
    eventually(lambda: search.report().visits)
    during = search.report(max_moves=3)
    with pytest.raises(GoError, match="already running"):
        search.run(Position(9), playouts=1)
    with pytest.raises(GoError, match="running"):
        search.clear()
    search.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert 0 < during.visits <= found[0].visits and len(during.moves) <= 3
    search.check()


def test_bad_limits_and_options_are_refused() -> None:
    for threads in (0, 257):
        with pytest.raises(ValueError, match="threads"):
            Search(threads=threads)
    with pytest.raises(ValueError, match="memory_mb"):
        Search(memory_mb=0)
    search = Search(memory_mb=1)
    with pytest.raises(ValueError, match="negative"):
        search.run(Position(5), playouts=-1)
    search.score_weight = 2
    with pytest.raises(ValueError, match="score_weight"):
        search.run(Position(5), playouts=1)
    with pytest.raises(GoError, match="nothing has been searched"):
        Search(memory_mb=1).report()


def test_at_the_memory_limit_the_search_goes_on() -> None:
    search = Search(memory_mb=1)
    report = search.run(Position(19), playouts=3000)
    assert report.full and report.playouts == 3000 and report.memory <= 1 << 20
    assert report.visits == 3000 and sum(move.visits for move in report.moves) >= 2990
    search.check()


def test_an_early_stop_saves_what_could_not_change_the_choice() -> None:
    pos = position(THREE_IN_A_ROW, komi2=-20)
    search = Search(memory_mb=16)
    search.early_stop = True
    report = search.run(pos, playouts=4000)
    assert report.playouts < 4000 and report.point == 1
    rest = 4000 - report.playouts
    assert report.moves[0].visits > report.moves[1].visits + rest


# ---- reuse -------------------------------------------------------------------------------------------------------


def test_one_thread_and_a_seed_give_the_same_search() -> None:
    def moves(seed: int) -> object:
        return Search(seed=seed, memory_mb=16).run(Position(7), playouts=500).moves

    assert moves(5) == moves(5)
    assert moves(5) != moves(6)


def test_the_tree_below_the_moves_played_is_kept_exactly() -> None:
    search, pos = Search(memory_mb=32, seed=3), Position(7)
    for _ in range(6):
        report = search.run(pos, playouts=2000)
        expected = report.moves[0]
        pos.play(expected.point)
        after = search.run(pos, playouts=1)
        assert after.visits == expected.visits + 1
        search.check()


def test_another_game_or_other_rules_begin_anew() -> None:
    search, pos = Search(memory_mb=16), Position(7)
    search.run(pos, playouts=200)
    assert search.run(pos.with_rules(Rules(komi2=3)), playouts=1).visits == 1
    search.run(pos, playouts=200)
    pos.play(24)
    pos.play(25, BLACK)
    assert search.run(pos, playouts=1).visits == 1
    pos.undo()
    assert search.run(pos, playouts=1).visits == 1


def test_the_same_position_goes_on() -> None:
    search, pos = Search(memory_mb=16), Position(7)
    search.run(pos, playouts=200)
    assert search.run(pos.copy(), playouts=100).visits == 300


# ---- conduct -----------------------------------------------------------------------------------------------------

FINISHED = """
    . X O . O
    X X O O .
    . X O O O
    X X X O O
    . X X O .
"""  # White is ahead by one


def test_passes_when_the_game_is_over() -> None:
    for to_move in (BLACK, WHITE):
        report = Search(memory_mb=16).run(position(FINISHED, to_move, komi2=0), playouts=500)
        assert report.point == 25


def test_answers_a_pass_by_passing_only_when_the_count_is_won() -> None:
    pos = position(
        """
        . . . . .
        X X X X X
        O O O O O
        . . . . .
        . . . . .
    """,
        WHITE,
        komi2=0,
    )
    pos.pass_()
    assert Search(memory_mb=16).run(pos, playouts=2000).point != 25  # Black is behind by five
    pos.undo()
    pos.pass_(BLACK)
    assert Search(memory_mb=16).run(pos, playouts=2000).point == 25


def test_root_moves_can_be_allowed_and_avoided() -> None:
    search, pos = Search(memory_mb=16), Position(5)
    assert {move.point for move in search.run(pos, playouts=300, allow=[7, 8]).moves} == {7, 8}
    assert 12 not in {move.point for move in search.run(pos, playouts=300, avoid=[12]).moves}
    with pytest.raises(ValueError, match="no legal move is left"):
        search.run(pos, playouts=1, allow=[])
    with pytest.raises(ValueError, match="not on the board"):
        search.run(pos, playouts=1, avoid=[26])


def test_ownership_and_lead_follow_the_board() -> None:
    pos = position(FINISHED, komi2=0)
    report = Search(memory_mb=16).run(pos, playouts=2000)
    assert report.ownership[0] > 0.9 and report.ownership[3] < -0.9
    assert report.winrate < 0.1 and report.lead == pytest.approx(-1, abs=0.5)
    pos.pass_()
    report = Search(memory_mb=16).run(pos, playouts=2000)
    assert report.to_move == WHITE and report.ownership[0] > 0.9 and report.lead == pytest.approx(1, abs=0.5)


# ---- restrictions below the root, and what is kept beside the tree ------------------------------------------------


def test_moves_can_be_barred_until_a_depth() -> None:
    search, pos = Search(memory_mb=16), Position(3)
    center_late = [(BLACK, 4, 3), (WHITE, 4, 3)]
    report = search.run(pos, playouts=4000, later=center_late)
    assert 4 not in {move.point for move in report.moves}
    lines = [move.pv for move in report.moves if len(move.pv) >= 4]
    assert lines and all(4 not in line[:3] for line in lines)
    assert any(4 in line[3:] for line in lines)  # the depth ends
    free = search.run(pos, playouts=500)  # nothing of the restricted lines is kept
    assert free.visits == 500 and free.point == 4
    search.check()
    bars = [(color, point, 2) for color in (BLACK, WHITE) for point in range(10) if point != 9]
    stuck = Search(memory_mb=16).run(pos, playouts=50, avoid=[9], later=[(WHITE, point, 2) for point in range(10)])
    assert all(len(move.pv) == 1 for move in stuck.moves)  # White has no move: its lines end there
    assert Search(memory_mb=16).run(pos, playouts=50, later=bars).point == 9


def test_what_a_restricted_search_found_is_not_taken_for_a_search_of_all_moves() -> None:
    pos = Position(5)
    fresh = Search(memory_mb=16, seed=1).run(pos, visits=400)
    for restricted in ({"allow": [0]}, {"avoid": [12]}, {"allow": range(25)}):
        search = Search(memory_mb=16, seed=1)
        search.run(pos, visits=400, **restricted)
        again = search.run(pos, visits=400)
        assert again.playouts == 400, "begun anew"
        assert (again.point, again.moves) == (fresh.point, fresh.moves)
        back = search.run(pos, visits=400, **restricted)
        assert back.playouts == 400 and back.visits == 400


def test_the_same_restriction_goes_on_and_a_move_on_keeps_what_is_below_it() -> None:
    search, pos = Search(memory_mb=16, seed=1), Position(5)
    search.run(pos, visits=200, allow=[12, 13])
    assert search.run(pos, visits=300, allow=[13, 12]).playouts == 100
    assert search.run(pos, visits=350, avoid=set(range(26)) - {12, 13}).playouts == 50, "said otherwise, the same"
    kept = next(move.visits for move in search.report().moves if move.point == 12)
    pos.play(12)
    assert search.run(pos, visits=kept + 50).playouts <= 52, "the moves after it were free"
    pos.play(6)
    search.run(pos, visits=20, avoid=[8])
    assert search.report().visits == 20, "a free search says nothing of what is left when a move is avoided"


def test_a_refused_restriction_leaves_the_tree() -> None:
    search, pos = Search(memory_mb=16, seed=1), Position(5)
    search.run(pos, visits=100)
    for wrong in ({"allow": []}, {"avoid": [26]}, {"later": [(3, 1, 1)]}):
        with pytest.raises(ValueError, match=r"left|board|depth"):
            search.run(pos, visits=200, **wrong)  # type: ignore[arg-type]
    assert search.run(pos, visits=150).playouts == 50


@pytest.mark.parametrize("wrong", [(0, 1, 1), (BLACK, 10, 1), (BLACK, -1, 1), (WHITE, 1, -1)])
def test_bars_that_mean_nothing(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no colour, point and depth"):
        Search(memory_mb=16).run(Position(3), playouts=1, later=[wrong])


def test_visits_of_the_line_and_the_spread_of_leads() -> None:
    report = Search(memory_mb=16, seed=1).run(Position(5), playouts=2000)
    best = report.moves[0]
    assert len(best.pv_visits) == len(best.pv) and best.pv_visits[0] == best.visits
    assert list(best.pv_visits) == sorted(best.pv_visits, reverse=True)
    assert 0 < report.lead_stdev <= 25 and 0 < best.lead_stdev <= 25
    assert report.ownership_stdev == () and best.ownership == ()


@pytest.mark.parametrize("threads", [1, 2])
def test_the_ownership_after_each_move(threads: int) -> None:
    search, pos = Search(threads, 32, 1), position(FINISHED, komi2=0)
    search.run(pos, playouts=200)
    search.moves_ownership = True
    report = search.run(pos, playouts=2000)
    assert 2000 <= report.visits < 2200  # begun anew: what was known before had no owners
    report = search.report(deviations=True)
    assert len(report.ownership_stdev) == 25 and all(0 <= one <= 1 for one in report.ownership_stdev)
    for move in report.moves:
        assert len(move.ownership) == len(move.ownership_stdev) == 25
    total = sum(move.visits for move in report.moves)
    for point in range(25):  # the whole is the mean of its parts
        mean = sum(move.visits * move.ownership[point] for move in report.moves) / total
        assert mean == pytest.approx(report.ownership[point], abs=0.01)
    pos.play(report.point)
    assert search.run(pos, playouts=100).visits < 110
    search.moves_ownership = False
    assert search.run(pos, playouts=100).moves[0].ownership == ()


# ---- light playouts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules(), Rules(suicide=True), Rules(ko="simple", scoring="territory")])
def test_light_playouts_search_soundly(rules: Rules) -> None:
    """Where the kernel walks the tree alone, and where it only plays from the exact board, the tree is sound."""
    pos = Position(5, rules=rules)
    one, two = (Search(seed=3, memory_mb=16, policy="light") for _ in range(2))
    for _ in range(12):
        report = one.run(pos, playouts=600)
        one.check()
        assert report == dataclasses.replace(two.run(pos, playouts=600), seconds=report.seconds)
        assert {move.point for move in report.moves} <= {*pos.legal(), pos.area}
        pos.play(report.point)
        if pos.passes == 2:
            break


@pytest.mark.parametrize("name", TACTICS)
def test_light_playouts_find_what_has_one_answer(name: str) -> None:
    diagram, to_move, komi2, answers = TACTICS[name]
    pos = position(diagram, to_move, komi2=komi2)
    found = Search(seed=1, memory_mb=32, policy="light").run(pos, playouts=3000)
    assert found.point in answers
    lead = found.lead if to_move == BLACK else -found.lead  # owners are noted in one game of four
    assert sum(found.ownership) - komi2 / 2 == pytest.approx(lead, abs=1.5)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="policy must be one of sense, light, not 'heavy'"):
        Search(policy="heavy")


@pytest.mark.parametrize("size", [3, 5, 9])
def test_what_first_moves_tell_can_be_made_to_count_for_nothing(size: int) -> None:
    """The choice among all children at once, and the one that looks at them in turn, are the same choice. Only the root
    has children here, with priors that are all different, for among equals either may take another."""
    found = []
    for weight, prior in ((0.0, 4.0), (1e-9, 1e9)):
        search = Search(seed=7, memory_mb=16, policy="light")
        search.amaf_weight, search.amaf_prior, search.expand_at, search.noise = weight, prior, 1_000_000, 1.0
        found.append([(move.point, move.visits) for move in search.run(Position(size), playouts=400).moves])
    assert found[0] == found[1]


def test_noise_on_the_priors_of_the_root_reaches_the_choice() -> None:
    quiet, noisy = (Search(seed=2, memory_mb=16) for _ in range(2))
    noisy.noise = 1.0
    reports = [search.run(Position(7), playouts=30) for search in (quiet, noisy)]
    assert reports[0].moves != reports[1].moves
    noisy.check()


def test_an_early_stop_does_not_wait_for_the_machine() -> None:
    """The main thread looks at the signals all the time; how often the choice is looked at must not hang on it."""
    found = []
    for load in (0, 1):
        search = Search(memory_mb=16)
        search.early_stop = True
        others = [
            threading.Thread(target=Search(memory_mb=16).run, args=(Position(9),), kwargs={"seconds": 0.3})
        ] * load
        for other in others:
            other.start()
        found.append(search.run(position(THREE_IN_A_ROW, komi2=-20), playouts=4000).playouts)
        for other in others:
            other.join()
    assert found[0] == found[1] < 4000
