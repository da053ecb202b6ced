"""The input planes of KataGo's nets against a plain Python telling of what each of them means.

That the numbers are KataGo's own is proved elsewhere: benchmarks/nets.py compares the net's outputs with KataGo's, and
tests/net/test_katago_outputs.py some of them.
"""

import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gocore import BLACK, WHITE, Position, Rules
from gocore.features import ENCODERS, Encoder
from gocore.ladder import ladders
from gocore.score import area, unconditional

PASS_ENDS, BUTTON, PARITY, KOMI = 14, 17, 18, 5


def encode(pos: Position, name: str = "katago7", **options: Any) -> tuple[Any, Any]:
    encoder = Encoder(name)
    planes = np.full((encoder.planes, pos.height, pos.width), np.nan, np.float32)
    globals_ = np.full(encoder.globals, np.nan, np.float32)
    encoder.write(pos, planes, globals_, **options)
    return planes.reshape(encoder.planes, -1), globals_


def points(plane: Any) -> list[int]:
    return [int(p) for p in np.flatnonzero(plane)]


def random_position(seed: int, rules: Rules, width: int = 7, height: int = 6, moves: int = 60) -> Position:
    generator = random.Random(seed)
    pos = Position(width, height, rules)
    for _ in range(moves):
        legal = pos.legal()
        pos.play(generator.choice(legal) if legal and generator.random() < 0.95 else pos.area)
    return pos


def expected_planes(pos: Position) -> Any:
    """Tell the planes in plain Python from the position's public methods."""
    planes = np.zeros((22, pos.area), np.float32)
    own = pos.to_move
    planes[0] = 1
    for p in range(pos.area):
        if pos[p]:
            planes[1 if pos[p] == own else 2, p] = 1
            if pos.liberty_count(p) <= 3:
                planes[2 + pos.liberty_count(p), p] = 1
    for p in pos.board.legal(own):
        planes[6, p] = not pos.is_legal(p)
    if pos.ko_point >= 0:
        planes[6, pos.ko_point] = 1
    recent = recent_moves(pos)
    for k, point in enumerate(recent):
        if point < pos.area:
            planes[9 + k, point] = 1
    boards = [pos.board]
    past = pos.copy()
    for k in range(2):
        if k < len(recent):
            past.undo()
        boards.append(past.board)
    for k, board in enumerate(boards):
        planes[14 + k, ladders(board)[0]] = 1
    planes[17, ladders(boards[0])[1][3 - own]] = 1
    if pos.rules.scoring == "area":
        owner = list(area(pos).owner)
        for color in (BLACK, WHITE):
            life = unconditional(pos, color)
            for p in range(pos.area):
                if life.stones[p] or life.territory[p]:
                    owner[p] = color
        for p in range(pos.area):
            if owner[p]:
                planes[18 if owner[p] == own else 19, p] = 1
    return planes


def recent_moves(pos: Position) -> list[int]:
    """Return the latest moves, as long as the sides took turns, at most five; one after two passes."""
    found: list[int] = []
    color = 3 - pos.to_move
    for mover, point in reversed(pos.moves[-5:]):
        if mover != color or (pos.passes >= 2 and found):
            break
        found.append(point)
        color = 3 - color
    return found


@pytest.mark.parametrize("ko", ["positional", "situational", "simple"])
@pytest.mark.parametrize("seed", range(12))
def test_planes_of_random_positions_mean_what_is_said(seed: int, ko: str) -> None:
    pos = random_position(seed, Rules(ko=ko, scoring="territory" if seed % 5 == 4 else "area"))
    planes, _ = encode(pos)
    for k, plane in enumerate(expected_planes(pos)):
        assert points(planes[k]) == points(plane), f"plane {k}"
    assert set(np.unique(planes)) <= {0.0, 1.0}


@pytest.mark.parametrize("seed", range(8))
def test_our_own_planes_are_a_choice_of_those(seed: int) -> None:
    pos = random_position(seed, Rules(scoring="territory" if seed % 2 else "area"))
    theirs, ours = encode(pos.with_rules(Rules())), encode(pos, "tianyuan1")
    chosen = [0, 1, 2, 3, 4, 5, 6, 9, 10, 14, 17, 18, 19]
    assert np.array_equal(ours[0], theirs[0][chosen])
    assert np.array_equal(ours[1], encode(pos)[1])


