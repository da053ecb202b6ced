"""What KataGo itself says about a few positions, with the 6-block net of its own test folder.

The figures were printed by `kata-raw-nn 0` of KataGo 1.17.2 (CPU build); the games are the net's policy against
itself. benchmarks/nets.py compares hundreds of positions wherever KataGo is at hand.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.coords import format_vertex, parse_vertex
from engine.net.cache import open_net
from engine.net.evaluator import NetEvaluator
from gocore import BLACK, Position, Rules
from gocore.features import Encoder

TOLERANCE = {"float32": 1e-4, "bf16": 0.02, "int8": 0.05}
NET = "g170-b6c96-s175395328-d26788732.bin.gz"
RULES = {
    "chinese": Rules(),
    "tromp-taylor": Rules(suicide=True, komi2=15),
    "situational": Rules(ko="situational", komi2=14),
    "japanese": Rules(ko="simple", scoring="territory", tax="seki", komi2=13),
}

# size, rules, moves, White's win rate and lead, likeliest move, its probability, White's hold on the top left point
CASES = [
    (
        9,
        "chinese",
        "E6 E4 D4 F6 F7 D3 G6 D5 G4 F5 G5 E7 D6 F8 G7 C6 D7 C7 C4 C5 E2 E8 C3 E3 F4 E5 F3 D2 D1 C2",
        0.999686,
        22.498,
        "F2",
        0.365136,
        0.9324,
    ),
    (
        9,
        "japanese",
        "F6 H4 C5 G7 G6 F7 H5 D7 E3 G3 C7 E6 E5 D6 C6 F5 F4 E2 E4 H6 G5 F2 D2 C2 D8 D3 H7 B4 D5 H8 J6 J8 E7 "
        "F8 F9 J7 E9 J4 H6 B5 D4 C3 B6 C4",
        0.000112,
        -9.403,
        "A5",
        0.368679,
        -0.98943,
    ),
    (
        13,
        "tromp-taylor",
        "C3 K4 K10 C10 E11 E3 C6 C12 L3 C2 L4 B3 D9 C9 D3 D2 B4 L11 E4 F4 L10 C4 D4 C5 F3 F2 D6 G3 B2 K11 J11 "
        "J12 H11 H12 D10 D11 M9 G11 D12 E5 D5 C11 K5 F9 M11 D8 H5 M4 J3 B1 A2 H2 G10 F11 F10 H10 J10 H9 M12 "
        "G13 B8 B7 B6 J9 J2 J1 K8 H7 J6 C7",
        0.385341,
        -0.998,
        "A7",
        0.444878,
        0.92408,
    ),
    (
        19,
        "situational",
        "D3 Q16 R4 D4 C4 C5 C3 H11 C16 D5 F3 E17 C8 F4 G4 G5 F5 E4 G2 F6 H5 G6 C11 H4 G3 D16 C17 P4 G16 F16 "
        "J4 H6 P3 J5 O3 C14 B14 B13 C13 C12 D13 B15 C15 B11 D14 D12 E12 E11 D11 Q3 Q4 B12 F11 E10 G17 F10 G11 "
        "E13 G10 F12 E14 F14 B2 Q9 R17 Q5 F15 R5 R3 Q17 R16 R14 Q18 P18 R10 R15 G14 G12 Q10 P9 R18 O17 F13 "
        "O11 E12 H10 R8 P6 R12 A14 L17 S15 G9 H12 P12 P14 F9 D10 S16 K15 K16 M16 O12 J16 L4 H15 J17 M10 B7 B6",
        0.882708,
        17.113,
        "B9",
        0.126503,
        -0.71148,
    ),
]


def judge(net: NetEvaluator, size: int, rules: str, moves: str) -> tuple[Position, list[Any]]:
    """Play the moves and evaluate what results."""
    pos = Position(size, rules=RULES[rules])
    pos.play_moves(parse_vertex(move, size, size) for move in moves.split())
    planes, globals_ = np.empty((1, 22, size, size), np.float32), np.empty((1, 19), np.float32)
    Encoder(net.encoder).write(pos, planes[0], globals_[0])
    out = [np.empty((1, n), np.float32) for n in (pos.area + 1, 6, pos.area)]
    net.lane().evaluate(planes, globals_, *out)
    legal = np.frombuffer(pos.legal_mask(), np.uint8) == 1
    out[0] = np.exp(np.where(legal, out[0] - out[0].max(), -np.inf))
    return pos, [(out[0] / out[0].sum())[0], out[1][0], out[2][0]]


@pytest.fixture(scope="module")
def nets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, NetEvaluator]]:
    """Return the net in each precision, or skip: it is not part of the repository."""
    path = Path(os.environ.get("TIANYUAN_TESTNETS", "")) / NET
    if not path.is_file():
        pytest.skip(f"TIANYUAN_TESTNETS names no folder with {NET}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIANYUAN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield {precision: open_net(path, precision) for precision in TOLERANCE}


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0]}x{case[0]} {case[1]}" for case in CASES])
@pytest.mark.parametrize("precision", TOLERANCE)
def test_outputs_are_katagos(nets: dict[str, NetEvaluator], precision: str, case: tuple[Any, ...]) -> None:
    size, rules, moves, win, lead, best, likelihood, corner = case
    tolerance = TOLERANCE[precision]
    pos, (policy, value, ownership) = judge(nets[precision], size, rules, moves)
    white = pos.to_move != BLACK
    sign = 1 if white else -1
    assert (value[0] if white else value[1]) == pytest.approx(win, abs=tolerance)
    assert sign * value[3] == pytest.approx(lead, abs=max(6e-4, 30 * tolerance if tolerance > 1e-3 else 0))
    point = parse_vertex(best, size, size)
    assert policy[point] == pytest.approx(likelihood, abs=2 * tolerance)
    assert sign * ownership[0] == pytest.approx(corner, abs=2 * tolerance)
    if precision == "float32":
        assert format_vertex(int(policy.argmax()), size, size) == best
