"""Rule sets: the table, the names of three worlds, KataGo's JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RulesError
from engine.game import rules

TABLE = {
    "chinese-1988": ("positional", False, "area", "none", False, "none", 11),
    "chinese": ("positional", False, "area", "none", False, "N", 15),
    "chinese-2002": ("positional", False, "area", "none", False, "N", 15),
    "chinese-kgs": ("positional", False, "area", "none", False, "N", 15),
    "aga": ("situational", False, "area", "none", False, "N-1", 15),
    "new-zealand": ("situational", True, "area", "none", False, "none", 14),
    "tromp-taylor": ("positional", True, "area", "none", False, "none", 15),
    "cgos": ("positional", False, "area", "none", False, "none", 15),
    "japanese": ("simple", False, "territory", "seki", False, "none", 13),
    "korean": ("simple", False, "territory", "seki", False, "none", 13),
    "stone-scoring": ("simple", False, "area", "all", False, "none", 15),
}


@pytest.mark.parametrize("name", TABLE)
def test_each_row_of_the_table(name: str) -> None:
    """Ko, suicide, scoring, tax, button, handicap bonus, komi."""
    core = rules.by_name(name).core
    assert (core.ko, core.suicide, core.scoring, core.tax, core.button, core.bonus, core.komi2) == TABLE[name]


def test_the_default_is_the_text_of_1988() -> None:
    """And the core's own default is the same."""
    from gocore import Rules

    assert rules.by_name(rules.DEFAULT).core == Rules()


@pytest.mark.parametrize("name", rules.names())
def test_dead_stones_are_left_to_agreement_but_where_all_stones_count_as_alive(name: str) -> None:
    """Tromp and Taylor, and the server that counts as they do but forbids suicide."""
    assert rules.by_name(name).friendly_pass == (name not in ("tromp-taylor", "cgos"))


@pytest.mark.parametrize("text", ["Chinese 1988", "CHINESE_1988", " chinese-1988 "])
def test_names_are_read_in_any_dress(text: str) -> None:
    """Case, spaces and underscores do not matter."""
    assert rules.by_name(text).name == "chinese-1988"


@pytest.mark.parametrize(("call", "text"), [
    (rules.by_name, "klingon"), (rules.by_kgs_name, "korean"), (rules.by_kata, "chinese-1988"), (rules.parse, ""),
])  # fmt: skip
def test_an_unknown_name_is_refused_in_one_line(call: object, text: str) -> None:
    """The line says what was unknown and what is known."""
    with pytest.raises(RulesError, match="unknown") as refused:
        call(text)  # type: ignore[operator]
    assert repr(text) in str(refused.value)
    assert "\n" not in str(refused.value)


KATA = {
    "tromp-taylor": ("POSITIONAL", "AREA", "NONE", True, False, "0"),
    "chinese": ("SIMPLE", "AREA", "NONE", False, False, "N"),
    "chinese-ogs": ("POSITIONAL", "AREA", "NONE", False, False, "N"),
    "chinese-kgs": ("POSITIONAL", "AREA", "NONE", False, False, "N"),
    "japanese": ("SIMPLE", "TERRITORY", "SEKI", False, False, "0"),
    "korean": ("SIMPLE", "TERRITORY", "SEKI", False, False, "0"),
    "stone-scoring": ("SIMPLE", "AREA", "ALL", False, False, "0"),
    "aga": ("SITUATIONAL", "AREA", "NONE", False, False, "N-1"),
    "bga": ("SITUATIONAL", "AREA", "NONE", False, False, "N-1"),
    "new-zealand": ("SITUATIONAL", "AREA", "NONE", True, False, "0"),
    "aga-button": ("SITUATIONAL", "AREA", "NONE", False, True, "N-1"),
}


@pytest.mark.parametrize("name", KATA)
def test_katago_names_mean_what_katago_means(name: str) -> None:
    """Each documented shorthand equals its documented dictionary."""
    ko, scoring, tax, suicide, button, bonus = KATA[name]
    found = rules.by_kata(name).to_kata()
    del found["friendlyPassOk"]
    assert found == {
        "ko": ko, "scoring": scoring, "tax": tax, "suicide": suicide, "hasButton": button, "whiteHandicapBonus": bonus,
    }  # fmt: skip


