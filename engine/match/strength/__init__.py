"""Proofs of strength: named plans, a line a unit in docs/strength/NAME.jsonl, docs/strength.md made from them.

A proof is benchmarks/strength/NAME.toml; its `kind` says what its units are: games of a match, cases of a suite, games
of an engine with itself. Units may be done in pieces, on any day: the lines are the truth, and only units without a
line are done. A changed plan, or --new, begins a new series; earlier ones stay and no longer count.

Reading order: series (the lines), proof (what all kinds have in common), matches, alone (one engine at work on many
units), suite, table (one engine playing both sides), selfplay, variety, page (docs/strength.md), __main__ (the door).
"""
