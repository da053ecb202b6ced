"""What results add up to: by player, by pair, with what counts for no one left out."""

import json

from engine.match.record import GameId, GameRecord, MovePlayed, Outcome, Reason
from engine.match.spec import SprtSpec
from engine.match.store import Result
from engine.match.table import find_duplicates, tabulate

B, W, D, N = Outcome.BLACK, Outcome.WHITE, Outcome.DRAW, Outcome.NONE


def results(*outcomes: Outcome) -> list[Result]:
    """Games of A and B in pairs, A with Black first."""
    found = []
    for number, outcome in enumerate(outcomes, 1):
        black, white = ("A", "B") if number % 2 else ("B", "A")
        reason = Reason.NO_RESULT if outcome is N else Reason.SCORE
        id = GameId("ev", (number + 1) // 2, 1, number)
        found.append(Result(id, black, white, outcome, reason, None, 100, 1000 * number, 0, "runner", "", ""))
    return found


def test_results_land_on_players_not_colours() -> None:
    table = tabulate(results(W, W, B, B), ("A", "B"), paired=True)
    # game 1: B won with White; 2: A with White; 3: A with Black; 4: B with Black
    assert (table.wins, table.losses, table.draws, table.none) == (2, 2, 0, 0)
    assert table.as_black == (1, 2)
    assert table.black_wins == 2
    assert table.tally.bins == (0, 0, 2, 0, 0)
    assert table.score == "2-2-0 (50.0 %)"


def test_the_other_player_sees_the_mirror_image() -> None:
    games = results(B, W, B, B, D, W)
    one, other = tabulate(games, ("A", "B"), paired=True), tabulate(games, ("B", "A"), paired=True)
    assert (one.wins, one.losses) == (other.losses, other.wins) == (4, 1)
    assert one.tally.bins == other.tally.bins[::-1]


def test_half_pairs_and_no_results_are_no_pairs() -> None:
    table = tabulate(results(B, N, B, W, B), ("A", "B"), paired=True)
    assert (table.games, table.none, table.wins) == (5, 1, 4)
    assert table.tally.bins == (0, 0, 0, 0, 1)
    assert table.score == "4-0-0 (100.0 %)"


def test_single_games_need_no_pairs() -> None:
    table = tabulate(results(B, N, B, D), ("A", "B"), paired=False, test=SprtSpec(elo0=0, elo1=50))
    assert table.tally.bins == (0, 1, 2)
    assert table.test is not None
    assert table.test.llr > 0


def test_an_empty_match() -> None:
    table = tabulate([], ("A", "B"), paired=True, test=SprtSpec())
    assert table.score == "0-0-0"
    assert "nothing finished" in "\n".join(table.lines())
    assert json.loads(json.dumps(table.to_json(), allow_nan=False))["elo"]["low95"] is None


def test_the_summary_is_plain_json_also_after_a_sweep() -> None:
    table = tabulate(results(B, W), ("A", "B"), paired=True, test=SprtSpec())
    summary = json.loads(json.dumps(table.to_json(), allow_nan=False))
    assert summary["elo"]["elo"] is None
    assert summary["reasons"] == [{"reason": "score", "winner": "A", "games": 2}]
    assert summary["seconds_a_game"] == [0.5, 1.0]


def test_duplicates_are_found_and_short_games_are_none() -> None:
    def record(number: int, length: int, last: int = 50) -> GameRecord:
        moves = [MovePlayed(1 + i % 2, i, ms=number * i) for i in range(length)] + [MovePlayed(1, last)]
        return GameRecord(
            id=GameId("ev", 1, 1, number), black="A", white="B", outcome=B, reason=Reason.RESIGN, moves=tuple(moves)
        )

    games = [record(1, 20), record(2, 20, 51), record(3, 20), record(4, 5), record(5, 5), record(6, 20)]
    assert [(a.number, b.number) for a, b in find_duplicates(games)] == [(1, 3), (1, 6)]
    table = tabulate([], ("A", "B"), paired=True, duplicates=find_duplicates(games))
    assert "Same moves in ev-1-1-1 and ev-1-1-3" in table.lines()
