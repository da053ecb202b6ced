"""The tables of an event's database, as SQL. What they mean: engine.match.store."""

VERSION = "2"
"""Kept in `meta`; a database of another version is refused."""

KEY = "event, round, board, number"
"""The columns that identify a game (engine.match.record.GameId)."""

_KEY_COLUMNS = "event TEXT NOT NULL, round INTEGER NOT NULL, board INTEGER NOT NULL, number INTEGER NOT NULL"
_SAME_GAME = "(x.event, x.round, x.board, x.number) = (r.event, r.round, r.board, r.number)"

_TABLES = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE game ({_KEY_COLUMNS},
  black TEXT NOT NULL, white TEXT NOT NULL, opening TEXT NOT NULL, seed INTEGER NOT NULL,
  job TEXT NOT NULL, issued TEXT NOT NULL,
  PRIMARY KEY ({KEY})) WITHOUT ROWID;

CREATE TABLE result ({_KEY_COLUMNS},
  outcome TEXT NOT NULL, reason TEXT NOT NULL, margin2 INTEGER, plies INTEGER NOT NULL,
  black_ms INTEGER NOT NULL, white_ms INTEGER NOT NULL, source TEXT NOT NULL, finished TEXT NOT NULL,
  sgf TEXT NOT NULL, record TEXT NOT NULL,
  PRIMARY KEY ({KEY}), FOREIGN KEY ({KEY}) REFERENCES game) WITHOUT ROWID;

CREATE TABLE correction (serial INTEGER PRIMARY KEY AUTOINCREMENT, {_KEY_COLUMNS},
  outcome TEXT NOT NULL, reason TEXT NOT NULL, margin2 INTEGER,
  why TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL,
  FOREIGN KEY ({KEY}) REFERENCES result);

CREATE TABLE void (serial INTEGER PRIMARY KEY AUTOINCREMENT, {_KEY_COLUMNS},
  reason TEXT NOT NULL, cause TEXT NOT NULL, at TEXT NOT NULL,
  FOREIGN KEY ({KEY}) REFERENCES game);

CREATE TABLE note (serial INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL);

CREATE VIEW counted AS
  SELECT r.event, r.round, r.board, r.number, black, white,
    iif(c.serial IS NULL, r.outcome, c.outcome) AS outcome,
    iif(c.serial IS NULL, r.reason, c.reason) AS reason,
    iif(c.serial IS NULL, r.margin2, c.margin2) AS margin2,
    plies, black_ms, white_ms, r.source, finished, sgf,
    (SELECT count(*) FROM correction x WHERE {_SAME_GAME}) AS corrected
  FROM result r JOIN game USING ({KEY})
  LEFT JOIN correction c ON c.serial = (SELECT max(serial) FROM correction x WHERE {_SAME_GAME});
"""

_GUARDS = "".join(
    f"CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, 'a {table} is never changed'); END;\n"
    for table in ("game", "result", "correction", "void", "note")
    for verb in ("UPDATE", "DELETE")
)

SCHEMA = _TABLES + _GUARDS
"""All statements, guards included: whatever writes, what was issued and fixed stays."""
