"""The table: a whole game by script, without a terminal, an engine or a clock that runs by itself."""

from pathlib import Path

import pytest

from engine import sgf
from engine.coords import parse_vertex
from engine.errors import GameError
from engine.game import rules
from engine.game.clock import Clock
from engine.game.game import Game
from engine.game.referee import EventRules, Referee, events
from engine.game.timespec import TimeSpec
from engine.play import saved
from engine.play.seats import EngineSeat
from engine.play.table import Table
from engine.player.report import Choice, Report
from gocore import BLACK, WHITE, Position
from tests.game.boards import game as on_figure
from tests.game.figures import FIGURES


class Script:
    """A screen that types what it was given and remembers what it was shown; each line takes `step` ms."""

    def __init__(self, lines: list[str], step: int = 1_000) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []
        self.boards = 0
        self.time = 0
        self.step = step

    def board(self, position: Position, last: int | None) -> None:
        self.boards += 1

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> None:
        self.shown.append(prompt)

    def line(self, seconds: float) -> str | None:
        self.time += self.step
        if not self.lines:
            raise EOFError
        typed = self.lines.pop(0)
        if typed == "^C":
            raise KeyboardInterrupt
        return None if typed == "..." else typed

    def said(self, part: str) -> bool:
        return any(part in text for text in self.shown)


class Puppet:
    """A player that plays what it was given, then passes; it calls given stones dead."""

    def __init__(self, points: list[int], dead: list[int], resigns: bool = False) -> None:
        self.points, self.dead, self.resigns = points, dead, resigns

    def choose(self, game: Game, budget: object, stop: object = None) -> Choice:
        color = game.position.to_move
        point = self.points.pop(0) if self.points else game.pass_point
        return Choice(color, point, self.resigns, Report(color, 1, 0.5), 1)

    def statuses(self, game: Game) -> object:
        return type("Found", (), {"dead_points": [p for p in self.dead if game.position[p]]})()


def table(
    tmp_path: Path, lines: list[str], puppet: Puppet | None = None, spec: str = "", strict: bool = False
) -> tuple[Table, Script]:
    """A 5x5 table; the puppet plays White, or people play both sides."""
    game = Game.new(5, rules=rules.by_name("chinese-1988"), komi2=0)
    clock = Clock(TimeSpec.parse(spec)) if spec else None
    ref = Referee(game, clock, EventRules(max_resumptions=3, undo=True), "play")
    script = Script(lines)
    seats = {WHITE: EngineSeat(puppet)} if puppet is not None else {}  # type: ignore[arg-type]
    return Table(ref, seats, script, lambda: script.time, tmp_path / "game.sgf", strict), script


def test_a_game_against_the_engine_to_its_record(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["c3", "pass", "accept"], Puppet([6], [6]))
    assert made.run() == 0
    record = sgf.load(tmp_path / "game.sgf")[0].main_line()
    assert [move.point for move in record.moves] == [12, 6, 25, 25]
    assert record.result is not None
    assert record.result.sgf() == "B+25.0"
    assert script.said("Proposed as dead: B4")
    assert script.said("Black wins by 12 1/2 zi (25 points)")
    assert not saved.state_path(tmp_path / "game.sgf").exists()


def test_disputed_stones_are_played_out(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["c3", "pass", "dead none", "b3", "pass", "accept"], Puppet([6, 25, 25], [6]))
    assert made.run() == 0
    assert script.said("The engine does not agree")
    assert script.said("play goes on under strict superko")
    assert made.ref.state.resumptions == 1


def test_two_people_agree_or_play_on(tmp_path: Path) -> None:
    lines = ["c3", "b4", "pass", "pass", "play on", "pass", "pass", "dead b4", "dead none", "dead b4", "accept"]
    made, script = table(tmp_path, lines)
    assert made.run() == 0
    assert made.ref.score is not None
    assert made.ref.score.dead == (6,)
    assert script.said("Which stones are dead?")
    assert script.said("White (accept, dead ..., play on): ")


