"""Lots from a recorded seed: repeatable, fair, blind to names; sealed line-ups; the first move by nigiri."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.draw import lots, sealed, ticket
from tests.tournament.helpers import make_event, started


@given(st.integers(0, 10**9), st.permutations(range(1, 12)))
def test_lots_do_not_hang_on_the_order_of_the_list(seed: int, order: list[int]) -> None:
    assert lots(seed, "x", order) == lots(seed, "x", range(1, 12))
    assert sorted(lots(seed, "x", order)) == list(range(1, 12))


def test_lots_are_fair() -> None:
    """Each of four comes first in about a quarter of 4000 draws (six standard deviations wide)."""
    first = Counter(lots(seed, "x", range(4))[0] for seed in range(4000))
    assert all(840 < count < 1160 for count in first.values()) and len(first) == 4


def test_a_draw_is_fixed_for_ever() -> None:
    """Seeds are published before an event: a new version must draw the same."""
    assert lots(7, "order of the first round", range(1, 9)) == [1, 5, 8, 7, 4, 2, 3, 6]
    assert ticket(1, "a") != ticket(1, "b") != ticket(2, "b")


@pytest.mark.article(10, "")
def test_the_first_move_of_a_first_round_is_by_nigiri_and_recorded() -> None:
    blacks = set()
    for seed in range(20):
        notes = [started_round(seed), started_round(seed)]
        assert notes[0] == notes[1]
        note, black = notes[0]
        assert note.startswith("nigiri: P1 held ") and note.endswith(f"P{black} takes Black")
        blacks.add(black)
    assert blacks == {1, 2}


def started_round(seed: int) -> tuple[str, int]:
    """Return the note of the only meeting of a first round, and who has Black."""
    desk = started(make_event("swiss", 2, system={"rounds": 1}, event={"seed": seed}))
    desk.advance()
    meeting = desk.state.rounds[0].meetings[0]
    assert meeting.games[0].black == meeting.black
    return meeting.note, meeting.black


def test_a_sealed_line_up_hides_and_binds() -> None:
    line = sealed("event", 1, 2, (3, 1, 2), "salt")
    assert len(line) == 64 and line == sealed("event", 1, 2, [3, 1, 2], "salt")
    others = [
        ("event", 1, 2, (3, 2, 1), "salt"),
        ("event", 2, 2, (3, 1, 2), "salt"),
        ("event", 1, 2, (3, 1, 2), "pepper"),
    ]
    assert all(sealed(*other) != line for other in others)
