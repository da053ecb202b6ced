"""One refereed game at a time, against engines that do everything wrong (the fakes), and its record."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine import sgf
from engine.match.archive import sgf_text
from engine.match.live import game_line
from engine.match.openings import Opening
from engine.match.play import play_game
from engine.match.record import GameId, GameRecord, MovePlayed, Outcome, Reason
from engine.match.spec import EngineSpec, GameJob, GameSettings
from engine.protocol import client
from engine.wording import unfit
from gocore import BLACK, WHITE
from tests.patience import PATIENCE

FAKE = str(Path(__file__).parents[1] / "fakes" / "go_engine.py")
WAIT_MS = round(1000 * PATIENCE)
SETTINGS = GameSettings(width=5, height=5, stall_ms=WAIT_MS, command_ms=WAIT_MS, startup_ms=WAIT_MS, time="none")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an engine may take long to end."""
    monkeypatch.setattr(client, "ENDING_S", PATIENCE)


def fake(name: str, *options: object) -> EngineSpec:
    return EngineSpec(name, (sys.executable, FAKE, *map(str, options)))


GOOD = fake("good", "--seed", 2)
DEAD_STONE = Opening("dead stone", black=(6, 7, 8, 11, 13, 16), white=(12,))
"""White's C3 has one liberty left; Black to move."""


def job(black: EngineSpec = GOOD, white: EngineSpec = GOOD, **changes: object) -> GameJob:
    settings = replace(SETTINGS, **{k: v for k, v in changes.items() if hasattr(SETTINGS, k)})
    rest = {k: v for k, v in changes.items() if not hasattr(SETTINGS, k)}
    return GameJob(id=GameId("ev", 1, 1, 1), black=black, white=white, settings=settings, **rest)  # type: ignore[arg-type]


def bad(mode: str, *options: object, **changes: object) -> GameRecord:
    """A game in which White has a mode."""
    return play_game(job(GOOD, fake("bad", "--mode", mode, *options), **changes))


def test_two_engines_play_to_the_end_and_are_counted() -> None:
    record = play_game(job())
    assert (record.reason, record.outcome) == (
        Reason.SCORE,
        Outcome.BLACK if (record.margin2 or 0) > 0 else Outcome.WHITE,
    )
    assert record.margin2 is not None
    assert [m.point for m in record.moves[-2:]] == [25, 25]
    assert str(record.black_engine) == "Fake ok 1.0"
    assert record.black_ms == sum(m.ms for m in record.moves if m.color == BLACK)
    assert record.started <= record.finished


def test_the_same_seed_gives_the_same_game() -> None:
    def moves(seed: int) -> list[int]:
        both = [EngineSpec(n, (sys.executable, FAKE, "--seed", "{seed}")) for n in "ab"]
        return [m.point for m in play_game(job(*both, seed=seed)).moves]

    assert moves(1) == moves(1) != moves(2)


@pytest.mark.parametrize(
    ("mode", "reason", "words"),
    [
        ("crash", Reason.CRASH, "status 1"),
        ("error", Reason.PROTOCOL, "cannot think of a move"),
        ("occupied", Reason.ILLEGAL, "illegal move"),
        ("offboard", Reason.ILLEGAL, "Z99"),
        ("word", Reason.ILLEGAL, "hello"),
        ("resign", Reason.RESIGN, "resign"),
        ("nostart", Reason.CRASH, "did not start"),
        ("deny", Reason.PROTOCOL, "told of"),
    ],
)
def test_faults_lose_with_their_reason(mode: str, reason: Reason, words: str) -> None:
    record = bad(mode)
    assert (record.winner, record.reason) == ("good", reason)
    assert words in record.detail
    assert "White" in record.detail or reason is Reason.RESIGN


def test_silence_is_a_stall_at_the_deadline() -> None:
    """It would last for an hour; the other engine is not asked for a move, so that it cannot be the one."""
    record = play_game(job(fake("bad", "--mode", "hang", "--after", 1), GOOD, stall_ms=500))
    assert (record.winner, record.reason) == ("good", Reason.STALL)


def test_what_is_no_answer_is_a_fault_of_protocol() -> None:
    record = bad("garbage")
    assert (record.winner, record.reason) == ("good", Reason.PROTOCOL)


def test_a_flood_on_stderr_harms_nobody() -> None:
    record = bad("flood", "--moves", 4)
    assert record.reason is Reason.SCORE


def test_time_runs_out_and_the_engine_is_killed() -> None:
    pids: list[int] = []
    hanging = replace(fake("bad", "--mode", "hang"), time="0.6")
    record = play_game(job(GOOD, hanging, lag_ms=100), pids.append)
    assert (record.winner, record.reason, record.result) == ("good", Reason.TIME, "B+T")
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.killpg(pid, 0)


