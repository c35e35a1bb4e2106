-- The first schema: records with both time lines, the log, vectors, words, dedup, audit, outbox.
--
-- A record's rid is (scope << 32) | sequence, so all rows of one user lie side by side
-- and a scan of one user touches no page of another. Instants are microseconds since
-- 1970 in UTC. Every index starts with the scope.

CREATE TABLE store (
    only          INTEGER PRIMARY KEY CHECK (only = 1),
    oldest_reader INTEGER NOT NULL,  -- the lowest schema number that may read this file
    oldest_writer INTEGER NOT NULL,  -- the lowest that may write it
    secret        BLOB NOT NULL      -- keys the hashes of dedup keys
) STRICT;

CREATE TABLE model (
    only       INTEGER PRIMARY KEY CHECK (only = 1),
    model_id   TEXT NOT NULL,
    dimensions INTEGER NOT NULL
) STRICT;

CREATE TABLE scopes (
    scope   INTEGER PRIMARY KEY,
    hash    BLOB NOT NULL UNIQUE,        -- keyed, of tenant and user
    tenant  TEXT,                        -- NULL once the user was erased
    user    TEXT,
    version INTEGER NOT NULL DEFAULT 0,  -- grows with every change
    last    INTEGER NOT NULL DEFAULT 0,  -- the last sequence given out
    records INTEGER NOT NULL DEFAULT 0,
    words   INTEGER NOT NULL DEFAULT 0   -- the sum of all records' lengths in terms
) STRICT;
CREATE INDEX scopes_tenant ON scopes (tenant, user);

CREATE TABLE records (
    rid              INTEGER PRIMARY KEY,
    scope            INTEGER NOT NULL,
    id               TEXT NOT NULL,
    version          INTEGER NOT NULL,
    tier             TEXT NOT NULL,
    type             TEXT NOT NULL,
    content          TEXT NOT NULL,
    subject          TEXT,
    payload          TEXT NOT NULL,
    tags             TEXT NOT NULL,
    source           TEXT NOT NULL,
    source_turn      TEXT,
    said_again       TEXT NOT NULL,      -- later turns that said the same, as JSON
    agent            TEXT,
    session          TEXT,
    priority         INTEGER NOT NULL,
    importance       REAL NOT NULL,
    confidence       REAL NOT NULL,
    status           TEXT NOT NULL,
    status_reason    TEXT,
    supersedes       TEXT,
    superseded_by    TEXT,
    contradicted_by  TEXT,
    created_at       INTEGER NOT NULL,
    event_time       INTEGER,
    valid_from       INTEGER NOT NULL,
    valid_to         INTEGER,
    retired_at       INTEGER,
    confirmed_at     INTEGER NOT NULL,
    expires_at       INTEGER,
    last_accessed_at INTEGER,
    access_count     INTEGER NOT NULL,
    helpful          INTEGER,
    pinned           INTEGER NOT NULL,
    dedup_key        TEXT,
    schema_version   INTEGER NOT NULL,
    event_type       TEXT,               -- payload.event_type, for counting
    happened         INTEGER NOT NULL,   -- event_time, else created_at
    single           INTEGER NOT NULL,   -- the key holds one value at a time
    same             BLOB NOT NULL,      -- equal for records that state the same value
    said             BLOB NOT NULL,      -- equal for records of the same words
    length           INTEGER NOT NULL,   -- number of terms
    terms            TEXT NOT NULL       -- the distinct terms, to take them out of the index again
) STRICT;

CREATE UNIQUE INDEX records_id ON records (scope, id);
-- The law of supersede: at most one active record under a key that holds one value.
CREATE UNIQUE INDEX records_one_active ON records (scope, subject)
    WHERE status = 'active' AND single = 1;
