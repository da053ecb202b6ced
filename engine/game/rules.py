"""Rule sets as data: names, KataGo's JSON, KGS's names, and komi as people write it.

Three name spaces meet here and are kept apart, because one word means different rules in each: the house's
own names (`chinese` is the text of 2002), KataGo's (`chinese` has the simple ko) and KGS's (`chinese` has
positional superko). A rule set carries its own komi, but only starting up takes it from there: changing rules
never moves komi.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from engine.errors import RulesError
from gocore import Rules

Cycle = Literal["superko", "draw", "replay", "ask", "no-result"]
"""What a whole-board repetition brings: refused (`superko`), or ruled upon (Article 20), or no result
(Japan)."""

_KO = {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"}
_SCORING = {"AREA": "area", "TERRITORY": "territory"}
_TAX = {"NONE": "none", "SEKI": "seki", "ALL": "all"}
_BONUS = {"0": "none", "N": "N", "N-1": "N-1"}
MAX_KOMI2 = 32_000
"""The most komi either way, in half points: what the core holds (gocore.Rules)."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A row of the table: what the core enforces and what only the referee and the counting know.

    name: how the set is asked for; `custom` for a combination that no row of the table has.
    core: ko, suicide, scoring, tax, button, handicap bonus and komi (gocore.Rules).
    cycle: what a repetition brings in this set by itself; an event may set another (engine.game.cycles).
    white_passes_last: the game ends only when White has passed last (AGA).
    friendly_pass: dead stones may be left on the board, both sides then agree (False: Tromp-Taylor counts all
    alive). title: the name for people and for a record's RU property.
    """

    name: str
    core: Rules
    cycle: Cycle = "superko"
    white_passes_last: bool = False
    friendly_pass: bool = True
    title: str = ""

    @property
    def komi2(self) -> int:
        """The set's own komi in half points."""
        return self.core.komi2

    def with_komi2(self, komi2: int) -> "RuleSet":
        """The same rules with another komi, in half points. Raises RulesError for more than MAX_KOMI2 either way."""
        return replace(self, core=self.core.replace(komi2=_in_range(komi2, format_komi(komi2))))

    def same_rules(self, other: "RuleSet") -> bool:
        """Say whether two sets play and count alike, their komi aside."""
        return self.core.replace(komi2=0) == other.core.replace(komi2=0)

    def to_kata(self) -> dict[str, str | bool]:
        """The rules as KataGo's dictionary. Komi is no part of it."""
        core = self.core
        return {
            "friendlyPassOk": self.friendly_pass,
            "hasButton": core.button,
            "ko": core.ko.upper(),
            "scoring": core.scoring.upper(),
            "suicide": core.suicide,
            "tax": core.tax.upper(),
            "whiteHandicapBonus": "0" if core.bonus == "none" else core.bonus,
        }

    def to_kata_json(self) -> str:
        """The rules as one line of KataGo's JSON, keys in order, no spaces."""
        return json.dumps(self.to_kata(), sort_keys=True, separators=(",", ":"))

    def kgs_name(self) -> str | None:
        """The name by which KGS calls these rules, or None when it has none."""
        for name, house in _KGS.items():
            if self.same_rules(_TABLE[house]):
                return name
        return None


def _row(
    name: str,
    title: str,
    core: Rules,
    cycle: Cycle = "superko",
    white_passes_last: bool = False,
    friendly_pass: bool = True,
) -> RuleSet:
    return RuleSet(name, core, cycle, white_passes_last, friendly_pass, title)


_TERRITORY = Rules(ko="simple", scoring="territory", tax="seki", komi2=13)

_ROWS = (
    _row("chinese-1988", "Chinese 1988", Rules()),
    _row("chinese-2002", "Chinese", Rules(bonus="N", komi2=15)),
    _row("chinese-kgs", "Chinese (KGS)", Rules(bonus="N", komi2=15)),
    _row("chinese-simple", "Chinese (simple ko)", Rules(ko="simple", bonus="N", komi2=15), "ask"),
    _row("aga", "AGA", Rules(ko="situational", bonus="N-1", komi2=15), white_passes_last=True),
    _row("aga-button", "AGA with a button", Rules(ko="situational", button=True, bonus="N-1", komi2=14)),
    _row("new-zealand", "NZ", Rules(ko="situational", suicide=True, komi2=14)),
    _row("tromp-taylor", "Tromp-Taylor", Rules(suicide=True, komi2=15), friendly_pass=False),
    _row("cgos", "CGOS", Rules(komi2=15), friendly_pass=False),
    _row("japanese", "Japanese", _TERRITORY, "no-result"),
    _row("korean", "Korean", _TERRITORY, "no-result"),
    _row("ancient-territory", "Ancient territory", _TERRITORY.replace(tax="all", komi2=0), "no-result"),
    _row("stone-scoring", "Stone scoring", Rules(ko="simple", tax="all", komi2=15), "ask"),
)
_TABLE: Mapping[str, RuleSet] = {row.name: row for row in _ROWS}

