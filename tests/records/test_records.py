"""Real games: every position of thousands of records equals the one that sgfmill, which shares no code with us, finds.

Both sides read the bytes for themselves. Compared are the moves, the whole board after each of them and the prisoners.
Move legality is checked on the way: under the simple ko one record plays an illegal move, and under positional superko
exactly those named below do.
"""

import lzma
import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from sgfmill import boards, sgf

from engine.errors import SgfMoveError
from engine.game import rules
from engine.game.game import Move, Setup
from engine.sgf import loads
from gocore import BLACK, WHITE, Position

SIMPLE_KO = rules.by_name("japanese")
SUPERKO = rules.by_name("chinese-1988")
COLORS = {"b": BLACK, "w": WHITE}
_BYTES = {None: 0, "b": BLACK, "w": WHITE}

KINDS = ("ai", "counted", "handicap", "mixed", "pro")
LARGE, SMALL = "tygem9d-19x19", "netplay-9x9"
GAMES = {LARGE: 120_000, SMALL: 10_000}

REPEATS = {
    331: 112, 1579: 66, 1890: 94, 3603: 79, 4178: 79, 4197: 64, 4312: 66, 4832: 73, 6021: 84, 6030: 86, 7014: 77,
    7067: 61, 7150: 49, 7256: 53, 8349: 73, 8896: 71, 9033: 82, 9512: 50, 9969: 77,
}  # fmt: skip
"""The games of netplay-9x9 (lines, from 0) in which a net took no notice of superko, with the move that does it."""

REPEATS_OF_PEOPLE = {
    2219: 199, 9252: 254, 10175: 300, 19451: 120, 21648: 232, 37002: 292, 37681: 186, 40557: 253, 41356: 245,
    52207: 236, 59445: 284, 60965: 154, 66240: 297, 68075: 259, 71276: 228, 74211: 191, 75096: 287, 82273: 271,
    85267: 262, 101663: 293, 108980: 272, 109785: 339, 117240: 222,
}  # fmt: skip
"""The same of tygem9d-19x19, whose server knew simple ko alone."""

ON_A_STONE = {107_181: 152}
"""The one game of tygem9d-19x19 that plays on a stone: White's R11 of move 148 is there still at move 152."""


@cache
def lines(folder: Path, name: str) -> list[bytes]:
    return lzma.decompress((folder / "games" / "train" / f"{name}.sgf.xz").read_bytes()).splitlines()


def drawn(name: str, count: int) -> list[int]:
    return sorted(random.Random(1988).sample(range(GAMES[name]), count))


def compare(data: bytes, name: str) -> int:
    """Play one record on both boards. Returns the number of positions compared; fails naming record and move."""
    record = sgf.Sgf_game.from_bytes(data)
    size = record.get_size()
    board = boards.Board(size)
    game = loads(data)[0].main_line(rules=SIMPLE_KO)
    ours, steps = Position(size, rules=game.rules.core), iter(game.steps)
    before, positions, captured = bytes(size * size), 0, [0, 0, 0]
    for node in record.get_main_sequence():
        letter, move = node.get_move()
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
            step = next(steps)
            assert isinstance(step, Setup), f"{name}: no set-up after position {positions}"
            ours.setup(step.black, step.white, step.empty)
        if letter is not None:
            where = f"{name}: move {positions + 1}"
            step = next(steps)
            assert isinstance(step, Move), where
            expected = size * size if move is None else (size - 1 - move[0]) * size + move[1]
            assert (step.color, step.point) == (COLORS[letter], expected), where
            taken = ours.play(step.point, step.color)
            if move is not None:
                board.play(*move, letter)
            opponent = BLACK + WHITE - step.color
            assert taken == before.count(opponent) - cells(board).count(opponent), f"{where}: captures"
            captured[opponent] += taken
        before = cells(board)
        assert ours.to_numpy().tobytes() == before, f"{name}: position after {positions} moves"
        positions += letter is not None
    assert next(steps, None) is None, f"{name}: more steps than the record has"
    assert captured == [0, ours.captured(BLACK), ours.captured(WHITE)], f"{name}: prisoners"
    return positions


def cells(board: boards.Board) -> bytes:
    """The points of a board of sgfmill's, whose rows count from the bottom, in our order."""
    return bytes(map(_BYTES.__getitem__, chain.from_iterable(reversed(board.board))))


@pytest.mark.parametrize("kind", KINDS)
def test_the_records_of_servers(testdata: Path, kind: str) -> None:
    files = sorted((testdata / "games" / "records").glob(f"{kind}-*.sgf"))
    assert len(files) == {"ai": 60, "counted": 60, "handicap": 40, "mixed": 40, "pro": 60}[kind]
    assert sum(compare(file.read_bytes(), file.name) for file in files) > 100 * len(files)


@pytest.mark.parametrize(("name", "share"), [(LARGE, 0), (LARGE, 1), (LARGE, 2), (SMALL, 0)])
def test_two_thousand_drawn_games(testdata: Path, name: str, share: int) -> None:
    chosen = drawn(name, 1_800 if name == LARGE else 200)[share :: 3 if name == LARGE else 1]
    games = lines(testdata, name)
    assert len(games) == GAMES[name]
    for number in chosen:
        compare(games[number], f"{name} line {number}")


@pytest.mark.soak
@pytest.mark.parametrize(("name", "first"), [(n, first) for n in GAMES for first in range(0, GAMES[n], 10_000)])
def test_all_games(testdata: Path, name: str, first: int) -> None:
    for number in range(first, first + 10_000):
        data = lines(testdata, name)[number]
        if name == LARGE and number in ON_A_STONE:
            with pytest.raises(SgfMoveError, match=rf"move {ON_A_STONE[number]}: .* is illegal \(occupied\)"):
                loads(data)[0].main_line(rules=SIMPLE_KO)
        else:
            compare(data, f"{name} line {number}")


def refusals(games: Iterator[tuple[int, bytes]]) -> dict[int, int]:
    """Read games under positional superko; return the number of the move at which each refused one was refused."""
    found = {}
    for number, data in games:
        try:
            loads(data)[0].main_line(rules=SUPERKO)
        except SgfMoveError as error:
            assert error.reason == ("occupied" if number in ON_A_STONE else "superko")
            assert f"move {error.number}" in str(error)
            found[number] = error.number
    return found


def test_games_that_repeat_a_position_are_named_with_the_move(testdata: Path) -> None:
    games = lines(testdata, SMALL)
    chosen = sorted({*REPEATS, *drawn(SMALL, 300)})
    assert refusals((number, games[number]) for number in chosen) == REPEATS


@pytest.mark.soak
def test_all_games_that_repeat_a_position(testdata: Path) -> None:
    assert refusals(iter(enumerate(lines(testdata, SMALL)))) == REPEATS
    assert refusals(iter(enumerate(lines(testdata, LARGE)))) == REPEATS_OF_PEOPLE | ON_A_STONE