def test_the_past_is_left_out_on_request() -> None:
    pos = Position(5)
    pos.play_moves([12, 25, 7])
    for recent in range(4):
        planes, globals_ = encode(pos, recent=recent)
        assert planes[9:14].sum() + globals_[:5].sum() == recent
    assert encode(pos, "tianyuan1", recent=0)[0][7:9].sum() == 0


@pytest.mark.parametrize("name", list(ENCODERS))
def test_a_ladder_seen_before_is_remembered_rightly(name: str) -> None:
    encoder = Encoder(name)
    pos = Position(7)
    generator = random.Random(5)
    planes, globals_ = np.empty((encoder.planes, 7, 7), np.float32), np.empty(19, np.float32)
    for _ in range(80):
        legal = pos.legal()
        pos.play(generator.choice(legal) if legal else pos.area)
        encoder.write(pos, planes, globals_)  # one encoder for the whole game, as in a search
        assert np.array_equal(planes.reshape(encoder.planes, -1), encode(pos, name)[0])


def test_a_simple_ko_is_marked_and_gone_after_a_pass() -> None:
    pos = Position.from_diagram(".XO.\nX.XO\n.XO.\n....", to_move=WHITE)
    pos.play(5)
    assert pos.ko_point == 6
    assert points(encode(pos)[0][6]) == [6]
    pos.pass_()
    assert points(encode(pos)[0][6]) == []


def test_passes_are_marked_among_the_numbers() -> None:
    pos = Position(5)
    pos.play_moves([12, 25, 7])
    planes, globals_ = encode(pos)
    assert points(planes[9]) == [7]
    assert points(planes[10]) == []
    assert points(planes[11]) == [12]
    assert list(globals_[:5]) == [0, 1, 0, 0, 0]


def test_history_stops_at_a_setup_and_where_a_side_moved_twice() -> None:
    pos = Position(5)
    pos.play(0)
    pos.setup(black=[3], to_move=WHITE)
    assert encode(pos)[0][9:14].sum() == 0
    pos.play(4, WHITE)
    pos.play(9, WHITE)
    planes, _ = encode(pos)
    assert points(planes[9]) == [9]
    assert planes[10:14].sum() == 0


def test_a_pass_ends_the_game_after_a_pass_only() -> None:
    pos = Position(5)
    assert encode(pos)[1][PASS_ENDS] == 0
    pos.pass_()
    assert encode(pos)[1][PASS_ENDS] == 1


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(ko="positional"), [1, 0.5, 0, 0, 0, 0]),
        (Rules(ko="situational", suicide=True), [1, -0.5, 1, 0, 0, 0]),
        (Rules(ko="simple", scoring="territory", tax="seki"), [0, 0, 0, 1, 1, 0]),
        (Rules(tax="all"), [1, 0.5, 0, 0, 1, 1]),
    ],
)
def test_rules_are_told(rules: Rules, expected: list[float]) -> None:
    assert list(encode(Position(5, rules=rules))[1][6:12]) == expected


def test_komi_is_seen_by_the_side_to_move_and_cut_far_out() -> None:
    pos = Position(9, rules=Rules(komi2=15))
    assert encode(pos)[1][KOMI] == pytest.approx(-7.5 / 20)
    pos.pass_()
    assert encode(pos)[1][KOMI] == pytest.approx(7.5 / 20)
    assert encode(pos, bonus2=4)[1][KOMI] == pytest.approx(9.5 / 20)
    assert encode(pos.with_rules(Rules(komi2=3000)))[1][KOMI] == pytest.approx((81 + 20) / 20)


@pytest.mark.parametrize(
    ("side", "komi2", "expected"),
    [(9, 14, 0), (9, 15, -0.5), (9, 12, 0), (9, 13, 0.5), (6, 12, 0), (6, 13, -0.5), (6, 15, 0.5), (6, -1, 0.5)],
)
def test_parity_of_komi_is_a_wave_of_two_points(side: int, komi2: int, expected: float) -> None:
    pos = Position(side, rules=Rules(komi2=komi2))  # Black to move: komi counts against him
    assert encode(pos)[1][PARITY] == expected
    assert encode(pos.with_rules(Rules(komi2=komi2, scoring="territory")))[1][PARITY] == 0


