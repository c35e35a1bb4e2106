"""Brings a memory to the present schema without using it; it decides nothing about memories."""

from __future__ import annotations

from hindsight_integrations.errors import ConfigurationError, ReadOnly
from hindsight_integrations.ports import system_clock
from hindsight_integrations.settings import Settings
from hindsight_integrations.wiring import Opening, place


def migrate(url: str) -> tuple[int, int]:
    """Apply the migrations that the memory at ``url`` lacks; answers its schema's number before and now.

    Opening a memory does the same, unless with ``migrate=False``: this is for a role, or a
    moment, of its own. On a server a schema that is missing is made (before: 0). Raises
    :class:`ConfigurationError` for a file that is not there, :class:`ReadOnly` for what cannot
    be written.
    """
    where = place(url)
    if not where.there():
        raise ConfigurationError("no memory is there: name the file of one")
    moving = where.moving()
    before = moving.number()
    store = where.open(Opening(Settings(), system_clock, None, migrate=True))
    try:
        if not store.health()["writable"]:
            raise ReadOnly("the memory can only be read, so its schema stays as it is")
    finally:
        store.close()
    return before, moving.number()
