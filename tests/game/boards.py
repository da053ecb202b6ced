"""Small helpers for the tests of the rules: positions from diagrams, vertices, games and referees."""

from engine.coords import parse_vertex
from engine.game import rules
from engine.game.clock import Clock
from engine.game.game import Game
from engine.game.referee import EventRules, Referee, events
from engine.game.timespec import TimeSpec
from gocore import BLACK, Position, Rules
from tests.game.figures import Figure

SIMPLE = Rules(ko="simple")
STRICT = Rules()

FIVE = """
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
"""


EXAMPLE = """
. . X O .
. . X O O
X X X O .
X O X O O
X . X O .
"""
"""White B2 stands alone in Black's side: alive it counts (13, 11, 1), dead (15, 10, 0)."""


def position(diagram: str, to_move: int = BLACK, core: Rules = STRICT) -> Position:
    """Make a position from a diagram."""
    return Position.from_diagram(diagram, rules=core, to_move=to_move)


def game(diagram: str, to_move: int = BLACK, rule_set: str = "chinese-1988", komi2: int = 0) -> Game:
    """Make a game whose first step sets the diagram up."""
    start = Position.from_diagram(diagram)
    made = Game.new(start.width, start.height, rules.by_name(rule_set), komi2)
    black = [p for p in range(start.area) if start[p] == 1]
    white = [p for p in range(start.area) if start[p] == 2]
    made.setup(black, white, to_move=to_move)
    return made


def at(vertex: str, on: Position | Game) -> int:
    """Turn a vertex into a point of that board."""
    return parse_vertex(vertex, on.width, on.height)


def points(vertices: str, on: Position | Game) -> list[int]:
    """Turn vertices with spaces between into points."""
    return [at(vertex, on) for vertex in vertices.split()]


def referee(diagram: str = FIVE, to_move: int = BLACK, spec: str = "", komi2: int = 0, **laid_down: object) -> Referee:
    """Start a refereed game from a diagram; spec: a time control, none by default."""
    clock = Clock(TimeSpec.parse(spec)) if spec else None
    event_rules = EventRules(**laid_down)  # type: ignore[arg-type]
    ref = Referee(game(diagram, to_move, komi2=komi2), clock, event_rules, "test-game")
    ref.handle(events.Start(0))
    return ref


def play(ref: Referee, vertices: str, start_at: int | None = None, step: int = 0) -> list[str]:
    """Hand in moves in turn (`pass` among them), `step` ms apart; returns the outcomes."""
    now = ref.state.last_at if start_at is None else start_at
    outcomes = []
    for vertex in vertices.split():
        now += step
        player = ref.game.position.to_move
        point = at(vertex, ref.game)
        event = events.Pass(now, player) if point == ref.game.pass_point else events.Play(now, player, point)
        outcomes.append(ref.handle(event).outcome)
    return outcomes


def refereed(figure: Figure, policy: str) -> Referee:
    """A referee on a figure under a cycle policy."""
    return referee(figure.diagram, figure.to_move, policy=policy)
