"""Ladders against diagrams, and against a slow reader written on the checked board."""

import random

import pytest

from gocore import BLACK, WHITE, Board, IllegalMove
from gocore.ladder import ladders


def rows(text: str) -> Board:
    return Board.from_diagram("\n".join(line.strip() for line in text.strip().splitlines()))


def at(column: int, row: int, width: int = 9) -> int:
    """Return a point by its column and row from the top left, from 0."""
    return row * width + column


OPEN_BOARD = """
    .........
    .........
    ..X......
    .XOX.....
    .XO......
    ..X......
    .........
    .........
    .........
"""


def test_a_plain_ladder_on_an_open_board_works() -> None:
    board = rows(OPEN_BOARD)
    stones, working = ladders(board)
    assert board.liberty_count(at(2, 3)) == 1
    assert stones == [at(2, 3), at(2, 4)]
    assert working == {BLACK: [], WHITE: []}


def test_the_first_moves_of_a_ladder_are_found() -> None:
    board = rows("""
        .........
        .........
        ..XX.....
        .XO......
        ...X.....
        .........
        .........
        .........
        .........
    """)
    stones, working = ladders(board)
    assert stones == [at(2, 3)]
    assert working == {BLACK: [], WHITE: [at(3, 3), at(2, 4)]}


def test_a_ladder_breaker_lets_the_defender_out() -> None:
    board = rows(OPEN_BOARD)
    board.setup(white=[at(6, 6)])
    assert ladders(board) == ([], {BLACK: [], WHITE: []})


def test_capturing_a_stone_of_the_net_is_a_way_out() -> None:
    board = rows(OPEN_BOARD)
    board.setup(white=[at(1, 2), at(3, 2)])
    assert board.liberties(at(2, 2)) == [at(2, 1)]
    assert at(2, 3) not in ladders(board)[0]


def test_a_chain_with_three_liberties_is_never_caught() -> None:
    assert ladders(rows("...\n.X.\n...")) == ([], {BLACK: [], WHITE: []})


def test_a_stone_in_the_corner_is_caught_at_once() -> None:
    stones, working = ladders(
        rows("""
        O.X..
        .....
        X....
        .....
        .....
    """)
    )
    assert stones == [0]
    assert working[WHITE] == [1, 5]


# ---- a slow reader ---------------------------------------------------------------------------------------------------


class SlowReader:
    """The same rules in the simplest words, on the checked board, every move tried, nothing cut short."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def caught(self, point: int) -> bool:
        """Say whether the chain at a point is caught: in atari to move, or with two liberties after some move."""
        liberties = self.board.liberties(point)
        if len(liberties) == 1:
            return self.without_ko().defender(point, first=True)
        return len(liberties) == 2 and bool(self.working(point))

    def working(self, point: int) -> list[int]:
        """Return the moves that catch a chain which has two liberties."""
        attacker, found = 3 - self.board[point], []
        for move in self.board.liberties(point):
            copy = self.board.copy()
            if move != copy.ko_point and try_play(copy, move, attacker):
                copy.pass_(BLACK)  # a ko that this move leaves is the defender's to take
                if SlowReader(copy).defender(point, first=True):
                    found.append(move)
        return found

    def without_ko(self) -> "SlowReader":
        copy = self.board.copy()
        copy.pass_(BLACK)
        return SlowReader(copy)

    def defender(self, point: int, first: bool) -> bool:
        board, color = self.board, self.board[point]
        if board.liberty_count(point) >= 2:
            return False
        if board.ko_point >= 0 and not first:
            return False
        moves = set(board.liberties(point))
        for stone in board.chain(point):
            for n in neighbours(stone, board.width, board.height):
                if board[n] == 3 - color and board.liberty_count(n) == 1:
                    moves.update(board.liberties(n))
        return all(self.after(move, color, lambda reader: reader.attacker(point), True) for move in moves)

    def attacker(self, point: int) -> bool:
        liberties = self.board.liberties(point)
        if len(liberties) != 2:
            return len(liberties) < 2
        enemy = 3 - self.board[point]
        return any(
            self.after(move, enemy, lambda reader: reader.defender(point, first=False), False) for move in liberties
        )

    def after(self, move: int, color: int, judge: object, illegal: bool) -> bool:
        copy = self.board.copy()
        if move == copy.ko_point or not try_play(copy, move, color):
            return illegal
        return bool(judge(SlowReader(copy)))  # type: ignore[operator]


def try_play(board: Board, point: int, color: int) -> bool:
    try:
        board.play(point, color)
    except IllegalMove:
        return False
    return True


def neighbours(point: int, width: int, height: int) -> list[int]:
    row, column = divmod(point, width)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * width + c for r, c in around if 0 <= r < height and 0 <= c < width]


def random_board(seed: int, side: int, moves: int) -> Board:
    """Play random moves, most of them next to the last one, where ladders are."""
    generator = random.Random(seed)
    board, color, last = Board(side), BLACK, side * side // 2
    for _ in range(moves):
        near = [p for p in neighbours(last, side, side) if board.is_legal(p, color)]
        choice = near if near and generator.random() < 0.6 else board.legal(color)
        if choice:
            last = generator.choice(choice)
            board.play(last, color)
        color = 3 - color
    return board


@pytest.mark.parametrize("seed", range(40))
def test_random_boards_agree_with_the_slow_reader(seed: int) -> None:
    side = 5 + seed % 4
    board = random_board(seed, side, side * side * 2 // 3)
    stones, working = ladders(board)
    slow = SlowReader(board)
    expected = [p for p in range(board.area) if board[p] and board.liberty_count(p) <= 2 and slow.caught(p)]
    assert stones == expected
    for color in (BLACK, WHITE):
        two = [p for p in board.stones(color) if board.liberty_count(p) == 2]
        assert working[color] == sorted({move for p in two for move in slow.working(p)})


def test_reading_leaves_the_board_as_it_was() -> None:
    board = random_board(3, 9, 60)
    before = board.diagram()
    ladders(board)
    board.check()
    assert board.diagram() == before
