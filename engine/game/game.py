"""A game as played: position, rules, every step since the start, players and result.

A Game does not referee: any colour may move (GTP and records need it) and only what the core forbids is
refused. Turn order, fouls, clocks and agreement are the work of engine.game.referee.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.errors import GameError
from engine.game import handicap, scoring
from engine.game.result import Result
from engine.game.rules import DEFAULT, RuleSet, by_name
from engine.game.scoring import Score
from gocore import BLACK, WHITE, Position


@dataclass(frozen=True, slots=True)
class Move:
    """A move or a pass.

    point: width * height for a pass. used_ms: thinking time, None where unknown. left_ms, left_count: what
    the side had left after it, and the stones or periods that go with it. comment: any text.
    """

    color: int
    point: int
    comment: str = ""
    used_ms: int | None = None
    left_ms: int | None = None
    left_count: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones put on or taken off the board outside of play; to_move None keeps whose turn it is."""

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    to_move: int | None = None
    comment: str = ""


Step = Move | Setup


@dataclass(slots=True)
class Game:
    """A game as played. `steps` holds all that happened since the empty board, in order.

    handicap: the stones that count as handicap (they also are the first Setup). players: a name for each
    colour. info: further facts as an SGF root has them (`EV`, `DT`, ...). result: None while the game goes
    on.
    """

    position: Position
    rules: RuleSet
    steps: list[Step] = field(default_factory=list)
    handicap: tuple[int, ...] = ()
    players: dict[int, str] = field(default_factory=dict)
    info: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    result: Result | None = None

    @classmethod
    def new(
        cls,
        width: int = 19,
        height: int | None = None,
        rules: RuleSet | None = None,
        komi2: int | None = None,
    ) -> "Game":
        """Start a game on an empty board.

        height None: square. rules None: the default set. komi2 None: the set's own komi, in half points.
        """
        chosen = rules if rules is not None else by_name(DEFAULT)
        if komi2 is not None:
            chosen = chosen.with_komi2(komi2)
        return cls(Position(width, height, chosen.core), chosen)

    # What it is

    @property
    def width(self) -> int:
        """Points in a row."""
        return self.position.width

    @property
    def height(self) -> int:
        """Rows."""
        return self.position.height

    @property
    def pass_point(self) -> int:
        """The point number that means a pass."""
        return self.position.area

    @property
    def komi2(self) -> int:
        """Komi in half points."""
        return self.rules.komi2

    @property
    def moves(self) -> list[Move]:
        """The moves and passes in order, set-up left out."""
        return [step for step in self.steps if isinstance(step, Move)]

    @property
    def stopped(self) -> bool:
        """Whether both sides have passed running, so that the game may be counted (Article 7.1).

        AGA rules want White to have passed last.
        """
        if self.position.passes < 2:
            return False
        last = self.steps[-1] if self.steps else None
        return not self.rules.white_passes_last or (isinstance(last, Move) and last.color == WHITE)

    # What can be done

    def play(
        self,
        point: int,
        color: int | None = None,
        *,
        comment: str = "",
        used_ms: int | None = None,
        left_ms: int | None = None,
        left_count: int | None = None,
    ) -> int:
        """Play a move or, with the pass point, pass.

        color None: the side to move; any colour may move. Returns the number of stones captured. Raises
        IllegalMove, and changes nothing, when the rules forbid the move. Clears a result: the game goes on.
        """
        mover = self.position.to_move if color is None else color
        captured = self.position.play(point, mover)
        self.steps.append(Move(mover, point, comment, used_ms, left_ms, left_count))
        self.result = None
        return captured

    def pass_(self, color: int | None = None) -> None:
        """Pass; color None: the side to move."""
        self.play(self.pass_point, color)

    def undo(self) -> Move:
        """Take back the last move or pass and return it; clears a result.

        Raises GameError `cannot undo` when there is no move, or when stones were set up after the last one.
        """
        last = self.steps[-1] if self.steps else None
        if not isinstance(last, Move):
            raise GameError("cannot undo")
        self.position.undo()
        self.steps.pop()
        self.result = None
        return last

    def resign(self, color: int | None = None) -> Result:
        """End the game by a side's resignation (Article 7.2); color None: the side to move."""
        loser = self.position.to_move if color is None else color
        self.result = Result.lost_by(loser, "resign")
        return self.result

    def setup(
        self,
        black: Sequence[int] = (),
        white: Sequence[int] = (),
        empty: Sequence[int] = (),
        to_move: int | None = None,
        comment: str = "",
    ) -> None:
        """Put stones on the board and take stones off it; the result becomes part of the history.

        Raises GoError, and changes nothing, when a chain would be left without a liberty.
        """
        self.position.setup(black, white, empty, to_move)
        self.steps.append(Setup(tuple(black), tuple(white), tuple(empty), to_move, comment))
        self.result = None

    def place_handicap(self, points: Sequence[int]) -> None:
        """Put Black's handicap stones on an empty board; White moves next.

        Raises HandicapError for stones that make no handicap, GameError when the board is not empty.
        """
        handicap.check_free(points, self.width, self.height)
        if any(self.position[p] for p in range(self.position.area)):
            raise GameError("board not empty")
        self.setup(black=points, to_move=WHITE)
        self.handicap = tuple(points)

    def set_komi(self, komi2: int) -> None:
        """Change the komi, in half points; nothing else changes."""
        self.set_rules(self.rules.with_komi2(komi2), keep_komi=False)

    def set_rules(self, rules: RuleSet, keep_komi: bool = True) -> None:
        """Change the rules in the middle of the game; moves already made stay valid, komi stays unless
        told."""
        self.rules = rules.with_komi2(self.komi2) if keep_komi else rules
        self.position = self.position.with_rules(self.rules.core)

    def copy(self) -> "Game":
        """An independent copy."""
        return replace(
            self,
            position=self.position.copy(),
            steps=list(self.steps),
            players=dict(self.players),
            info=dict(self.info),
        )

    def replay(self, moves: int | None = None) -> "Game":
        """Play the game again from the empty board, up to a number of moves (None: all).

        Returns a new Game without a result unless all moves were played. Raises IllegalMove where a move does
        not follow the rules in force (they may have been changed after it was played).
        """
        game = Game.new(self.width, self.height, self.rules)
        game.handicap, game.players, game.info = self.handicap, dict(self.players), dict(self.info)
        game.comment = self.comment
        left = len(self.moves) if moves is None else moves
        for step in self.steps:
            if isinstance(step, Setup):
                game.setup(step.black, step.white, step.empty, step.to_move, step.comment)
                continue
            if left <= 0:
                break
            game.position.play(step.point, step.color)
            game.steps.append(step)
            left -= 1
        else:
            game.result = self.result
        return game

    # How it stands

    def button_owner(self) -> int:
        """The colour that took the button by the first pass, or 0 (rules with a button only)."""
        if not self.rules.core.button:
            return 0
        return next((move.color for move in self.moves if move.point == self.pass_point), 0)

    @property
    def given(self) -> int:
        """How many stones Black was given, for what White gets in return: those of the handicap, or stand for one.

        Those are Black's stones, two or more and alone on the board when White first moves: set up, or played one after
        another, as several servers and KataGo do it. Black's and White's plays on end are a position being set up: 0.
        """
        if self.handicap:
            return len(self.handicap)
        stones: set[int] = set()
        for number, step in enumerate(self.steps):
            if isinstance(step, Setup):
                if step.white:
                    return 0
                stones = (stones | set(step.black)) - set(step.empty)
            elif step.color == BLACK and step.point != self.pass_point:
                stones.add(step.point)
            else:
                after = self.steps[number + 1 : number + 2]
                if any(isinstance(one, Move) and one.color == step.color == WHITE for one in after):
                    return 0
                break
        return len(stones) if len(stones) > 1 else 0

    def score(self, dead: Sequence[int] = (), seki: Sequence[int] | None = None) -> Score:
        """Count the game by its rules with these dead stones (any stone of a dead chain stands for the chain).

        seki: stones in seki, for rules that do not count their eyes; None finds them by their shape. Raises ScoreError
        for a dead stone on an empty point. Does not set the result. Under rules without agreement (`friendly_pass`
        False) no stone is dead, whatever is said.
        """
        dead = dead if self.rules.friendly_pass else ()
        return scoring.count(self.position, self.rules, dead, self.given, self.button_owner(), seki)

    def finish(self, dead: Sequence[int] = ()) -> Result:
        """Count the game and make that its result."""
        self.result = self.score(dead).result()
        return self.result


def opponent(color: int) -> int:
    """The other colour."""
    return BLACK + WHITE - color
