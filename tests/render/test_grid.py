"""Star points."""

import pytest

from engine.coords import format_vertex
from engine.render.grid import star_points


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((19, 19), "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16"),
        ((13, 13), "D4 K4 G7 D10 K10"),
        ((9, 9), "C3 G3 E5 C7 G7"),
        ((8, 8), "C3 F3 C6 F6"),
        ((7, 7), "C3 E3 D4 C5 E5"),
        ((5, 5), "C3"),
        ((9, 13), "C4 G4 E7 C10 G10"),
        ((2, 2), ""),
        ((1, 1), ""),
    ],
)
def test_star_points(size: tuple[int, int], expected: str) -> None:
    assert {format_vertex(point, *size) for point in star_points(*size)} == set(expected.split())


def test_star_points_are_symmetric_on_every_board() -> None:
    for width in range(1, 26):
        for height in range(1, 26):
            stars = star_points(width, height)
            assert {width * height - 1 - point for point in stars} == stars
