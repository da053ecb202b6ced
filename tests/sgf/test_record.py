"""Records as games: set-up, turns, handicap, komi, rules, illegal moves, sizes, lines."""

import pytest

from engine.coords import format_vertex, parse_vertex
from engine.errors import SgfError, SgfMoveError
from engine.game import rules
from engine.game.game import Game, Setup
from engine.sgf import loads
from gocore import BLACK, WHITE


def game(text: str, **options: object) -> Game:
    return loads(text)[0].main_line(**options)  # type: ignore[arg-type]


def stones(game: Game) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {"B": set(), "W": set()}
    for point in range(game.position.area):
        color = game.position[point]
        if color:
            names["?BW"[color]].add(format_vertex(point, game.width, game.height))
    return names


# ---- set-up and turns ---------------------------------------------------------------------------------------------


def test_set_up_stones_say_nothing_of_the_turn_the_next_move_does() -> None:
    played = game("(;SZ[9]AB[cc][gg]AW[cg];B[gc];W[ee])")
    assert stones(played) == {"B": {"C7", "G3", "G7"}, "W": {"C3", "E5"}}
    assert [move.color for move in played.moves] == [BLACK, WHITE]
    assert played.position.to_move == BLACK


def test_set_up_deep_in_the_game_removes_and_adds_stones() -> None:
    played = game("(;SZ[9];B[ee];W[gc];AE[ee]AW[cc]PL[B];B[gg])")
    assert stones(played) == {"B": {"G3"}, "W": {"G7", "C7"}}
    assert played.position.to_move == WHITE
    assert len(played.moves) == 3


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("(;SZ[9]AB[cc]AW[gg]PL[W])", WHITE),
        ("(;SZ[9]AB[cc]AW[gg]PL[white])", WHITE),
        ("(;SZ[9]AB[cc]AW[gg])", BLACK),
        ("(;SZ[9]HA[2]AB[cc][gg])", WHITE),
        ("(;SZ[9]HA[2]AB[cc][gg]PL[B])", BLACK),
        ("(;SZ[9]AB[cc][gg])", BLACK),
        ("(;SZ[9]PL[W])", WHITE),
        ("(;SZ[9];AB[cc]PL[W])", WHITE),
        ("(;SZ[9];B[aa];AW[cc])", WHITE),
    ],
)
def test_the_side_to_move_after_set_up(text: str, side: int) -> None:
    assert game(text).position.to_move == side


def test_white_may_begin_an_empty_board() -> None:
    assert game("(;SZ[9];W[ee])", before_move=1).position.to_move == WHITE
    assert game("(;SZ[9];B[ee])", before_move=1).steps == []


def test_lists_of_points_may_be_rectangles() -> None:
    assert stones(game("(;SZ[9]AB[aa:bb][ii])"))["B"] == {"A9", "B9", "A8", "B8", "J1"}


def test_set_up_without_a_liberty_is_refused_with_its_place() -> None:
    with pytest.raises(SgfError, match="set-up after move 1"):
        game("(;SZ[2];B[aa];AW[ab][ba][bb])")


def test_a_node_with_set_up_and_a_move_does_both() -> None:
    played = game("(;SZ[9];AB[cc]B[dd];W[ee])")
    assert stones(played) == {"B": {"C7", "D6"}, "W": {"E5"}}


# ---- handicap, komi, rules ----------------------------------------------------------------------------------------


def test_handicap_stones_are_known_as_such() -> None:
    played = game("(;SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee])")
    assert played.handicap == tuple(parse_vertex(vertex, 9, 9) for vertex in ("C3", "G7"))
    assert played.komi2 == 1


@pytest.mark.parametrize(
    "root", ["AB[cg][gc]", "HA[0]AB[cg]", "HA[1]AB[cg]", "HA[7.5]AB[cg]", "HA[2]AB[cg]AW[aa]", "HA[3]"]
)
def test_stones_are_no_handicap_unless_ha_says_so(root: str) -> None:
    assert game(f"(;SZ[9]{root};W[ee])").handicap == ()


