"""The end: lists of dead stones, dispute and play-out, the count, recount and signature (Articles 8, 9, 16.3,
21; §A)."""

from typing import TYPE_CHECKING

from engine.errors import RefereeError
from engine.game.cycles import strict
from engine.game.game import opponent
from engine.game.referee import events
from engine.game.referee.state import Verdict
from engine.game.result import number_of
from engine.game.scoring import whole_chains

if TYPE_CHECKING:
    from engine.game.referee.referee import Referee


def dead_stones(ref: "Referee", event: events.DeadStones) -> Verdict:
    """A side's list. Equal lists are counted; unequal ones are played out, once or as often as the event
    says."""
    return _answer(ref, event.at, event.player, whole_chains(ref.game.position, event.stones))


def no_answer(ref: "Referee", event: events.NoAnswer) -> Verdict:
    """A side that will not answer says that all stones are alive (A.4)."""
    return _answer(ref, event.at, event.player, ())


def _answer(ref: "Referee", at: int, player: int, stones: tuple[int, ...]) -> Verdict:
    if player in ref.state.answers:
        raise RefereeError("DeadStones: this side has already given its list")
    ref.state.answers[player] = stones
    if opponent(player) not in ref.state.answers:
        return Verdict("21.3", "noted", f"{number_of(len(stones), 'stone')} said to be dead; the other side is asked")
    if ref.state.answers[opponent(player)] == stones:
        return counted(ref, at, stones, "8", "both sides agree")
    return _dispute(ref, at, 0, "the lists of dead stones differ")


def play_on(ref: "Referee", event: events.PlayOn) -> Verdict:
    """A side disputes and plays on (Article 21.3)."""
    return _dispute(ref, event.at, event.player, "a side wants to play on")


def _dispute(ref: "Referee", at: int, player: int, why: str) -> Verdict:
    """Resume under strict superko, or, when that has been done often enough, count all stones as alive (A.2,
    A.3)."""
    ref.state.answers = {}
    if ref.state.resumptions >= ref.event_rules.max_resumptions:
        return counted(ref, at, (), "A.3", f"{why} again: all stones count as alive")
    ref.state.resumptions += 1
    ref.state.strict = True
    ref.state.counted_from = len(ref.game.moves)
    ref.game.set_rules(strict(ref.game.rules))
    ref.state.phase = "playing"
    if ref.clock is not None:
        if ref.event_rules.top_up:
            ref.clock.top_up()
        ref.clock.start(ref.game.position.to_move, at)
    entry = ref.note(at, "note", "21.3", player, f"{why}: settled by playing on")
    return Verdict("21.3", "resumed", f"{why}: play goes on under strict superko", entry=entry)


def counted(ref: "Referee", at: int, dead: tuple[int, ...], article: str, why: str) -> Verdict:
    """Count with these dead stones; the result is provisional until both have signed (Articles 9, 16.3)."""
    score = ref.game.score(dead)
    ref.score = score
    ref.game.result = score.result()
    ref.state.phase = "counted"
    ref.state.signed = set()
    text = f"{why}: {score.result().said()}"
    entry = ref.note(at, "result", article, 0, text, score.result().sgf())
    return Verdict(article, "counted", text, result=score.result(), score=score, entry=entry)


def recount(ref: "Referee", event: events.Recount) -> Verdict:
    """Count again and show it point by point; a count never changes by being repeated (Article 16.3)."""
    assert ref.score is not None
    score = ref.game.score(ref.score.dead)
    entry = ref.note(event.at, "note", "16.3", event.player, "recount demanded")
    return Verdict("16.3", "counted", "; ".join(score.lines()), result=score.result(), score=score, entry=entry)


def sign(ref: "Referee", event: events.Sign) -> Verdict:
    """Sign the result; it is final when both have signed and no appeal is open."""
    if event.player in ref.state.signed:
        raise RefereeError("Sign: this side has already signed")
    if ref.state.appeals:
        raise RefereeError("Sign: an appeal is open")
    ref.state.signed.add(event.player)
    if len(ref.state.signed) == 2:
        ref.state.phase = "over"
        return Verdict("13", "over", "the result is final", result=ref.game.result)
    return Verdict("16.3", "signed", "signed; the other side is asked")