_WORDS = {
    "chinese-1988": "china-1988",
    "chinese-2002": "chinese cn china",
    "chinese-kgs": "chinese-ogs",
    "aga": "bga french",
    "new-zealand": "nz newzealand",
    "tromp-taylor": "tt tromptaylor logical",
    "japanese": "jp japan",
    "korean": "kr korea",
    "stone-scoring": "stone stonescoring",
}
_ALIASES = {alias: name for name, words in _WORDS.items() for alias in words.split()}

_KATA_WORDS = {
    "chinese-simple": "chinese",
    "chinese-kgs": "chinese-ogs chinese-kgs",
    "aga": "aga bga french",
    "aga-button": "aga-button",
    "new-zealand": "new-zealand nz",
    "tromp-taylor": "tromp-taylor tt",
    "japanese": "japanese",
    "korean": "korean",
    "stone-scoring": "stone-scoring ancient-area",
    "ancient-territory": "ancient-territory",
}
_KATA = {alias.replace("-", ""): name for name, words in _KATA_WORDS.items() for alias in words.split()}

_KGS = {"chinese": "chinese-kgs", "aga": "aga", "japanese": "japanese", "new_zealand": "new-zealand"}

DEFAULT = "chinese-1988"
"""The name of the set in force when nobody asks for another: the user's text."""


def names() -> list[str]:
    """The names of the table in its order, without the aliases."""
    return [row.name for row in _ROWS]


def _plain(text: str) -> str:
    return re.sub(r"[\s_]+", "-", text.strip().lower())


def by_name(text: str) -> RuleSet:
    """Find a rule set of the house by name or alias; case, spaces and underscores do not matter.

    Raises RulesError for a name that the house does not know.
    """
    name = _plain(text)
    row = _TABLE.get(_ALIASES.get(name, name))
    if row is None:
        raise RulesError(f"unknown rule set {text.strip()!r}; known: {', '.join(names())}")
    return row


def by_kgs_name(text: str) -> RuleSet:
    """Find the rules that KGS means by a name (`chinese`, `aga`, `japanese`, `new_zealand`).

    Raises RulesError for any other name.
    """
    house = _KGS.get(_plain(text).replace("-", "_"))
    if house is None:
        raise RulesError(f"unknown KGS rules {text.strip()!r}; known: {', '.join(_KGS)}")
    return _TABLE[house]


def by_kata(text: str) -> RuleSet:
    """Read what `kata-set-rules` carries: a name as KataGo means it, its words joined or not, or its JSON dictionary.

    Raises RulesError for an unknown name, key or value, when the JSON is none, or holds a komi (as KataGo does: komi
    has a command of its own).
    """
    if text.lstrip().startswith("{"):
        return _from_json(text, komi=False)
    house = _KATA.get(_plain(text).replace("-", ""))
    if house is None:
        known = ", ".join(" ".join(_KATA_WORDS.values()).split())
        raise RulesError(f"unknown rules {text.strip()!r}; known: {known}, or a JSON dictionary")
    return _TABLE[house]


def parse(text: str) -> RuleSet:
    """Read a rule set as the house's flags and records write it: a house name, or KataGo's JSON.

    Raises RulesError when it is neither.
    """
    return _from_json(text) if text.lstrip().startswith("{") else by_name(text)


def kata_set_rule(rules: RuleSet, key: str, value: str) -> RuleSet:
    """Change one field of a rule set as `kata-set-rule KEY VALUE` does.

    Returns the changed set, its komi kept. Raises RulesError for an unknown key or value.
    """
    fields: dict[str, object] = dict(rules.to_kata())
    if key not in fields:
        raise RulesError(f"unknown rule {key!r}; known: {', '.join(fields)}")
    fields[key] = {"true": True, "false": False}.get(value.lower(), value)
    return _from_fields(fields, rules.komi2)


def _from_json(text: str, komi: bool = True) -> RuleSet:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"rules are no JSON dictionary: {error}") from error
    if not isinstance(fields, dict):
        raise RulesError("rules are no JSON dictionary")
    if "komi" in fields and not komi:
        raise RulesError("rule komi: komi is set by its own command, not with the rules")
    return _from_fields(fields, None)


