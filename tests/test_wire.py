"""The standard descriptors: closed ones, full ones, and ones that cannot be read."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import wire
from tests.gtp.driver import environment
from tests.patience import PATIENCE

SPEAKERS = {"gtp --net none": "loadsgf nofile\nname\n", "analysis --net none": '{"id":"a","action":"query_version"}\n'}
VERBS = [*SPEAKERS, "gtp --write-config", "--version", "tournament schema", "match --help"]
FULL = Path("/dev/full")


def shell(verb: str, redirected: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["bash", "-c", f'"$0" -m engine {verb} {redirected}', sys.executable],
        input=SPEAKERS.get(verb, "").encode(), capture_output=True, timeout=PATIENCE, env=environment(), check=False,
    )  # fmt: skip


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("verb", VERBS)
def test_a_descriptor_that_is_closed_is_nothing_not_the_next_file(verb: str, closed: str) -> None:
    done = shell(verb, closed)
    assert done.returncode == 0 and not re.search(b"Traceback|Exception|rror:", done.stderr), done.stderr
    if closed == "2>&-":
        assert done.stdout == shell(verb, "").stdout != b""


def test_no_file_takes_the_place_of_a_closed_stderr(tmp_path: Path) -> None:
    log = tmp_path / "log"
    done = shell("gtp --net none", f"--log {log} 2>&-")
    assert done.stdout == b"? cannot load file\n\n= Tianyuan\n\n"
    assert all(line[24:26] in ("> ", "< ", "* ") for line in log.read_text().splitlines())


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb.split()[0] not in ("tournament", "match")])
def test_an_output_that_is_full_is_said_in_one_line(verb: str) -> None:
    done = shell(verb, "> /dev/full")
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if b"loadsgf" not in line]
    assert len(said) == 1 and said[0].endswith(b"output: No space left on device")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("verb", SPEAKERS)
def test_an_stderr_that_is_full_is_nobodys_trouble(verb: str) -> None:
    assert shell(verb, "2> /dev/full").stdout == shell(verb, "").stdout != b""


def test_what_cannot_be_read_is_at_its_end(tmp_path: Path) -> None:
    folder = os.open(tmp_path, os.O_RDONLY)
    assert wire.read_some(folder) == b""
    os.close(folder)
    assert wire.read_some(folder) == b""


def test_an_input_that_does_not_block_is_waited_for() -> None:
    read, write = os.pipe()
    os.set_blocking(read, False)
    code = f"import time, os; time.sleep(0.3); os.write({write}, b'late')"
    with subprocess.Popen([sys.executable, "-c", code], pass_fds=[write]):
        os.close(write)
        assert wire.read_some(read) == b"late"
        assert wire.read_some(read) == b""
    os.close(read)


def test_a_reader_that_has_gone_is_told_from_an_output_that_fails() -> None:
    read, write = os.pipe()
    os.close(read)
    with pytest.raises(BrokenPipeError):
        wire.write_all(write, b"x")
    os.close(write)
    with pytest.raises(wire.OutputFailed, match="Bad file descriptor"):
        wire.write_all(write, b"x")
