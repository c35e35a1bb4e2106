"""Turns psycopg's errors into this package's, once and by their SQLSTATE; it knows no table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import psycopg

from hindsight_integrations.errors import (
    ConfigurationError,
    Conflict,
    DeadlineExceeded,
    HindsightError,
    ReadOnly,
    StoreError,
    Unavailable,
)

Meaning = tuple[type[HindsightError], str]
_GONE: Meaning = (Unavailable, "cannot be reached")
_RACE: Meaning = (Conflict, "had another write in between")
_MISSING: Meaning = (
    ConfigurationError,
    "holds no memory there that this role may use: name the right schema, or GRANT USAGE on it",
)
_PREPARED: Meaning = (
    ConfigurationError,
    "is behind a pooler that cannot prepare statements: leave ?prepare=on out of the URL",
)
_RIGHTS: Meaning = (ConfigurationError, "refuses this role a right that it needs")
_LOGIN: Meaning = (ConfigurationError, "refuses the login: check user, password and database")
_TLS: Meaning = (
    ConfigurationError,
    "cannot be reached as sslmode= asks: see to TLS on the server, and to the certificates",
)
_NO_DATABASE: Meaning = (ConfigurationError, "has no such database: create it first")
_OTHER: Meaning = (StoreError, "failed")
_MEANINGS: Mapping[str, Meaning] = {
    "57014": (DeadlineExceeded, "was too slow: the call was rolled back"),
    "25P03": (DeadlineExceeded, "ended a transaction that stood still"),
    "55P03": (Unavailable, "is busy: another write holds the lock"),
    "40001": _RACE,
    "40P01": _RACE,
    # Only this constraint breaks by a race; another one would be broken again.
    "23505": (Conflict, "has another record there already"),
    "25006": (ReadOnly, "is open for reading only"),
    "42501": _RIGHTS,
    "3D000": _NO_DATABASE,
    "3F000": _MISSING,
    "42P01": _MISSING,
    "26000": _PREPARED,
    "42P05": _PREPARED,
    "08P01": _PREPARED,  # "prepared statement requires …": it is another client's
}
#: For a login that fails libpq gives no code, only what the server said, in the language of its
#: ``lc_messages``. Of those that a person must mend these are told, in English and Chinese.
_WORDS: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (re.compile("does not support SSL|certificate verify failed|root certificate file"), _TLS),
    (re.compile('database ".*" does not exist|数据库 ?["“].*["”] ?不存在'), _NO_DATABASE),
    (
        re.compile(
            "authentication failed|no password supplied|pg_hba\\.conf|is not permitted to log in|"
            'role ".*" does not exist|permission denied for database|'
            '认证失败|角色 ?["“].*["”] ?不存在|不允许登录|对数据库 ?["“]?.*["”]? ?权限不够'
        ),
        _LOGIN,
    ),
)
#: libpq tried several servers: one of them may only be away.
_SEVERAL = "Multiple connection attempts failed"
#: The first two characters are the class.
_CLASSES: Mapping[str, Meaning] = {
    "08": _GONE,
    "57": _GONE,
    "53": (Unavailable, "has no room: connections, memory or disk are used up"),
    "58": (Unavailable, "has trouble with its disk"),
    "28": _LOGIN,
    "XX": (StoreError, "is damaged: look into its log, restore it from a backup"),
}


def translated(
    error: psycopg.Error, where: str, own: Mapping[str, Meaning] | None = None
) -> HindsightError:
    """The error of our tree; the message names the place, the code and the remedy, no content.

    ``own`` are meanings of codes that go before those that hold elsewhere.
    """
    state = error.sqlstate
    if state is None:  # the connection broke before the server could say why
        unreached = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
        kind, meaning = _GONE if unreached else _OTHER
        return kind(f"{where} {meaning} ({type(error).__name__})")
    kind, meaning = (
        (own or {}).get(state) or _MEANINGS.get(state) or _CLASSES.get(state[:2], _OTHER)
    )
    return kind(f"{where} {meaning} (SQLSTATE {state})")


def refused(error: psycopg.OperationalError) -> Meaning | None:
    """Why the server refuses a login for good; ``None`` if waiting may mend it, or nobody knows."""
    said = str(error)
    if _SEVERAL in said:
        return None
    return next((meaning for words, meaning in _WORDS if words.search(said)), None)


@contextmanager
def translating(where: str, own: Mapping[str, Meaning] | None = None) -> Iterator[None]:
    """Within the block, errors of psycopg leave as errors of our tree.

    Without their cause: a server's message may quote a row.
    """
    try:
        yield
    except psycopg.Error as error:
        raise translated(error, where, own) from None
