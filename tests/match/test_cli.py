"""The verb: flags to a spec, a whole match on disk, resumed, stopped early, refused in one line."""

import io
import json
import shlex
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine import sgf
from engine.errors import ClockError, RulesError, SpecError
from engine.match.cli import parser, run, size_of, spec_of
from engine.match.event import Match
from engine.match.live import PlainView, TerminalView, game_line, view
from engine.match.record import GameId, GameRecord, Outcome, Reason
from engine.match.spec import MatchSpec, SprtSpec
from engine.match.store import Store
from engine.match.table import tabulate

FAKE = str(Path(__file__).parents[1] / "fakes" / "go_engine.py")
GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


def engine(name: str, *options: str) -> str:
    return f"{name}={shlex.join([sys.executable, FAKE, '--seed', '{seed}'])} {' '.join(options)}"


def spec(*flags: str) -> MatchSpec:
    return spec_of(parser().parse_args(["A=a", "B=b", "--out", "some/where", *flags]))


def test_flags_become_a_spec() -> None:
    words = (
        "--size 9x7 --komi 6.5 --rules japanese --time 300+5x30 --time2 1s/move --games 20 --resign 5:4 --lag 0.25"
        " --start 5 --stall 60 --move-limit 99 --at-limit none --seed 7 --openings random:6 --single"
        " --illegal void-pass --cycles draw --score tromp-taylor --sprt 0,30 --transcripts"
    )
    match = spec(*words.split())
    settings = match.settings
    assert (settings.width, settings.height, settings.komi2, settings.rules) == (9, 7, 13, "japanese")
    assert (settings.resign_below, settings.resign_moves, settings.lag_ms, settings.stall_ms) == (5.0, 4, 250, 60_000)
    assert settings.startup_ms == 5000
    assert (settings.illegal, settings.cycles, settings.score) == ("void-pass", "draw", "tromp-taylor")
    assert (settings.longest, settings.at_limit) == (99, "none")
    assert [e.time for e in match.engines] == ["", "1s/move"]
    assert (match.event, match.games, match.paired, match.seed) == ("where", 20, False, 7)
    assert match.sprt == SprtSpec(elo0=0, elo1=30)
    assert match.transcripts


def test_what_is_not_said_has_its_default() -> None:
    match = spec()
    assert (match.settings.komi2, match.settings.rules, match.settings.illegal) == (11, "chinese-1988", "loss")
    assert spec("--rules", "chinese").settings.komi2 == 15, "komi is the rule set's own"
    assert spec("--visits", "100").settings.time == "v100"


