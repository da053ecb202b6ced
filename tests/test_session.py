"""The session: values in, values out; what survives a new board; refusals that change nothing."""

import time
from dataclasses import replace

import pytest

from engine.config import Settings
from engine.errors import ClockError, ConfigError, GameError, HandicapError, RulesError
from engine.game import rules
from engine.game.game import Game
from engine.game.status import Statuses
from engine.game.timespec import TimeSpec
from engine.player import judges
from engine.player.budget import Budget
from engine.player.report import Choice, Report
from engine.player.stop import StopSignal
from engine.session import Session
from gocore import BLACK, WHITE, GoError, IllegalMove
from tests.patience import eventually

QUICK = Settings(size="5", visits=16, threads=1, seed=1, net="none")


@pytest.fixture
def session() -> Session:
    return Session(QUICK)


def test_the_start_follows_the_settings() -> None:
    made = Session(Settings(size="9x13", rules="aga", time="300+5x30"))
    assert (made.game.width, made.game.height, made.game.komi2, made.game.rules.name) == (9, 13, 15, "aga")
    assert made.spec == TimeSpec.parse("300+5x30")
    assert Session(Settings(komi="0.5")).game.komi2 == 1


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        (Settings(size="26"), ConfigError),
        (Settings(rules="x"), RulesError),
        (Settings(komi="7,5"), RulesError),
        (Settings(time="x"), ClockError),
    ],
)
def test_bad_settings_are_refused(settings: Settings, error: type[Exception]) -> None:
    with pytest.raises(error):
        Session(settings)


def test_komi_and_rules_survive_a_new_board(session: Session) -> None:
    session.set_komi2(13)
    session.set_rules(rules.by_name("japanese"))
    session.play(BLACK, 0)
    session.new_board(7, 6)
    assert (session.game.width, session.game.height) == (7, 6)
    assert (session.game.komi2, session.game.rules.name) == (13, "japanese")
    assert session.empty
    assert session.game.moves == []


def test_sequences_and_several_undos_are_all_or_nothing(session: Session) -> None:
    session.play_sequence([(BLACK, 0), (WHITE, 24), (BLACK, 25)])
    assert len(session.game.moves) == 3
    with pytest.raises(IllegalMove):
        session.play_sequence([(WHITE, 3), (BLACK, 0)])
    assert session.position[3] == 0
    with pytest.raises(GameError):
        session.undo(4)
    assert len(session.game.moves) == 3
    session.undo(3)
    assert session.empty


def test_handicaps(session: Session) -> None:
    session.new_board(9, 9)
    points = session.fixed_handicap(2)
    assert [session.position[p] for p in points] == [BLACK, BLACK]
    assert session.position.to_move == WHITE
    for call in (lambda: session.fixed_handicap(2), lambda: session.place_handicap([0, 1])):
        with pytest.raises(GameError):
            call()
    session.clear()
    with pytest.raises(HandicapError):
        session.free_handicap(1)
    assert len(session.free_handicap(999)) == 40


def test_a_position_set_up_is_whole_or_not_there(session: Session) -> None:
    session.play(BLACK, 12)
    with pytest.raises(GoError):
        session.set_position([0], [1, 5])
    assert session.position[12] == BLACK
    session.set_position([0], [1])
    assert [session.position[p] for p in (0, 1, 12)] == [BLACK, WHITE, 0]
    with pytest.raises(GameError):
        session.undo()


def test_choosing_commits_or_not_and_says_so(session: Session) -> None:
    noted: list[Choice] = []
    session.on_search = noted.append
    choice = session.choose(BLACK, StopSignal(), commit=False)
    assert session.empty
    assert session.last is None
    again = session.choose(BLACK, StopSignal())
    assert session.position[again.point] == BLACK
    assert session.last is again
    assert session.last_move is not None
    assert session.last_move.point == again.point
    assert noted == [choice, again]


def test_the_same_colour_may_choose_twice(session: Session) -> None:
    for _ in range(2):
        session.choose(WHITE, StopSignal())
    assert [move.color for move in session.game.moves] == [WHITE, WHITE]


