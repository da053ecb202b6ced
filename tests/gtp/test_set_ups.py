"""The files that the set-up pages show are ones that the programs they are for would take.

The names are those that each program's own reader knows; it refuses, or passes over in silence, any other.
"""

import json
import re
import shlex

import pytest

from engine import config
from tests.gtp.driver import ROOT

PAGES = ROOT / "docs" / "clients"


def blocks(page: str, kind: str = "") -> list[str]:
    """The blocks of one kind that a page shows."""
    return re.findall(rf"^```{kind}\n(.*?)^```", (PAGES / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def settings_of(words: list[str]) -> config.Settings:
    """The settings of a command that a page shows, refused where our own command line would refuse it."""
    assert words[:2] == ["/full/path/tianyuan", "gtp"]
    names = [word.removeprefix("--").replace("-", "_") for word in words[2::2]]
    return config.resolve(dict(zip(names, words[3::2], strict=True)))


# --- gtp2ogs 9 ----------------------------------------------------------------------------------------------------

_TOP = """
apikey engine verbosity log_game_chat status_update_frequency server max_pause_time blacklist whitelist bot opening_bot
ending_bot greeting farewell farewellscore logfile allowed_time_control_systems allowed_blitz_settings
allowed_rapid_settings allowed_live_settings allowed_correspondence_settings allowed_board_sizes allow_ranked
allow_unranked allowed_rank_range allow_ranked_handicap allow_unranked_handicap allowed_komi_range hidden
decline_new_challenges showboard min_move_time max_games_per_player
"""
_BOT = """
command manager instances enable_clock send_chats send_pv_data release_delay quit_grace_period persistent_idle_timeout
"""
OGS, OGS_BOT = frozenset(_TOP.split()), frozenset(_BOT.split())
OGS_RANGES = {
    "simple": {"per_move_time_range"},
    "byoyomi": {"main_time_range", "period_time_range", "periods_range"},
    "fischer": {"initial_time_range", "max_time_range", "time_increment_range"},
}


def json5(text: str) -> dict:
    """Read JSON whose keys have no quotes, and whose lists may end in a comma."""
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", re.sub(r"([{,]\s*)(\w+):", r'\1"\2":', text)))


def faults(data: dict) -> list[str]:
    """What gtp2ogs would refuse in a configuration."""
    found = [key for key in data if key not in OGS]
    found += [f"bot.{key}" for key in data["bot"] if key not in OGS_BOT]
    found += [system for system in data.get("allowed_time_control_systems", []) if system not in OGS_RANGES]
    if data["bot"].get("manager", "persistent") not in ("persistent", "pool"):
        found.append("bot.manager")
    for speed in ("blitz", "rapid", "live", "correspondence"):
        for key, value in (data.get(f"allowed_{speed}_settings") or {"concurrent_games": 1}).items():
            if key in OGS_RANGES and set(value) == OGS_RANGES[key] and all(low <= high for low, high in value.values()):
                continue
            if key != "concurrent_games" or not isinstance(value, int):
                found.append(f"{speed}.{key}")
    return found


def test_gtp2ogs_takes_the_configuration() -> None:
    data = json5(blocks("ogs.md", "json5")[0])
    assert faults(data) == []
    assert data["apikey"] and settings_of(data["bot"]["command"]).profile == "ogs"


@pytest.mark.parametrize("wrong", [
    {"max_games_by_type": {}}, {"allowed_time_control_systems": ["canadian"]}, {"allowed_live_settings": {"blitz": 1}},
    {"allowed_rapid_settings": {"simple": {"main_time_range": [1, 2]}}}, {"bot": {"command": [], "mode": "persistent"}},
])  # fmt: skip
def test_what_gtp2ogs_refuses_is_seen(wrong: dict) -> None:
    assert faults({**json5(blocks("ogs.md", "json5")[0]), **wrong})


def test_the_page_names_no_flag_that_gtp2ogs_has_not() -> None:
    text = (PAGES / "ogs.md").read_text(encoding="utf-8")
    assert set(re.findall(r"gtp2ogs (-\S+)", text)) <= {"--config"}


# --- the two clients of CGOS --------------------------------------------------------------------------------------

TCL = {"server": {"server", "port"}, "player": {"name", "password", "invoke", "priority"}}
PYTHON = {
    "Common": {"KillFile"},
    "GTPEngine": {"CommandLine", "ServerHost", "ServerPort", "ServerUser", "ServerPassword", "NumberOfGames"},
}


def sections(text: str, head: str, between: str) -> dict[str, dict[str, str]]:
    """Read a file of sections: `head` finds the name of one, `between` what stands between a key and its value."""
    found: dict[str, dict[str, str]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if match := re.fullmatch(head, line):
            rows = found.setdefault(match[1], {})
        else:
            key, value = re.split(between, line, maxsplit=1)
            rows[key] = value
    return found


@pytest.mark.parametrize(("number", "head", "between", "wanted", "command"), [
    (0, r"%section\s+(\S+)", r"\s+", TCL, "invoke"), (1, r"(\w+):", r"\s*=\s*", PYTHON, "CommandLine"),
], ids=["Tcl", "Python"])  # fmt: skip
def test_each_client_of_cgos_takes_its_file(number: int, head: str, between: str, wanted: dict, command: str) -> None:
    found = sections(blocks("cgos.md")[number], head, between)
    assert {name: set(rows) for name, rows in found.items()} == wanted
    rows = {key: value for section in found.values() for key, value in section.items()}
    rules = settings_of(rows[command].split()).rules
    shown = re.search(r"^`tianyuan gtp(.*?)`;", (PAGES / "cgos.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == "cgos" and shown and shlex.split(shown[1]) == rows[command].split()[2:]
    assert all(rows[key].isdecimal() for key in rows if key.lower().endswith(("port", "priority", "games")))
