"""What a table must agree upon: dead stones, proposed, accepted or played out (section A), and a repetition (Article
20.3), since no referee sits there to rule.
"""

from typing import TYPE_CHECKING

from engine.coords import format_vertex, parse_vertex
from engine.errors import TianyuanError
from engine.game.referee import events
from engine.game.scoring import whole_chains
from gocore import BLACK, WHITE

if TYPE_CHECKING:
    from engine.play.table import Table

HELP = """\
  accept        agree to the dead stones proposed          play on      dispute: the game goes on, superko strictly kept
  dead D4 Q16   propose these (one stone of a chain does)  dead none    propose that all stones live
  board         show the board again                       quit         save the game and leave it"""

REPETITION_HELP = """\
  draw          the game is drawn                          replay   the game does not count and is played again
  continue      go on; asked again after two more rounds   board, quit   as ever"""

RULINGS: dict[str, events.Effect] = {"draw": "draw", "replay": "replay", "continue": "continue", "go on": "continue"}

SIDE = {BLACK: "Black", WHITE: "White"}


def agree(table: "Table") -> None:
    """Lead both sides to equal lists, or back to play. An engine's proposal comes first; among people Black's does."""
    people = [color for color in (BLACK, WHITE) if color not in table.seats]
    engines = [color for color in (BLACK, WHITE) if color in table.seats]
    proposal: tuple[int, ...] | None = None
    if engines:
        proposal = whole_chains(table.ref.game.position, table.seats[engines[0]].dead(table.ref.game))
    if not people:
        _settle(table, proposal or ())
        return
    asked = 0
    while table.ref.phase == "stopped":
        color = people[asked % len(people)]
        _say_proposal(table, proposal)
        answer = _answer(table, color, proposal)
        if answer == "on":
            table.tell(events.PlayOn(table.now(), color))
            return
        if answer == "accepted":
            _settle(table, proposal or ())
            return
        if isinstance(answer, tuple):
            if engines and answer != proposal:
                table.screen.say("The engine does not agree: the game goes on until the stones show it.")
                table.tell(events.PlayOn(table.now(), engines[0]))
                return
            proposal, asked = answer, asked + 1
            if engines:
                _settle(table, answer)


def repetition(table: "Table") -> None:
    """Let the people say what Article 20.3 leaves to the referee; two engines take the draw that it allows."""
    table.screen.say(f"The game is suspended: {table.ref.ledger[-1].text}. It may be drawn, replayed, or played on.")
    while table.ref.phase == "suspended":
        people = [SIDE[color] for color in (BLACK, WHITE) if color not in table.seats]
        word = "draw"
        if people:
            word = (table.wait_for_line(f"{' and '.join(people)} (draw, replay, continue): ") or "").strip().lower()
        effect = RULINGS.get(word)
        if effect is not None:
            by = "agreed at the table" if people else "two engines"
            table.tell(events.Ruling(table.now(), by, effect, "neither side gives way", article="20.3"))
        elif word == "quit":
            table.leave()
        elif word == "board":
            table.show()
        elif word:
            table.screen.say(REPETITION_HELP)


def _settle(table: "Table", dead: tuple[int, ...]) -> None:
    """Hand in the same list for both sides."""
    for color in (BLACK, WHITE):
        table.tell(events.DeadStones(table.now(), color, dead))


def _say_proposal(table: "Table", proposal: tuple[int, ...] | None) -> None:
    if proposal is None:
        table.screen.say("Which stones are dead?")
        return
    table.screen.say(f"Proposed as dead: {names(table, proposal) or 'none'}")


def names(table: "Table", stones: tuple[int, ...]) -> str:
    """The stones as vertices."""
    game = table.ref.game
    return " ".join(format_vertex(p, game.width, game.height) for p in stones)


def _answer(table: "Table", color: int, proposal: tuple[int, ...] | None) -> str | tuple[int, ...] | None:
    """One answer of a person: `accepted`, `on`, a list of his own, or None for anything else."""
    words = (table.wait_for_line(f"{SIDE[color]} (accept, dead ..., play on): ") or "").lower().split()
    if words == ["accept"] and proposal is not None:
        return "accepted"
    if words in (["play", "on"], ["on"]):
        return "on"
    if words[:1] == ["quit"]:
        table.leave()
    if words[:1] == ["board"]:
        table.show()
    elif words[:1] == ["dead"] and len(words) > 1:
        return _listed(table, words[1:])
    elif words:
        table.screen.say(HELP)
    return None


def _listed(table: "Table", words: list[str]) -> tuple[int, ...] | None:
    """Read a list of dead stones; what is no stone is said, and there is no list."""
    game = table.ref.game
    try:
        points = [] if words == ["none"] else [parse_vertex(word, game.width, game.height) for word in words]
        return whole_chains(game.position, points)
    except TianyuanError as error:
        table.screen.say(f"  {error}")
        return None
