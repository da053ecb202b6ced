"""Counts against GNU Go's, on finished games: with the same dead stones the score is the same."""

from pathlib import Path

import pytest

from engine.coords import parse_vertex
from engine.game import status
from engine.game.game import Game
from gocore import BLACK, WHITE
from tests.game import crosscheck
from tests.game.play_out import Fate, fate

ONE_EYE = {
    "netplay-416": ("E9", "A9 B9 C9 D9 A8 B8", "stands"),
    "netplay-1730": ("A5", "A4 A3 A2 B2 C2 A1 B1 C1", "lives"),
    "netplay-2254": ("J5", "H4 J4 H3 J3 H2 J2 H1 J1", "stands"),
    "netplay-2342": ("J5", "H9 J9 H8 J8 H7 J7 H6 J6", "stands"),
}
"""Black groups with one large eye that GNU Go takes for sekis: a stone, the eye, and what becomes of the group when
White plays first, which he did not do. Played by Black first, all of them live."""

OWN_LISTS = {"netplay-2371"}
"""GNU Go's score leaves a stone out that its own list has in a seki."""

OTHER_DEAD = {"netplay-905", "netplay-1069", "netplay-1165", "netplay-1168", "netplay-2731"}
"""9x9 games in which both differ about dead stones; docs/counting.md says who is right."""

OWN_TERRITORY = {"netplay-432", "netplay-946", "netplay-1730"}
"""Games whose territory GNU Go counts otherwise, the dead stones being the same; docs/counting.md says why."""


@pytest.fixture(scope="module")
def folder(testdata: Path) -> Path:
    """The outside data, where GNU Go is there too."""
    if not Path(crosscheck.GNUGO).is_file():
        pytest.skip("GNU Go is not installed (Debian: gnugo)")
    return testdata


def net_game(testdata: Path, number: int) -> Game:
    """One of the 9x9 games by its number in the file."""
    return next(game for name, game in crosscheck.net_games(testdata) if name == f"netplay-{number}")


@pytest.mark.article(9, "dead")
def test_a_sample_of_finished_games_counts_alike(folder: Path) -> None:
    """Twelve 9x9 games played to the end: no difference but eyes in seki, which GNU Go leaves out."""
    rows = list(crosscheck.compare(folder, 12, "chinese", crosscheck.NET_GAMES, level=1))
    assert len(rows) == 12
    assert [crosscheck.described(row) for row in rows if row.agrees and not row.counts_alike] == []
    assert sum(row.agrees for row in rows) >= 11


def eye_played_out(game: Game, name: str, first: int) -> Fate:
    """What becomes of one of the groups with a large eye."""
    stone, eye, _ = ONE_EYE[name]
    return fate(game.position, parse_vertex(stone, 9, 9), [parse_vertex(v, 9, 9) for v in eye.split()], first)


@pytest.mark.article(8, "")
@pytest.mark.parametrize("number", [416, 1730])
def test_groups_that_gnu_go_takes_for_sekis_live_as_they_stand(testdata: Path, number: int) -> None:
    """Every move is tried: they live when their owner moves first, and are never captured."""
    game, name = net_game(testdata, number), f"netplay-{number}"
    assert status.opinion(game.position).dead == ()
    assert eye_played_out(game, name, BLACK) == "lives"
    assert eye_played_out(game, name, WHITE) == ONE_EYE[name][2]


@pytest.mark.article(8, "")
def test_a_seki_in_a_tight_place_is_seen_beside_an_open_board(testdata: Path) -> None:
    """Thirty-one white stones and four black ones share two liberties; what lies around is too large to be read."""
    game = net_game(testdata, 1009)
    found = status.opinion(game.position)
    assert found.dead == ()
    assert {parse_vertex(v, 9, 9) for v in ("F2", "G2", "G1", "H1", "B9", "D1", "J4")} <= set(found.seki_points)
    assert parse_vertex("D4", 9, 9) not in found.seki_points


@pytest.mark.soak
@pytest.mark.article(9, "dead")
def test_three_thousand_finished_games_count_alike(folder: Path) -> None:
    """The same dead stones give the same score, but for eyes in seki and the groups that are played out below."""
    rows = list(crosscheck.compare(folder, 2903, "chinese", crosscheck.NET_GAMES, level=1))
    assert len(rows) == 2903
    assert {row.name for row in rows if row.agrees and not row.counts_alike} == set(ONE_EYE) | OWN_LISTS
    assert {row.name for row in rows if not row.agrees} == OTHER_DEAD
    games = dict(crosscheck.net_games(folder))
    for name, (_, _, white_first) in ONE_EYE.items():
        assert eye_played_out(games[name], name, BLACK) == "lives"
        assert eye_played_out(games[name], name, WHITE) == white_first


@pytest.mark.article(8, "")
@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_a_group_falls_because_superko_keeps_it_from_taking_back(testdata: Path, first: int) -> None:
    """GNU Go calls it a seki: Black gives two stones and takes one back, on both sides in turn, until White may not."""
    game = net_game(testdata, 1168)
    stone, *eye = (parse_vertex(v, 9, 9) for v in ("H4", "J4", "J3", "J2", "J1", "H2", "H1", "G1", "F1"))
    assert set(game.position.chain(stone)) <= set(status.opinion(game.position).dead_points)
    assert fate(game.position, stone, eye, first) == "falls"


@pytest.mark.soak
def test_two_thousand_finished_games_count_alike_by_territory(folder: Path) -> None:
    """The same dead stones give the same territory, but for eyes in seki and three games of GNU Go's own."""
    rows = list(crosscheck.compare(folder, 2000, "japanese", crosscheck.NET_GAMES, level=1))
    assert len(rows) == 2000
    assert {row.name for row in rows if row.agrees and not row.counts_alike} == OWN_TERRITORY
    assert {row.name for row in rows if not row.agrees} == OTHER_DEAD - {"netplay-2731"}


@pytest.mark.soak
def test_records_of_people_and_engines_count_alike_but_for_the_last_dame(folder: Path) -> None:
    """97 games of 19x19 with their dame open: the same area but for an odd dame, and one point of GNU Go's own."""
    rows = list(crosscheck.compare(folder, 97, "chinese", level=1))
    agreeing = [row for row in rows if row.agrees]
    assert (len(rows), len(agreeing)) == (97, 90)
    assert {row.name for row in agreeing if not (row.counts_alike or row.but_for_a_dame)} == {"mixed-024"}


@pytest.mark.soak
def test_records_of_people_and_engines_count_alike_by_territory_or_are_known(folder: Path) -> None:
    """The same games: where the scores differ, docs/counting.md says by what."""
    agreeing = [row for row in crosscheck.compare(folder, 97, "japanese", level=1) if row.agrees]
    assert len(agreeing) >= 85
    assert sum(row.again == row.theirs.margin2 for row in agreeing) >= 65
