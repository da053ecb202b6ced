"""A GTP engine that reads its answers off: `python reader.py '{"genmove": ["D4", "pass"], ...}'`.

Each command takes the next answer of its list, the last one again and again, and where there is no list an empty one.
`?words` refuses, `!` dies, `...` hangs, `garble` writes what is no GTP; `{seed}` and `{asked}` stand for the seed (the
second argument) and for the words after the command.
"""

from __future__ import annotations

import json
import os
import sys
import time


def answer(text: str) -> str:
    """The answer as GTP, or no answer at all."""
    if text == "!":
        os._exit(1)
    if text == "...":
        time.sleep(3600)
    if text == "garble":
        return "thinking\n" * 2000
    return f"? {text[1:]}\n\n" if text.startswith("?") else f"= {text}\n\n"


def main() -> None:
    script: dict[str, list[str]] = json.loads(sys.argv[1])
    seed = sys.argv[2] if len(sys.argv) > 2 else ""
    for line in sys.stdin:
        name, _, asked = line.strip().partition(" ")
        answers = script.get(name, [""])
        text = answers.pop(0) if len(answers) > 1 else answers[0]
        sys.stdout.write(answer(text.replace("{seed}", seed).replace("{asked}", asked)))
        sys.stdout.flush()
        if name == "quit":
            return


if __name__ == "__main__":
    main()
