"""A virtual screen with a window manager, hands (xdotool) and eyes (a screenshot) for programs that have windows."""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.gtp.driver import ROOT, command

Found = TypeVar("Found")

NEEDED = ("Xvfb", "openbox", "xdotool", "import", "identify")
SHOTS = ROOT / "build" / "clients"
"""Where the pictures go: they are there to be looked at."""
PATIENCE = 60.0
SETTLE = 0.7  # seconds that a window takes to react to a key; more only where the machine is busy


class Screen:
    """One X server of its own, 1024 by 768, with a home folder for what runs there."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.running: list[subprocess.Popen[bytes]] = []
        read, write = os.pipe()
        server = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
        self.running.append(subprocess.Popen(server, pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        plain = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        self.environment = {**plain, "DISPLAY": f":{number}", "HOME": str(home)}
        self.start("openbox")
        wait_for(lambda: self.do("get_num_desktops"), "the window manager")

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a program on this screen."""
        with (self.home / "output").open("ab") as output:
            process = subprocess.Popen(words, env=self.environment, cwd=self.home, stdout=output, stderr=output)
        self.running.append(process)
        return process

    def close(self) -> None:
        """End everything that was started here, the screen last."""
        for process in reversed(self.running):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def do(self, *words: str) -> str:
        """Let xdotool do something, and wait for the window to take it in."""
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, check=False)
        time.sleep(SETTLE)
        return done.stdout.decode()

    def window(self, title: str) -> str:
        """Wait for a window whose title matches, and bring it to the front; return its number."""
        found = wait_for(lambda: self.do("search", "--onlyvisible", "--name", title).split(), f"a window {title!r}")
        self.do("windowactivate", "--sync", found[-1])
        return found[-1]

    def keys(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.do("key", key)

    def click(self, window: str, x: int, y: int) -> None:
        """Click in a window."""
        self.do("mousemove", "--window", window, str(x), str(y), "click", "1")

    def shot(self, name: str) -> int:
        """Take a picture of the screen; return how many colours it has."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=True)
        counted = subprocess.run(["identify", "-format", "%k", str(path)], capture_output=True, check=True)
        return int(counted.stdout)


def wait_for(look: Callable[[], Found], what: str, seconds: float = PATIENCE) -> Found:
    """Look until there is something to see."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"waited for {what} in vain"
        time.sleep(0.1)
    return found


def engine(path: Path, *flags: str) -> Path:
    """Write a program that is our engine with these flags, and with a log beside it; return the log's path."""
    log = path.with_suffix(".log")
    words = shlex.join([*command("gtp", "--net", "none", "--threads", "1", "--log", str(log)), *flags])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {words}\n")
    path.chmod(0o755)
    return log


def lines(log: Path) -> list[str]:
    """The lines of a log without their times: `> ` in, `< ` out."""
    return [line.partition(" ")[2] for line in log.read_text().splitlines()] if log.exists() else []


def missing(*programs: str) -> str:
    """Name the first of the programs that is not here; nothing when all are."""
    path = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
    return next((name for name in (*NEEDED, *programs) if shutil.which(name, path=path) is None), "")
