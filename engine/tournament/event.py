"""The event file (TOML, schema version 1): what must be settled before a tournament may start (Article 30).

    event = load("club.toml")            # raises EventError with one line a fault

Sections: [event], [officials], [play], [time], [system], [ranking], [playoff], [[players]], [[teams]]. Each is a
frozen dataclass below, whose fields are the documentation (`tianyuan tournament schema` prints them).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import EventError
from engine.tournament.schema import describe, option, read

VERSION = 1
SYSTEMS = (
    "round-robin", "swiss", "macmahon", "elimination", "best-of", "gauntlet", "scheveningen", "win-stay",
)  # fmt: skip
TEAM_FORMS = ("none", "fixed", "substitutes", "on-the-spot", "rotation", "total")
RATING = 10_000
"""Ratings and anchors lie between this and its negative."""
TIEBREAKS = ("sodos", "sos", "sosos", "direct", "wins", "warnings", "game-points", "boards", "credit-sum")


@dataclass(frozen=True)
class Header:
    """What is printed on top, and the seed."""

    name: str = option("name of the event as printed", article="30")
    seed: int = option("seed of every draw, published before the first one", low=0, high=2**53, article="10")
    schedule: tuple[str, ...] = option("when and where the rounds are played, one line each", article="30.2")
    place: str = option("town or hall", default="")
    organiser: str = option("who holds the event", default="")
    kind: str = option("label of the event", default="open", choices=("open", "dan", "grade"), article="26.III")
    status: str = option("state of the regulations", default="draft", choices=("draft", "approved"), article="31.1")


@dataclass(frozen=True)
class Officials:
    """Who referees."""

    chief: str = option("the chief referee", article="30.1")
    referees: tuple[str, ...] = option("the referees", article="30.1")
    appeals: str = option("the body that hears appeals", article="16.4")
    deputies: tuple[str, ...] = option("deputy chief referees", default=())


@dataclass(frozen=True)
class Play:
    """The rules of one game."""

    edition: str = option("rule set by name, as `--rules` takes it", article="30.2")
    size: int = option("side of the board in lines", low=2, high=25, article="1")
    komi: float = option("points White gets (2 for each zi that Black gives)", low=-400, high=400, article="11")
    cycle_policy: str = option(
        "what a whole-board cycle is", choices=("superko", "draw", "replay", "ask"), article="20.3"
    )
    illegal: str = option("what an illegal move of an engine is", default="", choices=("", "void-pass", "loss"))
    score: str = option("how engine games are counted", default="agree", choices=("agree", "tromp-taylor"))
    openings: str = option("where engine games begin: none, builtin, random:K, SGF folder", default="none")
    move_limit: int = option("moves after which a game is stopped, 0 for the runner's own", default=0, low=0)

    @property
    def komi2(self) -> int:
        """Return the komi in half points."""
        return round(self.komi * 2)

    @property
    def illegal_moves(self) -> str:
        """Return what an illegal move is, "void-pass" or "loss"; under the text's own rules it is void (Article 19)."""
        return self.illegal or ("void-pass" if self.edition == "chinese-1988" else "loss")


@dataclass(frozen=True)
class Time:
    """Thinking time and lateness."""

    limit: str = option("time of a player as `--time` takes it, such as 3600c5 or 300+5x30", article="12.I")
    late_limit: int = option(
        "minutes a player may come late before the game is lost", low=0, high=10_000, article="23.1"
    )


