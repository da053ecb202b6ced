"""Events of engines: played by the match runner, killed and resumed, faults and people among them."""

import contextlib
import io
import os
import random
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import EventError, StoreError
from engine.match.runner import Runner
from engine.match.store import Store
from engine.match.workers import LocalWorkers
from engine.tournament import playing, screen
from engine.tournament.cli import REFUSED, run
from engine.tournament.director import Director
from engine.tournament.event import load
from engine.tournament.export import as_json
from engine.tournament.journal import MemoryJournal, StoreJournal
from engine.tournament.model import Key, outcome
from engine.tournament.report import html_report, write_papers
from engine.tournament.standings import standings
from engine.tournament.venue import Venue
from tests.tournament.helpers import toml

ROOT = Path(__file__).parents[2]
FAKE = ROOT / "tests" / "fakes" / "go_engine.py"


def fake(name: str, *options: str) -> dict[str, str]:
    command = shlex.join([sys.executable, str(FAKE), "--seed", "{seed}", "--moves", "4"])
    return {"name": name, "engine": " ".join([command, *options])}


def event_file(tmp_path: Path, kind: str, players: list[dict[str, str]], **changes: dict[str, object]) -> Path:
    changes.setdefault("play", {})
    changes["play"] = {"size": 5, "openings": "random:3"} | changes["play"]
    changes.setdefault("time", {"limit": "3600"})
    path = tmp_path / "event.toml"
    path.write_text(toml(kind, players, **changes), encoding="utf-8")
    return path


def play(venue: Venue, slots: int = 2) -> playing.Ended:
    with contextlib.closing(LocalWorkers(slots)) as team:
        return playing.run(venue, team)


def test_engines_play_a_swiss_event_to_its_papers(tmp_path: Path) -> None:
    path = event_file(tmp_path, "swiss", [fake(f"F{n}") for n in range(1, 5)], system={"rounds": 2})
    with Venue.begin(path, tmp_path / "ev") as venue:
        assert play(venue) == playing.Ended("finished")
        write_papers(venue)
        assert len(list((tmp_path / "ev" / "games").glob("*.sgf"))) == 4
        state = venue.director.state
        assert sum(line.wins for line in standings(state).lines) == 4
        assert all(Store.read(tmp_path / "ev").result(venue.game_id(key)) for key in state.outcomes)
    papers = {p.name for p in (tmp_path / "ev").iterdir()}
    assert {"report.html", "rounds.html", "regulations.md", "summary.json", "event.db"} <= papers


@pytest.mark.parametrize(
    ("options", "reason"),
    [(("--mode", "crash", "--after", "2"), "crash"), (("--mode", "garbage", "--after", "2"), "protocol"),
     (("--mode", "resign", "--after", "2"), "resign"), (("--mode", "suicide", "--after", "1"), "")],
)  # fmt: skip
def test_a_faulty_engine_loses_and_the_event_goes_on(tmp_path: Path, options: tuple[str, ...], reason: str) -> None:
    path = event_file(tmp_path, "round-robin", [fake("Bad", *options), fake("F2"), fake("F3")])
    with Venue.begin(path, tmp_path / "ev") as venue:
        assert play(venue).how == "finished"
        state = venue.director.state
        assert len(state.outcomes) == 3
        lost = [r.reason for key, r in state.outcomes.items() if 1 in (state.game(key).black, state.game(key).white)]
        assert not reason or lost == [reason, reason]


