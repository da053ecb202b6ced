"""The verb: a club event from the file to the report by hand, and what each refusal says and leaves."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.tournament.cli import DIFFERENT, NO_PAIRING, OK, REFUSED, WAITING, run
from engine.tournament.draw import sealed
from engine.tournament.venue import Venue
from tests.tournament.helpers import make_teams, toml


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the folder of a club event of five people whose first round is published."""
    path = tmp_path / "club.toml"
    path.write_text(toml("swiss", 5, system={"rounds": 3}), encoding="utf-8")
    assert run(["run", str(path), "--out", str(tmp_path / "club")]) == WAITING
    capsys.readouterr()
    return str(tmp_path / "club")


def say(capsys: pytest.CaptureFixture[str], *words: str, status: int = OK) -> str:
    """Run the verb and return what it printed; the status must be as told."""
    assert run(list(words)) == status
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_a_club_event_by_hand(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "game 1.1.1" in say(capsys, "pair", club, status=WAITING)
    assert "1.1.1: P" in say(capsys, "result", club, "1.1", "B+3.5")
    assert "has a result already; correct it" in say(capsys, "result", club, "1.1", "W+R", status=REFUSED)
    say(capsys, "result", club, "1.1", "W+R", "--correct")
    say(capsys, "result", club, "1.2", "=")
    assert "starting number 6" in say(capsys, "enter", club, "Late", "--rank", "3k")
    say(capsys, "absent", club, "P1", "2")
    sheet = say(capsys, "pair", club)
    assert sheet.startswith("Round 2") and "P1" not in sheet and "Late" in sheet
    say(capsys, "warn", club, "P2", "17.2", "put a stone back")
    say(capsys, "note", club, "appeal", "16.4", "against the warning")
    for table in ("1", "2"):
        say(capsys, "result", club, f"2.{table}", "B+T")
    say(capsys, "withdraw", club, "P3")
    say(capsys, "pair", club)
    with Venue.open(club) as venue:
        open_games = venue.director.state.open_games()
    for game in open_games:
        say(capsys, "result", club, str(game.key), "W+F", "--reason", "forfeit_late")
    table = say(capsys, "pair", club)
    assert "Total score" in table and "P3 (withdrew)" in table
    assert table == say(capsys, "standings", club)
    assert "every pairing is the one that was published" in say(capsys, "check", club)


def test_papers_and_exports(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("report.html", "rounds.html", "regulations.md", "summary.json"):
        assert str(Path(club) / name) in say(capsys, "report", club)
        assert (Path(club) / name).stat().st_size > 300
    assert say(capsys, "export", club).startswith("place,number,name,total")
    assert say(capsys, "export", club, "--format", "games").startswith("game,stage,black")
    assert json.loads(say(capsys, "export", club, "--format", "json"))["system"] == "swiss"
    assert say(capsys, "export", club, "--format", "fide").startswith("012 Test event")
    assert "Name" in say(capsys, "ratings", club)
    assert "--anchor x: write NAME=ELO" in say(capsys, "ratings", club, "--anchor", "x", status=REFUSED)


def test_a_file_that_is_not_complete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(toml("swiss", 4, drop=["officials"]), encoding="utf-8")
    lines = say(capsys, "validate", str(path), status=REFUSED).splitlines()
    assert len(lines) == 3 and all(line.startswith("tianyuan tournament: ") and "bad.toml: " in line for line in lines)
    assert say(capsys, "run", str(path), "--out", str(tmp_path / "no"), status=REFUSED)
    assert not (tmp_path / "no").exists()
    path.write_text(toml("swiss", 4, system={"rounds": 3}), encoding="utf-8")
    assert "complete: swiss, 4 players" in say(capsys, "validate", str(path))


def test_plans_and_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert say(capsys, "plan", "--entries", "6", "--rounds-a-day", "5").startswith("round-robin: 5 rounds, 15 games")
    assert "[system]" in say(capsys, "plan", "--entries", "40", "--days", "2", "--toml")
    assert "system.kind: string, required" in say(capsys, "schema")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["result", "9.9", "B+R"], "there is no game 9.9.1"),
        (["result", "x", "B+R"], "'x' names no game"),
        (["result", "1.1", "B-R"], "'B-R' is no result"),
        (["result", "1.1", "B+9999"], "B+9999: more than 86.5"),
        (["result", "1.1", "W+F", "--reason", "bogus"], "'bogus' is no reason of W+F"),
        (["result", "1.1", "B+R", "--sgf", "none.sgf"], "none.sgf: No such file"),
        (["warn", "P1", "99.9", "late"], "'99.9' is no article"),
        (["withdraw", "Nobody"], "there is no player 'Nobody'"),
        (["void", "1.9"], "there is no game 1.9.1"),
        (["lineup", "1", "1", "1,2"], "there is no team '1'"),
    ],
)
def test_refusals_of_the_desk(club: str, words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(re.escape(line), say(capsys, words[0], club, *words[1:], status=REFUSED))


def test_what_cannot_be_run_leaves_no_folder_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = tmp_path / "club.toml", tmp_path / "ev"
    path.write_text("\ufeff" + toml("swiss", 4, system={"rounds": 2}), encoding="utf-8")  # as Windows writes it
    begin = ["run", str(path), "--out", str(folder)]
    assert "hosts none: No such file" in say(capsys, *begin, "--ssh", "none", status=REFUSED)
    assert not folder.exists()
    assert "File exists" in say(capsys, "run", str(path), "--out", str(path), status=REFUSED)
    say(capsys, *begin, status=WAITING)


def test_openings_that_cannot_be_had_leave_no_folder_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = tmp_path / "event.toml", tmp_path / "ev"
    players = [{"name": "A", "engine": "none"}, {"name": "B", "engine": "none"}]
    path.write_text(toml("round-robin", players, play={"openings": "nowhere"}), encoding="utf-8")
    begin = ["run", str(path), "--out", str(folder), "--no-check"]
    assert "openings nowhere: no such file or folder" in say(capsys, *begin, status=REFUSED)
    assert not folder.exists()


def test_a_folder_without_an_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "holds no event" in say(capsys, "standings", str(tmp_path), status=REFUSED)


def test_check_shows_both_columns_and_has_its_own_status(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A round published by other hands is found."""
    with Venue.open(club) as venue:
        row = venue.director.state.rounds[0].to_row()
        for game in venue.director.state.open_games():
            from engine.tournament.model import outcome

            venue.director.result(game.key, outcome("B"))
        venue.store.note("tournament", {"kind": "round", "body": row | {"number": 2}})
    printed = say(capsys, "check", club, status=DIFFERENT)
    assert printed.splitlines()[0].split() == ["Round", "Table", "Published", "Paired", "again"]


def test_line_ups_on_the_spot_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, teams = make_teams((2, 2))
    path = tmp_path / "teams.toml"
    form = {"team_form": "on-the-spot", "boards": 2}
    path.write_text(toml("round-robin", players, teams=teams, system=form), encoding="utf-8")
    folder = str(tmp_path / "ev")
    assert "line-up of Team" in say(capsys, "run", str(path), "--out", folder, status=WAITING)
    for team, order in (("1", "2,1"), ("2", "3,4")):
        line = say(capsys, "seal", "Test event", team, "1", order, "--nonce", "w").strip()
        assert line == sealed("Test event", 1, int(team), map(int, order.split(",")), "w")
        say(capsys, "commit", folder, team, "1", line)
    for team, order in (("1", "2,1"), ("2", "3,4")):
        say(capsys, "lineup", folder, team, "1", order, "--nonce", "w")
    assert "A2" in say(capsys, "pair", folder)


@pytest.mark.article(26, "II")
def test_substitutes_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, teams = make_teams((5, 5))
    path, folder = tmp_path / "teams.toml", str(tmp_path / "ev")
    form = {"team_form": "substitutes", "boards": 3}
    path.write_text(toml("round-robin", players, teams=teams, system=form), encoding="utf-8")
    say(capsys, "run", str(path), "--out", folder, status=WAITING)
    assert re.search(r"1\.3 +A4 +B3", say(capsys, "lineup", folder, "Team A", "1", "1,2,4").replace("B3  A4", "A4  B3"))
    say(capsys, "result", folder, "1.1.1", "B+R")
    assert "has begun" in say(capsys, "lineup", folder, "Team A", "1", "1,2,5", status=REFUSED)


@pytest.mark.article(29, "1")
def test_an_event_is_drawn_first_and_its_rounds_published_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder = tmp_path / "club.toml", str(tmp_path / "ev")
    path.write_text(toml("swiss", 4, system={"rounds": 2}), encoding="utf-8")
    assert say(capsys, "run", str(path), "--out", folder, "--draw").startswith("drawn from seed 7, no round is publ")
    say(capsys, "withdraw", folder, "P2")
    assert "starting number 5" in say(capsys, "enter", folder, "P5")
    sheet = say(capsys, "pair", folder)
    assert sheet.startswith("Round 1") and "P2" not in sheet and "P5" in sheet


def test_a_record_of_people_is_kept_for_the_report(
    club: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, bad = tmp_path / "game.sgf", tmp_path / "bad.sgf"
    record.write_text("(;GM[1]SZ[9]PB[P1]PW[P2];B[ee];W[cc](;B[gg])(;B[cg]))", encoding="utf-8")
    bad.write_text("no record", encoding="utf-8")
    assert say(capsys, "result", club, "1.1", "B+R", "--sgf", str(bad), status=REFUSED)
    assert "None" not in say(capsys, "result", club, "1.1", "B+R", "--sgf", str(record))
    say(capsys, "report", club)
    assert 'data-game="r001t001g01"' in (Path(club) / "report.html").read_text(encoding="utf-8")


def test_ratings_are_drawn(club: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "ratings.svg"
    assert "nothing to draw" in say(capsys, "ratings", club, "--svg", str(picture), status=REFUSED)
    say(capsys, "result", club, "1.1", "B+R")
    say(capsys, "ratings", club, "--history", "--svg", str(picture))
    assert "is given twice" in say(capsys, "ratings", club, f"{club}/", status=REFUSED)
    ElementTree.parse(picture)
    assert "Step" in say(capsys, "ratings", club, "--history", "--anchor", "P1=1500")


def two_players(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str], **anchor: float) -> str:
    """Return the folder of an event of two in which A, who may have an anchor, has beaten B."""
    path, folder = tmp_path / f"{name}.toml", str(tmp_path / name)
    players = [{"name": "A", **anchor}, {"name": "B"}]
    path.write_text(toml("round-robin", players), encoding="utf-8")
    run(["run", str(path), "--out", folder])
    say(capsys, "result", folder, "1.1", "B+R")
    return folder


def test_ratings_hold_the_anchors_of_the_event_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = two_players(tmp_path, "one", capsys, anchor=1000.0)
    assert re.search(r"A +\+?1000 +fixed", say(capsys, "ratings", folder))
    assert re.search(r"A +\+?1500 +fixed", say(capsys, "ratings", folder, "--anchor", "A=1500"))
    assert re.search(r"A +1 +\+?1000", say(capsys, "ratings", folder, "--history"))
    other = two_players(tmp_path, "two", capsys, anchor=1200.0)
    refused = say(capsys, "ratings", folder, other, status=REFUSED)
    assert "A is anchored at 1000 and at 1200: say --anchor A=ELO" in refused
    assert re.search(r"A +\+?1100 +fixed", say(capsys, "ratings", folder, other, "--anchor", "A=1100"))


@pytest.mark.parametrize("anchor", ["A=nan", "A=inf", "A=", "A=1e400", "=5", "Q=1", "A=20000"])
def test_an_anchor_that_is_none_is_refused(tmp_path: Path, anchor: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = two_players(tmp_path, "one", capsys)
    refused = say(capsys, "ratings", folder, "--anchor", anchor, status=REFUSED)
    assert refused.count("\n") == 1 and f"--anchor {anchor[0]}" in refused


@pytest.mark.parametrize(
    ("words", "flag"),
    [
        (["enter", "DIR", "New", "--rating", "nan"], "--rating"),
        (["enter", "DIR", "New", "--rating", "inf"], "--rating"),
        (["absent", "DIR", "P1", "0"], "ROUND"),
        (["absent", "DIR", "P1", "9" * 5000], "ROUND"),
        (["plan", "--entries", "99999999999"], "--entries"),
        (["plan", "--entries", "8", "--days", "0"], "--days"),
        (["watch", "DIR", "--port", "70000"], "--port"),
        (["resume", "DIR", "--concurrency", "0"], "--concurrency"),
    ],
)
def test_numbers_out_of_bounds_are_one_line(
    club: str, words: list[str], flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = say(capsys, "export", club, "--format", "json")
    with pytest.raises(SystemExit) as left:
        run([club if word == "DIR" else word for word in words])
    said = capsys.readouterr().err
    assert left.value.code == 2 and said.count("\n") == 1 and flag in said and "is wanted" in said
    assert say(capsys, "export", club, "--format", "json") == before


def test_no_pairing_left_has_its_own_status_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder = tmp_path / "event.toml", str(tmp_path / "ev")
    path.write_text(toml("swiss", 2, system={"rounds": 2, "rematches": "never"}), encoding="utf-8")
    run(["run", str(path), "--out", folder])
    say(capsys, "result", folder, "1.1", "B+R")
    before = say(capsys, "export", folder, "--format", "json")
    assert "round 2: no pairing without a rematch" in say(capsys, "pair", folder, status=NO_PAIRING)
    assert say(capsys, "export", folder, "--format", "json") == before