def test_a_move_costs_a_point_under_territory_scoring() -> None:
    pos = Position(9, rules=Rules(scoring="territory", komi2=13))
    pos.play(40)
    assert encode(pos)[1][KOMI] == pytest.approx((6.5 + 1) / 20)
    pos.play(41)
    assert encode(pos)[1][KOMI] == pytest.approx(-6.5 / 20)


def test_the_button_goes_to_the_first_pass() -> None:
    pos = Position(9, rules=Rules(button=True, komi2=14))
    assert encode(pos)[1][BUTTON] == 1
    pos.pass_()
    assert encode(pos)[1][BUTTON] == 0
    assert encode(pos)[1][KOMI] == pytest.approx(6.5 / 20)


def test_a_stone_out_of_reach_spoils_an_eye_where_suicide_is_legal() -> None:
    pos = Position.from_diagram("O.X.X\n.XXXX\nXX...\n.....\n.....")
    assert 0 in points(encode(pos)[0][18])
    assert 0 in points(encode(pos, suicide_life=True)[0][19])
    assert 0 in points(encode(pos.with_rules(Rules(suicide=True)))[0][19])


def test_eyes_in_seki_are_left_out_where_they_are_taxed() -> None:
    # the groups touch neutral points, so that their eyes are taxed and their stones are not
    pos = Position.from_diagram(".X.OO..\nXXOO.OO\nX.X.OO.\n.X.XO..\n..X.XO.\n.....X.\n.......")
    plain, taxed = encode(pos)[0], encode(pos.with_rules(Rules(tax="seki")))[0]
    settled = pos.with_rules(Rules(tax="all"))
    stones = plain[1] + plain[2]
    for plane in (18, 19):
        assert set(points(taxed[plane])) <= set(points(plain[plane]))
        assert set(points(plain[plane] * stones)) == set(points(taxed[plane] * stones))
    assert points(plain[18]) != points(taxed[18])
    assert np.array_equal(encode(settled)[0][18:20], taxed[18:20])
    alone = Position.from_diagram("X.X..\n.XX..\nXX...\n.....\n.....")  # touches no neutral point: all Black's
    assert points(encode(alone.with_rules(Rules(tax="seki")))[0][18]) == list(range(25))


def test_unknown_encoders_and_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="no encoder is called 'other'"):
        Encoder("other")
    encoder, pos = Encoder(), Position(5)
    with pytest.raises(ValueError, match="planes must have the shape"):
        encoder.write(pos, np.empty((22, 5, 6), np.float32), np.empty(19, np.float32))
    with pytest.raises(ValueError, match="globals must have the shape"):
        encoder.write(pos, np.empty((22, 5, 5), np.float32), np.empty(18, np.float32))
    assert ENCODERS["katago7"] == (encoder.planes, encoder.globals) == (22, 19)


def batch(name: str, positions: list[Position], side: tuple[int, int] = (6, 7), **options: Any) -> tuple[Any, Any]:
    """Write positions at once, by default of 7x6 points, as `encode` does one."""
    encoder = Encoder(name)
    planes = np.full((len(positions), encoder.planes, *side), np.nan, np.float32)
    globals_ = np.full((len(positions), encoder.globals), np.nan, np.float32)
    encoder.write_batch(positions, planes, globals_, **options)
    return planes.reshape(len(positions), encoder.planes, side[0] * side[1]), globals_


@pytest.mark.parametrize("options", [{}, {"bonus2": 6, "suicide_life": True, "recent": 1}])
@pytest.mark.parametrize("name", list(ENCODERS))
def test_a_batch_is_what_its_positions_are_one_by_one(name: str, options: dict[str, Any]) -> None:
    rules = [Rules(), Rules(ko="situational", suicide=True), Rules(scoring="territory", tax="seki"), Rules(ko="simple")]
    positions = [random_position(seed, rules[seed % 4], moves=7 * seed) for seed in range(12)]
    planes, globals_ = batch(name, [*positions, positions[3]], **options)
    for k, pos in enumerate([*positions, positions[3]]):
        alone = encode(pos, name, **options)
        assert np.array_equal(planes[k], alone[0]), f"position {k}"
        assert np.array_equal(globals_[k], alone[1]), f"position {k}"


