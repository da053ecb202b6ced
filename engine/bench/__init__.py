"""Speeds that a user can measure: `tianyuan bench PART`. The table with other boards is `make bench`."""
