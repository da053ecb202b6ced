"""Real programs with windows, from Debian, play with the engine on a virtual screen (`make clients`).

What they sent and got stands in the engine's log; what they showed, in build/clients/*.png, to be looked at.
"""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.screen import Screen, engine, lines, missing, wait_for

pytestmark = pytest.mark.clients
GAMES = Path("/usr/games")
LIZZIE = Path("/usr/share/java/lizzie.jar")


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    if name := missing():
        pytest.skip(f"{name} is not installed (Debian: xvfb openbox xdotool imagemagick)")
    one = Screen(tmp_path)
    yield one
    one.close()


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=str(GAMES))
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def test_quarry_lets_it_play_both_sides_to_the_end(screen: Screen, tmp_path: Path) -> None:
    quarry = program("quarry")
    log = engine(tmp_path / "engine", "--time-per-move", "0.1", "--resign", "0")
    (tmp_path / ".quarry").write_text(
        f'[GTP Engine "Tianyuan"]\nScreen name format = "%n %v"\nName = "Tianyuan"\n'
        f'Command line = "{tmp_path / "engine"}"\nSupported games = "Go"\n'
    )
    screen.start(quarry)
    screen.window("Quarry Control Center")
    screen.keys("Return")
    screen.window("^New Game$")
    screen.keys("alt+o", "alt+p", "alt+f", "ctrl+a", "5", "Tab", "alt+p")
    wait_for(lambda: any(line.startswith("> final_status_list") for line in lines(log)), "the end of the game", 180)
    wait_for(lambda: screen.do("search", "--onlyvisible", "--name", "Tianyuan"), "the board")
    assert screen.shot("quarry") > 1000
    said = lines(log)
    assert not [line for line in said if line.startswith("< ?")]
    moves = [line for line in said if re.fullmatch(r"< = ([A-E][1-5]|pass)", line)]
    assert len(moves) >= 6


def test_qgo_gets_moves_is_played_against_and_takes_back(screen: Screen, tmp_path: Path) -> None:
    qgo = program("qgo")
    log = engine(tmp_path / "bin" / "gnugo", "--time-per-move", "0.2")  # it numbers its commands for this name alone
    config = tmp_path / ".config" / "qGo" / "qGo.conf"
    config.parent.mkdir(parents=True)
    path = tmp_path / "bin" / "gnugo"
    config.write_text(f"[General]\nDEFAULT_ENGINE=0\n\n[ENGINES]\n1\\path={path}\n1\\args=\nsize=1\n")
    screen.start(qgo)
    screen.window("^qGo")
    screen.keys("ctrl+n")
    screen.window("^Dialog$")
    screen.keys("Tab", "space", "Tab", "Tab", "Tab", "ctrl+a", "9", "Return")
    wait_for(lambda: any(re.match(r"< =\d+ [A-J]\d$", line) for line in lines(log)), "the engine's move")
    board = screen.window("White vs. Black")
    for x, y in ((174, 290), (414, 290), (294, 410), (174, 530)):  # one of these points is free
        screen.click(board, x, y)
        if any(re.match(r"> \d+ play white", line) for line in lines(log)):
            break
    wait_for(lambda: sum("genmove black" in line for line in lines(log)) == 2, "the second move to be asked for")
    wait_for(lambda: sum(bool(re.match(r"< =\d+ [A-J]\d$", line)) for line in lines(log)) == 2, "the second move")
    assert screen.shot("qgo") > 1000
    assert not [line for line in lines(log) if line.startswith("< ?")]


def test_lizzie_analyses_plays_and_takes_back(screen: Screen, tmp_path: Path) -> None:
    java = program("java")
    if not LIZZIE.exists():
        pytest.skip("liblizzie-java is not installed")
    log = engine(tmp_path / "engine", "--profile", "lizzie")
    start = [java, f"-Duser.home={tmp_path}", "-jar", str(LIZZIE)]
    config = tmp_path / ".config" / "leela-zero" / "lizzie-config.txt"
    first = screen.start(*start)  # writes its configuration, and finds no engine
    screen.window("Error")
    wait_for(config.exists, "Lizzie's configuration")
    first.terminate()
    first.wait(20)
    chosen = json.loads(config.read_text())
    chosen["leelaz"]["engine-command"] = str(tmp_path / "engine")
    config.write_text(json.dumps(chosen))
    screen.start(*start)
    wait_for(lambda: sum(line.startswith("< info move") for line in lines(log)) > 5, "an analysis", 120)
    window = screen.window("playouts|Lizzie")
    screen.click(window, 480, 260)
    wait_for(lambda: any(re.match(r"> \d+ play B [A-T]\d", line) for line in lines(log)), "a move to be sent")
    seen = len(lines(log))
    wait_for(lambda: any("info move" in line for line in lines(log)[seen:]), "the analysis to go on")
    assert screen.shot("lizzie") > 1000
    screen.do("click", "4")  # the wheel goes back
    wait_for(lambda: any(re.match(r"> \d+ undo", line) for line in lines(log)), "the move to be taken back")
    assert not [line for line in lines(log) if line.startswith("< ?")]
