"""Compare a KataGo net run by us with KataGo itself: outputs position by position, and evaluations a second.

    python benchmarks/nets.py outputs --katago KATAGO --net NET [--precision int8] [--count 200] [--sizes 9 13 19]
    python benchmarks/nets.py speed   --katago KATAGO --net NET [--seconds 10] [--sizes 9 19]
    python benchmarks/nets.py search  --net NET [--seconds 5] [--sizes 9 19]

`search` asks how much of a net's speed by itself is kept in a search, alone and with a report each tenth of a second.
KATAGO is a KataGo binary (its Eigen build for a fair race of one core each). Positions of 9x9 and 19x19 are drawn
from the records in $TIANYUAN_TESTDATA/games/train, those of 13x13 from games of the net's own policy; the seed is
fixed. The outcome is printed as one JSON object with the load of the machine beside it.
"""

import argparse
import json
import lzma
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.coords import format_vertex
from engine.net.bench import measure
from engine.net.cache import open_net
from engine.net.evaluator import NetEvaluator
from gocore import BLACK, IllegalMove, Position, Rules
from gocore.features import Encoder
from gocore.search import Search

CONFIG = """
rules = tromp-taylor
logSearchInfo = false
logAllGTPCommunication = false
allowResignation = false
resignThreshold = -1
maxVisits = 1
numSearchThreads = 1
numNNServerThreadsPerModel = 1
nnMaxBatchSize = 1
nnCacheSizePowerOfTwo = 10
"""
RULES = {
    "chinese": Rules(),
    "tromp-taylor": Rules(suicide=True, komi2=15),
    "situational": Rules(ko="situational", komi2=14),
    "simple": Rules(ko="simple", komi2=13),
    "japanese": Rules(ko="simple", scoring="territory", tax="seki", komi2=13),
    "stone-scoring": Rules(tax="all", komi2=14),
    "seki-tax": Rules(tax="seki", komi2=15),
    "button": Rules(button=True, komi2=14),
}
FILES = {9: "netplay-9x9.sgf.xz", 19: "tygem9d-19x19.sgf.xz"}


class Judgement(NamedTuple):
    """What a net says about a position. Win and lead for White; policy over area + 1 moves, 0 where illegal."""

    win: float
    lead: float
    policy: Any
    ownership: Any


class KataGo:
    """A KataGo process that answers kata-raw-nn."""

    def __init__(self, binary: str, net: str, threads: int = 1) -> None:
        self._folder = tempfile.TemporaryDirectory()
        config = Path(self._folder.name) / "gtp.cfg"
        config.write_text(CONFIG + f"homeDataDir = {self._folder.name}\nlogDir = {self._folder.name}\n")
        command = [binary, "gtp", "-model", net, "-config", str(config)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command: str) -> str:
        """Send one GTP command and return its answer. Raises RuntimeError when it is refused."""
        pipes = self._process.stdin, self._process.stdout
        assert pipes[0] is not None and pipes[1] is not None
        pipes[0].write(command + "\n")
        pipes[0].flush()
        lines: list[str] = []
        while not lines or lines[-1].strip():
            line = pipes[1].readline()
            if not line:
                raise RuntimeError(f"KataGo ended at {command!r}")
            if line.strip() or lines:
                lines.append(line)
        answer = "".join(lines)
        if not answer.startswith("="):
            raise RuntimeError(f"{command!r}: {answer.strip()}")
        return answer[1:].strip()

    def judge(self, pos: Position) -> Judgement:
        """Evaluate a position by its net once, without symmetry and optimism."""
        rules = pos.rules
        said = {
            "ko": rules.ko.upper(),
            "scoring": rules.scoring.upper(),
            "tax": rules.tax.upper(),
            "suicide": rules.suicide,
            "hasButton": rules.button,
            "whiteHandicapBonus": "0",
            "friendlyPassOk": False,
        }
        self.ask(f"rectangular_boardsize {pos.width} {pos.height}")
        self.ask("clear_board")
        self.ask("kata-set-rules " + json.dumps(said))
        self.ask(f"komi {rules.komi}")
        for color, point in pos.moves:
            self.ask(f"play {'bw'[color - 1]} {format_vertex(point, pos.width, pos.height)}")
        return _parse_raw(self.ask("kata-raw-nn 0 0"))

    def close(self) -> None:
        """End the process."""
        self.ask("quit")
        self._process.wait(10)
        self._folder.cleanup()


def _parse_raw(answer: str) -> Judgement:
    def number(name: str) -> float:
        match = re.search(rf"^{name} +(\S+)", answer, re.M)
        assert match is not None, name
        return float(match[1])

    def numbers(name: str) -> Any:
        match = re.search(rf"^{name} *\n((?:[ \t]*(?:-?[\d.]+(?:e-?\d+)?|NAN)[ \t\n]*)+)", answer, re.M | re.I)
        assert match is not None, name
        return np.nan_to_num(np.array(match[1].split(), np.float64))

    policy = np.append(numbers("policy"), number("policyPass"))
    return Judgement(number("whiteWin"), number("whiteLead"), policy, numbers("whiteOwnership"))


