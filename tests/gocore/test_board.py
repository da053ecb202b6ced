"""The board on its own: what is asked of each method, and what each refuses."""

import copy
import ctypes

import numpy as np
import pytest

from gocore import Board, GoError, IllegalMove, Position, Rules
from tests.oracle.board import Size

E, B, W = 0, 1, 2


def at(width: int, x: int, y: int) -> int:
    """Return the point at column x, row y from the top left."""
    return y * width + x


def test_sizes_and_points() -> None:
    board = Board(3, 2)
    assert (board.width, board.height, board.area, len(board)) == (3, 2, 6, 6)
    assert Board(7).height == 7
    assert len(Board()) == 361


@pytest.mark.parametrize("size", [(0, 5), (26, 5), (5, 0), (5, 26), (-1, -1)])
def test_sizes_out_of_range(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="outside 1x1 to 25x25"):
        Board(*size)


def test_the_largest_board_holds_more_chains_than_a_byte_can_number() -> None:
    board = Board(25, 25)
    empty = {p for p in range(625) if (p % 25 + 2 * (p // 25)) % 5 == 0}  # each point beside one, but at the edge
    points = [p for p in range(625) if p not in empty and empty & set(Size(25, 25).beside(p))]
    board.setup([p for p in points if (p % 25 + p // 25) % 2], [p for p in points if not (p % 25 + p // 25) % 2])
    board.check()
    assert len({min(board.chain(p)) for p in points}) > 255


def test_liberties_of_a_chain_are_a_set() -> None:
    board = Board.from_diagram("""
        . X .
        X X .
        . . .""")
    assert board.chain(1) == [1, 3, 4]
    assert board.liberties(1) == [0, 2, 5, 6, 7]
    assert board.liberty_count(4) == 5


def test_no_chain_on_an_empty_point() -> None:
    for ask in (Board(3).chain, Board(3).liberties, Board(3).liberty_count):
        with pytest.raises(GoError, match="no stone at point 4"):
            ask(4)


def test_opponent_is_captured_first() -> None:
    """Article 4: both sides are without liberties after White A5; White's opponent goes."""
    board = Board.from_diagram("""
        . X O . .
        X O . . .
        O . . . .
        . . . . .
        . . . . .""")
    assert board.play(0, W) == 2
    assert board.stones(B) == []
    assert board.captured(B) == 2
    assert board.captured(W) == 0


def test_one_move_takes_four_chains() -> None:
    board = Board.from_diagram("""
        . . X . .
        . X O X .
        X O . O X
        . X O X .
        . . X . .""")
    assert board.play(12, B) == 4
    assert board.ko_point == -1
    for point in (7, 11, 13, 17):
        assert board.legality(point, W) == "suicide"
        assert board.is_legal(point, B)


KO = """
    . . . . .
    . X O . .
    X . X O .
    . X O . .
    . . . . ."""


def test_ko_bars_one_retake() -> None:
    board = Board.from_diagram(KO)
    assert board.play(at(5, 1, 2), W) == 1
    taken = at(5, 2, 2)
    assert board.ko_point == taken
    assert board.legality(taken, B) == "ko"
    assert taken not in board.legal(B)
    assert board.is_legal(taken, W), "filling one's own ko is no retake"
    with pytest.raises(IllegalMove, match="Black at point 12: ko"):
        board.play(taken, B)
    board.play(0, B)
    assert board.ko_point == -1


def test_a_pass_ends_the_ko() -> None:
    board = Board.from_diagram(KO)
    board.play(at(5, 1, 2), W)
    board.pass_(B)
    assert board.is_legal(at(5, 2, 2), B)


def test_snapback_is_no_ko() -> None:
    board = Board.from_diagram("""
        . O X . .
        O O X . .
        X X . . .
        . . . . .""")
    assert board.play(0, B) == 3
    assert board.ko_point == -1
    assert board.play(1, W) == 0


SUICIDE = """
    . X O .
    X X O .
    O O O ."""


def test_suicide_switch() -> None:
    forbidden = Board.from_diagram(SUICIDE)
    assert forbidden.legality(0, B) == "suicide"
    assert 0 not in forbidden.legal(B)
    allowed = Board.from_diagram(SUICIDE, suicide=True)
    assert allowed.play(0, B) == 4
    assert allowed.stones(B) == []
    assert allowed.captured(B) == 4
    allowed.check()
    allowed.undo()
    assert allowed.captured(B) == 0
    assert allowed.stones(B) == [1, 4, 5]


def test_suicide_of_one_stone_changes_nothing_and_is_never_legal() -> None:
    board = Board.from_diagram(". O .\nO O .", suicide=True)
    assert board.legality(0, B) == "suicide"
    assert board.is_legal(0, W)


@pytest.mark.parametrize(("point", "color", "reason"), [(4, B, "occupied"), (9, B, "off_board"), (-1, W, "off_board")])
def test_refused_moves_change_nothing(point: int, color: int, reason: str) -> None:
    board = Board(3)
    board.play(4, W)
    before = board.copy()
    with pytest.raises(IllegalMove) as caught:
        board.play(point, color)
    assert (caught.value.reason, caught.value.point, caught.value.color) == (reason, point, color)
    assert board == before and board.plies == 1
    board.check()


@pytest.mark.parametrize("color", [0, 3, -1])
def test_colours_are_black_or_white(color: int) -> None:
    for ask in (lambda: Board(3).play(0, color), lambda: Board(3).legal(color), lambda: Board(3).captured(color)):
        with pytest.raises(ValueError, match="colour must be"):
            ask()


def test_setup_neither_captures_nor_keeps_a_ko() -> None:
    board = Board.from_diagram(KO)
    board.play(at(5, 1, 2), W)
    board.setup(black=[0], empty=[at(5, 2, 1)])
    assert board.ko_point == -1
    assert board[0] == B and board[at(5, 2, 1)] == E
    board.undo()
    assert board.ko_point == at(5, 2, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"black": [0], "white": [1, 3]}, "without a liberty"),
        ({"black": [0, 0]}, "named twice"),
        ({"black": [2], "empty": [2]}, "named twice"),
    ],
)
def test_refused_setups_change_nothing(arguments: dict[str, list[int]], message: str) -> None:
    board = Board(3)
    board.play(8, B)
    before = board.copy()
    with pytest.raises(GoError, match=message):
        board.setup(**arguments)
    assert board == before and board.plies == 1 and board.hash == before.hash
    board.check()


def test_setup_off_the_board() -> None:
    with pytest.raises(IndexError, match="point 9 is not on a 3x3 board"):
        Board(3).setup(black=[9])


def test_undo_to_the_start_and_no_further() -> None:
    board = Board.from_diagram(KO)
    start = board.copy()
    board.play(at(5, 1, 2), W)
    board.pass_(B)
    board.play(0, B)
    for _ in range(3):
        board.undo()
    assert board == start and board.hash == start.hash and board.captured(B) == 0
    with pytest.raises(GoError, match="nothing to undo"):
        board.undo()


def test_copies_part_ways() -> None:
    board = Board(5)
    board.play(0, B)
    twin, deep = board.copy(), copy.deepcopy(board)
    board.play(1, W)
    twin.play(2, W)
    twin.play(3, B)
    assert (board[1], board[2], deep[1], deep[2]) == (W, E, E, E)
    assert (twin[1], twin[2], twin[3]) == (E, W, B)
    twin.undo()
    twin.undo()
    assert twin == deep
    board.undo()
    assert board == deep


KO_SHAPE = """
.XO.
X.XO
.XO.
...."""


@pytest.mark.parametrize("who", ["board", "copy"])
@pytest.mark.parametrize("change", ["play", "pass", "setup", "refused setup", "undo", "view"])
def test_whatever_changes_first_the_other_stays(change: str, who: str) -> None:
    """Copies share their stones until one changes: here after White took a ko, which is in force."""
    board = Board.from_diagram(KO_SHAPE.strip())
    board.play(at(4, 1, 1), W)
    twin = board.copy()
    before, after = (board, twin) if who == "copy" else (twin, board)
    stones, ko, plies = board.diagram(), board.ko_point, board.plies
    if change == "play":
        after.play(at(4, 3, 3), B)
    elif change == "pass":
        after.pass_(B)
        assert after.ko_point == -1
    elif change == "setup":
        after.setup(black=[at(4, 3, 3)])
    elif change == "refused setup":
        with pytest.raises(GoError, match="without a liberty"):
            after.setup(white=range(16))
    elif change == "undo":
        after.undo()
    else:
        view = after.to_numpy()
        after.play(at(4, 3, 3), B)
        assert view[3, 3] == B
    assert (before.diagram(), before.ko_point, before.plies, before.captured(B)) == (stones, ko, plies, 1)
    before.check()
    after.check()


def test_a_view_follows_its_own_board_past_copies() -> None:
    board = Board(3)
    board.play(0, B)
    twin = board.copy()
    view = board.to_numpy()
    later = board.copy()
    board.play(8, W)
    assert view[0, 0] == B and view[2, 2] == W
    assert twin[8] == later[8] == E
    del board
    later.play(4, B)
    assert view[1, 1] == E


def test_many_copies_of_copies_are_all_their_own() -> None:
    boards = [Board(5)]
    for point in range(20):
        boards.append(boards[-1].copy())
        boards[-1].play(point, B)
    for n, board in enumerate(boards):
        assert [board[p] for p in range(25)] == [B] * n + [E] * (25 - n)
        board.check()


def test_equality_is_of_size_and_stones() -> None:
    assert Board(3) == Board(3) != Board(3, 4)
    assert Board(2) != "a board"
    with pytest.raises(TypeError):
        hash(Board(3))


def test_the_numpy_view_follows_the_board_and_refuses_writes() -> None:
    board = Board(4, 3)
    view = board.to_numpy()
    board.play(at(4, 3, 2), W)
    assert view.shape == (3, 4) and view.dtype == np.int8
    assert view[2, 3] == W and view.sum() == W
    assert not view.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        view[0, 0] = 1
    del board
    assert view[2, 3] == W, "the view keeps the board alive"


def test_buffers_that_the_board_cannot_give() -> None:
    with pytest.raises((BufferError, TypeError)):
        bytearray(3)[:] = memoryview(Board(2)).cast("B")  # rows are not next to one another
    assert memoryview(Board(2)).tobytes() == bytes(4)


def test_hash_depends_on_stones_and_size_alone() -> None:
    one, other = Board(5), Board(5)
    for p, c in ((0, B), (7, W), (3, B)):
        one.play(p, c)
    for p, c in ((3, B), (0, B), (7, W)):
        other.play(p, c)
    other.pass_(W)
    assert one.hash == other.hash
    assert Board(5).hash != Board(6).hash != Board(6, 5).hash


def test_hash_is_the_same_everywhere() -> None:
    """Records and caches on disk rely on it; change it only with a new format."""
    board = Board(9)
    board.play(40, B)
    board.play(41, W)
    assert board.hash == 4298608772530569222


def test_the_numbering_of_points_is_row_by_row() -> None:
    size = Size(4, 3)
    board = Board(4, 3)
    board.play(5, B)
    assert board.liberties(5) == sorted(size.beside(5))


def test_check_notices_a_broken_board() -> None:
    """Write over a stone behind the board's back, through the address that its own view gives away."""
    board = Board(3)
    board.play(4, B)
    address = board.to_numpy().__array_interface__["data"][0]
    ctypes.c_uint8.from_address(address).value = W
    with pytest.raises(AssertionError, match="hash"):
        board.check()


def test_copies_of_a_subclass_are_plain() -> None:
    """They do not go through its __init__; only Position.from_diagram makes one of the class that it is asked of."""

    class Named(Position):
        pass

    class Marked(Board):
        pass

    pos, board = Named(5), Marked(5)
    for one in (pos.copy(), copy.copy(pos), copy.deepcopy(pos), pos.with_rules(Rules())):
        assert type(one) is Position
    for other in (board.copy(), copy.copy(board), Marked.from_diagram(". X"), pos.board):
        assert type(other) is Board
    assert type(Named.from_diagram(". X")) is Named
