"""Check that plain data fits the types that a dataclass declares: what comes from a file is no more than a claim."""

from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_NAMES = {int: "a whole number", str: "text", bool: "true or false", NoneType: "nothing"}


def misfit(value: Any) -> str | None:
    """Say which field of a dataclass holds what its type does not allow, `field must be ..., not ...`; None when all
    fit.

    Knows int (a bool is none), str, bool, None, literals, tuples of one type, and unions of these.
    """
    kind: Any = type(value)
    hints = _hints(kind)
    for field in fields(value):
        found = getattr(value, field.name)
        if not _fits(found, hints[field.name]):
            shown = repr(found)
            shown = shown if len(shown) <= 40 else shown[:37] + "..."
            return f"{field.name} must be {_words(hints[field.name])}, not {shown}"
    return None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(value: object, kind: Any) -> bool:
    origin = get_origin(kind)
    if origin is Literal:
        return any(value == choice and type(value) is type(choice) for choice in get_args(kind))
    if origin in (Union, UnionType):
        return any(_fits(value, choice) for choice in get_args(kind))
    if origin is tuple:
        return isinstance(value, tuple) and all(_fits(item, get_args(kind)[0]) for item in value)
    return type(value) is kind


def _words(kind: Any) -> str:
    origin = get_origin(kind)
    if origin is Literal:
        return "one of " + ", ".join(repr(choice) for choice in get_args(kind))
    if origin in (Union, UnionType):
        return " or ".join(_words(choice) for choice in get_args(kind))
    if origin is tuple:
        return "a list, each " + _words(get_args(kind)[0])
    return _NAMES[kind]
