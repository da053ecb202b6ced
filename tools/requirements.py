"""Print what pip has to install, one requirement a line, as pyproject.toml states it.

    requirements.py build run > list.txt

`build`: what compiles the core; `run`: what the engine needs; `all`: every extra but `train`; any other word: the
extra or the dependency group of that name. pip itself reads groups only from version 25.1 on, and the one that comes
with a new environment may be older.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

LEFT_OUT = {"train"}
"""Extras that `all` leaves out: torch is several gigabytes, and neither playing nor testing needs it."""


def requirements(word: str, project: dict[str, Any]) -> list[str]:
    """Return the requirements that one word of the command line stands for. Raises KeyError for no such word."""
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    lists = {
        **project["dependency-groups"],
        **extras,
        "build": project["build-system"]["requires"],
        "run": project["project"]["dependencies"],
        "all": [line for name, lines in extras.items() if name not in LEFT_OUT for line in lines],
    }
    return lists[word]


if __name__ == "__main__":
    with (Path(__file__).parent.parent / "pyproject.toml").open("rb") as stream:
        table = tomllib.load(stream)
    print("\n".join(sorted({line for word in sys.argv[1:] for line in requirements(word, table)})))
