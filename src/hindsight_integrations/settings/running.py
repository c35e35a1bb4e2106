"""The numbers of running: threads, time limits, sizes, how stores and servers are waited for; no policy about memories."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkingSettings:
    """The session's window."""

    turns: int = 10
    ttl_seconds: float = 7200.0
    #: Seconds that one answer of a Redis server may take. What it holds is an aid and can be made
    #: again, so a server that is slow is passed over, and what comes back says so.
    answer_seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """Cold storage."""

    #: Records that are archived in one transaction, each with an object that is read back before.
    batch: int = 200
    #: Seconds for which ``scrub()`` leaves an object alone that no record names: whoever put it
    #: may be about to. Far more than a verb's deadline and than machines' clocks differ by.
    grace_seconds: float = 3600.0
    #: Seconds that a recall and ``health()`` wait for it. Archived words are one part of what a
    #: recall tells, so a slow archive is passed over, and the trace says so; verbs that need it
    #: wait until their deadline.
    answer_seconds: float = 5.0
    #: Calls to it at a time, and calls that wait for one of them. A file system may never answer;
    #: then as many threads are held as there are workers, and no more.
    workers: int = 4
    queue: int = 1024


@dataclass(frozen=True, slots=True)
class RuntimeSettings:
    """Threads, queues and time limits."""

    #: Workers behind the ``a`` verbs; SQLite and BLAS release the GIL, more gain little.
    workers: int = 4
    #: ``a`` verbs waiting for a worker; beyond it they are refused with ``Unavailable``.
    queue: int = 1024
    #: Seconds a verb may take, waiting included.
    deadline: float = 30.0
    #: Workers and seconds for models that are slow (LLMs, remote rerankers).
    model_workers: int = 4
    model_timeout: float = 60.0
    #: How often a write that lost a race decides again.
    conflict_retries: int = 5
    #: Claims of ``remember_many`` that share one transaction.
    batch: int = 1000
    #: Access counts that are gathered before they are written.
    touches: int = 256


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """The embedded store."""

    #: Seconds to wait for another process's write.
    busy_seconds: float = 10.0
    #: Up to this size a file is rewritten after an erasure, so that no copy is left in its unused
    #: space (about a second); beyond, that waits for ``Hindsight.scrub()``.
    rewritten_up_to: int = 128 * 1024 * 1024
    #: Bytes of vectors kept in memory, over all scopes.
    resident_bytes: int = 256 * 1024 * 1024
    #: Above this many vectors a scope is scanned by sign codes first, then scored exactly.
    coarse_above: int = 4_000
    #: How many of the coarse pass are scored exactly: so many for a route of 50, fewer where fewer
    #: hits are wanted (40 each, at least 100), more only where more are.
    coarse_keep: int = 600
    #: Above this many a scope's vectors are kept in float16: half the memory, slower to score.
    halved_above: int = 20_000


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """An index outside the record store (``Hindsight.open(index=…)``), and how it is fed."""

    #: Seconds that one search may take. It is advice: without it what the record store holds is
    #: scored instead, so a slow index is passed over, and the trace says so.
    answer_seconds: float = 1.0
    #: Seconds that one batch may take, and that one feeder may keep a user for itself.
    telling_seconds: float = 10.0
    lease_seconds: float = 20.0
    #: Users and records that are told of at a time.
    users: int = 64
    records: int = 256
    #: Seconds that a write is waited for to be told of together with others.
    gather_seconds: float = 0.02
    #: Of a user's records that the index does not know yet, so many, the last written ones, are
    #: scored by the record store (2,000 of 512 dimensions: about 5 ms).
    unfed: int = 2_000
    #: Seconds after which an index that failed is asked again; doubled each time, up to the most.
    pause_seconds: float = 0.5
    longest_pause_seconds: float = 30.0
    #: Seconds that opening waits for a service that is starting.
    opening_seconds: float = 20.0
    #: Seconds that closing and forgetting wait for the index; the outbox keeps what is left.
    closing_seconds: float = 5.0
