"""Faults that users of other engines met: the cases of the outside test data, each run as its `case.md`
says.
"""

import importlib.util
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.gtp.driver import ROOT

RUNS = {
    "01-snapback-not-ko": ("",),
    "02-capture-of-two-chains-not-ko": ("",),
    "04-retake-after-two-passes": ("", "--rules chinese-simple @expected.simple.txt"),
    "05-send-two-return-one": ("", "--rules aga @expected.ssk.txt", "--rules chinese-simple @expected.ssk.txt"),
    "08-suicide-by-ruleset": ("", "--rules tromp-taylor @expected.allowed.txt"),
    "09-capture-four-chains": ("",),
    "11-undo-past-start": ("",),
    "12-same-colour-twice": ("--visits 64",),
    "14-illegal-move-changes-nothing": ("",),
    "15-malformed-commands": ("",),
    "16-command-ids": ("--visits 64",),
    "17-comments-tabs-crlf": ("",),
    "19-eof-while-thinking": ("",),
    "20-komi-comma-and-nan": ("",),
    "22-boardsize-limits": ("--visits 64", "--visits 64 @input.tiny.gtp @expected.tiny.txt"),
    "23-column-i-and-edges": ("",),
    "25-time-left-oddities": ("",),
    "27-seki-and-its-eyes": (
        "",
        "--rules japanese @input.japanese.gtp @expected.japanese.txt",
    ),
    "29-handicap-commands": ("--visits 64",),
    "32-analyze-interrupted": ("--visits 1000",),
    "33-sgf-setup-then-either-colour": ("",),
    "35-sgf-escapes-and-brackets": ("",),
    "36-sgf-bom-and-encodings": ("",),
    "44-sgf-move-on-occupied-point": ("",),
    "54-endless-games": ("@expected.psk.txt", "--rules chinese-simple @expected.txt"),
}
"""Each case with the ways to run it: flags of the engine, and the files that are not input.gtp and
expected.txt.
"""


@pytest.mark.parametrize(
    ("case", "how"), [(case, how) for case, ways in RUNS.items() for how in ways], ids=lambda text: text or "plain"
)
def test_case(testdata: Path, case: str, how: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    runner = testdata / "cases" / "run_case.py"
    spec = importlib.util.spec_from_file_location("run_case", runner)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    words = how.split()
    files = [word[1:] for word in words if word.startswith("@")]
    flags = [word for word in words if not word.startswith("@")]
    options = [option for name in files for option in (f"--{name.split('.')[0]}", name)]
    engine = shlex.join([sys.executable, "-m", "engine", "--threads", "1", *flags])

    def holds(folder: Path) -> bool:
        return module.main(["-q", *options, engine, str(folder)]) == 0

    assert holds(testdata / "cases" / case) or holds(unhurried(testdata / "cases" / case, tmp_path / case))


def unhurried(case: Path, copy: Path) -> Path:
    """The same case with twenty times its pauses: a busy machine may not have done in them what it is asked about."""
    shutil.copytree(case, copy)
    for path in copy.glob("*.gtp"):
        longer = re.sub(rb"(?m)^(#@sleep )([\d.]+)", lambda m: m[1] + b"%g" % (20 * float(m[2])), path.read_bytes())
        path.write_bytes(longer)
    return copy


def test_no_gtp_case_is_left_out(testdata: Path) -> None:
    found = {path.parent.name for path in (testdata / "cases").glob("*/input.gtp")}
    assert found - set(RUNS) == set()
