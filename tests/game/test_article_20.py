"""Article 20: repetition, its rare exceptions, and what may not keep a game from ending."""

import pytest

from engine.game import rules
from engine.game.cycles import Cycle, Ply, Situations
from engine.game.game import Game
from engine.game.referee import Referee, events
from gocore import BLACK, WHITE
from tests.game.boards import SIMPLE, at, play, position, referee, refereed
from tests.game.figures import FIGURES

KO = ". . . . .\n. X O . .\nX . X O .\n. X O . .\n. . . . ."

EXCUSED = {
    "3": ("triple ko", 6),
    "4": ("triple ko", 6),
    "5": ("quadruple ko", 8),
    "6": ("eternal life", 4),
    "7": ("double two-stone capture", 6),
}


@pytest.mark.article(20, "1")
def test_an_immediate_ko_retake_is_void_and_one_pass() -> None:
    """White takes at B3, Black C3 at once is void; after an exchange elsewhere it is legal."""
    ref = referee(KO, WHITE)
    assert play(ref, "B3") == ["played"]
    verdict = ref.handle(events.Play(0, BLACK, at("C3", ref.game)))
    assert (verdict.outcome, verdict.article, ref.game.position.to_move) == ("void", "20.1", WHITE)
    assert play(ref, "A1 E5 E1 C3") == ["played"] * 4


@pytest.mark.article(20, "3")
@pytest.mark.parametrize("key", EXCUSED)
def test_the_rare_cycles_are_known_by_name(key: str) -> None:
    """Figures 3 to 7: no pass, as many stones taken by each side, and the name of the kind."""
    figure = FIGURES[key]
    pos = position(figure.diagram, figure.to_move, SIMPLE)
    situations = Situations(pos)
    cycle = None
    for vertex in figure.cycle:
        color = pos.to_move
        captured = pos.play(at(vertex, pos))
        cycle = situations.push(pos, color, False, captured)
    assert cycle is not None
    label, length = EXCUSED[key]
    assert (cycle.label, len(cycle.plies), cycle.excused) == (label, length, True)
    assert cycle.taken(BLACK) == cycle.taken(WHITE)


@pytest.mark.article(20, "3")
def test_six_plies_on_four_kos_are_a_quadruple_ko() -> None:
    """Figure 5's shorter cycle uses three of its four kos."""
    pos = position(FIGURES["5"].diagram, BLACK, SIMPLE)
    situations = Situations(pos)
    found = []
    for vertex in ("B8", "F7", "D8", "B7", "F8", "D7"):
        color = pos.to_move
        captured = pos.play(at(vertex, pos))
        found.append(situations.push(pos, color, False, captured))
    assert found[:-1] == [None] * 5
    assert found[-1] is not None
    assert (found[-1].label, len(found[-1].plies)) == ("quadruple ko", 6)


@pytest.mark.article(20, "3")
@pytest.mark.parametrize("key", EXCUSED)
@pytest.mark.parametrize(("policy", "sgf"), [("draw", "0"), ("replay", "Void")])
def test_at_the_third_occurrence_the_event_says_draw_or_replay(key: str, policy: str, sgf: str) -> None:
    """Neither side gives way for two rounds: the cycle's last play ends the game, not an earlier one."""
    figure = FIGURES[key]
    ref = refereed(figure, policy)
    rounds = " ".join(figure.cycle)
    assert set(play(ref, rounds)) == {"played"}
    outcomes = play(ref, rounds)
    assert outcomes == ["played"] * (len(figure.cycle) - 1) + ["over"]
    assert ref.result is not None
    assert ref.result.sgf() == sgf
    assert EXCUSED[key][0] in "".join(entry.text for entry in ref.ledger)


@pytest.mark.article(20, "3")
@pytest.mark.parametrize(("effect", "phase"), [("draw", "over"), ("continue", "playing")])
def test_the_referee_may_be_asked(effect: events.Effect, phase: str) -> None:
    """Policy `ask`: the game waits for a ruling."""
    ref = refereed(FIGURES["4"], "ask")
    outcomes = play(ref, " ".join(FIGURES["4"].cycle * 2))
    assert outcomes[-1] == "suspended"
    ref.handle(events.Ruling(0, "chief", effect, "ruled", article="20.3"))
    assert ref.phase == phase


