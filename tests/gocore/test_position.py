"""Positions: superko, turns, passes, setups, copies and what each refuses."""

import json
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from gocore import BLACK, WHITE, Board, GoError, IllegalMove, Position, Rules, playout
from tests.patience import PATIENCE

SIMPLE = Rules(ko="simple")


def vertex(text: str, width: int, height: int) -> int:
    """Return the point of a vertex such as C9."""
    return (height - int(text[1:])) * width + "ABCDEFGHJKLMNOPQRST".index(text[0])


def figure(testdata: Path, name: str, rules: Rules | None = None) -> tuple[Position, dict[str, Any]]:
    """Return a position of the rule text and its description."""
    described = json.loads((testdata / "rules" / "figures.json").read_text())[name]
    to_move = BLACK if described["to_move"] == "X" else WHITE
    text = "\n".join(described["rows_top_to_bottom"])
    return Position.from_diagram(text, rules=rules, to_move=to_move), described


def play_vertex(pos: Position, text: str) -> int:
    return pos.play(pos.area if text == "pass" else vertex(text, pos.width, pos.height))


CYCLES = ["3", "4", "5", "6", "7", "8a", "8b"]


@pytest.mark.parametrize("name", CYCLES)
def test_cycles_return_to_their_start_under_simple_ko(testdata: Path, name: str) -> None:
    pos, described = figure(testdata, name, SIMPLE)
    start = pos.copy()
    for move in described["cycle"]:
        play_vertex(pos, move)
        pos.check()
    assert pos == start and pos.hash == start.hash and pos.to_move == start.to_move
    assert pos.occurrences(pos.to_move) == 2
    assert pos.first_seen() == 0


@pytest.mark.parametrize("name", CYCLES)
def test_positional_superko_voids_a_move_of_each_cycle(testdata: Path, name: str) -> None:
    pos, described = figure(testdata, name)
    for ply, move in enumerate(described["cycle"], 1):
        point = pos.area if move == "pass" else vertex(move, pos.width, pos.height)
        if ply == described["strict_psk_first_void_ply"]:
            assert pos.legality(point) == "superko"
            assert pos.would_repeat(point, exact=True)
            assert point not in pos.legal()
            return
        pos.play(point)
    pytest.fail("no move of the cycle was void")


def test_the_forbidden_points_of_figure_2(testdata: Path) -> None:
    pos, described = figure(testdata, "2")
    assert described["points"] == ["D4", "L4", "Q4"]
    for text in described["points"]:
        point = vertex(text, 19, 19)
        assert pos.legality(point, BLACK) == "suicide"
        assert pos.is_legal(point, WHITE)


SEND_TWO = """
    . O . X .
    O X X X .
    O O O . .
    . . . . .
    . . . . ."""


def test_situations_differ_from_positions() -> None:
    """Sending two, returning one: the board comes back with the other side to move."""
    for ko, reason in (("positional", "superko"), ("situational", None), ("simple", None)):
        pos = Position.from_diagram(SEND_TWO, rules=Rules(ko=ko), to_move=WHITE)
        pos.play(2)
        assert pos.play(0) == 2
        assert pos.legality(1) == reason, ko


def test_passes_neither_repeat_nor_wipe_the_history() -> None:
    pos = Position.from_diagram(
        """
        . . . . .
        . X O . .
        X . X O .
        . X O . .
        . . . . .""",
        to_move=WHITE,
    )
    pos.play(11)
    assert pos.legality(12) == "ko"
    pos.pass_()
    pos.pass_()
    assert pos.passes == 2
    assert pos.legality(12, BLACK) == "superko"
    assert pos.with_rules(SIMPLE).is_legal(12, BLACK)
    assert pos.with_rules(Rules(ko="situational")).legality(12, BLACK) == "superko"


def test_the_passes_on_end_are_known_on_the_way_back_too() -> None:
    pos = Position(5)
    line, known = [25, 0, 25, 25, 1, 2, 25, 25, 25, 3, 25], [0]
    for point in line:
        pos.play(point)
        known.append(pos.passes)
    assert known == [0, 1, 0, 1, 2, 0, 0, 1, 2, 3, 0, 1]
    pos.setup(black=[9], to_move=BLACK)
    assert pos.passes == 0
    for passes in reversed(known):
        pos.undo()
        assert pos.passes == passes


def test_a_hundred_thousand_passes_are_taken_back_one_by_one() -> None:
    """Counted anew at each step this would be five thousand million steps, minutes instead of a moment."""
    pos = Position(5)
    pos.play_moves([25] * 100_000)
    for _ in range(99_999):
        pos.undo()
    assert (pos.passes, pos.move_number) == (1, 1)


