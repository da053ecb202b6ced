"""What goes wrong at a board, and what is ruled upon it: Articles 15 to 18, 24 and 25."""

from typing import TYPE_CHECKING

from engine.errors import RefereeError
from engine.game.game import Move
from engine.game.referee import events
from engine.game.referee.state import Pending, Verdict
from engine.game.result import Kind, Result, number_of
from gocore import BLACK, EMPTY, WHITE, GoError

if TYPE_CHECKING:
    from engine.game.referee.referee import Referee


def takeback(ref: "Referee", event: events.Takeback) -> Verdict:
    """Lifting a placed stone: it goes back, one warning; a stone that slipped may be played anew (Article
    17.2)."""
    last = ref.game.moves[-1] if ref.game.moves else None
    if last is None or last.color != event.player or last.point == ref.game.pass_point:
        raise RefereeError("Takeback: the last move was not a stone of this side")
    if not event.dropped or (ref.event_rules.dropped_needs_consent and not event.consent):
        return ref.warn(event.at, event.player, "17.2", "took a stone back: it stands where it was")
    ref.game.undo()
    ref.situations.pop()
    ref.next_clock(event.at, move_done=False)
    entry = ref.note(event.at, "note", "17.2", event.player, "a stone slipped: taken up, no sanction", "undo")
    return Verdict("17.2", "taken_back", "the stone had slipped and may be played anywhere", entry=entry)


def undo(ref: "Referee", event: events.Undo) -> Verdict:
    """Take back moves as both agree, in a friendly game; the time they took stays spent."""
    if not ref.event_rules.undo:
        raise RefereeError("Undo: moves are not taken back in this game")
    made = len(ref.game.moves) - ref.state.counted_from
    tail = ref.game.steps[-event.count :] if event.count > 0 else []
    if not 0 < event.count <= made or not all(isinstance(step, Move) for step in tail):
        raise RefereeError(f"Undo: there is no way to take back {number_of(event.count, 'move')}")
    for _ in range(event.count):
        ref.game.undo()
        ref.situations.pop()
    ref.state.phase, ref.state.answers = "playing", {}
    ref.next_clock(event.at, move_done=False)
    text = f"{number_of(event.count, 'move')} taken back"
    entry = ref.note(event.at, "note", "25.1", event.player, f"{text} by agreement", "undo")
    return Verdict("25.1", "taken_back", text, entry=entry)


def board_submitted(ref: "Referee", event: events.BoardSubmitted) -> Verdict:
    """Compare the table with the record; stones removed that still have liberties go back (Article 18)."""
    position = ref.game.position
    board = _board(ref, event.board)
    differ = [p for p in range(position.area) if board[p] != position[p]]
    if not differ:
        return Verdict("18", "accepted", "the board is as the record says")
    if all(board[p] == EMPTY for p in differ):
        return ref.warn(event.at, event.player, "18", f"{number_of(len(differ), 'stone')} wrongly removed, put back")
    text = f"{number_of(len(differ), 'point')} not as recorded, restored"
    entry = ref.note(event.at, "note", "17.3", event.player, text, "restore")
    return Verdict("17.3", "restored", "the board is restored from the record", entry=entry)


def _board(ref: "Referee", board: tuple[int, ...]) -> tuple[int, ...]:
    if len(board) != ref.game.position.area or any(color not in (EMPTY, BLACK, WHITE) for color in board):
        raise RefereeError(f"the board must be {ref.game.position.area} colours")
    return board


def stones_moved(ref: "Referee", event: events.StonesMoved) -> Verdict:
    """Moved stones: on purpose loses; else as both agree; else the chief referee rules (Article 17.3)."""
    if event.board:
        _board(ref, event.board)
    if event.agreed == "valid" and not event.board:
        raise RefereeError("StonesMoved: a board that becomes valid must be given")
    if event.deliberate:
        loss = Result.lost_by(event.player, "foul_moved_stone")
        return ref.end(event.at, loss, "17.3", event.player, "stones moved on purpose")
    if event.agreed == "back":
        entry = ref.note(event.at, "note", "17.3", event.player, "stones moved, put back", "restore")
        return Verdict("17.3", "restored", "the stones go back, as both agree", entry=entry)
    if event.agreed == "valid":
        accept_board(ref, event.board)
        entry = ref.note(event.at, "note", "17.3", event.player, "stones moved, valid as they stand", "accept")
        return Verdict("17.3", "accepted", "the board stands as it is, as both agree", entry=entry)
    ref.hold(event.at, Pending("moved", event.player, event.board))
    entry = ref.note(event.at, "note", "17.3", event.player, "stones moved, no agreement")
    return Verdict("17.3", "suspended", "the chief referee must rule", entry=entry)


def accept_board(ref: "Referee", board: tuple[int, ...]) -> None:
    """Make the board on the table the board of the game; it enters the history (Article 17.3)."""
    position = ref.game.position
    changed = [p for p in range(position.area) if board[p] != position[p]]
    groups = {color: [p for p in changed if board[p] == color] for color in (EMPTY, BLACK, WHITE)}
    try:
        ref.game.setup(groups[BLACK], groups[WHITE], groups[EMPTY], position.to_move)
    except GoError as error:
        raise RefereeError(f"this board cannot stand: {error}") from error
    ref.situations.restart(ref.game.position)


