"""The history on its own: what it has seen, and for whom."""

import random

import pytest

from gocore import Board, GoError, History, Position, Rules


def test_the_start_is_seen() -> None:
    board = Board(3)
    history = History(board)
    assert len(history) == 1
    assert history.first_seen(board.hash) == 0
    assert history.first_seen(board.hash, ko="situational", to_move=2) is None


def test_first_of_several_occurrences_per_side() -> None:
    board = Board(3)
    history = History(board)
    history.push(board, 2)
    history.push(board, 1)
    assert history.first_seen(board.hash, ko="situational", to_move=2) == 1
    assert history.first_seen(board.hash, ko="situational", to_move=1) == 0
    assert history.occurrences(board.hash) == 3
    assert history.occurrences(board.hash, 1) == 2
    history.pop()
    history.pop()
    assert history.first_seen(board.hash, ko="situational", to_move=2) is None
    with pytest.raises(GoError, match="nothing to undo"):
        history.pop()


def test_copies_part_ways() -> None:
    board = Board(3)
    history = History(board)
    twin = history.copy()
    board.play(0, 1)
    history.push(board, 2)
    mine = board.hash
    board.undo()
    board.play(1, 1)
    twin.push(board, 2)
    theirs = board.hash
    assert (history.first_seen(mine), history.first_seen(theirs)) == (1, None)
    assert (twin.first_seen(mine), twin.first_seen(theirs)) == (None, 1)


def test_would_repeat() -> None:
    board = Board(2)
    history = History(board)
    board.play(0, 1)
    history.push(board, 2)
    board.setup(empty=[0])
    history.push(board, 1)
    assert history.would_repeat(board, 0, 1)
    assert not history.would_repeat(board, 0, 1, ko="simple")
    assert history.would_repeat(board, 0, 1, ko="situational")
    assert not history.would_repeat(board, 0, 2)
    board.play(0, 1)
    with pytest.raises(GoError, match="occupied"):
        history.would_repeat(board, 0, 1)


def test_bad_arguments() -> None:
    history = History(Board(3))
    with pytest.raises(ValueError, match="one of simple, positional, situational"):
        history.first_seen(0, ko="natural")
    with pytest.raises(ValueError, match="history is of a 3x3 board, not 4x4"):
        history.push(Board(4), 1)
    with pytest.raises(ValueError, match="colour"):
        History(Board(3), 0)


def test_against_a_plain_list() -> None:
    """Push and pop at random, with copies; hashes come from a small set so that positions do come back."""
    rng = random.Random(5)
    boards = []
    for p in range(9):
        board = Board(3)
        board.play(p, 1 + p % 2)
        boards.append(board)
    live = [(History(boards[0], 1), [(boards[0].hash, 1)])]
    for _ in range(4000):
        history, entries = live[rng.randrange(len(live))]
        if rng.random() < 0.4 and len(entries) > 1:
            history.pop()
            entries.pop()
        else:
            board, side = rng.choice(boards), rng.choice([1, 2])
            history.push(board, side)
            entries.append((board.hash, side))
        if rng.random() < 0.05:
            live.append((history.copy(), list(entries)))
            live = live[-6:]
        for board in boards:
            anyone = [i for i, (h, _) in enumerate(entries) if h == board.hash]
            white = [i for i, e in enumerate(entries) if e == (board.hash, 2)]
            assert history.first_seen(board.hash) == (anyone[0] if anyone else None)
            assert history.first_seen(board.hash, ko="situational", to_move=2) == (white[0] if white else None)


def test_a_table_grows_without_forgetting() -> None:
    """The table makes room at 512 entries, and for a copy that goes its own way beyond them."""
    board = Board(25)
    history = History(board)
    hashes = [board.hash]
    for p in range(600):
        if p == 500:
            twin = history.copy()
        board.play(p, 1)
        hashes.append(board.hash)
        history.push(board, 2)
    assert [history.first_seen(each) for each in hashes] == list(range(601))
    assert [twin.first_seen(each) for each in hashes[:502]] == [*range(501), None]
    other = Board(25)
    other.play(624, 2)
    twin.push(other, 1)
    assert twin.first_seen(other.hash) == 501 and history.first_seen(other.hash) is None


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", ["positional", "situational"])
def test_legal_moves_of_long_games_are_those_that_lead_to_new_positions(ko: str, suicide: bool) -> None:
    """Small boards, filled and emptied many times: every play is tried and its stones looked up in a plain set."""
    rng, banned = random.Random(11), 0
    for side in (2, 3, 3, 4):
        pos = Position(side, rules=Rules(ko=ko, suicide=suicide))
        seen = {(bytes(pos.board.to_numpy()), 1)}
        for _ in range(150):
            me = pos.to_move
            fresh = []
            for p in range(side * side):
                board = pos.board
                if board.is_legal(p, me):
                    board.play(p, me)
                    after = bytes(board.to_numpy())
                    if any((after, who) in seen for who in ((3 - me,) if ko == "situational" else (1, 2))):
                        banned += 1
                    else:
                        fresh.append(p)
            assert pos.legal() == fresh == [p for p in range(side * side) if pos.is_legal(p)]
            assert pos.legal_mask() == bytes(p in fresh for p in range(side * side)) + b"\1"
            pos.play(rng.choice(fresh) if fresh else pos.area)
            seen.add((bytes(pos.board.to_numpy()), pos.to_move))
            if pos.passes == 2 and rng.random() < 0.3:
                break
    assert banned > 20
