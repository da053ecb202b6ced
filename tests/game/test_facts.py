"""Checking plain data against the declared types."""

from dataclasses import dataclass
from typing import Literal

import pytest

from engine.game.referee.facts import misfit


@dataclass
class Sample:
    """One field of each type that is known."""

    number: int = 0
    flag: bool = False
    word: Literal["a", 1] = "a"
    points: tuple[int, ...] = ()
    maybe: Literal["x"] | None = None
    text: str = ""


@pytest.mark.parametrize("change", [{}, {"word": 1}, {"points": (1, 2)}, {"maybe": "x"}, {"number": -(10**30)}])
def test_what_fits_is_let_through(change: dict[str, object]) -> None:
    assert misfit(Sample(**change)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"number": True}, "number must be a whole number, not True"),
        ({"number": 1.0}, "number must be a whole number, not 1.0"),
        ({"flag": 1}, "flag must be true or false, not 1"),
        ({"word": True}, "word must be one of 'a', 1, not True"),
        ({"word": "b"}, "word must be one of 'a', 1, not 'b'"),
        ({"points": [1]}, "points must be a list, each a whole number, not [1]"),
        ({"points": (1, "2")}, "points must be a list, each a whole number, not (1, '2')"),
        ({"maybe": "y"}, "maybe must be one of 'x' or nothing, not 'y'"),
        ({"text": None}, "text must be text, not None"),
        ({"text": 10**99}, f"text must be text, not 1{'0' * 36}..."),
    ],
)
def test_what_does_not_fit_is_said(change: dict[str, object], said: str) -> None:
    assert misfit(Sample(**change)) == said  # type: ignore[arg-type]