def scattered(ref: "Referee", event: events.Scattered) -> Verdict:
    """A scattered position, by its cause and whether it can be laid out again (Article 17.4)."""
    if (event.cause == "force_majeure") != (event.player == 0):
        raise RefereeError("Scattered: a player has done it, or nobody has by force majeure")
    if event.cause == "deliberate" or (event.cause == "inadvertent" and not event.reconstructible):
        loss = Result.lost_by(event.player, "foul_scattered")
        return ref.end(event.at, loss, "17.4", event.player, f"{event.cause} scattering")
    if event.reconstructible:
        entry = ref.note(event.at, "note", "17.4", event.player, f"scattered ({event.cause}), laid out again")
        return Verdict("17.4", "restored", "laid out again from the record; the game goes on", entry=entry)
    ref.hold(event.at, Pending("scattered", event.player))
    entry = ref.note(event.at, "note", "17.4", 0, "scattered by force majeure, cannot be laid out again")
    return Verdict("17.4", "suspended", "the referee must rule: draw or replay", entry=entry)


def warn(ref: "Referee", event: events.Warn) -> Verdict:
    """A warning by the referee; two in one game lose it (Article 25.2), unless it is counted: that takes a ruling."""
    if ref.phase == "counted":
        entry = ref.note(event.at, "warning", event.article, event.player, event.text, "warning")
        ref.state.warnings[event.player] += 1
        return Verdict(event.article, "warned", f"{event.text}; the count stands unless it is ruled upon", entry=entry)
    return ref.warn(event.at, event.player, event.article, event.text)


def incident(ref: "Referee", event: events.Incident) -> Verdict:
    """Write down what a human must judge. A proposed sanction takes effect by a ruling only (Articles 15,
    24)."""
    if event.sanction == "loss" and not event.signed_by:
        raise RefereeError("Incident: a proposed loss needs the chief referee's signature")
    words = f"{event.text} (proposed: {event.sanction})" if event.sanction != "note" else event.text
    signature = f"; signed {event.signed_by}" if event.signed_by else ""
    entry = ref.note(event.at, "incident", event.article, event.player, words + signature)
    return Verdict(event.article, "noted", "entered in the ledger", entry=entry)


def complaint(ref: "Referee", event: events.Complaint) -> Verdict:
    """A complaint: in the player's own time, unless it is urgent (Article 16.2)."""
    in_play = ref.phase in ("playing", "adjourning")
    if in_play and not event.urgent and ref.game.position.to_move != event.player:
        raise RefereeError("Complaint: only in one's own time, unless it is urgent")
    entry = ref.note(event.at, "complaint", "16.2", event.player, event.text)
    return Verdict("16.2", "noted", "entered in the ledger", entry=entry)


def appeal(ref: "Referee", event: events.Appeal) -> Verdict:
    """An appeal against an entry of the ledger; the ruling must be obeyed meanwhile (Article 16.4)."""
    if not 0 <= event.entry < len(ref.ledger):
        raise RefereeError(f"Appeal: the ledger has no entry {event.entry}")
    text = f"against entry {event.entry}: {event.text}"
    entry = ref.note(event.at, "appeal", "16.4", event.player, text)
    ref.state.appeals.add(entry)
    return Verdict("16.4", "noted", "entered; the result stays provisional", entry=entry)


def ruling(ref: "Referee", event: events.Ruling) -> Verdict:
    """A ruling: the only thing that changes a result once there is one (Articles 17.3, 17.4, 20.3, 25.1)."""
    _check_ruling(ref, event)
    pending = ref.state.pending
    if event.effect == "accept":
        assert pending is not None
        accept_board(ref, pending.board)
    entry = ref.note(event.at, "ruling", event.article, event.player, f"{event.text} ({event.by})", event.effect)
    ref.state.appeals.discard(event.appeal)
    if event.effect in ("draw", "replay", "loss", "both_lose"):
        result = _ruled(event, pending.kind if pending is not None else "")
        return ref.end(event.at, result, event.article, event.player, event.text)
    if pending is not None and event.effect in ("continue", "restore", "accept"):
        if pending.kind == "cycle":
            ref.situations.count_anew()
        ref.state.phase, ref.state.pending = pending.back_to, None
        ref.release_clock(event.at)
        return Verdict(event.article, "accepted" if event.effect == "accept" else "restored", event.text, entry=entry)
    return Verdict(event.article, "noted", event.text, entry=entry)


def _check_ruling(ref: "Referee", event: events.Ruling) -> None:
    """Refuse a ruling that cannot be carried out."""
    pending = ref.state.pending
    if not event.by.strip():
        raise RefereeError("Ruling: it must say who rules")
    if event.effect == "loss" and event.player not in (BLACK, WHITE):
        raise RefereeError("Ruling: a loss must say whose")
    if event.effect in ("continue", "restore", "accept") and pending is None:
        raise RefereeError(f"Ruling: nothing awaits {event.effect!r}")
    if event.effect == "accept" and not (pending is not None and pending.board):
        raise RefereeError("Ruling: there is no other board to accept")
    if event.effect == "both_lose" and not ref.event_rules.both_may_lose:
        raise RefereeError("Ruling: under the text of 1988 both sides cannot lose")
    if event.appeal != -1 and event.appeal not in ref.state.appeals:
        raise RefereeError(f"Ruling: no open appeal {event.appeal}")
    if ref.phase == "over" and event.appeal == -1 and event.effect != "note":
        raise RefereeError("Ruling: a finished game is changed on appeal only")


def _ruled(event: events.Ruling, kind: str) -> Result:
    if event.effect == "draw":
        return Result("ruling_draw")
    if event.effect == "replay":
        return Result("replay")
    if event.effect == "both_lose":
        return Result("double_forfeit")
    kinds: dict[str, Kind] = {"moved": "foul_moved_stone", "scattered": "foul_scattered"}
    return Result.lost_by(event.player, kinds.get(kind, "ruling"))
