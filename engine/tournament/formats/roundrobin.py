"""Round robin, single, double or more cycles (Article 27.II), by the circle method."""

from __future__ import annotations

from engine.tournament.formats.base import System, main_number, meet
from engine.tournament.model import Meeting, Round
from engine.tournament.state import State


def circle(count: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a round robin as (Black, White) pairs of 1-based places.

    The last place of an even count, or nobody for an odd one, stands still while the others move on by one seat a
    round. Black is who sits on an even seat, so colours alternate for everybody: at the end they differ by at most
    one (even count) or not at all (odd count). An odd count leaves one place free in each of its rounds.
    """
    even = count % 2 == 0
    ring = list(range(2, count + 1)) if even else list(range(1, count + 1))
    size = len(ring)
    rounds = []
    for turn in range(size):
        seats = ring[size - turn :] + ring[: size - turn]
        pairs = [(1, seats[-1]) if turn % 2 == 0 else (seats[-1], 1)] if even else []
        for low in range((size - 1) // 2):
            one, other = seats[low], seats[size - 2 - low]
            pairs.append((one, other) if low % 2 == 0 else (other, one))
        rounds.append(pairs)
    return rounds


class RoundRobin(System):
    """Everybody meets everybody; later cycles swap the colours of the one before."""

    fixed = True

    def next_round(self, state: State) -> Round | None:
        """Return the next round of the circle, None after the last cycle."""
        number, count = main_number(state), len(state.order)
        rounds = circle(count) if count > 1 else []
        if number > len(rounds) * state.event.system.cycles:
            return None
        cycle, turn = divmod(number - 1, len(rounds))
        meetings: list[Meeting] = []
        paired: set[int] = set()
        for table, pair in enumerate(rounds[turn], 1):
            black, white = (state.order[place - 1] for place in (pair if cycle % 2 == 0 else pair[::-1]))
            meetings.append(meet(state, len(state.rounds) + 1, table, black, white, black))
            paired |= {black, white}
        free = (side for side in state.order if side not in paired and side not in state.withdrawn)
        meetings += [Meeting(len(meetings) + 1, side, None, "rest", note="free this round") for side in free]
        return Round(len(state.rounds) + 1, tuple(meetings))
