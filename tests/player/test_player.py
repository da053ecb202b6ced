"""The player over a scripted search: time, signals, reports; and over the real one: sense and legality."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import Settings
from engine.game.game import Game
from engine.game.rules import by_name
from engine.player import judges
from engine.player import player as module
from engine.player.budget import Budget
from engine.player.levels import level
from engine.player.player import Player
from engine.player.report import Choice, MoveReport, Report
from engine.player.stop import StopSignal
from engine.player.wish import Wish
from gocore import BLACK, WHITE
from tests.patience import PATIENCE
from tests.player.scripted import CLEAR, CLOSE, Choices, Clock, Scripted, row


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Give the player a clock of our own, and let it look at its search often."""
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    monkeypatch.setattr(module, "POLL_S", 0.001)
    return made


def player(report: Report, **options: object) -> tuple[Player, Scripted]:
    search = Scripted(report)
    return Player(Settings().with_(options), search), search


@pytest.mark.parametrize(
    ("report", "budget", "before", "ends_s"),
    [
        (CLEAR, Budget(3_000, 4_000), 1.5, 1.6),  # half of its time is not enough for the second to catch up
        (CLEAR, Budget(600, 600, saves=False), 0.59, 0.6),  # time that is lost anyway is used
        (replace(CLOSE, point=41, moves=(row(41, 510, 0.55), row(40, 490, order=1))), Budget(300, 800), 0.29, 0.3),
        (
            CLOSE,
            Budget(300, 800),
            0.29999,
            None,
        ),  # a look just before the target ends nothing that would go on after it
        (CLOSE, Budget(300, 800), 0.79, 0.81),  # the better by its win rate may still come to lead
        (CLEAR, Budget(visits=9), 3600.0, None),
    ],
)
def test_when_thinking_may_end(report: Report, budget: Budget, before: float, ends_s: float | None) -> None:
    one, search = player(report)
    assert not one._may_end(budget, search, before)
    assert ends_s is None or one._may_end(budget, search, ends_s)


def test_a_clear_choice_stops_early(clock: Clock) -> None:
    one, clock.search = player(CLEAR)
    one.choose(Game.new(9), Budget(300_000, 400_000))
    assert clock.search.stopped == [True]
    assert 150 < clock.now < 160


def test_a_close_choice_takes_more_than_the_target_but_not_more_than_the_most(clock: Clock) -> None:
    one, clock.search = player(CLOSE)
    one.choose(Game.new(9), Budget(300_000, 800_000))
    assert 800 <= clock.now < 810
    assert clock.search.seen[0][2] == 800_000


def test_a_signal_ends_it_also_one_that_came_before() -> None:
    one, search = player(CLOSE)
    stop, hour = StopSignal(), Budget(3_600_000, 3_600_000)
    signal = threading.Thread(target=lambda: search.running.wait(PATIENCE) and stop.set())
    signal.start()
    one.choose(Game.new(9), hour, stop=stop)
    signal.join()
    one.choose(Game.new(9), hour, stop=stop)
    assert search.stopped == [True, True]


def test_reports_come_each_interval_from_the_calling_thread(clock: Clock) -> None:
    one, clock.search = player(CLOSE)
    clock.step, stop = 0.005, StopSignal()
    threads: set[threading.Thread] = set()
    times: list[float] = []

    def note(report: Report) -> None:
        threads.add(threading.current_thread())
        times.append(clock.now)
        if len(times) == 5:
            stop.set()

    one.choose(Game.new(9), Budget(3_600_000, 3_600_000), note, interval_ms=100, stop=stop)
    assert threads == {threading.current_thread()}
    assert times == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5], abs=0.02)


def test_a_report_that_finds_no_reader_leaves_no_search_behind() -> None:
    one, search = player(CLOSE)

    def fail(report: Report) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        one.analyse(Game.new(9), fail, interval_ms=10, stop=StopSignal())
    assert search.seen and not search.running.is_set()
    assert not [thread for thread in threading.enumerate() if thread.name == "search"]


def test_an_analysis_that_is_over_before_it_began_searches_nothing() -> None:
    one, search = player(CLOSE)
    stop = StopSignal()
    stop.set()
    assert one.analyse(Game.new(9), lambda report: None, stop=stop) == Report(BLACK, 0, 0.5)
    assert search.seen == []


def test_limits_color_and_points_reach_the_search() -> None:
    one, search = player(CLOSE, visits=77)
    one.choose(Game.new(9), Budget(50, 60, 77), color=WHITE, wish=Wish(only=frozenset({3, 4})))
    assert search.seen == [(WHITE, 77, 60, frozenset([3, 4]))]
    assert one.default_budget() == Budget(visits=77)
    assert player(CLOSE, time_per_move=0.2)[0].default_budget() == Budget(200, 200)


