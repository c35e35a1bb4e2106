"""Of free statements that may answer one question, finds which took another's place by the time asked for; pure, it loads nothing.

People change what they said without saying so: "Ana chairs the board", later "Ana advises the board"; "I go to the gym on
Tuesdays", later "moved my gym day to Saturdays". Or they tell a new value in passing: "the deadline was moved to May 20, so
how should I plan?". Without a subject key nothing supersedes. But two statements of which the later one says
nearly the same, tells a later value of what is asked, or announces a change of it, succeed one another; and the question
says which of them it means: what holds now, what held at a time, or what held before. Both are told, and neither
is held in doubt: two tickets stand side by side, and a question that names one of them tells them apart.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hindsight_integrations.engine.saying import Said, Wanted
from hindsight_integrations.language.aims import Order
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.updates import (
    Value,
    asks_past_state,
    ends_something,
    holds,
    looks_back,
    names,
    states,
    tells_new,
)
from hindsight_integrations.records import Memory, Status

#: Of the words of the shorter one, so many must be shared by a near copy; and at least so many.
_SHARED, _FEWEST = 0.5, 2
#: Of what the older one holds of the question, the newer one holds at least this share.
_COVERED = 0.7
#: The same where the newer one says that something is another than before.
_TOLD_NEW = 0.5
#: What fits the question less than half as well as another answers something else: neither
#: does a copy of what is no answer itself come first, nor a copy that is none.
_AS_NEAR = 0.5
#: The same of a later value of what is asked, which may be told among other things.
_VALUE_NEAR = 0.4
#: The same of what announces a change, or held at another time, in other words; and where both share words of the question.
_CHANGED_NEAR, _TOPIC_NEAR = 0.35, 0.08
#: Two that fit the question this evenly may speak of one thing in words that they do not share.
_EVEN = 0.85
_COUNTED = "[0-9一二三四五六七八九十点]"


@dataclass(frozen=True, slots=True)
class Lift:
    """A statement goes before another one, with that one's similarity: a ``newer_copy``, a ``later_value``, a ``change``, or what ``held`` then."""

    older: int
    similarity: float
    kind: str = "newer_copy"


def succeeded(
    asked: Wanted,
    candidates: Sequence[tuple[int, Memory, float]],
    attributes: Container[str] = (),
) -> Mapping[int, Lift]:
    """Which of the candidates (place, record, similarity; best first) are lifted, by place.

    What stands under one of the ``attributes`` is the matter of its chain.
    """
    said = [Said(*candidate) for candidate in candidates]
    if not said or not asked.terms:
        return {}
    if not asked.aim.past or _none_known(said, asked.aim.instant):
        return _now(asked, said, attributes)
    if not asks_past_state(asked.question):
        return {}
    top, rest = said[0], [one for one in said if one.states]
    held = _held(asked, top, rest, attributes)
    return {held.place: Lift(top.place, max(top.near, held.near), "held")} if held else {}


def _none_known(said: Sequence[Said], instant: datetime | None) -> bool:
    """Whether all was told after the time asked for: "what do we do on May Day?" then means the next one."""
    return instant is not None and all(one.memory.happened_at > instant for one in said)


def _now(asked: Wanted, said: Sequence[Said], attributes: Container[str]) -> dict[int, Lift]:
    """The newer of two goes first, and the newest of many takes it all."""
    said = sorted(said, key=lambda one: one.when)
    least = _AS_NEAR * max((one.near for one in said if one.free()), default=0.0)
    level = {one.place: one.near for one in said}
    lifts: dict[int, Lift] = {}
    for number, newer in enumerate(said):
        for older in said[:number]:
            if level[older.place] <= level[newer.place]:
                continue
            kind = _kind(asked, older, newer, least, attributes)
            if kind is not None:
                level[newer.place] = level[older.place]
                lifts[newer.place] = Lift(older.place, level[older.place], kind)
    return lifts


