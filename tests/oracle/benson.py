"""Unconditional life by exhaustion: what can the opponent capture if its owner always passes?"""

from tests.oracle.board import Size, Stones, after_play


def surviving(size: Size, stones: Stones, color: int, suicide: bool) -> set[int]:
    """Return the stones of a colour that no sequence of the opponent's moves alone can take.

    Walks every position that the opponent can reach, by suicide too where it is allowed, so keep boards tiny.
    """
    enemy = 3 - color
    alive = {p for p in range(size.area) if stones[p] == color}
    todo, known = [stones], {stones}
    while todo:
        now = todo.pop()
        for p in range(size.area):
            if now[p] == 0:
                after = after_play(size, now, p, enemy)[0]
                if after not in known and (suicide or after[p] == enemy):
                    known.add(after)
                    todo.append(after)
                    alive -= {q for q in alive if after[q] != color}
    return alive
