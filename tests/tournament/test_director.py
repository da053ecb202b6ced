"""The director's desk: draws, late steps, corrections, notes; refusals change nothing."""

import pytest

from engine.errors import EventError
from engine.tournament.director import Director
from engine.tournament.event import Entrant
from engine.tournament.export import as_json
from engine.tournament.formats.registry import Done, Publish, Wait
from engine.tournament.journal import MemoryJournal, StoreJournal
from engine.tournament.model import Key, Outcome, Row, outcome
from engine.tournament.scores import points, sheet
from engine.tournament.standings import standings
from engine.tournament.state import State
from tests.tournament.helpers import at_random, key, make_event, play_out, started, stronger


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+3.5", Outcome(2, 0, "score", "B+3.5")),
        ("w+r", Outcome(0, 2, "resign", "W+R")),
        ("B+Time", Outcome(2, 0, "time", "B+T")),
        ("W+F", Outcome(0, 2, "forfeit", "W+F")),
        ("=", Outcome(1, 1, "score", "=")),
        ("0", Outcome(1, 1, "score", "=")),
        ("jigo", Outcome(1, 1, "score", "=")),
        ("0:0", Outcome(0, 0, "double_forfeit", "0:0")),
    ],
)
def test_results_are_read_as_people_write_them(text: str, result: Outcome) -> None:
    assert outcome(text) == result


@pytest.mark.parametrize(
    "text", ["", "X", "B+", "B+x", "=+3", "=+", "B+-3", "B+1e3", "B+99999", "B+3.125", "B+=", "B+0:0", "2:0", "B+3 so"]
)
def test_other_results_are_refused(text: str) -> None:
    with pytest.raises(EventError, match="is no result"):
        outcome(text)


@pytest.mark.parametrize(
    ("result", "reason", "why"),
    [("W+F", "forfeit_late", ""), ("W+F", "ruling", ""), ("B", "time", ""), ("0:0", "forfeit_late", ""),
     ("=", "ruling", ""), ("B+2.5", "ruling", ""), ("W+F", "bogus_word", "'bogus_word' is no reason of W\\+F"),
     ("B+2.5", "forfeit_late", "is no reason of B\\+2.5 \\(one of score, ruling"), ("W+R", "time", "one of resign"),
     ("=", "resign", "one of score, ruling"), ("0:0", "score", "one of double_forfeit")],
)  # fmt: skip
def test_a_reason_goes_with_its_result(result: str, reason: str, why: str) -> None:
    if why:
        with pytest.raises(EventError, match=why):
            outcome(result, reason)
    else:
        assert outcome(result, reason).reason == reason


@pytest.mark.parametrize(("text", "found"), [("1.2", (1, 2, 1)), ("3.1.2", (3, 1, 2)), ("r001t002g03", (1, 2, 3))])
def test_games_are_named(text: str, found: tuple[int, int, int]) -> None:
    assert Key.parse(text) == found and Key.parse(str(Key(*found))) == found


@pytest.mark.parametrize("text", ["", "1", "0.1", "1.2.3.4", "a.b", "-1.2", "1.²"])
def test_other_names_of_games_are_refused(text: str) -> None:
    with pytest.raises(EventError, match="names no game"):
        Key.parse(text)


@pytest.mark.article(29, "1")
def test_a_withdrawal_before_the_first_round_draws_again_with_a_recorded_seed() -> None:
    journal = MemoryJournal()
    desk = Director(make_event("round-robin", 6, system={"order": "lots"}), journal)
    desk.start()
    desk.withdraw(3)
    starts = [row.body["seed"] for row in journal.rows() if row.kind == "start"]
    assert len(starts) == 2 and starts[0] != starts[1] == desk.state.seed
    assert sorted(desk.state.order) == [1, 2, 4, 5, 6]
    play_out(desk, stronger)
    assert len(desk.state.rounds) == 5 and all(3 not in m.sides for r in desk.state.rounds for m in r.meetings)


def test_the_first_round_cannot_be_drawn_again_once_published() -> None:
    desk = started(make_event("swiss", 4, system={"rounds": 2}))
    desk.start(99)
    assert desk.state.seed == 99
    desk.advance()
    with pytest.raises(EventError, match="cannot be drawn again"):
        desk.start(5)


