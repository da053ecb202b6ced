"""Speeds that a user can measure: `tianyuan bench net`. The table of the core's speeds is `make bench`."""
