"""The engine as a process: how it starts, is interrupted, is flooded, and ends."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.gtp.driver import QUICK, Engine, command, environment, replies, run, run_file
from tests.patience import PATIENCE

SLOW = ("--time-per-move", "3600", "--threads", "1", "--net", "none")


def thinking(engine: Engine, text: str) -> list[str | None]:
    """Have the engine think for an hour; return the lines of its answer so far, of which one shows that it does.

    Of a `genmove` nothing shows; what is asked of it holds from when the command is on its way.
    """
    engine.ok("boardsize 9")
    engine.write(text + "\n")
    if text.startswith("genmove"):
        time.sleep(0.5)
        return []
    found = [engine.line(), engine.line()]
    assert found[0] == "=" and (found[1] or "").startswith("info move ")
    return found


# --- ending -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["", "quit\n"], ids=["end of input", "quit"])
@pytest.mark.parametrize("thought", ["genmove b", "lz-analyze b 5", "kata-analyze b 5", "lz-genmove_analyze b 5"])
def test_whatever_it_thinks_about_it_is_gone_long_before_the_thought_would_end(thought: str, last: str) -> None:
    """How soon is measured by benchmarks.waits, on a machine that is known to be quiet."""
    with Engine(*SLOW) as engine:
        begun = thinking(engine, thought)
        engine.write(last)
        assert engine.end() == 0
        if not begun:
            assert re.fullmatch(r"= [A-J]\d", engine.reply())
        while begun and (line := engine.line()):
            assert line.startswith(("info move ", "play "))
        if last:
            assert engine.reply() == "= "
        assert engine.line() is None


def test_quit_alone_ends_a_search_and_then_the_engine() -> None:
    with Engine(*SLOW) as engine:
        thinking(engine, "genmove b")
        engine.write("quit\n")
        assert re.fullmatch(r"= [A-J]\d", engine.reply())
        assert engine.reply() == "= "
        assert engine.process.wait(PATIENCE) == 0


def test_a_script_that_is_piped_in_gets_all_its_answers() -> None:
    done = run(b"boardsize 9\ngenmove b\ngenmove w\nshowboard\ngenmove b", *SLOW)
    answers = replies(done.stdout)
    assert len(answers) == 5
    assert all(re.fullmatch(r"= [A-J]\d", answers[i]) for i in (1, 2, 4))
    assert done.returncode == 0


def test_a_reader_that_went_away_is_no_error() -> None:
    script = f"{shlex.quote(sys.executable)} -m engine --net none | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"{script}; echo ${{PIPESTATUS[0]}}"],
        input=b"name\n" * 50_000,
        capture_output=True,
        timeout=PATIENCE,
        env=environment(),
        check=False,
    )
    assert done.stdout.decode().split("\n")[:2] == ["= Tianyuan", "0"]
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_during_an_analysis() -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        command("--net", "none"), stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE, env=environment()
    )
    os.close(write)
    assert process.stdin and process.stderr
    process.stdin.write(b"boardsize 9\nlz-analyze 3\n")
    process.stdin.flush()
    while b"info" not in os.read(read, 65536):
        pass
    os.close(read)
    assert process.wait(PATIENCE) == 0
    assert b"Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stderr.close()


def test_a_reader_that_goes_away_late_in_an_analysis_is_noticed_and_nothing_is_aborted() -> None:
    """At the end of the process no search may be left running: the core would call std::terminate."""
    process = subprocess.Popen(
        command("--net", "none"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    assert process.stdin and process.stdout
    process.stdin.write(b"lz-analyze 1\n")
    process.stdin.flush()
    for _ in range(30):
        assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(PATIENCE) == 0
    process.stdin.close()


def test_sigterm_ends_it() -> None:
    with Engine(*SLOW) as engine:
        thinking(engine, "lz-genmove_analyze b 5")
        engine.process.send_signal(signal.SIGTERM)
        assert engine.process.wait(PATIENCE) == -signal.SIGTERM


def test_ctrl_c_ends_it_in_the_middle_of_a_search() -> None:
    with Engine(*SLOW) as engine:
        thinking(engine, "lz-genmove_analyze b 5")
        engine.process.send_signal(signal.SIGINT)
        assert engine.process.wait(PATIENCE) == -signal.SIGINT
        assert not any("Traceback" in line for line in engine.errors)


# --- interrupting -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["\n", "\r\n", "# a comment\n", "   \n", "name\n", "12 name\r\n", "stop\n"])
@pytest.mark.parametrize("name", ["lz-analyze 3", "7 kata-analyze w interval 3"])
def test_any_line_ends_an_analysis_and_a_command_is_answered(name: str, line: str) -> None:
    with Engine("--net", "none", "--threads", "1") as engine:
        engine.ok("boardsize 9")
        engine.write(name + "\n")
        head = "=7" if name[0] == "7" else "="
        assert engine.line() == head
        assert (engine.line() or "").startswith("info move ")
        engine.write(line)
        while text := engine.line():
            assert text.startswith("info move "), text
        if line.strip() and not line.startswith("#"):
            assert engine.reply().startswith("=12 " if "12" in line else "= ")
        assert engine.ask("play b E5") == "= "


def test_rapid_starts_and_stops_lose_no_reply() -> None:
    count = 60
    with Engine("--net", "none", "--threads", "1") as engine:
        engine.ok("boardsize 9")
        engine.write("".join(f"{i} lz-analyze 1\n" for i in range(count)) + f"{count} name\n")
        heads = [re.match(r"=(\d+)", engine.reply()) for _ in range(count + 1)]
        assert [match and int(match[1]) for match in heads] == list(range(count + 1))


def test_a_move_is_not_ended_by_commands_that_come_in() -> None:
    with Engine("--net", "none", "--threads", "1") as engine:
        engine.ok("boardsize 9")
        engine.ok("time_settings 0 2 1")  # time that is lost unless used: a clear choice does not end the search early
        started = time.monotonic()
        engine.write("1 genmove b\n2 name\n\n# so what\n3 version\n")
        assert engine.reply().startswith("=1 ")
        assert time.monotonic() - started > 1.3
        assert engine.reply() == "=2 Tianyuan"
        assert engine.reply().startswith("=3 ")


def test_gogui_interrupts_a_move_with_a_comment() -> None:
    with Engine(*SLOW) as engine:
        thinking(engine, "genmove b")
        engine.write("# interrupt\n")
        assert re.fullmatch(r"= [A-J]\d", engine.reply())
        assert engine.ok("name") == "Tianyuan"


@pytest.mark.parametrize("name", ["lz-analyze", "kata-analyze"])
def test_reports_come_one_an_interval(name: str) -> None:
    """No two in one interval; how late the latest of them is, benchmarks.waits measures."""
    with Engine("--net", "none", "--threads", "1") as engine:
        engine.ok("boardsize 9")
        started = time.monotonic()
        engine.write(f"{name} b 10\n")
        assert (engine.line() or "") == "="
        for _ in range(11):
            assert (engine.line() or "").startswith("info move")
        assert time.monotonic() - started > 10 * 0.1 - 0.02
        engine.write("\n")
        while engine.line():
            pass
        assert engine.ok("name") == "Tianyuan"


# --- input in every shape ---------------------------------------------------------------------------------------


def test_one_hundred_thousand_commands_in_one_write() -> None:
    count = 100_000
    script = "".join(f"{i} name\n" for i in range(count)).encode()
    done = run(script + b"quit\n", *QUICK)
    answers = replies(done.stdout)
    assert answers[:-1] == [f"={i} Tianyuan" for i in range(count)]
    assert answers[-1] == "= "


def test_analyses_that_are_over_at_once_cost_next_to_nothing() -> None:
    """Seconds where a start and a wait for each would be minutes."""
    done = run(b"boardsize 9\n" + b"lz-analyze 1\n" * 2_000 + b"name\n", *QUICK)
    assert replies(done.stdout)[-1] == "= Tianyuan"
    assert len(replies(done.stdout)) == 2_002


def test_a_megabyte_of_restrictions() -> None:
    done = run(b"boardsize 9\nlz-analyze 10 " + b"avoid b d4,e5 3 " * 60_000 + b"\nname\n", *QUICK)
    assert replies(done.stdout)[-1] == "= Tianyuan"


def test_one_byte_at_a_time() -> None:
    with Engine(*QUICK) as engine:
        for byte in b"1 boardsize 9\r\n# x\n2 play b E5\n3 showboard\n":
            engine.write(bytes([byte]))
        assert engine.reply() == "=1 "
        assert engine.reply() == "=2 "
        assert "(X)" in engine.reply()


def test_a_line_of_a_megabyte() -> None:
    with Engine(*QUICK) as engine:
        engine.write("5 play b " + "x" * 1_000_000 + "\n6 " + "y" * 1_000_000 + "\n# " + "z" * 1_000_000 + "\n7 name\n")
        assert engine.reply() == "?5 syntax error"
        assert engine.reply() == "?6 unknown command"
        assert engine.reply() == "=7 Tianyuan"


def test_a_word_of_many_digits_that_is_no_number_costs_no_command_its_time() -> None:
    """A form that may be read in two ways at every digit takes a day for these."""
    words = [
        *(b"komi", b"time_left b", b"time_settings", b"kgs-time_settings byoyomi 60 10", b"boardsize", b"gg-undo"),
        *(b"kata-time_settings absolute", b"fixed_handicap", b"lz-analyze", b"kata-analyze minmoves", b"play b A"),
        *(b"undo", b"kata-set-param resign", b"kata-set-param visits", b"kata-set-rules", b"loadsgf x"),
    ]
    ends = [b"9" * 200_000, b"9" * 200_000 + b"x", b"0" * 200_000 + b"x", b"-." + b"9" * 200_000 + b"e"]
    done = run(b"".join(word + b" " + end + b"\n" for word in words for end in ends), *QUICK)
    assert len(replies(done.stdout)) == len(words) * len(ends)
    assert b"internal error" not in done.stdout


def test_a_seed_of_any_size_that_is_offered_serves() -> None:
    most = str(2**63 - 1)
    sets = f"kata-set-param seed 0\nkata-set-param seed {most}\nkata-get-param seed"
    done = run(f"boardsize 5\ngenmove b\n{sets}\ngenmove w".encode(), *QUICK, "--seed", most)
    assert [answer[0] for answer in replies(done.stdout)] == ["="] * 6
    assert replies(done.stdout)[4] == f"= {most}"


def test_no_newline_at_the_end() -> None:
    assert run(b"name", *QUICK).stdout == b"= Tianyuan\n\n"
    assert run(b"", *QUICK).stdout == b""


# --- nothing else on the wire -----------------------------------------------------------------------------------


def test_stray_prints_do_not_reach_the_wire() -> None:
    code = (
        "import os\nfrom engine import wire\nfd = wire.claim_stdout()\nassert wire.claim_stdout() == fd\n"
        "print('stray')\nos.system('echo from a child')\nos.write(1, b'raw\\n')\nwire.write_all(fd, b'= x')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment(), timeout=PATIENCE, check=True
    )
    assert done.stdout == b"= x"
    assert all(word in done.stderr for word in (b"stray", b"from a child", b"raw"))


def test_a_full_pipe_that_does_not_block_is_waited_for() -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    code = f"from engine import wire\nwire.write_all({write}, b'x' * 1000000)"
    process = subprocess.Popen([sys.executable, "-c", code], pass_fds=[write], env=environment())
    os.close(write)
    total = 0
    while data := os.read(read, 65536):
        total += len(data)
    os.close(read)
    assert process.wait(PATIENCE) == 0
    assert total == 1_000_000


def test_the_first_answer_needs_no_heavy_import() -> None:
    """What a GUI waits for at the start: the net, numpy and the session come after the first answer."""
    code = (
        "import sys\nfrom engine.config import Settings\n"
        "from engine.gtp import cli\nfrom engine.gtp.server import Server\n"
        "heavy = ('numpy', 'onnxruntime', 'rich', 'networkx', 'sgfmill', 'engine.session', 'engine.player.player')\n"
        "class Watched(Server):\n"
        "    def _write(self, text):\n"
        "        super()._write(text)\n"
        "        sys.stderr.write(f'{[name for name in heavy if name in sys.modules]}\\n')\n"
        "Watched(Settings(), 0, 1).serve()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"name\n",
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout == b"= Tianyuan\n\n"
    assert done.stderr.decode().splitlines() == ["[]"]


def test_every_line_on_stderr_has_its_prefix(tmp_path: Path) -> None:
    code = (
        "import os\nfrom engine.gtp.server import Server\nfrom engine.config import Settings\n"
        "def broken(door, args):\n    raise RuntimeError('= not an answer')\n"
        "Server(Settings(), 0, 1, commands={'broken': broken}).serve()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"1 broken\nbroken\n", capture_output=True, env=environment(), check=True
    )
    assert done.stdout == b"?1 internal error: RuntimeError\n\n? internal error: RuntimeError\n\n"
    lines = done.stderr.decode().splitlines()
    assert any("RuntimeError: = not an answer" in line for line in lines)
    assert all(line.startswith("[tianyuan] ") for line in lines)


def served(change: str, script: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run a script of commands through a server in whose process something has been changed before."""
    code = (
        "import os\nfrom engine.config import Settings\nfrom engine.gtp.server import Server\n"
        "from engine.player.player import Player\nfrom engine.session import Session\n"
        f"{change}\nServer(Settings().with_({dict(options)!r}), 0, 1).serve()"
    )
    return subprocess.run(
        [sys.executable, "-c", code], input=script.encode(), capture_output=True, env=environment(), check=True
    )


