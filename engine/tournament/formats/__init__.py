"""The systems of play (Articles 26 and 27), one module each.

A system is a generator of rounds: `next_round(state)` gives the next round or None when the event is over, and
`more_games(state, meeting)` the further games that a level or unfinished meeting needs. Both are pure: they read the
state and publish nothing. `registry.next_step` asks them in the right order.
"""
