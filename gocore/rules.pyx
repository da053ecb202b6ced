"""The rules in force, as numbers the core understands. Their names and texts live in the engine."""

_KO = ("simple", "positional", "situational")
_SCORING = ("area", "territory")
_TAX = ("none", "seki", "all")
_BONUS = ("none", "N", "N-1")


cdef int _index(str what, tuple words, object word) except -1:
    if word not in words:
        raise ValueError(f"{what} must be one of {', '.join(words)}, not {word!r}")
    return words.index(word)


cdef class Rules:
    """One set of rules. Immutable, hashable, compared by value.

    ko: "simple" (no immediate retake), "positional" or "situational" superko.
    suicide: may a move take the mover's own chain of two or more stones off the board? (Of one stone: never.)
    scoring: "area" (stones and surrounded points) or "territory" (surrounded points and prisoners).
    tax: "none"; "seki": eyes in seki count nothing; "all": besides, each living group pays two points.
    button: the first pass earns half a point.
    bonus: what White gets for N handicap stones: "none", "N" or "N-1" points.
    komi2: komi in half points, -32000 .. 32000.

    The default is the 1988 Chinese edition: area, positional superko, no suicide, komi 5.5. Raises ValueError for an
    unknown word or a komi out of range.
    """

    def __init__(self, *, ko="positional", suicide=False, scoring="area", tax="none", button=False, bonus="none",
                 Py_ssize_t komi2=11):
        if self.made:
            raise TypeError("rules do not change; use replace")
        if not -32000 <= komi2 <= 32000:
            raise ValueError(f"komi2 must lie within -32000 .. 32000 half points, not {komi2}")
        self.c.ko = _index("ko", _KO, ko)
        self.c.suicide = bool(suicide)
        self.c.scoring = _index("scoring", _SCORING, scoring)
        self.c.tax = _index("tax", _TAX, tax)
        self.c.button = bool(button)
        self.c.bonus = _index("bonus", _BONUS, bonus)
        self.c.komi2 = <int>komi2
        self.made = True

    @property
    def ko(self):
        return _KO[self.c.ko]

    @property
    def suicide(self):
        return bool(self.c.suicide)

    @property
    def scoring(self):
        return _SCORING[self.c.scoring]

    @property
    def tax(self):
        return _TAX[self.c.tax]

    @property
    def button(self):
        return bool(self.c.button)

    @property
    def bonus(self):
        return _BONUS[self.c.bonus]

    @property
    def komi2(self):
        return self.c.komi2

    @property
    def komi(self):
        """Komi in points."""
        return self.c.komi2 / 2.0

    def _key(self):
        return (self.c.ko, self.c.suicide, self.c.scoring, self.c.tax, self.c.button, self.c.bonus, self.c.komi2)

    def _fields(self):
        return {"ko": self.ko, "suicide": self.suicide, "scoring": self.scoring, "tax": self.tax,
                "button": self.button, "bonus": self.bonus, "komi2": self.komi2}

    def replace(self, **changes):
        """Return the same rules with some fields changed."""
        return Rules(**{**self._fields(), **changes})

    def __eq__(self, other):
        return isinstance(other, Rules) and self._key() == (<Rules>other)._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self._fields().items())})"

    def __reduce__(self):
        return _unpickle, (self._fields(),)


def _unpickle(fields):
    return Rules(**fields)
