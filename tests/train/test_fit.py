"""Training, from nothing to a file that the engine loads, on tiny data."""

import itertools
import json
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [train]")

from engine.errors import TrainError  # noqa: E402
from engine.net.cache import open_net  # noqa: E402
from engine.net.evaluator import NetEvaluator  # noqa: E402
from engine.train import export, fit  # noqa: E402
from engine.train.__main__ import main  # noqa: E402
from engine.train.batches import Source, batches  # noqa: E402
from engine.train.model import Net, Shape  # noqa: E402

torch.set_num_threads(1)  # two threads on a busy machine wait for each other
SHAPE = Shape(blocks=3, channels=16, pooled=8, head=8, hidden=16)


def plan(steps: int, every: float = 1e9) -> fit.Plan:
    return fit.Plan(SHAPE, steps=steps, batch=32, rate=4e-3, every=every)


@pytest.fixture(scope="module")
def trained(source: Source, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Net]:
    folder = tmp_path_factory.mktemp("run")
    return folder, fit.fit(plan(60), [source], folder, lambda line: None)


def test_training_learns(trained: tuple[Path, Net], source: Source) -> None:
    batch = next(batches(source, 64, 0, train=False))
    torch.manual_seed(1)
    with torch.no_grad():
        before, after = (fit.loss_parts(net.eval(), batch, "cpu") for net in (Net(SHAPE), trained[1]))
    assert after["policy"] < before["policy"] - 0.2
    assert sum(fit.WEIGHTS[k] * after[k] for k in after) < sum(fit.WEIGHTS[k] * before[k] for k in before)


def test_a_line_is_logged_with_the_last_checkpoint(trained: tuple[Path, Net]) -> None:
    (line,) = (trained[0] / "log.jsonl").read_text().splitlines()
    report = json.loads(line)
    assert report["step"] == 60
    assert set(report["loss"]) == set(fit.WEIGHTS)
    assert set(report["validation"]["0:7x7"]) == {"top1", "kl", "win", "lead", "owner"}


def test_a_run_that_was_stopped_goes_on(source: Source, tmp_path: Path) -> None:
    class Killed(Exception):
        pass

    def kill(line: str) -> None:
        raise Killed

    with pytest.raises(Killed):
        fit.fit(plan(4, every=0), [source], tmp_path, kill)
    assert torch.load(tmp_path / "last.pt", weights_only=True)["step"] == 1
    said: list[str] = []
    fit.fit(plan(4, every=0), [source], tmp_path, said.append)
    assert [line.split(",")[0] for line in said] == ["step 2/4", "step 3/4", "step 4/4"]
    assert not list(tmp_path.glob("*.part"))
    fit.fit(plan(5), [source], tmp_path, said.append)  # a longer run goes on too
    assert said[-1].startswith("step 5/5")
    fit.fit(replace(plan(6), batch=16), [source], tmp_path, said.append)  # and one with smaller batches
    assert said[-1].startswith("step 6/6")
    with pytest.raises(TrainError, match="a checkpoint of another plan"):
        fit.fit(replace(plan(5), rate=1.0), [source], tmp_path)


def test_the_rate_rises_stays_and_falls() -> None:
    long = fit.Plan(steps=1000, rate=1.0, warm=10, fall=0.2)
    rates = [fit.rate_at(long, step) for step in range(1000)]
    assert rates[:10] == pytest.approx([k / 10 for k in range(1, 11)])
    assert set(rates[10:800]) == {1.0}
    assert rates[900] == pytest.approx(0.5)
    assert rates[-1] == 0.01
    assert rates[:800] == [fit.rate_at(replace(long, steps=2000), step) for step in range(800)]


def test_the_running_mean_follows_the_net(source: Source) -> None:
    run = fit.Run(plan(20))
    start = run.net.first.weight.detach().clone()
    for batch in itertools.islice(batches(source, 16, 1), 20):
        run.learn(batch)
    now, mean = run.net.first.weight.detach(), run.mean.first.weight
    assert 0 < float((now - mean).norm()) < float((now - start).norm())
    assert run.mean.first.weight.requires_grad is False
    assert int(run.mean.last_norm.norm.num_batches_tracked) == 15  # the norms are fixed in the last three tenths


