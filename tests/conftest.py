"""Fixtures that the tests of every room may ask for; it tests nothing."""

import sys
from pathlib import Path

# Test files are imported by their path, so their folder is not searched for modules by itself.
sys.path.append(str(Path(__file__).parent))

from hypothesis import settings

from schemas import emptying, migrated, pgvector_place, schema_url
from servers import pgvector_url, postgres_url, qdrant_url, redis_url

# A deadline a case would be a timed test, which fails on a machine that is busy.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

__all__ = [
    "emptying",
    "migrated",
    "pgvector_place",
    "pgvector_url",
    "postgres_url",
    "qdrant_url",
    "redis_url",
    "schema_url",
]
