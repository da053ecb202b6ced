"""Sabaki's own engine layer, from npm, against the engine: start, sync, undo, re-sync, analyse, interrupt, quit."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.gtp.driver import ROOT, command
from tests.patience import PATIENCE

PACKAGE = "@sabaki/gtp@3.0.0"


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package from npm's cache, or the network; skip where neither has it."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("sabaki")
    flags = ["--prefer-offline", "--fetch-retries=0", "--fetch-timeout=20000", "--no-audit", "--no-fund"]
    try:
        subprocess.run(
            ["npm", "install", "--prefix", str(folder), *flags, PACKAGE],
            capture_output=True,
            timeout=40,
            check=True,
            cwd=folder,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip(f"npm cannot install {PACKAGE} here")
    return folder


def test_sabakis_layer_drives_the_engine(modules: Path) -> None:
    script = Path(__file__).parent / "node" / "sabaki.js"
    flags = ["--net", "none", "--threads", "1", "--time-per-move", "0.2"]
    done = subprocess.run(
        ["node", str(script), str(modules), *command(*flags)],
        capture_output=True,
        timeout=2 * PATIENCE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    out = json.loads(done.stdout)
    assert out["name"] == "Tianyuan"
    assert out["protocol"] == "2"
    assert {"undo", "set_free_handicap", "rectangular_boardsize", "kata-analyze"} <= set(out["commands"])
    assert out["unknown"] is True
    assert out["move"][0] in "ABCDEFGHJ"
    assert out["lz-analyze"] == out["kata-analyze"] == "2"
    assert out["ended"] is True
    assert out["stderr"] == []