def test_a_late_reply_within_the_lag_is_forgiven_and_beyond_it_loses() -> None:
    slow = fake("bad", "--mode", "slow", "--after", 1, "--seconds", 0.4, "--moves", 2)
    short = fake("good", "--moves", 2)
    forgiven = play_game(job(short, replace(slow, time="0+3x0.3"), lag_ms=WAIT_MS))
    assert forgiven.reason is Reason.SCORE
    assert all(m.ms >= 400 for m in forgiven.moves if m.color == WHITE and m.point != 25)
    lost = play_game(job(short, replace(slow, time="0+1x0.3"), lag_ms=0))
    assert (lost.winner, lost.reason) == ("good", Reason.TIME)


def test_each_player_has_its_own_time_and_the_record_says_so() -> None:
    black, white = replace(GOOD, time="60+3x5"), replace(GOOD, name="w", time="none")
    record = play_game(job(black, white))
    assert (record.black_time, record.white_time) == ("60+3x5", "none")
    assert all((m.left_ms is not None) == (m.color == BLACK) for m in record.moves)


def test_visits_are_set_or_refused() -> None:
    record = play_game(job(replace(GOOD, time="v10"), fake("w")))
    assert record.reason is Reason.SCORE
    record = play_game(job(GOOD, replace(fake("bad", "--mode", "no-visits"), time="v10")))
    assert (record.winner, record.reason) == ("good", Reason.PROTOCOL)
    assert "kata-set-param" in record.detail


def test_both_sides_at_fault_is_no_result() -> None:
    nostart = fake("x", "--mode", "nostart")
    record = play_game(job(nostart, replace(nostart, name="y")))
    assert (record.outcome, record.result) == (Outcome.NONE, "Void")
    assert "Black" in record.detail
    assert "White" in record.detail


def test_a_program_that_is_not_there_is_the_harness_s_fault() -> None:
    record = play_game(job(GOOD, EngineSpec("gone", ("/no/such/engine",))))
    assert (record.outcome, record.reason) == (Outcome.VOID, Reason.HARNESS)
    assert "/no/such/engine" in record.detail


# -- Article 19


@pytest.mark.article(19, "")
def test_void_moves_count_as_passes_and_both_engines_are_told() -> None:
    record = bad("suicide", "--after", 1, illegal="void-pass", width=4, height=4)
    void = [m for m in record.moves if m.comment]
    assert void
    assert all((m.color, m.point) == (WHITE, 16) for m in void)
    assert "suicide" in void[0].comment
    assert record.reason is Reason.SCORE, "no warning for a forbidden point (Article 19)"


def test_an_engine_that_cannot_undo_is_replayed() -> None:
    options = ("--mode", "suicide", "--after", 1)
    with_undo = play_game(job(GOOD, fake("bad", *options), illegal="void-pass", width=4, height=4))
    assert any(m.comment for m in with_undo.moves)
    # the other way round: an engine whose undo fails gets the whole game again, and plays on in step
    record = bad("no-undo", illegal="void-pass", width=4, height=4)
    assert record.reason is Reason.SCORE


@pytest.mark.article(25, "2")
@pytest.mark.parametrize("mode", ["occupied", "offboard", "word"])
def test_what_is_no_move_is_void_with_a_warning_and_the_second_loses(mode: str) -> None:
    record = bad(mode, illegal="void-pass")
    assert (record.winner, record.reason) == ("good", Reason.ILLEGAL)
    assert "second warning" in record.detail
    assert sum(1 for m in record.moves if m.comment) == 1
    assert [(w.color, w.article) for w in record.warnings] == [(WHITE, "25.1")] * 2
    assert GameRecord.from_json(record.to_json()).warnings == record.warnings


@pytest.mark.article(25, "2")
def test_what_costs_no_warning() -> None:
    """A forbidden point is void alone (Article 19); where the first illegal move loses, it is no warning."""
    assert bad("suicide", "--after", 1, illegal="void-pass", width=4, height=4).warnings == ()
    assert bad("occupied", illegal="loss").warnings == ()


def test_what_an_engine_says_moves_no_cursor() -> None:
    record = bad("escape", "--after", 1, illegal="void-pass")
    assert "\\u202eh\\x9b31mi" in " ".join((record.detail, *record.notes))
    assert not any(unfit(text) for text in (record.detail, *record.notes, game_line(record)))


