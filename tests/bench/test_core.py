"""The measurements of the core: that they count what they say, not how fast it is."""

import itertools
import json
import subprocess
import sys

import pytest

from benchmarks import signature, superko
from engine.bench import cli, core
from engine.bench.core import PARTS
from tests.patience import PATIENCE


@pytest.mark.parametrize("part", sorted(PARTS))
def test_each_part_prints_one_object(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([part, "--size", "5", "--seconds", "0.02", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["part"] == part and found["size"] == 5 and found["count"] > 0
    assert found["per_cpu_s"] == pytest.approx(found["count"] / found["cpu_s"])


def test_light_playouts_have_the_known_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uniform playouts that keep their eyes take about 111 moves on 9x9."""
    looks = itertools.count()  # each a second later than the one before
    monkeypatch.setattr(core.time, "process_time", lambda: float(next(looks)))
    found = PARTS["playouts"][0](9, 30, 1, 3)
    assert found.count == 2900
    assert found.mean_moves == pytest.approx(111, abs=2)


def test_people_get_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["legal", "--size", "7", "--seconds", "0.01"]) == 0
    assert "a second of processor time, 7x7" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["legal", "--size", "0"], ["legal", "--seconds", "-1"], ["speed"], ["kernel", "--threads", "2"]]
)
def test_bad_words_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.run(words)
    assert caught.value.code == 2


def test_the_seconds_are_those_that_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A search is given its time by the clock, all else by the processor."""
    for part in PARTS:
        with pytest.raises(SystemExit, match="0"):
            cli.run([part, "--help"])
        assert ("by the clock" in capsys.readouterr().out) == (part in core.SEARCHES)


def test_mean_moves_are_0_where_the_help_says_that_they_are_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    for part, (measure, _) in PARTS.items():
        with pytest.raises(SystemExit, match="0"):
            cli.run([part, "--help"])
        assert ("0: moves are not counted" in " ".join(capsys.readouterr().out.split())) == (part not in core.PLAYED)
        assert (measure(5, 0.01, 1, 1).mean_moves == 0) == (part not in core.PLAYED)


@pytest.mark.parametrize("name", ["builds", "instructions", "overheads", "plot", "signature", "superko", "waits"])
def test_tools_say_what_they_do_before_they_do_it(name: str) -> None:
    words = [sys.executable, "-m", f"benchmarks.{name}"]
    asked = subprocess.run([*words, "--help"], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert asked.stdout.startswith(f"usage: python -m benchmarks.{name}")
    refused = subprocess.run([*words, "--frob"], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1


def test_rounds_of_superko_are_a_number() -> None:
    for rounds in ("0", "-1", "x"):
        with pytest.raises(SystemExit, match="2"):
            superko.main(["--rounds", rounds])


def test_the_signature_is_a_number_that_comes_back() -> None:
    assert signature.signature() == signature.signature() > 0
