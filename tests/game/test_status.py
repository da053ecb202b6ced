"""Life and death by the engine's own opinion: sekis, nakade, bent four, false life, throw-ins, half-finished boards."""

import pytest

from engine.game import rules, scoring, status
from engine.game.referee import events
from gocore import BLACK, WHITE, Position, Rules, local
from tests.game.boards import at, play, points, position, referee
from tests.game.figures import FIGURES

SIMPLE = Rules(ko="simple")


def judged(pos: Position) -> status.Statuses:
    """The statuses of a position, from few playouts."""
    return status.opinion(pos, 400)


def sure(pos: Position, chains: tuple[status.Chain, ...], color: int) -> list[int]:
    """The points of one colour among chains."""
    return sorted(p for chain in chains for p in chain if pos[p] == color)


BENT_FOUR = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X . . .
O O O O O X . . .
. O O O O X . . .
X X X . O X . . .
"""

SHARED_LIBERTIES = """
. . . . . . . . .
. . . . . . . . .
X X X X X X X X X
O O O O O O O O O
O O O O O . . . .
X X X X O O O . .
O O . X X X O . .
O O . X . X O . .
. O . X . X O . .
"""
"""Two groups with an eye each and three liberties between them."""

ONE_LIBERTY = """
. . . . . . . . .
. . . . . . . . .
X X X X X X X X X
O O O O O O O O O
. . . . . . . . .
O O O O O . . . .
X X X O O O O . .
O O X X X X O . .
. O . X . X O . .
"""
"""Two groups with an eye each and one liberty between them: whoever fills it is taken."""

THREE_POINT_EYE = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X . . .
O O O O O X . . .
O . X . O X . . .
O O O O O X . . .
"""

FOUR_POINT_EYE = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X . . .
O O O O O X . . .
O . . . O X . . .
O . O O O X . . .
"""

THROWN_IN = """
. . . X O . . . .
. . . X O . . . .
X X X X O O O O O
O O O O O X . . .
. X O . O . . . .
O O O O O O O O O
X X X X X X X X X
. . . . . . . . .
. . . . . . . . .
"""


@pytest.mark.article(8, "")
@pytest.mark.parametrize("board", [SHARED_LIBERTIES, ONE_LIBERTY])
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_sekis_with_and_without_spare_liberties(board: str, to_move: int) -> None:
    """Both groups are in seki, the wall around them is alive, nothing is dead."""
    pos = position(board, to_move)
    found = judged(pos)
    assert found.dead == ()
    seki = set(found.seki_points)
    assert {pos[p] for p in seki} == {BLACK, WHITE}
    assert set(points("A2 B2 D2 F2 F1", pos)) <= seki
    assert not seki & set(points("A7 A6 G3 G1", pos))


@pytest.mark.article(20, "2")
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_bent_four_in_the_corner_is_dead(to_move: int) -> None:
    """White cannot approach, Black can start a ko at any time: White is dead, the black stones inside live."""
    pos = position(BENT_FOUR, to_move)
    found = judged(pos)
    assert found.dead_points == pos.stones(WHITE)
    assert found.seki == ()


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_nakade(to_move: int) -> None:
    """Three points with a stone in the middle are one eye."""
    pos = position(THREE_POINT_EYE, to_move)
    assert judged(pos).dead_points == pos.stones(WHITE)


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_four_bent_points_are_two_eyes(to_move: int) -> None:
    """Whoever moves first, White lives."""
    found = judged(position(FOUR_POINT_EYE, to_move))
    assert found.dead == ()
    assert found.seki == ()


RABBITY_SIX = """
O X X . . . . . .
O O X . . . . X X
O X X X X X X X O
O O O O O O O O O
O X O X O . O . .
X X X X X O O . .
X X O X X X O O .
X O O O X X O . O
. O . X X O O O .
"""


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_what_looks_like_a_seki_is_dead_when_the_capture_leaves_a_rabbity_six(to_move: int) -> None:
    """White gives six stones and plays on the vital point of what they leave."""
    pos = position(RABBITY_SIX, to_move)
    found = judged(pos)
    assert set(points("A4 D3 F2 D1 B5 D5", pos)) <= set(found.dead_points)
    assert not set(found.dead_points) & set(pos.stones(WHITE)) & set(points("B2 C3 B1", pos))
    assert not set(found.dead_points) & set(points("B9 C9 H8 J8", pos))


def test_two_stones_around_one_liberty_are_no_ko() -> None:
    """H1 and J2 have only J1: both fall at once."""
    pos = position(". . . . .\n. . . . .\n. . . X X\n. . X . O\n. . X O .")
    pos.setup(black=points("D2", pos))
    assert judged(pos).dead_points == sorted(points("E2 D1", pos))


def test_throw_ins_are_dead() -> None:
    """Stones in the enemy's territory without a chance of an eye."""
    pos = position(THROWN_IN)
    assert judged(pos).dead_points == sorted(points("F6 B5", pos))


@pytest.mark.article(20, "2")
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_false_life_is_dead_and_its_threats_stay_a_seki(to_move: int) -> None:
    """Figure 3: the corner is dead although a double-ko seki would feed its ko for ever; the seki stands."""
    pos = position(FIGURES["3"].diagram, to_move)
    found = judged(pos)
    assert found.dead_points == sorted(points("B13 A12 B12 C12 D13", pos))
    assert set(points("G13 K11 H12 G11 N11", pos)) <= set(found.seki_points)
    assert not set(found.seki_points) & set(points("F11 N8 A11", pos))