@pytest.mark.parametrize("command", ["genmove b", "lz-genmove_analyze b 10", "kata-genmove_analyze b 10"])
def test_a_fault_while_a_move_is_chosen_costs_no_move(command: str) -> None:
    broken = "def broken(*_, **__):\n    raise OverflowError('too much')\nPlayer._think = broken"
    done = served(broken, f"boardsize 9\n{command}\nquit\n", net="none", threads=1)
    assert re.search(rb"\n(= |play )[A-J]\d\n", done.stdout)
    assert b"?" not in done.stdout
    assert b"OverflowError" in done.stderr


@pytest.mark.parametrize("command", ["genmove b", "lz-genmove_analyze b 10"])
def test_pondering_begins_when_the_answer_is_out(command: str) -> None:
    told = "Session.ponder = lambda self: os.write(1, b'[ponder]')"
    done = served(told, f"boardsize 9\n{command}\nname\n", net="none", threads=1, visits=2)
    assert re.search(rb"[A-J]\d\n\n\[ponder\]= Tianyuan\n\n$", done.stdout)


@pytest.mark.parametrize("word", ["stop", "kgs-game_over"])
def test_ponder_ends_with_stop_and_with_the_game(word: str) -> None:
    """A process at rest uses no processor time, however busy the machine; one that ponders does, sooner or later."""
    with Engine("--ponder", "--threads", "1", "--net", "none", "--visits", "20") as engine:
        engine.ok("boardsize 9")
        engine.ok("genmove b")
        begun, deadline = float(engine.ok("cputime")), time.monotonic() + PATIENCE
        while float(engine.ok("cputime")) < begun + 0.3:
            assert time.monotonic() < deadline, "it does not ponder"
            time.sleep(0.05)
        engine.ok(word)
        at_rest = float(engine.ok("cputime"))
        time.sleep(1.0)
        assert float(engine.ok("cputime")) < at_rest + 0.2