def test_what_cannot_be_done_is_said_and_changes_nothing(tmp_path: Path) -> None:
    lines = ["i5", "c9", "c3", "c3", "undo", "undo", "undo", "score", "time", "board", "help", "", "quit"]
    made, script = table(tmp_path, lines)
    assert made.run() == 1
    assert script.said("not a vertex: 'i5'")
    assert script.said("C9 is not on a 5x5 board")
    assert script.said("C3 is not allowed: occupied")
    assert script.said("1 move taken back")
    assert script.said("there is no move to take back")
    assert script.said("no engine sits at this table")
    assert script.said("this game has no clock")
    assert script.said("give the game up")
    assert made.ref.game.moves == []


def test_by_the_text_an_illegal_move_is_void(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["c3", "c3"], strict=True)
    assert made.run() == 1
    assert script.said("void move on a stone at C3, counted as a pass; White is warned, a second warning loses")
    assert made.ref.state.warnings[WHITE] == 1


def test_undo_takes_back_ones_own_last_move_and_the_answer(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["c3", "undo", "b2", "resign"], Puppet([6, 8], []))
    assert made.run() == 0
    assert [move.point for move in made.ref.game.moves] == [16, 8]
    assert script.said("White wins by resignation")


def test_the_engine_may_resign_and_estimate(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["score", "c3"], Puppet([], [], resigns=True))
    assert made.run() == 0
    assert script.said("as it stands, by the engine: Black 12 1/2 zi, White 12 1/2 zi")
    assert made.ref.result is not None
    assert made.ref.result.sgf() == "B+R"


def test_the_clock_is_called_and_ends_the_game(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["..."] * 61, spec="60c1")
    assert made.run() == 0
    assert script.said("[Black's clock] 30 seconds")
    assert script.said("[Black's clock] 10, overtime: loss")
    assert made.ref.result is not None
    assert made.ref.result.sgf() == "W+T"
    assert sgf.load(tmp_path / "game.sgf")[0].main_line().result == made.ref.result


@pytest.mark.parametrize("ending", [["^C"], []])
def test_a_game_that_is_left_goes_on_where_it_was(tmp_path: Path, ending: list[str]) -> None:
    made, script = table(tmp_path, ["c3", *ending], Puppet([6], []), spec="90+2x10")
    assert made.run() == 1
    assert script.said("tianyuan play --resume")
    again = saved.resume(tmp_path / "game.sgf")
    assert again.phase == "halted"
    assert again.clock is not None
    left = again.clock.left(BLACK, again.state.last_at).main_ms
    script.lines, script.time = ["time", "resign"], again.state.last_at + 500_000
    on = Table(again, made.seats, script, lambda: script.time, tmp_path / "game.sgf")
    assert on.run() == 0
    assert left - again.clock.banks[BLACK].main_ms <= 3_000
    assert [move.point for move in again.game.moves] == [12, 6]


def test_a_game_left_while_dead_stones_are_discussed_goes_on_there(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["pass", "pass", "nonsense", "dead a1", "board", "quit"])
    assert made.run() == 1
    assert script.said("dead stone at A1: the point is empty")
    assert script.said("one stone of a chain does")
    again = saved.resume(saved.state_path(tmp_path / "game.sgf"))
    assert again.phase == "stopped"
    script.lines = ["dead none", "accept"]
    assert Table(again, {}, script, lambda: script.time, tmp_path / "game.sgf").run() == 0


FIGURE_6 = ["C9", "E9", "D9", "F9"]


def eternal_life(tmp_path: Path, lines: list[str]) -> tuple[Table, Script]:
    """A table on Figure 6 under rules that leave a repetition to the referee; two full rounds are typed first."""
    figure = FIGURES["6"]
    game = on_figure(figure.diagram, figure.to_move, "stone-scoring")
    script = Script([*FIGURE_6 * 2, *lines])
    ref = Referee(game, None, EventRules(max_resumptions=3, undo=True), "play")
    return Table(ref, {}, script, lambda: script.time, tmp_path / "game.sgf"), script


