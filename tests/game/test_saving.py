"""Saving a refereed game: bit-equal, at any point, and refused when damaged."""

import json
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import SavedStateError
from engine.game.referee import Referee, dumps, events, loads
from engine.game.referee.adjournment import commit
from engine.game.referee.saving import digest, snapshot
from gocore import BLACK, WHITE, GoError
from tests.game.boards import EXAMPLE, play, referee
from tests.game.figures import FIGURES


def sample() -> Referee:
    """A game with a bit of everything in it."""
    ref = referee(EXAMPLE, spec="60+3x30", policy="draw", komi2=11)
    play(ref, "B1 pass", step=2_000)
    ref.handle(events.Warn(5_000, BLACK, "23.4", "pressed too early"))
    play(ref, "pass", step=1_000)
    ref.handle(events.DeadStones(7_000, BLACK, ()))
    return ref


def test_what_is_saved_comes_back_equal() -> None:
    """The same text again, and the same snapshot: board, history, clocks, ledger, phase."""
    ref = sample()
    text = dumps(ref)
    again = loads(text)
    assert dumps(again) == text
    assert snapshot(again) == snapshot(ref)
    assert again.handle(events.DeadStones(8_000, WHITE, ())) == ref.handle(events.DeadStones(8_000, WHITE, ()))


def test_a_game_begun_from_moves_and_handicap_comes_back() -> None:
    """The start may hold steps, players and facts."""
    from engine.game.game import Game

    game = Game.new(9)
    game.place_handicap([20, 60])
    game.play(3, comment="first")
    game.players, game.info = {BLACK: "柯", WHITE: "b"}, {"EV": "Cup"}
    ref = Referee(game, game_id="x")
    ref.handle(events.Start(5))
    again = loads(dumps(ref))
    assert snapshot(again) == snapshot(ref)
    assert (again.game.players, again.game.info, again.game.handicap) == (game.players, game.info, (20, 60))


DAMAGE = {
    "empty": lambda body: "",
    "no JSON": lambda body: "{",
    "deep": lambda body: "[" * 100_000,
    "other file": lambda body: json.dumps({"format": "sgf"}),
    "version": lambda body: json.dumps({**body, "version": 99}),
    "no events": lambda body: json.dumps({k: v for k, v in body.items() if k != "events"}),
    "event lost": lambda body: json.dumps({**body, "events": body["events"][:-1]}),
    "unknown event": lambda body: json.dumps({**body, "events": [{"event": "Feast", "at": 0}]}),
    "event without time": lambda body: json.dumps({**body, "events": [{"event": "Start"}]}),
    "text as time": lambda body: json.dumps({**body, "events": [{"event": "Start", "at": "0"}]}),
    "extra fact": lambda body: json.dumps({**body, "events": [{"event": "Start", "at": 0, "wine": 1}]}),
    "list as event": lambda body: json.dumps({**body, "events": [[]]}),
    "digest": lambda body: json.dumps({**body, "digest": "0" * 64}),
    "state": lambda body: json.dumps({**body, "state": "0" * 64}),
    "no state": lambda body: json.dumps({k: v for k, v in body.items() if k != "state"}),
    "clock": lambda body: json.dumps({**body, "clock": {"banks": 1}}),
    "size": lambda body: json.dumps({**body, "start": {**body["start"], "size": [0, 99]}}),
    "step": lambda body: json.dumps({**body, "start": {**body["start"], "steps": [{"step": "move", "point": 1}]}}),
    "rules": lambda body: json.dumps({**body, "start": {**body["start"], "rules": {}}}),
    "event rules": lambda body: json.dumps({**body, "event_rules": {"wine": 1}}),
}


def sealed_anew(text: str) -> str:
    """The same document with a digest that fits it, as a forger would write it."""
    try:
        body = {key: value for key, value in json.loads(text).items() if key != "digest"}
    except (ValueError, RecursionError, AttributeError):
        return text
    return json.dumps({**body, "digest": digest(body)})


@pytest.mark.parametrize("again", [str, sealed_anew])
@pytest.mark.parametrize("name", [name for name in DAMAGE if name != "digest"])
def test_a_damaged_state_is_refused_in_one_line(name: str, again: Callable[[str], str]) -> None:
    """Whatever is missing or wrong, one clear line and no half state; the digest is not all that protects it."""
    body = json.loads(dumps(sample()))
    with pytest.raises(SavedStateError) as refused:
        loads(again(DAMAGE[name](body)))
    assert "\n" not in str(refused.value)
    assert 10 < len(str(refused.value)) < 250


CHANGES = {
    ("event_rules", "max_resumptions"): "x", ("event_rules", "double_move"): "lost", ("event_rules", "policy"): "drab",
    ("event_rules", "late_limit_ms"): -1, ("event_rules", "undo"): 0, ("event_rules", "top_up"): None,
    ("game_id",): [], ("start", "handicap"): ["x" * 5_000], ("start", "players"): {"1": 5}, ("start", "comment"): 5,
    ("start", "info"): {"EV": [1]}, ("start", "steps", 0, "comment"): 5, ("start", "size"): [10**30, 5],
    ("events", 0, "at"): "9" * 5_000, ("clock", "banks"): {},
}  # fmt: skip


@pytest.mark.parametrize("path", CHANGES, ids=lambda path: ".".join(map(str, path)))
def test_a_fact_of_another_type_is_refused(path: tuple[str | int, ...]) -> None:
    """Also when the digest has been made to fit: no state holds what its types do not allow."""
    body = json.loads(dumps(sample()))
    place = body
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = CHANGES[path]
    for text in (json.dumps(body), sealed_anew(json.dumps(body))):
        with pytest.raises(SavedStateError) as refused:
            loads(text)
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 250


