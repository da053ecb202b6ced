"""Tianyuan: a Go engine that speaks the Go Text Protocol, over the compiled core `gocore`."""

__version__ = "0.15.0"
