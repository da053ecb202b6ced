"""`make bench`: rows, peers over the protocol, ratios, files; not how fast anything is."""

import itertools
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as table
from benchmarks import instructions, peers
from engine.bench import core
from engine.bench.core import PARTS
from tests.patience import eventually

PEER = """
import json, sys
part, size, seconds = sys.argv[1:]
if part != "kernel":
    sys.exit(2)
print(json.dumps({"per_cpu_s": 10.0 * int(size), "mean_moves": 111}))
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "peer.py"
    path.write_text(PEER)
    return shlex.join([sys.executable, str(path)])


def test_a_program_is_raced_and_written_down(program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    words = ["--parts", "kernel", "mask", "--sizes", "5", "--rounds", "2", "--seconds", "0.02", "--alone"]
    assert table.main([*words, "--peer", f"slow={program}", "--json", str(out)]) == 0
    report = json.loads(out.read_text())
    ours, theirs, mask = report["rows"]
    assert (ours["whose"], theirs["whose"], mask["part"]) == ("tianyuan", "slow", "mask")
    assert theirs["per_cpu_s"] == 50 and theirs["mean_moves"] == 111
    assert theirs["ratio"] == pytest.approx(ours["per_cpu_s"] / 50, rel=0.01)
    assert report["build"] in ("portable", "native", "debug", "sanitized") and report["rounds"] == 2
    assert "slow" in capsys.readouterr().out
    assert not list(tmp_path.glob("*.new"))


def script(tmp_path: Path, source: str) -> str:
    path = tmp_path / "peer.py"
    path.write_text("import os, sys, time\n" + source)
    return shlex.join([sys.executable, str(path)])


QUICK = ["--parts", "mask", "--sizes", "3", "--rounds", "1", "--seconds", "0.01", "--alone"]


def test_words_of_a_peer_can_be_placed(tmp_path: Path) -> None:
    command = script(tmp_path, "print('{\"per_cpu_s\": ' + sys.argv[1] + '}' * (sys.argv[2:] == ['{}', '{x}', '{']))")
    ask = peers.program(peers.given(f"a={command} {{size}} {{}} {{x}} {{").words)
    assert ask("legal", 13, 1.0, 1) == (13.0, 0.0)


def test_a_peer_may_have_a_program_for_each_part(tmp_path: Path) -> None:
    command = script(tmp_path, "print('{\"per_cpu_s\": %d}' % len(sys.argv[1]))")
    one, other = peers.given(f"a@legal={command}"), peers.given(f"a@playouts={command}")
    ask = peers.programs([one, other])["a"]
    assert [ask(part, 9, 0.1, 1) for part in ("legal", "kernel", "playouts")] == [(5, 0), None, (8, 0)]
    for twice in ([one, one], [one, peers.given(f"a={command}")], [peers.given(f"a={command}"), one]):
        with pytest.raises(ValueError, match="a is given twice"):
            peers.programs(twice)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("", "not one JSON object with per_cpu_s"),
        ("fast", "not one JSON object with per_cpu_s"),
        ("[1]", "not one JSON object with per_cpu_s"),
        ("[" * 50_000, "not one JSON object with per_cpu_s"),
        ('{"per_cpu_s": 1}\n{"per_cpu_s": 2}', "not one JSON object with per_cpu_s"),
        ('{"per_cpu_s": null}', "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": "1"}', "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": true}', "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": 0}', "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": -1}', "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": NaN}', "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": Infinity}', "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": 1' + "0" * 400 + "}", "per_cpu_s must be a number above 0"),
        ('{"per_cpu_s": 1, "mean_moves": null}', "mean_moves must be a number of 0 or more"),
        ('{"per_cpu_s": 1, "mean_moves": -2}', "mean_moves must be a number of 0 or more"),
    ],
    ids=[str(n) for n in range(15)],
)
def test_nonsense_from_a_peer_costs_its_row_only(
    answer: str, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table.main([*QUICK, "--peer", f"odd={script(tmp_path, f'print({answer!r})')}"]) == 1
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert line.startswith("python -m benchmarks: mask 3, odd: left out: ") and wrong in line
    assert "tianyuan" in said.out and "odd" not in said.out


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("os.kill(os.getpid(), 6)", "was ended by signal 6"),
        ("os.write(1, b'\\xff\\xfe')", "not one JSON object"),
        ("print(sys.stdin.read() + 'read')", "answered 'read'"),
    ],
)
def test_a_peer_that_fails_is_named(
    source: str, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table.main([*QUICK, "--peer", f"odd={script(tmp_path, source)}"]) == 1
    assert wrong in capsys.readouterr().err


def test_a_peer_that_hangs_is_ended_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, wait = tmp_path / "pid", subprocess.Popen.wait

    def no_patience(running: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        if timeout is None:
            return wait(running)
        assert timeout == peers.PATIENCE * 1.5
        eventually(lambda: file.exists() and file.read_text())
        raise subprocess.TimeoutExpired(running.args, timeout)

    monkeypatch.setattr(subprocess.Popen, "wait", no_patience)
    source = f"pid = os.fork()\nif pid:\n    open({str(file)!r}, 'w').write(str(pid))\ntime.sleep(3600)"
    with pytest.raises(peers.PeerFault, match="has not ended after 90 s"):
        peers.program(peers.given(f"a={script(tmp_path, source)}").words)("mask", 3, 0.5, 1)
    state = Path(f"/proc/{file.read_text()}/stat")
    eventually(lambda: not state.exists() or state.read_text().rpartition(")")[2].split()[0] in "ZX")


def test_a_peer_whose_figures_end_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second round without a figure has no ratio to ours."""
    flag = str(tmp_path / "flag")
    source = f"print('{{\"per_cpu_s\": 1}}')\nsys.exit(os.path.exists({flag!r}) or open({flag!r}, 'w').write('') or 0)"
    words = [*QUICK, "--rounds", "3", "--peer", f"odd={script(tmp_path, source)}"]
    assert table.main(words) == 1
    said = capsys.readouterr()
    assert said.err.splitlines() == ["python -m benchmarks: mask 3, odd: left out: no figure in round 2"]
    assert "odd" not in said.out


