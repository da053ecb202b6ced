"""Games and records written, and read again."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import SgfError
from engine.game import rules
from engine.game.game import Game
from engine.game.result import Result
from engine.sgf import dump, dumps, dumps_record, load, loads
from gocore import BLACK, WHITE, IllegalMove, Position


def again(game: Game) -> Game:
    return loads(dumps(game))[0].main_line()


def same(one: Game, other: Game) -> bool:
    facts = [
        (g.steps, g.rules, g.handicap, g.players, g.info, g.comment, g.result, g.position.hash, g.position.diagram())
        for g in (one, other)
    ]
    return facts[0] == facts[1]


def test_a_small_game_word_for_word() -> None:
    game = Game.new(9, komi2=13)
    game.players = {BLACK: "A]", WHITE: "B\\"}
    game.play(40, comment="tengen")
    game.pass_()
    game.play(41, BLACK, left_ms=59_500, left_count=3)
    game.resign(WHITE)
    assert dumps(game).replace("AP[Tianyuan:", "AP[").split("\n") == [
        "(;FF[4]GM[1]CA[UTF-8]AP[0.15.0]SZ[9]PB[A\\]]PW[B\\\\]RU[Chinese 1988]KM[6.5]RE[B+R]",
        ";B[ee]C[tengen];W[];B[fe]BL[59.5]C[Black wins by resignation]OB[3])",
        "",
    ]


def test_the_result_is_said_in_zi_and_in_points_and_not_twice() -> None:
    game = Game.new(9)
    game.play(40, comment="last")
    game.result = Result.counted(3)
    text = dumps(game)
    assert "RE[B+1.5]" in text
    assert "C[last\nBlack wins by 3/4 zi (1.5 points)]" in text
    assert same(again(game), game)
    assert dumps(again(game)) == text


def test_a_result_without_a_move_stands_in_the_root() -> None:
    game = Game.new(9)
    game.result = Result.lost_by(BLACK, "forfeit_absent")
    assert "C[White wins by forfeit" in dumps(game)


def test_handicap_and_set_up_stand_in_the_root_later_set_up_in_its_own_node() -> None:
    game = Game.new(9)
    game.place_handicap([20, 60])
    game.play(40)
    game.setup(empty=[40], white=[41], to_move=WHITE, comment="mended")
    text = dumps(game)
    assert "HA[2]AB[cc][gg]PL[W]" in text
    assert ";AW[fe]AE[ee]PL[W]C[mended]" in text
    assert same(again(game), game)


def test_every_rule_set_comes_back_by_its_title() -> None:
    for name in rules.names():
        game = Game.new(9, rules=rules.by_name(name), komi2=9)
        assert again(game).rules == game.rules, name


def test_rules_without_a_name_are_written_as_a_dictionary() -> None:
    odd = rules.by_kata('{"ko":"SITUATIONAL","scoring":"TERRITORY","suicide":true,"tax":"ALL"}')
    assert odd.name == "custom"
    game = Game.new(9, rules=odd, komi2=9)
    assert again(game).rules.core == odd.core.replace(komi2=9)


@pytest.mark.parametrize("size", [(9, 9), (9, 13), (13, 9), (1, 2), (25, 25), (21, 20)])
def test_sizes_and_every_point_come_back(size: tuple[int, int]) -> None:
    game = Game.new(*size, rules=rules.by_name("tromp-taylor"))
    game.play(0, BLACK)
    if game.position.area > 2:
        game.play(game.position.area - 1, WHITE)
    game.pass_(BLACK)
    assert same(again(game), game)


@settings(max_examples=60)
@given(
    st.sampled_from([(3, 3), (5, 4), (9, 9)]),
    st.lists(st.tuples(st.integers(0, 81), st.sampled_from([BLACK, WHITE]), st.text(max_size=5)), max_size=60),
    st.integers(-20, 20),
)
def test_any_game_comes_back(size: tuple[int, int], tries: list[tuple[int, int, str]], komi2: int) -> None:
    game = Game.new(*size, komi2=komi2)
    for point, color, comment in tries:
        if comment == "!":
            game.setup(empty=[point % game.position.area])
            continue
        try:
            game.play(point % (game.pass_point + 1), color, comment="".join(c for c in comment if c.isprintable()))
        except IllegalMove:
            continue
    assert same(again(game), _with_turn(game))


def _with_turn(game: Game) -> Game:
    """Return the game as it is read: who begins is a set-up of its own when it is White."""
    first = game.steps[0] if game.steps else None
    if first is None or getattr(first, "color", BLACK) == BLACK:
        return game
    turned = Game.new(game.width, game.height, game.rules)
    turned.setup(to_move=WHITE)
    return replace(turned, steps=turned.steps + game.steps, position=_replayed(turned, game))


def _replayed(start: Game, game: Game) -> Position:
    position = start.position.copy()
    for move in game.moves:
        position.play(move.point, move.color)
    return position


def test_a_record_keeps_its_tree_and_unknown_properties() -> None:
    text = "(;GM[1]XY[odd]SZ[9:9]KM[6,5]CA[GB18030](;B[aa]LB[aa:A];W[bb](;B[cc])(;B[dd]))(;B[ee]C[x\\]y]))"
    written = dumps_record(loads(text)[0])
    assert written.startswith("(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]XY[odd]")
    record = loads(written)[0]
    assert len(list(record.lines())) == 3
    assert record.root.children[1].text("C") == "x]y"
    assert record.root.children[0].raw("LB") == "aa:A"
    assert dumps_record(record) == written


def test_a_file_is_written_whole_and_leaves_no_draft(tmp_path: Path) -> None:
    game = Game.new(9)
    game.players[BLACK] = "天元"
    target = tmp_path / "a game.sgf"
    target.write_text("old")
    dump(game, target)
    assert [path.name for path in tmp_path.iterdir()] == ["a game.sgf"]
    assert load(target)[0].main_line().players == game.players


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "game.sgf"
    target.write_text("old")

    def fail(self: Path, other: Path) -> Path:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        dump(Game.new(9), target)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("game.sgf", "old")]


def test_what_cannot_be_read_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(SgfError, match=r"no\.sgf"):
        load(tmp_path / "no.sgf")
    (tmp_path / "bad.sgf").write_text("nothing")
    with pytest.raises(SgfError, match=r"bad\.sgf: no game record"):
        load(tmp_path / "bad.sgf")


@pytest.mark.parametrize("handicap", [False, True])
def test_set_ups_in_a_row_are_all_written(handicap: bool) -> None:
    """Stones, stones taken off again, and whose turn it is, each said by itself before the first move."""
    game = Game.new(9)
    if handicap:
        game.place_handicap([20, 60])
    game.setup(black=[30])
    game.setup(white=[41], to_move=WHITE)
    game.setup(empty=[30])
    game.setup(to_move=WHITE)
    text = dumps(game)
    assert ("HA[2]AB[cc][gg]PL[W]" if handicap else "AB[dd]") in text
    assert text.count("AW[fe]") == text.count("AE[dd]") == 1
    read = again(game)
    assert (read.position.diagram(), read.position.to_move) == (game.position.diagram(), WHITE)
    game.play(0, WHITE)
    read = again(game)
    assert (read.position.diagram(), read.handicap) == (game.position.diagram(), game.handicap)


def test_the_words_of_a_first_set_up_do_not_take_the_place_of_the_games() -> None:
    game = Game.new(9)
    game.comment = "the game's"
    game.setup(black=[40], comment="the stone's")
    assert (again(game).comment, dumps(game).count("C[")) == ("the game's", 2)
