"""Says in our errors what a Redis client raised; it calls nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hindsight_integrations.errors import (
    ConfigurationError,
    HindsightError,
    MissingExtra,
    ReadOnly,
    Unavailable,
)

try:
    from redis import exceptions
except ImportError as missing:
    raise MissingExtra("redis", "working memory on Redis") from missing

_REFUSED = (
    exceptions.AuthenticationError,
    exceptions.AuthorizationError,
    exceptions.NoPermissionError,
)
#: How a server begins to say that it lets this client in, but not to what was asked.
_NOT_ALLOWED = ("NOPERM", "NOAUTH", "WRONGPASS")


@contextmanager
def translating(name: str) -> Iterator[None]:
    """Turns the client's errors into ours. ``name`` says which server, without its password.

    The client's own texts are left out: they may quote what was sent.
    """
    try:
        yield
    except _REFUSED as error:
        raise _refused(name) from error
    except exceptions.ReadOnlyError as error:
        raise ReadOnly(f"{name} is a replica: name the primary") from error
    except exceptions.OutOfMemoryError as error:
        message = f"{name} is full: raise maxmemory, or let it evict (maxmemory-policy allkeys-lru)"
        raise Unavailable(message) from error
    except exceptions.TimeoutError as error:
        raise Unavailable(f"{name} did not answer in time") from error
    except exceptions.ConnectionError as error:
        raise Unavailable(f"{name} cannot be reached ({type(error).__name__})") from error
    except exceptions.ResponseError as error:
        raise _answered(name, error) from error
    except exceptions.RedisError as error:
        raise Unavailable(f"{name} failed ({type(error).__name__})") from error


def _answered(name: str, error: Exception) -> HindsightError:
    """What an error means that the server answered, by its code: its first word."""
    code = str(error).split(" ", 1)[0]
    if code in _NOT_ALLOWED or "ACL failure" in str(error):
        return _refused(name)
    if code == "READONLY" or "READONLY" in str(error):
        return ReadOnly(f"{name} is a replica: name the primary")
    if code in ("unknown", "Unknown"):
        return ConfigurationError(f"{name} does not know a command: Redis 6.2 or later is needed")
    if "DB index" in str(error) or code == "SELECT":
        return ConfigurationError(
            f"{name} has no database of that number: look at the end of the URL (a cluster has /0 alone)"
        )
    if code == "MISCONF":
        return Unavailable(f"{name} cannot save to its disk, and takes no writes meanwhile")
    return Unavailable(f"{name} refused a command ({type(error).__name__})")


def _refused(name: str) -> ConfigurationError:
    return ConfigurationError(
        f"{name} refuses this user: check the password in the URL, and that the user may run "
        "scripts and write keys that begin with 'hindsight:'"
    )
