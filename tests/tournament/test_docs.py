"""The page about tournaments: its examples are complete, its list of keys is the schema, its verbs exist."""

import builtins
import re
import sys
from pathlib import Path

import pytest

from engine.errors import EventError
from engine.tournament.cli import OK, REFUSED, WAITING, parser, run
from engine.tournament.event import documentation, parse
from engine.tournament.pairing import Seat, pair
from engine.tournament.ratings import Played, bradley_terry, whole_history
from engine.tournament.report import environment, html_report
from engine.wording import extra
from tests.tournament.helpers import make_event, started, toml

PAGE = Path(__file__).parents[2] / "docs" / "tournament.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_are_complete_events() -> None:
    assert [parse(block).system.kind for block in EXAMPLES] == ["swiss", "round-robin"]


def test_the_event_of_people_on_the_page_begins_and_waits_for_results(tmp_path: Path) -> None:
    """It asks the referee about cycles, as no event of engines may."""
    (tmp_path / "club.toml").write_text(EXAMPLES[0], encoding="utf-8")
    assert run(["run", str(tmp_path / "club.toml"), "--out", str(tmp_path / "club")]) == WAITING
    assert run(["result", str(tmp_path / "club"), "1.1", "B+3.5"]) == OK
    assert run(["resume", str(tmp_path / "club")]) == WAITING


def test_the_list_of_keys_is_the_schema() -> None:
    assert PAGE.read_text(encoding="utf-8").split("## Every key\n")[1].strip("\n`") == documentation().strip()


def test_every_verb_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    verbs = next(a for a in parser()._actions if a.dest == "verb").choices
    assert [verb for verb in verbs if not re.search(rf"`{verb}\b", text)] == []


@pytest.mark.parametrize(
    ("module", "use"),
    [
        ("networkx", lambda: pair([Seat(1, 0), Seat(2, 0)], 1, 1)),
        ("choix", lambda: bradley_terry([Played("a", "b", 1.0)])),
        ("whr", lambda: whole_history([(1, Played("a", "b", 1.0))])),
        ("jinja2", lambda: html_report(started(make_event("swiss", 2, system={"rounds": 1})).state)),
    ],
)
def test_a_missing_extra_says_what_brings_it(module: str, use, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    environment.cache_clear()
    with pytest.raises(EventError) as refused:
        use()
    environment.cache_clear()
    (line,) = refused.value.problems
    assert line.endswith(extra("events"))


def test_an_event_is_refused_before_anything_is_made_when_an_extra_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    path = tmp_path / "event.toml"
    path.write_text(toml("swiss", 4, system={"rounds": 1}), encoding="utf-8")
    assert run(["run", str(path), "--out", str(tmp_path / "ev")]) == REFUSED
    assert extra("events") in capsys.readouterr().err
    assert not (tmp_path / "ev").exists()


def test_start_up_imports_nothing_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tournament --help` must not wait for numpy, networkx or Jinja2."""
    for name in [m for m in sys.modules if m.startswith("engine.tournament")]:
        monkeypatch.delitem(sys.modules, name)
    seen: list[str] = []
    real = builtins.__import__

    def watch(name: str, *rest, **more):
        seen.append(name.partition(".")[0])
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", watch)
    import engine.tournament.cli as again

    with pytest.raises(SystemExit):
        again.run(["--help"])
    assert not {"networkx", "jinja2", "choix", "whr", "numpy"} & set(seen)
