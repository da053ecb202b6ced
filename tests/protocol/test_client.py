"""The client against engines that crash, hang, lie, flood and refuse to end: it always comes back, and says
why.
"""

import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import PeerDied, PeerError, PeerGarbled, PeerNotStarted, PeerRefused, PeerStalled
from engine.protocol import client as module
from engine.protocol.client import Client
from tests.patience import PATIENCE, eventually

FAKE = Path(__file__).parents[1] / "fakes" / "fake_engine.py"


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an engine may take long to end."""
    monkeypatch.setattr(module, "ENDING_S", PATIENCE)


def fake(mode: str, *words: str, **options: object) -> Client:
    return Client([sys.executable, "-S", "-E", str(FAKE), mode, *words], name=mode, **options)  # type: ignore[arg-type]


def test_questions_and_answers() -> None:
    with fake("ok") as client:
        assert client.ask("name", timeout=PATIENCE) == "Fake"
        exchange = client.exchange("echo", "b", 7, timeout=PATIENCE)
        assert exchange.reply.text == "b 7"
        assert client.alive
        assert client.close(grace=PATIENCE) == 0
    assert not client.alive
    with pytest.raises(PeerDied, match="is closed"):
        client.ask("name", timeout=PATIENCE)


def test_an_exchange_is_timed_from_the_last_byte_out_to_the_last_byte_in() -> None:
    with fake("ok") as client:
        begun = time.monotonic_ns()
        exchange = client.exchange("name", timeout=PATIENCE)
        ended = time.monotonic_ns()
    assert begun <= exchange.sent_ns <= ended
    assert begun <= exchange.received_ns <= ended
    assert replace(exchange, sent_ns=3, received_ns=8).elapsed_ns == 5
    # A busy machine may wake this side only after the answer has come.
    assert replace(exchange, sent_ns=8, received_ns=3).elapsed_ns == 0


def test_a_refusal_leaves_the_engine_usable() -> None:
    with fake("ok") as client:
        with pytest.raises(PeerRefused) as caught:
            client.ask("frobnicate", timeout=PATIENCE)
        assert caught.value.text == "unknown command"
        assert client.ask("echo", "on", timeout=PATIENCE) == "on"


def test_ids_and_several_commands_at_once() -> None:
    with fake("ok", ids=True) as client:
        for word in "abc":
            client.send("echo", word, timeout=PATIENCE)
        with pytest.raises(ValueError, match="have not been taken"):
            client.exchange("name", timeout=PATIENCE)
        assert [client.receive(timeout=PATIENCE).reply.text for _ in "abc"] == ["a", "b", "c"]
        with pytest.raises(ValueError, match="no answer is due"):
            client.receive(timeout=PATIENCE)


def test_lines_of_a_stream_come_one_by_one() -> None:
    lines: list[str] = []
    with fake("stream") as client:
        reply = client.exchange("go", timeout=PATIENCE, on_line=lines.append).reply
    assert lines == ["info 0", "info 1", "info 2"]
    assert reply.text == "\ninfo 0\ninfo 1\ninfo 2"


@pytest.mark.parametrize("command", ["", "no-such-engine-anywhere", "'unbalanced", "/"])
def test_what_cannot_be_started(command: str) -> None:
    with pytest.raises(PeerNotStarted):
        Client(command)


def broken(client: Client, error: type[PeerError], words: str, timeout: float = PATIENCE) -> None:
    """See that `go` brings trouble, which is named, and that every later command does."""
    with pytest.raises(error, match=words):
        client.ask("go", timeout=timeout)
    with pytest.raises(error):
        client.ask("name", timeout=PATIENCE)


def test_a_death_is_named_with_its_status_and_its_last_words() -> None:
    with fake("crash") as client:
        broken(client, PeerDied, "status 3.*out of stones")


def test_an_engine_that_closes_its_output_and_lives_on_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENDING_S", 0.1)
    with fake("close") as client:
        broken(client, PeerDied, "closed its output")


def test_silence_is_named_at_the_deadline() -> None:
    """The engine would sleep for an hour."""
    with fake("hang") as client:
        client.ask("name", timeout=PATIENCE)
        broken(client, PeerStalled, "no answer to 'go' within 0.4 s", timeout=0.4)


def test_a_deadline_that_has_passed_is_told_as_it_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the sending took of it."""
    with fake("hang") as client:
        monkeypatch.setattr(client, "_write", lambda data, timeout: time.sleep(0.05))
        broken(client, PeerStalled, "no answer to 'go' within 0.01 s", timeout=0.01)


