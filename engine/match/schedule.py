"""Which games a match of two has: colours, openings and seeds of each, made from its spec alone.

The same spec gives the same games on every machine and at every start, so a resumed match needs only their
ids. Formats of more than two players are the tournament's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.match import openings
from engine.match.openings import Opening
from engine.match.record import GameId
from engine.match.spec import GameJob, MatchSpec, derive_seed


def opening_list(spec: MatchSpec) -> list[Opening]:
    """The openings that a match may use, in its order: as many as it needs, or fewer where the source has no
    more.

    A handicap game begins with its stones and has no opening. Raises SpecError as `openings.load`.
    """
    if spec.handicap:
        return [Opening("handicap")]
    needed = (spec.games + 1) // 2 if spec.paired else spec.games
    settings = spec.settings
    return openings.load(
        spec.openings,
        settings.width,
        settings.height,
        count=needed,
        seed=spec.seed,
        moves=spec.opening_moves,
        komi2=settings.komi2,
    )


def match_games(spec: MatchSpec, starts: Sequence[Opening], transcripts: str = "") -> Iterator[GameJob]:
    """Yield the games of a match in order of play: round = pair, number = game, colours swapped in the second
    of a pair.

    Without pairs the colours alternate and every game has its own opening. With handicap the first engine
    gives or takes stones by turns in the same way. The openings start again where they end; `repeated` tells
    whether they do.
    """
    first, second = spec.engines
    for number in range(1, spec.games + 1):
        pair = (number + 1) // 2
        swapped = number % 2 == 0
        index = pair if spec.paired else number
        id = GameId(spec.event, pair, 1, number)
        yield GameJob(
            id=id,
            black=second if swapped else first,
            white=first if swapped else second,
            settings=spec.settings,
            opening=starts[(index - 1) % len(starts)],
            handicap=spec.handicap,
            seed=derive_seed(spec.seed, "game", number),
            transcripts=transcripts,
        )


def repeated(spec: MatchSpec, starts: Sequence[Opening]) -> bool:
    """Whether the match is longer than its openings: deterministic engines will then repeat whole games."""
    return len(starts) < ((spec.games + 1) // 2 if spec.paired else spec.games)
