"""Propose a system for so many entries, days and rounds a day (Article 30.2), and the event file to fill in."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EventError


@dataclass(frozen=True)
class Proposal:
    """A system that fits, with its rounds and games, and why."""

    system: str
    rounds: int
    games: int
    why: str


def propose(entries: int, days: int, rounds_a_day: int) -> list[Proposal]:
    """Return the systems that fit, the fairest first.

    A round robin needs n - 1 rounds (n when n is odd); points arrangement and elimination find one winner when
    n <= 2^rounds; with more entries than that points arrangement is still played, with ties at the top.
    """
    if entries < 2 or days < 1 or rounds_a_day < 1:
        raise EventError("a plan needs at least 2 entries, 1 day and 1 round a day")
    rounds = days * rounds_a_day
    full = entries - 1 + entries % 2
    needed = (entries - 1).bit_length()
    fits = []
    if 2 * full <= rounds:
        fits.append(
            Proposal("double round-robin", 2 * full, entries * (entries - 1), "everybody meets twice, colours level")
        )
    if full <= rounds:
        fits.append(Proposal("round-robin", full, entries * (entries - 1) // 2, "everybody meets everybody"))
    elif needed <= rounds:
        why = f"{entries} entries are at most 2^{rounds}: one player at most wins all rounds"
        fits.append(Proposal("swiss", rounds, rounds * (entries // 2), why))
    if needed <= rounds:
        fits.append(
            Proposal("elimination", needed, entries - 1, "fewest games; half of the players have one game only")
        )
    if not fits:
        why = f"{entries} entries exceed 2^{rounds}: several players may win all rounds; {needed} rounds would do"
        fits.append(Proposal("swiss", rounds, rounds * (entries // 2), why))
    return fits


def skeleton(proposal: Proposal, entries: int) -> str:
    """Return the text of an event file for a proposal; what only the organiser knows is left to fill in."""
    kind = proposal.system.removeprefix("double ")
    system = [f'kind = "{kind}"']
    if kind == "swiss":
        system.append(f"rounds = {proposal.rounds}")
    if proposal.system.startswith("double"):
        system.append("cycles = 2")
    players = "\n".join(f'[[players]]\nname = "Player {n}"\n' for n in range(1, entries + 1))
    return _TEMPLATE.format(system="\n".join(system), rounds=proposal.rounds, players=players)


_TEMPLATE = """version = 1

[event]
name = ""                      # fill in
seed = 1                       # any number, published before the draw
schedule = []                  # fill in: one line a round, {rounds} in all

[officials]
chief = ""                     # fill in: the chief referee
referees = []                  # fill in
appeals = ""                   # fill in: who hears appeals

[play]
edition = "chinese-1988"
size = 19
komi = 5.5
cycle_policy = "superko"

[time]
limit = "3600c5"               # one hour, its last five minutes counted out
late_limit = 15

[system]
{system}

[ranking]
tie = "shared"

{players}"""
