"""The director's desk: every step of a tournament is checked here, then written as a row, then applied.

    director = Director(event, journal)     # takes up where the journal ends
    director.start()                        # the draw, from the recorded seed
    director.advance()                      # publishes the next round, or says what is awaited
    director.result(Key(1, 1, 1), outcome("B+3.5"))

A step that is refused raises EventError and leaves journal and state as they were. Nothing is ever changed: a
correction is a new row. Who plays the games, engines or people, is no matter here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from typing import Any

from engine.errors import EventError
from engine.tournament.consistency import planned_rounds
from engine.tournament.draw import ticket
from engine.tournament.entries import check_article, check_words
from engine.tournament.event import Entrant, Event
from engine.tournament.formats.registry import Done, More, Publish, Step, next_step
from engine.tournament.formats.teams import check_lineup
from engine.tournament.journal import Journal
from engine.tournament.model import LOSS, WIN, Key, Outcome, Row, Warned
from engine.tournament.ranks import grade
from engine.tournament.schema import read
from engine.tournament.state import State

LATE_ENTRY = ("swiss", "macmahon")
RESULTS_STEER = ("elimination", "win-stay")
RESULTS_END = (*RESULTS_STEER, "best-of")


class Director:
    """One tournament: its event file, its journal and its state."""

    def __init__(self, event: Event, journal: Journal) -> None:
        self.event = event
        self._journal = journal
        self.state = State.replay(event, journal.rows())

    def _write(self, row_kind: str, /, **body: Any) -> None:
        row = Row(row_kind, body)
        self._journal.append(row)
        self.state.apply(row)

    # ---- before the first round ----

    def start(self, seed: int | None = None) -> None:
        """Draw the order of the first round (Article 31.4) from the event's seed, or from `seed` for a new draw.

        Refused once a round is published.
        """
        if self.state.rounds:
            raise EventError("the first round is published; it cannot be drawn again")
        self._write("start", seed=self.state.seed if seed is None else seed)

    def enter(self, entrant: Entrant) -> int:
        """Enter a player: before the start, or later from the next round on in swiss and macmahon.

        Returns the starting number. After the start the new player stands last in the order of the draw.
        """
        state, kind = self.state, self.event.system.kind
        if state.closed:
            raise EventError(f"{entrant.name}: the event is closed")
        if self.event.teams:
            raise EventError(f"{entrant.name}: players of a team event are entered in the event file")
        if state.rounds and kind not in LATE_ENTRY:
            raise EventError(f"{entrant.name}: {kind} takes no entries after the first round is published")
        table = {key: value for key, value in asdict(entrant).items() if value is not None}
        problems: list[str] = []
        read_entrant = read(Entrant, table, "entry", problems)
        if read_entrant is None:
            raise EventError(*problems)
        entrant = read_entrant
        if not entrant.name.strip():
            raise EventError("an entrant needs a name")
        if any(player.name == entrant.name for player in state.players.values()):
            raise EventError(f"{entrant.name}: already entered")
        if entrant.rank or kind == "macmahon":
            grade(entrant.rank)
        number = max(state.players, default=0) + 1
        late = max(entrant.from_round, len(state.rounds) + 1)
        self._write("enter", **asdict(replace(entrant, number=number, from_round=late)))
        if state.started and not state.rounds:
            self._redraw()
        return number

    def withdraw(self, side: int) -> None:
        """Take a side out (Article 29): before round 1 with a new draw, later with its open games lost."""
        self._check_side(side)
        started = self.state.started
        if started and not self.state.rounds and len(self.state.order) <= 2 and self.event.system.kind == "best-of":
            raise EventError("a match of two cannot go on without one of them")
        self._write("withdraw", side=side)
        if started and not self.state.rounds:
            self._redraw()
        for game in self.state.open_games():
            black, white = self.state.side_of(game.black), self.state.side_of(game.white)
            if side in (black, white):
                points = (LOSS, WIN) if side == black else (WIN, LOSS)
                self._write("result", key=list(game.key), black=points[0], white=points[1], reason="withdrawn", text="")

    def _redraw(self) -> None:
        self._write("start", seed=ticket(self.state.seed, "new draw") >> 33)

    def absent(self, side: int, number: int) -> None:
        """Note that a side stays away from a round not yet published (a round robin or elimination game is lost)."""
        self._check_side(side)
        self._check_round(number)
        if number <= len(self.state.rounds):
            raise EventError(f"round {number} is published; enter a forfeit instead")
        if (side, number) in self.state.absent:
            raise EventError(f"{self.state.name(side)} is already noted as absent in round {number}")
        self._write("absent", side=side, round=number)

    def _check_side(self, side: int) -> None:
        known = [team.number for team in self.event.teams] if self.event.by_teams else list(self.state.players)
        if side not in known:
            raise EventError(f"there is no {'team' if self.event.by_teams else 'player'} number {side}")
        if side in self.state.withdrawn:
            raise EventError(f"{self.state.name(side)} has already withdrawn")
        if self.state.closed:
            raise EventError("the event is closed")

    def _check_round(self, number: int) -> None:
        planned = planned_rounds(self.event)
        if number < 1 or (planned and number > planned):
            raise EventError(f"there is no round {number}{f'; the event has {planned}' if planned else ''}")

    # ---- rounds ----

    def next_step(self, ahead: bool = False) -> Step:
        """Return what comes next without doing it."""
        if not self.state.started:
            raise EventError("the event has not been drawn yet: start it first")
        return Done() if self.state.closed else next_step(self.state, ahead)

    def advance(self, ahead: bool = False) -> Step:
        """Do the next step: publish a round, add the games that a meeting needs, close the event, or wait.

        With `ahead` schedules that do not depend on results are published at once, round after round.
        """
        step = self.next_step(ahead)
        if isinstance(step, Publish):
            self._write("round", **step.round.to_row())
        elif isinstance(step, More):
            self._write("games", round=step.round, table=step.table, games=[g.to_row() for g in step.games])
        elif isinstance(step, Done) and not self.state.closed:
            self._write("close")
        return step

    # ---- results ----

    def result(self, key: Key, outcome: Outcome, warnings: Sequence[Warned] = ()) -> None:
        """Enter the result of a published game that has none yet; the same result again is no fault.

        warnings: those that the match runner gave in the game; they are in the same row, so that none is lost or
        counted twice where the process is killed.
        """
        game = self.state.game(key)
        if game is None:
            raise EventError(f"there is no game {key.round}.{key.table}.{key.game}")
        known = self.state.outcomes.get(key)
        if known == outcome:
            return
        if known is not None:
            raise EventError(f"game {key.round}.{key.table}.{key.game} has a result already; correct it")
        self._write_result(key, outcome, warnings)

    def correct(self, key: Key, outcome: Outcome, begun: Collection[Key] = ()) -> None:
        """Replace a result by a new row; published pairings stay as they are.

        Where the next pairing hung on the result (elimination, win-stay), later rounds are taken back and paired anew,
        or the correction is refused when a game of them has been played or is in `begun`.
        """
        if key not in self.state.outcomes:
            raise EventError(f"game {key.round}.{key.table}.{key.game} has no result to correct")
        if self.state.closed and self.event.system.kind in RESULTS_END:
            raise EventError("the event is closed, and its results decided when it ended; they stand")
        if self.state.rounds_of("playoff") and self.state.rounds[key.round - 1].stage == "main":
            raise EventError("play-offs were paired on the main rounds; these cannot be corrected any more")
        before = self.state.outcomes[key]
        if (before.black, before.white) != (outcome.black, outcome.white):
            self._recall(key, begun)
        self._write_result(key, outcome)

    def _recall(self, key: Key, begun: Collection[Key]) -> None:
        """Take back what was published on the result of a game, where results steer (elimination, win-stay).

        Raises EventError, with nothing changed, when any of it has been played or is being played.
        """
        if self.event.system.kind not in RESULTS_STEER:
            return
        later = [published for published in self.state.rounds if published.number > key.round]
        for game in (game for published in later for game in published.games):
            if self._has_begun(game.key, begun):
                what = f"game {game.key.round}.{game.key.table}.{game.key.game}"
                raise EventError(f"{what} was paired on this result and has begun; it cannot be changed any more")
        open_tail: list[list[int]] = []
        for game in reversed(self.state.added_games(key)):
            if game.key <= key or self._has_begun(game.key, begun):
                break
            open_tail.append(list(game.key))
        if later or open_tail:
            self._write("recall", round=key.round, games=open_tail)

    def _has_begun(self, key: Key, begun: Collection[Key]) -> bool:
        result = self.state.outcomes.get(key)
        return key in begun or (result is not None and result.played)

    def _write_result(self, key: Key, outcome: Outcome, warnings: Sequence[Warned] = ()) -> None:
        given = {"warnings": [asdict(warning) for warning in warnings]} if warnings else {}
        self._write("result", key=list(key), **asdict(outcome), **given)

    def void(self, key: Key, begun: Collection[Key] = ()) -> None:
        """Declare a game void: it scores nothing and is played again under the same key (Articles 17.3, 20.3).

        What was paired on its result is taken back, as by a correction.
        """
        game = self.state.game(key)
        if game is None:
            raise EventError(f"there is no game {key.round}.{key.table}.{key.game}")
        if self.state.closed:
            raise EventError("the event is closed; no game can be played again")
        for player in (game.black, game.white):
            if self.state.side_of(player) in self.state.withdrawn:
                raise EventError(f"{self.state.players[player].name} has withdrawn; the game cannot be played again")
        self._recall(key, begun)
        self._write("void", key=list(key))

    def warn(self, player: int, article: str, text: str, key: Key | None = None) -> None:
        """Record a warning; the sum of the whole event breaks ties (Articles 25.2, 28.I B)."""
        if player not in self.state.players:
            raise EventError(f"there is no player number {player}")
        check_article(article)
        check_words(text, "what the warning is for")
        self._write("warn", player=player, article=article, text=text, key=list(key) if key else None)

    def note(self, kind: str, article: str, text: str) -> None:
        """Record an incident, a ruling or an appeal with its article; changes no result."""
        if kind not in ("incident", "ruling", "appeal"):
            raise EventError(f"{kind!r} is no kind of note (incident, ruling, appeal)")
        check_article(article)
        check_words(text, f"what the {kind} says")
        self._write("note", kind=kind, article=article, text=text)

    # ---- line-ups ----

    def commit(self, team: int, number: int, fingerprint: str) -> None:
        """Take in a sealed line-up (Article 26, line-up on the spot)."""
        self._check_side(team)
        self._check_round(number)
        if self.event.system.team_form != "on-the-spot":
            raise EventError("sealed line-ups are for the form on-the-spot")
        if (number, team) in self.state.commits:
            raise EventError(f"{self.state.name(team)}: the line-up of round {number} is sealed already")
        if len(fingerprint) != 64 or not set(fingerprint) <= set("0123456789abcdef"):
            raise EventError("a sealed line-up is 64 hexadecimal digits")
        self._write("commit", round=number, team=team, fingerprint=fingerprint)

    def lineup(
        self, team: int, number: int, players: tuple[int, ...], nonce: str = "", begun: Collection[Key] = ()
    ) -> None:
        """Enter a line-up: a sealed one opened, or substitutes announced before the match.

        begun: games without a result that have been given out to engines, which only the folder of the event knows.
        """
        self._check_side(team)
        self._check_round(number)
        if (number, team) in self.state.lineups and self.event.system.team_form == "on-the-spot":
            raise EventError(f"{self.state.name(team)}: the line-up of round {number} is open already")
        check_lineup(self.state, team, number, players, nonce, begun)
        self._write("lineup", round=number, team=team, players=list(players), nonce=nonce)
