-- An index outside the schema: which one is fed, and the users of whom it does not know all.

DROP TABLE outbox;

-- The index that is fed; no row: nothing is kept for one.
CREATE TABLE outside (
    one  integer PRIMARY KEY CHECK (one = 1),
    name text NOT NULL
);

-- One row a user, written with the change it belongs to. What the index must be told is what
-- carries a later version than ``fed``: no copy of a record waits here.
CREATE TABLE outbox (
    scope    bigint PRIMARY KEY,
    fed      bigint NOT NULL,          -- the scope's version that the index knows
    version  bigint NOT NULL,          -- the one that it should know
    due_at   bigint NOT NULL,          -- claimed, or failed, until then
    attempts integer NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX outbox_due ON outbox (due_at);

-- So that an index can be told what to drop: the id alone, as the audit keeps it.
ALTER TABLE erased ADD COLUMN id text COLLATE "C";