@dataclass(frozen=True)
class System:
    """The method of the event (Articles 26 and 27)."""

    kind: str = option("the system of play", choices=SYSTEMS, article="27")
    rounds: int = option("rounds of swiss and macmahon; others count their own", default=0, low=0, high=200)
    cycles: int = option("round robin: 1 single, 2 double", default=1, low=1, high=20, article="27.II")
    losses: int = option("elimination: out at this loss", default=1, low=1, high=9, article="27.I")
    games: int = option("games of one meeting, colours swapped from game to game", default=1, low=1, high=100)
    best_of: int = option(
        "best-of, and a meeting of elimination: most games", default=1, low=1, high=99, article="27.IV"
    )
    third_place: bool = option("single elimination: a game for the third place", default=False)
    order: str = option("who stands where in the first round", default="lots", choices=("lots", "rating", "numbers"))
    within: str = option("pairing inside a score group", default="fold", choices=("fold", "slip", "adjacent", "random"))
    rematches: str = option(
        "swiss: a second meeting or bye when no pairing is left without one, or a refusal to pair",
        default="admitted",
        choices=("admitted", "never"),
    )
    apart_rounds: int = option("rounds in which team-mates and club-mates are kept apart", default=0, low=0, high=200)
    bar: str = option("macmahon: ranks above this start level with it", default="9d")
    floor: str = option("macmahon: ranks below this start level with it", default="30k")
    handicap: bool = option("macmahon: handicap stones for a difference of score", default=True)
    handicap_less: int = option("macmahon: stones fewer than the difference", default=1, low=0, high=9)
    handicap_most: int = option("macmahon: most stones", default=9, low=0, high=9)
    challenger: str = option("gauntlet: the one who meets all others", default="")
    team_form: str = option("form of a team event", default="none", choices=TEAM_FORMS, article="26.II")
    boards: int = option("boards of a team match", default=0, low=0, high=50)
    max_changes: int = option("substitutes: most changes of a team in one match", default=1, low=0, high=50)


@dataclass(frozen=True)
class Ranking:
    """Scores, ties and how they are broken (Article 28)."""

    tie: str = option("what parts those still level", choices=("shared", "lots", "playoff"), article="28.III")
    swiss_rank: str = option(
        "swiss: total score formula, or points and then opponents", default="total",
        choices=("total", "points_then_opponents"), article="28.I",
    )  # fmt: skip
    max_points: str = option(
        "what the formula divides by: 2 points a round, or the best score made", default="possible",
        choices=("possible", "achieved"), article="28.I",
    )  # fmt: skip
    tiebreaks: tuple[str, ...] = option("tie-breaks; empty for those of Article 28", default=(), choices=TIEBREAKS)
    bye_points: int = option("points of a bye", default=2, low=0, high=2)
    bye_opponent: str = option(
        "what a bye adds to the opponents' sum: rounds - round + 1 (practice), or nothing", default="practice",
        choices=("practice", "absent"), article="27.III",
    )  # fmt: skip


@dataclass(frozen=True)
class Playoff:
    """Deciding games between those who are level, fixed in advance (Article 28.III)."""

    games: int = option("games between two", low=1, high=9, article="28.III")
    limit: str = option("time of a player, as time.limit", article="28.III")
    who: str = option("which ties are played off", choices=("first", "podium", "all"), article="28.III")


@dataclass(frozen=True)
class Entrant:
    """One player: a person, or an engine where `engine` holds its command."""

    name: str = option("name, unique in the event")
    number: int = option("starting number; given in the order of the file where absent", default=0, low=0, high=9999)
    engine: str = option("command line of a GTP engine; empty for a person", default="")
    rank: str = option("rank such as 3d or 12k", default="")
    rating: float | None = option("rating in Elo points", default=None, low=-RATING, high=RATING)
    club: str = option("club, family or author: kept apart in the first rounds", default="")
    time: str = option("own time, as time.limit; empty for the event's", default="")
    anchor: float | None = option("rating that the rating list holds fixed", default=None, low=-RATING, high=RATING)
    from_round: int = option("first round of a late entry", default=1, low=1, high=200)


@dataclass(frozen=True)
class Team:
    """One team: its players in the order of their boards, reserves last."""

    name: str = option("name, unique in the event")
    players: tuple[str, ...] = option("names of its players in the order of the boards", article="26.II")
    number: int = option("starting number; given in the order of the file where absent", default=0, low=0, high=9999)


