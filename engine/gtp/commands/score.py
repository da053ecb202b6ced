"""The end of a game: who won, and which stones live (GTP draft 2, section 6.3.6)."""

from engine.errors import CommandRefused, ScoreError
from engine.gtp.commands.words import names, syntax_error, word
from engine.gtp.door import Args, Door, Handler


def final_score(door: Door, args: Args) -> str:
    """Count the game: `B+3.5`, `W+12`, or `0` for a draw."""
    try:
        margin2 = door.session.score().margin2
    except ScoreError as error:
        raise CommandRefused("cannot score") from error
    return score_text(margin2)


def score_text(margin2: int) -> str:
    """Write a margin in half points, Black's lead, as GTP does."""
    if margin2 == 0:
        return "0"
    side = "B" if margin2 > 0 else "W"
    return f"{side}+{abs(margin2) // 2}{'.5' if margin2 % 2 else ''}"


def final_status_list(door: Door, args: Args) -> str:
    """List the stones of a status, a chain a line; or the points of a territory, on one line."""
    status = word(args, 0, "the status").lower()
    if status in ("white_territory", "black_territory", "dame"):
        return names(door, _points(door, status))
    if status not in ("alive", "dead", "seki"):
        raise syntax_error(f"not a status: {status[:40]!r}")
    statuses = door.session.statuses()
    chains = {"alive": statuses.alive, "dead": statuses.dead, "seki": statuses.seki}[status]
    return "\n".join(names(door, chain) for chain in chains)


def _points(door: Door, status: str) -> list[int]:
    score = door.session.score()
    owner = {"dame": 0, "black_territory": 1, "white_territory": 2}[status]
    dead = set(score.dead)
    position = door.session.position
    return [p for p in range(position.area) if (position[p] == 0 or p in dead) and score.owner[p] == owner]


COMMANDS: dict[str, Handler] = {
    "final_score": final_score,
    "final_status_list": final_status_list,
}
