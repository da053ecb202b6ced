"""The tournament as it stands: a pure fold over the rows of its log.

    state = State(event)
    for row in journal: state.apply(row)

Nothing here checks (the director does, before a row is written) and nothing decides (the formats do). The same
event file and rows give the same state, so every table made from it is byte-equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.tournament.draw import lots
from engine.tournament.event import Entrant, Event
from engine.tournament.model import Game, Key, Meeting, Outcome, Round, Row
from engine.wording import plain


def _fit(value: Any) -> Any:
    """Return a value of a row, text with escapes for what no line can show: rows of before were not asked for it."""
    return plain(value) if isinstance(value, str) else value


class State:
    """Facts of a tournament up to some row. Read it freely; only `apply` changes it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.seed = event.header.seed
        self.started = False
        self.closed = False
        self.players: dict[int, Entrant] = {p.number: p for p in event.players}
        self.order: list[int] = []  # sides in the order of the draw, late entries last
        self.rounds: list[Round] = []
        self.outcomes: dict[Key, Outcome] = {}
        self.corrected: Counter[Key] = Counter()  # results replaced by a later row
        self.voided: Counter[Key] = Counter()  # times the game was declared void and has to be replayed
        self.withdrawn: dict[int, int] = {}  # side -> rounds published when it left
        self.absent: set[tuple[int, int]] = set()  # (side, round)
        self.warnings: Counter[int] = Counter()  # player -> warnings in the whole event
        self.commits: dict[tuple[int, int], str] = {}  # (round, team) -> fingerprint of a line-up
        self.lineups: dict[tuple[int, int], tuple[int, ...]] = {}  # (round, team) -> players by board
        self.notes: list[dict[str, Any]] = []  # rulings, appeals, incidents: the ledger

    @classmethod
    def replay(cls, event: Event, rows: Iterable[Row]) -> State:
        """Return the state after `rows`."""
        state = cls(event)
        for row in rows:
            state.apply(row)
        return state

    # ---- rows ----

    def apply(self, row: Row) -> None:
        """Take in one row that has been checked."""
        getattr(self, f"_on_{row.kind}")(**row.body)

    def _on_start(self, seed: int) -> None:
        self.seed, self.started = seed, True
        self.order = self._drawn(side for side in self._all_sides() if side not in self.withdrawn)

    def _on_enter(self, **entrant: Any) -> None:
        player = Entrant(**{key: _fit(value) for key, value in entrant.items()})
        self.players[player.number] = player
        if self.started:
            self.order.append(player.number)

    def _on_withdraw(self, side: int) -> None:
        self.withdrawn[side] = len(self.rounds)

    def _on_absent(self, side: int, round: int) -> None:
        self.absent.add((side, round))

    def _on_round(self, **row: Any) -> None:
        self.rounds.append(Round.from_row(row))

    def _on_games(self, round: int, table: int, games: list[list[int]]) -> None:
        index = round - 1
        more = tuple(Game.from_row(game) for game in games)
        meetings = tuple(
            replace(m, games=m.games + more) if m.table == table else m for m in self.rounds[index].meetings
        )
        self.rounds[index] = replace(self.rounds[index], meetings=meetings)

    def _on_result(
        self, key: list[int], black: int, white: int, reason: str, text: str, warnings: Iterable[dict[str, Any]] = ()
    ) -> None:
        game = Key(*key)
        self.corrected[game] += game in self.outcomes
        self.outcomes[game] = Outcome(black, white, reason, text)
        for warning in warnings:
            self._on_warn(key=key, **warning)

    def _on_recall(self, round: int, games: list[list[int]]) -> None:
        """Take back the rounds after `round`, and games that a meeting got because of a result before them."""
        self.rounds = self.rounds[:round]
        gone = {Key(*key) for key in games}
        for index, published in enumerate(self.rounds):
            meetings = (replace(m, games=tuple(g for g in m.games if g.key not in gone)) for m in published.meetings)
            self.rounds[index] = replace(published, meetings=tuple(meetings))
        kept = {game.key for published in self.rounds for game in published.games}
        self.outcomes = {key: result for key, result in self.outcomes.items() if key in kept}
        for number, team in [at for at in self.commits if at[0] > round]:
            del self.commits[number, team]  # sealed against an opponent that may be another now
            self.lineups.pop((number, team), None)

    def _on_void(self, key: list[int]) -> None:
        game = Key(*key)
        self.voided[game] += 1
        self.outcomes.pop(game, None)

    def _on_warn(self, player: int, article: str, text: str, key: list[int] | None) -> None:
        self.warnings[player] += 1
        self.notes.append({"kind": "warning", "player": player, "article": article, "text": _fit(text), "key": key})

    def _on_note(self, **note: Any) -> None:
        self.notes.append({key: _fit(value) for key, value in note.items()})

    def _on_commit(self, round: int, team: int, fingerprint: str) -> None:
        self.commits[round, team] = fingerprint

    def _on_lineup(self, round: int, team: int, players: list[int], nonce: str) -> None:
        self.lineups[round, team] = tuple(players)
        if round <= len(self.rounds):
            self._seat(round, team, players)

    def _seat(self, round: int, team: int, players: list[int]) -> None:
        """Put the players of a team at the boards of a match that is published already; a board is a game."""
        published = self.rounds[round - 1]
        meetings = []
        for meeting in published.meetings:
            games = []
            for game in meeting.games if team in meeting.sides else ():
                sits = players[game.key.game - 1]
                ours_black = self.side_of(game.black) == team
                games.append(replace(game, black=sits) if ours_black else replace(game, white=sits))
            meetings.append(replace(meeting, games=tuple(games)) if games else meeting)
        self.rounds[round - 1] = replace(published, meetings=tuple(meetings))

    def _on_close(self) -> None:
        self.closed = True

    # ---- questions ----

    def _all_sides(self) -> list[int]:
        if self.event.by_teams:
            return [team.number for team in self.event.teams]
        return list(self.players)

    def _drawn(self, sides: Iterable[int]) -> list[int]:
        """Return the sides in the order that the event file asks for; ties by lot."""
        drawn = lots(self.seed, "order of the first round", sides)
        order = self.event.system.order
        if order == "numbers":
            return sorted(drawn)
        if order == "rating":
            return sorted(drawn, key=lambda side: -self.strength(side))
        return drawn

    def strength(self, side: int) -> float:
        """Return the rating of a player, or the mean rating of a team's players; unrated counts as 0."""
        numbers = self.roster(side) if self.event.by_teams else (side,)
        return sum(self.players[n].rating or 0.0 for n in numbers) / len(numbers)

    @property
    def sides(self) -> list[int]:
        """Return every side that takes or took part, by starting number."""
        return sorted(self.order or self._all_sides())

    def name(self, side: int) -> str:
        """Return the name of a player or team."""
        if self.event.by_teams:
            return next(team.name for team in self.event.teams if team.number == side)
        return self.players[side].name

    def roster(self, team: int) -> tuple[int, ...]:
        """Return the players of a team in the order of the boards, reserves last."""
        return self.event.roster(next(t for t in self.event.teams if t.number == team))

    def team_of(self, player: int) -> int | None:
        """Return the number of the team that a player belongs to."""
        name = self.players[player].name
        return next((team.number for team in self.event.teams if name in team.players), None)

    def side_of(self, player: int) -> int:
        """Return the side that a player scores for."""
        team = self.team_of(player) if self.event.by_teams else None
        return player if team is None else team

    def present(self, number: int) -> list[int]:
        """Return the sides that can be paired in round `number`, in the order of the draw."""
        return [
            side
            for side in self.order
            if side not in self.withdrawn
            and (side, number) not in self.absent
            and (self.event.by_teams or self.players[side].from_round <= number)
        ]

    def rounds_of(self, stage: str) -> list[Round]:
        """Return the published rounds of a stage, "main" or "playoff"."""
        return [published for published in self.rounds if published.stage == stage]

    def open_games(self) -> list[Game]:
        """Return the published games without a result, in order of play."""
        return [game for published in self.rounds for game in published.games if game.key not in self.outcomes]

    def game(self, key: Key) -> Game | None:
        """Return a published game, None when there is none of this key."""
        games = (game for published in self.rounds for game in published.games)
        return next((game for game in games if game.key == key), None)

    def meeting(self, key: Key) -> Meeting:
        """Return the meeting that a published game belongs to."""
        published = self.rounds[key.round - 1]
        return next(meeting for meeting in published.meetings if meeting.table == key.table)

    def added_games(self, key: Key) -> tuple[Game, ...]:
        """Return the games that the meeting of a game got one by one, as the results before them asked for."""
        if self.event.by_teams:
            return ()
        return self.meeting(key).games[1 if self.event.system.kind == "win-stay" else self.event.system.games :]

    def same_house(self, one: int, other: int) -> bool:
        """Return whether two sides are team-mates or share a club, family or author."""
        if self.event.by_teams:
            return False
        team, club = self.team_of(one), self.players[one].club
        return (team is not None and team == self.team_of(other)) or (bool(club) and club == self.players[other].club)