@pytest.mark.article(20, "4")
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_a_double_ko_seki_stands(to_move: int) -> None:
    """Figure 8b: nothing dies, and it is counted as it stands: 20, 61, 0."""
    pos = position(FIGURES["8b"].diagram, to_move)
    found = judged(pos)
    assert found.dead == ()
    assert set(points("A9 A7 B8 D7", pos)) <= set(found.seki_points)
    score = scoring.count(pos, rules.by_name("chinese-1988"), found.dead_points)
    assert (score.black, score.white, score.shared) == (20, 61, 0)


@pytest.mark.article(20, "4")
@pytest.mark.parametrize("key", ["5", "8b"])
def test_kos_of_a_seki_may_stand_either_way(key: str) -> None:
    """Whoever has just taken which: nothing is dead and the same chains are in seki, those in atari too."""
    figure = FIGURES[key]
    pos = position(figure.diagram, figure.to_move, SIMPLE)
    walls = {p for p in judged(pos).seki_points if len(pos.chain(p)) > 1}
    assert len(walls) > 25
    for vertex in figure.cycle:
        pos.play(at(vertex, pos))
        found = judged(pos)
        assert found.dead == ()
        assert walls <= set(found.seki_points)


def test_a_half_finished_board_has_no_dead_and_no_seki() -> None:
    """An opening: every stone may still live."""
    board = ". . . . . . . . .\n. . O . . X . . .\n. . . . . . X . .\n. . O . . . . . .\n. . . . X . . . .\n"
    board += ". O . . . . X . .\n. . . O . X . . .\n. . . . . . . . .\n. . . . . . . . ."
    found = judged(position(board))
    assert (found.dead, found.seki) == ((), ())


def test_every_chain_has_one_status_and_the_answer_is_the_same_twice() -> None:
    """Alive, dead and seki share the stones of the board out, whatever the ownership says."""
    pos = position(ONE_LIBERTY)
    owned = [((p * 37) % 21 - 10) / 10 for p in range(pos.area)]
    found = status.judge(pos, owned)
    assert found == status.judge(pos, owned)
    listed = sorted(p for group in (found.alive, found.dead, found.seki) for chain in group for p in chain)
    assert listed == sorted(pos.stones(BLACK) + pos.stones(WHITE))


def test_unconditional_life_is_believed_before_any_ownership() -> None:
    """A group with two eyes is alive although the numbers call it dead, and stones inside it are dead."""
    pos = position("O O O X .\n. O X X .\nO O O X .\n. O O X .\nO O X X .")
    owned = [1.0] * 25
    found = status.judge(pos, owned)
    assert not set(found.dead_points) & set(pos.stones(WHITE))


def test_the_japanese_count_of_a_seki_leaves_its_eyes_out() -> None:
    """Eyes A1 and E1-E2 belong to nobody; the area count halves the shared liberties instead."""
    pos = position(SHARED_LIBERTIES)
    found = judged(pos)
    score = scoring.count(pos, rules.by_name("japanese").with_komi2(0), found.dead_points, seki=found.seki_points)
    assert all(score.owner[p] == 0 for p in points("A1 E1 E2 C1 C3", pos))
    assert score.result().sgf() == "B+6.0"
    shape = scoring.count(pos, rules.by_name("japanese").with_komi2(0), found.dead_points)
    assert shape.owner == score.owner


def test_what_the_judge_calls_dead_falls_in_a_play_out() -> None:
    """Bent four: Black lets four stones be taken, plays on the vital point and takes the whole corner."""
    ref = referee(BENT_FOUR)
    play(ref, "pass pass")
    ref.handle(events.PlayOn(0, BLACK))
    assert play(ref, "A2 D1 B1 C1 A2") == ["played"] * 5
    assert ref.game.position.stones(WHITE) == []
    assert ref.game.position.captured(BLACK) == 4


def test_foresight_changes_nothing_and_is_the_same_twice() -> None:
    """Stray stones are cleaned off a copy; what stands there ends up its surroundings'."""
    pos = position(THROWN_IN)
    before = pos.diagram()
    owned = status.foresee(pos, 200)
    assert owned == status.foresee(pos, 200)
    assert (pos.diagram(), pos.move_number) == (before, 0)
    assert owned[at("F6", pos)] < -0.8
    assert owned[at("B5", pos)] == -1


def test_local_reading_answers_with_a_line() -> None:
    """The core's question: can this stone be captured, who moves first, and how."""
    pos = position(BENT_FOUR)
    part = points("A3 B3 C3 D3 E3 A2 B2 C2 D2 E2 A1 B1 C1 D1 E1", pos)
    found = local.captures(pos, part, at("A3", pos), WHITE)
    assert found.forced
    assert found.sure
    after = pos.copy()
    after.pass_()
    for index, move in enumerate(found.moves):
        after.play(move, (WHITE, BLACK)[index % 2])
    assert after[at("A3", pos)] != WHITE
    assert not local.captures(pos, part, at("A1", pos), WHITE).forced
    with pytest.raises(ValueError, match="no stone"):
        local.captures(pos, part, at("A2", pos), WHITE)
    with pytest.raises(ValueError, match="1 to 96 points"):
        local.captures(pos, [], at("A1", pos), WHITE)
    with pytest.raises(ValueError, match="no such colour"):
        local.captures(pos, part, at("A1", pos), 3)


def test_a_stone_in_a_ko_is_caught_only_when_the_ko_is_closed() -> None:
    """A single ko without threats is lost; a snapback is no capture of the stones that spring it."""
    pos = position(". . . . .\n. X O . .\nX . X O .\n. X O . .\n. . . . .", WHITE)
    near = points("A3 B3 C3 D3", pos)
    found = local.captures(pos, near, at("C3", pos), WHITE)
    assert found.forced
    assert len(found.moves) == 3
