"""Playouts: what they count is a share, not a vote."""

from gocore import Position, playout


def test_ownership_is_a_share_between_minus_one_and_one() -> None:
    owned = playout.light(Position(5), 200, 1).ownership
    assert all(-1 < share < 1 for share in owned)
    assert any(share != 0 for share in owned)


def test_the_same_seed_gives_the_same_games() -> None:
    assert playout.light(Position(7), 50, 3) == playout.light(Position(7), 50, 3)


def test_a_settled_board_is_owned_fully() -> None:
    pos = Position.from_diagram(". X . O .\n. X . O .\nX X . O O\n. X . O .\n. X . O .")
    owned = playout.light(pos, 100, 1).ownership
    assert owned[0] == 1
    assert owned[4] == -1
