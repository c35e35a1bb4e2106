"""API keys: how they are written, whom they stand for, what is refused without being repeated."""

from __future__ import annotations

import pytest

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.surfaces.keys import Caller, Keys
from hindsight_integrations.surfaces.refusals import Refused

LONG, OTHER = "0123456789abcdef", "fedcba9876543210"


def test_a_key_stands_for_all_tenants_or_for_one() -> None:
    keys = Keys.parse(f" {LONG} ,,{OTHER}@商店@eu")
    assert keys.caller(f"Bearer {LONG}") == Caller(None)
    assert keys.caller(f"bEaReR  {OTHER} ") == Caller("商店@eu")


@pytest.mark.parametrize("text", [None, "", " , "])
def test_without_keys_everybody_is_admitted(text: str | None) -> None:
    keys = Keys.parse(text)
    assert not keys
    assert keys.caller(None) == Caller(None)


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer ", f"Token {LONG}", f"Bearer {LONG}@t"]
)
def test_anybody_else_is_refused(header: str | None) -> None:
    with pytest.raises(Refused) as refused:
        Keys.parse(LONG).caller(header)
    assert refused.value.status == 401


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{LONG},tooshort", "API key 2 must have at least 16"),
        (f"{LONG[:-1]}é", "API key 1 must have"),
        (f"{LONG} {OTHER}", "no blank"),
        (f"{LONG}@", "name its tenant"),
        (f"{LONG},{OTHER},{LONG}@acme", "API key 3 is given twice"),
    ],
)
def test_a_key_that_cannot_be_is_named_by_its_place(text: str, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says) as refused:
        Keys.parse(text)
    assert not any(key in str(refused.value) for key in (LONG, OTHER, "tooshort"))


def test_keys_show_nothing_of_themselves() -> None:
    shown = repr(Keys.parse(f"{LONG}@acme"))
    assert LONG not in shown
    assert "digest" not in shown


def test_a_bound_key_names_its_tenant() -> None:
    bound, free = Caller("acme"), Caller()
    assert (bound.tenant_of(None), bound.tenant_of("acme")) == ("acme", "acme")
    assert (free.tenant_of(None), free.tenant_of("acme")) == (None, "acme")
    with pytest.raises(Refused) as refused:
        bound.tenant_of("globex")
    assert refused.value.status == 403
