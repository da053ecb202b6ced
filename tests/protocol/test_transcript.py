"""The log file: whole lines, each with time and mark."""

import re
from pathlib import Path

from engine.protocol.transcript import Transcript


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


def test_a_second_log_goes_on_where_the_first_ended(tmp_path: Path) -> None:
    for word in ("one", "two"):
        log = Transcript(tmp_path / "log")
        log.write("*", word)
        log.close()
    assert len((tmp_path / "log").read_text().splitlines()) == 2