def test_nothing_is_paired_before_the_draw() -> None:
    with pytest.raises(EventError, match="start it first"):
        Director(make_event("swiss", 4, system={"rounds": 2}), MemoryJournal()).advance()


def test_open_games_are_waited_for_and_named() -> None:
    desk = started(make_event("swiss", 4, system={"rounds": 2}))
    assert isinstance(desk.advance(), Publish)
    step = desk.advance()
    assert (
        isinstance(step, Wait) and step.why == "game 1.1.1 (P1 - P3) and 1 more has no result"
    ) or "P3 - P1" in step.why


def test_a_schedule_without_results_can_be_published_ahead() -> None:
    desk = started(make_event("round-robin", 4))
    while isinstance(desk.advance(ahead=True), Publish):
        pass
    assert len(desk.state.rounds) == 3 and len(desk.state.open_games()) == 6
    again = play_out(started(make_event("round-robin", 4)), stronger)
    assert [r.to_row() for r in desk.state.rounds] == [r.to_row() for r in again.state.rounds]


def test_a_result_is_entered_once_and_corrected_by_a_new_row() -> None:
    journal = MemoryJournal()
    desk = Director(make_event("swiss", 4, system={"rounds": 2}), journal)
    desk.start()
    desk.advance()
    desk.result(key(1, 1), outcome("B"))
    rows = len(journal.rows())
    desk.result(key(1, 1), outcome("B"))
    assert len(journal.rows()) == rows
    with pytest.raises(EventError, match="has a result already; correct it"):
        desk.result(key(1, 1), outcome("W"))
    desk.correct(key(1, 1), outcome("W"))
    assert len(journal.rows()) == rows + 1 and desk.state.corrected[key(1, 1)] == 1
    assert [row.body["black"] for row in journal.rows() if row.kind == "result"] == [2, 0]
    with pytest.raises(EventError, match="no result to correct"):
        desk.correct(key(1, 2), outcome("W"))
    with pytest.raises(EventError, match=r"there is no game 9\.1\.1"):
        desk.result(key(9, 1), outcome("W"))


def test_a_correction_after_the_next_round_changes_scores_and_no_pairing() -> None:
    desk = started(make_event("swiss", 4, system={"rounds": 3}))
    play_out(desk, stronger, rounds=1)
    desk.advance()
    paired = desk.state.rounds[1].to_row()
    before = points(sheet(desk.state)[1])
    first = next(g for g in desk.state.rounds[0].games if 1 in (g.black, g.white))
    desk.correct(first.key, outcome("W" if first.black == 1 else "B"))
    assert points(sheet(desk.state)[1]) == before - 2 and desk.state.rounds[1].to_row() == paired


def test_a_void_game_scores_nothing_and_is_open_again() -> None:
    desk = started(make_event("swiss", 2, system={"rounds": 1}))
    desk.advance()
    desk.result(key(1, 1), outcome("B"))
    desk.void(key(1, 1))
    assert [g.key for g in desk.state.open_games()] == [key(1, 1)]
    assert all(points(book) == 0 for book in sheet(desk.state).values())


