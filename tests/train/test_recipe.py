"""The recipe of the package's net, on tiny data: what is there is taken, what is not is made, once."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [train]")

from engine.net.cache import open_net  # noqa: E402
from engine.train import fit, labels, recipe, records  # noqa: E402
from engine.train.__main__ import main  # noqa: E402
from engine.train.model import Shape  # noqa: E402
from tests.net.tinynets import write_net  # noqa: E402

PARTS = (
    recipe.Part("ready", 7, 2.0, 40, 12, "games.sgf.xz", "labels.npz", vary=False),
    recipe.Part("late", 7, 1.0, 20, 6, "games.sgf.xz", first=20),
    recipe.Part("played", 5, 1.0, 12, 8, "policy-5x5.sgf.xz"),
)
PLAN = fit.Plan(Shape(blocks=1, channels=8, pooled=4, head=4, hidden=8), steps=2, batch=16)


@pytest.fixture(scope="module")
def made(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    torch.set_num_threads(1)
    out = tmp_path_factory.mktemp("made")
    write_net(out / "teacher.bin.gz")
    said: list[str] = []
    recipe.make(out / "teacher.bin.gz", data, out, said.append, PLAN, PARTS)
    return out, said


def test_two_files_are_written_that_the_engine_loads(made: tuple[Path, list[str]]) -> None:
    small, exact = (open_net(made[0] / name) for name in ("tianyuan.onnx", "tianyuan-float32.onnx"))
    assert (small.card.precision, exact.card.precision) == ("int8", "float32")
    assert small.card.sides == exact.card.sides == recipe.SIDES
    assert len(small.card.source) == 64
    assert small.card.source == exact.card.source


def test_only_what_was_missing_was_made(made: tuple[Path, list[str]]) -> None:
    names = {path.name for path in made[0].iterdir()} - {"teacher.bin.gz"}
    nets = {"tianyuan.onnx", "tianyuan-float32.onnx"}
    assert names == {"policy-5x5.sgf.xz", "labels-late.npz", "labels-played.npz", "run"} | nets
    assert [line for line in made[1] if "ing 20 games" in line or "ing 12 games" in line] == [
        "judging 20 games of 7x7",
        "playing 12 games of 5x5",
        "judging 12 games of 5x5",
    ]


def test_the_later_games_are_judged_under_their_own_number(made: tuple[Path, list[str]], data: Path) -> None:
    found = labels.read(made[0] / "labels-late.npz")
    played = records.read(data / "games.sgf.xz")
    assert (found.game.min(), found.game.max()) == (20, 39)
    assert all(found.ply[row] < len(played[int(found.game[row])].points) for row in range(len(found)))
    assert found.terms is not None
    assert len(np.unique(found.komi2)) > 3


def test_a_second_call_makes_nothing_again(made: tuple[Path, list[str]], data: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in made[0].glob("*.*") if path.suffix != ".onnx"}
    said: list[str] = []
    recipe.make(made[0] / "teacher.bin.gz", data, made[0], said.append, PLAN, PARTS)
    assert said == ["writing tianyuan.onnx", "writing tianyuan-float32.onnx"]
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_the_verb_runs_the_recipe(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(recipe, "make", lambda *values: calls.append(values))
    words = ["make", "--teacher", "t.bin.gz", "--records", str(data), "--out", str(tmp_path), "--steps", "7"]
    assert main(words) == 0
    ((teacher, folder, out, _, plan),) = calls
    assert (teacher, folder, out) == (Path("t.bin.gz"), data, tmp_path)
    assert plan == fit.Plan(steps=7, batch=recipe.BATCH)


def test_the_parts_are_of_the_sizes_that_the_card_allows() -> None:
    assert {part.side for part in recipe.PARTS} <= set(range(recipe.SIDES[0], recipe.SIDES[1] + 1))
    assert len({part.name for part in recipe.PARTS}) == len(recipe.PARTS)
    assert all(part.vary or part.ready for part in recipe.PARTS)
