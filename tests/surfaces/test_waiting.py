"""Waiting for servers that are starting: the pauses, the end, what is not waited for; time is an argument."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hindsight_integrations.errors import ConfigurationError, Unavailable
from hindsight_integrations.surfaces.waiting import when_ready


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def starting(time: Time, seconds: float) -> Callable[[], str]:
    """Opens once so much time has passed."""

    def opened() -> str:
        if time.now < 100 + seconds:
            raise Unavailable("db:5432 cannot be reached")
        return "open"

    return opened


def test_what_is_ready_is_not_waited_for() -> None:
    time, heard = Time(), list[str]()
    answer = when_ready(lambda: 7, 20, told=heard.append, sleep=time.sleep, now=lambda: time.now)
    assert (answer, time.slept, heard) == (7, [], [])


def test_the_pauses_grow_and_the_reason_is_told_once() -> None:
    time, heard = Time(), list[str]()
    answer = when_ready(
        starting(time, 6), 20, told=heard.append, sleep=time.sleep, now=lambda: time.now
    )
    assert answer == "open"
    assert time.slept == [0.25, 0.5, 1.0, 2.0, 2.0, 2.0]
    assert heard == ["waiting up to 20 s: db:5432 cannot be reached"]


def test_the_end_says_how_long_and_why() -> None:
    time = Time()
    with pytest.raises(Unavailable, match=r"^not ready after 3 s: db:5432 cannot be reached$"):
        when_ready(
            starting(time, 60), 3, told=lambda _: None, sleep=time.sleep, now=lambda: time.now
        )
    assert time.slept == [0.25, 0.5, 1.0, 1.25]
    assert time.now == 103.0


def test_no_time_is_one_try() -> None:
    time = Time()
    with pytest.raises(Unavailable, match="not ready after 0 s"):
        when_ready(starting(time, 1), 0, told=lambda _: None, sleep=time.sleep, now=lambda: 0.0)
    assert time.slept == []


def test_what_waiting_does_not_mend_is_told_at_once() -> None:
    def wrong() -> None:
        raise ConfigurationError("the password is wrong")

    with pytest.raises(ConfigurationError, match="password"):
        when_ready(wrong, 20, told=lambda _: None, sleep=lambda _: pytest.fail("it slept"))
