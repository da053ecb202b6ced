"""Read the queries of the analysis protocol. Every refusal names the field, in the protocol's own form."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.coords import name_points, parse_vertex
from engine.errors import QueryError, RulesError, VertexError
from engine.game import rules as rule_sets
from engine.game.game import Game
from engine.player.wish import Rule, Wish, restrict
from gocore import BLACK, WHITE, GoError, IllegalMove

COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
MAX_KOMI = 150
"""The protocol's limit for komi, either way."""


@dataclass(frozen=True, slots=True)
class Action:
    """A line that is no position: query_version, clear_cache, terminate, terminate_all, query_models."""

    id: str
    name: str
    terminate_id: str = ""
    turns: tuple[int, ...] | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Query:
    """Positions of one game to be searched.

    games: turn number (moves played) -> the game up to there. priorities: turn -> its priority; the higher comes
    first. visits, max_ms: limits of each search, None for what the settings say. first_ms, every_ms: time to the first
    report on the way, and between it and later ones, None for no such report. wishes: turn -> what is asked of its
    search. ownership and the next: what the answer shows. view: the side whose chances are told, None for the side to
    move.
    """

    id: str
    games: Mapping[int, Game]
    priorities: Mapping[int, int]
    visits: int | None
    max_ms: int | None
    first_ms: int | None
    every_ms: int | None
    wishes: Mapping[int, Wish]
    ownership: bool
    ownership_stdev: bool
    moves_ownership: bool
    moves_ownership_stdev: bool
    policy: bool
    pv_visits: bool
    view: int | None
    warnings: tuple[tuple[str, str], ...] = ()


KNOWN = frozenset(
    [
        "id",
        "moves",
        "initialStones",
        "initialPlayer",
        "rules",
        "komi",
        "whiteHandicapBonus",
        "boardXSize",
        "boardYSize",
        "analyzeTurns",
        "maxVisits",
        "analysisPVLen",
        "includeOwnership",
        "includeOwnershipStdev",
        "includeMovesOwnership",
        "includeMovesOwnershipStdev",
        "includePolicy",
        "includePVVisits",
        "includeNoResultValue",
        "avoidMoves",
        "allowMoves",
        "overrideSettings",
        "reportDuringSearchEvery",
        "firstReportDuringSearchAfter",
        "priority",
        "priorities",
        "rootPolicyTemperature",
        "rootFpuReductionMax",
        "action",
    ]
)
OVERRIDES = frozenset(["maxVisits", "maxTime", "reportAnalysisWinratesAs"])
"""The settings that a query may override; any other brings a warning."""
HABITS = frozenset(["wideRootNoise", "rootNumSymmetriesToSample", "rootPolicyTemperature", "rootFpuReductionMax"])
"""How widely KataGo looks at the root: sent with every query by KaTrain and others, which show each warning in red. Our
search has nothing like it, and its answers mean the same without."""
_PAIR = re.compile(r"\(([0-9]{1,2}),([0-9]{1,2})\)", re.ASCII)
ACTIONS = ("query_version", "clear_cache", "terminate", "terminate_all", "query_models")
VIEWS = {"black": BLACK, "white": WHITE, "sidetomove": None}


def parse(line: str) -> Query | Action:
    """Read one line. Raises QueryError, with the id where the line had one."""
    try:
        data = json.loads(line.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise QueryError(f"not a line of JSON: {error}") from None
    if not isinstance(data, dict):
        raise QueryError("not a JSON object")
    number = data.get("id")
    if not isinstance(number, str):
        raise QueryError("must be a string", "id")
    try:
        return _action(number, data) if "action" in data else _Reader(number, data).query()
    except QueryError as error:
        raise QueryError(error.text, error.field, number) from None


def _action(number: str, data: dict[str, Any]) -> Action:
    name = data["action"]
    if name not in ACTIONS:
        raise QueryError(f"must be one of {', '.join(ACTIONS)}", "action")
    turns = data.get("turnNumbers")
    if turns is not None and not _ints(turns):
        raise QueryError("must be a list of whole numbers", "turnNumbers")
    target = data.get("terminateId", "")
    if name == "terminate" and not isinstance(data.get("terminateId"), str):
        raise QueryError("must be a string", "terminateId")
    return Action(number, name, target, None if turns is None else tuple(turns), data)


def _ints(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, int) and not isinstance(one, bool) for one in value)


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else max(1, round(seconds * 1000))