@pytest.mark.article(25, "2")
@pytest.mark.article(28, "I")
def test_warnings_of_the_runner_part_ties(tmp_path: Path) -> None:
    """Two that are level at no point each: the one that the runner warned twice stands behind (28.I B)."""
    players = [fake("Void", "--mode", "occupied"), fake("Gone", "--mode", "resign"), fake("Good")]
    path = event_file(tmp_path, "gauntlet", players, system={"challenger": "Good"})
    with Venue.begin(path, tmp_path / "ev") as venue:
        assert play(venue).how == "finished"
        state = venue.director.state
        assert state.warnings == {1: 2}
        noted = [note for note in state.notes if note["kind"] == "warning"]
        assert [note["article"] for note in noted] == ["25.1"] * 2 and noted[0]["key"] in ([1, 1, 1], [2, 1, 1])
        assert [(line.name, line.cells["warnings"].value) for line in standings(state).lines] == [
            ("Good", 0), ("Gone", 0), ("Void", -2),
        ]  # fmt: skip
        assert "<td>warning</td><td>25.1</td>" in html_report(state)
    with Venue.open(tmp_path / "ev") as venue:  # the log alone has them
        assert playing.reconcile(venue) == 0 and venue.director.state.warnings == {1: 2}


def test_a_result_that_the_log_lacks_is_entered_with_its_warnings(tmp_path: Path) -> None:
    path = event_file(tmp_path, "gauntlet", [fake("Void", "--mode", "occupied"), fake("Good")],
                      system={"challenger": "Good"})  # fmt: skip
    with Venue.begin(path, tmp_path / "ev") as venue:
        play(venue)
        rows = StoreJournal(venue.store).rows()
        kept = MemoryJournal([row for row in rows if row.kind not in ("result", "close")])
        venue.director = Director(venue.event, kept)
        assert not venue.director.state.warnings
        assert playing.reconcile(venue) == 1 and venue.director.state.warnings == {1: 2}


FAULTS = {
    "crash": "crash", "nostart": "crash", "hang": "time", "slow": "time", "occupied": "illegal", "garbage": "protocol",
    "flood": "score", "wrong-score": "score", "never-pass": "score",
}  # fmt: skip
"""What each fake does wrong, and how its game ends; those that break no rule are counted."""


def test_every_fault_ends_in_its_result_and_the_event_goes_on(tmp_path: Path) -> None:
    """One good engine against each fake in turn; who answers late or never has a clock of its own to run out."""
    players = [fake("Good")]
    for mode in FAULTS:
        options = ("--seconds", "3") if mode == "slow" else ()
        clock = {"time": "1"} if mode in ("hang", "slow") else {}
        players.append(fake(mode, "--mode", mode, *options) | clock)
    path = event_file(tmp_path, "gauntlet", players, system={"challenger": "Good"}, time={"limit": "none"})
    with Venue.begin(path, tmp_path / "ev") as venue:
        assert play(venue).how == "finished"
        state = venue.director.state
        ended = {}
        for key, outcome in state.outcomes.items():
            game = state.game(key)
            assert game is not None
            names = {state.players[game.black].name, state.players[game.white].name} - {"Good"}
            ended[names.pop()] = outcome.reason
            if outcome.reason != "score":
                assert state.players[game.black if outcome.black else game.white].name == "Good"
        assert ended == FAULTS


def test_an_engine_that_does_not_start_is_found_before_the_games(tmp_path: Path) -> None:
    path = event_file(tmp_path, "round-robin", [fake("F1"), fake("Dead", "--mode", "nostart")])
    assert [line.split(":")[0] for line in playing.check(load(path))] == ["Dead"]
    assert run(["run", str(path), "--out", str(tmp_path / "ev")]) == REFUSED
    assert not (tmp_path / "ev").exists()


def test_people_and_engines_in_one_event(tmp_path: Path) -> None:
    path = event_file(tmp_path, "round-robin", [fake("F1"), fake("F2"), {"name": "Person"}])
    with Venue.begin(path, tmp_path / "ev") as venue:
        ended = play(venue)
        assert ended.how == "waiting" and "Person" in ended.why
        assert len(venue.director.state.outcomes) == 1
        for game in venue.director.state.open_games():
            venue.director.result(game.key, outcome("B+R"))
        assert play(venue).how == "finished"


