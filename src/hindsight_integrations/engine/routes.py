"""The ways by which recall finds candidates; each answers hits, none decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from hindsight_integrations.answers import Hit, RouteTrace, hits_of
from hindsight_integrations.engine.aliases import both
from hindsight_integrations.engine.chains import fits
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.echoes import holds
from hindsight_integrations.engine.plans import plan_of
from hindsight_integrations.engine.question import Question
from hindsight_integrations.errors import StoreError
from hindsight_integrations.language.entities import entities
from hindsight_integrations.language.folding import spelt_before
from hindsight_integrations.language.owners import segment
from hindsight_integrations.language.tokens import canonical, query_terms
from hindsight_integrations.ports import Deadline, RecordReader
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope, Status, SubjectPattern
from hindsight_integrations.settings import ContextSettings, RouteSettings

#: What a key counts that is asked for less directly than the one before it.
_NEXT_KEY = 0.9
#: What a plan for an asked subject counts where something holds: it comes behind that.
_PLANNED = 0.7
#: Of several values that fit, each next one counts this much less, down to the least.
_STEP, _LEAST = 0.03, 0.7
#: More than any user has, and still a number that every store takes.
_FARTHEST = 1_000_000_000


@dataclass
class Found:
    """What the routes of one recall found so far."""

    traces: list[RouteTrace] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)
    cosines: dict[str, float] = field(default_factory=dict)
    views: Sequence[tuple[Where, str]] = ()
    #: Values of an asked subject at which the question does not aim.
    passed_over: frozenset[str] = frozenset()
    _scores: dict[str, dict[str, float]] = field(default_factory=dict)
    _found: dict[str, float] = field(default_factory=dict)

    def add(self, name: str, hits: Iterable[Hit], note: str = "") -> None:
        trace = RouteTrace(name, tuple(hits), note)
        self.traces.append(trace)
        scores = dict(trace.hits)
        self._found |= scores
        if len(scores) < len(trace.hits) or name in self._scores:
            known = self._scores.get(name, {})
            scores = _better(chain(known.items(), trace.hits))
        self._scores[name] = scores

    def add_ranked(self, name: str, ids: Sequence[str], note: str = "") -> None:
        """A route without scores of its own: its hits count by place, from 1 down."""
        count = len(ids)
        self.add(name, hits_of(ids, [1.0 - place / count for place in range(count)]), note)

    @property
    def ids(self) -> list[str]:
        """Every candidate once, in the order of finding."""
        return list(self._found)

    def scores(self, name: str) -> Mapping[str, float]:
        """A route's own scores, by id; the better one where it ran twice."""
        return self._scores.get(name, {})


def _better(hits: Iterable[tuple[str, float]]) -> dict[str, float]:
    best: dict[str, float] = {}
    for id, score in hits:
        best[id] = max(score, best.get(id, score))
    return best


def by_record(
    reader: RecordReader,
    asked: Question,
    found: Found,
    widths: RouteSettings,
    context: ContextSettings,
) -> None:
    """The routes that the record store answers: words, subject, time, the most recent."""
    found.views = _views(reader, asked)
    if limit := _reach(widths.keyword, asked):
        for where, note in found.views:
            hits = reader.keyword(asked.terms, where, limit=limit)
            found.add("keyword", hits, note)
            _spelt_before(reader, asked.terms, (where, note), found, limit - len(hits))
            _by_context(reader, hits, (where, note), found, context)
    _by_entity(reader, asked, found, widths)
    _by_subject(reader, asked, found, widths)
    if asked.window is not None:
        found.add_ranked("time", reader.latest(asked.inside, limit=_reach(widths.time, asked)))
    found.add_ranked("recent", reader.latest(asked.where, limit=_reach(widths.recent, asked)))


def _spelt_before(
    reader: RecordReader,
    terms: Sequence[str],
    view: tuple[Where, str],
    found: Found,
    limit: int,
) -> None:
    """Records whose words files from before the folding hold in traditional characters, where the route has room."""
    old = tuple(map(spelt_before, terms))
    if limit <= 0 or old == tuple(terms):
        return
    where, note = view
    known = found.scores("keyword")
    more = [hit for hit in reader.keyword(old, where, limit=limit) if hit.id not in known]
    if more:
        found.add("keyword", more, f"{note}; spelt as before" if note else "spelt as before")


