"""Article 11: komi."""

import pytest

from engine.errors import RulesError
from engine.game import rules, scoring
from engine.game.game import Game
from engine.game.handicap import compensation
from gocore import BLACK, Rules
from tests.game.boards import game
from tests.game.test_article_09 import filled


@pytest.mark.article(11, "")
def test_the_text_of_1988_gives_two_and_three_quarters() -> None:
    """Komi 2 3/4 zi is 5.5 points of difference, the text of 2002 has 3 3/4."""
    assert rules.by_name("chinese-1988").komi2 == rules.parse_komi_zi("2 3/4") == rules.parse_komi("5.5") == 11
    assert rules.by_name("chinese").komi2 == rules.parse_komi_zi("3 3/4") == rules.parse_komi("7.5") == 15


@pytest.mark.article(11, "")
@pytest.mark.parametrize(("black", "shared", "winner"), [(183, 1, "B"), (183, 0, "W"), (184, 0, "B"), (182, 2, "W")])
def test_black_needs_183_and_a_half(black: int, shared: int, winner: str) -> None:
    """Black wins with 183 1/2 or more, White with 178 or more."""
    score = scoring.count(filled(19, black, shared), rules.by_name("chinese-1988"))
    assert score.result().sgf()[0] == winner
    assert (score.zi(BLACK) >= 183.5) == (winner == "B")


@pytest.mark.article(11, "")
@pytest.mark.parametrize("text", ["7,50", "nan", "inf", "-inf", "1_0", "seven", "", "0x5", "1e9", "5.5 ", "٣"])
def test_a_komi_that_is_no_number_is_refused(text: str) -> None:
    """One clear line; a decimal comma, nan and what Python's float would swallow are no komi."""
    with pytest.raises(RulesError, match="komi is"):
        rules.parse_komi(text)


@pytest.mark.article(11, "")
@pytest.mark.parametrize(("text", "komi2", "printed"), [
    ("0", 0, "0"), ("-3.5", -7, "-3.5"), ("1000", 2000, "1000"), ("5.50", 11, "5.5"), ("+.5", 1, "0.5"),
    ("6.", 12, "6"), ("3.75", 8, "4"), ("1e1", 20, "10"),
])  # fmt: skip
def test_any_finite_komi_is_taken(text: str, komi2: int, printed: str) -> None:
    """Points with a point for the decimals, to the nearest half."""
    assert rules.parse_komi(text) == komi2
    assert rules.format_komi(komi2) == printed


@pytest.mark.article(11, "")
def test_the_limit_of_komi_is_the_cores() -> None:
    """16,000 points either way, said in one line at every door, and a set out of range is never made."""
    assert Rules(komi2=rules.MAX_KOMI2).komi2 == rules.parse_komi("16000") == rules.parse_komi_zi("8000") == 32_000
    assert rules.parse_komi("-16000") == rules.parse_komi_zi("-8000") == -32_000
    with pytest.raises(ValueError, match="komi2"):
        Rules(komi2=rules.MAX_KOMI2 + 1)
    for text in ("16000.5", "-16001", "1000000", "1e99"):
        with pytest.raises(RulesError, match=r"komi is out of range.* 16000 points"):
            rules.parse_komi(text)
    with pytest.raises(RulesError, match="out of range"):
        rules.parse_komi_zi("8001")
    with pytest.raises(RulesError, match=r"out of range: '16000\.5'"):
        Game.new(5, komi2=32_001)
    with pytest.raises(RulesError, match="out of range"):
        rules.parse('{"komi": 20000}')
    played = Game.new(5)
    with pytest.raises(RulesError, match="out of range"):
        played.set_komi(-32_001)
    assert played.komi2 == 11


@pytest.mark.article(11, "")
@pytest.mark.parametrize("text", ["2 3/5", "1/3", "2.6", "", "3/", "2 3"])
def test_a_komi_in_zi_is_a_number_of_quarters(text: str) -> None:
    """Zi are counted in quarters."""
    with pytest.raises(RulesError, match="quarter zi"):
        rules.parse_komi_zi(text)


@pytest.mark.article(11, "")
def test_changing_rules_or_komi_leaves_the_other_alone() -> None:
    """Only starting up takes the komi of a set."""
    played = Game.new(9, komi2=3)
    played.set_rules(rules.by_name("japanese"))
    assert (played.komi2, played.rules.name) == (3, "japanese")
    played.set_komi(-4)
    assert (played.komi2, played.rules.core.scoring, played.position.rules.komi2) == (-4, "territory", -4)


@pytest.mark.article(11, "")
@pytest.mark.parametrize(("name", "points"), [("chinese-1988", 0), ("chinese", 4), ("aga", 3), ("japanese", 0)])
def test_the_compensation_of_a_handicap_is_the_rule_sets(name: str, points: int) -> None:
    """The text is silent on handicap games: 0, N or N - 1 points by the rule set, none without a handicap."""
    chosen = rules.by_name(name)
    assert compensation(chosen, 4) == points
    assert compensation(chosen, 0) == compensation(chosen, 1) == 0
    given = game(". . . . .\n" * 5, rule_set=name)
    given.steps.clear()
    given.place_handicap([0, 4, 20, 24])
    expected = 2 * (25 - points) if chosen.core.scoring == "area" else 2 * 21
    assert given.score().margin2 == expected
