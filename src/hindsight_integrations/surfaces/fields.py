"""What may stand in the body of a request: each kind of field as a check and as JSON Schema; it knows no verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import MAX_SUBJECT, Window
from hindsight_integrations.validation import MAX_CONTENT

Schema = Mapping[str, Any]
#: Characters of a name that a message repeats: it is the caller's, but may be anything.
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: how it is described, and how it is read.

    ``read`` is handed the value and its path (``turns[2].at``) and raises :class:`InvalidInput`.
    """

    schema: Schema
    read: Callable[[Any, str], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One member of a body."""

    name: str
    kind: Kind
    says: str
    required: bool = False


def read(fields: Iterable[Field], body: Any, path: str = "") -> dict[str, Any]:
    """The members of ``body`` that are given, read; null is not given.

    Raises :class:`InvalidInput` naming what is missing, unknown or of a wrong kind.
    """
    known = {field.name: field for field in fields}
    if not isinstance(body, Mapping):
        raise InvalidInput(f"{path or 'the body'} must be a JSON object, not {_kind(body)}")
    if unknown := [name for name in body if name not in known]:
        raise InvalidInput(
            f"{path}{'.' if path else ''}{_shown(unknown[0])} is no field here; "
            f"there are {', '.join(known)}"
        )
    given = {name: value for name, value in body.items() if value is not None}
    at = {name: f"{path}.{name}" if path else name for name in known}
    for name, field in known.items():
        if field.required and name not in given:
            raise InvalidInput(f"{at[name]} is missing")
    return {name: known[name].kind.read(value, at[name]) for name, value in given.items()}


def schema(fields: Iterable[Field]) -> Schema:
    """The JSON Schema of an object with these members."""
    listed = tuple(fields)
    return {
        "type": "object",
        "properties": {field.name: _described(field) for field in listed},
        "required": [field.name for field in listed if field.required],
        "additionalProperties": False,
    }


def either(fields: Iterable[Field], names: Iterable[str]) -> list[Schema]:
    """For ``anyOf``: that one of these members is given at least; false is no flag given."""
    known = {field.name: field for field in fields}
    given = {
        name: {"const": True} if known[name].kind is FLAG else {"not": {"type": "null"}}
        for name in names
    }
    return [{"properties": {name: how}, "required": [name]} for name, how in given.items()]


def _described(field: Field) -> Schema:
    kind = field.kind.schema
    return {
        **(kind if field.required else {"anyOf": [kind, {"type": "null"}]}),
        "description": field.says,
    }


def _text(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise InvalidInput(f"{path} must be a string, not {_kind(value)}")
    return value


def _name(value: Any, path: str) -> str:
    if not _text(value, path):
        raise InvalidInput(f"{path} must not be empty")
    return str(value)


def _number(value: Any, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput(f"{path} must be a number, not {_kind(value)}")
    return value


def _flag(value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(f"{path} must be true or false, not {_kind(value)}")
    return value


def _object(value: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput(f"{path} must be a JSON object, not {_kind(value)}")
    return value


def _moment(value: Any, path: str) -> datetime:
    try:
        moment = datetime.fromisoformat(_text(value, path))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise InvalidInput(f"{path} must be a time with its offset, like 2024-05-31T09:30:00+02:00")
    return moment


def _texts(value: Any, path: str) -> list[str]:
    if not isinstance(value, list):
        raise InvalidInput(f"{path} must be a list of strings, not {_kind(value)}")
    return [_text(item, f"{path}[{place}]") for place, item in enumerate(value)]


def _one_or_many(value: Any, path: str) -> list[str]:
    return [value] if isinstance(value, str) else _texts(value, path)


def _span(value: Any, path: str) -> Window:
    given = read(_SPAN, value, path)
    if not given:
        raise InvalidInput(f"{path} needs 'from', 'to' or both")
    return Window(given.get("from"), given.get("to"))


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "a list"
    return "an object"


def _shown(name: str) -> str:
    return repr(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…")


def each(fields: Iterable[Field], what: str, make: Callable[..., Any]) -> Kind:
    """A list of objects with these members, of each of which ``make`` makes what the verb takes."""
    listed = tuple(fields)

    def several(value: Any, path: str) -> list[Any]:
        if not isinstance(value, list):
            raise InvalidInput(f"{path} must be a list of {what}, not {_kind(value)}")
        return [_made(listed, make, item, f"{path}[{place}]") for place, item in enumerate(value)]

    return Kind({"type": "array", "items": schema(listed)}, several)


def _made(fields: tuple[Field, ...], make: Callable[..., Any], item: Any, path: str) -> Any:
    given = read(fields, item, path)
    try:
        return make(**given)
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None


def choice(*values: str) -> Kind:
    """One of these words."""

    def chosen(value: Any, path: str) -> str:
        if _text(value, path) not in values:
            raise InvalidInput(f"{path} must be one of {', '.join(values)}")
        return str(value)

    return Kind({"type": "string", "enum": list(values)}, chosen)


def some_of(*values: str) -> Kind:
    """One of these words, or a list of them."""
    word: Schema = {"type": "string", "enum": list(values)}
    return Kind({"anyOf": [word, {"type": "array", "items": word}]}, _one_or_many)


def whole(least: int, most: int) -> Kind:
    """A whole number in a range."""

    def counted(value: Any, path: str) -> int:
        # For JSON Schema, and for languages with one kind of number, 5.0 is a whole number too.
        number = int(value) if isinstance(value, float) and value.is_integer() else value
        if type(number) is not int or not least <= number <= most:
            raise InvalidInput(f"{path} must be a whole number from {least} to {most}")
        return number

    return Kind({"type": "integer", "minimum": least, "maximum": most}, counted)


#: A dotted key, as far as a pattern can say it that every language reads: of ASCII, letters,
#: digits, ``_`` and ``-``; which characters of other scripts are letters, the verb knows.
_SEGMENT = r"[^\x00-,./:-@\[-\^`{-\x7f\s]+"
_DOTTED: Schema = {
    "type": "string",
    "pattern": rf"^{_SEGMENT}(\.{_SEGMENT})*$",
    "minLength": 1,
    "maxLength": MAX_SUBJECT,
}
_PREFIX: Schema = {**_DOTTED, "pattern": rf"^{_SEGMENT}(\.{_SEGMENT})*(\.\*)?$"}
_NAMED: Schema = {"type": "string", "minLength": 1}
TEXT = Kind({"type": "string"}, _text)
NAME = Kind(_NAMED, _name)
NUMBER = Kind({"type": "number"}, _number)
#: What is remembered or said: not blank, and not longer than a store keeps.
CONTENT = Kind(
    {"type": "string", "pattern": r"\S", "minLength": 1, "maxLength": MAX_CONTENT}, _text
)
KEY = Kind(_DOTTED, _name)
PREFIX = Kind(_PREFIX, _name)
PREFIXES = Kind({"anyOf": [_PREFIX, {"type": "array", "items": _PREFIX}]}, _one_or_many)
ZONE = Kind({**_NAMED, "pattern": r"^[A-Za-z0-9_+/\-]+$", "examples": ["Europe/Lisbon"]}, _name)
CODE = Kind({**_NAMED, "pattern": r"\S", "maxLength": 64}, _name)
SHARE = Kind({"type": "number", "minimum": 0, "maximum": 1}, _number)
FLAG = Kind({"type": "boolean"}, _flag)
OBJECT = Kind({"type": "object"}, _object)
MOMENT = Kind({"type": "string", "format": "date-time"}, _moment)
NAMES = Kind({"type": "array", "items": _NAMED}, _texts)
ONE_OR_MANY = Kind({"anyOf": [_NAMED, {"type": "array", "items": _NAMED}]}, _one_or_many)

_SPAN = (
    Field("from", MOMENT, "From this instant on"),
    Field("to", MOMENT, "Before this instant"),
)
_TURN = (
    Field(
        "role",
        choice("user", "assistant", "tool", "system", "developer"),
        "Who spoke",
        required=True,
    ),
    Field("content", TEXT, "What was said", required=True),
    Field("at", MOMENT, "When it was said"),
    Field("id", NAME, "Its id: a turn with an id is written once"),
    Field("index", whole(0, 2**53), "Its place in the conversation"),
    Field("name", NAME, "Who spoke, by name; of a tool, which one"),
)
SPAN = Kind({**schema(_SPAN), "anyOf": either(_SPAN, ("from", "to"))}, _span)
TURNS = each(_TURN, "turns", dict)
