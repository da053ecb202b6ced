"""The client against engines that crash, hang, lie, flood and refuse to end: it always comes back, and says
why.
"""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import PeerDied, PeerError, PeerGarbled, PeerNotStarted, PeerRefused, PeerStalled
from engine.protocol.client import Client

FAKE = Path(__file__).parents[1] / "fakes" / "fake_engine.py"
SOON = 10.0  # seconds: generous, for a busy machine; what must time out uses far less


def fake(mode: str, *words: str, **options: object) -> Client:
    return Client([sys.executable, "-S", "-E", str(FAKE), mode, *words], name=mode, **options)  # type: ignore[arg-type]


def test_questions_and_answers() -> None:
    with fake("ok") as client:
        assert client.ask("name", timeout=SOON) == "Fake"
        exchange = client.exchange("echo", "b", 7, timeout=SOON)
        assert exchange.reply.text == "b 7"
        assert client.alive
        assert client.close() == 0
    assert not client.alive
    with pytest.raises(PeerDied, match="is closed"):
        client.ask("name", timeout=SOON)


def test_an_exchange_is_timed_from_the_last_byte_out_to_the_last_byte_in() -> None:
    with fake("ok") as client:
        begun = time.monotonic_ns()
        exchange = client.exchange("name", timeout=SOON)
        ended = time.monotonic_ns()
    assert begun <= exchange.sent_ns <= ended
    assert begun <= exchange.received_ns <= ended
    assert replace(exchange, sent_ns=3, received_ns=8).elapsed_ns == 5
    # A busy machine may wake this side only after the answer has come.
    assert replace(exchange, sent_ns=8, received_ns=3).elapsed_ns == 0


def test_a_refusal_leaves_the_engine_usable() -> None:
    with fake("ok") as client:
        with pytest.raises(PeerRefused) as caught:
            client.ask("frobnicate", timeout=SOON)
        assert caught.value.text == "unknown command"
        assert client.ask("echo", "on", timeout=SOON) == "on"


def test_ids_and_several_commands_at_once() -> None:
    with fake("ok", ids=True) as client:
        for word in "abc":
            client.send("echo", word, timeout=SOON)
        with pytest.raises(ValueError, match="have not been taken"):
            client.exchange("name", timeout=SOON)
        assert [client.receive(timeout=SOON).reply.text for _ in "abc"] == ["a", "b", "c"]
        with pytest.raises(ValueError, match="no answer is due"):
            client.receive(timeout=SOON)


def test_lines_of_a_stream_come_one_by_one() -> None:
    lines: list[str] = []
    with fake("stream") as client:
        reply = client.exchange("go", timeout=SOON, on_line=lines.append).reply
    assert lines == ["info 0", "info 1", "info 2"]
    assert reply.text == "\ninfo 0\ninfo 1\ninfo 2"


@pytest.mark.parametrize("command", ["", "no-such-engine-anywhere", "'unbalanced", "/"])
def test_what_cannot_be_started(command: str) -> None:
    with pytest.raises(PeerNotStarted):
        Client(command)


@pytest.mark.parametrize(
    ("mode", "error", "words"),
    [
        ("crash", PeerDied, "status 3.*out of stones"),
        ("close", PeerDied, "closed its output"),
        ("hang", PeerStalled, "no answer to 'go' within 0.4"),
        ("stray", PeerGarbled, "'thinking hard' instead of an answer"),
    ],
)
def test_trouble_is_named_within_the_deadline(mode: str, error: type[PeerError], words: str) -> None:
    with fake(mode) as client:
        client.ask("name", timeout=SOON)
        started = time.monotonic()
        with pytest.raises(error, match=words):
            client.ask("go", timeout=0.4)
        assert time.monotonic() - started < 3
        with pytest.raises(error):
            client.ask("name", timeout=SOON)
    assert time.monotonic() - started < 8


def test_an_engine_that_never_starts_to_talk() -> None:
    with fake("nostart") as client, pytest.raises(PeerDied, match="status 3"):
        for _ in range(2):  # the first may be written before it has ended
            client.ask("name", timeout=SOON)


def test_stray_lines_can_be_forbidden() -> None:
    with fake("stray", stray_limit=0) as client, pytest.raises(PeerGarbled, match="outside any answer"):
        client.ask("go", timeout=SOON)


def test_an_endless_line_is_cut_short() -> None:
    with fake("noise") as client, pytest.raises(PeerGarbled, match="without ending an answer"):
        client.ask("go", timeout=60)


def test_an_answer_too_many_is_found() -> None:
    with fake("double") as client:
        assert client.ask("go", timeout=SOON) == "one"
        for _ in range(200):
            if client.unasked():
                break
            time.sleep(0.02)
        with pytest.raises(PeerGarbled, match="'two' without being asked"):
            client.ask("name", timeout=SOON)


def test_a_wrong_id_is_found() -> None:
    with fake("wrong-id", ids=True) as client, pytest.raises(PeerGarbled, match="id 77"):
        client.ask("go", timeout=SOON)


def test_a_flood_on_stderr_blocks_nobody_and_is_remembered() -> None:
    with fake("flood") as client:
        assert client.ask("go", timeout=SOON) == "flooded"
        assert client.close() == 0
    assert set(client.stderr_tail) == {"y" * 1000}


def test_an_engine_that_takes_no_input() -> None:
    with fake("deaf") as client:
        client.send("go", timeout=SOON)
        with pytest.raises(PeerStalled, match="took no input"):
            for _ in range(64):
                client.send("echo", "z" * 65536, timeout=0.3)


@pytest.mark.parametrize("mode", ["ignore-quit", "ignore-term"])
def test_an_engine_that_will_not_end_is_killed(mode: str) -> None:
    client = fake(mode)
    client.ask("name", timeout=SOON)
    started = time.monotonic()
    assert client.close(grace=0.2) in (-15, -9)
    assert time.monotonic() - started < 4
    assert client.close() in (-15, -9)


def test_what_an_engine_started_ends_with_it() -> None:
    client = fake("orphan")
    child = int(client.ask("go", timeout=SOON))
    os.kill(child, 0)
    client.close()
    for _ in range(200):
        state = Path(f"/proc/{child}/stat")
        if not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.02)
    pytest.fail("the grandchild still runs")


def test_kill_from_another_thread_ends_a_wait() -> None:
    import threading

    with fake("hang") as client:
        timer = threading.Timer(0.3, client.kill)
        timer.start()
        with pytest.raises(PeerDied, match="status -9"):
            client.ask("go", timeout=SOON)
        timer.join()


def test_the_transcript_has_every_line() -> None:
    seen: list[tuple[str, str]] = []
    with fake("crash", transcript=lambda mark, text: seen.append((mark, text))) as client:
        client.ask("echo", "x", timeout=SOON)
        with pytest.raises(PeerDied):
            client.ask("go", timeout=SOON)
    assert {(">", "echo x"), ("<", "= x"), ("<", ""), (">", "go"), ("!", "out of stones")} <= set(seen)
