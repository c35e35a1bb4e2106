-- The first schema: records with both time lines, the log, vectors, words, dedup, audit, window.
--
-- As in the embedded store a record's rid is (scope << 32) | sequence, instants are microseconds
-- since 1970 in UTC, and every index starts with the scope. Text that is compared or sorted is
-- COLLATE "C": bytes decide, whatever the database's locale is.

CREATE TABLE store (
    one           integer PRIMARY KEY CHECK (one = 1),
    number        integer NOT NULL,  -- the schema
    oldest_reader integer NOT NULL,  -- the lowest schema number that may read it
    oldest_writer integer NOT NULL,  -- the lowest that may write it
    secret        bytea NOT NULL     -- keys the hashes of users and dedup keys
);

CREATE TABLE model (
    one        integer PRIMARY KEY CHECK (one = 1),
    model_id   text NOT NULL,
    dimensions integer NOT NULL
);

CREATE TABLE scopes (
    scope   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash    bytea NOT NULL UNIQUE,       -- keyed, of tenant and user
    tenant  text COLLATE "C",            -- NULL once the user was erased
    "user"  text COLLATE "C",
    version bigint NOT NULL DEFAULT 0,   -- grows with every change
    last    bigint NOT NULL DEFAULT 0,   -- the last sequence given out
    records bigint NOT NULL DEFAULT 0,
    words   bigint NOT NULL DEFAULT 0,   -- the sum of all records' lengths in terms
    latest  bigint NOT NULL DEFAULT -62135596800000000 -- the instant of the last write
) WITH (fillfactor = 70);                -- its counters change with every write
CREATE INDEX scopes_tenant ON scopes (tenant, "user");

CREATE TABLE records (
    rid              bigint PRIMARY KEY,
    scope            bigint NOT NULL,
    id               text COLLATE "C" NOT NULL,
    version          bigint NOT NULL,
    tier             text COLLATE "C" NOT NULL,
    type             text COLLATE "C" NOT NULL,
    content          text NOT NULL,
    subject          text COLLATE "C",
    payload          text NOT NULL,
    tags             text NOT NULL,
    source           text COLLATE "C" NOT NULL,
    source_turn      text COLLATE "C",
    said_again       text NOT NULL,      -- later turns that said the same, as JSON
    agent            text COLLATE "C",
    session          text COLLATE "C",
    priority         bigint NOT NULL,
    importance       double precision NOT NULL,
    confidence       double precision NOT NULL,
    status           text COLLATE "C" NOT NULL,
    status_reason    text,
    supersedes       text COLLATE "C",
    superseded_by    text COLLATE "C",
    contradicted_by  text COLLATE "C",
    created_at       bigint NOT NULL,
    event_time       bigint,
    valid_from       bigint NOT NULL,
    valid_to         bigint,
    retired_at       bigint,
    confirmed_at     bigint NOT NULL,
    expires_at       bigint,
    last_accessed_at bigint,
    access_count     bigint NOT NULL,
    helpful          boolean,
    pinned           boolean NOT NULL,
    dedup_key        text COLLATE "C",
    schema_version   bigint NOT NULL,
    event_type       text COLLATE "C",   -- payload.event_type, for counting
    happened         bigint NOT NULL,    -- event_time, else created_at
    single           boolean NOT NULL,   -- the key holds one value at a time
    same             bytea NOT NULL,     -- equal for records that state the same value
    said             bytea NOT NULL,     -- equal for records of the same words
    length           bigint NOT NULL,    -- number of terms
    terms            text NOT NULL,      -- the distinct terms, to take them out of the index again
    labels           text[] COLLATE "C" NOT NULL, -- the tags, for filters
    speaker          text NOT NULL       -- who said an utterance
) WITH (fillfactor = 90);                -- so that most status changes stay on their page

CREATE UNIQUE INDEX records_id ON records (scope, id);
-- The law of supersede: at most one active record under a key that holds one value.
CREATE UNIQUE INDEX records_one_active ON records (scope, subject)
    WHERE status = 'active' AND single;