def test_the_log_has_every_line_and_every_search(tmp_path: Path) -> None:
    log = tmp_path / "gtp.log"
    script = b"1 boardsize 9\r\n# note\ngenmove b\nplay b Z9\nquit\n"
    run_file(script, *QUICK, "--variety", "0", "--log", str(log))
    lines = [line[24:] for line in log.read_text().splitlines()]
    assert [line for line in lines if line[0] == ">"] == [
        "> 1 boardsize 9", "> # note", "> genmove b", "> play b Z9", "> quit",
    ]  # fmt: skip
    assert "< =1 " in lines
    assert "< ? syntax error" in lines
    assert any(re.match(r"\* search B [A-J]\d visits \d+ winrate 0\.\d+ .*ms \d+ pv [A-J]\d", line) for line in lines)
    assert any(line.startswith("* play: vertex Z9 is not on") or "not a vertex" in line for line in lines)


def test_the_log_names_points_and_stays_text_whatever_comes_in(tmp_path: Path) -> None:
    log = tmp_path / "gtp.log"
    strange = b"play b \xff\xfe\nkgs-chat game x \x1b[2J\x1b]0;\n"
    run(b"boardsize 9\nplay b E5\nplay w E5\n" + strange + b"quit\n", *QUICK, "--log", str(log))
    text = log.read_text(encoding="utf-8")
    assert "play: illegal move: White at E5: occupied" in text
    assert r"> play b \udcff\udcfe" in text
    assert r"> kgs-chat game x \x1b[2J\x1b]0;" in text and "\x1b" not in text


def test_two_engines_of_one_seed_play_alike() -> None:
    script = b"boardsize 9\n" + b"genmove b\ngenmove w\n" * 3
    first, second = (run_file(script, *QUICK).stdout for _ in range(2))
    assert first == second
