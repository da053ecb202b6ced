"""The analysis server over pipes: answers, order, reports on the way, terminate, the end of input."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gtp.driver import ROOT
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-m", "engine", "analysis", "--threads", "1", "--net", "none", "--seed", "1"]
QUERY: dict[str, Any] = {
    "moves": [],
    "rules": "chinese",
    "komi": 5.5,
    "boardXSize": 5,
    "boardYSize": 5,
    "maxVisits": 40,
}


class Server:
    def __init__(self, *flags: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def send(self, **fields: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(fields).encode() + b"\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        assert select.select([self.process.stdout], [], [], PATIENCE)[0], "no answer"
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), self.process.stderr and self.process.stderr.read()
        found = json.loads(line)
        assert isinstance(found, dict)
        return found

    def final(self) -> dict[str, Any]:
        """The next answer that is no report on the way."""
        while (found := self.read()).get("isDuringSearch"):
            pass
        return found

    def begin(self, name: str, **fields: Any) -> None:
        """Ask, and wait until the search is under way."""
        self.query(name, reportDuringSearchEvery=0.02, **fields)
        assert self.read()["isDuringSearch"]

    def query(self, name: str, **fields: Any) -> None:
        self.send(**{**QUERY, "id": name, **fields})


@pytest.fixture
def server() -> Iterator[Server]:
    one = Server()
    yield one
    one.process.kill()
    one.process.communicate()


def test_an_answer_has_what_katrain_reads(server: Server) -> None:
    server.query("a", moves=[["B", "C3"]], includeOwnership=True, includePolicy=True, includePVVisits=True)
    found = server.read()
    assert (found["id"], found["isDuringSearch"], found["turnNumber"]) == ("a", False, 1)
    root = found["rootInfo"]
    assert root["currentPlayer"] == "W"
    assert root["visits"] >= 40
    assert 0 <= root["winrate"] <= 1
    assert isinstance(root["scoreLead"], float)
    assert len(found["ownership"]) == 25
    assert len(found["policy"]) == 26
    assert found["policy"][12] == -1
    others = [value for point, value in enumerate(found["policy"]) if point != 12]
    assert all(value > 0 for value in others)
    assert sum(others) == pytest.approx(1, abs=0.03)
    assert all(info["visits"] > 0 for info in found["moveInfos"])
    infos = found["moveInfos"]
    assert [info["order"] for info in infos] == list(range(len(infos)))
    assert all(
        {"move", "visits", "winrate", "scoreLead", "prior", "pv", "lcb", "pvVisits"} <= set(info) for info in infos
    )
    assert all(info["pv"][0] == info["move"] for info in infos)


def test_owners_after_each_move_and_deviations(server: Server) -> None:
    names = ("Ownership", "OwnershipStdev", "MovesOwnership", "MovesOwnershipStdev")
    every = {f"include{name}": True for name in names}
    server.query("a", moves=[["B", "C3"]], analysisPVLen=2, includePVVisits=True, **every)
    found = server.read()
    assert len(found["ownershipStdev"]) == 25
    assert found["rootInfo"]["scoreStdev"] > 0
    for info in found["moveInfos"]:
        assert len(info["ownership"]) == len(info["ownershipStdev"]) == 25
        assert len(info["pv"]) == len(info["pvVisits"]) <= 2
        assert info["pvVisits"][0] == info["visits"]
    server.query("b", moves=[["B", "C3"]])
    plain = server.read()
    assert "ownershipStdev" not in plain
    assert "ownership" not in plain["moveInfos"][0]


def test_chances_are_blacks_unless_told_otherwise(server: Server) -> None:
    moves = [["B", "C3"], ["W", "A1"], ["B", "B2"], ["W", "A5"], ["B", "D4"]]
    for view in ("BLACK", "WHITE", "SIDETOMOVE"):
        server.query(view, moves=moves, overrideSettings={"reportAnalysisWinratesAs": view}, includeOwnership=True)
    black, white, mover = (server.read() for _ in range(3))
    assert black["rootInfo"]["winrate"] > 0.5
    assert white["rootInfo"]["winrate"] < 0.5
    assert mover["rootInfo"]["winrate"] < 0.5
    assert black["ownership"][12] > 0.5 > -0.5 > white["ownership"][12]
    assert black["rootInfo"]["scoreLead"] > white["rootInfo"]["scoreLead"]


def test_several_turns_come_in_order_and_the_urgent_first(server: Server) -> None:
    server.begin("long", maxVisits=10**9)
    server.query("low", moves=[["B", "C3"], ["W", "B2"]], analyzeTurns=[0, 1, 2])
    server.query("high", priority=10)
    server.send(id="end", action="terminate", terminateId="long")  # read after the others, which so wait together
    found = [answer for answer in (server.final() for _ in range(6)) if answer["id"] != "end"]
    order = [(answer["id"], answer["turnNumber"]) for answer in found]
    assert order == [("long", 0), ("high", 0), ("low", 0), ("low", 1), ("low", 2)]


def test_reports_on_the_way_and_terminate(server: Server) -> None:
    server.query("a", maxVisits=10**9, reportDuringSearchEvery=0.05)
    server.query("b")
    during = [server.read() for _ in range(3)]
    assert all(found["isDuringSearch"] and found["id"] == "a" for found in during)
    assert [found["rootInfo"]["visits"] for found in during] == sorted(found["rootInfo"]["visits"] for found in during)
    server.send(id="t1", action="terminate", terminateId="b")
    server.send(id="t2", action="terminate", terminateId="a", turnNumbers=[7])
    server.send(id="t3", action="terminate", terminateId="a")
    by_id = {found["id"]: found for found in (server.final() for _ in range(5))}
    assert by_id["b"]["noResults"] is True
    assert by_id["a"]["moveInfos"]
    assert by_id["t1"]["terminateId"] == "b"
    assert set(by_id) == {"a", "b", "t1", "t2", "t3"}


def test_the_first_report_has_a_time_of_its_own(server: Server) -> None:
    """After it the reports come at their interval; without one it stays alone."""

    def reports(first: float, every: float | None, wanted: int) -> int:
        """How many reports come before the end, which is asked for once those wanted were there, and a little later."""
        rest = {} if every is None else {"reportDuringSearchEvery": every}
        server.query("q", maxVisits=10**9, firstReportDuringSearchAfter=first, **rest)
        for _ in range(wanted):
            assert server.read()["isDuringSearch"]
        time.sleep(0.3)
        server.send(id="end", action="terminate", terminateId="q")
        answers = [server.read()]
        while {answer["id"] for answer in answers if not answer.get("isDuringSearch")} != {"q", "end"}:
            answers.append(server.read())
        return wanted + sum(answer.get("isDuringSearch", False) for answer in answers)

    assert reports(0.05, None, 1) == 1
    assert reports(3600, 0.05, 0) == 0
    assert reports(0.05, 3600, 1) == 1
    assert reports(0.1, 0.05, 4) >= 4


def test_terminate_all_drops_what_waits(server: Server) -> None:
    server.begin("a", maxVisits=10**9)
    for name in ("b", "c"):
        server.query(name)
    server.send(id="t", action="terminate_all")
    found = {answer["id"]: answer for answer in (server.final() for _ in range(4))}
    assert found["b"]["noResults"] and found["c"]["noResults"]
    assert "noResults" not in found["a"]


def test_questions_about_the_server(server: Server) -> None:
    server.send(id="v", action="query_version")
    assert server.read()["version"].startswith("Tianyuan ")
    server.send(id="m", action="query_models")
    assert server.read()["models"][0]["name"] == "none"
    server.send(id="c", action="clear_cache")
    assert server.read() == {"id": "c", "action": "clear_cache"}
    server.query("a")
    assert server.read()["id"] == "a"


def test_errors_and_warnings_do_not_end_it(server: Server) -> None:
    assert server.process.stdin
    server.process.stdin.write(b"\n  \nnonsense\n\xff\xfe\n")
    server.process.stdin.flush()
    assert "error" in server.read()
    assert "error" in server.read()
    server.query("bad", komi="x")
    assert server.read() == {"error": "must be a number from -150 to 150", "field": "komi", "id": "bad"}
    server.query("odd", colour="blue")
    assert server.read() == {"id": "odd", "field": "colour", "warning": "is not used"}
    assert server.read()["id"] == "odd"


def test_the_end_of_input_waits_for_the_queries() -> None:
    script = "".join(json.dumps({**QUERY, "id": str(i)}) + "\n" for i in range(5)).rstrip()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        COMMAND, input=script.encode(), capture_output=True, env=environment, timeout=PATIENCE, check=True
    )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == list("01234")
    quick = [*COMMAND, "--quit-without-waiting"]
    script = json.dumps({**QUERY, "id": "long", "maxVisits": 10**9})
    done = subprocess.run(
        quick, input=script.encode(), capture_output=True, env=environment, timeout=PATIENCE, check=True
    )
    assert len(done.stdout.splitlines()) == 1


def test_a_fixed_time_and_a_fixed_choice(server: Server) -> None:
    started = time.monotonic()
    server.query(  # without the time, no answer would ever come
        "a",
        maxVisits=10**9,
        overrideSettings={"maxTime": 0.3},
        allowMoves=[{"player": "B", "moves": ["A1", "E5"], "untilDepth": 1}],
    )
    found = server.read()
    assert time.monotonic() - started > 0.25
    assert {info["move"] for info in found["moveInfos"]} <= {"A1", "E5"}


def test_one_query_knows_nothing_of_what_another_was_held_to(server: Server) -> None:
    """The same position; a search of two bad moves is no answer to a question about all."""
    server.query("held", maxVisits=300, allowMoves=[{"player": "B", "moves": ["A1", "A2"], "untilDepth": 1}])
    assert {info["move"] for info in server.read()["moveInfos"]} <= {"A1", "A2"}
    server.query("free", maxVisits=100)
    free = server.read()
    assert len(free["moveInfos"]) > 2
    assert free["moveInfos"][0]["move"] not in {"A1", "A2"}


@pytest.mark.parametrize(("bonus", "lead"), [("N", 1.5), ("N-1", 2.5), ("0", 24.5)])
def test_black_stones_at_the_start_bring_white_what_the_rules_say(server: Server, bonus: str, lead: float) -> None:
    """23 stones on 5x5, two empty points, all Black's whoever moves: 25 points, less komi, less the bonus."""
    stones = [["B", f"{c}{r}"] for c in "ABCDE" for r in range(1, 6) if f"{c}{r}" not in ("A1", "E5")]
    board = {"boardXSize": 5, "boardYSize": 5, "rules": "chinese", "komi": 0.5, "initialPlayer": "W"}
    server.query(bonus, initialStones=stones, moves=[], whiteHandicapBonus=bonus, maxVisits=30, **board)
    assert server.read()["rootInfo"]["scoreLead"] == lead


def test_katrains_own_flags_are_understood(tmp_path: Path) -> None:
    one = Server("-config", "x.cfg", "-analysis-threads", "12", "-override-config", "a=b", "-model", "none")
    one.query("a")
    assert one.read()["id"] == "a"
    assert one.process.stdin
    one.process.stdin.close()
    assert one.process.wait(PATIENCE) == 0


def test_bad_flags() -> None:
    done = subprocess.run([*COMMAND, "--visits", "0"], input=b"", capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"tianyuan analysis: visits" in done.stderr


def test_the_log_has_every_query_and_every_answer(tmp_path: Path) -> None:
    log = tmp_path / "analysis.log"
    query = json.dumps({**QUERY, "id": "a", "maxVisits": 4})
    done = subprocess.run(
        [*COMMAND, "--log", str(log)], input=f"{query}\r\nnonsense\x1b\n".encode(), capture_output=True, cwd=ROOT,
        timeout=PATIENCE, check=True,
    )  # fmt: skip
    lines = [line[24:] for line in log.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if line[0] == ">"] == [f"> {query}", "> nonsense\\x1b"]
    assert sorted(line[2:] for line in lines if line[0] == "<") == sorted(done.stdout.decode().splitlines())
