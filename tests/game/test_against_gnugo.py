"""Counts against GNU Go's, on finished games: with the same dead stones the score is the same."""

from pathlib import Path

import pytest

from tests.game import crosscheck


@pytest.fixture(scope="module")
def folder(testdata: Path) -> Path:
    """The outside data, where GNU Go is there too."""
    if not Path(crosscheck.GNUGO).is_file():
        pytest.skip("GNU Go is not installed (Debian: gnugo)")
    return testdata


@pytest.mark.article(9, "dead")
def test_a_sample_of_finished_games_counts_alike(folder: Path) -> None:
    """Twelve 9x9 games played to the end: no difference but eyes in seki, which GNU Go leaves out."""
    rows = list(crosscheck.compare(folder, 12, "chinese", crosscheck.NET_GAMES, level=1))
    assert len(rows) == 12
    assert [crosscheck.described(row) for row in rows if row.agrees and not row.counts_alike] == []
    assert sum(row.agrees for row in rows) >= 11


@pytest.mark.soak
@pytest.mark.article(9, "dead")
def test_two_thousand_finished_games_count_alike(folder: Path) -> None:
    """All of them, the records of people included; docs/counting.md has the last full run."""
    known = {"netplay-416", "netplay-1730"}
    total = agree = 0
    for row in crosscheck.compare(folder, 1900, "chinese", crosscheck.NET_GAMES, level=1):
        total += 1
        agree += row.agrees
        assert not row.agrees or row.counts_alike or row.name in known, crosscheck.described(row)
    assert total == 1900
    assert agree >= 0.99 * total
