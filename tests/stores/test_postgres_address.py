"""URLs that name a server: what they say, what is refused, and that nothing shows their password."""

from __future__ import annotations

import pytest

from hindsight_integrations import ConfigurationError, Hindsight, Unavailable
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.stores.connecting.address import address
from hindsight_integrations.wiring import place
from leaks import shown

SECRET = "hunter2"


def test_a_url_says_where_and_how() -> None:
    found = address(
        "postgresql://alice:hunter2@db.example:6432/memory"
        "?schema=work_2&mode=ro&prepare=off&connections=3&sslmode=require"
    )
    assert dict(found.parameters) == {
        "user": "alice",
        "password": "hunter2",
        "host": "db.example",
        "port": "6432",
        "dbname": "memory",
        "sslmode": "require",
    }
    assert (found.schema, found.read_only, found.prepare, found.connections) == (
        "work_2",
        True,
        "off",
        3,
    )
    assert found.where == "PostgreSQL at db.example:6432/memory (schema work_2)"
    assert SECRET not in repr(found)


def test_a_blank_in_an_option_reaches_the_server() -> None:
    found = address("postgresql://db/memory?options=-c%20work_mem%3D64MB")
    assert found.parameters["options"] == "-c work_mem=64MB"


def test_what_is_left_out_has_a_default() -> None:
    found = address("postgres:///memory")
    assert dict(found.parameters) == {"dbname": "memory"}
    assert (found.schema, found.read_only, found.prepare, found.connections) == (
        "hindsight",
        False,
        "auto",
        10,
    )


@pytest.mark.parametrize(
    ("url", "host", "password"),
    [
        ("postgresql://a:p%40ss%2Fw@h/d", "h", "p@ss/w"),
        ("postgresql://a:%E5%AF%86@h1:5432,h2:5433/d", "h1,h2", "密"),
        ("postgresql://a:x@[::1]:5432/d", "::1", "x"),
        ("postgresql://a@/d?host=/run/postgresql&password=x", "/run/postgresql", "x"),
        ("postgresql://a@h/d?password=x%20y+z", "h", "x y+z"),
    ],
)
def test_urls_are_read_as_libpq_reads_them(url: str, host: str, password: str) -> None:
    found = address(url).parameters
    assert (found["host"], found["password"], found["dbname"]) == (host, password, "d")


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://alice:{SECRET}@x@host/memory",
        f"postgresql://alice:{SECRET}@host:port/memory?unheard_of=1",
        f"postgresql://alice:{SECRET}@host/memory?schema=Upper",
        f"postgresql://alice:{SECRET}@host/memory?schema={SECRET}%22;--",
        f"postgresql://alice:{SECRET}@host/memory?schema=pg_catalog",
        f"postgresql://alice:{SECRET}@host/memory?schema=",
        f"postgresql://alice:{SECRET}@host/memory?mode={SECRET}",
        f"postgresql://alice:{SECRET}@host/memory?prepare={SECRET}",
        f"postgresql://alice:{SECRET}@host/memory?connections=0",
        f"postgresql://alice:{SECRET}@host/memory?connections=-1",
        f"postgresql://alice:{SECRET}@host/memory?connections={SECRET}",
        f"postgresql://alice:{SECRET}@host/memory?{SECRET}",
        f"postgresql://alice:{SECRET}@[host/memory",
    ],
    ids=ascii,
)
def test_what_cannot_be_meant_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(ConfigurationError, match="postgresql://user:password@host") as caught:
        Hindsight.open(url, embedder=HashingEncoder())
    assert SECRET not in shown(caught.value)


def test_a_server_that_is_not_there_is_unavailable_and_no_password_is_told() -> None:
    with pytest.raises(Unavailable, match=r"127\.0\.0\.1:1/memory") as caught:
        Hindsight.open(f"postgresql://alice:{SECRET}@127.0.0.1:1/memory", embedder=HashingEncoder())
    assert SECRET not in shown(caught.value)


def test_a_wrong_password_is_told_without_it(postgres_url: str) -> None:
    wrong = postgres_url.replace("hindsight:", f"hindsight:{SECRET}")
    with pytest.raises(ConfigurationError, match="refuses the login") as caught:
        Hindsight.open(wrong, embedder=HashingEncoder())
    assert SECRET not in shown(caught.value)


def test_places_are_the_same_if_all_they_say_is() -> None:
    one = "postgresql://a:x@h/d"
    assert place(one) == place("postgres://a:x@h/d?schema=hindsight")
    assert hash(place(one)) == hash(place("postgres://a:x@h/d?prepare=auto"))
    assert place(one) != place("postgresql://a:x@h/d?schema=other")
    assert place(one) != place("postgresql://b:x@h/d")
    assert "x@" not in repr(place(one))
