"""Moves, passes and time: Articles 2, 5, 6, 7, 12, 13, 16.1, 17.1, 19, 20 and 23."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.coords import format_vertex
from engine.errors import RefereeError
from engine.game.cycles import THIRD, Cycle
from engine.game.referee import ending, events
from engine.game.referee.state import Pending, Verdict
from engine.game.result import Result, number_of
from gocore import EMPTY, WHITE, IllegalMove

if TYPE_CHECKING:
    from engine.game.referee.referee import Referee

_SIDE = {1: "Black", 2: "White"}
_VOID_ARTICLE = {"suicide": "19", "ko": "20.1", "superko": "6"}


def start(ref: "Referee", event: events.Start) -> Verdict:
    """Begin the round; lateness first (Article 23.1-3)."""
    lates = {1: event.black_late_ms, 2: event.white_late_ms}
    if min(lates.values()) < 0:
        raise RefereeError("Start: no one is late by less than nothing")
    limit = ref.event_rules.late_limit_ms
    forfeits = tuple(color for color, late in lates.items() if late > limit)
    if len(forfeits) == 2:
        return ref.end(event.at, Result("double_forfeit"), "23.2", 0, "both late beyond the limit")
    if forfeits:
        return ref.end(event.at, Result.lost_by(forfeits[0], "forfeit_late"), "23.1", forfeits[0], "late")
    if ref.clock is not None:
        ref.clock.arrive(event.black_late_ms, event.white_late_ms, limit, ref.event_rules.late_factor)
    for color, late in lates.items():
        if late:
            ref.note(event.at, "clock", "23.3", color, f"late by {late} ms, deducted", "time deducted")
    if ref.clock is not None:
        spent = [color for color, bank in ref.clock.banks.items() if bank.lost(0)]
        if len(spent) == 2:
            return ref.end(event.at, Result("double_forfeit"), "23.5", 0, "neither side has any time")
        if spent:
            loss = Result.lost_by(spent[0], "time")
            return ref.end(event.at, loss, "23.5", spent[0], "no time is left to begin with")
        ref.clock.start(ref.game.position.to_move, event.at)
    ref.state.phase = "playing"
    return Verdict("23.3" if any(lates.values()) else "10", "started", "the game begins")


def absent(ref: "Referee", event: events.Absent) -> Verdict:
    """Who does not appear forfeits the game; both may (Article 13.1)."""
    if event.player == 0:
        return ref.end(event.at, Result("double_forfeit"), "13.1", 0, "neither side appeared")
    result = Result.lost_by(event.player, "forfeit_absent")
    return ref.end(event.at, result, "13.1", event.player, f"{_SIDE[event.player]} did not appear")


def play(ref: "Referee", event: events.Play) -> Verdict:
    """A stone is played: out of turn, void, or good."""
    game, player = ref.game, event.player
    if player != game.position.to_move:
        return _out_of_turn(ref, event)
    if not 0 <= event.point < game.position.area or game.position[event.point] != EMPTY:
        return _no_move(ref, event)
    try:
        captured = game.play(event.point, player)
    except IllegalMove as error:
        return void(ref, event.at, player, event.point, error.reason)
    cycle = ref.situations.push(game.position, player, False, captured)
    ruled = cycle if not ref.state.strict and ref.policy != "superko" else None
    if ruled is not None and not ruled.excused and ref.policy != "no-result":
        ref.situations.pop()
        game.undo()
        return void(ref, event.at, player, event.point, "cycle", "20.4")
    ref.next_clock(event.at)
    if ruled is not None and ruled.occurrence >= THIRD:
        return _third(ref, event.at, ruled)
    return Verdict("2.1", "played", f"{_SIDE[player]} {_where(ref, event.point).removeprefix('at ')}")


def _where(ref: "Referee", point: int) -> str:
    area = ref.game.position.area
    return f"at {format_vertex(point, ref.game.width, ref.game.height)}" if 0 <= point <= area else "off the board"


def _out_of_turn(ref: "Referee", event: events.Play) -> Verdict:
    """Two stones running without a pass of the opponent between lose (Article 17.1); else it is just not his turn."""
    last = ref.game.moves[-1] if ref.game.moves else None
    if last is None or last.color != event.player or last.point == ref.game.pass_point:
        raise RefereeError(f"Play: it is not {_SIDE[event.player]}'s turn")
    text = f"two moves running, the second {_where(ref, event.point)}"
    if ref.event_rules.double_move == "loss":
        ref.note(event.at, "foul", "17.1", event.player, text, "loss")
        loss = Result.lost_by(event.player, "foul_double_move")
        return ref.end(event.at, loss, "17.1", event.player, text)
    return ref.warn(event.at, event.player, "17.1", f"{text}, which is void")


def _no_move(ref: "Referee", event: events.Play) -> Verdict:
    """A move on a stone or on no point at all: the text is silent, so void, a pass, and a warning (25.1)."""
    reason = "move on a stone" if 0 <= event.point < ref.game.position.area else "move"
    verdict = void(ref, event.at, event.player, event.point, reason, "25.1")
    warned = ref.warn(event.at, event.player, "25.1", f"{reason} {_where(ref, event.point)}")
    if warned.result is not None:
        return warned
    return replace(verdict, text=f"{verdict.text}; {_SIDE[event.player]} is warned, a second warning loses the game")


def void(ref: "Referee", at: int, player: int, point: int, reason: str, article: str | None = None) -> Verdict:
    """A void move counts as one pass; the time it took stays spent (Articles 19, 20.1, 20.4, 22)."""
    chosen = article or _VOID_ARTICLE.get(reason, "19")
    text = f"void {reason} {_where(ref, point)}"
    entry = ref.note(at, "foul", chosen, player, text, "pass")
    stopped = take_pass(ref, at, player, text)
    words = f"{_SIDE[player]}: {text}, counted as a pass"
    if stopped is not None:
        words += "; the game has stopped" if stopped.outcome == "stopped" else f"; {stopped.text}"
    score = stopped.score if stopped is not None else None
    return Verdict(chosen, "void", words, score=score, entry=entry)


def take_pass(ref: "Referee", at: int, player: int, comment: str = "") -> Verdict | None:
    """Enter a pass; returns how the game has stopped by it: counted at once where the rules know no agreement."""
    ref.game.play(ref.game.pass_point, player, comment=comment)
    ref.situations.push(ref.game.position, player, True, 0)
    white_last = ref.game.rules.white_passes_last
    stopped = ref.passes >= 2 and (not white_last or player == WHITE)
    if stopped:
        ref.state.phase = "stopped"
        ref.state.answers = {}
    ref.next_clock(at)
    if stopped and not ref.game.rules.friendly_pass:
        return ending.counted(ref, at, (), "9", "both sides have passed, all stones count as alive")
    return Verdict("7.1", "stopped", "both sides have passed: say which stones are dead") if stopped else None


def pass_(ref: "Referee", event: events.Pass) -> Verdict:
    """A pass; the second running confirms the end, the player to move having been first (13.2, 21.1)."""
    if event.player != ref.game.position.to_move:
        raise RefereeError(f"Pass: it is not {_SIDE[event.player]}'s turn")
    return take_pass(ref, event.at, event.player) or Verdict("2.4", "passed", f"{_SIDE[event.player]} passes")


def _third(ref: "Referee", at: int, cycle: Cycle) -> Verdict:
    """Neither side gives way: draw, replay, no result or a ruling, as the event says (Article 20.3)."""
    text = f"{cycle.label}, situation repeated for the second time"
    ref.note(at, "note", "20.3", 0, text)
    if ref.policy == "ask":
        ref.hold(at, Pending("cycle"))
        return Verdict("20.3", "suspended", f"{text}: the referee must rule")
    kinds = {"draw": Result("ruling_draw"), "replay": Result("replay")}
    return ref.end(at, kinds.get(ref.policy, Result("no_result")), "20.3", 0, text)


def resign(ref: "Referee", event: events.Resign) -> Verdict:
    """A resignation ends the game at any time (Article 7.2)."""
    return ref.end(event.at, Result.lost_by(event.player, "resign"), "7.2", event.player, "resigns")


def stone_placed(ref: "Referee", event: events.StonePlaced) -> Verdict:
    """The stone is down, its captures are still on the board (Article 23.4)."""
    if event.player != ref.game.position.to_move:
        raise RefereeError(f"StonePlaced: it is not {_SIDE[event.player]}'s turn")
    if ref.clock is not None and ref.clock.running == event.player:
        ref.clock.stone_placed(event.at)
    return Verdict("23.4", "noted", "stone placed")


def tick(ref: "Referee", event: events.Tick) -> Verdict:
    """Time goes by."""
    return Verdict("12", "noted", "time goes by")


def time_asked(ref: "Referee", event: events.TimeAsked) -> Verdict:
    """How much of his own time a player has (Article 16.1)."""
    if ref.clock is None:
        raise RefereeError("TimeAsked: the game has no clock")
    left = ref.clock.left(event.player, event.at)
    unit = "minute" if left.period_ms and ref.clock.banks[event.player].spec.period_ms == 60_000 else "period"
    text = f"{left.main_ms // 1000} s of main time"
    if left.main_ms == 0 and left.count:
        text = f"{number_of(left.count, unit)} {'remains' if left.count == 1 else 'remain'}"
    return Verdict("16.1", "noted", text, left=left)


def leave_asked(ref: "Referee", event: events.LeaveAsked) -> Verdict:
    """Leave from the board: once a game, while the opponent thinks; no clock stops (Article 23.6)."""
    if ref.clock is None:
        raise RefereeError("LeaveAsked: the game has no clock")
    granted = ref.clock.leave_request(event.player)
    text = "leave granted" if granted else "leave refused: only once, while the opponent is thinking"
    entry = ref.note(event.at, "clock", "23.6", event.player, text)
    return Verdict("23.6", "granted" if granted else "denied", text, entry=entry)
