"""Random events: a stateful machine over one event, and whole events of every system, replayed and checked."""

import random

import networkx as nx
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.errors import EventError
from engine.tournament.check import replay
from engine.tournament.director import Director
from engine.tournament.event import Entrant
from engine.tournament.export import as_json
from engine.tournament.formats.registry import Done, Publish
from engine.tournament.journal import MemoryJournal
from engine.tournament.model import outcome
from engine.tournament.scores import points, sheet
from engine.tournament.standings import standings
from engine.tournament.state import State
from tests.tournament.helpers import make_event, make_teams

RESULTS = ["B+3.5", "W+R", "B+T", "W+F", "=", "0:0"]


class SwissDesk(RuleBasedStateMachine):
    """Enter, withdraw, absent, pair, result, correct, void in any order on one event of points arrangement."""

    def __init__(self) -> None:
        super().__init__()
        self.journal = MemoryJournal()
        self.desk = Director(make_event("swiss", 5, system={"rounds": 6}), self.journal)
        self.desk.start()
        self.names = 0

    @rule()
    def enter(self) -> None:
        self.names += 1
        if self.desk.state.closed:
            return
        self.desk.enter(Entrant(f"Late {self.names}"))

    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        side = data.draw(st.sampled_from(sorted(self.desk.state.players)))
        before = len(self.journal.rows())
        try:
            self.desk.withdraw(side)
        except EventError:
            assert len(self.journal.rows()) == before
            assert side in self.desk.state.withdrawn or self.desk.state.closed
        assert all(side not in (g.black, g.white) for g in self.desk.state.open_games()) or self.desk.state.closed

    @rule(data=st.data(), ahead=st.integers(1, 3))
    def absent(self, data: st.DataObject, ahead: int) -> None:
        side = data.draw(st.sampled_from(sorted(self.desk.state.players)))
        number = len(self.desk.state.rounds) + ahead
        before = len(self.journal.rows())
        try:
            self.desk.absent(side, number)
        except EventError:
            assert len(self.journal.rows()) == before

    @precondition(lambda self: self.desk.state.open_games())
    @rule(data=st.data())
    def result(self, data: st.DataObject) -> None:
        game = data.draw(st.sampled_from(self.desk.state.open_games()))
        self.desk.result(game.key, outcome(data.draw(st.sampled_from(RESULTS))))

    @precondition(lambda self: self.desk.state.outcomes)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.desk.state.outcomes)))
        self.desk.correct(key, outcome(data.draw(st.sampled_from(RESULTS))))

    @precondition(lambda self: self.desk.state.outcomes)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.desk.state.outcomes)))
        game, before = self.desk.state.game(key), len(self.journal.rows())
        assert game is not None
        try:
            self.desk.void(key)
        except EventError:
            assert len(self.journal.rows()) == before
            assert self.desk.state.closed or {game.black, game.white} & self.desk.state.withdrawn.keys()

    @rule()
    def pair(self) -> None:
        state = self.desk.state
        number = len(state.rounds) + 1
        step = self.desk.next_step()
        expected = set(state.present(number))
        met = {side: {e.opponent for e in encounters if e.opponent} for side, encounters in sheet(state).items()}
        byes = {side: sum(e.kind == "bye" for e in encounters) for side, encounters in sheet(state).items()}
        self.desk.advance()
        if not isinstance(step, Publish):
            return
        assert sorted(side for m in step.round.meetings for side in m.sides) == sorted(expected)
        pairs = [m.sides for m in step.round.meetings if m.second is not None]
        bye = [m.first for m in step.round.meetings if m.kind == "bye"]
        repeats = sum(b in met[a] for a, b in pairs)
        if repeats or any(byes[side] for side in bye):
            assert repeats == 0 or not pairs_without_rematch(expected, met, dict.fromkeys(byes, 0))
            assert not pairs_without_rematch(expected, met, byes)

    @invariant()
    def the_journal_alone_is_the_truth(self) -> None:
        again = State.replay(self.desk.event, self.journal.rows())
        assert as_json(again) == as_json(self.desk.state)

    @invariant()
    def points_are_conserved(self) -> None:
        state = self.desk.state
        won = sum(points(book) for book in sheet(state).values())
        given_out = sum(r.black + r.white for r in state.outcomes.values())
        byes = sum(m.kind == "bye" for published in state.rounds for m in published.meetings)
        assert won == given_out + 2 * byes

    def teardown(self) -> None:
        assert replay(self.desk.event, self.journal.rows()) == []