def test_a_setup_joins_the_history() -> None:
    pos = Position(3)
    pos.play(0)
    pos.setup(empty=[0], to_move=BLACK)
    assert pos.first_seen() == 0
    pos.setup(black=[4], white=[8], to_move=WHITE)
    assert (pos.to_move, pos.move_number, pos.last_move, pos.moves) == (WHITE, 3, -1, [(BLACK, 0)])
    pos.undo()
    pos.undo()
    assert pos[0] == BLACK and pos.to_move == WHITE


def test_superko_after_a_setup_counts_the_position_before_it() -> None:
    pos = Position(3)
    pos.play(4)
    pos.setup(empty=[4], to_move=BLACK)
    assert pos.legality(4) == "superko"
    assert pos.with_rules(SIMPLE).is_legal(4)


def test_either_colour_may_move() -> None:
    pos = Position(5)
    pos.play(0, BLACK)
    pos.play(1, BLACK)
    assert pos.to_move == WHITE
    assert pos.play_moves([2, (WHITE, 3), 25]) == 3
    assert pos.moves == [(1, 0), (1, 1), (2, 2), (2, 3), (1, 25)]
    assert (pos.last_move, pos.passes, pos.to_move) == (25, 1, WHITE)
    pos.undo()
    assert (pos.last_move, pos.passes, pos.to_move) == (3, 0, BLACK)


def test_play_moves_stops_at_the_first_illegal_one() -> None:
    pos = Position(5)
    with pytest.raises(IllegalMove, match="White at point 0: occupied"):
        pos.play_moves([0, 0, 7])
    assert pos.move_number == 1


@pytest.mark.parametrize("point", [-1, 26, 1000])
def test_off_board(point: int) -> None:
    pos = Position(5)
    assert pos.legality(point) == "off_board"
    with pytest.raises(IllegalMove) as caught:
        pos.play(point)
    assert caught.value.reason == "off_board"
    assert pos.move_number == 0


def test_nothing_to_undo() -> None:
    pos = Position.from_diagram("X.\n..")
    with pytest.raises(GoError, match="nothing to undo"):
        pos.undo()
    pos.check()


def test_a_pass_is_always_legal() -> None:
    pos = Position(1)
    assert pos.legal() == [] and pos.legal_mask() == b"\x00\x01"
    assert pos.is_legal(1) and not pos.would_repeat(1)
    assert pos.legality(0) == "suicide"
    assert pos.play(1) == 0


def test_would_repeat_asks_of_empty_points_only() -> None:
    pos = Position(3)
    pos.play(0)
    with pytest.raises(GoError, match="occupied"):
        pos.would_repeat(0)


def test_rules_change_in_a_copy_only() -> None:
    pos = Position.from_diagram(". X O .\nX X O .\nO O O .", to_move=BLACK)
    other = pos.with_rules(Rules(suicide=True))
    assert pos.legality(0) == "suicide" and other.is_legal(0)
    assert not pos.suicide and other.suicide
    assert other.play(0) == 4 and pos[1] == BLACK


def test_long_games_share_their_history_with_copies() -> None:
    pos = Position(9)
    copies = []
    while pos.move_number < 3000:
        legal = pos.legal()
        pos.play(legal[(7 * pos.move_number) % len(legal)] if legal else pos.area)
        if pos.move_number % 500 == 0:
            copies.append(pos.copy())
    for twin in copies:
        number = twin.move_number
        twin.pass_()
        twin.undo()
        twin.check()
        while twin.move_number > number - 50:
            twin.undo()
        twin.check()
    pos.check()


def test_the_board_of_a_position_is_its_own() -> None:
    pos = Position(5)
    pos.play(12)
    board = pos.board
    board.play(0, WHITE)
    assert pos[0] == 0 and board[12] == BLACK and board.plies == 1


def test_a_position_is_made_once() -> None:
    pos = Position(5)
    pos.play(12)
    with pytest.raises(GoError, match="made once"):
        pos.__init__(9)  # type: ignore[misc]


def test_a_subclass_may_forget_to_call_init() -> None:
    class Forgetful(Position):
        def __init__(self) -> None:
            pass

    for pos in (Forgetful(), Position.__new__(Position)):
        assert pos.play(3) == 0
        pos.setup(black=[5])
        assert pos.first_seen() == 2
        pos.check()


