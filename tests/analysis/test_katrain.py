"""KaTrain's own engine layer, from the registry, against `tianyuan analysis`."""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gtp.driver import ROOT, command, environment
from tests.patience import PATIENCE

HERE = all(importlib.util.find_spec(name) is not None for name in ("katrain", "pysgf"))


@pytest.mark.skipif(not HERE, reason="KaTrain is not installed: pip install --no-deps katrain==1.20.0 pysgf chardet")
def test_katrains_layer_analyses_ponders_and_stops() -> None:
    engine = "exec " + shlex.join(command("analysis", "--net", "none", "--threads", "1"))
    layer = Path(__file__).with_name("katrain_layer.py")
    done = subprocess.run(
        [sys.executable, str(layer), engine],
        capture_output=True,
        timeout=3 * PATIENCE,
        env={**environment(), "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    found = json.loads(done.stdout)
    assert found["alive"] is True
    assert found["errors"] == []
    assert re.fullmatch(r"[BW]\+\d+\.\d", found["score"])
    assert 0 <= found["winrate"] <= 1
    assert (found["policy"], found["ownership"], found["moves_ownership"]) == (82, 81, 49)
    assert all(row[2][0] == row[0] for row in found["candidates"])
    assert sum(found["more"].values()) > 30  # a search of its own, not what an earlier one left over
    assert found["refined"] > 0
    assert found["comment"].startswith("Move 2: W C3")
    assert found["shutdown_s"] < PATIENCE