@pytest.mark.parametrize("side", [1, 9, 13, 19, 25])
def test_a_batch_is_of_any_one_size(side: int) -> None:
    positions = [random_position(seed, Rules(), side, side, moves=side * seed) for seed in range(3)]
    planes, globals_ = batch("tianyuan1", positions, (side, side))
    for k, pos in enumerate(positions):
        assert np.array_equal(planes[k], encode(pos, "tianyuan1")[0])
        assert np.array_equal(globals_[k], encode(pos, "tianyuan1")[1])


def test_a_batch_leaves_its_positions_as_they_were_and_takes_any_iterable() -> None:
    pos = random_position(4, Rules())
    before = (pos.moves, pos.diagram(), pos.hash, pos.to_move, pos.legal_mask())
    planes, globals_ = np.empty((2, 22, 6, 7), np.float32), np.empty((2, 19), np.float32)
    view = pos.to_numpy()  # its stones must stay where this looks
    Encoder().write_batch((p for p in (pos, pos)), planes, globals_)
    assert np.array_equal(planes[0], planes[1]) and np.array_equal(planes[0].reshape(22, -1), encode(pos)[0])
    assert (pos.moves, pos.diagram(), pos.hash, pos.to_move, pos.legal_mask()) == before
    assert np.array_equal(view, pos.to_numpy())
    pos.check()


def test_an_empty_batch_writes_nothing() -> None:
    planes, globals_ = batch("katago7", [])
    assert planes.size == globals_.size == 0
    with pytest.raises(ValueError, match=r"planes must have the shape \(0, 22, 6, 7\)"):
        Encoder().write_batch([], np.empty((1, 22, 6, 7), np.float32), np.empty((1, 19), np.float32))


class Copied(Position):
    """A position that tells lies: neither its copy nor its width is what the core goes by."""

    width = 3

    def copy(self) -> Any:
        return None


def test_what_a_subclass_says_of_itself_is_not_believed() -> None:
    odd, plain = Copied(7, 6), Position(7, 6)
    odd.play(8)
    plain.play(8)
    assert np.array_equal(batch("katago7", [odd])[0], batch("katago7", [plain])[0])


def strided(*shape: int) -> Any:
    return np.ones((*shape[:-1], 2 * shape[-1]), np.float32)[..., ::2]