def test_nothing_in_the_file_may_be_changed() -> None:
    """Each fact, one after another, for another of its own type: the digest covers all of them."""
    text = dumps(sample())

    def others(value: object) -> Iterator[object]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from ({**value, key: other} for other in others(inner))
        elif isinstance(value, list):
            yield value[:-1] if value else [0]
        elif isinstance(value, bool):
            yield not value
        else:
            yield value + 1 if isinstance(value, int) else f"{value}x"

    changed = list(others(json.loads(text)))
    assert len(changed) > 40
    for body in changed:
        with pytest.raises(SavedStateError):
            loads(json.dumps(body))


PLAYERS = st.sampled_from([BLACK, WHITE])
POINTS = st.integers(-1, 26)
FREE = st.one_of(
    st.builds(events.Play, st.just(0), PLAYERS, POINTS),
    st.builds(events.Play, st.just(0), PLAYERS, POINTS),
    st.builds(events.Play, st.just(0), PLAYERS, POINTS),
    st.builds(events.Pass, st.just(0), PLAYERS),
    st.builds(events.Pass, st.just(0), PLAYERS),
    st.builds(events.Tick, st.just(0)),
    st.builds(events.StonePlaced, st.just(0), PLAYERS),
    st.builds(events.LeaveAsked, st.just(0), PLAYERS),
    st.builds(events.TimeAsked, st.just(0), PLAYERS),
    st.builds(events.DeadStones, st.just(0), PLAYERS, st.tuples(POINTS)),
    st.builds(events.DeadStones, st.just(0), PLAYERS, st.just(())),
    st.builds(events.NoAnswer, st.just(0), PLAYERS),
    st.builds(events.PlayOn, st.just(0), PLAYERS),
    st.builds(events.Recount, st.just(0), PLAYERS),
    st.builds(events.Sign, st.just(0), PLAYERS),
    st.builds(events.Takeback, st.just(0), PLAYERS, st.booleans()),
    st.builds(events.Undo, st.just(0), PLAYERS, st.integers(-1, 3)),
    st.builds(events.StonesMoved, st.just(0), PLAYERS, st.just(False), st.sampled_from(["", "back"])),
    st.builds(events.StonesMoved, st.just(0), PLAYERS, st.just(False), st.just("valid"), st.just((1, *[0] * 24))),
    st.builds(events.Scattered, st.just(0), st.just(0), st.just("force_majeure"), st.booleans()),
    st.builds(events.Halt, st.just(0)),
    st.builds(events.GoOn, st.just(0)),
    st.builds(events.Adjourn, st.just(0)),
    st.builds(events.Seal, st.just(0), PLAYERS, st.just("0" * 64)),
    st.builds(events.Unseal, st.just(0), POINTS, st.just("n")),
    st.builds(events.Appeal, st.just(0), PLAYERS, st.integers(0, 3), st.just("why")),
    st.builds(
        events.Ruling, st.just(0), st.just("Li"), st.sampled_from(["continue", "restore", "note"]), st.just("so")
    ),
    st.builds(events.Complaint, st.just(0), PLAYERS, st.just("noise"), st.booleans()),
)


def consistent(ref: Referee) -> None:
    """Board, history, clocks and phase fit together."""
    game, clock = ref.game, ref.clock
    game.position.check()
    assert game.position.move_number == len(game.steps)
    again = game.replay() if not ref.state.strict else None
    assert again is None or again.position.hash == game.position.hash
    assert clock is not None
    if ref.phase == "playing":
        assert clock.running == game.position.to_move
        assert not clock.paused
    elif ref.phase in ("stopped", "counted", "over", "waiting"):
        assert clock.running is None
    elif ref.phase in ("halted", "suspended", "adjourned"):
        assert clock.running is None or clock.paused
    assert (game.result is not None) == (ref.phase in ("counted", "over"))
    assert len(ref.game.moves) == sum(1 for s in game.steps if hasattr(s, "point"))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 900), FREE), max_size=40), st.sampled_from(["superko", "draw", "ask"]))
def test_any_sequence_of_events_leaves_all_consistent(steps: list[tuple[int, events.Event]], policy: str) -> None:
    """Refused events change nothing; accepted ones keep board, history and clocks in step; saving changes nothing."""
    from dataclasses import replace

    ref = referee(EXAMPLE, spec="8+3x5", policy=policy, undo=True)
    for wait, event in steps:
        moved = replace(event, at=ref.state.last_at + wait)
        before = snapshot(ref)
        try:
            ref.handle(moved)
        except GoError:
            assert snapshot(ref) == before
        consistent(ref)
    again = loads(dumps(ref))
    assert dumps(again) == dumps(ref)


def test_a_cycle_in_progress_is_saved_with_its_history() -> None:
    """Saved in mid-cycle, the third occurrence still ends the game."""
    figure = FIGURES["6"]
    ref = referee(figure.diagram, figure.to_move, policy="draw")
    play(ref, " ".join(figure.cycle) + " C9 E9")
    again = loads(dumps(ref))
    assert play(again, "D9 F9") == play(ref, "D9 F9") == ["played", "over"]
    assert dumps(again) == dumps(ref)


def test_a_sealed_game_is_saved_without_its_secret() -> None:
    """The commitment is in the file, the move is not; it opens all the same."""
    ref = referee()
    ref.handle(events.Adjourn(0))
    ref.handle(events.Seal(0, BLACK, commit("test-game", ref.move_number, 12, "salt")))
    text = dumps(ref)
    assert "salt" not in text
    assert loads(text).handle(events.Unseal(0, 12, "salt")).outcome == "played"
