"""What can be known of someone and how people word it, read from text in a small format; it opens no file but the package's own.

The built-in catalogue is ``catalogue.toml`` beside this file. The format is described in
``docs/catalogue.md``; a catalogue of a user's own extends the built-in one, attribute by attribute.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.records import MemoryType, SubjectKey

LANGUAGES = ("en", "zh")
_LISTS = ("nouns", "says", "becomes", "ends", "asks", "topics", "questions")
_TYPES = {"fact": MemoryType.FACT, "preference": MemoryType.PREFERENCE}


@dataclass(frozen=True, slots=True)
class Wording:
    """How one language names an attribute, states it, ends it, and asks for it.

    ``questions`` ask the user for it (the first one is used), where a task names one of ``topics``.
    """

    nouns: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    becomes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()

    def joined(self, other: Wording) -> Wording:
        return Wording(*(getattr(self, name) + getattr(other, name) for name in _LISTS))


@dataclass(frozen=True, slots=True)
class Attribute:
    """One unit that is updated on its own: ``location`` is ``user.location``, ``person.ana.location``.

    ``value`` names the kind of its values, ``many`` says that they stand side by side, ``adds`` that what
    comes to hold takes the place of none of them, unless its words say so; and a question for it asks for those of
    ``also_asked`` as well.
    """

    name: str
    type: MemoryType
    value: str
    many: bool
    also_asked: tuple[str, ...]
    words: Mapping[str, Wording]
    adds: bool = False


@dataclass(frozen=True)
class Catalogue:
    """The attributes in the order in which they are tried, and named sets of values."""

    attributes: tuple[Attribute, ...] = ()
    values: Mapping[str, frozenset[str]] | None = None

    @property
    def names(self) -> Mapping[str, Attribute]:
        return {attribute.name: attribute for attribute in self.attributes}

    def extended(self, other: Catalogue) -> Catalogue:
        """This catalogue with another's: a known attribute gains its words, a new one goes first."""
        mine, theirs = self.names, other.names
        new = [item for item in other.attributes if item.name not in mine]
        kept = [_joined(item, theirs.get(item.name)) for item in self.attributes]
        values = dict(self.values or {})
        for name, words in (other.values or {}).items():
            values[name] = values.get(name, frozenset()) | words
        return Catalogue((*new, *kept), values)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def _joined(mine: Attribute, theirs: Attribute | None) -> Attribute:
    if theirs is None:
        return mine
    words = {
        language: mine.words[language].joined(theirs.words[language]) for language in LANGUAGES
    }
    return replace(mine, words=words)


def parse(text: str, source: str = "the catalogue") -> Catalogue:
    """A catalogue from TOML. Raises :class:`ConfigurationError` that names what is wrong and where."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{source} is no TOML: {error}") from None
    values = data.pop("values", {})
    attributes = tuple(_attribute(name, entry, source) for name, entry in data.items())
    return Catalogue(
        attributes,
        {name: _set(words, f"{source}: values.{name}") for name, words in values.items()},
    )


def _set(words: object, where: str) -> frozenset[str]:
    """Values, separated by commas and line ends; a line without a comma holds single words."""
    if not isinstance(words, str):
        raise ConfigurationError(f"{where} must be text")
    parts: list[str] = []
    for line in simplified(words).lower().splitlines():
        parts += line.split(",") if "," in line else line.split()
    return frozenset(part.strip() for part in parts if part.strip())


def _attribute(name: str, entry: object, source: str) -> Attribute:
    where = f"{source}: [{name}]"
    if not isinstance(entry, dict):
        raise ConfigurationError(f"{where} must be a table")
    SubjectKey(name)
    unknown = entry.keys() - {"type", "value", "many", "adds", "also_asked", *LANGUAGES}
    if unknown:
        raise ConfigurationError(f"{where} has an unknown entry {min(unknown)!r}")
    kind = entry.get("type", "fact")
    if kind not in _TYPES:
        raise ConfigurationError(f"{where} type must be one of {', '.join(_TYPES)}")
    return Attribute(
        name=name,
        type=_TYPES[kind],
        value=str(entry.get("value", "thing")),
        many=bool(entry.get("many", False)),
        adds=bool(entry.get("adds", False)),
        also_asked=tuple(_strings(entry.get("also_asked", ()), f"{where} also_asked")),
        words={language: _wording(entry.get(language, {}), where) for language in LANGUAGES},
    )


def _wording(entry: Mapping[str, Any], where: str) -> Wording:
    unknown = entry.keys() - set(_LISTS)
    if unknown:
        raise ConfigurationError(f"{where} has an unknown entry {min(unknown)!r}")
    lists = {name: tuple(_strings(entry.get(name, ()), f"{where} {name}")) for name in _LISTS}
    lists |= {name: tuple(map(simplified, lists[name])) for name in _LISTS if name != "questions"}
    for name in ("says", "becomes", "ends"):
        for phrase in lists[name]:
            if len(re.findall(r"\{(?!who\})\w+\}", phrase)) != 1:
                raise ConfigurationError(f"{where} {name}: {phrase!r} needs one hole for the value")
    for phrase in lists["asks"]:
        if "{who}" not in phrase:
            raise ConfigurationError(f"{where} asks: {phrase!r} needs {{who}}")
    return Wording(**lists)


def _strings(given: object, where: str) -> Iterable[str]:
    if not isinstance(given, list | tuple) or not all(isinstance(item, str) for item in given):
        raise ConfigurationError(f"{where} must be a list of texts")
    return given


@cache
def builtin() -> Catalogue:
    """The catalogue that comes with the package."""
    text = resources.files(__package__).joinpath("catalogue.toml").read_text("utf-8")
    return parse(text, "the built-in catalogue")