def test_a_handicap_of_another_number_of_stones_is_told() -> None:
    record = loads("(;SZ[9]HA[3]AB[cg][gc];W[ee])")[0]
    assert len(record.main_line().handicap) == 2
    assert record.warnings == ["HA[3] with 2 stones"]


def test_komi_given_as_zero_differs_from_komi_not_given() -> None:
    assert loads("(;KM[0])")[0].komi2 == 0
    assert loads("(;KM[])")[0].komi2 is None
    assert game("(;SZ[9]KM[];B[ee])").komi2 == rules.by_name(rules.DEFAULT).komi2
    assert game("(;SZ[9]RU[Japanese];B[ee])").komi2 == 13


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Japanese", "japanese"),
        ("japanese rules", "japanese"),
        ("Chinese", "chinese-2002"),
        ("Chinese 1988", "chinese-1988"),
        ("Chinese, Komi 7.5", "chinese-2002"),
        ("AGA", "aga"),
        ("NZ", "new-zealand"),
        ("Tromp-Taylor", "tromp-taylor"),
    ],
)
def test_rules_by_the_names_that_records_use(text: str, name: str) -> None:
    found = loads(f"(;RU[{text}])")[0].rules
    assert found is not None
    assert found.name == name


def test_unknown_rules_are_told_and_the_default_is_used() -> None:
    record = loads("(;SZ[9]RU[house rules of a pub])")[0]
    assert record.main_line().rules.name == rules.DEFAULT
    assert record.warnings == ["RU[house rules of a pub] names no known rules"]


def test_the_reader_may_ask_for_other_rules_and_keeps_the_records_komi() -> None:
    played = game("(;SZ[9]RU[Japanese]KM[0.5];B[ee])", rules=rules.by_name("aga"))
    assert (played.rules.name, played.komi2) == ("aga", 1)


# ---- moves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "size"), [("", 9), ("tt", 9), ("tt", 19), ("", 21)])
def test_passes(value: str, size: int) -> None:
    played = game(f"(;SZ[{size}];B[{value}];W[aa])")
    assert played.moves[0].point == played.pass_point


def test_tt_is_a_point_of_a_larger_board() -> None:
    assert stones(game("(;SZ[21];B[tt])"))["B"] == {"U2"}


KO = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B]"


@pytest.mark.parametrize(
    ("reason", "text", "number"),
    [
        ("occupied", "(;SZ[9];B[ee];W[ee];B[cc])", 2),
        ("suicide", "(;SZ[3]AB[ba][ab]PL[W];W[aa];B[cc])", 1),
        ("ko", KO + "RU[Japanese];B[cb];W[bb];B[dd])", 2),
        ("superko", KO + "RU[Chinese];B[cb];W[];B[];W[bb])", 4),
    ],
)
def test_an_illegal_move_is_refused_with_its_number(reason: str, text: str, number: int) -> None:
    with pytest.raises(SgfMoveError, match=f"move {number}: .* is illegal") as refused:
        game(text)
    assert (refused.value.number, refused.value.reason) == (number, reason)


def test_the_number_counts_passes_and_names_the_game_of_a_collection() -> None:
    with pytest.raises(SgfMoveError, match="game 2: move 3: Black E5 is illegal"):
        loads("(;SZ[9])(;SZ[9];B[ee];W[];B[ee])")[1].main_line()


def test_an_illegal_move_can_be_executed_as_the_standard_says() -> None:
    record = loads("(;SZ[9];B[ee];W[ee];B[cc])")[0]
    played = record.main_line(execute_illegal=True)
    assert stones(played) == {"B": {"C7"}, "W": {"E5"}}
    assert record.warnings == ["move 2: White E5 is illegal (occupied), and was executed"]
    assert isinstance(played.steps[1], Setup)


