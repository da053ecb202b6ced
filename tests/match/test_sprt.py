"""Statistics of matches against published reference values, at the edges, and in simulation."""

import math
import random

import pytest

from engine.match.spec import SprtSpec
from engine.match.sprt import (
    NELO_PER_SIGMA,
    Tally,
    elo_of_score,
    estimate,
    llr,
    normalized_elo,
    score_of_elo,
    sprt,
)


def near(value: float) -> object:
    """The tolerance with which the reference values are given."""
    return pytest.approx(value, abs=0.01 * (1 + abs(value)))


# Counts and LLR as fastchess publishes them in app/tests/sprt_test.cpp (its order: wins, losses, draws).
@pytest.mark.parametrize(
    ("bins", "elo0", "elo1", "model", "expected"),
    [
        ((36027, 68692, 36433), 0, 2, "normalized", 0.92),
        ((10650, 20431, 10871), -1.75, 0.25, "normalized", 2.30),
        ((21184, 40708, 21404), 0.5, 2.5, "logistic", -1.57),
        ((57030, 106593, 57433), 0, 2, "logistic", -2.59),
        ((365, 16618, 36029 + 200, 16974, 390), 0, 2, "normalized", 2.25),
        ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, "logistic", -4.98),
    ],
)
def test_llr_against_published_values(
    bins: tuple[int, ...], elo0: float, elo1: float, model: str, expected: float
) -> None:
    spec = SprtSpec.from_text(f"{elo0},{elo1},0.05,0.05,{model}")
    assert llr(Tally(bins), spec) == near(expected)


# Where a single bin is filled the result hangs on how empty bins are treated, and the published values differ from
# version to version: the closed forms are the reference.
def test_llr_of_a_single_bin_against_its_closed_form() -> None:
    spec, ratio = SprtSpec(elo0=0, elo1=5, model="normalized"), 5 / NELO_PER_SIGMA
    # Draws alone: with mean 1/2 they are the likeliest; with ratio t a share t^2 / (1 + t^2) of them turns to wins.
    assert llr(Tally((0, 16700, 0)), spec) == pytest.approx(-16700 * math.log(1 + ratio**2), abs=0.02)
    # Won pairs alone: half of them must turn to lost ones, or so many that (p - 1/2) / sqrt(p (1 - p)) = t sqrt(2).
    t = ratio * math.sqrt(2)
    assert llr(Tally((0, 0, 0, 0, 104)), spec) == pytest.approx(104 * math.log(1 + t / math.sqrt(1 + t * t)), abs=0.02)


# Elo, half width, LOS in per cent and normalized Elo as fastchess publishes them in app/tests/elo_test.cpp;
# None where it gives no value.
@pytest.mark.parametrize(
    ("bins", "elo", "error", "los", "nelo"),
    [
        ((89, 123, 76), None, None, 15.53, -20.76),
        ((96, 111, 136), 40.70, 30.43, 99.60, 49.77),
        ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 100.00, 57.94),
        ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, 5.05, -9.17),
        ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, None, -19.01),
        ((356, 0, 34), None, None, None, -508.44),
    ],
)
def test_elo_against_published_values(
    bins: tuple[int, ...], elo: float | None, error: float | None, los: float | None, nelo: float
) -> None:
    result = estimate(Tally(bins))
    if elo is not None:
        assert result.elo == near(elo)
    if error is not None:
        assert (result.high - result.low) / 2 == near(error)
    if los is not None:
        assert 100 * result.los == pytest.approx(los, abs=0.25)
    assert normalized_elo(Tally(bins)) == near(nelo)


def test_no_games() -> None:
    for bins in ((0, 0, 0), (0,) * 5):
        nothing = estimate(Tally(bins))
        assert (nothing.elo, nothing.low, nothing.high, nothing.los) == (0.0, -math.inf, math.inf, 0.5)
        assert str(nothing) == "Elo unknown (nothing finished that counts)"
        assert llr(Tally(bins), SprtSpec()) == 0.0
        assert normalized_elo(Tally(bins)) == 0.0