def _by_entity(reader: RecordReader, asked: Question, found: Found, widths: RouteSettings) -> None:
    """Records that hold what the question names exactly: an order's number, a phone, an address."""
    named = [entity for entity in entities(asked.ask.query) if entity.kind != "money"]
    if not named or not widths.keyword:
        return
    exact: dict[str, Hit] = {}
    for entity in named:
        terms = query_terms(entity.text)
        hits = reader.keyword(terms, asked.where, limit=_reach(widths.keyword, asked))
        records = reader.get([hit.id for hit in hits])
        wanted = canonical(entity.text)
        exact |= {
            hit.id: Hit(hit.id, 1.0)
            for hit in hits
            if hit.id in records and holds(records[hit.id].content, wanted)
        }
    if exact:
        found.add("entity", exact.values(), ", ".join(entity.kind for entity in named))


def _by_context(
    reader: RecordReader,
    hits: Sequence[Hit],
    view: tuple[Where, str],
    found: Found,
    context: ContextSettings,
) -> None:
    """What was said just before and after the best keyword hits: a question's answer, an answer's question."""
    best = [hit.id for hit in hits[: context.hits]]
    if best and context.reach:
        where, note = view
        beside = reader.beside(best, where, reach=context.reach)
        if beside:
            found.add_ranked("context", beside, note)


def by_meaning(core: Core, scope: Scope, asked: Question, found: Found, deadline: Deadline) -> None:
    """The vector route, and the cosines of what the other routes found before.

    An index that cannot be reached is noted, and the other routes answer.
    """
    limit, also = _reach(core.settings.routes.vector, asked), found.ids
    if not limit:
        return
    if asked.vector is None or core.index is None:
        missing = "encoder" if core.index is None else "vector of the question"
        found.add("vector", (), f"no {missing}: words only")
        return
    try:
        for where, note in found.views:
            near = core.index.search(
                scope, asked.vector, where, limit=limit, also=also, deadline=deadline
            )
            found.add("vector", near.hits, note)
            found.cosines.update(near.others)
            if near.note:
                found.degraded.append(f"vector route: {near.note}")
    except StoreError as error:
        found.degraded.append(f"vector route: {type(error).__name__}")
        found.add("vector", (), "the index did not answer")
    found.cosines.update(found.scores("vector"))


def by_archive(
    reader: RecordReader, asked: Question, found: Found, widths: RouteSettings
) -> Question:
    """Where nothing hot stands under an asked subject, or happened in an asked window: what is archived.

    Answers the question as it may be answered now, with archived records if some were found.
    If the caller asks for archived ones anyway, the most recent of them are candidates too.
    """
    cold = replace(asked.where, statuses=(Status.ARCHIVED,))
    if asked.ask.include_archived:
        # Beside the most recent of all, which are hot; words and vectors lead to none of them.
        latest = _latest(reader, [cold], widths.recent, asked) if widths.recent else []
        found.add_ranked("recent", latest, "from the archive")
        return asked
    keys = () if found.scores("subject") or not widths.subject else _keys(reader, asked)
    under = _latest(reader, [replace(cold, subjects=(key,)) for key in keys], widths.subject, asked)
    if under:
        note = f"from the archive: nothing else stands under {', '.join(map(str, keys))}"
        found.add_ranked("subject", under, note)
    inside: list[str] = []
    if asked.window is not None and not reader.latest(asked.episodes, limit=1):
        then = replace(asked.episodes, statuses=(Status.ARCHIVED,))
        inside = _latest(reader, [then], widths.time, asked)
    if inside:
        note = "from the archive: nothing else happened inside the window"
        found.add_ranked("time", inside, note)
    if not under and not inside:
        return asked
    statuses = (*(asked.where.statuses or ()), Status.ARCHIVED)
    return replace(asked, where=replace(asked.where, statuses=statuses))


def _latest(
    reader: RecordReader, wheres: Iterable[Where], width: int, asked: Question
) -> list[str]:
    limit = _reach(width, asked)
    return [id for where in wheres for id in reader.latest(where, limit=limit)]


def _reach(width: int, asked: Question) -> int:
    """How many a route looks for: no fewer than the answers asked for; 0 switches it off."""
    return min(max(width, asked.ask.k), _FARTHEST) if width else 0


