"""Event files, and events played out in memory, for the tests of the tournament."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from engine.tournament.director import Director
from engine.tournament.event import Event, parse
from engine.tournament.formats.registry import Done
from engine.tournament.journal import MemoryJournal
from engine.tournament.model import Game, Key, Outcome
from engine.tournament.model import outcome as read_outcome

SECTIONS: dict[str, dict[str, Any]] = {
    "event": {"name": "Test event", "seed": 7, "schedule": ["one day"]},
    "officials": {"chief": "Chief", "referees": ["Referee"], "appeals": "Committee"},
    "play": {"edition": "chinese-1988", "size": 9, "komi": 5.5, "cycle_policy": "superko"},
    "time": {"limit": "300c5", "late_limit": 15},
    "system": {"kind": "swiss"},
    "ranking": {"tie": "shared"},
}


def toml(
    kind: str,
    players: int | Sequence[dict[str, Any]] = 4,
    teams: Sequence[dict[str, Any]] = (),
    drop: Sequence[str] = (),
    **changes: dict[str, Any],
) -> str:
    """Return the text of an event file; `changes` override keys of sections, `drop` removes "section.key"."""
    sections: dict[str, dict[str, Any]] = {name: dict(values) for name, values in SECTIONS.items()}
    sections["system"]["kind"] = kind
    for name, values in changes.items():
        sections.setdefault(name, {}).update(values)
    for path in drop:
        name, _, key = path.partition(".")
        if key:
            del sections[name][key]
        else:
            del sections[name]
    if isinstance(players, int):
        players = [{"name": f"P{n}"} for n in range(1, players + 1)]
    lines = ["version = 1"]
    for name, values in sections.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
    for name, rows in (("players", players), ("teams", teams)):
        for row in rows:
            lines += [f"[[{name}]]", *(f"{key} = {json.dumps(value)}" for key, value in row.items())]
    return "\n".join(lines) + "\n"


def make_event(kind: str, players: int | Sequence[dict[str, Any]] = 4, **more: Any) -> Event:
    """Return a complete event; the order is that of the numbers unless told otherwise."""
    more["system"] = {"order": "numbers"} | more.get("system", {})
    return parse(toml(kind, players, **more))


def make_teams(sizes: Sequence[int]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return players A1.. B1.. and their teams."""
    names = [[f"{chr(65 + team)}{n}" for n in range(1, size + 1)] for team, size in enumerate(sizes)]
    players = [{"name": name} for team in names for name in team]
    return players, [{"name": f"Team {chr(65 + i)}", "players": team} for i, team in enumerate(names)]


Chooser = Callable[[Director, Game], str | Outcome]


def started(event: Event) -> Director:
    """Return the desk of an event that has been drawn."""
    desk = Director(event, MemoryJournal())
    desk.start()
    return desk


def enter(desk: Director, game: Game, result: str | Outcome) -> None:
    desk.result(game.key, read_outcome(result) if isinstance(result, str) else result)


def play_out(desk: Director, choose: Chooser, rounds: int = 10_000) -> Director:
    """Advance and enter what `choose` says until the event is over, or `rounds` rounds are published and played."""
    while not isinstance(desk.advance(), Done):
        for game in desk.state.open_games():
            enter(desk, game, choose(desk, game))
        if len(desk.state.rounds) >= rounds and not desk.state.open_games():
            break
    return desk


def winner_is(names: dict[tuple[str, str], str]) -> Chooser:
    """Return a chooser from {(one, other): name of the winner or "="}."""

    def choose(desk: Director, game: Game) -> str:
        black, white = (desk.state.players[n].name for n in (game.black, game.white))
        winner = names.get((black, white)) or names[white, black]
        return "=" if winner == "=" else "B" if winner == black else "W"

    return choose


def stronger(desk: Director, game: Game) -> str:
    """The lower starting number wins."""
    return "B" if game.black < game.white else "W"


def at_random(seed: int, draws: float = 0.0) -> Chooser:
    """Return a chooser that tosses coins from a seed."""
    coin = random.Random(seed)
    return lambda desk, game: "=" if coin.random() < draws else coin.choice("BW")


def pairs_of(desk: Director, number: int) -> list[tuple[int, int | None]]:
    """Return the sides of the meetings of a round, in order of the tables."""
    return [(m.first, m.second) for m in desk.state.rounds[number - 1].meetings]


def key(round_number: int, table: int, game: int = 1) -> Key:
    return Key(round_number, table, game)
