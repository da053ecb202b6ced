"""Ratings with error bars: Bradley-Terry for one set of games, whole-history rating over versions.

Elo points: 400 points are ten to one. Draws are half a win for each. An error bar is the half-width of the 95 %
interval. A weak prior (standard deviation 1000 Elo) keeps a player who lost or won everything, or has no game at all,
at a finite rating with a wide bar. Colour and komi are not modelled: pair the colours.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import EventError
from engine.wording import extra

Array = Any  # a numpy array of float64; numpy is imported when first needed

ELO = 400 / math.log(10)
PRIOR = (ELO / 1000) ** 2  # precision of the prior in natural units
Z95 = 1.959964


@dataclass(frozen=True)
class Played:
    """One game for the rating list: `score` is 1, 1/2 or 0 for `first`."""

    first: str
    second: str
    score: float


@dataclass(frozen=True)
class Rating:
    """A player's rating.

    `error` is half the 95 % interval, 0 for an anchor; `likely` the chance to be better than the next one.
    """

    name: str
    elo: float
    error: float
    games: int
    points: float
    anchored: bool = False
    likely: float = math.nan


def bradley_terry(games: Sequence[Played], anchors: Mapping[str, float] | None = None) -> list[Rating]:
    """Rate everybody in `games` (and every anchor), best first.

    Without anchors the mean of the field is 0 and the bars are of the distance to that mean; with anchors these keep
    their rating exactly and the bars are of the distance to them. Uses choix for the fit and the Fisher information
    of the Bradley-Terry model for the bars.
    """
    fixed = dict(anchors or {})
    names = sorted({game.first for game in games} | {game.second for game in games} | set(fixed))
    if not names:
        return []
    np = _numpy()
    wins = np.zeros((len(names), len(names)))
    index = {name: i for i, name in enumerate(names)}
    for game in games:
        one, other = index[game.first], index[game.second]
        wins[one, other] += game.score
        wins[other, one] += 1 - game.score
    centre = sum(fixed.values()) / len(fixed) / ELO if fixed else 0.0
    pinned = {index[name]: elo / ELO - centre for name, elo in fixed.items()}
    theta = _fit(wins, pinned)
    covariance = _covariance(wins, theta, sorted(pinned))
    rows = []
    for name, i in index.items():
        count, won = float(wins[i].sum() + wins[:, i].sum()), float(wins[i].sum())
        error = Z95 * ELO * math.sqrt(max(0.0, float(covariance[i, i])))
        rows.append(Rating(name, float(theta[i] + centre) * ELO, error, round(count), won, i in pinned))
    rows.sort(key=lambda row: (-row.elo, row.name))
    return [_with_likely(row, after, covariance, index) for row, after in zip(rows, [*rows[1:], None], strict=True)]


def _with_likely(row: Rating, after: Rating | None, covariance: Array, index: dict[str, int]) -> Rating:
    """Add the chance that a player is really better than the one listed next."""
    if after is None:
        return row
    i, j = index[row.name], index[after.name]
    variance = float(covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])
    distance = (row.elo - after.elo) / ELO
    likely = 0.5 * math.erfc(-distance / math.sqrt(2 * variance)) if variance > 0 else float(distance > 0)
    return Rating(row.name, row.elo, row.error, row.games, row.points, row.anchored, likely)


def _fit(wins: Array, pinned: Mapping[int, float]) -> Array:
    """Return the most likely strengths under the prior, in natural units, with the pinned ones held.

    choix's spectral fit is the start, Newton steps add prior and pins; they cannot fail, because the goal is concave.
    """
    np = _numpy()
    choix, theta = _choix(), np.zeros(len(wins))
    with contextlib.suppress(RuntimeError):  # not converged: Newton starts from level strengths instead
        theta = np.asarray(choix.ilsr_pairwise_dense(wins, alpha=0.01))
    theta = np.clip(theta - theta.mean(), -10, 10)
    free = [i for i in range(len(wins)) if i not in pinned]
    for i, value in pinned.items():
        theta[i] = value
    for _ in range(100 if free else 0):
        chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
        slope = (wins - (wins + wins.T) * chance).sum(axis=1) - PRIOR * theta
        step = np.linalg.solve(_information(wins, theta)[np.ix_(free, free)], slope[free])
        theta[free] += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    return theta


def _information(wins: Array, theta: Array) -> Array:
    """Return the Fisher information of the strengths, the prior's included."""
    np = _numpy()
    chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
    weight = (wins + wins.T) * chance * (1 - chance)
    return np.diag(weight.sum(axis=1) + PRIOR) - weight


def _covariance(wins: Array, theta: Array, pinned: Sequence[int]) -> Array:
    """Return the covariance of the strengths relative to the pinned ones, or to the mean when nobody is pinned."""
    np = _numpy()
    information, count = _information(wins, theta), len(theta)
    if pinned:
        free = [i for i in range(count) if i not in set(pinned)]
        covariance = np.zeros((count, count))
        covariance[np.ix_(free, free)] = np.linalg.pinv(information[np.ix_(free, free)])
        return covariance
    centre = np.eye(count) - 1 / count
    return centre @ np.linalg.pinv(information) @ centre


@dataclass(frozen=True)
class Step:
    """A player's rating at one time step of its history."""

    time: int
    elo: float
    error: float


def whole_history(
    games: Iterable[tuple[int, Played]], anchor: tuple[str, float] | None = None
) -> dict[str, list[Step]]:
    """Rate players whose strength changes over time steps (versions, events) by whole-history rating.

    `games` are (time step, game). With an anchor all histories are moved so that its last rating is the one given;
    else the mean of the last ratings is 0. Bars are 95 %.
    """
    model = _whr()(config={"uncased": False})
    count = 0
    for time, game in games:
        letter = "D" if game.score == 0.5 else "B" if game.score == 1 else "W"
        model.create_game(game.first, game.second, letter, time, 0)
        count += 1
    if count == 0:
        return {}
    model.auto_iterate(time_limit=60)
    history = {}
    for name, player in sorted(model.players.items()):
        history[name] = [
            Step(day.day, float(day.elo), Z95 * ELO * math.sqrt(max(0.0, day.uncertainty))) for day in player.days
        ]
    last = {name: steps[-1].elo for name, steps in history.items() if steps}
    if anchor is not None and anchor[0] not in last:
        raise EventError(f"the anchor {anchor[0]!r} has no game")
    shift = anchor[1] - last[anchor[0]] if anchor else -sum(last.values()) / len(last)
    return {name: [Step(s.time, s.elo + shift, s.error) for s in steps] for name, steps in history.items()}


def _numpy() -> Any:
    import numpy

    return numpy


def _choix() -> Any:
    try:
        import choix
    except ImportError:
        raise EventError(f"ratings need choix: {extra('events')}") from None
    return choix


def _whr() -> Any:
    try:
        from whr import WHR
    except ImportError:
        raise EventError(f"rating histories need whole-history-rating: {extra('events')}") from None
    return WHR
