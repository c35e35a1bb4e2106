"""Fixtures that the tests of every room may ask for; it tests nothing."""

import sys
from pathlib import Path

# Test files are imported by their path, so their folder is not searched for modules by itself.
sys.path.append(str(Path(__file__).parent))

from schemas import emptying, migrated, pgvector_place, schema_url
from servers import pgvector_url, postgres_url, qdrant_url, redis_url

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
