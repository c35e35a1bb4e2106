-- An index outside the file: which one is fed, and the users of whom it does not know all.

DROP TABLE outbox;

-- The index that is fed; no row: nothing is kept for one.
CREATE TABLE outside (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL
) STRICT;

-- One row a user, written with the change it belongs to. What the index must be told is what
-- carries a later version than ``fed``: no copy of a record waits here.
CREATE TABLE outbox (
    scope    INTEGER PRIMARY KEY,
    fed      INTEGER NOT NULL,         -- the scope's version that the index knows
    version  INTEGER NOT NULL,         -- the one that it should know
    due_at   INTEGER NOT NULL,         -- claimed, or failed, until then
    attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at);

-- So that an index can be told what to drop: the id alone, as the audit keeps it.
ALTER TABLE erased ADD COLUMN id TEXT;
