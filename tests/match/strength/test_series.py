"""The lines of a proof: what is read, what counts, what is written."""

import json
import subprocess
from pathlib import Path

from engine.match.strength.series import Series, commit_of, today


def test_a_series_of_nothing(tmp_path: Path) -> None:
    series = Series(tmp_path / "none.jsonl", "key")
    assert (series.number, series.lines, series.done(), series.commits()) == (1, [], set(), "-")


def test_lines_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "lines.jsonl"
    series = Series(path, "key", "case")
    series.append({"title": "a head"})
    series.append({"case": "a:1", "commit": "c1"})
    again = Series(path, "key", "case")
    assert again.lines == series.lines == [{"series": 1, "settings": "key", "case": "a:1", "commit": "c1"}]
    assert again.done() == {"a:1"}
    assert len(path.read_text().splitlines()) == 2


def test_a_line_cut_off_in_mid_write_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    series = Series(path, "key")
    series.append({"game": 1})
    series.append({"game": 2})
    path.write_text(path.read_text()[:-5])
    assert Series(path, "key").done() == {1}
    Series(path, "key").append({"game": 3})
    assert [json.loads(line)["game"] for line in path.read_text().splitlines()] == [1, 3]


def test_another_plan_or_a_wish_begins_another_series(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    Series(path, "key").append({"game": 1})
    other = Series(path, "other")
    assert (other.number, other.lines) == (2, [])
    other.append({"game": 1})
    other.append({"game": 2})
    assert Series(path, "other").done() == {1, 2}
    again = Series(path, "other")
    again.begin()
    again.append({"game": 5})
    assert (Series(path, "other").number, Series(path, "other").done()) == (3, {5})
    assert len(path.read_text().splitlines()) == 4, "earlier ones stay"


def test_a_unit_done_by_two_runs_at_once_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    one, other = Series(path, "key"), Series(path, "key")
    for series, number, result in ((one, 1, "a"), (other, 1, "b"), (one, 2, "c"), (other, 3, "d"), (other, 2, "e")):
        series.append({"game": number, "result": result})
    assert [line["result"] for line in Series(path, "key").lines] == ["a", "c", "d"]


def test_commits_in_words(tmp_path: Path) -> None:
    series = Series(tmp_path / "lines.jsonl", "key")
    for number, commit in enumerate("bbadc"):
        series.append({"game": number, "commit": commit})
    assert series.commits() == "a, b, c …"


def test_the_commit_and_whether_files_were_changed(tmp_path: Path) -> None:
    assert commit_of(tmp_path) == "unknown"
    for words in (
        ["init", "-q"],
        ["-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "m"],
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    clean = commit_of(tmp_path)
    assert len(clean) >= 7
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "new.py").write_text("")
    assert commit_of(tmp_path) == clean + "+"


def test_the_date() -> None:
    assert len(today()) == len("2026-01-31")
