"""Working memory on Redis; plain commands only, so that no module of the server is needed."""

from hindsight_integrations.stores.redis.clients import connect
from hindsight_integrations.stores.redis.working import RedisWorkingMemory

__all__ = ["RedisWorkingMemory", "connect"]
