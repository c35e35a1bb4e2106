"""Where in a file something stands, and the error that names it; it knows no format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.surfaces.lines import line_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """A file, a line of it (counted from 1) where that is known, and the path of an element.

    ``text`` is the JSON that ``steps`` lead into; from it the line is found when it is needed.
    """

    file: str
    line: int | None = None
    path: str = ""
    steps: tuple[str | int, ...] = ()
    text: str | None = field(default=None, repr=False, compare=False)

    def at(self, step: str | int) -> Place:
        """The element below: a name, or a position counted from 0."""
        if isinstance(step, int):
            path = f"{self.path}[{step}]"
        else:
            path = f"{self.path}.{step}" if self.path else step
        return replace(self, path=path, steps=(*self.steps, step))

    def on(self, line: int) -> Place:
        return replace(self, line=line)

    def wrong(self, reason: str) -> InvalidInput:
        """The error to raise: ``file:line: messages[3].role: reason``."""
        number = self.line if self.text is None else line_of(self.text, self.steps)
        line = f":{number}" if number is not None else ""
        path = f"{self.path}: " if self.path else ""
        return InvalidInput(f"{self.file}{line}: {path}{reason}")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A value and where it was found."""

    place: Place
    value: T

    def items(self: Found[list[Any]]) -> list[Found[Any]]:
        """The elements of a list, each with its own place."""
        return [Found(self.place.at(n), item) for n, item in enumerate(self.value)]

    def get(self: Found[Mapping[str, Any]], name: str) -> Found[Any]:
        """The member ``name`` of a mapping; its value is ``None`` if there is none."""
        return Found(self.place.at(name), self.value.get(name))

    def as_list(self) -> Found[list[Any]]:
        if not isinstance(self.value, list):
            raise self.place.wrong(f"must be a list, not {kind(self.value)}")
        return Found(self.place, self.value)

    def as_mapping(self) -> Found[Mapping[str, Any]]:
        if not isinstance(self.value, Mapping):
            raise self.place.wrong(f"must be an object, not {kind(self.value)}")
        return Found(self.place, self.value)

    def as_text(self) -> str:
        if not isinstance(self.value, str):
            raise self.place.wrong(f"must be a string, not {kind(self.value)}")
        return self.value


def kind(value: object) -> str:
    """What JSON calls this value; used in errors instead of the value itself."""
    match value:
        case None:
            return "missing or null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "a list"
        case _:
            return "an object"