class _Reader:
    """The fields of one query, each checked as it is read."""

    def __init__(self, number: str, data: dict[str, Any]) -> None:
        self.id, self.data = number, data

    def query(self) -> Query:
        data = self.data
        game = self._start()
        moves = self._stones("moves", game, passes=True)
        turns = data.get("analyzeTurns", [len(moves)])
        if not _ints(turns) or not turns:
            raise QueryError("must be a list of whole numbers", "analyzeTurns")
        for turn in turns:
            if not 0 <= turn <= len(moves):
                raise QueryError(f"turn {turn} is not between 0 and {len(moves)}", "analyzeTurns")
        games = self._games(game, moves, set(turns))
        settings = data.get("overrideSettings", {})
        if not isinstance(settings, dict):
            raise QueryError("must be an object", "overrideSettings")
        for name in ("rootPolicyTemperature", "rootFpuReductionMax"):  # taken for KataGo's sake; our search has neither
            self._number(name, 0.0, 100.0)
        unused = sorted(set(data) - KNOWN) + sorted(set(settings) - OVERRIDES - HABITS)
        every = self._number("reportDuringSearchEvery", 0.001, 1e6)
        first = self._number("firstReportDuringSearchAfter", 0.001, 1e6)
        seconds = self._number("maxTime", 0.0, 1e9, settings)
        return Query(
            self.id,
            games,
            self._priorities(turns),
            self._limit(settings),
            _ms(seconds),
            _ms(every if first is None else first),
            _ms(every),
            {turn: self._wish(games[turn]) for turn in games},
            self._flag("includeOwnership"),
            self._flag("includeOwnershipStdev"),
            self._flag("includeMovesOwnership"),
            self._flag("includeMovesOwnershipStdev"),
            self._flag("includePolicy"),
            self._flag("includePVVisits"),
            self._view(settings),
            tuple((name, "is not used") for name in unused),
        )

    def _number(self, name: str, low: float, high: float, where: Mapping[str, Any] | None = None) -> float | None:
        value = (self.data if where is None else where).get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise QueryError(f"must be a number from {low:g} to {high:g}", name)
        return value

    def _whole(self, name: str, low: int, high: int, where: Mapping[str, Any] | None = None) -> int | None:
        value = self._number(name, low, high, where)
        if value is not None and value != int(value):
            raise QueryError("must be a whole number", name)
        return None if value is None else int(value)

    def _flag(self, name: str) -> bool:
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise QueryError("must be true or false", name)
        return value

    def _limit(self, settings: Mapping[str, Any]) -> int | None:
        visits = self._whole("maxVisits", 1, 10**12)
        return self._whole("maxVisits", 1, 10**12, settings) if visits is None else visits

    def _view(self, settings: Mapping[str, Any]) -> int | None:
        word = str(settings.get("reportAnalysisWinratesAs", "BLACK")).lower()
        if word not in VIEWS:
            raise QueryError("must be BLACK, WHITE or SIDETOMOVE", "reportAnalysisWinratesAs")
        return VIEWS[word]

    def _priorities(self, turns: list[int]) -> Mapping[int, int]:
        """Each turn's priority: `priorities` goes by `analyzeTurns`; the highest counts for a turn named twice."""
        many = self.data.get("priorities")
        if many is None:
            return dict.fromkeys(turns, self._whole("priority", -(2**31), 2**31) or 0)
        if not _ints(many) or len(many) != len(turns):
            raise QueryError("must be as many whole numbers as there are turns", "priorities")
        return dict(sorted(zip(turns, many, strict=True), key=lambda pair: pair[1]))

    # --- the game -----------------------------------------------------------------------------------------------

    def _start(self) -> Game:
        width, height = self._whole("boardXSize", 1, 25), self._whole("boardYSize", 1, 25)
        if width is None or height is None:
            raise QueryError("is missing", "boardXSize" if width is None else "boardYSize")
        chosen = self._rules()
        komi = self._number("komi", -MAX_KOMI, MAX_KOMI)
        if komi is not None and komi * 2 != int(komi * 2):
            raise QueryError("must be a whole or half number", "komi")
        game = Game.new(width, height, chosen, chosen.komi2 if komi is None else int(komi * 2))
        stones = self._stones("initialStones", game, passes=False)
        player = self.data.get("initialPlayer")
        if player is not None and str(player).lower() not in COLORS:
            raise QueryError("must be B or W", "initialPlayer")
        side = COLORS[str(player).lower()] if player is not None else None
        if side is None and stones and all(color == BLACK for color, _ in stones):
            side = WHITE
        if stones or side == WHITE:
            try:
                game.setup(_of(stones, BLACK), _of(stones, WHITE), (), side)
            except (GoError, ValueError) as error:
                why = name_points(str(error), width, height)
                raise QueryError(f"illegal position: {why}", "initialStones") from None
        return game

    def _rules(self) -> rule_sets.RuleSet:
        given = self.data.get("rules")
        if given is None:
            raise QueryError("is missing", "rules")
        text = given if isinstance(given, str) else json.dumps(given)
        try:
            chosen = rule_sets.by_kata(text)
            bonus = self.data.get("whiteHandicapBonus")
            return chosen if bonus is None else rule_sets.kata_set_rule(chosen, "whiteHandicapBonus", str(bonus))
        except RulesError as error:
            raise QueryError(str(error), "rules") from None

    def _stones(self, name: str, game: Game, passes: bool) -> list[tuple[int, int]]:
        given = self.data.get(name, [])
        if not isinstance(given, list):
            raise QueryError("must be a list of pairs of colour and vertex", name)
        return [self._stone(pair, name, game, passes) for pair in given]

    def _stone(self, pair: object, name: str, game: Game, passes: bool) -> tuple[int, int]:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(word, str) for word in pair):
            raise QueryError("must be a list of pairs of colour and vertex", name)
        color = COLORS.get(pair[0].lower())
        if color is None:
            raise QueryError(f"not a colour: {pair[0][:20]!r}", name)
        point = self._point(pair[1], name, game)
        if point == game.pass_point and not passes:
            raise QueryError("a pass is no stone", name)
        return color, point

    def _point(self, text: object, name: str, game: Game) -> int:
        """Read a vertex, or the protocol's `(x,y)` that counts columns and rows from 0 at the upper left."""
        if match := _PAIR.fullmatch(str(text)):
            x, y = int(match[1]), int(match[2])
            if x < game.width and y < game.height:
                return y * game.width + x
        try:
            return parse_vertex(str(text), game.width, game.height)
        except VertexError as error:
            raise QueryError(str(error), name) from None

    def _games(self, game: Game, moves: list[tuple[int, int]], turns: set[int]) -> dict[int, Game]:
        found = {}
        for turn in range(len(moves) + 1):
            if turn in turns:
                found[turn] = game.copy()
            if turn < len(moves):
                color, point = moves[turn]
                try:
                    game.play(point, color)
                except IllegalMove as error:
                    vertex = self.data["moves"][turn][1]
                    raise QueryError(f"Illegal move {turn}: {vertex} ({error.reason})", "moves") from None
        return found

    def _wish(self, game: Game) -> Wish:
        """What to ask of the search of one position: avoidMoves, allowMoves, and what the answer shall show."""
        side, area = game.position.to_move, game.pass_point
        rules = list(self._restrictions(game))
        try:
            only, later = restrict(rules, side, area)
        except ValueError as error:
            raise QueryError(str(error), "allowMoves" if "allowMoves" in self.data else "avoidMoves") from None
        if only and not any(game.position.is_legal(point, side) for point in only):
            raise QueryError("no legal move is left to search", "allowMoves")
        spread = self._flag("includeOwnershipStdev")
        return Wish(
            only,
            later,
            ownership=spread or self._flag("includeOwnership"),
            deviations=spread,
            moves_ownership=self._flag("includeMovesOwnership") or self._flag("includeMovesOwnershipStdev"),
            pv_length=self._whole("analysisPVLen", 1, 1000) or 15,
            least=area + 1 if self._flag("includePolicy") else 0,
        )

    def _restrictions(self, game: Game) -> Iterator[Rule]:
        for name in ("avoidMoves", "allowMoves"):
            rows = self.data.get(name, [])
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                raise QueryError("must be a list of objects", name)
            for row in rows:
                side = COLORS.get(str(row.get("player")).lower())
                words, depth = row.get("moves"), row.get("untilDepth")
                if side is None or not isinstance(words, list) or not _ints([depth]) or depth < 1:
                    raise QueryError("needs player, moves and untilDepth (from 1)", name)
                points = frozenset(self._point(word, name, game) for word in words)
                yield Rule(side, points, depth, name == "allowMoves")


def _of(stones: list[tuple[int, int]], color: int) -> list[int]:
    return [point for side, point in stones if side == color]