@dataclass(frozen=True)
class Event:
    """A whole event file, complete and consistent."""

    header: Header
    officials: Officials
    play: Play
    time: Time
    system: System
    ranking: Ranking
    playoff: Playoff | None
    players: tuple[Entrant, ...]
    teams: tuple[Team, ...] = ()

    @property
    def by_teams(self) -> bool:
        """Return whether the sides that the system pairs are teams."""
        return self.system.team_form not in ("none", "total")

    def player(self, number: int) -> Entrant:
        """Return the player of the event file with this starting number."""
        return next(p for p in self.players if p.number == number)

    def number_of(self, name: str) -> int:
        """Return the starting number of a player of the event file."""
        return next(p.number for p in self.players if p.name == name)

    def roster(self, team: Team) -> tuple[int, ...]:
        """Return the starting numbers of a team's players in the order of the boards."""
        return tuple(self.number_of(name) for name in team.players)


SECTIONS: tuple[tuple[str, type], ...] = (
    ("event", Header), ("officials", Officials), ("play", Play), ("time", Time), ("system", System),
    ("ranking", Ranking), ("playoff", Playoff), ("players", Entrant), ("teams", Team),
)  # fmt: skip


def load(path: str | Path) -> Event:
    """Read an event file; raise EventError with one line a fault, each naming the file and the key."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise EventError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise EventError(f"{path}: not UTF-8 text") from None
    return parse(text, str(path))


def parse(text: str, name: str = "event", kept: bool = False) -> Event:
    """Read the text of an event file; `name` heads every line of a refusal.

    kept: it is that of an event which has begun. It was complete then, perhaps for an older program that asked for
    less: what it says is taken without being judged again.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EventError(f"{name}: not TOML: {error}") from None
    problems: list[str] = []
    if raw.pop("version", None) != VERSION:
        problems.append(f"version: must be {VERSION}, the schema that this program knows")
    event = _sections(raw, problems, kept)
    if event is not None and not kept:
        from engine.tournament.consistency import faults

        problems += faults(event)
    if problems or event is None:
        raise EventError(*(f"{name}: {line}" for line in problems))
    return event


S = TypeVar("S")


def _sections(raw: dict[str, Any], problems: list[str], kept: bool) -> Event | None:
    known = {key for key, _ in SECTIONS}
    problems += [f"{key}: no such section" for key in raw if key not in known]

    def one(kind: type[S], key: str) -> S | None:
        return read(kind, raw.get(key, {}), key, problems, kept)

    header, officials, play = one(Header, "event"), one(Officials, "officials"), one(Play, "play")
    time, system, ranking = one(Time, "time"), one(System, "system"), one(Ranking, "ranking")
    playoff = one(Playoff, "playoff") if "playoff" in raw else None
    players = _numbered(_many(Entrant, raw.get("players", []), "players", problems, kept))
    teams = _numbered(_many(Team, raw.get("teams", []), "teams", problems, kept))
    if header and officials and play and time and system and ranking and not problems:
        return Event(header, officials, play, time, system, ranking, playoff, players, teams)
    return None


def _many(kind: type[S], tables: object, path: str, problems: list[str], kept: bool) -> list[S]:
    if not isinstance(tables, list):
        problems.append(f"{path}: write [[{path}]] for each")
        return []
    rows = [read(kind, table, f"{path}[{index}]", problems, kept) for index, table in enumerate(tables, 1)]
    return [row for row in rows if row is not None]


N = TypeVar("N", Entrant, Team)


def _numbered(rows: list[N]) -> tuple[N, ...]:
    """Give every row without a starting number the lowest free one, in the order of the file."""
    taken = {row.number for row in rows}
    free = (number for number in range(1, 2 * len(rows) + 2) if number not in taken)
    return tuple(row if row.number else replace(row, number=next(free)) for row in rows)


def documentation() -> str:
    """Return the schema of the event file as text, a line a key."""
    lines = [f"version: whole number, required. The version of this schema: {VERSION}"]
    for name, section in SECTIONS:
        lines += describe(section, name if name not in ("players", "teams") else f"{name}[]")
    return "\n".join(lines) + "\n"
