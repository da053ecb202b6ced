"""Let the engines of an event play: open games to jobs, records to results, round after round.

The match runner writes every record to the store first; our log takes the result from there. So a process killed in
between loses nothing: `reconcile` enters what the log lacks.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.match import record as match
from engine.match.openings import Opening, load
from engine.match.runner import Runner, check_engines
from engine.match.spec import EngineSpec, GameJob, GameSettings, derive_seed
from engine.match.store import Result
from engine.match.workers import Workers
from engine.tournament.draw import ticket
from engine.tournament.event import Entrant, Event
from engine.tournament.formats.registry import Done, Wait
from engine.tournament.model import DRAW, LOSS, WIN, Game, Key, Outcome, Warned
from engine.tournament.state import State
from engine.tournament.venue import Venue
from gocore import BLACK, WHITE

POINTS = {
    match.Outcome.BLACK: (WIN, LOSS), match.Outcome.WHITE: (LOSS, WIN), match.Outcome.DRAW: (DRAW, DRAW),
    match.Outcome.NONE: (LOSS, LOSS),
}  # fmt: skip

Watch = Callable[[Venue, list[GameJob], match.GameRecord | None], None]
"""Told a few times a second which games are under way, and of each record as it comes."""


@dataclass(frozen=True)
class Ended:
    """How a run ended: "finished", "waiting" (for people), "stopped" (by the user), "stuck" (pairings given up)."""

    how: str
    why: str = ""


def between_engines(state: State, game: Game) -> bool:
    """Return whether both players of a game are engines."""
    return bool(state.players[game.black].engine and state.players[game.white].engine)


def outcome_of(result: Result) -> Outcome:
    """Return a stored result in points; a game that counts for no one is 0:0 with its reason."""
    return Outcome(*POINTS[result.outcome], str(result.reason), result.text)


def enter(venue: Venue, result: Result) -> None:
    """Enter a stored result in the log, with the warnings that the runner gave in the game (Article 25.2)."""
    key, record = Key(result.id.round, result.id.table, result.id.number), venue.store.record(result.id)
    game = venue.director.state.game(key)
    warned = record.warnings if record is not None and game is not None else ()
    players = {BLACK: game.black, WHITE: game.white} if game is not None else {}
    warnings = [Warned(players[w.color], w.article, w.text) for w in warned]
    venue.director.result(key, outcome_of(result), warnings)


def reconcile(venue: Venue) -> int:
    """Enter every stored result that the log lacks; return how many there were."""
    director, entered = venue.director, 0
    for result in venue.store.results():
        key = Key(result.id.round, result.id.table, result.id.number)
        open_game = director.state.game(key) is not None and key not in director.state.outcomes
        if open_game and result.id == venue.game_id(key):  # not one of a game declared void since
            enter(venue, result)
            entered += 1
    return entered


def settings_of(event: Event) -> GameSettings:
    """Return how the engine games of an event are played; the text's rules make illegal moves void (Article 19)."""
    play = event.play
    return GameSettings(
        width=play.size,
        height=play.size,
        rules=play.edition,
        komi2=play.komi2,
        time=event.time.limit,
        score=play.score,  # type: ignore[arg-type]
        illegal=play.illegal_moves,  # type: ignore[arg-type]
        cycles=play.cycle_policy,  # type: ignore[arg-type]
        move_limit=play.move_limit,
    )


def engine_of(player: Entrant) -> EngineSpec:
    """Return a player as the runner starts it."""
    return EngineSpec(player.name, tuple(shlex.split(player.engine)), player.time)


def check(event: Event) -> list[str]:
    """Start every engine of an event once (Article 31.5); return what is wrong, a line each."""
    engines = [engine_of(player) for player in event.players if player.engine]
    return check_engines(engines, settings_of(event)) if engines else []


def openings_of(event: Event) -> list[Opening]:
    """Return where the engine games of an event may begin. Raises SpecError where there is no such set."""
    play = event.play
    return load(play.openings, play.size, play.size, count=500, seed=event.header.seed, moves=8)


class Hall:
    """Where the engine games of an event are made into jobs: settings and openings are worked out once."""

    def __init__(self, venue: Venue) -> None:
        """Raises SpecError where the event's openings cannot be had."""
        self._venue = venue
        self.settings = settings_of(venue.event)
        self.openings = openings_of(venue.event)

    def job(self, game: Game) -> GameJob:
        """Return the job of a game; the same game is the same job at every start.

        A game declared void is played again with a seed of its own, for the old one would bring the same game.
        """
        voided = self._venue.director.state.voided[game.key]
        settings, players = self.settings, self._venue.director.state.players
        if game.komi2 != settings.komi2:
            settings = replace(settings, komi2=game.komi2)
        return GameJob(
            id=self._venue.game_id(game.key),
            black=engine_of(players[game.black]),
            white=engine_of(players[game.white]),
            settings=settings,
            opening=Opening("handicap") if game.handicap else self.opening(game),
            handicap=game.handicap,
            seed=derive_seed(self._venue.event.header.seed, "game", game.key, *([voided] if voided else [])),
        )

    def opening(self, game: Game) -> Opening:
        """Return the opening of a game: two players share one for two games, colours swapped, then the next."""
        state, pair = self._venue.director.state, {game.black, game.white}
        before = sum(
            {other.black, other.white} == pair and other.key < game.key
            for published in state.rounds
            for other in published.games
        )
        first = ticket(self._venue.event.header.seed, f"opening {min(pair)}", max(pair))
        return self.openings[(first + before // 2) % len(self.openings)]


def run(venue: Venue, workers: Workers, watch: Watch = lambda venue, jobs, record: None) -> Ended:
    """Play until the event is over, people are awaited, or the user stops it. Resume is the same call.

    Schedules that do not hang on results are published at once, so that all their games can run side by side. Closing
    the workers is left to who made them.
    """
    reconcile(venue)
    director = venue.director
    hall: Hall | None = None  # an event of people needs none, and may ask what engines cannot be asked
    while True:
        step = director.advance(ahead=True)
        if isinstance(step, Done):
            return Ended("finished")
        if not isinstance(step, Wait):
            continue
        ready = [game for game in director.state.open_games() if between_engines(director.state, game)]
        if not ready:
            return Ended("waiting", step.why)
        hall = hall or Hall(venue)
        ended = _play(venue, hall, workers, ready, watch)
        if ended is not None:
            return ended


def _play(venue: Venue, hall: Hall, workers: Workers, ready: list[Game], watch: Watch) -> Ended | None:
    """Play the games that are ready; None when all of them have a result."""

    def on_record(record: match.GameRecord) -> None:
        if record.outcome is not match.Outcome.VOID:
            result = venue.store.result(record.id)
            assert result is not None
            enter(venue, result)
        watch(venue, list(runner.started.values()), record)

    runner = Runner(venue.store, workers, on_record=on_record)
    jobs = [hall.job(game) for game in ready]
    complete = runner.run(jobs, poll=lambda: watch(venue, list(runner.started.values()), None))
    if complete:
        return None
    if runner.stopped:
        return Ended("stuck", "; ".join(f"{' v '.join(pair)}: {cause}" for pair, cause in runner.stopped.items()))
    return Ended("stopped")
