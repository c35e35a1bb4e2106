"""One person, one key: "my sister" is kept under the name she was last called by; it reads names and knows no words.

The name is a fact like others (``person.sister.name``). Where it is known, ``person.sister.location`` is
``person.irina.location``, for what is written, asked and forgotten. What stood under the relation
before its name was known moves with the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hindsight_integrations.language.folding import spelt_before
from hindsight_integrations.language.introductions import of_one
from hindsight_integrations.language.owners import person
from hindsight_integrations.ports import RecordReader, RecordWriter
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Claim, Memory, Status, SubjectKey, SubjectPattern

_NAME = "name"


def under_name(reader: RecordReader, claim: Claim) -> Claim:
    """The claim under the key of the name that its owner is known by."""
    if claim.subject is None:
        return claim
    said = str(claim.subject)
    key = _kept(reader, _renamed(reader, said) or said)
    return claim if key == said else replace(claim, subject=SubjectKey(key))


def _kept(reader: RecordReader, key: str) -> str:
    """The key under which it was kept before keys were folded to simplified characters, if it still is."""
    old = _spelt_before(key)
    return old if old is not None and not reader.chain(key) and reader.chain(old) else key


def _spelt_before(key: str) -> str | None:
    """A person's or a thing's key in traditional characters, if it has any."""
    if key.isascii() or not key.startswith(("person.", "thing.")):
        return None
    old = spelt_before(key)
    return None if old == key else old


def both(reader: RecordReader, keys: Iterable[SubjectPattern]) -> tuple[SubjectPattern, ...]:
    """Each key behind its twin under the name that its owner is known by, if there is one."""
    return tuple(dict.fromkeys(one for key in keys for one in _twins(reader, key)))


def widened(reader: RecordReader, where: Where) -> Where:
    """The filter with the keys' twins in it."""
    if where.subjects is None:
        return where
    return replace(where, subjects=both(reader, where.subjects))


def moved(tx: RecordWriter, name: Memory, known: str | None) -> None:
    """Take what stands under a relation to the name that it has now for the first time.

    ``known`` is the name it had before: then what is told of a person stays with that one.
    A key under which something stands already is left as it is.
    """
    relation, _, attribute = str(name.subject_key).rpartition(".")
    if attribute != _NAME or known is not None or not of_one(relation):
        return
    owner = person(str(name.payload.get("value", name.content)))
    if owner is None:
        return
    below = tx.find(Where(subjects=(SubjectPattern(relation, below=True),)))
    keys = {str(memory.subject_key) for memory in below} - {str(name.subject_key)}
    targets = {key: SubjectKey(f"{owner}{key.removeprefix(relation)}") for key in keys}
    free = {key for key, target in targets.items() if not tx.chain(target)}
    for memory in below:
        if (key := str(memory.subject_key)) in free:
            tx.edit(replace(memory, subject_key=targets[key]))


def name_of(reader: RecordReader, key: str | None) -> str | None:
    """The owner by whose name a relation is kept: ``person.irina`` for ``person.sister.location``."""
    kind, _, rest = (key or "").partition(".")
    relation = f"{kind}.{rest.partition('.')[0]}"
    if kind != "person" or not of_one(relation):
        return None
    found = reader.find(Where.of(statuses=Status.ACTIVE, subjects=f"{relation}.{_NAME}"), limit=1)
    return person(str(found[0].payload.get("value", found[0].content))) if found else None


def _twins(reader: RecordReader, key: SubjectPattern) -> Iterator[SubjectPattern]:
    named = _renamed(reader, key.key, below=key.below)
    for one in (named, key.key):
        if one is not None:
            yield SubjectPattern(one, key.below)
            if (old := _spelt_before(one)) is not None:
                yield SubjectPattern(old, key.below)


def _renamed(reader: RecordReader, key: str, *, below: bool = False) -> str | None:
    parts = key.split(".", 2)
    if len(parts) < (2 if below else 3) or parts[2:] == [_NAME]:
        return None
    owner = name_of(reader, key)
    return None if owner is None else ".".join([owner, *parts[2:]])
