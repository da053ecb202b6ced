"""How a section of an event file is described, read and printed: a frozen dataclass is the schema.

Each field carries its help, bounds, choices and the article that asks for it; `read` turns a TOML table into the
dataclass and collects every fault as a line, `describe` prints the documentation from the same fields.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from engine.wording import composed, plain, unfit

T = TypeVar("T")
_KEPT: Mapping[str, Any] = {"help": "", "choices": (), "low": None, "high": None, "article": ""}
"""What a key of an event that has begun is checked against: nothing but its kind."""


def option(
    text: str,
    *,
    default: Any = dataclasses.MISSING,
    choices: tuple[str, ...] = (),
    low: float | None = None,
    high: float | None = None,
    article: str = "",
) -> Any:
    """Declare one key of a section; without `default` the key must be given.

    `low` and `high` bound a number (both inclusive), `choices` a string or each string of a list. `article` names
    the clause of the rule text that asks for it and is printed when the key is missing.
    """
    meta = {"help": text, "choices": choices, "low": low, "high": high, "article": article}
    return dataclasses.field(default=default, metadata=meta)


def read(section: type[T], table: object, path: str, problems: list[str], kept: bool = False) -> T | None:
    """Read a TOML table into `section`; add one line to `problems` for each fault.

    Text is taken in its composed form, and refused where it holds what no line can show. Returns None when a fault
    leaves the section incomplete. Reads every key even after a fault. kept: the table was accepted before, perhaps by
    an older program: only its kinds are checked, and what no line can show stands as its escape.
    """
    if not isinstance(table, Mapping):
        problems.append(f"{path}: a table of keys is wanted, not {_kind(table)}")
        return None
    fields = {f.name: f for f in dataclasses.fields(section)}  # type: ignore[arg-type]
    kinds = typing.get_type_hints(section)
    before = len(problems)
    for key in table:
        if key not in fields:
            near = difflib.get_close_matches(str(key), fields, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            problems.append(f"{path}.{key}: no such key{hint}")
    values: dict[str, Any] = {}
    for name, field in fields.items():
        if name in table:
            meta = _KEPT if kept else field.metadata
            values[name] = _value(kinds[name], meta, table[name], f"{path}.{name}", problems)
        elif field.default is dataclasses.MISSING:
            article = field.metadata["article"]
            why = f" (Article {article})" if article else ""
            problems.append(f"{path}.{name}: missing: {field.metadata['help']}{why}")
    return section(**values) if len(problems) == before else None


def _value(kind: Any, meta: Mapping[str, Any], value: Any, path: str, problems: list[str]) -> Any:
    """Check one value against its type and bounds and return it in the dataclass's own type."""
    plain = _plain(kind)
    if plain is tuple:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            problems.append(f"{path}: a list of strings is wanted, not {_kind(value)}")
            return ()
        if meta["article"] and not value:
            problems.append(f"{path}: must not be empty: {meta['help']} (Article {meta['article']})")
        return tuple(_text(meta, item, path, problems) for item in value)
    if plain is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, plain) or (isinstance(value, bool) and plain is not bool):
        problems.append(f"{path}: {_word(plain)} is wanted, not {_kind(value)}")
        return value
    if isinstance(value, str):
        if not value.strip() and meta["article"]:
            problems.append(f"{path}: must not be empty: {meta['help']} (Article {meta['article']})")
        return _text(meta, value, path, problems)
    if isinstance(value, int | float) and plain is not bool and meta is not _KEPT:
        low, high = meta["low"], meta["high"]
        if not math.isfinite(value):
            problems.append(f"{path}: {value} is no finite number")
        elif (low is not None and value < low) or (high is not None and value > high):
            problems.append(f"{path}: {value} is out of range ({_bounds(low, high)})")
    return value


def _text(meta: Mapping[str, Any], value: str, path: str, problems: list[str]) -> str:
    """Check one text and return it in its composed form."""
    if meta is _KEPT:
        return plain(value)
    _check_choice(meta, value, path, problems)
    if bad := unfit(value):
        problems.append(f"{path}: {value!r} holds the character {bad}, which no line can show")
    return composed(value)


def _bounds(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"{low} to {high}"


def _check_choice(meta: Mapping[str, Any], value: str, path: str, problems: list[str]) -> None:
    if meta["choices"] and value not in meta["choices"]:
        problems.append(f"{path}: {value!r} is not one of {', '.join(meta['choices'])}")


def _plain(kind: Any) -> type:
    """Return the bare class behind `X | None` and `tuple[str, ...]`."""
    if isinstance(kind, types.UnionType):
        kind = next(arm for arm in typing.get_args(kind) if arm is not type(None))
    plain: type = typing.get_origin(kind) or kind
    return plain


def _word(kind: type) -> str:
    words = {str: "a string", int: "a whole number", float: "a number", bool: "true or false", tuple: "a list"}
    return words[kind]


def _kind(value: object) -> str:
    named = {str: "a string", bool: "true or false", int: "a whole number", float: "a number"}
    return named.get(type(value), "a list" if isinstance(value, list) else "something else")


def describe(section: type, path: str) -> list[str]:
    """Return the documentation of a section, one line a key: name, type, default, choices, help, article."""
    kinds = typing.get_type_hints(section)
    lines = []
    for field in dataclasses.fields(section):
        meta = field.metadata
        kind = _word(_plain(kinds[field.name])).removeprefix("a ")
        default = "required" if field.default is dataclasses.MISSING else f"default {_toml(field.default)}"
        extra = f"; one of {', '.join(meta['choices'])}" if meta["choices"] else ""
        article = f" (Article {meta['article']})" if meta["article"] else ""
        lines.append(f"{path}.{field.name}: {kind}, {default}{extra}. {meta['help']}{article}")
    return lines


def _toml(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