def _kind(
    asked: Wanted, older: Said, newer: Said, least: float, attributes: Container[str]
) -> str | None:
    """Why the newer one goes first, if it does."""
    even = (newer.user or not older.user) and newer.near >= _VALUE_NEAR * older.near
    if even and older.near >= least and older.free() and newer.free():
        copies = newer.near >= _AS_NEAR * older.near and _copies(newer, older, asked.terms)
        if copies and not newer.relatives - asked.persons - older.persons:
            return "newer_copy"
        if asked.value is not None and _updates(newer, older, asked, asked.value):
            return "later_value"
    if asked.state and older.states and newer.states and _changes(asked, older, newer):
        return None if _ruled(older, newer, attributes) else "change"
    return None


def _copies(newer: Said, older: Said, asked: frozenset[str]) -> bool:
    """Whether ``newer`` says nearly the same as ``older`` and holds as much of the question."""
    if newer.asks or older.asks:
        return False
    shared = len(newer.terms & older.terms)
    if shared < max(_FEWEST, _SHARED * min(len(newer.terms), len(older.terms))):
        return False
    held, kept = older.terms & asked, newer.terms & asked
    lost = held - kept
    return len(kept) >= _COVERED * len(held) and not any(map(_numbered, lost))


def _updates(newer: Said, older: Said, asked: Wanted, value: Value) -> bool:
    """Whether ``newer`` tells a later value of what the question asks for and ``older`` tells."""
    held, kept = older.terms & asked.terms, newer.terms & asked.terms
    new = tells_new(newer.content)
    fewest = 1 if new and held <= kept else _FEWEST
    if len(kept) < max(fewest, (_TOLD_NEW if new else _COVERED) * len(held)):
        return False
    told = newer.user and states(newer.content, value) and holds(older.content, value)
    return told and not _of_others(newer, older, held - kept, asked.names)


def _changes(asked: Wanted, older: Said, newer: Said) -> bool:
    """Whether ``newer`` announces a change of what ``older`` says and the question asks for."""
    if not newer.announcers or older.beside(newer):
        return False
    known = asked.persons | older.persons
    if all(one is not None and one not in known for one in newer.announcers):
        return False
    held, kept = older.terms & asked.terms, newer.terms & asked.terms
    if _of_others(newer, older, held - kept, asked.names):
        return False
    if older.numbers & newer.numbers or _over(older, newer):
        return True
    if not held and newer.near >= _EVEN * older.near:
        return True  # neither is in the question's own words
    if not _one_topic(asked, older, newer):
        return False
    return len(kept) >= _TOLD_NEW * len(held) or _share_much(older, newer)


def _share_much(older: Said, newer: Said) -> bool:
    """Whether two share so many words, numbers apart, that they speak of one thing, be it in none of the question's."""
    shared = [term for term in older.terms & newer.terms if not compiled(_COUNTED).search(term)]
    # Two pairs of Chinese characters may be one word of three; a word of letters is one by itself.
    return len(shared) >= (2 if any(term.isascii() for term in shared) else 3)


def _one_topic(asked: Wanted, older: Said, newer: Said) -> bool:
    """Whether two share what they speak of; the less of the question they share, the nearer to it both must be."""
    shared = older.terms & newer.terms
    least, most = sorted((older.near, newer.near))
    return bool(shared) and least >= most * (_TOPIC_NEAR if shared & asked.terms else _CHANGED_NEAR)


def _ruled(older: Said, newer: Said, attributes: Container[str]) -> bool:
    """Whether a chain rules the older one; not where it missed the newer one, which names a number of its kind or says that its value is over."""
    if not _under(older, attributes) or older.numbers & newer.numbers:
        return False
    return not _over(older, newer)


def _over(older: Said, newer: Said) -> bool:
    """Whether ``newer`` names the value of ``older`` and says that something holds no longer."""
    return bool(older.value) and older.value <= newer.terms and ends_something(newer.content)


def _under(one: Said, attributes: Container[str]) -> bool:
    """Whether it stands under one of the attributes; keys of the open pattern are made of a sentence's own words."""
    return str(one.memory.subject_key or "").rpartition(".")[2] in attributes


