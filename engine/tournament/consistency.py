"""What the sections of an event file must agree on before an event may start (Article 30)."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields

from engine.errors import EventError, TianyuanError
from engine.game.handicap import free_points
from engine.tournament.event import Event, Team
from engine.tournament.ranks import grade

TWO_TEAMS = ("scheveningen", "win-stay")


def faults(event: Event) -> list[str]:
    """Return one line for each contradiction or gap; an empty list when the event may start."""
    checks = (_names, _rules, _teams, _rounds, _system, _strangers, _ranking)
    return [line for check in checks for line in check(event)]


def _names(event: Event) -> Iterator[str]:
    for path, rows in (("players", event.players), ("teams", event.teams)):
        for name, count in Counter(row.name for row in rows).items():
            if count > 1:
                yield f"{path}: {name!r} is entered {count} times"
        for number, count in Counter(row.number for row in rows).items():
            if count > 1:
                yield f"{path}: the starting number {number} is given {count} times"
        for row in rows:
            if not row.name.strip():
                yield f"{path}: an entry has no name"
    if len(event.players) < 2:
        yield f"players: {len(event.players)} entered, {event.system.kind} needs at least 2"
    for player in event.players:
        if player.engine:
            yield from _refusal(f"players: {player.name}: engine", shlex.split, player.engine)
        if player.rank:
            yield from _refusal(f"players: {player.name}: rank", grade, player.rank)


def _rules(event: Event) -> Iterator[str]:
    from engine.tournament.rulebook import check_rules, check_time

    yield from _refusal("play.edition", check_rules, event.play.edition)
    if event.play.komi2 != event.play.komi * 2:
        yield f"play.komi: {event.play.komi} is not a whole number of half points"
    if event.play.cycle_policy == "ask" and any(player.engine for player in event.players):
        yield "play.cycle_policy: ask needs a referee at the board; for engines superko, draw or replay"
    yield from _refusal("time.limit", check_time, event.time.limit)
    if event.playoff:
        yield from _refusal("playoff.limit", check_time, event.playoff.limit)
    for player in event.players:
        if player.time:
            yield from _refusal(f"players: {player.name}: time", check_time, player.time)


def _refusal(path: str, check: Callable[[str], object], text: str) -> Iterator[str]:
    try:
        check(text)
    except (TianyuanError, ValueError) as error:
        yield f"{path}: {error}"


def _teams(event: Event) -> Iterator[str]:
    form, kind = event.system.team_form, event.system.kind
    needed = form != "none" or kind in TWO_TEAMS
    if needed and len(event.teams) < 2:
        yield f"teams: {len(event.teams)} entered; {kind if form == 'none' else form} needs at least 2"
    if not needed and event.teams:
        yield 'teams: entered, but system.team_form is "none"; "total" sums their members\' points'
    if kind in TWO_TEAMS and form != "none":
        yield f"system.team_form: {kind} has its own line-up; leave it out"
    if kind in TWO_TEAMS and len(event.teams) > 2:
        yield f"teams: {kind} is for 2 teams, {len(event.teams)} are entered"
    if event.by_teams and kind not in ("round-robin", "swiss", "elimination"):
        yield f"system.team_form: team matches are played as round-robin, swiss or elimination, not {kind}"
    known = {player.name for player in event.players}
    seen: dict[str, str] = {}
    for team in event.teams:
        for name in team.players:
            if name not in known:
                yield f"teams: {team.name}: no player is named {name!r}"
            elif name in seen:
                yield f"teams: {name!r} is in {seen[name]} and in {team.name}"
            seen[name] = team.name
        yield from _size(event, team)
    for name in sorted(known - set(seen)) if event.by_teams or kind in TWO_TEAMS else ():
        yield f"players: {name!r} is in no team"


def _size(event: Event, team: Team) -> Iterator[str]:
    form, boards = event.system.team_form, event.system.boards
    have = len(team.players)
    if event.by_teams and boards == 0:
        yield f"system.boards: missing: how many boards {team.name} plays (Article 26.II)"
    elif form in ("fixed", "rotation") and have != boards:
        yield f"teams: {team.name} has {have} players for {boards} boards"
    elif form in ("substitutes", "on-the-spot") and have < boards:
        yield f"teams: {team.name} has {have} players, {boards} boards need at least as many"
    if event.system.kind == "scheveningen" and have != len(event.teams[0].players):
        yield f"teams: {team.name} has {have} players, {event.teams[0].name} {len(event.teams[0].players)}"


def planned_rounds(event: Event) -> int:
    """Return how many main rounds the event file asks for, 0 where the results decide."""
    kind, sides = event.system.kind, len(event.teams) if event.by_teams else len(event.players)
    if kind in ("swiss", "macmahon"):
        return event.system.rounds
    if kind == "round-robin":
        return (sides - 1 + sides % 2) * event.system.cycles if sides > 1 else 0
    if kind == "gauntlet":
        return sides - 1
    return len(event.teams[0].players) if kind == "scheveningen" and event.teams else 0


def _rounds(event: Event) -> Iterator[str]:
    kind, rounds = event.system.kind, event.system.rounds
    if kind in ("swiss", "macmahon"):
        if rounds == 0:
            yield f"system.rounds: missing: how many rounds of {kind} are played (Article 30.2)"
    elif rounds:
        planned = planned_rounds(event)
        if planned == 0:
            yield f"system.rounds: {kind} ends by its results; leave it out"
        elif planned != rounds:
            yield f"system.rounds: {rounds}, but {kind} of this entry has {planned}; leave it out"


def _system(event: Event) -> Iterator[str]:
    system = event.system
    if system.kind == "best-of" and len(event.players) != 2:
        yield f"players: best-of is a match of 2, {len(event.players)} are entered"
    if system.kind == "gauntlet" and system.challenger not in {p.name for p in event.players}:
        yield f"system.challenger: {system.challenger!r} names no player"
    if system.kind == "macmahon":
        for path, text in (("system.bar", system.bar), ("system.floor", system.floor)):
            yield from _refusal(path, grade, text)
        for player in event.players:
            if not player.rank:
                yield f"players: {player.name}: rank: missing: macmahon starts by rank"
        if system.handicap and system.handicap_most > 1:
            size = event.play.size
            yield from _refusal("system.handicap_most", lambda _: free_points(size, size, system.handicap_most), "")
        known = not [line for text in (system.bar, system.floor) for line in _refusal("", grade, text)]
        if known and grade(system.floor) > grade(system.bar):
            yield f"system.floor: {system.floor} is above the bar {system.bar}"
    if event.by_teams and system.games > 1:
        yield "system.games: a team match has one game a board"
    if system.third_place and (system.kind != "elimination" or system.losses != 1):
        yield "system.third_place: only single elimination has a game for the third place"
    for player in event.players:
        if player.from_round > 1 and system.kind not in ("swiss", "macmahon"):
            yield f"players: {player.name}: from_round: {system.kind} takes no late entries"
        elif 0 < system.rounds < player.from_round:
            yield f"players: {player.name}: from_round: {player.from_round}, but the event has {system.rounds} rounds"
    early = sum(player.from_round == 1 for player in event.players)
    if system.kind in ("swiss", "macmahon") and early < 2 <= len(event.players):
        yield f"players: fewer than 2 are there in round 1 of {system.kind}"
    if system.kind == "elimination" and system.best_of % 2 == 0:
        yield f"system.best_of: {system.best_of}: a meeting of elimination needs a winner: an odd number"
    if system.kind == "elimination" and system.best_of > 1 and system.games > 1:
        yield "system.games: best_of gives a meeting its games; leave games out"


_PAIRED = ("swiss", "macmahon")
FOR: dict[str, dict[str, tuple[str, ...]]] = {
    "system": {
        "cycles": ("round-robin",), "losses": ("elimination",), "best_of": ("best-of", "elimination"),
        "within": _PAIRED, "rematches": _PAIRED, "apart_rounds": (*_PAIRED, "elimination"), "bar": ("macmahon",),
        "floor": ("macmahon",), "handicap": ("macmahon",), "handicap_less": ("macmahon",),
        "handicap_most": ("macmahon",), "challenger": ("gauntlet",),
        "games": ("round-robin", *_PAIRED, "elimination", "gauntlet", "scheveningen"),
    },
    "ranking": {"swiss_rank": ("swiss",), "max_points": ("swiss",), "bye_points": _PAIRED, "bye_opponent": _PAIRED},
}  # fmt: skip
"""The systems that a key is for, by section; of a key that is for all there is nothing here."""


def _strangers(event: Event) -> Iterator[str]:
    """Name keys that say something where the system does not listen."""
    for path, section in (("system", event.system), ("ranking", event.ranking)):
        for field in fields(section):
            kinds = FOR[path].get(field.name, (event.system.kind,))
            if event.system.kind not in kinds and getattr(section, field.name) != field.default:
                yield f"{path}.{field.name}: is for {', '.join(kinds)}, not {event.system.kind}; leave it out"
    if event.system.boards and not event.by_teams:
        yield "system.boards: is for team matches; leave it out"
    if event.system.max_changes != 1 and event.system.team_form != "substitutes":
        yield "system.max_changes: is for team_form substitutes; leave it out"


def _ranking(event: Event) -> Iterator[str]:
    ranking = event.ranking
    if ranking.tie == "playoff" and event.playoff is None:
        yield "playoff: missing: play-offs must be settled in advance: games, limit, who (Article 28.III)"
    if ranking.tie != "playoff" and event.playoff is not None:
        yield f'playoff: given, but ranking.tie is "{ranking.tie}"'
    if ranking.tie == "playoff" and event.system.kind in ("elimination", "win-stay"):
        yield f"ranking.tie: {event.system.kind} knows no play-off"
    for name, count in Counter(ranking.tiebreaks).items():
        if count > 1:
            yield f"ranking.tiebreaks: {name} is named {count} times"
    for name in ("game-points", "boards"):
        if name in ranking.tiebreaks and not event.by_teams:
            yield f"ranking.tiebreaks: {name} is for team events"


def require(event: Event) -> None:
    """Raise EventError with every fault of the event."""
    lines = faults(event)
    if lines:
        raise EventError(*lines)