def _views(reader: RecordReader, asked: Question) -> list[tuple[Where, str]]:
    """The filters to search with: one, or, for a clear window, what is inside and what stands.

    A window in which nothing happened narrows nothing.
    """
    if asked.window is None:
        return [(asked.where, "")]
    if not reader.latest(asked.episodes, limit=1):
        return [(asked.where, "nothing happened inside the window")]
    return [(asked.inside, "inside the window"), (asked.standing, "standing facts")]


def _by_subject(reader: RecordReader, asked: Question, found: Found, widths: RouteSettings) -> None:
    keys = _keys(reader, asked)
    if not keys or not widths.subject:
        return
    note = ", ".join(map(str, keys))
    if asked.aim.past and (hits := _of_the_chain(reader, asked, keys, found)):
        found.add("subject", hits, f"{note}: {asked.aim.order.value}")
        return
    hits = []
    for place, key in enumerate(keys):
        ids = reader.latest(
            replace(asked.where, subjects=(key,)), limit=_reach(widths.subject, asked)
        )
        hits += [Hit(id, _NEXT_KEY**place) for id in ids]
    found.add("subject", hits, note)
    _by_plan(reader, asked, keys, found, widths)


def _by_plan(
    reader: RecordReader,
    asked: Question,
    keys: Sequence[SubjectPattern],
    found: Found,
    widths: RouteSettings,
) -> None:
    """What is planned of an asked subject: what holds until its day may hold no longer by now."""
    plans = (None if key.below else plan_of(key.key) for key in keys)
    subjects = _wanted([SubjectPattern(plan) for plan in plans if plan is not None], asked)
    if asked.aim.past or not subjects:
        return
    limit = _reach(widths.subject, asked)
    ids = reader.latest(replace(asked.where, subjects=subjects), limit=limit)
    if ids:
        share = _PLANNED if found.scores("subject") else 1.0
        found.add("plan", [Hit(id, share) for id in ids], ", ".join(map(str, subjects)))


def _keys(reader: RecordReader, asked: Question) -> tuple[SubjectPattern, ...]:
    """The subjects that are asked for, under every name they may be kept by, as far as they may answer."""
    return _wanted(both(reader, _the_users_own(reader, asked.subjects, asked.ask.user)), asked)


def _wanted(keys: Iterable[SubjectPattern], asked: Question) -> tuple[SubjectPattern, ...]:
    """Those of the keys that the caller's own subjects admit."""
    wanted = asked.where.subjects
    return tuple(key for key in keys if wanted is None or _overlaps(key, wanted))


def _the_users_own(
    reader: RecordReader, keys: tuple[SubjectPattern, ...], user: str
) -> tuple[SubjectPattern, ...]:
    """The keys, the user's own first where a question calls the user by name or by id.

    Somebody else may have the same name, so the key that was asked for stays.
    """
    if not any(key.key.startswith("person.") for key in keys):
        return keys
    names = reader.find(Where.of(statuses=Status.ACTIVE, subjects="user.name"))
    called = {segment(str(item.payload.get("value", item.content))) for item in names}
    called |= {name.split("_")[0] for name in called} | {segment(user)}
    both = (key for asked in keys for key in (_renamed(called, asked), asked))
    return tuple(dict.fromkeys(both))


def _renamed(called: set[str], key: SubjectPattern) -> SubjectPattern:
    kind, name, *rest = key.key.split(".")
    mine = kind == "person" and name in called and rest
    return SubjectPattern(".".join(["user", *rest]), key.below) if mine else key


def _of_the_chain(
    reader: RecordReader, asked: Question, keys: tuple[SubjectPattern, ...], found: Found
) -> list[Hit]:
    """The values that the question aims at, the best first; the others are passed over."""
    values = reader.find(replace(asked.where, subjects=keys))
    fitting = fits(values, asked.aim)
    if fitting:
        found.passed_over = frozenset(value.id for value in values) - {item.id for item in fitting}
    return [Hit(item.id, max(_LEAST, 1.0 - _STEP * place)) for place, item in enumerate(fitting)]


def _overlaps(key: SubjectPattern, wanted: tuple[SubjectPattern, ...]) -> bool:
    return any(pattern == key or pattern.matches(key.key) for pattern in wanted)
