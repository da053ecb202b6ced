"""The tests have the same names in every run: parallel workers refuse to start where one differs."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def collected(hash_seed: int) -> list[str]:
    """Return the names of all tests as a new interpreter collects them, in its order."""
    command = [sys.executable, "-P", "-m", "pytest", "--collect-only", "-v", "-q", "-p", "no:cacheprovider"]
    told = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return [line for line in told.stdout.splitlines() if "::" in line]


def test_names_depend_neither_on_the_hour_nor_on_the_hash_seed() -> None:
    first = collected(1)
    time.sleep(1.1)  # a second later by the clock that gzip and the like write down
    assert len(first) > 1000
    assert collected(2) == first
