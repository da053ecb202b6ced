"""Rules as values."""

import pickle

import pytest

from gocore import Rules


def test_the_default_is_the_edition_of_1988() -> None:
    rules = Rules()
    assert (rules.ko, rules.suicide, rules.scoring, rules.tax, rules.button, rules.bonus, rules.komi2) == (
        "positional",
        False,
        "area",
        "none",
        False,
        "none",
        11,
    )
    assert rules.komi == 5.5


def test_values_compare_hash_print_and_pickle() -> None:
    rules = Rules(ko="simple", scoring="territory", tax="seki", komi2=13)
    assert rules == Rules(komi2=13, tax="seki", scoring="territory", ko="simple") != Rules()
    assert len({rules, rules.replace(komi2=13), Rules()}) == 2
    assert eval(repr(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert rules != "simple"


def test_replace_leaves_the_rest() -> None:
    rules = Rules(suicide=True, bonus="N-1", button=True).replace(komi2=-3)
    assert (rules.suicide, rules.bonus, rules.button, rules.komi) == (True, "N-1", True, -1.5)


@pytest.mark.parametrize(
    "bad",
    [{"ko": "natural"}, {"scoring": "stones"}, {"tax": 1}, {"bonus": "n"}, {"komi2": 32001}, {"komi2": -32001}],
)
def test_bad_values(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        Rules(**bad)  # type: ignore[arg-type]


def test_immutable() -> None:
    with pytest.raises(AttributeError):
        Rules().komi2 = 3  # type: ignore[misc]