@pytest.mark.article(20, "3")
def test_a_ruling_to_go_on_counts_the_rounds_anew() -> None:
    """The next ruling is due after two more rounds, not at the next move; moves taken back are counted back."""
    ref = referee(FIGURES["6"].diagram, FIGURES["6"].to_move, policy="ask", undo=True)
    play(ref, " ".join(FIGURES["6"].cycle * 2))
    ref.handle(events.Ruling(0, "chief", "continue", "go on", article="20.3"))
    ref.handle(events.Undo(0, BLACK, 2))
    assert play(ref, "D9 F9") == ["played"] * 2
    assert play(ref, "C9 E9 D9 F9 C9 E9") == ["played"] * 5 + ["suspended"]


@pytest.mark.article(20, "3")
@pytest.mark.parametrize("key", [*EXCUSED, "8a", "8b"])
def test_under_the_superko_policy_the_repeating_play_is_void(key: str) -> None:
    """The default of engine events: Article 6 to the letter."""
    figure = FIGURES[key]
    ref = refereed(figure, "superko")
    outcomes = play(ref, " ".join(figure.cycle[: figure.first_void]))
    assert outcomes == ["played" if v != "pass" else "passed" for v in figure.cycle[: figure.first_void - 1]] + ["void"]


def until_stopped(ref: Referee, moves: str) -> list[str]:
    """Play on until a play is void; returns the outcomes."""
    outcomes = []
    for vertex in moves.split():
        outcomes += play(ref, vertex)
        if outcomes[-1] == "void":
            break
    return outcomes


@pytest.mark.article(20, "4")
@pytest.mark.parametrize(("key", "player"), [("8a", WHITE), ("8b", BLACK)])
@pytest.mark.parametrize("policy", ["draw", "replay", "ask"])
def test_figure_8_may_not_keep_the_game_from_ending(key: str, player: int, policy: str) -> None:
    """A pass in the cycle: the first play of the second round is void, and with the other's pass the game stops."""
    figure = FIGURES[key]
    ref = refereed(figure, policy)
    outcomes = until_stopped(ref, " ".join(figure.cycle * 2))
    assert len(outcomes) == len(figure.cycle) + 1
    void = ref.game.moves[-1]
    assert (void.color, void.point) == (player, ref.game.pass_point)
    assert ref.ledger[0].article == "20.4"
    if ref.phase == "playing":
        play(ref, "pass")
    assert ref.phase == "stopped"


@pytest.mark.article(20, "4")
def test_an_unbalanced_cycle_is_void_too() -> None:
    """Sending two, returning one in a cycle without a pass: captures 2:1 are no exception; 2:2 would be."""
    send, take_two, take_one = Ply(WHITE, False, 0), Ply(BLACK, False, 2), Ply(WHITE, False, 1)
    assert not Cycle((send, take_two, take_one, Ply(BLACK, False, 0)), 2, 0).excused
    assert Cycle((send, take_two, Ply(WHITE, False, 2), Ply(BLACK, False, 0)), 2, 0).excused
    assert not Cycle((send, take_two, Ply(WHITE, False, 2), Ply(BLACK, True, 0)), 2, 0).excused


@pytest.mark.article(20, "2")
def test_false_life_does_not_live_in_a_play_out() -> None:
    """Figure 3: in a dispute superko is strict, the sixth ply is void, and Black takes the corner's defenders."""
    ref = referee(FIGURES["3"].diagram, BLACK, policy="draw")
    play(ref, "pass pass")
    ref.handle(events.PlayOn(0, BLACK))
    assert ref.state.strict
    assert play(ref, " ".join(FIGURES["3"].cycle)) == ["played"] * 5 + ["void"]
    assert play(ref, "N13") == ["played"]
    assert ref.game.position.captured(WHITE) == 3 + 11


@pytest.mark.article(20, "3")
def test_japanese_rules_know_no_result() -> None:
    """Territory counting: the third occurrence of any cycle is no result."""
    figure = FIGURES["8a"]
    board = position(figure.diagram)
    game = Game.new(9, 9, rules.by_name("japanese"))
    game.setup(board.stones(BLACK), board.stones(WHITE), to_move=WHITE)
    ref = Referee(game)
    ref.handle(events.Start(0))
    assert play(ref, " ".join(figure.cycle * 2)) == ["played", "played", "played", "passed"] * 2
    assert play(ref, "C9") == ["over"]
    assert ref.result is not None
    assert (ref.result.kind, ref.result.sgf()) == ("no_result", "Void")