def test_the_clock_decides_the_budget(session: Session) -> None:
    assert session.budget(BLACK) == Budget(visits=16)
    session.set_time(TimeSpec.parse("v500"))
    assert session.budget(BLACK) == Budget(visits=500)
    session.set_time(TimeSpec.parse("5s/move"))
    assert 4_000 < (session.budget(BLACK).max_ms or 0) < 5_000
    session.set_left(BLACK, 0, 0)
    assert (session.budget(BLACK).max_ms or 0) <= 5_000
    session.set_time(TimeSpec.parse("300"))
    session.set_left(WHITE, 2_000, 0)
    assert (session.budget(WHITE).max_ms or 0) < 1_000
    assert (session.budget(BLACK).max_ms or 0) > 1_000
    session.set_time(TimeSpec("none"))
    assert session.budget(BLACK) == Budget(visits=16)


def test_time_left_without_a_time_system_makes_one(session: Session) -> None:
    session.set_left(BLACK, 1_000, 0)
    assert (session.budget(BLACK).max_ms or 9_999) < 1_000
    assert session.budget(WHITE) == Budget(visits=16)
    session.set_left(WHITE, 10_000, 5)
    assert (session.budget(WHITE).target_ms or 9_999) <= 2_000


def test_our_own_moves_are_charged_and_a_new_game_gives_the_time_back() -> None:
    session = Session(QUICK.with_({"visits": None, "time_per_move": 0.05}))
    session.set_time(TimeSpec.parse("0.4"))
    session.choose(BLACK, StopSignal())
    assert session.clock.banks[BLACK].main_ms < 400
    session.clear()
    assert session.clock.banks[BLACK].main_ms == 400


def test_taking_over_a_record(session: Session) -> None:
    game = Game.new(9)
    game.play(40)
    session.take(game)
    assert session.position[40] == BLACK
    assert session.game.width == 9


def test_options_change_in_the_middle_of_a_game(session: Session) -> None:
    session.play(BLACK, 12)
    session.configure(session.settings.with_({"visits": 8}))
    assert session.budget(WHITE) == Budget(visits=8)
    assert session.position[12] == BLACK
    session.close()


def test_cleaning_up_takes_dead_stones_then_passes_and_answers_only_stones() -> None:
    """Two white groups with two eyes each and a dead black stone; afterwards an empty middle tempts nobody."""
    made = Session(replace(QUICK, visits=60))
    made.game.setup([12], [1, 5, 6, 7, 8, 9, 3, 15, 16, 17, 18, 19, 21, 23], to_move=WHITE)
    taken = [made.choose(WHITE, StopSignal(), cleanup=True).point]
    while made.position[12] == BLACK:
        made.choose(BLACK, StopSignal(), cleanup=True)
        taken.append(made.choose(WHITE, StopSignal(), cleanup=True).point)
    assert 25 not in taken
    made.game.play(25, BLACK)
    assert made.choose(WHITE, StopSignal(), cleanup=True).point == 25
    assert made.choose(BLACK, StopSignal(), cleanup=True).point == 25


def test_rules_without_agreement_know_no_dead_stones(session: Session) -> None:
    """Score and statuses agree: under Tromp-Taylor's rules all that stands on the board counts."""
    session.setup(black=[10, 11, 12, 13, 14], white=[2])
    assert session.statuses().dead_points == [2]
    assert session.score().dead == (2,)
    session.set_rules(rules.by_name("tromp-taylor"))
    assert session.statuses().dead_points == []
    assert (2,) in session.statuses().alive
    assert session.score().dead == ()


def timed_session(spec: str) -> Session:
    made = Session(QUICK)
    made.set_time(TimeSpec.parse(spec))
    return made


def most(made: Session) -> int:
    return made.budget(BLACK).max_ms or 0


