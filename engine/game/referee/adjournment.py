"""Suspension, adjournment and the sealed move: Articles 14 and 22."""

import hashlib
import hmac
import re
from typing import TYPE_CHECKING

from engine.errors import RefereeError
from engine.game.referee import events, playing
from engine.game.referee.state import Pending, Verdict
from engine.game.result import Result
from gocore import EMPTY

if TYPE_CHECKING:
    from engine.game.referee.referee import Referee


def commit(game_id: str, move_number: int, point: int, nonce: str) -> str:
    """The commitment to a sealed move: the SHA-256 of `game|move|point|nonce` in hexadecimal.

    move_number: moves made before it. point: the core's number, the pass among them, or events.RESIGNATION.
    nonce: a random secret, without which the few possible points could be tried.
    """
    return hashlib.sha256(f"{game_id}|{move_number}|{point}|{nonce}".encode()).hexdigest()


def halt(ref: "Referee", event: events.Halt) -> Verdict:
    """Suspend the game: the pause is nobody's time (Article 14.1)."""
    ref.hold_clock(event.at)
    ref.state.phase = "halted"
    return Verdict("14.1", "halted", "the game is suspended, both clocks stand")


def go_on(ref: "Referee", event: events.GoOn) -> Verdict:
    """Go on after a suspension (Article 14.1)."""
    ref.state.phase = "playing"
    ref.release_clock(event.at)
    return Verdict("14.1", "resumed", "the game goes on")


def adjourn(ref: "Referee", event: events.Adjourn) -> Verdict:
    """The appointed hour: the player on move thinks on, his clock running, until he hands in his move
    (14.2)."""
    ref.state.phase = "adjourning"
    return Verdict("14.2", "adjourned", "the player on move seals his move; the other leaves")


def seal(ref: "Referee", event: events.Seal) -> Verdict:
    """Take the sealed move's commitment; both clocks stand from here on (Article 14.2)."""
    if event.player != ref.game.position.to_move:
        raise RefereeError("Seal: only the player on move seals")
    if not re.fullmatch(r"[0-9a-f]{64}", event.commitment):
        raise RefereeError("Seal: the commitment must be 64 hexadecimal digits")
    ref.hold_clock(event.at)
    ref.state.phase, ref.state.seal = "adjourned", event.commitment
    entry = ref.note(event.at, "note", "14.2", event.player, f"sealed {event.commitment}")
    return Verdict("14.2", "sealed", "the move is sealed", entry=entry)


def unseal(ref: "Referee", event: events.Unseal) -> Verdict:
    """Open the sealed move and play it; an occupied or forbidden point is a pass (Articles 14.2, 22)."""
    game, player = ref.game, ref.game.position.to_move
    opened = commit(ref.game_id, ref.move_number, event.point, event.nonce)
    wrong = "does not match its hash" if not hmac.compare_digest(opened, ref.state.seal) else ""
    if not wrong and not events.RESIGNATION <= event.point <= game.pass_point:
        wrong = "names no point of the board"
    if wrong:
        ref.state.phase, ref.state.seal = "playing", ""
        ref.hold(event.at, Pending("seal", player))
        entry = ref.note(event.at, "note", "25.1", player, f"the sealed move {wrong}")
        return Verdict("25.1", "suspended", "the sealed move cannot be read: the referee must rule", entry=entry)
    ref.state.phase, ref.state.seal = "playing", ""
    ref.release_clock(event.at)
    if event.point == events.RESIGNATION:
        return ref.end(event.at, Result.lost_by(player, "resign"), "7.2", player, "sealed a resignation")
    if event.point == game.pass_point:
        return playing.pass_(ref, events.Pass(event.at, player))
    if game.position[event.point] == EMPTY:
        return playing.play(ref, events.Play(event.at, player, event.point))
    return playing.void(ref, event.at, player, event.point, "sealed point occupied", "22")