def test_a_subclass_chooses_the_size_and_the_rules_in_init() -> None:
    class Small(Position):
        def __init__(self, name: str) -> None:
            super().__init__(5, 4, Rules(komi2=1), to_move=WHITE)
            self.name = name

    pos = Small("x")
    assert (pos.width, pos.height, pos.rules.komi2, pos.to_move) == (5, 4, 1, WHITE)
    pos.play(0)
    pos.check()


@pytest.mark.parametrize("wrong", [1.5, 1.0, "1", None])
def test_points_colours_and_sizes_are_integers(wrong: Any) -> None:
    pos, board = Position(9), Board(9)
    for call in (
        lambda: pos.play(wrong),
        lambda: pos.is_legal(wrong),
        lambda: pos[wrong],
        lambda: board.play(wrong, BLACK),
        lambda: board.play(1, wrong),
        lambda: board.chain(wrong),
        lambda: board.legal(wrong),
        lambda: board.captured(wrong),
        lambda: Board(wrong),
        lambda: Position(wrong),
        lambda: Rules(komi2=wrong),
    ):
        with pytest.raises(TypeError):
            call()
    pos.check()


@pytest.mark.parametrize("far", [2**32 + 3, -(2**32) + 3, 2**31, -1, 81])
def test_a_point_far_off_the_board_is_not_taken_for_another(far: int) -> None:
    pos, board = Position(9), Board(9)
    pos.play(3)
    for call in (lambda: pos[far], lambda: pos.chain(far), lambda: board[far], lambda: board.liberties(far)):
        with pytest.raises(IndexError, match=str(far)):
            call()
    assert board.legality(far, BLACK) == "off_board"
    with pytest.raises(ValueError, match="colour"):
        board.legal(2**32 + 1)
    with pytest.raises(ValueError, match="board size"):
        Board(2**32 + 9)


def test_a_position_may_change_while_another_thread_plays_games_from_it() -> None:
    pos, alone = Position(9), Position(9)
    first = playout.light(alone, 300, 1)
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(playout.light(pos, 20, 1))) for _ in range(40)]
    for thread in threads:
        thread.start()
        for point in range(0, 80, 3):
            pos.play(point)
        for _ in range(0, 80, 3):
            pos.undo()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert len(found) == 40
    assert playout.light(pos, 300, 1) == first


def test_what_setup_took_away_is_remembered() -> None:
    """And stays so through more plies than a history has room for at first, through copies and undo."""
    pos = Position(3)
    pos.play(0)
    pos.setup(empty=[0], to_move=BLACK)
    twin = pos.copy()
    assert pos.legality(0) == "superko"
    assert 0 not in pos.legal()
    for _ in range(600):
        pos.pass_()
    assert pos.legality(0) == "superko"
    for _ in range(500):
        pos.undo()
    for _ in range(3):
        pos.pass_(BLACK)
    assert pos.legality(0, BLACK) == twin.legality(0) == "superko"
    assert pos.legality(0, WHITE) is None
    pos.check()


def known(pos: Position) -> tuple[object, ...]:
    """All that a position tells about itself."""
    numbers = (pos.hash, pos.captured(1), pos.captured(2), pos.move_number, pos.to_move, pos.passes, pos.ko_point)
    return (bytes(pos.board.to_numpy()), *numbers, pos.moves, pos.legal(1), pos.legal(2), pos.occurrences())


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", ["positional", "situational", "simple"])
def test_a_play_that_superko_refuses_changes_nothing(ko: str, suicide: bool) -> None:
    """Anything is tried on a small board, with passes, setups, undo and copies that go on by themselves.

    What is refused is what a plain list of stones forbids, also when the game has more plies than the history has
    room for at first; each refusal leaves the position as it was, and its copy too.
    """
    rng = random.Random(f"{ko} {suicide}")
    pos = Position(3, rules=Rules(ko=ko, suicide=suicide))  # type: ignore[arg-type]
    live = [(pos, [(bytes(9), 1)])]
    refused = 0
    for _ in range(3000):
        pos, seen = live[rng.randrange(len(live))]
        what, color, point = rng.random(), rng.choice((1, 2)), rng.randrange(9)
        if what < 0.02 and len(live) < 5:
            live.append((pos.copy(), list(seen)))
        elif what < 0.02:
            del live[rng.randrange(4)]
        elif what < 0.1 and len(seen) > 1:
            pos.undo()
            seen.pop()
        elif what < 0.35:
            pos.pass_(color)
            seen.append((seen[-1][0], 3 - color))
        elif what < 0.37:
            pos.setup(empty=pos.board.stones(color), to_move=color)
            seen.append((bytes(pos.board.to_numpy()), color))
        elif pos.board.is_legal(point, color):
            board = pos.board
            taken = board.play(point, color)
            after = bytes(board.to_numpy())
            repeated = any(after == stones and (ko == "positional" or turn == 3 - color) for stones, turn in seen)
            if repeated and ko != "simple":
                twin, before, twins = pos.copy(), known(pos), known(pos)
                with pytest.raises(IllegalMove) as refusal:
                    pos.play(point, color)
                assert (refusal.value.reason, refusal.value.point, refusal.value.color) == ("superko", point, color)
                assert known(pos) == before and known(twin) == twins
                pos.check()
                refused += 1
            else:
                assert pos.play(point, color) == taken
                seen.append((after, 3 - color))
        assert (bytes(pos.board.to_numpy()), pos.to_move) == seen[-1]
    assert max(len(seen) for _, seen in live) > 100
    assert refused > 20 or ko == "simple"
    for pos, seen in live:
        pos.check()
        for stones, turn in reversed(seen[:-1]):
            pos.undo()
            assert (bytes(pos.board.to_numpy()), pos.to_move) == (stones, turn)


