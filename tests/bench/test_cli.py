"""The verb `bench`."""

import json
import signal
import threading
from pathlib import Path

import pytest

from engine import cli as commands
from engine.bench import cli
from engine.cli import main
from engine.net import bench
from tests.net.tinynets import write_net
from tests.patience import eventually

pytest.importorskip("onnx", reason="reading foreign nets needs the extra [nets]")


@pytest.fixture
def net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("TIANYUAN_CACHE", str(tmp_path / "cache"))
    write_net(tmp_path / "tiny.bin.gz")
    return str(tmp_path / "tiny.bin.gz")


def test_a_net_is_measured_as_json(net: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "net", "--net", net, "--size", "9", "--threads", "2", "--seconds", "0.1"]
    assert main([*words, "--precision", "float32", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["net"], found["size"], found["threads"], found["precision"]) == ("tiny", 9, 2, "float32")
    assert found["evaluations"] > 0
    assert {"per_wall_second", "per_cpu_second", "wall_seconds", "cpu_seconds"} <= set(found)


def test_a_net_is_measured_in_words(net: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "net", "--net", net, "--size", "5", "--seconds", "0.05", "--precision", "float32"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "tiny, float32, 5x5, 1 thread(s), batch 1"
    assert "evaluations a second by the clock" in lines[1]


def test_what_cannot_be_measured_is_said_in_one_line(
    net: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "net", "--net", str(tmp_path / "none.gz")]) == 1
    assert main(["bench", "net", "--net", net, "--size", "1", "--precision", "float32"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("tianyuan bench: ") and "none.gz: cannot be read" in lines[0]
    assert lines[1] == "tianyuan bench: net tiny is not made for 1x1 boards"


def test_ctrl_c_leaves_no_thread_inside_a_net(net: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of Python would find it there, and abort."""
    start, workers = bench._Worker.start, list[bench._Worker]()

    def press(worker: bench._Worker) -> None:
        eventually(lambda: worker.count > 0)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def watched(worker: bench._Worker, end: float) -> None:
        workers.append(worker)
        start(worker, end + 3600)
        threading.Thread(target=press, args=(worker,)).start() if len(workers) == 2 else None

    monkeypatch.setattr(bench._Worker, "start", watched)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main(["bench", "net", "--net", net, "--size", "5", "--threads", "2", "--precision", "float32"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert all(worker.done.is_set() for worker in workers) and len(workers) == 2


def test_a_reader_of_the_output_who_leaves_has_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    dropped = list[int]()
    monkeypatch.setattr(cli, "print", gone, raising=False)
    monkeypatch.setattr(commands, "_drop_output", lambda status: dropped.append(status) or status)
    assert main(["bench", "mask", "--size", "2", "--seconds", "0.01"]) == 0
    assert dropped == [0]


@pytest.mark.parametrize("words", [["--size", "0"], ["--seconds", "0"], ["--threads", "-1"], ["--batch", "x"]])
def test_senseless_numbers_are_refused(net: str, words: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["bench", "net", "--net", net, *words])
