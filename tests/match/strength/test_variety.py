"""The kind `variety`: how many openings are the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import SpecError
from engine.match.strength import page
from engine.match.strength.__main__ import play
from engine.match.strength.variety import VarietyProof
from tests.match.strength.helpers import lines, reader, rows, write_plan


def plan(**changes: object) -> dict[str, Any]:
    values: dict[str, Any] = {"version": 1, "kind": "variety", "title": "tiny", "engine": "engine", "size": 5}
    return values | {"games": 3, "moves": 2, "equal": 2, "concurrency": 1} | changes


def verdict(root: Path, *openings: str, **changes: object) -> list[str]:
    """The row of these openings: equal, faults, verdict."""
    write_plan(root, "v", **plan(**changes))
    proof = page.named(root, "v")
    path = root / page.LINES / "v.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    common = {"series": 1, "settings": proof.key, "commit": "c", "fault": ""}
    path.write_text("".join(json.dumps(common | {"game": n, "moves": o}) + "\n" for n, o in enumerate(openings)))
    page.write_page(root)
    return rows(root)[1][4:8]


def test_openings_are_compared_as_they_stand(tmp_path: Path) -> None:
    assert verdict(tmp_path) == ["0", "0", "0", "not played"]
    assert verdict(tmp_path, "A1 B2", "B2 A1") == ["2", "0", "0", "open (3 games wanted)"]
    assert verdict(tmp_path, "A1 B2", "B2 A1", "A1 B2") == ["2", "2", "0", "met"]
    assert verdict(tmp_path, "A1 B2", "A1 B2", "A1 B2") == ["1", "3", "0", "not met"]
    assert verdict(tmp_path, "A1", "A1", "B1", "B1", games=9) == ["2", "4", "0", "not met"], "two pairs are four games"
    assert rows(tmp_path)[1][2] == "at most 2 of 9 equal up to move 2"


def test_an_engine_without_variety_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_plan(tmp_path, "v", **plan(engine=reader(genmove=["C3", "D4", "never asked for"])))
    assert not play(tmp_path, "v", games=2)
    assert rows(tmp_path)[1][3:8] == ["2", "1", "2", "0", "open (3 games wanted)"]
    assert play(tmp_path, "v")
    assert rows(tmp_path)[1][3:8] == ["3", "1", "3", "0", "not met"]
    assert [line["moves"] for line in lines(tmp_path, "v")[1:]] == ["C3 D4"] * 3
    assert "[3/3] game 3: C3 D4 | 3 equal to another" in capsys.readouterr().out


def test_a_fault_is_no_variety(tmp_path: Path) -> None:
    write_plan(tmp_path, "v", **plan(engine=reader(genmove=["C3", "C3"]), games=1))
    assert play(tmp_path, "v")
    assert lines(tmp_path, "v")[1]["fault"] == "illegal: C3 at move 2, occupied"
    assert rows(tmp_path)[1][6:8] == ["1", "not met"]


def test_our_own_engine_varies_with_the_seed_and_repeats_with_it(tmp_path: Path) -> None:
    engine = "{python} -m engine gtp --net none --threads 1 --visits 30 --seed {seed}"
    write_plan(tmp_path, "v", **plan(engine=engine, size=9, moves=4))
    assert play(tmp_path, "v")
    first = [line["moves"] for line in lines(tmp_path, "v")[1:]]
    assert len(set(first)) >= 2
    assert play(tmp_path, "v", new=True)
    assert [line["moves"] for line in lines(tmp_path, "v") if line["series"] == 2 and "game" in line] == first


@pytest.mark.parametrize("changes", [{"moves": 0}, {"equal": -1}, {"size": 9.5}, {"folder": "x"}, {"games": None}])
def test_plans_that_are_wrong(changes: dict[str, object]) -> None:
    values = {key: value for key, value in plan(**changes).items() if value is not None and key != "kind"}
    with pytest.raises(SpecError):
        VarietyProof("v", values)
