"""What results mean: Elo with error bars, likelihood of superiority, the sequential probability ratio test.

Two games from one opening with colours swapped are one observation, because the opening makes them alike. So
the unit is the pair, in five bins by the first player's points: 0 (LL), 1/2 (LD), 1 (a split, or two draws),
3/2 (WD), 2 (WW). With a komi of x.5 only three bins fill; the same formulas hold. Single games (no pairs) use
three bins.

Sources: A. Wald's test; the likelihood ratio between the two most likely multinomial distributions with given
mean (`logistic`) or given mean over standard deviation (`normalized`), derived with Lagrange multipliers as
written at `_most_likely`. Reference values in the tests are those that fastchess publishes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.match.spec import SprtSpec

NELO_PER_SIGMA = 800 / math.log(10)
"""Normalized Elo of one standard deviation of a game's score; close to Elo where all games are decisive and
equal.
"""
Z95 = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""
EMPTY_BIN = 1e-3
"""What an empty bin counts in the likelihood ratio, so that a clean sweep has a finite one."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of the first player: bins by points, from all lost to all won; 3 bins of games or 5 of pairs."""

    bins: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raise ValueError for another number of bins or a negative count."""
        if len(self.bins) not in (3, 5) or min(self.bins) < 0:
            raise ValueError(f"a tally has 3 or 5 counts, none negative, not {self.bins}")

    @classmethod
    def of_pairs(cls, pairs: Sequence[tuple[float, float]]) -> Tally:
        """Count pairs of games, each given as the first player's points (0, 1/2 or 1) in its two games."""
        bins = [0] * 5
        for first, second in pairs:
            bins[round(2 * (first + second))] += 1
        return cls(tuple(bins))

    @classmethod
    def of_games(cls, points: Sequence[float]) -> Tally:
        """Count single games by the first player's points."""
        bins = [0] * 3
        for point in points:
            bins[round(2 * point)] += 1
        return cls(tuple(bins))

    @property
    def observations(self) -> int:
        """Pairs, or single games."""
        return sum(self.bins)

    @property
    def games(self) -> int:
        """Games in all."""
        return self.observations * (2 if len(self.bins) == 5 else 1)

    @property
    def scores(self) -> tuple[float, ...]:
        """What an observation in each bin scores, from 0 to 1."""
        return tuple(i / (len(self.bins) - 1) for i in range(len(self.bins)))

    @property
    def score(self) -> float:
        """Mean score from 0 to 1; one half without games."""
        if not self.observations:
            return 0.5
        return sum(n * s for n, s in zip(self.bins, self.scores, strict=True)) / self.observations

    @property
    def shrunk(self) -> float:
        """The mean score with half a game added to either side: never 0 or 1."""
        return (self.score * self.games + 0.5) / (self.games + 1)

    def variance(self) -> float:
        """Variance of one observation's score, drawn a little towards that of independent games.

        One imagined observation with that variance is added, so that ten clean splits do not pretend to
        certainty.
        """
        spread = sum(n * (s - self.score) ** 2 for n, s in zip(self.bins, self.scores, strict=True))
        return (spread + self._independent(self.shrunk)) / (self.observations + 1)

    def effective_games(self) -> float:
        """How many independent decisive games would vary as much as these did."""
        spread = self.observations * self._independent(self.score) + self._independent(self.shrunk)
        return self.games * spread / (self.observations + 1) / self.variance() if self.games else 0.0

    def _independent(self, score: float) -> float:
        """Variance of an observation whose games are independent and decisive."""
        return score * (1 - score) / (len(self.bins) // 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Elo of the first player over the second with the ends of the 95 % interval.

    `elo` and one end are infinite after a clean sweep; the other end is always finite; without games the
    interval is everything. los: likelihood of superiority, 0 to 1. games: how many were counted.
    """

    elo: float
    low: float
    high: float
    los: float
    games: int

    def __str__(self) -> str:
        if not self.games:
            return "Elo unknown (nothing finished that counts)"
        if math.isinf(self.elo):
            bound = f"above {self.low:+.0f}" if self.elo > 0 else f"below {self.high:+.0f}"
            return f"Elo {bound} (95 %), LOS {100 * self.los:.1f} %"
        return f"Elo {self.elo:+.1f} [{self.low:+.1f}, {self.high:+.1f}] (95 %), LOS {100 * self.los:.1f} %"


def elo_of_score(score: float) -> float:
    """Elo difference at which this score is expected; infinite at 0 and 1, never nan."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 0.0 - 400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """Expected score at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate(tally: Tally) -> Estimate:
    """Estimate the first player's Elo with a 95 % interval (Wilson's, for the pairs' own variance) and LOS.

    The interval takes as many independent games as would vary as much as the pairs did, so that it neither
    needs many games nor breaks at 0 % and 100 %.
    """
    if not tally.games:
        return Estimate(0.0, -math.inf, math.inf, 0.5, 0)
    score, effective = tally.score, tally.effective_games()
    center = (score + Z95**2 / (2 * effective)) / (1 + Z95**2 / effective)
    spread = score * (1 - score) / effective + (Z95 / (2 * effective)) ** 2
    half = Z95 * math.sqrt(spread) / (1 + Z95**2 / effective)
    low, high = max(0.0, center - half), min(1.0, center + half)
    low, high = (0.0 if score <= 0 else low), (1.0 if score >= 1 else high)
    los = normal_cdf((score - 0.5) * 2 * math.sqrt(effective))
    return Estimate(elo_of_score(score), elo_of_score(low), elo_of_score(high), los, tally.games)


def normal_cdf(x: float) -> float:
    """Probability that a standard normal value is below x."""
    return 0.5 * math.erfc(-x / math.sqrt(2))


def normalized_elo(tally: Tally) -> float:
    """Mean over standard deviation of a game's score, in normalized Elo; 0 without games."""
    if not tally.games:
        return 0.0
    per_game = math.sqrt(tally.variance() * (len(tally.bins) // 2))
    return (tally.score - 0.5) / per_game * NELO_PER_SIGMA


# -- the sequential test


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a sequential test stands: the log-likelihood ratio and its bounds; decision `H0`, `H1` or `` (go
    on).
    """

    llr: float
    lower: float
    upper: float

    @property
    def decision(self) -> str:
        """`H1`: at least elo1 is accepted; `H0`: at most elo0 is; empty while neither."""
        return "H1" if self.llr >= self.upper else "H0" if self.llr <= self.lower else ""

    def __str__(self) -> str:
        verdict = f", accept {self.decision}" if self.decision else ""
        return f"LLR {self.llr:+.2f} [{self.lower:.2f}, {self.upper:.2f}]{verdict}"


def sprt(tally: Tally, spec: SprtSpec) -> SprtState:
    """Judge a tally by the sequential test of `spec` (Wald's bounds)."""
    lower = math.log(spec.beta / (1 - spec.alpha))
    upper = math.log((1 - spec.beta) / spec.alpha)
    return SprtState(llr(tally, spec), lower, upper)


def llr(tally: Tally, spec: SprtSpec) -> float:
    """Log-likelihood ratio of elo1 against elo0; 0 without games."""
    if not tally.games:
        return 0.0
    counts = [n or EMPTY_BIN for n in tally.bins]
    total = sum(counts)
    observed = [n / total for n in counts]
    if spec.model == "logistic":
        p0, p1 = (_with_mean(tally.scores, observed, score_of_elo(elo)) for elo in (spec.elo0, spec.elo1))
    else:
        unit = math.sqrt(len(tally.bins) // 2) / NELO_PER_SIGMA
        p0, p1 = (_with_ratio(tally.scores, observed, elo * unit) for elo in (spec.elo0, spec.elo1))
    return total * sum(p * math.log(b / a) for p, a, b in zip(observed, p0, p1, strict=True))


def _with_mean(scores: Sequence[float], observed: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that makes the observed one likeliest."""
    return _most_likely([s - mean for s in scores], observed)


def _with_ratio(scores: Sequence[float], observed: Sequence[float], ratio: float) -> list[float]:
    """The likeliest distribution whose (mean - 1/2) is `ratio` standard deviations.

    The constraint mean - 1/2 - ratio * sigma = 0 is not linear in p. Its derivative by p_i at a distribution
    with mean m and deviation sigma is s_i - ratio * (s_i - m)^2 / (2 sigma) up to a constant; with the
    constant chosen so that the linear constraint holds where the true one does, it is solved again and again
    until p stays.
    """
    p = [1 / len(scores)] * len(scores)
    for _ in range(100):
        m = sum(q * s for q, s in zip(p, scores, strict=True))
        sigma = math.sqrt(sum(q * (s - m) ** 2 for q, s in zip(p, scores, strict=True)))
        weights = [s - 0.5 - ratio * sigma / 2 * (1 + ((s - m) / sigma) ** 2) for s in scores]
        new = _most_likely(weights, observed)
        if max(abs(a - b) for a, b in zip(p, new, strict=True)) < 1e-9:
            return new
        p = new
    return p


def _most_likely(weights: Sequence[float], observed: Sequence[float]) -> list[float]:
    """The p that maximises sum(observed * log p) under sum(p) = 1 and sum(weights * p) = 0.

    By Lagrange p_i = observed_i / (1 + t * w_i), with t the root of sum(w_i * observed_i / (1 + t * w_i)) =
    0, which falls in t between -1 / max(w) and -1 / min(w).
    """
    low, high = -1 / max(weights), -1 / min(weights)
    margin = 1e-12 * (high - low)
    root = _bisect(
        lambda t: sum(w * o / (1 + t * w) for w, o in zip(weights, observed, strict=True)),
        low + margin,
        high - margin,
    )
    return [o / (1 + root * w) for w, o in zip(weights, observed, strict=True)]


def _bisect(falling: Callable[[float], float], low: float, high: float) -> float:
    """The root of a falling function between two points."""
    while high - low > 1e-15 * max(1.0, abs(low), abs(high)):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