CREATE INDEX records_subject ON records (scope, subject, valid_from) WHERE subject IS NOT NULL;
CREATE INDEX records_same ON records (scope, same) WHERE status = 'active';
CREATE INDEX records_happened ON records (scope, happened, rid);
-- Counting the events of one type in a window is one walk along this index.
CREATE INDEX records_events ON records (scope, event_type, happened) WHERE event_type IS NOT NULL;
CREATE INDEX records_version ON records (scope, version);
CREATE INDEX records_expires ON records (scope, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX records_turn ON records (scope, source_turn) WHERE source_turn IS NOT NULL;
CREATE INDEX records_supersedes ON records (scope, supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX records_superseded ON records (scope, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX records_contradicted ON records (scope, contradicted_by)
    WHERE contradicted_by IS NOT NULL;

CREATE TABLE vectors (
    rid    bigint PRIMARY KEY,
    vector bytea NOT NULL              -- float16, little endian
);
-- Numbers without a pattern: trying to compress them only costs time.
ALTER TABLE vectors ALTER COLUMN vector SET STORAGE EXTERNAL;

-- Vectors of the next model while the memory is re-embedded; the old ones serve until it is done.
CREATE TABLE vectors_next (
    rid    bigint PRIMARY KEY,
    vector bytea NOT NULL
);

CREATE TABLE model_next (
    one        integer PRIMARY KEY CHECK (one = 1),
    model_id   text NOT NULL,
    dimensions integer NOT NULL
);

-- Vectors of parts of a record, all of one space: n × d numbers, float32, little endian.
CREATE TABLE facets (
    rid     bigint PRIMARY KEY,
    space   text COLLATE "C" NOT NULL,
    count   bigint NOT NULL,
    vectors bytea NOT NULL
);

-- Which records hold a term: one row for 256 successive records, two bytes for each that
-- holds it (the last eight bits of its sequence, how often).
CREATE TABLE postings (
    scope bigint NOT NULL,
    term  text COLLATE "C" NOT NULL,
    block bigint NOT NULL,             -- the records' sequences >> 8
    held  bytea NOT NULL,
    PRIMARY KEY (scope, term, block)
) WITH (fillfactor = 80);

-- What was erased lately, so that other processes drop it from memory; numbers only.
CREATE TABLE erased (
    scope   bigint NOT NULL,
    version bigint NOT NULL,
    n       bigint NOT NULL,
    PRIMARY KEY (scope, version, n)
);

-- The log grows without end and is read near its end: one partition a month. Records are not
-- partitioned, for an id and a key's one active value must be unique over all time.
CREATE TABLE turns (
    scope    bigint NOT NULL,
    session  text COLLATE "C" NOT NULL, -- '' where none was given
    sequence bigint NOT NULL,
    id       text COLLATE "C" NOT NULL,
    at       bigint NOT NULL,
    body     text NOT NULL,             -- the turn as JSON
    PRIMARY KEY (scope, session, sequence, at)
) PARTITION BY RANGE (at);
CREATE INDEX turns_time ON turns (scope, at);
CREATE INDEX turns_by_id ON turns (scope, id);
-- What no month was made for: long past or future turns, and all where the role may not make tables.
CREATE TABLE turns_other PARTITION OF turns DEFAULT;

-- An id is unique over all months, and names the month to look in.
CREATE TABLE turn_ids (
    scope bigint NOT NULL,
    id    text COLLATE "C" NOT NULL,
    at    bigint NOT NULL,
    PRIMARY KEY (scope, id)
);

-- What of the log a framework shows as a session's messages, in which order.
CREATE TABLE transcripts (
    scope    bigint NOT NULL,
    session  text COLLATE "C" NOT NULL,
    archived boolean NOT NULL,
    position bigint NOT NULL,
    turn     text COLLATE "C" NOT NULL,
    at       bigint NOT NULL,
    PRIMARY KEY (scope, session, archived, position)
);
CREATE UNIQUE INDEX transcripts_turn ON transcripts (scope, turn, session);

CREATE TABLE sessions (
    scope   bigint NOT NULL,
    session text COLLATE "C" NOT NULL,
    last    bigint NOT NULL,           -- the last sequence given out
    last_at bigint NOT NULL,           -- when something was last said
    ended   bigint NOT NULL DEFAULT 0, -- the last sequence when it was ended
    PRIMARY KEY (scope, session)
);

-- A hash stays after a forget, so that a replay does not learn it again. It is keyed with
-- the store's secret and covers tenant and user, so it outlives the user's own row.
CREATE TABLE dedup (
    hash      bytea PRIMARY KEY,
    scope     bigint NOT NULL,
    action    text NOT NULL,
    id        text COLLATE "C",
    forgotten boolean NOT NULL DEFAULT false
);
CREATE INDEX dedup_id ON dedup (scope, id) WHERE id IS NOT NULL;

CREATE TABLE audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope  bigint NOT NULL,
    at     bigint NOT NULL,
    action text NOT NULL,
    id     text NOT NULL,
    reason text NOT NULL,
    actor  text
);

CREATE TABLE working (
    scope      bigint NOT NULL,
    session    text COLLATE "C" NOT NULL,
    sequence   bigint NOT NULL,
    id         text COLLATE "C" NOT NULL,
    at         bigint NOT NULL,
    expires_at bigint NOT NULL,
    body       text NOT NULL,
    PRIMARY KEY (scope, session, sequence)
);
CREATE INDEX working_expires ON working (expires_at);

CREATE TABLE mentions (
    number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope      bigint NOT NULL,
    session    text COLLATE "C" NOT NULL,
    kind       text COLLATE "C" NOT NULL,
    text       text COLLATE "C" NOT NULL,
    expires_at bigint NOT NULL,
    UNIQUE (scope, session, kind, text)
);
CREATE INDEX mentions_expires ON mentions (expires_at);

-- Work for an external vector index, committed with the change it belongs to.
CREATE TABLE outbox (
    number   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rid      bigint NOT NULL,
    id       text COLLATE "C" NOT NULL,
    op       text NOT NULL,            -- 'put' or 'drop'
    version  bigint NOT NULL,
    vector   bytea,
    attempts integer NOT NULL DEFAULT 0,
    due_at   bigint NOT NULL
);
