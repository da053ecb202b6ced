"""What a match asks for: engines from text, settings that cannot be, and the way to JSON and back."""

import json
from dataclasses import replace

import pytest

from engine.errors import MatchError, SpecError
from engine.match.openings import Opening
from engine.match.record import GameId
from engine.match.spec import EngineSpec, GameJob, GameSettings, MatchSpec, SprtSpec, derive_seed, distinct

A = EngineSpec("A", ("a", "--seed", "{seed}"), "300+5x30", ("kata-set-param x 1",))
B = EngineSpec("B", ("b",))


@pytest.mark.parametrize(
    ("text", "name", "command"),
    [
        ("gnugo --mode gtp", "gnugo", ("gnugo", "--mode", "gtp")),
        ("gnu-1=gnugo --mode gtp --level 1", "gnu-1", ("gnugo", "--mode", "gtp", "--level", "1")),
        ("gnugo --level=3 a=b", "gnugo", ("gnugo", "--level=3", "a=b")),
        ("/usr/games/gnugo --level=3", "gnugo", ("/usr/games/gnugo", "--level=3")),
        ("python -m engine gtp", "tianyuan", ("python", "-m", "engine", "gtp")),
        (
            "python3.11 tests/fakes/gtp.py --mode crash",
            "gtp",
            ("python3.11", "tests/fakes/gtp.py", "--mode", "crash"),
        ),
        ("x='my engine' -f 'a b'", "x", ("my engine", "-f", "a b")),
    ],
)
def test_an_engine_from_text(text: str, name: str, command: tuple[str, ...]) -> None:
    assert EngineSpec.from_text(text) == EngineSpec(name, command)


@pytest.mark.parametrize("text", ["", "  ", "x=", "gnugo 'unclosed"])
def test_an_engine_that_is_none(text: str) -> None:
    with pytest.raises(SpecError):
        EngineSpec.from_text(text)


def test_the_seed_is_put_into_the_command() -> None:
    assert A.argv(77) == ["a", "--seed", "77"]


def test_twins_get_names_of_their_own() -> None:
    assert [e.name for e in distinct(A, A)] == ["A-1", "A-2"]
    assert distinct(A, B) == (A, B)


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"height": 26},
        {"score": "guess"},
        {"illegal": "ignore"},
        {"cycles": "x"},
        {"at_limit": "x"},
        {"resign_below": 50.0},
        {"resign_below": -1.0},
        {"resign_moves": 0},
        {"lag_ms": -1},
        {"stall_ms": 0},
        {"move_limit": -1},
        {"resumptions": -1},
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, object]) -> None:
    with pytest.raises(SpecError, match=r"\w"):
        GameSettings(**wrong)  # type: ignore[arg-type]


def test_the_move_limit_grows_with_the_board() -> None:
    assert GameSettings().longest == 722
    assert GameSettings(width=5, height=5).longest == 50
    assert GameSettings(move_limit=7).longest == 7


def test_jobs_and_matches_survive_json() -> None:
    settings = GameSettings(width=9, height=9, time="60", resign_below=5.0)
    job = GameJob(
        id=GameId("ev", 1, 1, 1),
        black=A,
        white=B,
        settings=settings,
        opening=Opening("x", (1,), (2,), ((1, 40),)),
        seed=5,
    )
    assert GameJob.from_json(json.loads(json.dumps(job.to_json()))) == job
    match = MatchSpec(event="ev", engines=(A, B), games=10, settings=settings, sprt=SprtSpec(elo1=20))
    assert MatchSpec.from_json(json.loads(json.dumps(match.to_json()))) == match
    with pytest.raises(SpecError):
        MatchSpec.from_json({"event": "ev"})
    with pytest.raises(SpecError):
        GameJob.from_json(job.to_json() | {"settings": {"width": 9, "colour": 1}})


def test_a_match_that_cannot_be() -> None:
    settings = GameSettings()
    for wrong in ({"games": 0}, {"engines": (A, A)}, {"event": "../x"}):
        values = {"event": "ev", "engines": (A, B), "games": 2, "settings": settings} | wrong
        with pytest.raises(MatchError):
            MatchSpec(**values)  # type: ignore[arg-type]


def test_what_may_change_on_resume() -> None:
    match = MatchSpec(event="ev", engines=(A, B), games=10, settings=GameSettings())
    assert match.differences(replace(match, games=20, sprt=SprtSpec())) == []
    assert match.differences(replace(match, seed=2, settings=GameSettings(komi2=15))) == ["settings", "seed"]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("0,20", SprtSpec(elo0=0, elo1=20)),
        ("-5, 5, 0.1, 0.1", SprtSpec(elo0=-5, elo1=5, alpha=0.1, beta=0.1)),
        ("0,5,.05,.05,normalized", SprtSpec(elo0=0, elo1=5, model="normalized")),
    ],
)
def test_sprt_from_text(text: str, spec: SprtSpec) -> None:
    assert SprtSpec.from_text(text) == spec


@pytest.mark.parametrize(
    "text", ["", "5", "5,0", "0,x", "0,5,0.7", "0,5,0.05,0.05,bayesian", "0,5,.1,.1,logistic,1", "0,nan"]
)
def test_sprt_that_is_none(text: str) -> None:
    with pytest.raises(SpecError):
        SprtSpec.from_text(text)


def test_derived_seeds_differ_and_repeat() -> None:
    seeds = [derive_seed(1, "game", n) for n in range(1000)]
    assert len(set(seeds)) == 1000
    assert all(0 < seed < 2**31 for seed in seeds)
    assert derive_seed(1, "game", 3) == seeds[3] != derive_seed(2, "game", 3)


@pytest.mark.parametrize("text", ["A=a\x1b[31m", "\u202ea", "A=a\nb"])
def test_a_command_that_no_line_can_show_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"holds the character U\+"):
        EngineSpec.from_text(text)