def locked(*shape: int) -> Any:
    array = np.ones(shape, np.float32)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("planes", "globals_", "options", "message"),
    [
        (np.ones((1, 22, 6, 7), np.float32), np.ones((2, 19), np.float32), {}, r"planes .* shape \(2, 22, 6, 7\)"),
        (np.ones((3, 22, 6, 7), np.float32), np.ones((2, 19), np.float32), {}, r"planes .* shape \(2, 22, 6, 7\)"),
        (np.ones((2, 13, 6, 7), np.float32), np.ones((2, 19), np.float32), {}, r"planes .* shape \(2, 22, 6, 7\)"),
        (np.ones((2, 22, 6, 7), np.float32), np.ones((1, 19), np.float32), {}, r"globals .* shape \(2, 19\)"),
        (np.ones((2, 22, 6, 7), np.float32), np.ones((2, 18), np.float32), {}, r"globals .* shape \(2, 19\)"),
        (np.ones((2, 22, 7, 6), np.float32), np.ones((2, 19), np.float32), {}, r"positions\[0\] is 7x6, .* 6x7"),
        (np.ones((2, 22, 6, 7), np.float64), np.ones((2, 19), np.float32), {}, "dtype mismatch"),
        (np.ones((2, 22, 6, 7), np.float32), np.ones((2, 19), np.int32), {}, "dtype mismatch"),
        (np.ones((2, 22, 42), np.float32), np.ones((2, 19), np.float32), {}, "wrong number of dimensions"),
        (strided(2, 22, 6, 7), np.ones((2, 19), np.float32), {}, "not C-contiguous"),
        (np.ones((2, 22, 6, 7), np.float32), strided(2, 19), {}, "not C-contiguous"),
        (locked(2, 22, 6, 7), np.ones((2, 19), np.float32), {}, "read-only"),
        (np.ones((2, 22, 6, 7), np.float32), np.ones((2, 19), np.float32), {"recent": 6}, "recent must be 0 .. 5"),
        (np.ones((2, 22, 6, 7), np.float32), np.ones((2, 19), np.float32), {"recent": -1}, "recent must be 0 .. 5"),
        (np.ones((2, 22, 6, 7), np.float32), np.ones((2, 19), np.float32), {"bonus2": 2001}, "bonus2 must be -2000"),
    ],
)
def test_buffers_that_do_not_fit_a_batch_are_refused_untouched(
    planes: Any, globals_: Any, options: dict[str, int], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Encoder().write_batch([Position(7, 6)] * 2, planes, globals_, **options)
    assert len(str(caught.value).splitlines()) == 1
    assert np.all(planes == 1) and np.all(globals_ == 1)


@pytest.mark.parametrize(
    ("odd", "kind", "message"),
    [
        (Position(6, 7), ValueError, r"^positions\[2\] is 6x7, the planes are for 7x6$"),
        (None, TypeError, r"^positions\[2\] must be a gocore.Position, not NoneType$"),
        (Position(7, 6).board, TypeError, r"^positions\[2\] must be a gocore.Position, not Board$"),
    ],
)
def test_the_position_that_does_not_fit_is_named(odd: Any, kind: type[Exception], message: str) -> None:
    planes, globals_ = np.ones((4, 22, 6, 7), np.float32), np.ones((4, 19), np.float32)
    with pytest.raises(kind, match=message):
        Encoder().write_batch([Position(7, 6), Position(7, 6), odd, odd], planes, globals_)
    assert np.all(planes == 1) and np.all(globals_ == 1)


def test_planes_and_globals_that_share_memory_are_refused() -> None:
    memory = np.ones(22 * 42 + 18, np.float32)
    planes, globals_ = memory[: 22 * 42].reshape(1, 22, 6, 7), memory[-19:].reshape(1, 19)
    with pytest.raises(ValueError, match="planes and globals must not share memory"):
        Encoder().write_batch([Position(7, 6)], planes, globals_)
    assert np.all(memory == 1)
    side_by_side = np.ones(22 * 42 + 19, np.float32)
    planes, globals_ = side_by_side[: 22 * 42].reshape(1, 22, 6, 7), side_by_side[-19:].reshape(1, 19)
    Encoder().write_batch([Position(7, 6)], planes, globals_)
    assert np.array_equal(globals_[0], encode(Position(7, 6))[1])


def test_a_batch_is_of_the_moment_of_its_call_whoever_plays_on() -> None:
    """Another thread plays and takes back meanwhile: each position is written as it was at one moment or the other."""
    pos = random_position(9, Rules())
    move = pos.legal()[0]
    before = encode(pos)[0]
    pos.play(move)
    after = encode(pos)[0]
    done = threading.Event()
    player = threading.Thread(target=_play_and_undo, args=(pos, move, done.is_set))
    player.start()
    try:
        for _ in range(20):
            for plane in batch("katago7", [pos] * 40)[0]:
                assert np.array_equal(plane, before) or np.array_equal(plane, after)
    finally:
        done.set()
        player.join()


def _play_and_undo(pos: Position, move: int, over: Callable[[], bool]) -> None:
    while not over():
        pos.undo()
        pos.play(move)


def test_numbers_out_of_range_are_refused_and_not_cut() -> None:
    for recent in (-1, 6):
        with pytest.raises(ValueError, match=f"recent must be 0 .. 5, not {recent}"):
            encode(Position(5), recent=recent)
    for bonus2 in (-2001, 2001, 2**31 - 1):
        with pytest.raises(ValueError, match=f"bonus2 must be -2000 .. 2000, not {bonus2}"):
            encode(Position(5), bonus2=bonus2)
    assert encode(Position(5), bonus2=2000)[1][KOMI] == pytest.approx(-(25 + 20) / 20)  # Black's view, cut far out