def test_two_players_share_an_opening_for_both_colours(tmp_path: Path) -> None:
    path = event_file(tmp_path, "round-robin", [fake("F1"), fake("F2"), fake("F3")], system={"cycles": 4})
    with Venue.begin(path, tmp_path / "ev") as venue:
        while venue.director.advance(ahead=True).__class__.__name__ == "Publish":
            pass
        hall = playing.Hall(venue)
        jobs = [hall.job(game) for game in venue.director.state.open_games()]
    met: dict[frozenset[str], list[tuple[str, str]]] = {}
    for job in jobs:
        met.setdefault(frozenset((job.black.name, job.white.name)), []).append((job.black.name, job.opening.name))
    assert len(met) == 3
    for games in met.values():
        names = [name for _, name in games]
        assert names[0] == names[1] and names[2] == names[3] != names[0]
        assert games[0][0] != games[1][0] and games[2][0] != games[3][0]
    assert len({job.seed for job in jobs}) == len(jobs)


def test_results_in_the_store_that_the_log_lacks_are_entered(tmp_path: Path) -> None:
    """Killed after the game was stored and before the log had it."""
    path = event_file(tmp_path, "round-robin", [fake("F1"), fake("F2")])
    with Venue.begin(path, tmp_path / "ev") as venue:
        venue.director.advance()
        hall = playing.Hall(venue)
        game = venue.director.state.open_games()[0]
        with contextlib.closing(LocalWorkers(1)) as workers:
            Runner(venue.store, workers).run([hall.job(game)])
    with Venue.open(tmp_path / "ev") as venue:
        assert venue.director.state.outcomes == {}
        assert playing.reconcile(venue) == 1 and playing.reconcile(venue) == 0
        assert play(venue).how == "finished"


def test_an_event_is_begun_once_and_its_beginning_may_be_cut_off(tmp_path: Path) -> None:
    path = event_file(tmp_path, "swiss", [fake("F1"), fake("F2")], system={"rounds": 1})
    Store.create(tmp_path / "ev").close()  # killed here: nothing says yet what the folder is for
    with pytest.raises(EventError, match="holds no tournament"):
        Venue.open(tmp_path / "ev")
    with Venue.begin(path, tmp_path / "ev"):
        pass
    with pytest.raises(StoreError, match="already holds an event"):
        Venue.begin(path, tmp_path / "ev")


# ---- killed at any moment ----


def command(folder: Path, path: Path) -> list[str]:
    begun = (folder / "event.db").exists() and knows_its_event(folder)
    words = ["resume", str(folder)] if begun else ["run", str(path), "--out", str(folder)]
    return [sys.executable, "-m", "engine.tournament.cli", *words, "--concurrency", "2", "--no-check"]


def knows_its_event(folder: Path) -> bool:
    try:
        with Store.read(folder) as store:
            return store.meta("kind") == "tournament"
    except StoreError:
        return False


