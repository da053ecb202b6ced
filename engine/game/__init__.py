"""The rules in words: rule sets, the game as played, counting, the referee, the clock and handicap.

No text for people beyond the words of a result, no engine, no sleeping and no wall clock: every time is
handed in.
"""
