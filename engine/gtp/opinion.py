"""What the engine thinks of the game, in a sentence: for chats, for game records, for the curious."""

from engine.coords import format_vertex
from engine.game.game import Game
from engine.player.report import Choice


def _line(game: Game, choice: Choice, most: int = 8) -> str:
    return " ".join(format_vertex(point, game.width, game.height) for point in choice.line[:most])


def explain(game: Game, choice: Choice) -> str:
    """Say what a choice rested on."""
    report = choice.report
    move = "resign" if choice.resigns else format_vertex(choice.point, game.width, game.height)
    score = "" if report.score is None else f", lead {report.score:+.1f}"
    line = _line(game, choice)
    expected = f"; expected {line}" if line else ""
    return (
        f"{move}: {report.winrate:.1%} after {report.visits} visits in {choice.used_ms / 1000:.2f} s{score}{expected}"
    )


def chat(game: Game, choice: Choice | None) -> str:
    """Answer a chat politely."""
    if choice is None:
        return "Hello! I have not thought about this game yet. Have a good game."
    report = choice.report
    side = "Black" if choice.color == 1 else "White"
    score = "" if report.score is None else f", by about {abs(report.score):.1f} points"
    feeling = "ahead" if report.winrate > 0.6 else "behind" if report.winrate < 0.4 else "close"
    words = f"the game is {feeling}" if feeling == "close" else f"I am {feeling}{score}"
    line = _line(game, choice, 5)
    expected = f" I expected {line}." if line else ""
    return f"Playing {side}, I think {words} ({report.winrate:.0%}).{expected}"
