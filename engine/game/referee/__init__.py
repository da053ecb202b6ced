"""The referee: events in, verdicts with their article out (Chapters II and III of the rule text)."""

from engine.game.referee.events import Event, from_json, to_json
from engine.game.referee.referee import Referee
from engine.game.referee.saving import dumps, loads
from engine.game.referee.state import EventRules, Verdict

__all__ = ["Event", "EventRules", "Referee", "Verdict", "dumps", "from_json", "loads", "to_json"]
