"""A game's record as SGF: what the store keeps beside the database."""

from __future__ import annotations

from engine.game.game import Game
from engine.game.rules import format_komi, parse
from engine.game.timespec import TimeSpec
from engine.match.record import GameRecord, as_result
from engine.sgf.writing import dumps
from gocore import BLACK, WHITE, Position


def sgf_text(record: GameRecord) -> str:
    """Write a record as SGF: players, engines, result and reason, times, what the referee noted.

    A void move stands as the pass that it counts for, with its comment. A void record has RE[Void].
    """
    rules = parse(record.rules).with_komi2(record.komi2)
    # The moves were judged when they were played, with whatever an event rules on cycles: here nothing is forbidden.
    lenient = Position(record.width, record.height, rules.core.replace(ko="simple", suicide=True))
    game = Game(lenient, rules)
    if record.handicap and record.setup_black:  # a game that never began has its number alone
        game.place_handicap(record.setup_black)
    elif record.setup_black or record.setup_white:
        game.setup(record.setup_black, record.setup_white)
    for move in record.moves:
        comment = move.comment if move.comment or not move.ms else f"{move.ms / 1000:g} s"
        game.play(
            move.point, move.color, comment=comment, used_ms=move.ms, left_ms=move.left_ms, left_count=move.left_count
        )
    game.players = {BLACK: record.black, WHITE: record.white}
    game.result = as_result(record.outcome, record.reason, record.margin2)
    game.info = {
        "GN": str(record.id),
        "EV": record.id.event,
        "RO": str(record.id.round),
        "DT": record.started[:10],
        "ON": record.opening,
        **_time(record),
    }
    game.comment = "\n".join(_about(record))
    return dumps(game)


def _time(record: GameRecord) -> dict[str, str]:
    """TM and OT where both sides have the same clock."""
    if record.black_time != record.white_time or not record.black_time:
        return {}
    spec = TimeSpec.parse(record.black_time)
    return {"TM": f"{spec.main_ms / 1000:g}", "OT": record.black_time} if spec.timed else {}


def _about(record: GameRecord) -> list[str]:
    """The root's comment: what SGF has no property for."""
    lines = [
        f"{record.result} by {record.reason}" + (f": {record.detail}" if record.detail else ""),
        f"Black: {record.black} ({record.black_engine})" if str(record.black_engine) else "",
        f"White: {record.white} ({record.white_engine})" if str(record.white_engine) else "",
        f"Rules {record.rules}, komi {format_komi(record.komi2)}, seed {record.seed}, "
        f"opening {record.opening or 'none'} ({record.opening_moves} moves), lag allowance {record.lag_ms} ms",
        f"Time: Black {record.black_time or 'none'}, used {record.black_ms / 1000:.3f} s; "
        f"White {record.white_time or 'none'}, used {record.white_ms / 1000:.3f} s",
        f"The engines' own counts: {record.claims[0] or '-'}, {record.claims[1] or '-'}" if any(record.claims) else "",
        *record.notes,
    ]
    return [line for line in lines if line]