@pytest.mark.parametrize(
    ("peer", "wrong"),
    [
        ("libego", "NAME=COMMAND or NAME@PART=COMMAND is due"),
        ("=x", "NAME=COMMAND or NAME@PART=COMMAND is due"),
        ("a= ", "NAME=COMMAND or NAME@PART=COMMAND is due"),
        ("a@speed=x", "no part is called 'speed'"),
        ("a@=x", "no part is called ''"),
        ("a=sh 'x", "the command has no end"),
        ("a=''", "no program is called ''"),
        ("a=/nonexistent/driver", "no program is called '/nonexistent/driver'"),
        ("tianyuan=sh", "tianyuan is our own name"),
    ],
)
def test_a_peer_needs_a_name_and_a_program(peer: str, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        table.main(["--alone", "--peer", peer])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("python -m benchmarks: argument --peer: ") and wrong in line


@pytest.mark.parametrize(
    "words",
    [
        *(["--sizes", size] for size in ("0", "26", "-1", "x")),
        *(["--rounds", rounds] for rounds in ("0", "-3", "1.5")),
        *(["--seconds", seconds] for seconds in ("0", "-1", "nan", "inf", "x")),
        ["--parts", "speed"],
        ["--json", "/nonexistent/table.json"],
        ["--json", "."],
        ["--json", ""],
    ],
    ids=" ".join,
)
def test_senseless_flags_are_refused_before_anything_is_measured(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        table.main(["--alone", *words])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"python -m benchmarks: argument {words[0]}: ")


def test_a_part_or_size_named_twice_is_measured_once(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    words = ["--parts", "mask", "mask", "--sizes", "3", "3", "--rounds", "2", "--seconds", "0.01", "--alone"]
    assert table.main([*words, "--json", str(out)]) == 0
    (row,) = json.loads(out.read_text())["rows"]
    assert (row["part"], row["size"], row["whose"]) == ("mask", 3, "tianyuan")


def test_the_commit_says_when_the_sources_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert table._commit() == "unknown"


def test_searches_are_measured_with_two_threads_too() -> None:
    assert table.rows(["search", "legal"], [9], ["x"]) == [
        ("search", 9, 1, "tianyuan"),
        ("search", 9, 2, "tianyuan"),
        ("search", 9, 1, "x"),
        ("legal", 9, 1, "tianyuan"),
        ("legal", 9, 1, "x"),
    ]


@pytest.mark.parametrize("name", ["open_spiel", "sgfmill", "pettingzoo", "gnugo"])
def test_installed_peers_replay_our_games(name: str) -> None:
    found = peers.installed()
    if name not in found:
        pytest.skip(f"{name} is not installed")
    rates = [found[name](part, 9, 0.01, 1) for part in ("plays", "api", "copies", "search", "mask")]
    assert any(rates) and all(rate.per_cpu_s > 0 for rate in rates if rate)
    assert rates[4] is None


def test_games_are_counted_in_one_length_whoever_replays_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first recorded game may be long: who replays that one alone has the same mean as who replays all."""
    looks = itertools.count()  # each a second later than the one before
    monkeypatch.setattr(peers.time, "process_time", lambda: float(next(looks)))
    games = core.record(5, core.GAMES, 3)
    mean = sum(map(len, games)) / core.GAMES
    played: list[int] = []
    assert len(games[0]) != mean
    assert peers._replay(5, 1, 1.5, 3, lambda: played.append, True) == (len(games[0]) / 3 / mean, mean)
    assert played == games[0]
    assert PARTS["api"][0](5, 1.5, 1, 3).mean_moves == pytest.approx(mean)


def test_open_spiel_allows_our_moves() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    assert peers.agrees(9, 1)


def test_instructions_without_valgrind_are_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(instructions.shutil, "which", lambda _: None)
    assert instructions.main([]) == 0
    assert "valgrind is not installed" in capsys.readouterr().out


def test_instructions_that_grew_are_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(instructions, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(instructions, "LOADS", {"load": ("{n}", 10)})
    monkeypatch.setattr(instructions.shutil, "which", lambda _: "valgrind")
    for each, status in ((100, 0), (104, 0), (110, 1)):
        monkeypatch.setattr(instructions, "count", lambda source, each=each: 5000 + each * int(source))
        assert instructions.main(["--write"] if each == 100 else []) == status
    assert json.loads((tmp_path / "kept.json").read_text()) == {"load": 100}


@pytest.mark.skipif(not instructions.KEPT.exists(), reason="no counts are kept yet")
def test_the_kept_counts_are_those_that_are_counted() -> None:
    assert set(json.loads(instructions.KEPT.read_text())) == set(instructions.LOADS)
