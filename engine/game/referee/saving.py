"""Saving a refereed game and bringing it back bit-equal (Article 14.1).

What is saved is the start and every accepted event: the rest follows from them. A digest of the whole
resulting state (board, history, clocks, ledger, phase) is saved beside, and a state that does not come back
to it is refused.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from engine.errors import SavedStateError, TianyuanError
from engine.game import rules
from engine.game.clock import Clock
from engine.game.game import Game, Move, Setup, Step
from engine.game.referee.events import from_json, to_json
from engine.game.referee.referee import Referee
from engine.game.referee.state import EventRules
from gocore import GoError

FORMAT = "tianyuan-referee"
VERSION = 1


def dumps(ref: Referee) -> str:
    """Write a referee's whole state as one JSON document."""
    body = {
        "format": FORMAT,
        "version": VERSION,
        "game_id": ref.game_id,
        "event_rules": asdict(ref.event_rules),
        "start": _start(ref.start_of_game),
        "clock": ref.start_of_clock,
        "events": [to_json(event) for event in ref.log],
        "digest": digest(ref),
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def loads(text: str) -> Referee:
    """Bring a saved state back. Raises SavedStateError, in one line, when it is damaged or of another
    version."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SavedStateError(f"saved state is no JSON: {error}") from error
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise SavedStateError("not a saved state of the referee")
    if body.get("version") != VERSION:
        raise SavedStateError(f"saved state has version {body.get('version')!r}, this program reads {VERSION}")
    try:
        ref = _rebuild(body)
    except (GoError, KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        kind = "" if isinstance(error, TianyuanError) else f"{type(error).__name__} "
        raise SavedStateError(f"damaged saved state: {kind}{error}") from error
    if digest(ref) != body.get("digest"):
        raise SavedStateError("damaged saved state: it does not lead to the state that was saved")
    return ref


def _rebuild(body: Mapping[str, Any]) -> Referee:
    clock = Clock.restore(body["clock"]) if body["clock"] is not None else None
    ref = Referee(_game(body["start"]), clock, EventRules(**body["event_rules"]), body["game_id"])
    for event in body["events"]:
        ref.handle(from_json(event))
    return ref


def _start(game: Game) -> dict[str, Any]:
    return {
        "size": [game.width, game.height],
        "rules": _rules_json(game.rules),
        "handicap": list(game.handicap),
        "players": {str(color): name for color, name in game.players.items()},
        "info": dict(game.info),
        "comment": game.comment,
        "steps": [_step_json(step) for step in game.steps],
    }


def _rules_json(chosen: rules.RuleSet) -> dict[str, Any]:
    core = {name: getattr(chosen.core, name) for name in _CORE}
    return {**{name: getattr(chosen, name) for name in _RULE_SET}, "core": core}


_CORE = ("ko", "suicide", "scoring", "tax", "button", "bonus", "komi2")
_RULE_SET = ("name", "cycle", "white_passes_last", "friendly_pass", "title")


def _step_json(step: Step) -> dict[str, Any]:
    facts = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(step).items()}
    return {"step": "move" if isinstance(step, Move) else "setup", **facts}


def _game(data: Mapping[str, Any]) -> Game:
    width, height = data["size"]
    row = data["rules"]
    core = rules.by_name(rules.DEFAULT).core.replace(**{name: row["core"][name] for name in _CORE})
    game = Game.new(width, height, rules.RuleSet(core=core, **{name: row[name] for name in _RULE_SET}))
    for item in data["steps"]:
        facts: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in item.items() if k != "step"}
        if item["step"] == "move":
            move = Move(**facts)
            game.position.play(move.point, move.color)
            game.steps.append(move)
        else:
            setup = Setup(**facts)
            game.setup(setup.black, setup.white, setup.empty, setup.to_move, setup.comment)
    game.handicap = tuple(data["handicap"])
    game.players = {int(color): name for color, name in data["players"].items()}
    game.info, game.comment = dict(data["info"]), data["comment"]
    return game


def snapshot(ref: Referee) -> dict[str, Any]:
    """Everything that a referee knows, as plain data in a fixed order: what bit-equal means."""
    position, state = ref.game.position, ref.state
    facts = {
        name: getattr(state, name) for name in ("phase", "last_at", "counted_from", "resumptions", "strict", "seal")
    }
    return {
        "board": [position[p] for p in range(position.area)],
        "to_move": position.to_move,
        "captured": [position.captured(1), position.captured(2)],
        "rules": _rules_json(ref.game.rules),
        "steps": [_step_json(step) for step in ref.game.steps],
        "clock": ref.clock.save() if ref.clock is not None else None,
        "ledger": ref.ledger.lines(),
        "state": facts,
        "warnings": [state.warnings[1], state.warnings[2]],
        "answers": sorted((color, list(stones)) for color, stones in state.answers.items()),
        "signed": sorted(state.signed),
        "appeals": sorted(state.appeals),
        "pending": asdict(state.pending) if state.pending is not None else None,
        "result": asdict(ref.game.result) if ref.game.result is not None else None,
    }


def digest(ref: Referee) -> str:
    """The SHA-256 of the snapshot."""
    text = json.dumps(snapshot(ref), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
