"""KaTrain's own engine class and game nodes, without its window: run as a program with the engine's command.

What it imports from Kivy, a window toolkit, is of no use here and is stood in for. Prints what KaTrain made of the
answers as one line of JSON.
"""

import json
import sys
import time
import types


def stand_in() -> None:
    """Put empty modules where KaTrain looks for Kivy."""
    for name in ("kivy", "kivy._event", "kivy.utils"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["kivy._event"].Observable = object  # type: ignore[attr-defined]
    sys.modules["kivy.utils"].platform = "linux"  # type: ignore[attr-defined]


class Shell:
    """The program around the engine, as far as the engine class calls it."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def log(self, message: object, level: int = 0) -> None:
        """Keep what KaTrain would show in red."""
        if level == -1 or "xception" in str(message) or "'warning'" in str(message):
            self.errors.append(str(message))

    def __call__(self, *words: object) -> None:
        self.errors.append(str(words))


def wait(ready: object, seconds: float = 180.0) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not ready():  # type: ignore[operator]
        if time.monotonic() > end:
            raise SystemExit("KaTrain waited in vain")
        time.sleep(0.02)


def main(command: str) -> None:
    """Analyse, look for alternatives, refine a move, ponder, stop, start a new game, shut down."""
    stand_in()
    from katrain.core.constants import OUTPUT_ERROR
    from katrain.core.engine import KataGoEngine
    from katrain.core.game_node import GameNode
    from pysgf import Move

    assert OUTPUT_ERROR == -1
    shell = Shell()
    settings = {"backend": "custom", "altcommand": command, "max_visits": 60, "fast_visits": 20, "max_time": 8.0}
    engine = KataGoEngine(shell, {**settings, "wide_root_noise": 0.04, "_enable_ownership": True})
    root = GameNode(properties={"SZ": ["9"], "KM": ["6.5"], "RU": ["japanese"]})
    node = root.play(Move.from_gtp("E5", "B")).play(Move.from_gtp("C3", "W"))
    for one in node.nodes_from_root:
        one.analyze(engine)
    wait(lambda: all(one.analysis_complete for one in node.nodes_from_root))
    before = set(node.analysis["moves"])
    node.analyze(engine, find_alternatives=True, region_of_interest=None)
    wait(engine.is_idle)
    more = {move: row["visits"] for move, row in node.analysis["moves"].items() if move not in before}
    refined = next(one for one in ("A1", "J9", "A9", "J1") if one not in node.analysis["moves"])
    node.analyze(engine, refine_move=Move.from_gtp(refined, "B"))
    node.analyze(engine, region_of_interest=[0, 3, 0, 3], visits=30)
    wait(engine.is_idle)
    visits = node.root_visits
    node.analyze(engine, ponder=True, time_limit=False)
    wait(lambda: node.root_visits > 4 * visits)
    engine.stop_pondering()
    wait(engine.is_idle)
    engine.on_new_game()
    fresh = GameNode(properties={"SZ": ["7"], "KM": ["9"], "RU": ["chinese"], "AB": ["cc"], "PL": ["W"]})
    fresh.analyze(engine, analyze_fast=True)
    wait(lambda: fresh.analysis_complete)
    owners = next(iter(fresh.analysis["moves"].values()))["ownership"]
    candidates = node.candidate_moves
    started = time.monotonic()
    alive = engine.check_alive()
    engine.shutdown(finish=True)
    print(
        json.dumps(
            {
                "alive": alive,
                "errors": shell.errors,
                "score": node.format_score(),
                "winrate": node.winrate,
                "policy": len(node.policy),
                "ownership": len(node.ownership),
                "moves_ownership": len(owners),
                "candidates": [(one["move"], one["pointsLost"], one["pv"]) for one in candidates],
                "more": more,
                "refined": node.analysis["moves"][refined]["visits"],
                "comment": node.comment(interactive=False),
                "shutdown_s": time.monotonic() - started,
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])
