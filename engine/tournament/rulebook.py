"""The rules of play by name, asked of the parts that own them, with one line as the answer."""

from __future__ import annotations

from engine.game import rules
from engine.game.timespec import TimeSpec


def check_rules(name: str) -> str:
    """Return the printed name of a rule set; raises RulesError when nobody knows it."""
    return rules.by_name(name).name


def check_time(spec: str) -> TimeSpec:
    """Read a time SPEC; raises ClockError when it is none, or leaves no time to play."""
    return TimeSpec.parse(spec)
