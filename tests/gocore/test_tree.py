"""The tree: its arena, what is kept when it is cut, and superko all through it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gocore import WHITE, Position, Rules
from gocore.search import Search


@pytest.mark.parametrize("threads", [1, 3])
def test_the_tree_stays_sound_while_it_is_grown_and_cut(threads: int) -> None:
    search, pos = Search(threads=threads, memory_mb=2), Position(9)
    for _ in range(12):
        report = search.run(pos, playouts=800)
        assert report.memory <= 2 << 20
        pos.play(report.point)
        search.check()


def test_cutting_gives_memory_back() -> None:
    search, pos = Search(memory_mb=4), Position(9)
    full = search.run(pos, playouts=20000)
    assert full.full
    pos.play(full.moves[0].point)
    kept = search.run(pos, playouts=1)
    assert not kept.full and kept.nodes < full.nodes and kept.visits == full.moves[0].visits + 1
    search.check()


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 4),
    st.integers(2, 4),
    st.sampled_from(["positional", "situational", "simple"]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_never_an_illegal_proposal(width: int, height: int, ko: str, suicide: bool, seed: int) -> None:
    """Play whole games on boards so small that superko bites all the time; lines are checked as well as moves."""
    pos = Position(width, height, Rules(ko=ko, suicide=suicide, komi2=1))
    search = Search(memory_mb=1, seed=seed)
    for _ in range(40):
        report = search.run(pos, playouts=60)
        for move in report.moves:
            line = pos.copy()
            line.play_moves(move.pv)
        pos.play(report.point)
        if pos.passes >= 2:
            break


def test_the_ko_that_superko_forbids_is_not_in_the_tree() -> None:
    pos = Position.from_diagram(
        """
        . X O .
        X . X O
        . X O .
        . . . .
    """,
        rules=Rules(komi2=0),
        to_move=WHITE,
    )
    pos.play(5)  # takes the ko
    report = Search(memory_mb=4).run(pos, playouts=500)
    assert 6 not in {move.point for move in report.moves}
    pos.play(15)  # a move elsewhere and its answer: now it may be retaken
    pos.play(12, WHITE)
    assert 6 in {move.point for move in Search(memory_mb=4).run(pos, playouts=500).moves}