def test_an_answer_that_is_no_vertex_is_quoted() -> None:
    assert bad("word", "--after", 1).detail == "White: answered 'hello' at move 2, which is no point of the board"
    assert "illegal move " in bad("occupied").detail and "move on a stone at " in bad("occupied").detail


def test_the_default_is_loss() -> None:
    assert bad("suicide", "--after", 1, width=4, height=4).reason is Reason.ILLEGAL


# -- the end


@pytest.mark.article(8, "")
def test_equal_lists_of_dead_stones_are_taken_off() -> None:
    sides = [fake(n, "--moves", 0, "--dead", "C3") for n in "ab"]
    record = play_game(job(*sides, opening=DEAD_STONE, komi2=0))
    assert record.dead == (12,)
    assert (record.margin2, record.outcome) == (50, Outcome.BLACK)
    alive = play_game(job(*(fake(n, "--moves", 0) for n in "ab"), opening=DEAD_STONE, komi2=0))
    assert (alive.dead, alive.margin2) == ((), 2 * (6 - 1))


@pytest.mark.article(21, "A.4")
def test_an_engine_without_the_command_accepts_the_others_list() -> None:
    silent = fake("a", "--moves", 0, "--mode", "no-dead")
    knowing = fake("b", "--moves", 0, "--dead", "C3")
    for sides in ((silent, knowing), (knowing, silent)):
        assert play_game(job(*sides, opening=DEAD_STONE)).dead == (12,)
    assert play_game(job(silent, replace(silent, name="b"), opening=DEAD_STONE)).dead == ()
    crashing = fake("a", "--moves", 0, "--mode", "crash-at-end")
    record = play_game(job(crashing, knowing, opening=DEAD_STONE))
    assert record.dead == (12,)
    assert any("no list" in note for note in record.notes)


@pytest.mark.article(21, "A.3")
def test_unequal_lists_resume_once_and_then_all_is_alive() -> None:
    record = play_game(job(fake("a", "--moves", 0, "--dead", "C3"), fake("b", "--moves", 0), opening=DEAD_STONE))
    assert record.dead == ()
    assert len(record.moves) == 4, "two passes, played on, two passes"
    assert any("play goes on" in note for note in record.notes)
    assert "alive" in record.detail


def test_tromp_taylor_asks_nobody() -> None:
    sides = [fake(n, "--moves", 0, "--dead", "C3") for n in "ab"]
    assert play_game(job(*sides, opening=DEAD_STONE, score="tromp-taylor")).dead == ()


def test_a_wrong_score_is_noted_and_the_referee_s_counts() -> None:
    record = play_game(job(fake("a", "--score", "W+99.5"), fake("b", "--score", "B+3,5")))
    assert record.claims == ("W+99.5", "B+3,5")
    assert any("counted W+99.5" in note for note in record.notes)


def test_engines_that_never_pass_end_at_the_limit_or_before() -> None:
    never = [fake(n, "--mode", "never-pass", "--seed", i) for i, n in enumerate("ab")]
    record = play_game(job(*never))
    assert len(record.moves) <= 50
    assert record.reason in (Reason.MOVE_LIMIT, Reason.SCORE)
    assert record.margin2 is not None
    capped = play_game(job(*never, move_limit=12, at_limit="none"))
    assert (len(capped.moves), capped.outcome, capped.reason) == (12, Outcome.NONE, Reason.MOVE_LIMIT)


def test_agreed_resignation() -> None:
    losing, winning = fake("a", "--winrate", 0.02), fake("b", "--winrate", 0.99)
    record = play_game(job(losing, winning, resign_below=5.0, resign_moves=2))
    assert (record.winner, record.reason, record.result) == ("b", Reason.ADJUDICATED, "W+R")
    assert len(record.moves) == 4
    doubtful = fake("b", "--winrate", 0.6, "--moves", 4)
    assert play_game(job(losing, doubtful, resign_below=5.0, resign_moves=2)).reason is Reason.SCORE


def test_results_follow_the_player_through_a_change_of_colours() -> None:
    # A gives up as White, B as Black, never otherwise.
    a = fake("A", "--mode", "resign-as", "--color", "w")
    b = fake("B", "--mode", "resign-as", "--color", "b", "--seed", 2)
    first, second = play_game(job(a, b)), play_game(job(b, a))
    assert first.reason is Reason.SCORE
    assert (second.winner, second.reason, second.result) == ("A", Reason.RESIGN, "W+R")
    root = sgf.loads(sgf_text(second))[0].main_line()
    assert (root.players, root.result and root.result.sgf()) == ({BLACK: "B", WHITE: "A"}, "W+R")


# -- repetition (Articles 6 and 20)