CREATE INDEX records_subject ON records (scope, subject, valid_from) WHERE subject IS NOT NULL;
CREATE INDEX records_same ON records (scope, same) WHERE status = 'active';
CREATE INDEX records_happened ON records (scope, happened);
CREATE INDEX records_version ON records (scope, version);
CREATE INDEX records_expires ON records (scope, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX records_turn ON records (scope, source_turn) WHERE source_turn IS NOT NULL;

CREATE TABLE vectors (
    rid    INTEGER PRIMARY KEY,
    vector BLOB NOT NULL               -- float16, little endian
) STRICT;

-- Vectors of the next model while a file is re-embedded; the old ones serve until it is done.
CREATE TABLE vectors_next (
    rid    INTEGER PRIMARY KEY,
    vector BLOB NOT NULL
) STRICT;

CREATE TABLE model_next (
    only       INTEGER PRIMARY KEY CHECK (only = 1),
    model_id   TEXT NOT NULL,
    dimensions INTEGER NOT NULL
) STRICT;

-- Vectors of parts of a record, all of one space: n × d numbers, float32, little endian.
CREATE TABLE facets (
    rid     INTEGER PRIMARY KEY,
    space   TEXT NOT NULL,
    count   INTEGER NOT NULL,
    vectors BLOB NOT NULL
) STRICT;

-- Which records hold a term: one row for 256 successive records, two bytes for each that
-- holds it (the last eight bits of its sequence, how often). It is about a tenth of the rows
-- that one a posting would be, and a frequent term is read in a few of them.
CREATE TABLE postings (
    scope INTEGER NOT NULL,
    term  TEXT NOT NULL,
    block INTEGER NOT NULL,            -- the records' sequences >> 8
    held  BLOB NOT NULL,
    PRIMARY KEY (scope, term, block)
) STRICT, WITHOUT ROWID;

-- What was erased lately, so that other processes drop it from memory; numbers only.
CREATE TABLE erased (
    scope   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    n       INTEGER NOT NULL,
    PRIMARY KEY (scope, version, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
    scope    INTEGER NOT NULL,
    session  TEXT NOT NULL,            -- '' where none was given
    sequence INTEGER NOT NULL,
    id       TEXT NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT NOT NULL,            -- the turn as JSON
    PRIMARY KEY (scope, session, sequence)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX turns_id ON turns (scope, id);

-- What of the log a framework shows as a session's messages, in which order.
CREATE TABLE transcripts (
    scope    INTEGER NOT NULL,
    session  TEXT NOT NULL,
    archived INTEGER NOT NULL,
    position INTEGER NOT NULL,
    turn     TEXT NOT NULL,
    PRIMARY KEY (scope, session, archived, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX transcripts_turn ON transcripts (scope, turn, session);

CREATE TABLE sessions (
    scope   INTEGER NOT NULL,
    session TEXT NOT NULL,
    last    INTEGER NOT NULL,          -- the last sequence given out
    last_at INTEGER NOT NULL,          -- when something was last said
    ended   INTEGER NOT NULL DEFAULT 0, -- the last sequence when it was ended
    PRIMARY KEY (scope, session)
) STRICT, WITHOUT ROWID;

-- A hash stays after a forget, so that a replay does not learn it again. It is keyed with
-- the store's secret and covers tenant and user, so it outlives the user's own row.
CREATE TABLE dedup (
    hash      BLOB PRIMARY KEY,
    scope     INTEGER NOT NULL,
    action    TEXT NOT NULL,
    id        TEXT,
    forgotten INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX dedup_id ON dedup (scope, id) WHERE id IS NOT NULL;

CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    scope  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    action TEXT NOT NULL,
    id     TEXT NOT NULL,
    reason TEXT NOT NULL,
    actor  TEXT
) STRICT;

CREATE TABLE working (
    scope      INTEGER NOT NULL,
    session    TEXT NOT NULL,
    sequence   INTEGER NOT NULL,
    id         TEXT NOT NULL,
    at         INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (scope, session, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE mentions (
    number     INTEGER PRIMARY KEY,
    scope      INTEGER NOT NULL,
    session    TEXT NOT NULL,
    kind       TEXT NOT NULL,
    text       TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (scope, session, kind, text)
) STRICT;

-- Work for an external vector index, committed with the change it belongs to.
CREATE TABLE outbox (
    number   INTEGER PRIMARY KEY,
    rid      INTEGER NOT NULL,
    id       TEXT NOT NULL,
    op       TEXT NOT NULL,            -- 'put' or 'drop'
    version  INTEGER NOT NULL,
    vector   BLOB,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at   INTEGER NOT NULL
) STRICT;
