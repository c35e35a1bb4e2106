"""Says in our errors what a file system raised; it calls nothing."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from hindsight_integrations.errors import ConfigurationError, HindsightError, Unavailable

_FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def translating(name: str) -> Iterator[None]:
    """Turns a file system's errors into ours. ``name`` says which, without what may be a password.

    The file systems are anybody's, so what they raise may be anything; their texts are left
    out, for they may quote a URL.
    """
    try:
        yield
    except HindsightError:
        raise
    except PermissionError as error:
        raise ConfigurationError(
            f"{name} refuses access: check the rights of the folder, or the credentials"
        ) from error
    except (NotADirectoryError, FileExistsError) as error:
        raise ConfigurationError(f"{name} is no folder: name one") from error
    except NotImplementedError as error:
        raise ConfigurationError(
            f"{name} cannot be written, listed and deleted from: use a file system that can"
        ) from error
    except OSError as error:
        if error.errno not in _FULL:
            raise Unavailable(f"{name} failed ({type(error).__name__})") from error
        raise Unavailable(f"{name} has no room: the disk or the quota is full") from error
    except Exception as error:
        raise Unavailable(f"{name} failed ({type(error).__name__})") from error
