"""Article 5: forbidden points."""

import pytest

from gocore import BLACK, WHITE, Rules
from tests.game.boards import at, position
from tests.game.figures import FIGURE_2


@pytest.mark.article(5, "")
@pytest.mark.parametrize(("vertex", "stones"), [("D4", 1), ("L4", 3), ("Q4", 2)])
def test_the_three_forbidden_points_of_figure_2(vertex: str, stones: int) -> None:
    """Suicide of one, three and two stones is forbidden to Black; White may play all three."""
    pos = position(FIGURE_2.diagram)
    point = at(vertex, pos)
    assert pos.legality(point, BLACK) == "suicide"
    assert pos.legality(point, WHITE) is None
    free = position(FIGURE_2.diagram, core=Rules(suicide=True, ko="simple"))
    if stones > 1:
        assert free.legality(point, BLACK) is None
        free.play(point, BLACK)
        assert free.captured(BLACK) == stones
