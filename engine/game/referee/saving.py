"""Saving a refereed game and bringing it back bit-equal (Article 14.1).

What is saved is the start and every accepted event: the rest follows from them. Beside them stands a hash of the state
that they lead to (board, history, clocks, ledger, phase), and a digest of all that is in the file. A file that does
not fit its digest, or does not lead to its state, is refused.
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
from engine.game.referee.facts import misfit
from engine.game.referee.referee import Referee
from engine.game.referee.state import EventRules
from gocore import GoError

FORMAT = "tianyuan-referee"
VERSION = 2


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
        "state": digest(snapshot(ref)),
    }
    return _canonical({**body, "digest": digest(body)}) + "\n"


def loads(text: str) -> Referee:
    """Bring a saved state back. Raises SavedStateError, in one line, when it is damaged or of another
    version."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SavedStateError(f"saved state is no JSON: {_line(error)}") from error
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise SavedStateError("not a saved state of the referee")
    if body.get("version") != VERSION:
        shown = _line(repr(body.get("version")), 20)
        raise SavedStateError(f"saved state has version {shown}, this program reads {VERSION}")
    try:
        if digest({key: value for key, value in body.items() if key != "digest"}) != body.get("digest"):
            raise SavedStateError("damaged saved state: it is not what was written, its digest does not fit")
        ref = _rebuild(body)
        if digest(snapshot(ref)) != body["state"]:
            raise SavedStateError("damaged saved state: it does not lead to the state that was saved")
    except SavedStateError:
        raise
    except (GoError, KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        kind = "" if isinstance(error, TianyuanError) else f"{type(error).__name__} "
        raise SavedStateError(f"damaged saved state: {kind}{_line(error)}") from error
    return ref


def _line(error: object, most: int = 160) -> str:
    """An error as one line that is not too long to read."""
    text = " ".join(str(error).split())
    return text if len(text) <= most else text[: most - 3] + "..."


def _rebuild(body: Mapping[str, Any]) -> Referee:
    clock = Clock.restore(body["clock"]) if body["clock"] is not None else None
    game_id = _texts("game_id", {"": body["game_id"]})[""]
    ref = Referee(_game(body["start"]), clock, EventRules(**body["event_rules"]), game_id)
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
        step: Step = Move(**facts) if item["step"] == "move" else Setup(**facts)
        if (wrong := misfit(step)) is not None:
            raise SavedStateError(f"damaged saved state: a {item['step']}'s {wrong}")
        if isinstance(step, Move):
            game.position.play(step.point, step.color)
            game.steps.append(step)
        else:
            game.setup(step.black, step.white, step.empty, step.to_move, step.comment)
    game.handicap = tuple(data["handicap"])
    if any(type(point) is not int for point in game.handicap):
        raise SavedStateError("damaged saved state: a handicap stone must be a whole number")
    game.players = {int(color): name for color, name in _texts("players", data["players"]).items()}
    game.info, game.comment = _texts("info", data["info"]), _texts("comment", {"": data["comment"]})[""]
    return game


def _texts(name: str, found: Mapping[str, Any]) -> dict[str, str]:
    if not all(isinstance(text, str) for text in found.values()):
        raise SavedStateError(f"damaged saved state: {name} must be text")
    return dict(found)


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


def digest(facts: Mapping[str, Any]) -> str:
    """The SHA-256 of plain data in its canonical form."""
    return hashlib.sha256(_canonical(facts).encode()).hexdigest()


def _canonical(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