def test_other_lines_than_an_answer_are_named_at_the_deadline() -> None:
    with fake("stray") as client:
        client.send("go", timeout=PATIENCE)
        eventually(lambda: len(client.stray) == 2)
        with pytest.raises(PeerGarbled, match="'thinking hard' instead of an answer to 'go'"):
            client.receive(timeout=0)
        with pytest.raises(PeerGarbled):
            client.ask("name", timeout=PATIENCE)


def test_an_engine_that_never_starts_to_talk() -> None:
    with fake("nostart") as client, pytest.raises(PeerDied, match="status 3"):
        client.ask("name", timeout=PATIENCE)


def test_an_end_that_nobody_asked_about_is_named_by_the_next_who_asks() -> None:
    with fake("nostart") as client:
        eventually(lambda: not client.alive)
        for thread in client._threads:
            thread.join(PATIENCE)
        with pytest.raises(PeerDied, match="status 3"):
            client.ask("name", timeout=PATIENCE)


def test_stray_lines_can_be_forbidden() -> None:
    with fake("stray", stray_limit=0) as client, pytest.raises(PeerGarbled, match="outside any answer"):
        client.ask("go", timeout=PATIENCE)


def test_an_endless_line_is_cut_short() -> None:
    with fake("noise") as client, pytest.raises(PeerGarbled, match="without ending an answer"):
        client.ask("go", timeout=PATIENCE)


def test_an_answer_too_many_is_found() -> None:
    with fake("double") as client:
        assert client.ask("go", timeout=PATIENCE) == "one"
        eventually(client.unasked)
        with pytest.raises(PeerGarbled, match="'two' without being asked"):
            client.ask("name", timeout=PATIENCE)


def test_a_wrong_id_is_found() -> None:
    with fake("wrong-id", ids=True) as client, pytest.raises(PeerGarbled, match="id 77"):
        client.ask("go", timeout=PATIENCE)


def test_a_flood_on_stderr_blocks_nobody_and_is_remembered() -> None:
    with fake("flood") as client:
        assert client.ask("go", timeout=PATIENCE) == "flooded"
        assert client.close(grace=PATIENCE) == 0
    assert set(client.stderr_tail) == {"y" * 1000}


def test_an_engine_that_takes_no_input() -> None:
    with fake("deaf") as client:
        client.send("go", timeout=PATIENCE)
        with pytest.raises(PeerStalled, match="took no input"):
            for _ in range(64):
                client.send("echo", "z" * 65536, timeout=0.3)


@pytest.mark.parametrize("mode", ["ignore-quit", "ignore-term"])
def test_an_engine_that_will_not_end_is_killed(mode: str) -> None:
    client = fake(mode)
    client.ask("name", timeout=PATIENCE)
    assert client.close(grace=0.2) in (-15, -9)
    assert client.close() in (-15, -9)


def test_what_an_engine_started_ends_with_it() -> None:
    client = fake("orphan")
    child = int(client.ask("go", timeout=PATIENCE))
    os.kill(child, 0)
    client.close()
    eventually(lambda: ended(child))


def ended(process: int) -> bool:
    """Whether it has, though nobody may have asked for its status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def test_kill_from_another_thread_ends_a_wait() -> None:
    asked = threading.Event()

    def heard(mark: str, text: str) -> None:
        if text == "thinking hard":
            asked.set()

    with fake("stray", transcript=heard) as client:
        killer = threading.Thread(target=lambda: asked.wait(PATIENCE) and client.kill())
        killer.start()
        with pytest.raises(PeerDied, match="status -9"):
            client.ask("go", timeout=PATIENCE)
        killer.join()


def test_the_transcript_has_every_line() -> None:
    seen: list[tuple[str, str]] = []
    with fake("crash", transcript=lambda mark, text: seen.append((mark, text))) as client:
        client.ask("echo", "x", timeout=PATIENCE)
        with pytest.raises(PeerDied):
            client.ask("go", timeout=PATIENCE)
    assert {(">", "echo x"), ("<", "= x"), ("<", ""), (">", "go"), ("!", "out of stones")} <= set(seen)