class Ours:
    """The same net run by our evaluator."""

    def __init__(self, net: NetEvaluator) -> None:
        self.net = net
        self._lane = net.lane()
        self._encoder = Encoder(net.encoder)

    def judge(self, pos: Position) -> Judgement:
        """Evaluate a position once."""
        area, options = pos.area, self.net.card.options
        planes = np.empty((1, self.net.planes, pos.height, pos.width), np.float32)
        globals_ = np.empty((1, self.net.globals), np.float32)
        suicide = bool(options.get("suicide_in_pass_alive"))
        self._encoder.write(pos, planes[0], globals_[0], suicide_life=suicide)
        out = [np.empty((1, n), np.float32) for n in (area + 1, 6, area)]
        self._lane.evaluate(planes, globals_, *out)
        policy = np.where(np.frombuffer(pos.legal_mask(), np.uint8) == 1, out[0][0].astype(np.float64), -np.inf)
        policy = np.exp(policy - policy.max())
        black = pos.to_move == BLACK
        win = float(out[1][0, 1 if black else 0])
        sign = -1 if black else 1
        return Judgement(win, sign * float(out[1][0, 3]), policy / policy.sum(), sign * out[2][0].astype(np.float64))


def records(size: int, seed: int) -> Iterator[list[tuple[int, int]]]:
    """Yield games of a size as lists of (colour, point), from the shared records."""
    data = os.environ.get("TIANYUAN_TESTDATA")
    if not data:
        sys.exit("TIANYUAN_TESTDATA is not set: no records to take positions from")
    path = Path(data) / "games" / "train" / FILES[size]
    with lzma.open(path, "rt", encoding="utf-8") as file:
        lines = [line for line, _ in zip(file, range(5000), strict=False)]
    random.Random(seed).shuffle(lines)
    for line in lines:
        moves = re.findall(r";([BW])\[([a-z]{0,2})\]", line)
        yield [(" BW".index(color), _point(text, size)) for color, text in moves]


def _point(text: str, size: int) -> int:
    if text == "" or (text == "tt" and size <= 19):
        return size * size
    return (ord(text[1]) - 97) * size + ord(text[0]) - 97


def policy_games(judge: Ours, size: int, seed: int) -> Iterator[list[tuple[int, int]]]:
    """Yield games in which the net plays its policy against itself."""
    generator = np.random.default_rng(seed)
    while True:
        pos = Position(size)
        while pos.passes < 2 and pos.move_number < size * size:
            policy = judge.judge(pos).policy ** 0.8
            for _ in range(4):  # one evaluation serves four moves: a large net is slow
                policy *= np.frombuffer(pos.legal_mask(), np.uint8)
                if policy.sum() > 0:
                    pos.play(int(generator.choice(pos.area + 1, p=policy / policy.sum())))
        yield pos.moves


def positions(judge: Ours, size: int, count: int, rules: Rules, seed: int = 1) -> Iterator[Position]:
    """Yield positions at random plies of games, one a game."""
    games = records(size, seed) if size in FILES else policy_games(judge, size, seed)
    generator = random.Random(seed + size)
    for _ in range(count):
        moves = next(games)
        pos = Position(size, rules=rules)
        for color, point in moves[: generator.randint(0, len(moves))]:
            if pos.passes >= 2:
                break
            try:
                pos.play(point, color)
            except IllegalMove:
                break
        yield pos


