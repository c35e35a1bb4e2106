"""Finds of whom else than the speaker a text or a clause speaks; it knows no fact and no memory."""

from __future__ import annotations

from collections.abc import Iterator

from hindsight_integrations.language import owners
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.names_chinese import nickname, titled
from hindsight_integrations.language.patterns import compiled

#: A text is read up to here.
MAX_READ = 500
#: Where clauses end, commas included.
_CLAUSE = r"[,.;!?，。；！？：\n]+|\s+(?:and|but|so|because)\s+"
_PRONOUN = (
    r"(?i)^(?:he|she|they|his|her|their)\b(?!.*\b(?:me|my|us|our)\b)|^(?:他|她)们?(?!.{0,8}[我咱])"
)
_BARE = r"(?i)^(?:the |our |my |an? )?(?P<kin>[a-z]+?)(?:s|'s|s')?(?= )"
#: How far into a Chinese clause the one who does it may stand: 楼上邻居换房东了.
_ZH_START = 5
_SPEAKER = r"(?i)\b(?:i|i'm|i've|my|me|we|our|us)\b|[我咱俺]"
_ZH_US = "[我咱俺]|全家|大家|家里|家人|一家"
#: Some other person, nobody knows who.
SOMEBODY = "person"


def persons(text: str) -> frozenset[str]:
    """Everyone whom a text names as doing something or as somebody's own: ``person.mother``, ``person.ana``."""
    read = simplified(text[:MAX_READ])
    found = {one for _, one in doers(read)} | {owners.mentioned(read)}
    return frozenset(one for one in found if one)


def doers(text: str) -> Iterator[tuple[str, str | None]]:
    """Each clause with the other person who does what it says: where it names nobody, that of the clause before."""
    last = None
    for clause in _clauses(simplified(text[:MAX_READ])):
        last = doer(clause) or (None if compiled(_SPEAKER).search(clause) else last)
        yield clause, last


def _clauses(text: str) -> Iterator[str]:
    """The parts of a text between its marks."""
    yield from filter(None, map(str.strip, compiled(_CLAUSE).split(text[:MAX_READ])))


def doer(clause: str) -> str | None:
    """The other person who does what a clause says; ``None`` where it is the speaker, a thing or nobody named."""
    if compiled(_PRONOUN).match(clause):
        return SOMEBODY
    if "\u4e00" <= clause[:1] <= "\u9fff":
        return _chinese(clause)
    owned = owners.english(clause)
    if owned is not None and owned.owner is not None:
        other = owned.owner.startswith("person.")
        # "Lise is my boss" speaks of the speaker; "my sister sold her car" does not.
        mine = compiled(_SPEAKER).search(clause, 1) and not clause.lower().startswith(
            ("my ", "our ")
        )
        return owned.owner if other and not mine else None
    bare = compiled(_BARE).match(clause)
    return owners.relation(bare["kin"]) if bare else None


def _chinese(clause: str) -> str | None:
    first = next(owners.chinese(clause), None)
    owner = (first.owner if first else None) or ""
    if owner.startswith("person."):
        name = owner.partition(".")[2]
        if owners.is_relation(name) or nickname(name) or titled(name):
            return owner  # any two characters may look like a name: 游泳改到周六了
    if compiled(_ZH_US).match(clause):
        return None
    starts = (clause[at : at + size] for at in range(_ZH_START) for size in (3, 2))
    return next(filter(None, map(owners.relation, starts)), None)
