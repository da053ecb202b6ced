"""The option table: ranges, the three ways in, and which of them wins."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import config
from engine.config import BY_NAME, OPTIONS, PROFILES, Settings, parse_size, read_toml, resolve, write_toml
from engine.errors import ConfigError


def test_the_table_and_the_fields_agree() -> None:
    assert list(config.table_matches()) == []
    assert all(option.help for option in OPTIONS)
    assert len({option.flag for option in OPTIONS}) == len(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_default_is_allowed(option: config.Option) -> None:
    if option.default is not None:
        assert option.parse(option.default) == option.default
        assert option.parse(option.show(option.default)) == option.default


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("visits", "500", 500),
        ("visits", 500, 500),
        ("lag", 1e3, 1000),
        ("threads", "256", 256),
        ("time_per_move", "0.25", 0.25),
        ("time_per_move", "1e1", 10.0),
        ("time_per_move", 3, 3.0),
        ("ponder", "yes", True),
        ("ponder", "FALSE", False),
        ("ponder", True, True),
        ("resign", "0", 0.0),
        ("profile", "kgs", "kgs"),
        ("rules", "aga", "aga"),
    ],
)
def test_values_taken(name: str, value: object, meant: object) -> None:
    assert getattr(Settings().with_({name: value}), name) == meant


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("visits", "0"),
        ("visits", "-3"),
        ("visits", "1_0"),
        ("visits", "1.5"),
        ("visits", 1.5),
        ("name", "a\nb"),
        ("version_string", "\x7f"),
        ("visits", "many"),
        ("visits", True),
        ("visits", "9" * 30),
        ("threads", "257"),
        ("level", "21"),
        ("time_per_move", "nan"),
        ("time_per_move", "inf"),
        ("time_per_move", "1,5"),
        ("time_per_move", "0"),
        ("ponder", "maybe"),
        ("ponder", 2),
        ("resign", "0.51"),
        ("profile", "KGS"),
        ("name", 3),
        ("nosuch", "1"),
    ],
)
def test_values_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=name):
        Settings().with_({name: value})


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.low is not None], ids=lambda row: row.name)
def test_a_range_is_taken_to_its_ends_and_no_further(option: config.Option) -> None:
    for end, step in ((option.low, -1), (option.high, 1)):
        assert end is not None
        for value in (end, f"{end}", f"+{end}", f"000{end}"):
            assert option.parse(value) == end
        for value in (end + step, f"{end + step}"):
            if value != end:  # a float so large holds no step
                with pytest.raises(ConfigError):
                    option.parse(value)
    assert type(option.parse(option.high)) is (int if option.kind == "int" else float)


@pytest.mark.parametrize("digits", [100, 400, 5000])
def test_a_number_without_end_is_refused(digits: int) -> None:
    for name in ("visits", "resign", "time_per_move", "level"):
        for value in (10**digits, "9" * digits, "-" + "9" * digits, "0" * digits + "9" * digits):
            with pytest.raises(ConfigError, match=f"^{name}: .{{1,70}} is not allowed"):
                Settings().with_({name: value})


@pytest.mark.parametrize(("base", "digit"), [("", "9"), ("0x", "f"), ("0b", "1")], ids=["ten", "sixteen", "two"])
def test_a_file_with_a_number_without_end_is_refused(base: str, digit: str, tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f"visits = {base}{digit * 20_000}")
    with pytest.raises(ConfigError, match=re.escape(str(path))) as caught:
        read_toml(path)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("profile", PROFILES)
def test_a_written_file_leaves_what_a_profile_says_to_the_profile(profile: str, tmp_path: Path) -> None:
    path = tmp_path / "tianyuan.toml"
    path.write_text(write_toml(resolve({"profile": profile})))
    assert resolve({}, path) == resolve({"profile": profile})
    for other in PROFILES:
        assert resolve({"profile": other}, path) == resolve({"profile": other})
    path.write_text(write_toml(resolve({"profile": profile, "lag": 77})))
    assert resolve({"profile": "ogs"}, path).lag == 77  # somebody's own wish


def test_a_default_that_a_profile_changes_is_a_wish_too(tmp_path: Path) -> None:
    path = tmp_path / "tianyuan.toml"
    path.write_text(write_toml(resolve({"profile": "kgs", "lag": "100"})))
    assert resolve({}, path).lag == BY_NAME["lag"].default == 100


@pytest.mark.parametrize(("text", "size"), [("9", (9, 9)), ("19x13", (19, 13)), ("1:25", (1, 25)), (" 5 ", (5, 5))])
def test_sizes(text: str, size: tuple[int, int]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "0", "26", "9x", "x9", "9x0", "9x26", "-9", "9x9x9", "nine", "٩"])
def test_sizes_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="1 to 25"):
        parse_size(text)


def test_the_written_file_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "tianyuan.toml"
    settings = Settings(visits=100, ponder=True, name='a "quoted" \\ name', komi="6.5", size="13")
    path.write_text(write_toml(settings))
    assert resolve({}, path) == settings
    assert resolve({}, path).board_size == (13, 13)
    path.write_text(write_toml(Settings()))
    assert resolve({}, path) == Settings()
    assert set(
        tomllib.loads("\n".join(line.removeprefix("# ") for line in path.read_text().splitlines() if "=" in line))
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("visits = 0", "visits"),
        ("visit = 3", "unknown key 'visit'"),
        ("visits = [1]", "visits"),
        ("visits =", "is no TOML"),
        ("[search]\nvisits = 3", "unknown key 'search'"),
    ],
)
def test_bad_files_are_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=words) as caught:
        read_toml(path)
    assert str(path) in str(caught.value)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_toml(tmp_path / "nosuch.toml")


def test_numbers_serve_where_text_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("size = 9\nkomi = 7.5\ntime = 300\ntime-per-move = 2")
    assert read_toml(path) == {"size": "9", "komi": "7.5", "time": "300", "time_per_move": 2.0}


def test_flags_win_over_the_file_and_the_file_over_the_profile(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('profile = "kgs"\nvisits = 10')
    assert resolve({}, path).lag == PROFILES["kgs"]["lag"]
    assert resolve({"visits": "20"}, path).visits == 20
    path.write_text('profile = "kgs"\nlag = 7')
    assert resolve({}, path).lag == 7
    assert resolve({"lag": "8"}, path).lag == 8
    assert resolve({"profile": "none"}, path).lag == 7


def test_live_options_answer_to_both_names() -> None:
    assert config.find_live("visits") is config.find_live("maxVisits") is BY_NAME["visits"]
    for name in ("memory", "nosuch", "log"):
        with pytest.raises(ConfigError):
            config.find_live(name)
    assert set(config.live_names()) >= {"visits", "maxVisits", "ponder"}


def test_threads_left_open_are_the_cores_in_reach() -> None:
    assert Settings().search_threads == config.usable_cores() >= 1
    assert Settings(threads=3).search_threads == 3


@given(st.text(max_size=20), st.sampled_from([option.name for option in OPTIONS]))
def test_no_text_does_more_than_be_refused(text: str, name: str) -> None:
    try:
        settings = Settings().with_({name: text})
    except ConfigError:
        return
    assert getattr(settings, name) is not None


def test_ranges_are_written_whole() -> None:
    assert BY_NAME["memory"].range_text == "16 to 1048576"
    assert BY_NAME["seed"].range_text == "0 to 9223372036854775807"
    assert BY_NAME["time_per_move"].range_text == "0.001 to 86400"


@pytest.mark.parametrize("name", ["kgs", "ogs"])
def test_bots_on_servers_are_polite(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.toml"
    path.write_text(f'profile = "{name}"')
    for found in (resolve({"profile": name}), resolve({}, path)):
        assert found.ponder is False
        assert found.lag >= 500
    assert resolve({"profile": name, "ponder": "true"}).ponder is True  # whoever asks for it by name gets it
