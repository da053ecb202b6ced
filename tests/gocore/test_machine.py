"""The core against the slow board, move by move: plays, passes, setups, undo and copies under every rule set."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gocore import Board, IllegalMove, Position, Rules
from tests.oracle.board import OracleGame, Size, all_breathe, flood, liberties

KO_RULES = ("simple", "positional", "situational")


def rebuilt_hash(pos: Position) -> int:
    """Return the hash of a board on which the same stones were set up afresh."""
    board = Board(pos.width, pos.height)
    board.setup(pos.stones(1), pos.stones(2))
    return board.hash


def compare(pos: Position, game: OracleGame) -> None:
    """Compare everything the two boards say of the present position."""
    stones = game.stones
    assert tuple(pos[p] for p in range(pos.area)) == stones
    assert pos.to_move == game.to_move
    assert pos.move_number == len(game.seen) - 1
    assert (pos.captured(1), pos.captured(2)) == game.prisoners[-1][1:]
    for color in (1, 2):
        legal = game.legal(color)
        assert pos.legal(color) == legal
        assert [p for p, ok in enumerate(pos.legal_mask(color)) if ok] == [*legal, pos.area]
    pos.check()
    assert pos.hash == rebuilt_hash(pos)
    for p in range(pos.area):
        if stones[p]:
            breath = sorted(liberties(game.size, stones, p))
            assert pos.chain(p) == sorted(flood(game.size, stones, p)[0])
            assert pos.liberties(p) == breath
            assert pos.liberty_count(p) == len(breath)


class Twins(RuleBasedStateMachine):
    """One game on both boards, with copies put aside that must not notice what happens to the other."""

    @initialize(
        size=st.builds(Size, st.integers(1, 9), st.integers(1, 9)),
        ko=st.sampled_from(KO_RULES),
        suicide=st.booleans(),
    )
    def start(self, size: Size, ko: str, suicide: bool) -> None:
        self.pos = Position(size.width, size.height, Rules(ko=ko, suicide=suicide))
        self.game = OracleGame(size, ko, suicide)
        self.aside: tuple[Position, OracleGame] | None = None

    @rule(data=st.data(), color=st.sampled_from([1, 2, 0]))
    def play(self, data: st.DataObject, color: int) -> None:
        color = color or self.pos.to_move
        legal = self.pos.legal(color)
        if legal:
            point = data.draw(st.sampled_from(legal))
            assert self.pos.play(point, color) == self.game.play(point, color)

    @rule(point=st.integers(-2, 362), color=st.sampled_from([1, 2]))
    def refuse(self, point: int, color: int) -> None:
        """A move that the oracle refuses is refused for the same reason and changes nothing."""
        if point == self.pos.area:
            return
        expected = self.game.why_not(point, color) if 0 <= point < self.pos.area else "off_board"
        assert self.pos.legality(point, color) == expected
        if expected is not None:
            before = (self.pos.hash, self.pos.move_number, self.pos.to_move, self.pos.ko_point)
            with pytest.raises(IllegalMove) as caught:
                self.pos.play(point, color)
            assert caught.value.reason == expected
            assert before == (self.pos.hash, self.pos.move_number, self.pos.to_move, self.pos.ko_point)

    @rule(color=st.sampled_from([1, 2]))
    def pass_(self, color: int) -> None:
        self.pos.pass_(color)
        self.game.pass_(color)

    @rule(data=st.data(), to_move=st.sampled_from([1, 2]))
    def setup(self, data: st.DataObject, to_move: int) -> None:
        points = st.integers(0, self.pos.area - 1)
        changes = data.draw(st.dictionaries(points, st.sampled_from([0, 1, 2]), max_size=4))
        named = {c: [p for p, to in changes.items() if to == c] for c in (0, 1, 2)}
        after = tuple(changes.get(p, c) for p, c in enumerate(self.game.stones))
        if all_breathe(self.game.size, after):
            self.pos.setup(named[1], named[2], named[0], to_move)
            self.game.setup(changes, to_move)
        else:
            with pytest.raises(ValueError, match="without a liberty"):
                self.pos.setup(named[1], named[2], named[0], to_move)

    @precondition(lambda self: self.pos.move_number > 0)
    @rule(times=st.integers(1, 6))
    def undo(self, times: int) -> None:
        for _ in range(min(times, self.pos.move_number)):
            self.pos.undo()
            self.game.undo()

    @rule()
    def put_aside(self) -> None:
        if self.aside is not None:
            compare(*self.aside)
        self.aside = (self.pos.copy(), self.game.copy())

    @precondition(lambda self: self.aside is not None)
    @rule()
    def change_places(self) -> None:
        assert self.aside is not None
        now = (self.pos, self.game)
        self.pos, self.game = self.aside
        self.aside = now

    @invariant()
    def agree(self) -> None:
        if hasattr(self, "pos"):
            compare(self.pos, self.game)


Twins.TestCase.settings = settings(
    max_examples=120, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTwins = Twins.TestCase


def wander(size: Size, seed: int, steps: int) -> int:
    """Try random moves on both boards, with a pass, an undo or a fork now and then; return the moves played."""
    rng = random.Random(seed)
    ko, suicide = KO_RULES[seed % 3], seed % 2 == 1
    pos = Position(size.width, size.height, Rules(ko=ko, suicide=suicide))
    game = OracleGame(size, ko, suicide)
    played = 0
    for step in range(steps):
        point = rng.choice(free) if (free := [p for p in range(size.area) if not game.stones[p]]) else size.area
        color = pos.to_move
        if point == size.area or rng.random() < 0.02:
            pos.pass_()
            game.pass_(color)
        elif rng.random() < 0.02 and pos.move_number:
            pos.undo()
            game.undo()
        else:
            reason = game.why_not(point, color)
            assert pos.legality(point) == reason, (size, seed, step)
            if reason is None:
                fork = pos.copy()
                played += 1
                assert pos.play(point) == game.play(point, color)
                assert fork.move_number == pos.move_number - 1
        if step % 64 == 0:
            compare(pos, game)
        if pos.passes == 2 or step % 600 == 599:
            pos = Position(size.width, size.height, pos.rules)
            game = OracleGame(size, ko, suicide)
    return played


SIZES = [Size(n, n) for n in range(1, 10)] + [Size(7, 4), Size(3, 9)]


@pytest.mark.parametrize("part", range(4))
def test_two_hundred_thousand_random_moves(part: int) -> None:
    """Legality (with its reason) at every move, everything else at every 64th; 50,000 moves a part."""
    played, seed = 0, part * 1000
    while played < 50_000:
        played += wander(SIZES[seed % len(SIZES)], seed, 2000)
        seed += 1


@pytest.mark.parametrize("seed", range(3))
def test_random_moves_on_the_full_board(seed: int) -> None:
    wander(Size(19, 19), seed, 600)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_ten_million_random_moves(part: int) -> None:
    """Twenty parts of half a million moves, on larger boards too."""
    played, seed = 0, 10_000 * (part + 1)
    while played < 500_000:
        played += wander((*SIZES, Size(13, 13), Size(19, 19))[seed % (len(SIZES) + 2)], seed, 2000)
        seed += 1