def _of_others(newer: Said, older: Said, lost: frozenset[str], asked_names: frozenset[str]) -> bool:
    """Whether what ``newer`` does not hold of the question tells the two apart: a number, or a name beside its own."""
    if any(map(_numbered, lost)):
        return True
    return not lost.isdisjoint(asked_names) and bool(names(newer.content) - older.terms)


def _numbered(term: str) -> bool:
    """Numbers tell things apart."""
    return any(character.isdigit() for character in term)


def _held(
    asked: Wanted, top: Said, said: Sequence[Said], attributes: Container[str]
) -> Said | None:
    """What held at the time asked for, if another than the best one; where a chain rules that, only its rivals."""
    if asked.aim.order is Order.AS_OF and asked.aim.instant is not None:
        return _held_at(asked, top, said, asked.aim.instant, attributes)
    if top.memory.status is not Status.ACTIVE or looks_back(top.content):
        return None
    chain = _chain(asked, top, said)
    last = _meant(asked, chain)
    before = [one for one in said if one.when < last.when]
    earlier = [one for one in chain if one.when < last.when]
    if earlier:
        pick = min if asked.aim.order is Order.FIRST else max
        found = pick(earlier, key=lambda one: one.when)
        return None if found is top else found
    alone = last is top and not _under(top, attributes)
    return _likeliest(asked, top, before) if alone else None


def _held_at(
    asked: Wanted,
    top: Said,
    said: Sequence[Said],
    instant: datetime,
    attributes: Container[str],
) -> Said | None:
    known = [one for one in said if one.memory.happened_at <= instant]
    ruled = _under(top, attributes)
    if top.memory.happened_at > instant:
        # A chain that held a value by then would have answered with it.
        free = [one for one in known if not (ruled and _under(one, attributes))]
        then = _likeliest(asked, top, free)
    else:
        then = None if ruled else top
    then = then and _changed_last(asked, then, known)
    return None if then is top else then


def _likeliest(asked: Wanted, top: Said, known: Sequence[Said]) -> Said | None:
    """Of what was known then, the rival that fits the question best, or else what fits it at all and is of nobody else."""
    rivals = [one for one in known if _rivals(asked, one, top)]
    if not rivals:
        least = _TOPIC_NEAR * top.near
        rivals = [one for one in known if one.near >= least and one.persons <= asked.persons]
    return max(rivals, key=lambda one: (one.near, one.when), default=None)


def _changed_last(asked: Wanted, then: Said, known: Sequence[Said]) -> Said:
    """What was last announced as changed from ``then`` on, as far as it was known."""
    for one in sorted(known, key=lambda one: one.when):
        if one.when > then.when and _changes(asked, then, one):
            then = one
    return then


def _chain(asked: Wanted, top: Said, said: Sequence[Said]) -> list[Said]:
    """The statements that succeeded one another, the best one among them."""
    chain, rest = [top], [one for one in said if one is not top]
    for link in chain:
        near = [one for one in rest if _rivals(asked, one, link) or _rivals(asked, link, one)]
        chain += near
        rest = [one for one in rest if one not in near]
    return chain


def _meant(asked: Wanted, chain: Sequence[Said]) -> Said:
    """The one before which it was, as the question names it, or the last one."""
    named = max(chain, key=lambda one: (len(one.terms & asked.anchor), one.when))
    return named if named.terms & asked.anchor else max(chain, key=lambda one: one.when)


def _rivals(asked: Wanted, older: Said, newer: Said) -> bool:
    """Whether two statements may answer one question at different times."""
    if older.when >= newer.when or older.beside(newer) or not _one_topic(asked, older, newer):
        return False
    if asked.persons and any(_of_strangers(one, asked) for one in (older, newer)):
        return False
    return bool(older.terms & newer.terms & asked.terms) or bool(newer.announcers)


def _of_strangers(one: Said, asked: Wanted) -> bool:
    """Whether it speaks of others, and not of whom the question names."""
    return bool(one.persons) and not one.persons & asked.persons
