"""What the results of a match add up to: wins by player and colour, reasons, Elo, the test's state,
duplicates.

Counted by player's name, never by colour or by order of play; no-results count for no one and are shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.match.record import GameId, GameRecord, Outcome
from engine.match.spec import SprtSpec
from engine.match.sprt import Estimate, SprtState, Tally, estimate, sprt
from engine.match.store import Result

SAME_MOVES = 10
"""Two games are duplicates when their moves are the same and at least so many after the opening."""


@dataclass(frozen=True, slots=True)
class MatchTable:
    """A match as it stands, seen by its first player.

    wins, losses, draws, none: of the first player, over all games. as_black: its (wins, games) with Black.
    reasons: how games ended, as (reason, winner or "") -> games. tally: pairs, or games where not paired.
    seconds: mean thinking time a game of either player.
    """

    first: str
    second: str
    wins: int
    losses: int
    draws: int
    none: int
    as_black: tuple[int, int]
    black_wins: int
    reasons: dict[tuple[str, str], int]
    tally: Tally
    elo: Estimate
    test: SprtState | None
    seconds: tuple[float, float]
    duplicates: list[tuple[GameId, GameId]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Games finished, no-results included."""
        return self.wins + self.losses + self.draws + self.none

    @property
    def score(self) -> str:
        """The first player's score in words: `12-7-1 (62.5 %)`."""
        counted = self.games - self.none
        share = f" ({100 * (self.wins + self.draws / 2) / counted:.1f} %)" if counted else ""
        return f"{self.wins}-{self.losses}-{self.draws}{share}"

    def to_json(self) -> dict[str, Any]:
        """Plain values for summary.json; an infinite end of an interval is null."""
        finite = {
            key: value if abs(value) != float("inf") else None
            for key, value in (("elo", self.elo.elo), ("low95", self.elo.low), ("high95", self.elo.high))
        }
        return {
            "players": [self.first, self.second],
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "no_result": self.none,
            "black_wins": self.black_wins,
            "bins": list(self.tally.bins),
            "elo": finite | {"los": self.elo.los, "games": self.elo.games},
            "sprt": None
            if self.test is None
            else {
                "llr": self.test.llr,
                "lower": self.test.lower,
                "upper": self.test.upper,
                "decision": self.test.decision,
            },
            "reasons": [
                {"reason": reason, "winner": winner, "games": n} for (reason, winner), n in self.reasons.items()
            ],
            "seconds_a_game": list(self.seconds),
            "duplicates": [[str(a), str(b)] for a, b in self.duplicates],
        }

    def lines(self) -> list[str]:
        """The table in words, for people."""
        share = f"Black won {self.black_wins} of {self.games - self.none}"
        lines = [
            f"{self.first} v {self.second}: {self.score}, {share}",
            str(self.elo),
        ]
        if len(self.tally.bins) == 5:
            names = ("LL", "LD", "split", "WD", "WW")
            bins = ", ".join(f"{name} {n}" for name, n in zip(names, self.tally.bins, strict=True))
            lines.append(f"Pairs: {bins}")
        if self.test is not None:
            lines.append(str(self.test))
        ended = (f"{n} by {reason}{f' for {winner}' if winner else ''}" for (reason, winner), n in self.reasons.items())
        if self.reasons:
            lines.append("Ended: " + ", ".join(ended))
        lines += [f"Same moves in {a} and {b}" for a, b in self.duplicates]
        return lines


def tabulate(
    results: Sequence[Result],
    players: tuple[str, str],
    *,
    paired: bool,
    test: SprtSpec | None = None,
    duplicates: Sequence[tuple[GameId, GameId]] = (),
) -> MatchTable:
    """Add up the results of a match; a pair is a round in which both games have counted."""
    first, second = players
    points = {result.id: points_of(result, first) for result in results}
    counted = [(id, p) for id, p in points.items() if p is not None]
    tally = _pairs(counted) if paired else Tally.of_games([p for _, p in counted])
    reasons = Counter((str(result.reason), result.winner or "") for result in results)
    black = [points[r.id] for r in results if r.black == first]
    return MatchTable(
        first,
        second,
        wins=sum(p == 1 for _, p in counted),
        losses=sum(p == 0 for _, p in counted),
        draws=sum(p == 0.5 for _, p in counted),
        none=len(points) - len(counted),
        as_black=(sum(p == 1 for p in black), len(black)),
        black_wins=sum(result.outcome is Outcome.BLACK for result in results),
        reasons=dict(sorted(reasons.items())),
        tally=tally,
        elo=estimate(tally),
        test=sprt(tally, test) if test is not None else None,
        seconds=(_mean_seconds(results, first), _mean_seconds(results, second)),
        duplicates=list(duplicates),
    )


def points_of(result: Result, player: str) -> float | None:
    """A player's points in a game: 1, 1/2, 0, or None where the game counts for no one."""
    if result.outcome is Outcome.DRAW:
        return 0.5
    return None if result.winner is None else float(result.winner == player)


def _pairs(points: Iterable[tuple[GameId, float]]) -> Tally:
    rounds: dict[int, list[float]] = defaultdict(list)
    for id, p in points:
        rounds[id.round].append(p)
    return Tally.of_pairs([(pair[0], pair[1]) for pair in rounds.values() if len(pair) == 2])


def _mean_seconds(results: Sequence[Result], player: str) -> float:
    times = [r.black_ms if r.black == player else r.white_ms for r in results if player in (r.black, r.white)]
    return sum(times) / len(times) / 1000 if times else 0.0


def find_duplicates(records: Iterable[GameRecord]) -> list[tuple[GameId, GameId]]:
    """Pairs (first, later) of games with the same moves by colours; short games are left out."""
    seen: dict[tuple[tuple[int, int], ...], GameId] = {}
    found = []
    for record in records:
        if len(record.moves) - record.opening_moves < SAME_MOVES:
            continue
        key = tuple((move.color, move.point) for move in record.moves)
        if key in seen:
            found.append((seen[key], record.id))
        else:
            seen[key] = record.id
    return found