def test_a_game_that_is_resumed_is_no_lag() -> None:
    """The first report is far below the settings, and moves are taken back between the next: nothing is learnt."""
    made = timed_session("60+3x3")
    made.set_left(BLACK, 30_000, 0)
    for _ in range(3):
        made.set_left(BLACK, 3_000, 3)
        assert 2_600 < most(made) < 3_000
        made.choose(BLACK, StopSignal())
        made.undo()


def lagging() -> Session:
    made = timed_session("60+3x3")
    made.set_left(BLACK, 60_000, 0)
    made.choose(BLACK, StopSignal())
    made.set_left(BLACK, 30_000, 0)
    made.set_left(BLACK, 3_000, 3)
    return made


def test_a_lag_that_was_learnt_leaves_half_a_period_and_new_settings_or_games_forget_it() -> None:
    assert 1_000 < most(lagging()) < 1_500
    made = lagging()
    made.set_time(TimeSpec.parse("60+3x3"))
    made.set_left(BLACK, 3_000, 3)
    assert most(made) < 1_500  # the same settings again say nothing new
    made.set_time(TimeSpec.parse("60+5x3"))
    made.set_left(BLACK, 3_000, 3)
    assert most(made) > 2_600
    made = lagging()
    made.clear()
    made.set_left(BLACK, 3_000, 3)
    assert most(made) > 2_600


def test_an_increment_is_credited_to_a_side_that_began_with_nothing() -> None:
    made = Session(QUICK)
    made.set_time(TimeSpec("fischer", 0, increment_ms=1_000))
    made.choose(BLACK, StopSignal())
    assert made.clock.banks[BLACK].main_ms >= 1_000


def test_cleaning_up_is_held_to_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What judging the dead takes is taken off the time for thinking, and less is judged where there is less time."""
    made = Session(replace(QUICK, visits=60))
    made.set_time(TimeSpec.parse("1s/move"))
    made.game.setup([12], [1, 5, 6, 7, 8, 9, 3, 15, 16, 17, 18, 19, 21, 23], to_move=WHITE)
    granted = made.budget(WHITE)
    efforts, budgets, dead = list[float](), list[Budget](), made.player.statuses

    def slow(game: Game, effort: float = 1.0) -> Statuses:
        efforts.append(effort)
        time.sleep(0.1)
        return dead(game, effort)

    def choose(game: Game, budget: Budget, *_: object, **__: object) -> Choice:
        budgets.append(budget)
        return Choice(WHITE, 25, False, Report(WHITE, 1, 0.5), 0)

    monkeypatch.setattr(made.player, "statuses", slow)
    monkeypatch.setattr(made.player, "choose", choose)
    made.choose(WHITE, StopSignal(), cleanup=True, commit=False)
    made.choose(WHITE, StopSignal(), commit=False)
    assert granted.max_ms is not None
    assert budgets[0].max_ms is not None
    assert budgets[0].max_ms <= granted.max_ms - 100
    assert 0 < efforts[0] < 0.6
    assert len(efforts) == 1


def test_what_was_thought_is_forgotten_with_its_move(session: Session) -> None:
    session.choose(BLACK, StopSignal())
    assert session.last is not None
    session.undo()
    assert session.last is None
    session.choose(BLACK, StopSignal())
    session.set_position([3], [4])
    assert session.last is None


def test_nobody_thinks_on_at_rest() -> None:
    made = Session(replace(QUICK, visits=None, ponder=True))
    made.ponder()
    eventually(lambda: made.player.searcher(made.game).snapshot().visits)
    made.rest()
    visits = made.player.searcher(made.game).snapshot().visits
    time.sleep(0.1)
    assert made.player.searcher(made.game).snapshot().visits == visits
    made.close()


def test_back_at_full_strength_the_net_is_opened_before_a_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int | None] = []

    def judge(settings: Settings, say: object) -> None:
        opened.append(settings.level)

    monkeypatch.setattr(judges, "open_judge", judge)
    made = Session(Settings(size="9", visits=4, threads=1, level=5))
    made.choose(BLACK, StopSignal())
    made.configure(made.settings.with_({"level": None}))
    assert opened[-1:] == ([None] if judges.PACKAGED.is_file() else opened[-1:])
    made.close()
