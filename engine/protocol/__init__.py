"""The Go Text Protocol, version 2: its lines as values, and a client that drives another engine."""