def test_a_fault_of_the_search_is_not_hidden() -> None:
    one = Player(Settings(), Scripted(CLEAR, ValueError("broken")))
    with pytest.raises(ValueError, match="broken"):
        one.choose(Game.new(9), Budget(100, 100))
    assert one.stopgap(Game.new(9), WHITE).point in range(81)


def test_resignation_needs_a_lost_game_that_is_under_way() -> None:
    lost = Report(BLACK, 1000, 0.02, (row(80, 1000, 0.02),), point=80)
    one, _ = player(lost)
    game = Game.new(9)
    assert not one.choose(game, Budget(20, 20)).resigns
    for point in range(0, 40, 2):
        game.play(point)
    assert one.choose(game, Budget(20, 20)).resigns
    assert not player(lost, resign=0)[0].choose(game, Budget(20, 20)).resigns
    hardly = Report(BLACK, 10, 0.02, (row(80, 10, 0.02),), point=80)
    assert not player(hardly)[0].choose(game, Budget(20, 20)).resigns


def test_second_looks_take_half_of_what_a_clock_leaves(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECOND_LOOK", Budget(10**6, 10**6, 64))
    passing, playing = Report(BLACK, 1, 0.5, (row(81, 1),), point=81), Report(BLACK, 60, 0.9, (row(40, 60),), point=40)
    search = clock.search = Choices(passing, playing, passing)
    Player(Settings(seed=1), search).choose(Game.new(9), Budget(100_000, 300_000, clocked=True))
    limits = [limit for _, _, limit, _ in search.seen]
    assert limits[0] == 300_000
    assert len(limits) == 3 and limits[1] == limits[2]
    assert limits[1] is not None and 95_000 <= limits[1] <= 100_000


def test_where_no_point_is_legal_it_passes_without_a_search() -> None:
    one, search = player(CLEAR)
    choice = one.choose(Game.new(1))
    assert (choice.point, search.seen) == (1, [])
    assert one.stopgap(Game.new(1), BLACK).point == 1


def test_pondering_ends_when_anything_is_asked() -> None:
    one, search = player(CLEAR)
    one.ponder(Game.new(9))
    assert search.running.wait(PATIENCE)
    one.choose(Game.new(9), Budget(20, 20))
    assert len(search.seen) == 2
    one.ponder(Game.new(9))
    one.close()
    assert not search.running.is_set()


def test_open_takes_options_by_name() -> None:
    one = Player.open(visits=20, threads=1, seed=1, net="none", variety=0)
    game = Game.new(5)
    choice = one.choose(game)
    assert game.position.is_legal(choice.point)
    assert choice.report.visits >= 20
    assert choice.report.best is not None
    assert choice.report.best.pv[0] == choice.point
    assert game.moves == []
    one.close()


def test_a_new_game_waits_for_the_net(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(settings: Settings, say: object) -> None:
        begun.set()
        may_end.wait(PATIENCE)

    monkeypatch.setattr(judges, "net_path", lambda settings: Path("slow.onnx"))
    monkeypatch.setattr(judges, "open_judge", slow)
    monkeypatch.setattr(module, "OPENING_S", PATIENCE)
    one = Player.open(threads=1, visits=5)
    one.settle()  # nothing is being opened: no wait
    one.warm()
    assert begun.wait(PATIENCE)
    threading.Timer(0.1, may_end.set).start()
    one.settle()
    assert may_end.is_set()
    one.searcher(Game.new(9))
    one.close()


def test_one_visit_plays_what_the_judge_thinks_first() -> None:
    game = Game.new(9)
    moves = [Player.open(visits=1, threads=1, seed=seed, net="none").choose(game) for seed in (1, 2)]
    assert moves[0].point == moves[0].report.point
    assert game.position.is_legal(moves[0].point)
    assert moves[0].report.moves == ()


def test_a_level_changed_while_running_changes_the_judge(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(judges, "PACKAGED", tmp_path / "tianyuan.onnx")
    (tmp_path / "tianyuan.onnx").write_bytes(b"no net")
    said: list[str] = []
    one = Player.open(threads=1, visits=5, level=3)
    one.say = said.append
    one.searcher(Game.new(9))
    assert said == []
    one.configure(one.settings.with_({"level": 20}))
    one.searcher(Game.new(9))
    assert len(said) == 1
    one.close()


def test_the_real_search_captures_a_big_group_at_once() -> None:
    game = Game.new(5)
    for color, text in ((BLACK, (0, 1, 2, 8, 7)), (WHITE, (5, 6, 10, 11, 12, 13, 3))):
        for point in text:
            game.play(point, color)
    one = Player.open(visits=400, threads=1, seed=1, net="none")
    assert one.choose(game, color=WHITE).point == 9
    one.close()


def test_options_that_the_search_is_built_from_build_it_anew() -> None:
    one = Player.open(threads=1, net="none", visits=5)
    game = Game.new(9)
    before = one.searcher(game)
    one.configure(one.settings.with_({"visits": 9}))
    assert one.searcher(game) is before
    one.configure(one.settings.with_({"threads": 2}))
    assert one.searcher(game) is not before
    one.close()


def test_white_gets_what_the_rules_give_for_a_handicap() -> None:
    one, search = player(CLEAR)
    game = Game.new(9, rules=by_name("chinese"))
    game.place_handicap([20, 60, 24])
    one.choose(game, Budget(20, 20))
    assert search.bonus2 == 6
    one.choose(Game.new(9), Budget(20, 20))
    assert search.bonus2 == 0


def test_a_low_level_looks_at_little_and_a_full_one_at_all() -> None:
    one, search = player(CLOSE, level=1)
    one.choose(Game.new(9), Budget(20, 20))
    assert search.seen[-1][1] == level(1).visits
    one.configure(one.settings.with_({"level": 20}))
    one.choose(Game.new(9), Budget(20, 20))
    assert search.seen[-1][1] is None


def test_variety_chooses_among_equals_in_the_opening_and_not_after() -> None:
    even = Report(BLACK, 1000, 0.5, (row(40, 500), row(41, 499, order=1)), point=40)
    player = Player(Settings(seed=1, variety=1.0), Scripted(even))
    one = Budget(1, 1)
    game = Game.new(9)
    game.setup(black=(0, 8, 72, 80), to_move=BLACK)  # in no book
    sides = {31, 39, 41, 49}  # next to the centre, the same but for turning the board
    assert {player.choose(game, one).point for _ in range(40)} == {40} | sides
    held = Wish(only=frozenset({40, 41, 49}))
    assert {player.choose(game, one, wish=held).point for _ in range(40)} == {40, 41, 49}
    never = Player(Settings(seed=1, variety=0.0), Scripted(even))
    assert {never.choose(game, one).point for _ in range(20)} == {40}
    for point in range(9, 23):
        game.play(point)
    assert {player.choose(game, one).point for _ in range(20)} == {40}
    problem = Game.new(9)
    problem.setup(black=range(7), white=range(70, 77))
    assert {player.choose(problem, one).point for _ in range(20)} == {40}, "a problem that was set up is no opening"


def test_more_visits_than_the_core_counts_to_are_no_fault() -> None:
    stop = StopSignal()
    choice = Player.open(threads=1, net="none", memory=16).choose(
        Game.new(9),
        Budget(visits=10**12),
        lambda report: stop.set() if report.visits > 1 else None,
        interval_ms=10,
        stop=stop,
    )
    assert choice.report.visits > 1


def test_the_line_of_a_choice_is_that_of_the_move_played() -> None:
    best, other = MoveReport(40, 9, 0.5, 0.5, 0.1, 0, (40, 41)), MoveReport(30, 5, 0.5, 0.5, 0.1, 1, (30, 31, 32))
    report = Report(BLACK, 14, 0.5, (best, other), point=40)
    assert Choice(BLACK, 30, False, report, 0).line == (30, 31, 32)
    assert Choice(BLACK, 32, False, report, 0).line == ()


def test_a_tree_that_memory_has_no_room_for_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def search(seed: int, threads: int, memory_mb: int, judge: object = None) -> Scripted:
        asked.append(memory_mb)
        if memory_mb > 100:
            raise MemoryError
        return Scripted(CLEAR)

    monkeypatch.setattr("engine.player.player.CoreSearcher", search)
    player, said = Player(Settings(memory=1000, net="none", variety=0.0)), []
    player.say = said.append
    assert player.choose(Game.new(9), Budget(1, 1)).point == 40
    assert asked == [1000, 500, 250, 125, 62]
    assert said == ["memory: 1000 MiB cannot be had; the search tree takes 62 MiB"]
    monkeypatch.setattr("engine.player.player.CoreSearcher", lambda *_: (_ for _ in ()).throw(MemoryError))
    with pytest.raises(MemoryError):
        Player(Settings(net="none")).choose(Game.new(9), Budget(1, 1))


# --- what a program sees ----------------------------------------------------------------------------------------


def test_the_package_offers_what_a_program_needs_and_loads_it_when_asked() -> None:
    import engine

    assert engine.Player is Player and engine.Game is Game
    assert set(engine.__all__) == {"Game", "Player", "__version__"}
    with pytest.raises(AttributeError, match="no attribute 'Elo'"):
        _ = engine.Elo  # type: ignore[attr-defined]


def test_an_analysis_without_a_signal_takes_what_a_move_takes() -> None:
    seen: list[Report] = []
    one = Player.open(net="none", visits=50, threads=1)
    last = one.analyse(Game.new(5), seen.append)
    one.close()
    assert last.visits >= 50 and last.moves
