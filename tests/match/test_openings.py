"""Where games begin: symmetry, built-in sets, random openings, openings from records."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coords import parse_vertex
from engine.errors import SpecError
from engine.game.symmetry import canonical, symmetries
from engine.match import openings
from engine.match.openings import Opening, different, load
from gocore import BLACK, WHITE


def moves(*vertices: str, size: int = 9) -> Opening:
    colors = itertools.cycle((BLACK, WHITE))
    played = tuple(zip(colors, (parse_vertex(v, size, size) for v in vertices), strict=False))
    return Opening("-".join(vertices), moves=played)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 80), min_size=1, max_size=8, unique=True), st.integers(0, 7))
def test_a_symmetry_changes_no_key(points: list[int], which: int) -> None:
    maps = symmetries(9, 9)
    colors = itertools.cycle((BLACK, WHITE))
    original = Opening(moves=tuple(zip(colors, points, strict=False)))
    turned = Opening(moves=tuple((color, maps[which][point]) for color, point in original.moves))
    try:
        position = original.position(9, 9)
    except Exception:
        return  # a random point in an eye: no opening
    assert canonical(position, maps) == canonical(turned.position(9, 9), maps)


def test_turned_and_transposed_openings_are_the_same() -> None:
    same = [moves("C3", "G7", "G3"), moves("G3", "C7", "C3"), moves("G3", "G7", "C3")]
    other = moves("C3", "G3", "G7")
    kept = list(different([*same, other], 9, 9))
    assert [o.name for o in kept] == ["C3-G7-G3", "C3-G3-G7"]


def test_whose_turn_it_is_makes_a_difference() -> None:
    black = Opening("black", moves=((BLACK, 40),))
    twice = Opening("then a pass", moves=((BLACK, 40), (WHITE, 81)))
    assert len(list(different([black, twice], 9, 9))) == 2


def test_an_illegal_opening_is_named() -> None:
    with pytest.raises(SpecError, match=r"opening bad: illegal move C3 \(occupied\)"):
        list(different([Opening("bad", moves=((BLACK, 56), (WHITE, 56)))], 9, 9))


@pytest.mark.parametrize(("size", "least"), [(7, 10), (9, 200), (13, 100), (19, 500)])
def test_builtin_sets_are_large_fair_and_repeat_by_seed(size: int, least: int) -> None:
    chosen = load("builtin", size, size, count=least, seed=3, moves=0)
    assert len(chosen) == least
    assert chosen == load("builtin", size, size, count=least, seed=3, moves=0)
    assert chosen != load("builtin", size, size, count=least, seed=4, moves=0)
    for opening in chosen[:20]:
        position = opening.position(size, size)
        assert sum(position[p] != 0 for p in range(size * size)) == len(opening.moves)
        assert all(
            min(p % size, p // size, size - 1 - p % size, size - 1 - p // size) >= (2 if size > 8 else 1)
            for _, p in opening.moves
        )


def test_corner_openings_have_a_stone_in_each_corner() -> None:
    for opening in load("builtin", 19, 19, count=50, seed=1, moves=0):
        assert {(p % 19 > 9, p // 19 > 9) for _, p in opening.moves} == set(itertools.product((False, True), repeat=2))
        assert [color for color, _ in opening.moves] == [BLACK, WHITE, BLACK, WHITE]


def test_the_builtin_set_of_a_rectangle() -> None:
    assert len(load("builtin", 9, 7, count=20, seed=1, moves=0)) == 20


def test_random_openings_are_legal_different_and_repeat_by_seed() -> None:
    chosen = load("random:6", 9, 9, count=40, seed=5, moves=0)
    assert chosen == load("random:6", 9, 9, count=40, seed=5, moves=0)
    assert len(list(different(chosen, 9, 9))) == 40
    assert {len(o.moves) for o in chosen} == {6}


def test_random_openings_end_where_nothing_new_comes() -> None:
    # one stone on 2x2: one opening up to symmetry; on 3x3: corner, side, middle
    assert len(load("random:1", 2, 2, count=50, seed=1, moves=0)) == 1
    assert len(load("random:1", 3, 3, count=50, seed=1, moves=0)) == 3


def test_the_empty_board() -> None:
    assert load("none", 19, 19, count=10, seed=1, moves=0) == [Opening("empty")]


@pytest.mark.parametrize("source", ["random:x", "random:101", "random:-1", f"random:{'9' * 5000}", "/no/such/folder"])
def test_sources_that_are_none(source: str) -> None:
    with pytest.raises(SpecError, match="openings"):
        load(source, 9, 9, count=1, seed=1, moves=4)


def test_boards_without_a_builtin_set() -> None:
    with pytest.raises(SpecError, match="5x5"):
        load("builtin", 5, 5, count=1, seed=1, moves=0)


SGF = {
    "a.sgf": "(;GM[1]SZ[9];B[cc];W[gg];B[gc];W[cg])",
    "b.sgf": "(;GM[1]SZ[9];B[gc];W[cg];B[cc];W[gg])",  # the same turned by a quarter
    "c.sgf": "(;GM[1]SZ[9];B[ee];W[gc];B[cg](;W[cc])(;W[gg]))(;GM[1]SZ[9];B[ec])",
    "d.sgf": "(;GM[1]SZ[19];B[pd];W[dp];B[pp];W[dd])",
    "e.sgf": "(;GM[1]SZ[9]AB[cc][gg]AW[cg];W[gc];B[ee];W[ce];B[ec])",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in SGF.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_openings_from_a_folder(folder: Path) -> None:
    chosen = load(str(folder), 9, 9, count=10, seed=1, moves=4)
    assert sorted(o.name for o in chosen) in (["a#1", "c#1", "e#1"], ["b#1", "c#1", "e#1"])
    setup = next(o for o in chosen if o.name == "e#1")
    assert (len(setup.black), len(setup.white), setup.moves[0][0]) == (2, 1, WHITE)
    assert len(load(str(folder / "c.sgf"), 9, 9, count=10, seed=1, moves=1)) == 2


def test_a_folder_for_another_size_says_so(folder: Path) -> None:
    with pytest.raises(SpecError, match="none for a 13x13 board"):
        load(str(folder), 13, 13, count=1, seed=1, moves=4)


def test_a_record_is_read_only_as_far_as_it_is_used_and_a_bad_one_is_named(folder: Path) -> None:
    (folder / "f.sgf").write_text("(;GM[1]SZ[9];B[aa];W[ee];B[ge];W[ec];B[ee])")
    assert "f#1" in [o.name for o in load(str(folder), 9, 9, count=10, seed=1, moves=4)]
    with pytest.raises(SpecError, match=r"f\.sgf: move 5: Black E5 is illegal \(occupied\)"):
        load(str(folder), 9, 9, count=10, seed=1, moves=5)


def test_an_opening_survives_json() -> None:
    opening = Opening("x", (1, 2), (3,), ((2, 40), (1, 41)))
    values = {"name": "x", "black": [1, 2], "white": [3], "moves": [[2, 40], [1, 41]]}
    assert openings.Opening.from_json(values) == opening


@pytest.mark.parametrize(("komi2", "least"), [(11, 50), (13, 50), (14, 50), (15, 50)])
def test_balanced_openings_are_fair_at_the_komi_and_different(komi2: int, least: int) -> None:
    chosen = load("balanced", 9, 9, count=1000, seed=3, moves=0, komi2=komi2)
    assert len(chosen) >= least
    assert {len(opening.moves) for opening in chosen} == {4}
    assert chosen != load("balanced", 9, 9, count=1000, seed=4, moves=0, komi2=komi2)
    leads = {}
    for line in openings.BALANCED.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            leads["-".join(line.split()[:-1])] = float(line.split()[-1])
    assert all(abs(leads[opening.name] - komi2 / 2) <= openings.FAIR for opening in chosen)


@pytest.mark.parametrize(("size", "komi2", "why"), [(13, 11, "only for 9x9"), (9, 200, "none is fair at komi 100")])
def test_where_nothing_is_balanced_it_says_so(size: int, komi2: int, why: str) -> None:
    with pytest.raises(SpecError, match=why):
        load("balanced", size, size, count=1, seed=1, moves=0, komi2=komi2)