def pairs_without_rematch(sides: set[int], met: dict[int, set[int]], byes: dict[int, int]) -> bool:
    """Whether the unplayed graph has a perfect matching, the bye (if any) going to one without."""
    graph = nx.Graph()
    graph.add_nodes_from(sides)
    graph.add_edges_from((a, b) for a in sides for b in sides if a < b and b not in met[a])
    if len(sides) % 2:
        graph.add_edges_from((0, side) for side in sides if byes[side] == 0)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == graph.number_of_nodes()


# Without shrinking: a failure names its steps anyway, and shrinking a machine takes minutes.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
SwissDesk.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None, phases=PHASES)
TestSwissDesk = SwissDesk.TestCase


def random_event(seed: int) -> tuple[Director, MemoryJournal]:
    """Play one event drawn from a seed: system, entries, results, forfeits, absences, withdrawals, corrections."""
    rnd = random.Random(seed)
    kind = rnd.choice(
        ["swiss", "macmahon", "round-robin", "elimination", "scheveningen", "win-stay", "best-of", "gauntlet"]
    )
    n = 2 if kind == "best-of" else rnd.randint(2, 12)
    rows, teams = [{"name": f"P{i}", "rank": rnd.choice(["3d", "1d", "2k", "8k"])} for i in range(1, n + 1)], []
    system: dict[str, object] = {"order": rnd.choice(["lots", "numbers"])}
    if kind in ("swiss", "macmahon"):
        system |= {"rounds": rnd.randint(1, 7), "within": rnd.choice(["fold", "slip", "adjacent", "random"])}
    system |= {"elimination": {"losses": rnd.randint(1, 3)}, "best-of": {"best_of": rnd.choice([3, 5, 10])}}.get(
        kind, {}
    )
    system |= {"gauntlet": {"challenger": "P1"}, "round-robin": {"cycles": rnd.randint(1, 2)}}.get(kind, {})
    if kind in ("scheveningen", "win-stay"):
        size = rnd.randint(1, 4)
        rows, teams = make_teams((size, size if kind == "scheveningen" else rnd.randint(1, 4)))
    journal = MemoryJournal()
    desk = Director(make_event(kind, rows, teams=teams, system=system, event={"seed": seed}), journal)
    desk.start()
    while not isinstance(desk.advance(), Done):
        for game in desk.state.open_games():
            if game.key not in desk.state.outcomes:
                weights = (30, 30, 5, 3, 3, 1)
                desk.result(game.key, outcome(rnd.choices(RESULTS, weights)[0]))
                mishap(desk, rnd)
        assert len(desk.state.rounds) < 200
    return desk, journal


def mishap(desk: Director, rnd: random.Random) -> None:
    """Now and then somebody leaves, stays away, or a result is corrected; a refusal is as good."""
    if rnd.random() < 0.9:
        return
    try:
        side = rnd.choice(desk.state.sides)
        what = rnd.randrange(3)
        if what == 0 and desk.event.system.kind != "best-of":
            desk.withdraw(side)
        elif what == 1:
            desk.absent(side, len(desk.state.rounds) + 1)
        else:
            desk.correct(rnd.choice(sorted(desk.state.outcomes)), outcome("W+0.5"))
    except EventError:
        pass


def check_event(seed: int) -> None:
    desk, journal = random_event(seed)
    assert desk.state.closed and not desk.state.open_games(), seed
    assert replay(desk.event, journal.rows()) == [], seed
    lines = standings(desk.state).lines
    assert [line.place for line in lines] == sorted(line.place for line in lines), seed
    assert sorted(line.side for line in lines) == desk.state.sides, seed
    assert as_json(State.replay(desk.event, journal.rows())) == as_json(desk.state), seed


@pytest.mark.parametrize("block", range(4))
def test_a_sample_of_random_events(block: int) -> None:
    for seed in range(block * 30, block * 30 + 30):
        check_event(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(50))
def test_5000_random_events(block: int) -> None:
    for seed in range(1000 + block * 100, 1100 + block * 100):
        check_event(seed)