@pytest.mark.article(25, "2")
def test_warnings_and_rulings_are_kept_in_the_ledger() -> None:
    desk = started(make_event("swiss", 2, system={"rounds": 1}))
    desk.advance()
    desk.warn(1, "17.2", "put a stone back", key(1, 1))
    desk.note("appeal", "16.4", "against the warning")
    assert desk.state.warnings[1] == 1 and [n["kind"] for n in desk.state.notes] == ["warning", "appeal"]
    with pytest.raises(EventError, match="no kind of note"):
        desk.note("gossip", "15", "x")
    with pytest.raises(EventError, match="no player number 9"):
        desk.warn(9, "17.2", "x")


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (lambda d: d.withdraw(77), "there is no player number 77"),
        (lambda d: d.absent(1, 1), "round 1 is published"),
        (lambda d: d.absent(1, 9), "there is no round 9"),
        (lambda d: d.enter(Entrant("P1")), "P1: already entered"),
        (lambda d: d.enter(Entrant(" ")), "needs a name"),
        (lambda d: d.enter(Entrant("z\nq")), r"entry\.name: 'z\\nq' holds the character U\+000A"),
        (lambda d: d.enter(Entrant("\ud800")), r"U\+D800"),
        (lambda d: d.enter(Entrant("New", club="\u202e")), r"entry\.club"),
        (lambda d: d.enter(Entrant("New", rating=float("inf"))), r"entry\.rating: inf is no finite number"),
        (lambda d: d.enter(Entrant("New", rank="best")), "'best' is no rank"),
        (lambda d: d.commit(1, 1, "0" * 64), "for the form on-the-spot"),
        (lambda d: d.void(key(4, 4)), "there is no game 4.4.1"),
        (lambda d: d.warn(1, "", "late"), "'' is no article"),
        (lambda d: d.warn(1, "99.9", "late"), "'99.9' is no article"),
        (lambda d: d.note("ruling", "17.2", " "), "what the ruling says is empty"),
        (lambda d: d.warn(1, "17.2", "a\x1b[31m"), r"holds the character U\+001B"),
    ],
)
def test_a_refused_step_changes_nothing(step, line: str) -> None:
    journal = MemoryJournal()
    desk = Director(make_event("swiss", 4, system={"rounds": 3}), journal)
    desk.start()
    desk.advance()
    before, rows = as_json(desk.state), journal.rows()
    with pytest.raises(EventError, match=line):
        step(desk)
    assert as_json(desk.state) == before and journal.rows() == rows


def test_a_name_is_one_name_however_it_was_typed() -> None:
    desk = started(make_event("swiss", [{"name": "Ren\u00e9"}, {"name": "B"}], system={"rounds": 1}))
    with pytest.raises(EventError, match="already entered"):
        desk.enter(Entrant("Rene\u0301"))


def test_rows_of_before_are_shown_with_escapes() -> None:
    row = Row("enter", {"name": "a\x1b", "number": 3, "club": "x\ny"})
    noted = Row("note", {"kind": "ruling", "article": "17", "text": "b\x07"})
    state = State.replay(make_event("swiss", 2, system={"rounds": 1}), [Row("start", {"seed": 1}), row, noted])
    assert (state.players[3].name, state.players[3].club) == ("a\\x1b", "x\\ny")
    assert state.notes[0]["text"] == "b\\x07"


def test_no_entry_into_a_round_robin_that_runs() -> None:
    desk = started(make_event("round-robin", 3))
    assert desk.enter(Entrant("Fourth")) == 4  # before round 1: a new draw
    desk.advance()
    with pytest.raises(EventError, match="takes no entries"):
        desk.enter(Entrant("Fifth"))


def test_a_closed_event_stays_closed() -> None:
    desk = play_out(started(make_event("swiss", 4, system={"rounds": 1})), stronger)
    for step in (lambda: desk.withdraw(1), lambda: desk.void(key(1, 1)), lambda: desk.enter(Entrant("Late"))):
        with pytest.raises(EventError, match="closed"):
            step()
    assert isinstance(desk.advance(), Done)


@pytest.mark.article(31, "4")
def test_the_same_file_rows_and_seed_give_byte_equal_tables() -> None:
    def run() -> str:
        event = make_event("swiss", 9, system={"rounds": 5, "order": "lots"})
        return as_json(play_out(started(event), at_random(5)).state)

    assert run() == run()


class Notes:
    """The part of the match store that a journal writes to."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, str, object]] = []

    def note(self, kind: str, value: object) -> int:
        self.kept.append((len(self.kept), kind, value))
        return len(self.kept)

    def notes(self, kind: str | None = None) -> list[tuple[int, str, object]]:
        return [note for note in self.kept if kind in (None, note[1])]


def test_a_journal_in_a_store_takes_up_where_it_ended() -> None:
    notes, event = Notes(), make_event("swiss", 6, system={"rounds": 3})
    desk = Director(event, StoreJournal(notes))
    desk.start()
    notes.note("start-up check", "somebody else's note")
    play_out(desk, stronger, rounds=2)
    again = Director(event, StoreJournal(notes))
    assert as_json(again.state) == as_json(desk.state)
    play_out(again, stronger)
    assert again.state.closed and standings(again.state).lines[0].side == 1


def test_rows_of_a_journal_are_plain_values() -> None:
    journal = MemoryJournal([Row("start", {"seed": 3})])
    state = State.replay(make_event("swiss", 3, system={"rounds": 1}), journal.rows())
    assert state.started and state.seed == 3
