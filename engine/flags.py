"""Flags of the command line: numbers within their bounds, and refusals of one line.

p = Parser(prog="tianyuan match")
p.add_argument("--lag", type=real(0, 3600))
"""

import argparse
import math
from collections.abc import Callable
from typing import NoReturn

from engine.wording import plain, whole_number


class Parser(argparse.ArgumentParser):
    """A parser whose refusal is one line; `--help` has the usage."""

    def error(self, message: str) -> NoReturn:
        """Say on stderr what is wrong, and leave with status 2."""
        self.exit(2, f"{self.prog}: {plain(message)} (see {self.prog} --help)\n")


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`, for `type=`."""

    def read(text: str) -> int:
        value = whole_number(text)
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]}: a whole number from {low} to {high} is wanted")
        return value

    return read


def real(low: float, high: float) -> Callable[[str], float]:
    """Return a reader of numbers from `low` to `high`, for `type=`; nan and inf are none."""

    def read(text: str) -> float:
        try:
            value = float(text) if text.isascii() and "_" not in text else math.nan
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]}: a number from {low:g} to {high:g} is wanted")
        return value

    return read