def _choice(fields: Mapping[str, object], key: str, table: Mapping[str, str], default: str) -> str:
    value = fields.get(key, default)
    found = table.get(value.upper()) if isinstance(value, str) else None
    if found is None:
        raise RulesError(f"rule {key}: {value!r} is none of {', '.join(table)}")
    return found


def _flag(fields: Mapping[str, object], key: str, default: bool) -> bool:
    value = fields.get(key, default)
    if not isinstance(value, bool):
        raise RulesError(f"rule {key}: {value!r} is neither true nor false")
    return value


def _from_fields(fields: Mapping[str, object], komi2: int | None) -> RuleSet:
    """Build a set from KataGo's fields; a field left out has KataGo's default (Tromp-Taylor's)."""
    known = set(_TABLE["tromp-taylor"].to_kata()) | {"komi"}
    unknown = sorted(set(fields) - known)
    if unknown:
        raise RulesError(f"unknown rule {unknown[0]!r}; known: {', '.join(sorted(known))}")
    scoring = _choice(fields, "scoring", _SCORING, "AREA")
    core = Rules(
        ko=cast(Literal["simple", "positional", "situational"], _choice(fields, "ko", _KO, "POSITIONAL")),
        suicide=_flag(fields, "suicide", False),
        scoring=cast(Literal["area", "territory"], scoring),
        tax=cast(
            Literal["none", "seki", "all"],
            _choice(fields, "tax", _TAX, "NONE" if scoring == "area" else "SEKI"),
        ),
        button=_flag(fields, "hasButton", False),
        bonus=cast(Literal["none", "N", "N-1"], _choice(fields, "whiteHandicapBonus", _BONUS, "0")),
        komi2=komi2 if komi2 is not None else parse_komi(str(fields.get("komi", "7.5"))),
    )
    if core.button and core.scoring == "territory":
        raise RulesError("rule hasButton: a button needs area scoring")
    friendly = _flag(fields, "friendlyPassOk", True)
    return _named(core, friendly, keep_komi=komi2 is not None or "komi" in fields)


def _named(core: Rules, friendly: bool, keep_komi: bool) -> RuleSet:
    """The row of the table with these rules (its own komi, unless one was given), or a set called
    `custom`."""
    for row in _ROWS:
        if row.friendly_pass == friendly and row.core.replace(komi2=core.komi2) == core:
            return row.with_komi2(core.komi2) if keep_komi else row
    cycle: Cycle = "superko" if core.ko != "simple" else "no-result" if core.scoring == "territory" else "ask"
    return RuleSet("custom", core, cycle, False, friendly, "Custom")


def parse_komi(text: str) -> int:
    """Read a komi in points as GTP writes it, and return it in half points.

    A point is the decimal mark. A value between two half points goes to the nearer one, an exact quarter to
    the even one (a core that counts in half points can hold no other). Raises RulesError for `nan`, `inf`, a
    comma, an underscore, a word, or more points than MAX_KOMI2 says.
    """
    if not _NUMBER.fullmatch(text):
        raise RulesError(f"komi is not a number: {text!r}")
    return _in_range(round(min(max(float(text) * 2, -MAX_KOMI2 - 1), MAX_KOMI2 + 1)), text)


def _in_range(komi2: int, text: str) -> int:
    if abs(komi2) > MAX_KOMI2:
        raise RulesError(f"komi is out of range: {text!r}; the most is {MAX_KOMI2 // 2} points either way")
    return komi2


def format_komi(komi2: int) -> str:
    """Write a komi as points with one decimal unless whole: 11 -> `5.5`, 0 -> `0`, -7 -> `-3.5`."""
    whole, half = divmod(abs(komi2), 2)
    return f"{'-' if komi2 < 0 else ''}{whole}{'.5' if half else ''}"


def parse_komi_zi(text: str) -> int:
    """Read a komi in zi (`2 3/4`, `11/4`, `2.75`) and return it in half points (one quarter zi is half a
    point).

    Raises RulesError when it is no number of quarter zi, or out of range.
    """
    match = re.fullmatch(r"(-?)(?:([0-9]{1,6})\s+)?([0-9]{1,7})(?:/([124])|\.(00?|25|50?|75))?", text.strip())
    if match is None or (match[2] and not match[4]):
        raise RulesError(f"komi is not a number of quarter zi: {text!r}")
    sign, whole, number, below, decimals = match.groups()
    quarters = int(number) * (4 // int(below or 1)) + int(whole or 0) * 4
    quarters += {"0": 0, "2": 1, "5": 2, "7": 3}[(decimals or "0")[0]]
    return _in_range(-quarters if sign else quarters, text)