@pytest.mark.parametrize("name", rules.names())
def test_json_and_back(name: str) -> None:
    """A printed set reads back as the same rules, one line without spaces."""
    chosen = rules.by_name(name)
    line = chosen.to_kata_json()
    assert " " not in line
    assert rules.parse(line).same_rules(chosen)
    assert json.loads(line) == chosen.to_kata()


@pytest.mark.parametrize(("text", "why"), [
    ("{", "no JSON"), ("[]", "unknown rule set"), ('{"ko":"NONE"}', "rule ko: 'NONE'"), ('{"tax":3}', "rule tax: 3"),
    ('{"suicide":"yes"}', "neither true nor false"), ('{"colour":1}', "unknown rule 'colour'"),
    ('{"scoring":"TERRITORY","hasButton":true}', "a button needs area scoring"),
])  # fmt: skip
def test_bad_json_is_refused_in_one_line(text: str, why: str) -> None:
    """What is wrong, and where."""
    with pytest.raises(RulesError, match=why):
        rules.parse(text)


@pytest.mark.parametrize(("text", "name"), [
    ("tt", "tromp-taylor"), ("TrompTaylor", "tromp-taylor"), ("tromp_taylor", "tromp-taylor"), ("nz", "new-zealand"),
    ("NewZealand", "new-zealand"), ("new zealand", "new-zealand"), ("chineseogs", "chinese-kgs"),
    ("chineseKGS", "chinese-kgs"), ("agabutton", "aga-button"), ("stonescoring", "stone-scoring"),
    ("ancientarea", "stone-scoring"), ("ancientterritory", "ancient-territory"),
])  # fmt: skip
def test_katago_names_may_be_joined_or_short(text: str, name: str) -> None:
    """Hyphens, spaces and underscores between the words do not matter."""
    assert rules.by_kata(text).name == name


def test_rules_by_kata_carry_no_komi() -> None:
    """As KataGo has it: a komi in the dictionary is refused, not swallowed; the house's own flags take one."""
    with pytest.raises(RulesError, match="komi is set by its own command"):
        rules.by_kata('{"ko":"SIMPLE","komi":6.5}')
    assert rules.parse('{"ko":"SIMPLE","komi":6.5}').komi2 == 13


def test_a_combination_without_a_name_is_custom() -> None:
    """And what is left out has KataGo's default."""
    found = rules.by_kata('{"ko":"SITUATIONAL","suicide":true,"whiteHandicapBonus":"N"}')
    assert (found.name, found.core.ko, found.core.scoring, found.core.bonus) == ("custom", "situational", "area", "N")


def test_one_rule_can_be_set() -> None:
    """`kata-set-rule`: the others and komi stay."""
    start = rules.by_name("chinese-1988")
    changed = rules.kata_set_rule(start, "ko", "SIMPLE")
    assert (changed.core.ko, changed.komi2) == ("simple", 11)
    assert rules.kata_set_rule(changed, "ko", "POSITIONAL").core == start.core
    assert rules.kata_set_rule(start, "suicide", "true").core.suicide
    with pytest.raises(RulesError, match="unknown rule 'KO'"):
        rules.kata_set_rule(start, "KO", "SIMPLE")


@pytest.mark.parametrize("name", ["chinese", "aga", "japanese", "new_zealand"])
def test_kgs_names_both_ways(name: str) -> None:
    """`kgs-rules chinese` has positional superko."""
    found = rules.by_kgs_name(name)
    assert found.kgs_name() == name
    if name == "chinese":
        assert found.core.ko == "positional"
    assert rules.by_name("stone-scoring").kgs_name() is None


@given(st.integers(-2000, 2000))
def test_komi_is_printed_and_read_back(komi2: int) -> None:
    """Half points survive the text."""
    assert rules.parse_komi(rules.format_komi(komi2)) == komi2