TRIPLE_KO = """
OOOOOOOOO
OXOO.OO.O
X.XXOXXOX
XXXXXXXXX
OOOOOOOOO
.........
.........
.........
.........
"""


def triple_ko(**changes: object) -> GameRecord:
    """Figure 4, gone round twice by two engines of which neither gives way."""
    cells = TRIPLE_KO.replace("\n", "")
    stones = {c: tuple(p for p, cell in enumerate(cells) if cell == c) for c in "XO"}
    opening = Opening("figure 4", stones["X"], stones["O"])
    black = fake("B", "--ko", "simple", "--script", ",".join(["E8", "H8", "B8"] * 3))
    white = fake("W", "--ko", "simple", "--script", ",".join(["B7", "E7", "H7"] * 3))
    return play_game(job(black, white, width=9, height=9, opening=opening, **changes))


@pytest.mark.article(20, "3")
@pytest.mark.parametrize(
    ("changes", "outcome", "reason", "result"),
    [
        ({"cycles": "draw"}, Outcome.DRAW, Reason.RULING, "0"),
        ({"cycles": "replay"}, Outcome.VOID, Reason.NO_RESULT, "Void"),
        ({"rules": "japanese"}, Outcome.NONE, Reason.NO_RESULT, "Void"),
        ({"rules": "chinese-simple"}, Outcome.DRAW, Reason.RULING, "0"),
        ({}, Outcome.BLACK, Reason.ILLEGAL, "B+F"),
        ({"rules": "japanese", "cycles": "superko"}, Outcome.BLACK, Reason.ILLEGAL, "B+F"),
    ],
)
def test_triple_ko_by_what_the_event_says(
    changes: dict[str, object], outcome: Outcome, reason: Reason, result: str
) -> None:
    record = triple_ko(**changes)
    assert (record.outcome, record.reason, record.result) == (outcome, reason, result)
    assert sgf.loads(sgf_text(record))[0].main_line().result is not None


@pytest.mark.article(6, "")
def test_a_repeating_move_is_a_pass_under_article_20() -> None:
    record = triple_ko(illegal="void-pass", move_limit=8)
    assert [bool(m.comment) for m in record.moves[:6]] == [False] * 5 + [True]
    assert "superko at H7" in record.moves[5].comment


def test_rules_that_leave_no_dead_stones_ask_for_none() -> None:
    sides = [fake(n, "--moves", 0, "--dead", "C3") for n in "ab"]
    assert play_game(job(*sides, opening=DEAD_STONE, rules="tromp-taylor")).dead == ()


# -- openings, handicap, transcript, SGF


def test_handicap_stones_are_placed_and_white_begins() -> None:
    record = play_game(job(width=9, height=9, handicap=3, move_limit=6))
    assert len(record.setup_black) == 3
    assert record.moves[0].color == WHITE
    game = sgf.loads(sgf_text(record))[0].main_line()
    assert len(game.handicap) == 3


def test_a_record_as_sgf_and_back(tmp_path: Path) -> None:
    opening = Opening("C3-D4", moves=((BLACK, 12), (WHITE, 18)))
    record = play_game(job(opening=opening, transcripts=str(tmp_path / "transcripts"), time="60"))
    assert record.opening_moves == 2
    game = sgf.loads(sgf_text(record))[0].main_line()
    assert [(m.color, m.point) for m in game.moves] == [(m.color, m.point) for m in record.moves]
    assert game.result is not None
    assert game.result.sgf() == record.result
    assert game.komi2 == 11
    assert "seed" in game.comment
    log = (tmp_path / record.transcript).read_text()
    assert "> B genmove b" in log
    assert "< W =" in log


def test_a_handicap_game_that_never_began_is_a_void_record(tmp_path: Path) -> None:
    """It has its number of stones and no stone: neither its SGF nor the store may fall over that."""
    absent = EngineSpec("absent", (str(tmp_path / "none"),))
    record = play_game(job(GOOD, absent, width=9, height=9, handicap=3))
    assert (record.outcome, record.handicap, record.setup_black) == (Outcome.VOID, 3, ())
    assert "RE[Void]" in sgf_text(record)


def test_a_void_move_stands_in_the_sgf_as_a_pass_with_its_comment() -> None:
    record = replace(
        play_game(job(move_limit=4)),
        moves=(MovePlayed(1, 12, 1500), MovePlayed(2, 25, 10, "void suicide at A1")),
        outcome=Outcome.VOID,
    )
    text = sgf_text(record)
    assert "void suicide at A1" in text
    assert "RE[Void]" in text
    assert "1.5 s" in text