def finish(folder: Path, path: Path) -> None:
    done = subprocess.run(command(folder, path), cwd=ROOT, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stderr


def facts(folder: Path) -> tuple[str, dict[str, list[tuple[int, int]]]]:
    """Return pairings, results and standings, and the moves of every game."""
    with Venue.read(folder) as venue:
        moves = {str(r.id): [(m.color, m.point) for m in r.moves] for r in venue.store.records()}
        assert venue.store.pending() == []
        return as_json(venue.director.state), moves


def kill_and_finish(folder: Path, path: Path, kills: int, seed: int) -> int:
    rnd, cut = random.Random(seed), 0
    for _ in range(kills):
        run = subprocess.Popen(
            command(folder, path),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            run.wait(rnd.uniform(0.4, 3.0))
        except subprocess.TimeoutExpired:
            os.kill(run.pid, signal.SIGKILL)
            cut += 1
        run.wait()
    finish(folder, path)
    return cut


def double_round_robin(tmp_path: Path, players: int) -> Path:
    return event_file(tmp_path, "round-robin", [fake(f"F{n}") for n in range(players)], system={"cycles": 2})


def test_an_event_killed_at_random_moments_ends_in_the_same_table(tmp_path: Path) -> None:
    path = event_file(tmp_path, "swiss", [fake(f"F{n}") for n in range(4)], system={"rounds": 3})
    finish(tmp_path / "quiet", path)
    assert kill_and_finish(tmp_path / "killed", path, kills=3, seed=3) >= 1
    assert facts(tmp_path / "killed") == facts(tmp_path / "quiet")


@pytest.mark.soak
def test_an_event_of_30_games_killed_50_times_ends_in_the_same_table(tmp_path: Path) -> None:
    path = double_round_robin(tmp_path, 6)
    finish(tmp_path / "quiet", path)
    cut = sum(kill_and_finish(tmp_path / f"killed{n}", path, kills=5, seed=n) for n in range(10))
    assert cut >= 25
    for n in range(10):
        assert facts(tmp_path / f"killed{n}") == facts(tmp_path / "quiet")


@contextlib.contextmanager
def one_game_played(tmp_path: Path) -> Iterator[tuple[Venue, Key]]:
    """A round in which the two engines have played and the two people have not."""
    entries = [fake("F1"), {"name": "Person"}, fake("F2"), {"name": "Other"}]
    path = event_file(tmp_path, "swiss", entries, system={"rounds": 1, "order": "numbers"})
    with Venue.begin(path, tmp_path / "ev") as venue:
        assert play(venue).how == "waiting"
        (key,) = venue.director.state.outcomes
        yield venue, key


def test_a_game_declared_void_is_played_again_with_an_id_and_a_seed_of_its_own(tmp_path: Path) -> None:
    """Cut off before the replay is entered, the next start enters it; the old record stays and counts no more."""
    with one_game_played(tmp_path) as (venue, key):
        first = venue.game_id(key)
        venue.director.void(key)
        second = venue.game_id(key)
        assert (first.event, second.event) == ("Test-event", "Test-event.2")
        (game,) = [g for g in venue.director.state.open_games() if g.key == key]
        job = playing.Hall(venue).job(game)
        with contextlib.closing(LocalWorkers(1)) as team:
            assert Runner(venue.store, team).run([job])  # killed before the log has it
        assert playing.reconcile(venue) == 1
        seeds = {venue.store.record(id).seed for id in (first, second)}
        assert len(seeds) == 2
        assert len(list((tmp_path / "ev/games").glob("*.sgf"))) == 2
        assert venue.record_path(key).name == f"{second}.sgf"
        assert play(venue).how == "waiting"


def test_a_void_game_may_get_its_result_by_hand_instead(tmp_path: Path) -> None:
    with one_game_played(tmp_path) as (venue, key):
        venue.director.void(key)
        venue.director.result(key, outcome("B+R"))
        assert play(venue).how == "waiting"
        assert venue.director.state.outcomes[key].reason == "resign"
        assert len(venue.store.results()) == 1


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_games_under_way_and_standings_are_shown_on_a_terminal(tmp_path: Path) -> None:
    pytest.importorskip("rich", reason="the extra [events] is not installed")
    path = event_file(tmp_path, "round-robin", [fake(f"F{n}") for n in range(2)])
    stream = Screen()
    with contextlib.closing(LocalWorkers(1)) as team, Venue.begin(path, tmp_path / "ev") as venue:
        with screen.view(stream) as watch:
            assert isinstance(watch, screen.TerminalView)
            assert playing.run(venue, team, watch).how == "finished"
        words = stream.getvalue()
        for text in ("Test event", "0 of 1", "1 of 1", "playing", "F0 v F1", "ended", "Points 2"):
            assert text in words
        assert isinstance(screen.view(Screen(), plain=True), screen.PlainView)


def test_lines_for_a_pipe_say_how_far_the_event_is(tmp_path: Path) -> None:
    path = event_file(tmp_path, "round-robin", [fake(f"F{n}") for n in range(2)])
    stream = io.StringIO()
    with (
        contextlib.closing(LocalWorkers(1)) as team,
        Venue.begin(path, tmp_path / "ev") as venue,
        screen.view(stream) as watch,
    ):
        assert playing.run(venue, team, watch).how == "finished"
    assert stream.getvalue().startswith("[1/1] Test-event-1-1-1: F")