def test_an_executed_move_takes_prisoners_and_its_own_suicides() -> None:
    capture = game("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb]RU[Japanese]PL[B];B[cb];W[bb])", execute_illegal=True)
    assert stones(capture)["B"] == {"B4", "A3", "B2"}
    suicide = game("(;SZ[3]AB[ba][ab]PL[W];W[aa])", execute_illegal=True)
    assert stones(suicide)["W"] == set()
    assert suicide.position.to_move == BLACK


def test_a_point_off_the_board_is_named() -> None:
    with pytest.raises(SgfError, match=r"move 1: point \[DD\] is not on a 19x19 board"):
        game("(;SZ[19];B[DD])")


@pytest.mark.parametrize(("number", "moves"), [(1, 0), (3, 2), (4, 3), (0, 3), (None, 3), (9999, 3)])
def test_reading_stops_before_a_move(number: int | None, moves: int) -> None:
    played = game("(;SZ[9]RE[B+R];B[aa];W[];B[cc]C[x])", before_move=number)
    assert len(played.moves) == moves
    assert (played.result is not None) == (moves == 3)


def test_stopping_leaves_the_mover_of_that_move_to_move() -> None:
    text = "(;SZ[9]AB[cc]AW[gg];W[ee];B[aa])"
    assert [game(text, before_move=n).position.to_move for n in (1, 2)] == [WHITE, BLACK]


def test_time_left_and_comments_come_along() -> None:
    played = game("(;SZ[9]C[hello];B[ee]BL[599.25]OB[3]C[first\nmove];W[cc]WL[x])")
    first, second = played.moves
    assert (first.left_ms, first.left_count, first.comment) == (599_250, 3, "first\nmove")
    assert (second.left_ms, second.left_count, second.comment) == (None, None, "")
    assert played.comment == "hello"


# ---- boards and files ---------------------------------------------------------------------------------------------


def test_rectangular_boards() -> None:
    assert stones(game("(;SZ[9:13];B[am];W[ia];B[ej])")) == {"B": {"A1", "E4"}, "W": {"J13"}}
    assert stones(game("(;SZ[13:9];B[ma];W[ai])")) == {"B": {"N9"}, "W": {"A1"}}


def test_the_largest_board_and_the_first_too_large() -> None:
    assert stones(game("(;SZ[25];B[yy])"))["B"] == {"Z1"}
    record = loads("(;SZ[30];B[DD];W[aa])")[0]
    assert record.size == (30, 30)
    with pytest.raises(SgfError, match="size not supported: 30x30"):
        record.main_line()


def test_other_games_and_bad_sizes_are_refused() -> None:
    with pytest.raises(SgfError, match=r"not a record of Go: GM\[2\]"):
        game("(;GM[2]SZ[8])")
    with pytest.raises(SgfError, match=r"not a board size: SZ\[-1\]"):
        game("(;SZ[-1])")


def test_one_bad_game_does_not_hide_the_others() -> None:
    records = loads("(;SZ[9];B[zz])(;SZ[9];B[aa])")
    assert len(records[1].main_line().moves) == 1


def test_facts_of_the_root() -> None:
    played = game("(;SZ[9]PB[Zo\u00eb]PW[\u9ed2]EV[Cup]BR[3d]RE[W+2.5]RU[Chinese];B[ee])")
    assert played.players == {BLACK: "Zo\u00eb", WHITE: "\u9ed2"}
    assert played.info == {"EV": "Cup", "BR": "3d"}
    assert played.result is not None
    assert played.result.said() == "White wins by 1 1/4 zi (2.5 points)"


def test_variations_are_lines_of_their_own() -> None:
    record = loads("(;SZ[9](;B[aa];W[bb](;B[cc])(;B[dd]))(;B[ee]))")[0]
    ends = [stones(record.game(line))["B"] for line in record.lines()]
    assert ends == [{"A9", "C7"}, {"A9", "D6"}, {"E5"}]
    assert stones(record.main_line())["B"] == ends[0]