@pytest.mark.parametrize("count", [1, 2, 10, 1000])
@pytest.mark.parametrize("length", [3, 5])
def test_clean_sweeps_have_one_finite_end_and_no_nan(count: int, length: int) -> None:
    won = estimate(Tally((0,) * (length - 1) + (count,)))
    lost = estimate(Tally((count,) + (0,) * (length - 1)))
    assert (won.elo, won.high) == (math.inf, math.inf)
    assert -400 < won.low < math.inf
    assert lost.high == pytest.approx(-won.low)
    assert 0.5 < won.los <= 1
    assert "nan" not in str(won) + str(lost)
    assert "above" in str(won)
    assert "below" in str(lost)
    spec = SprtSpec(elo0=0, elo1=10)
    assert llr(Tally((0,) * (length - 1) + (count,)), spec) > 0 > llr(Tally((count,) + (0,) * (length - 1)), spec)


def test_the_sure_end_of_a_sweep_rises_with_the_games() -> None:
    lows = [estimate(Tally((0, 0, 0, 0, n))).low for n in (1, 5, 20, 100)]
    assert lows == sorted(lows)
    assert lows[0] < 0 < lows[1]


def test_splits_alone_do_not_pretend_certainty() -> None:
    few, many = estimate(Tally((0, 0, 5, 0, 0))), estimate(Tally((0, 0, 500, 0, 0)))
    assert few.elo == many.elo == 0
    assert few.los == 0.5
    assert few.high > 20 > many.high > 0


def test_swapping_the_players_turns_every_sign() -> None:
    one, other = Tally((3, 10, 30, 17, 8)), Tally((8, 17, 30, 10, 3))
    a, b = estimate(one), estimate(other)
    assert (a.elo, a.low, a.high) == pytest.approx((-b.elo, -b.high, -b.low))
    assert a.los == pytest.approx(1 - b.los)
    symmetric = SprtSpec(elo0=-5, elo1=5)
    assert llr(one, symmetric) == pytest.approx(-llr(other, symmetric))


def test_tallies() -> None:
    tally = Tally.of_pairs([(0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5), (0.5, 1), (0, 0.5)])
    assert tally.bins == (1, 1, 3, 1, 1)
    assert (tally.games, tally.score) == (14, 0.5)
    assert Tally.of_games([0, 1, 1, 0.5]).bins == (1, 1, 2)
    for wrong in ((1, 2), (1, -1, 0)):
        with pytest.raises(ValueError, match="3 or 5"):
            Tally(wrong)


def test_elo_and_score_are_inverse() -> None:
    for elo in (-300, -1, 0, 12.5, 800):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)
    assert score_of_elo(400) == pytest.approx(10 / 11)


def test_bounds_and_decisions() -> None:
    spec = SprtSpec(elo0=0, elo1=50)
    state = sprt(Tally((0, 0, 0, 0, 0)), spec)
    assert (state.lower, state.upper) == pytest.approx((-2.944, 2.944), abs=0.001)
    assert state.decision == ""
    assert sprt(Tally((5, 10, 30, 20, 60)), spec).decision == "H1"
    assert sprt(Tally((60, 20, 30, 10, 5)), spec).decision == "H0"
    assert "accept H1" in str(sprt(Tally((5, 10, 30, 20, 60)), spec))


def simulate(rng: random.Random, p: float, swing: float, pairs: int) -> Tally:
    """Pairs whose opening favours one side by `swing` in either game: the two games are not independent."""
    points = []
    for _ in range(pairs):
        favour = rng.uniform(-swing, swing)
        points.append((float(rng.random() < p + favour), float(rng.random() < p - favour)))
    return Tally.of_pairs(points)


@pytest.mark.parametrize(
    ("p", "swing", "pairs"),
    [(0.5, 0.0, 50), (0.5, 0.45, 50), (0.7, 0.25, 50), (0.9, 0.1, 100), (0.6, 0.0, 400)],
)
def test_error_bars_cover(p: float, swing: float, pairs: int) -> None:
    rng, truth, runs = random.Random(20), elo_of_score(p), 2000
    results = [estimate(simulate(rng, p, swing, pairs)) for _ in range(runs)]
    covered = sum(r.low <= truth <= r.high for r in results) / runs
    assert covered == pytest.approx(0.95, abs=0.02)


def test_the_sequential_test_errs_as_rarely_as_it_promises() -> None:
    rng, spec, runs = random.Random(7), SprtSpec(elo0=0, elo1=60), 150
    for truth, wrong in ((0.0, "H1"), (60.0, "H0")):
        errors = 0
        for _ in range(runs):
            bins = [0] * 5
            while not (decision := sprt(Tally(tuple(bins)), spec).decision):
                for _ in range(5):
                    bins[2 * sum(rng.random() < score_of_elo(truth) for _ in range(2))] += 1
            errors += decision == wrong
        assert errors / runs <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
