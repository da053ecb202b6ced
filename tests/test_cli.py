"""The command line: verbs, help, and nothing but the protocol on standard output."""

import importlib.util
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from engine import cli
from tests.gtp.driver import command, environment, run
from tests.patience import PATIENCE


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("tianyuan 0.")


def test_help_lists_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    assert "usage: tianyuan" in text
    for name, verb in cli.VERBS.items():
        assert f"  {name} " in text
        assert verb.help in text


@pytest.mark.parametrize("verb", cli.VERBS.values(), ids=list(cli.VERBS))
def test_every_verb_has_its_module(verb: cli.Verb) -> None:
    assert importlib.util.find_spec(verb.module) is not None


def test_an_unknown_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["frobnicate"]) == 2
    assert "unknown verb 'frobnicate'" in capsys.readouterr().err


def test_a_verb_is_imported_only_when_called(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a_verb.py").write_text("def run(argv):\n    return len(argv)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(cli.VERBS, "a", cli.Verb("a_verb", False, "count words"))
    assert "a_verb" not in sys.modules
    assert cli.main(["a", "b", "c"]) == 2


@pytest.mark.parametrize("flags", [(), ("gtp",)])
def test_gtp_is_the_verb_without_one(flags: tuple[str, ...]) -> None:
    done = run(b"name\n", *flags, "--name", "Somebody")
    assert done.stdout == b"= Somebody\n\n"
    assert done.stderr == b""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--size", "26"], "size: '26'"),
        (["--visits", "0"], "visits: '0'"),
        (["--rules", "nosuch"], "unknown rule set 'nosuch'"),
        (["--komi", "7,5"], "komi is not a number: '7,5'"),
        (["--time", "soon"], "not a time control: 'soon'"),
        (["--config", "/nonexistent.toml"], "/nonexistent.toml: cannot be read"),
        (["--log", "/nonexistent/log"], "log: /nonexistent/log"),
        (["--frobnicate"], "unrecognized arguments: --frobnicate"),
        (["--vis", "3"], "unrecognized arguments: --vis"),
    ],
)
def test_bad_flags_get_one_clear_line(flags: list[str], words: str) -> None:
    done = run(b"name\n", *flags)
    assert done.returncode == 2
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert words in line


@pytest.mark.parametrize("verb", cli.VERBS)
def test_a_flag_that_no_verb_has_gets_one_clear_line(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        importlib.import_module(cli.VERBS[verb].module).run(["--frob\x1bnicate"])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tianyuan ") and "(see tianyuan " in line
    assert "\x1b" not in line


def test_the_start_position_of_the_flags() -> None:
    done = run(
        b"showboard\nget_komi\nkata-get-param visits\n",
        "--size",
        "7",
        "--komi",
        "8.5",
        "--rules",
        "aga",
        "--visits",
        "9",
    )
    text = done.stdout.decode()
    assert "A B C D E F G\n" in text
    assert "rules aga, komi 8.5" in text
    assert text.endswith("= 8.5\n\n= 9\n\n")


def test_write_config_reads_back(tmp_path: Path) -> None:
    done = run(b"", "gtp", "--write-config", "--visits", "77", "--profile", "lizzie")
    assert done.returncode == 0
    path = tmp_path / "t.toml"
    path.write_bytes(done.stdout)
    assert run(b"version\nkata-get-param visits\n", "--config", str(path)).stdout == b"= 0.17\n\n= 77\n\n"


def test_a_written_file_leaves_room_for_a_profile_that_comes_later(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_bytes(b"\xef\xbb\xbf" + run(b"", "gtp", "--write-config", "--visits", "77").stdout)
    script = b"kata-get-param lag\nkata-get-param visits\n"
    assert run(script, "--config", str(path), "--profile", "kgs").stdout == b"= 500\n\n= 77\n\n"
    assert run(script, "--config", str(path), "--profile", "kgs", "--lag", "7").stdout == b"= 7\n\n= 77\n\n"


def test_help_of_the_verb_names_every_flag() -> None:
    text = run(b"", "gtp", "--help").stdout.decode()
    for flag in ("--size", "--komi", "--rules", "--level", "--net", "--threads", "--visits", "--time", "--memory"):
        assert flag in text
    for flag in ("--seed", "--ponder", "--resign", "--log", "--config", "--write-config", "--profile"):
        assert flag in text


def test_a_terminal_is_told_what_this_is() -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        command(), stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    os.close(slave)
    os.write(master, b"quit\n")
    out, errors = process.communicate(timeout=PATIENCE)
    os.close(master)
    assert out == b"= \n\n"
    text = errors.decode()
    assert "speaks GTP" in text
    assert all(word in text for word in ("boardsize 9", "genmove black", "showboard"))
    assert all(line.startswith("[tianyuan] ") for line in text.splitlines())