@pytest.mark.article(20, "3")
@pytest.mark.parametrize(("word", "said", "sgf"), [("draw", "draw by a ruling", "0"), ("replay", "replayed", "Void")])
def test_people_rule_upon_a_repetition(tmp_path: Path, word: str, said: str, sgf: str) -> None:
    """The third occurrence stops the game, says why, and takes no other word than those it offers."""
    made, script = eternal_life(tmp_path, ["pass", word])
    assert made.run() == 0
    assert script.said("eternal life, situation repeated for the second time")
    assert script.said("Black and White (draw, replay, continue)")
    assert script.said("the game does not count and is played again")
    assert script.said(said)
    assert made.ref.result is not None
    assert made.ref.result.sgf() == sgf


@pytest.mark.article(20, "3")
def test_a_repetition_that_goes_on_is_asked_about_after_two_more_rounds(tmp_path: Path) -> None:
    made, script = eternal_life(tmp_path, ["continue", *FIGURE_6 * 2, "draw"])
    assert made.run() == 0
    assert len(made.ref.game.moves) == 16
    assert sum("(draw, replay, continue)" in text for text in script.shown) == 2


@pytest.mark.article(20, "3")
def test_a_game_left_while_a_repetition_is_ruled_upon_goes_on_there(tmp_path: Path) -> None:
    made, _ = eternal_life(tmp_path, ["board", "quit"])
    assert made.run() == 1
    again = saved.resume(tmp_path / "game.sgf")
    assert again.phase == "suspended"
    script = Script(["continue", "undo", "resign"])
    script.time = again.state.last_at
    assert Table(again, {}, script, lambda: script.time, tmp_path / "game.sgf").run() == 0
    assert script.said("The game is suspended: eternal life")
    assert len(again.game.moves) == 7


@pytest.mark.article(20, "3")
def test_two_engines_that_repeat_have_drawn(tmp_path: Path) -> None:
    made, _ = eternal_life(tmp_path, [])
    points = [parse_vertex(vertex, 9, 9) for vertex in FIGURE_6 * 2]
    seat = EngineSeat(Puppet(points, []))  # type: ignore[arg-type]
    made.seats = {BLACK: seat, WHITE: seat}
    assert made.run() == 0
    assert made.ref.result is not None
    assert made.ref.result.kind == "ruling_draw"


def test_a_game_with_a_sealed_move_is_not_for_this_table(tmp_path: Path) -> None:
    made, _ = table(tmp_path, [])
    made.ref.handle(events.Start(0))
    made.ref.handle(events.Adjourn(0))
    with pytest.raises(GameError, match="sealed move"):
        made.run()


@pytest.mark.article(8, "")
def test_nobody_is_asked_for_dead_stones_where_all_stones_count(tmp_path: Path) -> None:
    script = Script(["c3", "b4", "pass", "pass"])
    ref = Referee(Game.new(5, rules=rules.by_name("tromp-taylor"), komi2=0), None, EventRules(undo=True), "play")
    assert Table(ref, {}, script, lambda: script.time, tmp_path / "game.sgf").run() == 0
    assert ref.score is not None
    assert ref.score.dead == ()
    assert script.said("both sides have passed, all stones count as alive: draw")
    assert not script.said("(accept, dead")


def test_undo_says_whose_move_is_missing(tmp_path: Path) -> None:
    made, script = table(tmp_path, ["undo", "resign"], Puppet([], []))
    assert made.run() == 0
    assert script.said("there is no move of yours to take back")


def test_two_engines_need_nobody(tmp_path: Path) -> None:
    made, _ = table(tmp_path, [])
    seat = EngineSeat(Puppet([12, 6], [6]))  # type: ignore[arg-type]
    made.seats = {BLACK: seat, WHITE: seat}
    assert made.run() == 0
    assert made.ref.result is not None
    assert made.ref.result.sgf() == "B+25.0"
