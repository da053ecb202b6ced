"""The log file: whole lines, each with time and mark."""

import re
from pathlib import Path

import pytest

from engine.errors import ConfigError
from engine.protocol.transcript import Transcript, open_log
from engine.wording import unfit


def test_every_line_has_its_time_and_mark(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = Transcript(path)
    log.write(">", "genmove b\n")
    log.write("<", "= D4\n\n")
    log.write("!", "two\nlines")
    log.close()
    log.write(">", "too late")
    lines = path.read_text().splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} [<>!] ", line) for line in lines)
    assert [line[24:] for line in lines] == ["> genmove b", "< = D4", "! two", "! lines"]


def test_a_line_in_the_log_is_one_line_of_text_whatever_it_holds(tmp_path: Path) -> None:
    """A stranger's chat on a server comes in as it was typed."""
    log = Transcript(tmp_path / "log")
    for sign in map(chr, [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x202E, 0xDCFF]):
        log.write(">", f"kgs-chat game x a{sign}b")
    log.close()
    text = (tmp_path / "log").read_text(encoding="utf-8")
    assert len(text.splitlines()) == 0x20 + 0x21 + 3 + 1  # the newline alone made two lines
    assert all(unfit(line) == "" for line in text.split("\n"))
    assert r"> kgs-chat game x a\x1bb" in text


def test_a_log_in_a_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    log = open_log("~/x")
    assert log is not None and (tmp_path / "x").exists()
    log.close()
    assert open_log(None) is None


@pytest.mark.parametrize("name", ["~nobody-of-this-name/x", "no/such/folder/x", "\0"])
def test_a_log_that_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=r"log: .*cannot be written"):
        open_log(name)


def test_a_second_log_goes_on_where_the_first_ended(tmp_path: Path) -> None:
    for word in ("one", "two"):
        log = Transcript(tmp_path / "log")
        log.write("*", word)
        log.close()
    assert len((tmp_path / "log").read_text().splitlines()) == 2