@pytest.mark.parametrize(
    ("flags", "error", "words"),
    [
        (["--komi", "7,5"], RulesError, "komi"),
        (["--rules", "chess"], RulesError, "chess"),
        (["--time", "soon"], ClockError, "soon"),
        (["--size", "9*9"], SpecError, "--size"),
        (["--size", "26"], SpecError, "26x26"),
        (["--resign", "x"], SpecError, "--resign"),
        (["--visits", "5", "--time", "60"], SpecError, "both"),
        (["--score", "guess"], SpecError, "agree"),
        (["--sprt", "9"], SpecError, "sprt"),
        (["--sprt", "0,1e308"], SpecError, "from -4000 to 4000"),
        (["--sprt", "nan,5"], SpecError, "sprt"),
        (["--resign", "nan"], SpecError, "resign"),
        (["--resign", "5:99999999"], SpecError, "resign_moves"),
        (["--komi", "nan"], RulesError, "komi"),
        (["--time", "1e400"], ClockError, "1e400"),
        (["--time", "0"], ClockError, "no time for the first move"),
        (["--time2", "0"], ClockError, "no time for the first move"),
    ],
)
def test_flags_that_are_wrong(flags: list[str], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        spec(*flags)


@pytest.mark.parametrize(
    ("flag", "values"),
    [
        ("--lag", ["nan", "inf", "1e400", "-1"]),
        ("--stall", ["nan", "inf", "1e308", "0"]),
        ("--games", ["0", "-1", "99999999999", "nan", "1e3"]),
        ("--opening-moves", ["-1", "1001"]),
        ("--handicap", ["-1", "626"]),
        ("--move-limit", ["-1"]),
        ("--visits", ["0"]),
        ("--seed", ["1e9", "9" * 30]),
        ("--concurrency", ["0", "10001"]),
    ],
)
def test_numbers_out_of_bounds_are_one_line(
    flag: str, values: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for value in values:
        with pytest.raises(SystemExit) as left:
            run(["A=a", "B=b", "--out", str(tmp_path / "ev"), flag, value])
        said = capsys.readouterr().err
        assert left.value.code == 2 and said.count("\n") == 1
        assert said.startswith(f"tianyuan match: argument {flag}: {value[:40]}: a ") and "is wanted" in said
    assert not (tmp_path / "ev").exists()


def test_sizes() -> None:
    assert (size_of("9"), size_of("9x7"), size_of("13:9")) == ((9, 9), (9, 7), (13, 9))


def short_match(folder: Path, *flags: str, games: int = 4) -> int:
    options = ["--size", "5", "--openings", "random:2", "--games", str(games), "--plain", "--out", str(folder)]
    return run([engine("A", "--moves 4"), engine("B", "--mode", "resign", "--after 3"), *options, *flags])


def test_a_match_leaves_its_files_and_can_be_made_longer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "first match"
    assert short_match(folder, "--transcripts") == 0
    out = capsys.readouterr().out
    assert "[4/4]" in out
    assert "A v B: 4-0-0 (100.0 %)" in out
    summary = json.loads((folder / "summary.json").read_text())
    assert (summary["wins"], summary["bins"]) == (4, [0, 0, 0, 0, 2])
    page = (folder / "report.html").read_text()
    assert "A v B: 4-0-0" in page
    assert len((folder / "games.csv").read_text().splitlines()) == 5
    assert len(list((folder / "transcripts").iterdir())) == 4
    for path in (folder / "games").iterdir():
        game = sgf.load(path)[0].main_line()
        winner = game.players[1 if game.result and game.result.winner == 1 else 2]
        assert winner == "A", "RE with PB and PW gives the table's winner"
    assert short_match(folder) == 2
    assert "already holds" in capsys.readouterr().err
    assert short_match(folder, "--resume", "--transcripts", games=6) == 0
    assert json.loads((folder / "summary.json").read_text())["wins"] == 6
    assert run(["--resume", "--out", str(folder), "--plain"]) == 0, "nothing is left to do"


def games_of(folder: Path) -> int:
    return Match.known(folder).games


def test_a_match_goes_on_as_the_flags_say_without_the_engines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "ev"
    assert short_match(folder, games=2) == 0
    assert run(["--resume", "--out", str(folder), "--plain", "--games", "4"]) == 0
    assert games_of(folder) == 4 and json.loads((folder / "summary.json").read_text())["games"] == 4
    capsys.readouterr()
    for flags, words in (
        (["--games", "2"], "--games 2: the match has 4 already; it can only become longer"),
        (["--size", "9", "--lag", "0.1"], "--lag, --size: a match that goes on keeps what it is"),
    ):
        assert run(["--resume", "--out", str(folder), *flags]) == 2
        said = capsys.readouterr().err
        assert words in said and said.count("\n") == 1
    assert games_of(folder) == 4
    assert run(["--resume", "--out", str(folder), "--plain", "--sprt", "0,900"]) == 0
    assert Match.known(folder).sprt == SprtSpec(elo0=0, elo1=900)


def test_the_whole_command_without_games_keeps_their_number(tmp_path: Path) -> None:
    folder = tmp_path / "ev"
    assert short_match(folder, games=2) == 0
    folder = folder.rename(tmp_path / "moved")
    words = [engine("A", "--moves 4"), engine("B", "--mode", "resign", "--after 3"), "--size", "5", "--plain"]
    assert run([*words, "--openings", "random:2", "--resume", "--out", str(folder)]) == 0
    assert (games_of(folder), Match.known(folder).event) == (2, "ev")


@pytest.mark.parametrize("handicap", ["1", "41", "99"])
def test_a_handicap_that_the_board_does_not_take_leaves_nothing(
    handicap: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "ev"
    assert run(["A=a", "B=b", "--size", "9", "--handicap", handicap, "--out", str(folder)]) == 2
    said = capsys.readouterr().err
    assert said == f"tianyuan match: handicap {handicap}: a 9x9 board takes 2 to 40 handicap stones, not {handicap}\n"
    assert not folder.exists()


def test_the_test_stops_the_match_early(tmp_path: Path) -> None:
    folder = tmp_path / "ev"
    assert short_match(folder, "--sprt", "0,300", games=40) == 0
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["sprt"]["decision"] == "H1"
    assert summary["games"] < 40
    with Store.read(folder) as store:
        assert len(store.pending()) == 40 - summary["games"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["A=a"], "two engines"),
        (["A=a", "B=b", "C=c"], "two engines"),
        (["--resume"], "no event"),
        (["A=/no/such/engine", "B=/no/such/engine"], "A: cannot be started"),
        (["A=a", "B='"], "No closing quotation"),
        (["A=a", "B=b", "--openings", "/no/such/folder"], "cannot be started"),
        (["A=a", "B=b", "--ssh", "/no/such/file"], "No such file"),
    ],
)
def test_refusals_are_one_line(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--out", str(tmp_path / "ev")]) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1
    assert err.startswith("tianyuan match: ")


def test_a_match_of_bad_openings_leaves_no_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="openings"):
        Match.begin(spec("--openings", "/no/such/folder"), tmp_path / "ev")
    assert not (tmp_path / "ev").exists()


def test_a_tournament_s_folder_is_no_match(tmp_path: Path) -> None:
    Store.create(tmp_path).close()
    with pytest.raises(SpecError, match="holds no match"):
        Match.resume(tmp_path)
    Store.open(tmp_path).close()  # the lock was given back


def test_too_few_openings_are_said(tmp_path: Path) -> None:
    with Match.begin(spec("--openings", "none", "--games", "4"), tmp_path / "ev") as match:
        assert "1 openings for 4 games" in match.warnings()[0]


# -- what a watcher sees

RECORD = GameRecord(
    id=GameId("ev", 1, 1, 1),
    black="A",
    white="B",
    outcome=Outcome.WHITE,
    reason=Reason.TIME,
    detail="Black: time used up",
    black_ms=1500,
)
EMPTY = tabulate([], ("A", "B"), paired=True, test=SprtSpec())


def test_lines_for_a_pipe() -> None:
    stream = io.StringIO()
    with view(stream, 10) as watch:
        assert isinstance(watch, PlainView)
        watch(EMPTY, [], None)
        assert stream.getvalue() == ""
        watch(EMPTY, [], RECORD)
    assert stream.getvalue().startswith(
        "[0/10] ev-1-1-1: A (B) v B (W) W+T by time (Black: time used up), 0 moves, 1.5 s | A 0-0-0"
    )
    assert "LLR" in stream.getvalue()


def test_a_void_game_says_so() -> None:
    void = GameRecord(id=RECORD.id, black="A", white="B", outcome=Outcome.VOID, reason=Reason.HARNESS, detail="no disk")
    assert "void by harness (no disk)" in game_line(void)


def test_a_table_for_a_terminal() -> None:
    pytest.importorskip("rich", reason="the extra [events] is not installed")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    with view(stream, 10) as watch:
        assert isinstance(watch, TerminalView)
        watch(EMPTY, [], replace(RECORD, black="[/b]", detail="Black answered '[/red]:x:'"))
    assert "A v B" in stream.getvalue()
    assert "[/b]" in stream.getvalue(), "what engines say is no markup"
    assert ":x:" in stream.getvalue()
    assert isinstance(view(Terminal(), 10, plain=True), PlainView)


# -- a real engine


@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")
def test_gnu_go_plays_itself(tmp_path: Path) -> None:
    command = f"{GNUGO} --mode gtp --level 1 --seed {{seed}} --chinese-rules --positional-superko"
    flags = ["--size", "7", "--games", "1", "--plain", "--out", str(tmp_path / "ev")]
    assert run([f"one={command}", f"two={command}", *flags]) == 0
    with Store.read(tmp_path / "ev") as store:
        records = list(store.records())
    assert [r.reason for r in records] == [Reason.SCORE]
    for record in records:
        assert record.claims[0] == record.claims[1] == record.result, "GNU Go counts what the referee counts"
        assert str(record.black_engine) == "GNU Go 3.8"
