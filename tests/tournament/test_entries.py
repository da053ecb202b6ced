"""Results, records and articles that people enter: what a game cannot have is refused."""

import pytest

from engine.errors import EventError, SgfError
from engine.tournament.entries import check_article, check_margin, check_record
from engine.tournament.event import Event
from engine.tournament.model import Game, Key, outcome
from tests.tournament.helpers import make_event


def nine(komi: float = 5.5, edition: str = "chinese-1988") -> Event:
    return make_event("swiss", 2, system={"rounds": 1}, play={"komi": komi, "edition": edition})


def margin(result: str, event: Event, **changes: int) -> None:
    check_margin(event, Game(Key(1, 1, 1), 1, 2, **({"komi2": event.play.komi2} | changes)), outcome(result))


@pytest.mark.parametrize(
    ("result", "komi", "why"),
    [
        ("B+0.5", 5.5, ""),
        ("W+86.5", 5.5, ""),
        ("B+R", 5.5, ""),
        ("W", 5.5, ""),
        ("=", 6, ""),
        ("B+3", 6, ""),
        ("B+9999", 5.5, "more than 86.5"),
        ("W+87.5", 5.5, "more than 86.5"),
        ("B+0", 6, "a draw is ="),
        ("B+3.25", 5.5, "half points"),
        ("B+3.1", 5.5, "half points"),
        ("B+3", 5.5, "won by a half number of points"),
        ("B+3.5", 6, "won by a whole number of points"),
    ],
)
def test_a_margin_must_be_one_that_a_count_gives(result: str, komi: float, why: str) -> None:
    if why:
        with pytest.raises(EventError, match=why):
            margin(result, nine(komi))
    else:
        margin(result, nine(komi))


def test_the_komi_is_that_of_the_game() -> None:
    margin("B+4.5", nine(), handicap=3, komi2=1)
    with pytest.raises(EventError, match="with komi 0 "):
        margin("B+4.5", nine(), komi2=0)


def test_prisoners_may_make_a_territory_count_large() -> None:
    margin("B+120.5", nine(edition="japanese"))


def record(size: int = 9, result: str = "") -> bytes:
    return f"(;GM[1]FF[4]SZ[{size}]{f'RE[{result}]' if result else ''};B[ee];W[cc])".encode()


@pytest.mark.parametrize("said", ["", "B+R", "B+3.5", "B+T", "Void", "?"])
def test_a_record_of_the_game_is_taken(said: str) -> None:
    assert check_record(nine(), outcome("B+3.5"), record(result=said)) == record(result=said).decode()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (record(19), "is of a 19x19 board, the event's is 9x9"),
        (record(result="W+R"), r"the record says W\+R, not B\+3.5"),
        (record(result="B+2.5"), r"the record says B\+2.5, not B\+3.5"),
        (record(result="0"), r"the record says 0, not B\+3.5"),
    ],
)
def test_a_record_of_another_game_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(EventError, match=why):
        check_record(nine(), outcome("B+3.5"), data)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(SgfError):
        check_record(nine(), outcome("B"), b"no record")


@pytest.mark.parametrize("text", ["17.2", "28.I B", "12.II", "20", "25.1", "31.4"])
def test_articles(text: str) -> None:
    check_article(text)


@pytest.mark.parametrize("text", ["", "0", "32", "99.9", "17.", "x", "17.2\n", "17.2 and more", "17..2"])
def test_no_articles(text: str) -> None:
    with pytest.raises(EventError, match="is no article"):
        check_article(text)