def test_a_refused_play_is_not_seen_in_a_view_of_the_board() -> None:
    pos = Position.from_diagram(SEND_TWO, to_move=WHITE)
    pos.play(2)
    assert pos.play(0) == 2
    view = pos.to_numpy()
    before = view.copy()
    with pytest.raises(IllegalMove, match="superko"):
        pos.play(1)
    assert (view == before).all() and (pos.to_numpy() == before).all()


def test_many_moves_taken_back_do_not_hide_what_has_stood() -> None:
    """Thousands of undone plays set bits of their own: the log is marked anew, and knows the game still."""
    pos = Position(19)
    pos.play_moves([0, 20, 40])
    pos.setup(empty=[40], to_move=BLACK)
    for point in range(361):
        for color in (BLACK, WHITE):
            for _ in range(4):
                if pos.is_legal(point, color):
                    pos.play(point, color)
                    pos.undo()
    assert pos.legality(40) == "superko"
    assert pos.first_seen() == 2
    with pytest.raises(IllegalMove, match="superko"):
        pos.play(40)
    assert pos.play(41) == 0
    pos.check()


def test_a_game_of_thousands_of_plies_does_not_forget() -> None:
    """The bits make room for more than two thousand plies, and for a copy that goes on by itself from there."""
    pos = Position.from_diagram(SEND_TWO, to_move=WHITE)
    pos.play(2)
    for _ in range(4500):
        pos.pass_()
    twin, early = pos.copy(), pos.copy()  # the first to play goes on in the log they share
    for _ in range(4400):
        early.undo()
    for each in (pos, twin, early):
        assert each.play(0, BLACK) == 2
        assert each.legality(1, WHITE) == "superko"
        with pytest.raises(IllegalMove, match="superko"):
            each.play(1, WHITE)
        each.check()
    while pos.move_number:
        pos.undo()
    assert pos.play(2) == 0
    pos.check()


def test_lists_are_right_after_many_copies_have_counted() -> None:
    """Copies share the summaries of numbers of stones until they hold more of other games than of this one."""
    pos = Position.from_diagram(SEND_TWO, to_move=WHITE)
    pos.play(2)
    assert pos.play(0) == 2
    rng = random.Random(3)
    for _ in range(60):
        twin = pos.copy()
        while twin.move_number < 60:
            moves = twin.legal()
            twin.play(rng.choice(moves) if moves else twin.area)
        assert twin.legal() == [p for p in range(twin.area) if twin.is_legal(p)]
        assert 1 not in pos.copy().legal() and pos.legality(1) == "superko"


def test_copies_share_what_has_stood_until_they_part() -> None:
    """A position that one copy has reached is new to the other one, also while both use one table."""
    pos = Position(9)
    pos.play(0)
    twins = [pos.copy() for _ in range(3)]
    for number, twin in enumerate(twins):
        twin.play(10 + number)
        twin.setup(empty=[10 + number], to_move=WHITE)
    for number, twin in enumerate(twins):
        assert [p for p in (10, 11, 12) if not twin.is_legal(p)] == [10 + number]
        for p in (10, 11, 12):
            if p != 10 + number:
                assert twin.play(p) == 0
                twin.undo()
        twin.check()
    assert pos.play(11) == 0
    pos.check()
