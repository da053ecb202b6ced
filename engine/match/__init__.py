"""Matches between GTP engines: one game refereed, many games run, stored and judged by statistics.

Reading order: record (what a game leaves behind), spec (what a match asks for), play (one game), openings and
schedule (which games), store (the database), runner (who plays them where), sprt (what the results mean),
live (what a watcher sees), cli (the verb).
"""