def compare(ours: Ours, theirs: KataGo, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the largest and mean differences of all outputs, by size and rules."""
    found: dict[str, Any] = {}
    for size in arguments.sizes:
        for name in arguments.rules:
            pairs = [
                (ours.judge(pos), theirs.judge(pos)) for pos in positions(ours, size, arguments.count, RULES[name])
            ]
            found[f"{size}x{size} {name}"] = _differences(pairs)
    return found


def _differences(pairs: list[tuple[Judgement, Judgement]]) -> dict[str, float]:
    win = [abs(a.win - b.win) for a, b in pairs]
    policy = [float(np.abs(a.policy - b.policy).max()) for a, b in pairs]
    owner = [float(np.abs(a.ownership - b.ownership).max()) for a, b in pairs]
    same = [int(a.policy.argmax()) == int(b.policy.argmax()) for a, b in pairs]
    return {
        "positions": len(pairs),
        "win_max": max(win),
        "win_mean": statistics.mean(win),
        "lead_max": max(abs(a.lead - b.lead) for a, b in pairs),
        "policy_max": max(policy),
        "ownership_max": max(owner),
        "same_top_move": statistics.mean(same),
    }


def our_speed(net: str, size: int, seconds: float) -> float:
    """Return our evaluations a second of processor time in one thread."""
    return measure(Path(net), size=size, seconds=seconds).per_cpu_second


def katago_speed(binary: str, net: str, size: int, visits: int) -> float:
    """Return KataGo's evaluations a second of processor time in one thread, from its own benchmark.

    Two runs of different length are compared, so that loading the net does not count.
    """
    short, long = (_katago_run(binary, net, size, n) for n in (visits // 5, visits))
    return (long[0] - short[0]) / (long[1] - short[1])


def _katago_run(binary: str, net: str, size: int, visits: int) -> tuple[float, float]:
    """Run KataGo's benchmark. Returns evaluations and processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "gtp.cfg"
        config.write_text(CONFIG.replace("maxVisits = 1\n", "") + f"homeDataDir = {folder}\nlogDir = {folder}\n")
        command = [binary, "benchmark", "-model", net, "-config", str(config), "-t", "1", "-n", "4"]
        command += ["-v", str(visits), "-boardsize", str(size)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.findall(r"nnEvals/s = ([\d.]+).*?\(([\d.]+) secs\)", done.stdout)
    if not found:
        sys.exit(f"KataGo's benchmark gave no figure:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(found[-1][0]) * float(found[-1][1]), cpu


def race(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return both speeds, measured in turn so that both meet the same load; the median of three of each."""
    found = {}
    for size in arguments.sizes:
        ours, theirs = [], []
        for _ in range(3):
            ours.append(our_speed(arguments.net, size, arguments.seconds))
            theirs.append(katago_speed(arguments.katago, arguments.net, size, arguments.visits))
        found[f"{size}x{size}"] = {
            "ours": round(statistics.median(ours), 1),
            "katago": round(statistics.median(theirs), 1),
            "ratio": round(statistics.median(ours) / statistics.median(theirs), 2),
            "all_ours": [round(x, 1) for x in ours],
            "all_katago": [round(x, 1) for x in theirs],
        }
    return found


def searched(net: NetEvaluator, size: int, seconds: float, seed: int, interval: float | None = None) -> float:
    """Return the positions that a search of one thread shows to its net in a second of processor time.

    The search begins after a few random moves, so that rounds differ. interval: seconds between reports, None for none.
    """
    pos, generator = Position(size), random.Random(seed)
    for _ in range(4):
        pos.play(generator.choice(pos.legal()))
    search, found = Search(1, 192, seed, judge=net), []
    cpu = time.process_time()
    thread = threading.Thread(target=lambda: found.append(search.run(pos, seconds=seconds)))
    thread.start()
    while thread.is_alive():
        thread.join(interval)
        if search.running:
            search.report()
    return float(found[0].judged / (time.process_time() - cpu))


def keeping(net: NetEvaluator, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the net's speed by itself and the shares of it that searches keep: medians of rounds, in turn."""
    found = {}
    for size in arguments.sizes:
        rows = []
        for seed in range(arguments.rounds):
            alone = our_speed(arguments.net, size, arguments.seconds)
            plain, told = (searched(net, size, arguments.seconds, seed, interval) for interval in (None, 0.1))
            rows.append((alone, plain / alone, told / alone))
        alone, plain, told = (statistics.median(column) for column in zip(*rows, strict=True))
        shares = {"search": round(plain, 3), "search with reports": round(told, 3)}
        each = [[round(x, 3) for x in row] for row in rows]
        found[f"{size}x{size}"] = {"alone": round(alone, 1), **shares, "rounds": each}
    return found


def main() -> None:
    """Read the command line and print what is found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["outputs", "speed", "search"])
    parser.add_argument("--katago", help="not for search")
    parser.add_argument("--net", required=True)
    parser.add_argument("--precision", default=None, help="float32 for outputs, int8 for speed unless said")
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 13, 19])
    parser.add_argument("--count", type=int, default=67, help="positions of each size and rule set")
    parser.add_argument("--rules", nargs="+", default=["chinese"], choices=sorted(RULES))
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=5, help="of search")
    parser.add_argument("--visits", type=int, default=150, help="visits a position of KataGo's benchmark")
    arguments = parser.parse_args()
    if arguments.katago is None and arguments.verb != "search":
        parser.error(f"{arguments.verb} needs --katago")
    precision = arguments.precision or ("float32" if arguments.verb == "outputs" else "int8")
    net = open_net(Path(arguments.net), precision, progress=lambda line: print(line, file=sys.stderr))
    if arguments.verb == "speed":
        found = race(arguments)
    elif arguments.verb == "search":
        found = keeping(net, arguments)
    else:
        theirs = KataGo(arguments.katago, arguments.net)
        found = compare(Ours(net), theirs, arguments)
        theirs.close()
    head = {"net": net.card.name, "precision": net.card.precision, "load": round(os.getloadavg()[0], 2)}
    print(json.dumps({**head, **found}, indent=1))


if __name__ == "__main__":
    main()