def test_the_norms_are_fixed_while_the_rate_falls_and_the_rest_goes_on(source: Source) -> None:
    run = fit.Run(plan(10))
    drawn = batches(source, 16, 1)
    for _ in range(8):
        run.learn(next(drawn))
    norm = run.net.last_norm.norm
    means, weights = norm.running_mean.clone(), run.net.first.weight.detach().clone()
    for _ in range(2):
        run.learn(next(drawn))
    assert torch.equal(norm.running_mean, means)
    assert not torch.equal(run.net.first.weight, weights)


def test_two_processes_train_one_net(data: Path, tmp_path: Path) -> None:
    spec = f"{data / 'games.sgf.xz'}={data / 'labels.npz'}"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{free.getsockname()[1]}"
    words = [sys.executable, "-m", "engine.train", "fit", "--data", spec, "--blocks", "1", "--channels", "8"]
    words += ["--steps", "3", "--batch", "16", "--threads", "1", "--meet", place]
    runs = [
        subprocess.Popen([*words, "--member", f"{k}/2", "--out", str(tmp_path / f"run{k}")], stderr=subprocess.PIPE)
        for k in (1, 2)
    ]
    said = [run.communicate()[1].decode() for run in runs]
    assert [run.returncode for run in runs] == [0, 0], said
    assert "step 3/3" in said[0]
    assert "step" not in said[1]
    assert [path.name for path in tmp_path.glob("run*/*.pt")] == ["last.pt"]


def test_the_exported_net_computes_the_same(trained: tuple[Path, Net], source: Source) -> None:
    net = fit.load(trained[0] / "last.pt")
    judge = NetEvaluator(export.to_bytes(net, "small", "float32", "ab"))
    assert (judge.card.name, judge.encoder, judge.card.source) == ("small", "tianyuan1", "ab")
    batch = next(batches(source, 16, 0, train=False))
    out = [np.empty((16, n), np.float32) for n in (50, 6, 49)]
    judge.lane().evaluate(batch.planes, batch.globals_, *out)
    with torch.no_grad():
        policy, outcome, scores, owner = net(torch.from_numpy(batch.planes), torch.from_numpy(batch.globals_))
    assert np.abs(out[0] - policy.numpy()).max() < 1e-4
    win = torch.softmax(outcome[:, :2], 1)[:, 0]  # no result is ruled out under superko and area scoring
    assert np.abs(out[1][:, 0] - win.numpy()).max() < 1e-5
    assert np.abs(out[1][:, 3] - 20 * scores[:, 2].numpy()).max() < 1e-3
    assert np.abs(out[2] - owner.numpy()).max() < 1e-5


def test_the_verbs_make_a_net_that_the_engine_loads(data: Path, tmp_path: Path) -> None:
    spec = f"{data / 'games.sgf.xz'}={data / 'labels.npz'}=2"
    fit_words = ["fit", "--data", spec, "--out", str(tmp_path / "run"), "--blocks", "2", "--channels", "8"]
    assert main([*fit_words, "--steps", "2", "--batch", "16", "--threads", "1"]) == 0
    assert main(["export", "--run", str(tmp_path / "run"), "--name", "net", "--out", str(tmp_path)]) == 0
    small, large = open_net(tmp_path / "net-int8.onnx"), open_net(tmp_path / "net.onnx")
    assert (small.card.precision, large.card.precision) == ("int8", "float32")
    played, judged = tmp_path / "more.sgf", tmp_path / "more.npz"
    words = ["games", "--net", str(tmp_path / "net-int8.onnx"), "--size", "5", "--count", "3", "--out", str(played)]
    assert main(words) == 0
    teacher = str(tmp_path / "net.onnx")
    assert main(["label", "--net", teacher, "--games", str(played), "--out", str(judged), "--per-game", "4"]) == 0
    assert len(np.load(judged)["game"]) > 5


def test_errors_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "--data", "nothing", "--out", str(tmp_path)]) == 1
    assert main(["export", "--run", str(tmp_path), "--name", "n", "--out", str(tmp_path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert (
        lines[0] == "engine.train: --data nothing: GAMES=LABELS, GAMES=LABELS=SHARE or GAMES=LABELS=SHARE=KOMI is due"
    )
    assert lines[1].endswith("last.pt: no checkpoint")
