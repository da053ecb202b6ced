"""`make bench`: rows, peers over the protocol, ratios, files; not how fast anything is."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as table
from benchmarks import instructions, peers

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


def test_words_of_a_peer_can_be_placed(tmp_path: Path) -> None:
    path = tmp_path / "peer.py"
    path.write_text("import sys; print('{\"per_cpu_s\": ' + sys.argv[1] + '}')")
    ask = peers.program(shlex.join([sys.executable, str(path)]) + " {size}", "legal")
    assert ask("legal", 13, 1.0, 1) == (13.0, 0.0)
    assert ask("kernel", 13, 1.0, 1) is None


@pytest.mark.parametrize("answer", ["", "fast", "[1]", '{"per_cpu_s": null}'])
def test_nonsense_from_a_peer_is_named(answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "peer.py"
    path.write_text(f"print({answer!r})")
    words = ["--parts", "mask", "--sizes", "3", "--rounds", "1", "--seconds", "0.01", "--alone"]
    assert table.main([*words, "--peer", f"odd={shlex.join([sys.executable, str(path)])}"]) == 1
    assert "not an object with per_cpu_s" in capsys.readouterr().err


@pytest.mark.parametrize("peer", ["libego", "=x", "a@speed=x"])
def test_a_peer_needs_a_name_and_a_command(peer: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.main(["--peer", peer, "--alone"]) == 2
    assert "NAME=COMMAND" in capsys.readouterr().err


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
